import type { Migration } from './migration.js'

/** What Plimsoll warned of, and what its watch remembers of each profile so that a restart neither repeats nor forgets an alarm. */
export const alerts: Migration = {
  version: 6,
  sql: `
    CREATE TABLE alert (
      id TEXT NOT NULL PRIMARY KEY,
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      at REAL NOT NULL,
      kind TEXT NOT NULL,
      level TEXT NOT NULL CHECK (level IN ('info', 'caution', 'danger')),
      found TEXT NOT NULL CHECK (found IN ('new', 'standing')),
      content TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('active', 'acknowledged', 'snoozed', 'resolved')),
      state_content TEXT NOT NULL,
      read_at REAL
    ) STRICT;
    CREATE INDEX alert_by_time ON alert (profile_id, at, id);
    CREATE INDEX alert_open ON alert (profile_id) WHERE state <> 'resolved';
    CREATE INDEX alert_unread ON alert (profile_id) WHERE read_at IS NULL;
    CREATE TABLE watch_state (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (profile_id, kind)
    ) STRICT;`,
}
