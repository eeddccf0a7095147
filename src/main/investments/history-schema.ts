// The tables of history.db. The file holds nothing that cannot be read from the exchange again, so there are no migrations: a file of
// another version is thrown away and filled anew.

/** Raised with every change of the tables, and whenever what is in them was worked out differently. */
export const historyVersion = 1

/**
 * Ids repeat on many thousands of rows, so they are kept once, in `flex_name`, and rows carry its numbers. `no` is the order in which
 * rows came; `at` is the creation time as a number to sort by, `turn` the place among rows of the same second. Both indexes carry all
 * that can be filtered by: counting and paging never touch the rows themselves. Each further index would make every page of the first
 * reading write as many pages of the file as it names plans.
 */
export const historySchema = `
  CREATE TABLE flex_profile (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    records INTEGER NOT NULL DEFAULT 0,
    sync TEXT NOT NULL DEFAULT '{}'
  ) STRICT;
  CREATE TABLE flex_name (
    no INTEGER PRIMARY KEY,
    profile INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('plan', 'investment', 'currency', 'action')),
    value TEXT NOT NULL,
    records INTEGER NOT NULL DEFAULT 0,
    UNIQUE (profile, kind, value)
  ) STRICT;
  CREATE INDEX flex_name_by_count ON flex_name (profile, kind, records);
  CREATE TABLE flex_record (
    no INTEGER PRIMARY KEY,
    profile INTEGER NOT NULL,
    transaction_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    at INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    plan INTEGER NOT NULL,
    investment INTEGER NOT NULL,
    currency INTEGER NOT NULL,
    action INTEGER NOT NULL,
    amount TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX flex_by_transaction ON flex_record (profile, transaction_id);
  CREATE INDEX flex_by_time ON flex_record (profile, at, turn, no, plan, investment, currency, action);
  CREATE INDEX flex_by_investment ON flex_record (profile, investment, at, turn, no, plan, currency, action);`
