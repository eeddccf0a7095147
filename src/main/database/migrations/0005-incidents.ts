import type { Migration } from './migration.js'

/** What happened to the data itself. Orders stay off until every incident has been acknowledged. */
export const incidents: Migration = {
  version: 5,
  sql: `
    CREATE TABLE incident (
      id TEXT NOT NULL PRIMARY KEY,
      at REAL NOT NULL,
      title TEXT NOT NULL,
      text TEXT NOT NULL,
      acknowledged_at REAL
    ) STRICT;`,
}
