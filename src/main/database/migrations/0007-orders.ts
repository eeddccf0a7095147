import type { Migration } from './migration.js'

/**
 * Orders: written down before they are sent, never forgotten while their profile exists. Client order ids outlive it: one that was
 * used once must never be used again. Steps of a life are only ever added.
 */
export const orders: Migration = {
  version: 7,
  sql: `
    CREATE TABLE client_order_id (
      id TEXT NOT NULL PRIMARY KEY,
      reserved_at REAL NOT NULL
    ) STRICT;
    CREATE TRIGGER client_order_id_stays BEFORE DELETE ON client_order_id
      BEGIN SELECT RAISE(ABORT, 'a client order id is reserved for ever'); END;
    CREATE TRIGGER client_order_id_unchanged BEFORE UPDATE ON client_order_id
      BEGIN SELECT RAISE(ABORT, 'a client order id is reserved for ever'); END;
    CREATE TABLE intent (
      id TEXT NOT NULL PRIMARY KEY,
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      created_at REAL NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('market', 'bulk', 'close-investment')),
      state TEXT NOT NULL CHECK (state IN ('intent', 'sending', 'acknowledged', 'rejected', 'not-sent', 'unknown', 'resolved-filled', 'resolved-not-filled')),
      blocks INTEGER NOT NULL CHECK (blocks IN (0, 1)),
      content TEXT NOT NULL,
      course TEXT NOT NULL
    ) STRICT;
    CREATE INDEX intent_by_time ON intent (profile_id, created_at, id);
    CREATE INDEX intent_open ON intent (profile_id) WHERE state IN ('intent', 'sending', 'unknown') OR blocks = 1;
    CREATE TRIGGER intent_content_unchanged BEFORE UPDATE OF id, profile_id, created_at, kind, content ON intent
      BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;
    CREATE TABLE intent_item (
      intent_id TEXT NOT NULL REFERENCES intent (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      client_order_id TEXT NOT NULL UNIQUE REFERENCES client_order_id (id),
      market TEXT NOT NULL,
      amount TEXT NOT NULL,
      money TEXT NOT NULL,
      worth TEXT,
      content TEXT NOT NULL,
      state TEXT NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (intent_id, number)
    ) STRICT;
    CREATE INDEX intent_item_by_market ON intent_item (market, intent_id);
    CREATE TABLE intent_step (
      intent_id TEXT NOT NULL REFERENCES intent (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      at REAL NOT NULL,
      what TEXT NOT NULL,
      words TEXT NOT NULL,
      details TEXT NOT NULL,
      PRIMARY KEY (intent_id, number)
    ) STRICT;
    CREATE TRIGGER intent_step_unchanged BEFORE UPDATE ON intent_step
      BEGIN SELECT RAISE(ABORT, 'what happened is not rewritten'); END;
    CREATE TRIGGER intent_step_stays BEFORE DELETE ON intent_step WHEN EXISTS (SELECT 1 FROM intent WHERE id = OLD.intent_id)
      BEGIN SELECT RAISE(ABORT, 'what happened is not rewritten'); END;
    CREATE TABLE trading (
      profile_id TEXT NOT NULL PRIMARY KEY REFERENCES profile (id) ON DELETE CASCADE,
      read_only INTEGER NOT NULL CHECK (read_only IN (0, 1)),
      limits TEXT NOT NULL,
      favourites TEXT NOT NULL
    ) STRICT;`,
}
