import type { Migration } from './migration.js'

/** The last good answer of each kind, shown with its age at the next start until the exchange has answered. */
export const snapshots: Migration = {
  version: 4,
  sql: `
    CREATE TABLE snapshot (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('balance', 'positions', 'loan')),
      value TEXT NOT NULL,
      as_of REAL NOT NULL,
      PRIMARY KEY (profile_id, kind)
    ) STRICT;`,
}
