// The tables of Plimsoll's database, as a series of migrations; each is applied in one transaction
// with its number. A released one never changes, because databases it created exist. Also checks
// whether a file is a sound database of Plimsoll's.
import { faultOf, DatabaseFault } from './database-fault.js'
import { type Database, inMemory, numberOf, openDatabase, text, textOf } from './database.js'

function decimal(column: string): string {
  return `${column} TEXT NOT NULL CHECK (${column} <> '' AND ${column} NOT GLOB '*[^0-9.-]*')`
}

/**
 * Recreates the table of orders for these kinds. Changing a column's check requires that, and its
 * children first: deleting a parent would take them along.
 */
function withOrderKinds(kinds: readonly string[]): string {
  const list = kinds.map((kind) => `'${kind}'`).join(', ')
  return `
    CREATE TABLE intent_new (
      id TEXT NOT NULL PRIMARY KEY,
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      created_at REAL NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN (${list})),
      state TEXT NOT NULL CHECK (state IN ('intent', 'sending', 'acknowledged', 'rejected', 'not-sent', 'unknown', 'not-executed', 'resolved-filled', 'resolved-not-filled')),
      blocks INTEGER NOT NULL CHECK (blocks IN (0, 1)),
      content TEXT NOT NULL,
      course TEXT NOT NULL
    ) STRICT;
    CREATE TABLE intent_item_new (
      intent_id TEXT NOT NULL REFERENCES intent_new (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      client_order_id TEXT UNIQUE REFERENCES client_order_id (id),
      market TEXT NOT NULL,
      amount TEXT NOT NULL,
      quote TEXT NOT NULL,
      notional TEXT,
      content TEXT NOT NULL,
      state TEXT NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (intent_id, number)
    ) STRICT;
    CREATE TABLE intent_step_new (
      intent_id TEXT NOT NULL REFERENCES intent_new (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      at REAL NOT NULL,
      what TEXT NOT NULL,
      words TEXT NOT NULL,
      details TEXT NOT NULL,
      message TEXT,
      PRIMARY KEY (intent_id, number)
    ) STRICT;
    INSERT INTO intent_new (id, profile_id, created_at, kind, state, blocks, content, course)
      SELECT id, profile_id, created_at, kind, state, blocks, content, course FROM intent;
    INSERT INTO intent_item_new (intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer)
      SELECT intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer FROM intent_item;
    INSERT INTO intent_step_new (intent_id, number, at, what, words, details, message)
      SELECT intent_id, number, at, what, words, details, message FROM intent_step;
    DROP TABLE intent_step;
    DROP TABLE intent_item;
    DROP TABLE intent;
    ALTER TABLE intent_new RENAME TO intent;
    ALTER TABLE intent_item_new RENAME TO intent_item;
    ALTER TABLE intent_step_new RENAME TO intent_step;
    CREATE INDEX intent_by_time ON intent (profile_id, created_at, id);
    CREATE INDEX intent_open ON intent (profile_id) WHERE state IN ('intent', 'sending', 'unknown') OR blocks = 1;
    CREATE TRIGGER intent_content_unchanged BEFORE UPDATE OF id, profile_id, created_at, kind, content ON intent
      BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;
    CREATE INDEX intent_item_by_market ON intent_item (market, intent_id);
    CREATE TRIGGER intent_step_unchanged BEFORE UPDATE ON intent_step
      BEGIN SELECT RAISE(ABORT, 'what happened is not rewritten'); END;
    CREATE TRIGGER intent_step_stays BEFORE DELETE ON intent_step WHEN EXISTS (SELECT 1 FROM intent WHERE id = OLD.intent_id)
      BEGIN SELECT RAISE(ABORT, 'what happened is not rewritten'); END;`
}

const kindsBeforeTransfers = [
  ...['market', 'bulk', 'close-investment'],
  ...['cancel', 'cancel-all', 'close-position'],
]

/** The first makes version 1, and so on. */
export const migrations: readonly string[] = [
  // Profiles without their secrets. `delete_pending`: its keychain entry is being removed, or was
  // when Plimsoll ended.
  `
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
  // The highest nonce ever used with a key, stored under the SHA-256 of the key: it outlives
  // profiles, because the exchange remembers it too.
  `
    CREATE TABLE nonce (
      key_id TEXT NOT NULL PRIMARY KEY,
      high_water TEXT NOT NULL CHECK (high_water <> '' AND high_water NOT GLOB '*[^0-9]*')
    ) STRICT, WITHOUT ROWID;`,
  // Balance per asset and loan over time. A series is one line of a chart; its name is stored once,
  // not in every sample.
  `
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
  // The last good response of each kind, shown with its age at the next start until the exchange
  // has responded.
  `
    CREATE TABLE snapshot (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('balance', 'positions', 'loan')),
      value TEXT NOT NULL,
      as_of REAL NOT NULL,
      PRIMARY KEY (profile_id, kind)
    ) STRICT;`,
  // Incidents of the data itself. Orders stay off until every incident has been acknowledged.
  `
    CREATE TABLE incident (
      id TEXT NOT NULL PRIMARY KEY,
      at REAL NOT NULL,
      title TEXT NOT NULL,
      text TEXT NOT NULL,
      acknowledged_at REAL
    ) STRICT;`,
  // What Plimsoll warned of, and its monitoring state per profile, so that a restart neither
  // repeats nor forgets an alert.
  `
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
  // Orders: recorded before they are sent, and kept as long as their profile exists. Client order
  // ids outlive it: one used once must never be used again. Timeline steps are only ever added.
  `
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
  // Mining pool accounts as named by the user, with the last destination seen, and named filters of
  // the investment history.
  `
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
  // Which keychains a profile's key was stored in, each by its own name; '' if an older Plimsoll
  // did it without recording the name. Outlives the profile's row: it is deleted with the entry.
  `
    CREATE TABLE keychain_entry (
      account TEXT NOT NULL,
      keychain TEXT NOT NULL,
      PRIMARY KEY (account, keychain)
    ) STRICT;
    INSERT INTO keychain_entry (account, keychain) SELECT id, '' FROM profile WHERE key_storage = 'keychain';`,
  // The names traders expect: entry price, used margin, quote currency, notional. In JSON a quoted
  // name followed by a colon is always a member: inside a text the quotes are escaped.
  `
    UPDATE snapshot SET value = replace(replace(value, '"basePrice":', '"entryPrice":'), '"margin":', '"usedMargin":')
      WHERE kind = 'positions';
    UPDATE alert SET content = replace(content, '"basePrice":', '"entryPrice":');
    UPDATE trading SET limits = replace(limits, '"byMoney":', '"byQuote":');
    ALTER TABLE intent_item RENAME COLUMN money TO quote;
    ALTER TABLE intent_item RENAME COLUMN worth TO notional;`,
  // An order missing from the exchange's own lists is 'not-executed', and cancelling orders and
  // closing positions are recorded like placing orders. Changing a column's check requires
  // recreating the table. Children go first: deleting a parent would take them along.
  `
    CREATE TABLE intent_new (
      id TEXT NOT NULL PRIMARY KEY,
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      created_at REAL NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('market', 'bulk', 'close-investment', 'cancel', 'cancel-all', 'close-position')),
      state TEXT NOT NULL CHECK (state IN ('intent', 'sending', 'acknowledged', 'rejected', 'not-sent', 'unknown', 'not-executed', 'resolved-filled', 'resolved-not-filled')),
      blocks INTEGER NOT NULL CHECK (blocks IN (0, 1)),
      content TEXT NOT NULL,
      course TEXT NOT NULL
    ) STRICT;
    CREATE TABLE intent_item_new (
      intent_id TEXT NOT NULL REFERENCES intent_new (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      client_order_id TEXT NOT NULL UNIQUE REFERENCES client_order_id (id),
      market TEXT NOT NULL,
      amount TEXT NOT NULL,
      quote TEXT NOT NULL,
      notional TEXT,
      content TEXT NOT NULL,
      state TEXT NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (intent_id, number)
    ) STRICT;
    CREATE TABLE intent_step_new (
      intent_id TEXT NOT NULL REFERENCES intent_new (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      at REAL NOT NULL,
      what TEXT NOT NULL,
      words TEXT NOT NULL,
      details TEXT NOT NULL,
      PRIMARY KEY (intent_id, number)
    ) STRICT;
    INSERT INTO intent_new (id, profile_id, created_at, kind, state, blocks, content, course)
      SELECT id, profile_id, created_at, kind, state, blocks, content, course FROM intent;
    INSERT INTO intent_item_new (intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer)
      SELECT intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer FROM intent_item;
    INSERT INTO intent_step_new (intent_id, number, at, what, words, details)
      SELECT intent_id, number, at, what, words, details FROM intent_step;
    DROP TABLE intent_step;
    DROP TABLE intent_item;
    DROP TABLE intent;
    ALTER TABLE intent_new RENAME TO intent;
    ALTER TABLE intent_item_new RENAME TO intent_item;
    ALTER TABLE intent_step_new RENAME TO intent_step;
    CREATE INDEX intent_by_time ON intent (profile_id, created_at, id);
    CREATE INDEX intent_open ON intent (profile_id) WHERE state IN ('intent', 'sending', 'unknown') OR blocks = 1;
    CREATE TRIGGER intent_content_unchanged BEFORE UPDATE OF id, profile_id, created_at, kind, content ON intent
      BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;
    CREATE INDEX intent_item_by_market ON intent_item (market, intent_id);
    CREATE TRIGGER intent_step_unchanged BEFORE UPDATE ON intent_step
      BEGIN SELECT RAISE(ABORT, 'what happened is not rewritten'); END;
    CREATE TRIGGER intent_step_stays BEFORE DELETE ON intent_step WHEN EXISTS (SELECT 1 FROM intent WHERE id = OLD.intent_id)
      BEGIN SELECT RAISE(ABORT, 'what happened is not rewritten'); END;`,
  // The last responses of more than three kinds; the list of markets of each exchange, read once a
  // day; and net worth over time, by the currency of its totals. `unpriced`: how many assets have
  // no price and are not in the sums.
  `
    CREATE TABLE snapshot_new (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      value TEXT NOT NULL,
      as_of REAL NOT NULL,
      PRIMARY KEY (profile_id, kind)
    ) STRICT;
    INSERT INTO snapshot_new (profile_id, kind, value, as_of) SELECT profile_id, kind, value, as_of FROM snapshot;
    DROP TABLE snapshot;
    ALTER TABLE snapshot_new RENAME TO snapshot;
    CREATE TABLE market_list (
      base_url TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL,
      as_of REAL NOT NULL
    ) STRICT;
    CREATE TABLE worth_sample (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      currency TEXT NOT NULL,
      at REAL NOT NULL,
      ${decimal('total')},
      unpriced INTEGER NOT NULL,
      PRIMARY KEY (profile_id, currency, at)
    ) STRICT, WITHOUT ROWID;`,
  // Price alerts as set by the user; whether one has triggered is in watch_state.
  `
    CREATE TABLE price_alarm (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      created_at REAL NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (profile_id, id)
    ) STRICT;`,
  // Cancelling an order or closing a position creates no order and has no client order id. A value
  // that a column's old check refuses requires recreating the table.
  `
    CREATE TABLE intent_item_new (
      intent_id TEXT NOT NULL REFERENCES intent (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      client_order_id TEXT UNIQUE REFERENCES client_order_id (id),
      market TEXT NOT NULL,
      amount TEXT NOT NULL,
      quote TEXT NOT NULL,
      notional TEXT,
      content TEXT NOT NULL,
      state TEXT NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (intent_id, number)
    ) STRICT;
    INSERT INTO intent_item_new (intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer)
      SELECT intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer FROM intent_item;
    DROP TABLE intent_item;
    ALTER TABLE intent_item_new RENAME TO intent_item;
    CREATE INDEX intent_item_by_market ON intent_item (market, intent_id);`,
  // What the exchange's responses have shown about each account's key, and when it was last used.
  // Valid only for that key at that address. `reset_pending`: what can be read again is being
  // removed, or was when Plimsoll ended.
  `
    CREATE TABLE endpoint_finding (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      path TEXT NOT NULL,
      key_hint TEXT NOT NULL,
      base_url TEXT NOT NULL,
      content TEXT NOT NULL,
      at REAL NOT NULL,
      PRIMARY KEY (profile_id, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE key_use (
      profile_id TEXT NOT NULL PRIMARY KEY REFERENCES profile (id) ON DELETE CASCADE,
      key_hint TEXT NOT NULL,
      base_url TEXT NOT NULL,
      at REAL NOT NULL
    ) STRICT;
    ALTER TABLE profile ADD COLUMN reset_pending INTEGER NOT NULL DEFAULT 0 CHECK (reset_pending IN (0, 1));`,
  // Which parts a value consists of. Null in older rows: those are balances alone, without
  // investments, loan and debt.
  'ALTER TABLE worth_sample ADD COLUMN counted TEXT;',
  // Whether the last connection to a host used IPv4 or IPv6.
  'CREATE TABLE host_family (host TEXT NOT NULL PRIMARY KEY, family TEXT NOT NULL) STRICT;',
  // A step as a message, shown in the reader's language. Null in older rows: their `words` are
  // shown as they are.
  'ALTER TABLE intent_step ADD COLUMN message TEXT;',
  // Where alerts are sent, and each message there: kept until it has ended, then as history.
  `
    CREATE TABLE away_destination (
      id TEXT NOT NULL PRIMARY KEY,
      created_at REAL NOT NULL,
      content TEXT NOT NULL
    ) STRICT;
    CREATE TABLE away_message (
      id TEXT NOT NULL PRIMARY KEY,
      destination_id TEXT NOT NULL REFERENCES away_destination (id) ON DELETE CASCADE,
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      alert_id TEXT NOT NULL,
      at REAL NOT NULL,
      level TEXT NOT NULL,
      critical INTEGER NOT NULL CHECK (critical IN (0, 1)),
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      ended_at REAL
    ) STRICT;
    CREATE INDEX away_message_by_time ON away_message (at);
    CREATE INDEX away_message_open ON away_message (at) WHERE state IN ('queued', 'sending');
    CREATE INDEX away_message_by_destination ON away_message (destination_id);
    CREATE INDEX away_message_by_profile ON away_message (profile_id);`,
  // A message that quiet hours hold back has not ended; `released_at` is when they ended. One of an
  // older version ended when it was held back, so it is never sent. `away_use`: how many messages a
  // service with a daily limit has taken.
  `
    ALTER TABLE away_message ADD COLUMN released_at REAL;
    DROP INDEX away_message_open;
    CREATE INDEX away_message_open ON away_message (at) WHERE ended_at IS NULL;
    CREATE TABLE away_use (
      visitor TEXT NOT NULL PRIMARY KEY,
      day INTEGER NOT NULL,
      used INTEGER NOT NULL
    ) STRICT;`,
  // The margin level over time. Series of other kinds than before require recreating their table
  // and the one that refers to it; balances over time have not been read for long.
  `
    CREATE TABLE sample_series_new (
      id INTEGER NOT NULL PRIMARY KEY,
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      asset TEXT NOT NULL,
      UNIQUE (profile_id, kind, asset)
    ) STRICT;
    INSERT INTO sample_series_new (id, profile_id, kind, asset)
      SELECT id, profile_id, kind, asset FROM sample_series WHERE kind = 'loan';
    CREATE TABLE loan_sample_new (
      series INTEGER NOT NULL REFERENCES sample_series_new (id) ON DELETE CASCADE,
      at REAL NOT NULL,
      ${decimal('amount')},
      ${decimal('current_ltv')},
      ${decimal('initial_ltv')},
      ${decimal('margin_call_ltv')},
      ${decimal('liquidation_ltv')},
      PRIMARY KEY (series, at)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO loan_sample_new (series, at, amount, current_ltv, initial_ltv, margin_call_ltv, liquidation_ltv)
      SELECT series, at, amount, current_ltv, initial_ltv, margin_call_ltv, liquidation_ltv FROM loan_sample;
    DROP TABLE balance_sample;
    DROP TABLE loan_sample;
    DROP TABLE sample_series;
    ALTER TABLE sample_series_new RENAME TO sample_series;
    ALTER TABLE loan_sample_new RENAME TO loan_sample;
    CREATE TABLE margin_sample (
      series INTEGER NOT NULL REFERENCES sample_series (id) ON DELETE CASCADE,
      at REAL NOT NULL,
      ${decimal('level')},
      PRIMARY KEY (series, at)
    ) STRICT, WITHOUT ROWID;`,
  // Transfers are recorded like orders.
  withOrderKinds([...kindsBeforeTransfers, 'transfer']),
  // Whether a message may break through quiet hours; of an older version, whatever may be urgent.
  `
    ALTER TABLE away_message ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0 CHECK (urgent IN (0, 1));
    UPDATE away_message SET urgent = 1 WHERE critical = 1 OR level = 'danger';`,
  // The periods in which nobody was watching, and how the last run of each account ended.
  `
    CREATE TABLE monitoring_gap (
      id TEXT NOT NULL PRIMARY KEY,
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      began_at REAL NOT NULL,
      ended_at REAL NOT NULL,
      content TEXT NOT NULL,
      seen INTEGER NOT NULL CHECK (seen IN (0, 1))
    ) STRICT;
    CREATE INDEX monitoring_gap_by_time ON monitoring_gap (profile_id, began_at, id);
    CREATE INDEX monitoring_gap_unseen ON monitoring_gap (profile_id, began_at, id) WHERE seen = 0;
    CREATE TABLE monitoring_run (
      profile_id TEXT NOT NULL PRIMARY KEY REFERENCES profile (id) ON DELETE CASCADE,
      content TEXT NOT NULL
    ) STRICT;`,
  // Settings of an import whose accounts are written, until the settings file is written as well.
  `
    CREATE TABLE imported_settings (
      id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
      content TEXT NOT NULL
    ) STRICT;`,
  // Order kinds added since transfers.
  withOrderKinds([
    ...kindsBeforeTransfers,
    ...['transfer', 'collateral-limit', 'set-level', 'remove-level'],
  ]),
]

export const newestVersion = migrations.length

/**
 * "Plim" in SQLite's application id: distinguishes Plimsoll's file from an empty one and from
 * another program's.
 */
export const applicationId = 0x506c696d

/**
 * The SQL throws instead of returning a row: a connection that never prepared a statement closes
 * its file immediately, so that a damaged one can be renamed.
 */
function check(newest: number): string {
  return `
  CREATE TEMP TABLE plimsoll_check (
    mark INTEGER CONSTRAINT foreign_file CHECK (mark = ${applicationId}),
    version INTEGER CONSTRAINT newer_data CHECK (version <= ${newest}),
    state TEXT CONSTRAINT damaged CHECK (state = 'ok')
  ) STRICT;
  INSERT INTO plimsoll_check (mark) SELECT application_id FROM pragma_application_id;
  INSERT INTO plimsoll_check (version) SELECT user_version FROM pragma_user_version;
  INSERT INTO plimsoll_check (state) SELECT quick_check FROM pragma_quick_check;
  DROP TABLE plimsoll_check`
}

export function versionOf(database: Database): number {
  const row = database.first('SELECT user_version FROM pragma_user_version')
  return row === null ? 0 : numberOf(row, 'user_version')
}

/** @throws DatabaseFault: DAMAGED, NEWER_DATA, or why the file could not be read at all. */
export function checkDatabase(database: Database, newest: number = newestVersion): void {
  try {
    database.script(check(newest))
  } catch (error) {
    const fault = faultOf(error)
    if (fault.message.endsWith('newer_data'))
      throw new DatabaseFault(
        'NEWER_DATA',
        'the data has a higher version than this Plimsoll knows',
      )
    if (fault.message.endsWith('foreign_file'))
      throw new DatabaseFault('DAMAGED', 'the file is not a database of Plimsoll')
    if (fault.message.endsWith('damaged'))
      throw new DatabaseFault('DAMAGED', 'quick_check found damage')
    throw fault
  }
}

/** All of it or nothing. */
function apply(database: Database, sql: string, version: number): void {
  try {
    database.write(() =>
      database.script(
        `${sql} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`,
      ),
    )
  } catch (error) {
    const fault = faultOf(error)
    throw fault.reason === 'INTERNAL'
      ? new DatabaseFault('UPGRADE_FAILED', `version ${version}: ${fault.message}`)
      : fault
  }
}

function migrateInSteps(database: Database, upTo: number): void {
  for (let version = versionOf(database) + 1; version <= upTo; version += 1)
    apply(database, migrations[version - 1] ?? '', version)
}

/** What all migrations together make of an empty database, as one script. */
function readNewestTables(): string {
  const sample = openDatabase(inMemory)
  try {
    migrateInSteps(sample, newestVersion)
    return sample
      .all(
        `SELECT ${text('sql')} FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' ORDER BY type = 'table' DESC, rowid`,
      )
      .map((row) => `${textOf(row, 'sql')};`)
      .join('\n')
  } finally {
    sample.close()
  }
}

/** The migrations run once per process to find them out. */
let newestTables: string | null = null

/**
 * Migrates the database to `upTo`. A step that fails leaves it at the previous version. A new one
 * gets the newest tables at once, in one transaction.
 * @throws DatabaseFault
 */
export function migrate(database: Database, upTo: number = newestVersion): void {
  if (upTo !== newestVersion || versionOf(database) > 0) return migrateInSteps(database, upTo)
  newestTables ??= readNewestTables()
  apply(database, newestTables, newestVersion)
}
