import type { Migration } from './migration.js'

/**
 * Which keychains the key of a profile was put into, each by the name it calls itself; '' where an older Plimsoll did it, which wrote no
 * name down. Outlives the profile's row: it ends with the entry.
 */
export const keychainEntries: Migration = {
  version: 9,
  sql: `
    CREATE TABLE keychain_entry (
      account TEXT NOT NULL,
      keychain TEXT NOT NULL,
      PRIMARY KEY (account, keychain)
    ) STRICT;
    INSERT INTO keychain_entry (account, keychain) SELECT id, '' FROM profile WHERE key_storage = 'keychain';`,
}
