import type { Migration } from './migration.js'

/** Mining pool accounts as the person named them, with the last destination seen, and filters of the investment history by name. */
export const mining: Migration = {
  version: 8,
  sql: `
    CREATE TABLE mining_account (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      added_at REAL NOT NULL,
      destination TEXT,
      as_of REAL,
      change TEXT,
      PRIMARY KEY (profile_id, name)
    ) STRICT;
    CREATE TABLE saved_filter (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      filter TEXT NOT NULL,
      PRIMARY KEY (profile_id, id),
      UNIQUE (profile_id, name)
    ) STRICT;`,
}
