import type { Migration } from './migration.js'

const decimal = (column: string): string => `${column} TEXT NOT NULL CHECK (${column} <> '' AND ${column} NOT GLOB '*[^0-9.-]*')`

/** Balance per asset and loan over time. A series is what is drawn as one line; its name is kept once, not in every sample. */
export const samples: Migration = {
  version: 3,
  sql: `
    CREATE TABLE sample_series (
      id INTEGER NOT NULL PRIMARY KEY,
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('balance', 'loan')),
      asset TEXT NOT NULL,
      UNIQUE (profile_id, kind, asset)
    ) STRICT;
    CREATE TABLE balance_sample (
      series INTEGER NOT NULL REFERENCES sample_series (id) ON DELETE CASCADE,
      at REAL NOT NULL,
      ${decimal('amount')},
      PRIMARY KEY (series, at)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE loan_sample (
      series INTEGER NOT NULL REFERENCES sample_series (id) ON DELETE CASCADE,
      at REAL NOT NULL,
      ${decimal('amount')},
      ${decimal('current_ltv')},
      ${decimal('initial_ltv')},
      ${decimal('margin_call_ltv')},
      ${decimal('liquidation_ltv')},
      PRIMARY KEY (series, at)
    ) STRICT, WITHOUT ROWID;`,
}
