import type { Migration } from './migration.js'

/** Profiles without their secrets. `delete_pending`: its keychain entry is being removed, or was when Plimsoll ended. */
export const profiles: Migration = {
  version: 1,
  sql: `
    CREATE TABLE profile (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      region TEXT NOT NULL CHECK (region IN ('global', 'eu', 'custom', 'demo')),
      base_url TEXT NOT NULL,
      dialect TEXT NOT NULL CHECK (dialect IN ('spec', 'live')),
      key_hint TEXT NOT NULL,
      key_storage TEXT NOT NULL CHECK (key_storage IN ('keychain', 'session', 'demo')),
      created_at REAL NOT NULL,
      active INTEGER NOT NULL DEFAULT 0 CHECK (active IN (0, 1)),
      delete_pending INTEGER NOT NULL DEFAULT 0 CHECK (delete_pending IN (0, 1)),
      CHECK (active + delete_pending < 2)
    ) STRICT;
    CREATE UNIQUE INDEX profile_one_active ON profile (active) WHERE active = 1;`,
}
