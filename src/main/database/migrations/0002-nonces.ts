import type { Migration } from './migration.js'

/** The highest nonce ever used with a key, filed under the SHA-256 of the key: it outlives profiles, because the exchange remembers it too. */
export const nonces: Migration = {
  version: 2,
  sql: `
    CREATE TABLE nonce (
      key_id TEXT NOT NULL PRIMARY KEY,
      high_water TEXT NOT NULL CHECK (high_water <> '' AND high_water NOT GLOB '*[^0-9]*')
    ) STRICT, WITHOUT ROWID;`,
}
