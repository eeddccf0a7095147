import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listBackups } from '../../../src/main/database/backup.js'
import {
  versionOf,
  migrate,
  migrations,
  newestVersion,
} from '../../../src/main/database/database-migrations.js'
import { openDatabase, text, type Database } from '../../../src/main/database/database.js'
import { openStorage } from '../../../src/main/accounts/storage.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import {
  aLoan,
  aProfile,
  createTestClock,
  filesIn,
  openTestStorage,
  refusalOf,
  startOfTest,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'
import { englishOf, messageOf, textOf, withHidden } from '../../../src/shared/messages/messages.js'

const { clock } = createTestClock()
const profile = aProfile()
const olderVersions = migrations.slice(0, -1).map((_, index) => index + 1)

/** The last version that kept balances over time. */
const lastWithBalances = 20

/** Rows as each version could contain them. */
function fill(database: Database, version: number): void {
  const { id, name, region, baseUrl, dialect, keyHint, keyStorage, createdAt } = profile
  database.run(
    'INSERT INTO profile (id, name, region, base_url, dialect, key_hint, key_storage, created_at, active) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)',
    id,
    name,
    region,
    baseUrl,
    dialect,
    keyHint,
    keyStorage,
    createdAt,
  )
  if (version >= 2)
    database.run("INSERT INTO nonce (key_id, high_water) VALUES ('key', '1749988800000')")
  if (version >= 3) {
    if (version <= lastWithBalances) {
      database.run(
        "INSERT INTO sample_series (id, profile_id, kind, asset) VALUES (1, ?, 'balance', 'BTC')",
        id,
      )
      database.run(
        "INSERT INTO balance_sample (series, at, amount) VALUES (1, ?, '1.5')",
        startOfTest,
      )
    }
    database.run(
      "INSERT INTO sample_series (id, profile_id, kind, asset) VALUES (2, ?, 'loan', 'USDT')",
      id,
    )
    database.run(
      "INSERT INTO loan_sample VALUES (2, ?, '1.5', '25', '60', '75', '85')",
      startOfTest,
    )
  }
  if (version >= 4)
    database.run(
      "INSERT INTO snapshot (profile_id, kind, value, as_of) VALUES (?, 'balance', '[]', 1)",
      id,
    )
}

/** A folder as left by Plimsoll when `version` was its newest. */
function folderOfVersion(version: number): string {
  const folder = temporaryFolder()
  const database = openDatabase(databaseFiles(folder).database)
  migrate(database, version)
  fill(database, version)
  database.close()
  return folder
}

function schemaOf(database: Database): unknown {
  return database.all(`SELECT ${text('name')}, ${text('sql')} FROM sqlite_schema ORDER BY name`)
}

function freshSchema(): unknown {
  const database = openDatabase(join(temporaryFolder(), 'fresh.db'))
  migrate(database)
  const schema = schemaOf(database)
  database.close()
  return schema
}

describe('migrations', () => {
  it.each(olderVersions)('update a database of version %i with its rows', async (version) => {
    const folder = folderOfVersion(version)
    const { storage, notices } = openTestStorage({ folder, clock })
    expect(notices).toEqual([])
    expect(valueOf(storage.profiles.list())).toEqual([profile])
    expect(valueOf(storage.profiles.activeId())).toBe(profile.id)
    expect(storage.nonces.highWater('key')).toBe(version >= 2 ? '1749988800000' : null)
    expect(valueOf(storage.samples.loans(profile.id, { from: 0, to: startOfTest }))).toHaveLength(
      version >= 3 ? 1 : 0,
    )
    expect(valueOf(storage.snapshots.last(profile.id)).balance).toEqual(
      version >= 4 ? { value: [], asOf: 1 } : undefined,
    )
    storage.samples.addLoan(profile.id, startOfTest + 1, aLoan())
    storage.samples.addMarginLevel(profile.id, startOfTest + 1, '150')
    expect(valueOf(await storage.tend())).toBeNull()
    storage.close()

    const database = openDatabase(databaseFiles(folder).database)
    expect(versionOf(database)).toBe(newestVersion)
    expect(schemaOf(database)).toEqual(freshSchema())
    database.close()
  })

  it.each(olderVersions)(
    'DAT-5 back up a database of version %i before they change it',
    (version) => {
      const folder = folderOfVersion(version)
      openTestStorage({ folder, clock }).storage.close()
      const first = listBackups(databaseFiles(folder)).at(-1)
      const backup = openDatabase(first?.path ?? '')
      expect(versionOf(backup)).toBe(version)
      backup.close()
    },
  )

  it('rename members of stored positions, alerts, limits and orders, and change no text', () => {
    const folder = folderOfVersion(9)
    const quoting = 'said "basePrice": and "margin":'
    const position = {
      id: '1',
      market: quoting,
      openedAt: '1',
      modifiedAt: '1',
      amount: '1',
      basePrice: '2',
      margin: '3',
    }
    const limits = {
      on: true,
      ordersPerDay: 7,
      byMoney: { USDT: { perOrder: '1', perDay: '2' } },
      byMarket: {},
      askFrom: {},
    }
    const content = {
      key: 'k',
      subject: { key: 's', name: 'n' },
      title: quoting,
      text: '',
      endTitle: '',
      cause: { basePrice: '2' },
    }
    const old = openDatabase(databaseFiles(folder).database)
    const put = (table: string, row: Record<string, string | number>): void => {
      const names = Object.keys(row)
      old.run(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...Object.values(row),
      )
    }
    const mine = { profile_id: profile.id }
    put('snapshot', { ...mine, kind: 'positions', value: JSON.stringify([position]), as_of: 1 })
    const shown = { at: 1, kind: 'position-distance', level: 'caution', found: 'new' }
    put('alert', {
      id: 'a',
      ...mine,
      ...shown,
      content: JSON.stringify(content),
      state: 'active',
      state_content: '{"kind":"active"}',
    })
    put('trading', { ...mine, read_only: 0, limits: JSON.stringify(limits), favourites: '[]' })
    put('intent', {
      id: 'i',
      ...mine,
      created_at: 1,
      kind: 'market',
      state: 'acknowledged',
      blocks: 0,
      content: '{}',
      course: '{}',
    })
    put('client_order_id', { id: 'c', reserved_at: 1 })
    const item = {
      market: 'BTC_USDT',
      amount: '1',
      money: 'USDT',
      worth: '60000',
      content: '{}',
      state: 'placed',
      answer: '{}',
    }
    put('intent_item', { intent_id: 'i', number: 0, client_order_id: 'c', ...item })
    old.close()

    const { storage } = openTestStorage({ folder, clock })
    expect(valueOf(storage.snapshots.last(profile.id)).positions?.value).toMatchObject([
      { market: quoting, entryPrice: '2', usedMargin: '3' },
    ])
    expect(valueOf(storage.trading.read(profile.id)).limits).toMatchObject({
      byQuote: { USDT: { perOrder: '1', perDay: '2' } },
    })
    storage.close()
    const now = openDatabase(databaseFiles(folder).database)
    expect(
      JSON.parse(String(now.first(`SELECT ${text('content')} FROM alert`)?.['content'])),
    ).toMatchObject({
      title: quoting,
      cause: { entryPrice: '2' },
    })
    expect(now.first(`SELECT ${text('quote')}, ${text('notional')} FROM intent_item`)).toEqual({
      quote: 'USDT',
      notional: '60000',
    })
    now.close()
  })

  it('ORD-24 rebuild the journal for settled and cancelled orders, with every row, reference, index and trigger', () => {
    const folder = folderOfVersion(10)
    const { database: path } = databaseFiles(folder)
    const old = openDatabase(path)
    old.script('PRAGMA foreign_keys = ON')
    const states = [
      'intent',
      'sending',
      'acknowledged',
      'rejected',
      'not-sent',
      'unknown',
      'resolved-filled',
      'resolved-not-filled',
    ]
    const intents = Array.from({ length: 200 }, (_, number) => `i${number}`)
    for (const [number, id] of intents.entries()) {
      const kind = ['market', 'bulk', 'close-investment'][number % 3] ?? ''
      const state = states[number % states.length] ?? ''
      old.run(
        'INSERT INTO intent (id, profile_id, created_at, kind, state, blocks, content, course) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        id,
        profile.id,
        startOfTest + number,
        kind,
        state,
        number % 2,
        `{"content":${number}}`,
        `{"course":${number}}`,
      )
      for (const row of [0, 1]) {
        old.run(
          'INSERT INTO client_order_id (id, reserved_at) VALUES (?, ?)',
          `c${number}-${row}`,
          startOfTest,
        )
        old.run(
          `INSERT INTO intent_item (intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer)
           VALUES (?, ?, ?, 'BTC_USDT', '0.01', 'USDT', ?, '{}', 'placed', '{}')`,
          id,
          row,
          `c${number}-${row}`,
          row === 0 ? null : '600.5',
        )
        old.run(
          "INSERT INTO intent_step (intent_id, number, at, what, words, details) VALUES (?, ?, 1.5, 'written', 'Recorded.', '{}')",
          id,
          row,
        )
      }
    }
    const columns = {
      intent: `${text('id')}, ${text('profile_id')}, created_at, ${text('kind')}, ${text('state')}, blocks, ${text('content')}, ${text('course')}`,
      intent_item: `${text('intent_id')}, number, ${text('client_order_id')}, ${text('market')}, ${text('amount')}, ${text('quote')}, ${text('notional')}, ${text('content')}, ${text('state')}, ${text('answer')}`,
      intent_step: `${text('intent_id')}, number, at, ${text('what')}, ${text('words')}, ${text('details')}`,
      client_order_id: `${text('id')}, reserved_at`,
    }
    const rowsOf = (database: Database): unknown =>
      Object.entries(columns).map(([table, names]) =>
        database.all(`SELECT ${names} FROM ${table} ORDER BY 1, 2`),
      )
    const namesOf = (database: Database): unknown =>
      database.all(
        `SELECT ${text('type')}, ${text('name')}, ${text('tbl_name')} FROM sqlite_schema
         WHERE tbl_name GLOB 'intent*' OR tbl_name = 'client_order_id' ORDER BY type, name`,
      )
    const [rows, names] = [rowsOf(old), namesOf(old)]
    old.close()

    openTestStorage({ folder, clock }).storage.close()
    const now = openDatabase(path)
    now.script('PRAGMA foreign_keys = ON')
    expect(rowsOf(now)).toEqual(rows)
    expect(namesOf(now)).toEqual(names)
    expect(now.all('SELECT * FROM pragma_foreign_key_check')).toEqual([])
    for (const state of ['not-executed', 'unknown'])
      now.run('UPDATE intent SET state = ? WHERE id = ?', state, 'i0')
    expect(() => now.run("UPDATE intent SET state = 'gone' WHERE id = 'i0'")).toThrow()
    for (const kind of ['cancel', 'cancel-all', 'close-position', 'set-level', 'remove-level']) {
      const values = [`new ${kind}`, profile.id, 1, kind, 'intent', 0, '{}', '{}']
      now.run(
        'INSERT INTO intent (id, profile_id, created_at, kind, state, blocks, content, course) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        ...values,
      )
    }
    expect(() => now.run("UPDATE intent SET content = '' WHERE id = 'i0'")).toThrow(
      'what was confirmed never changes',
    )
    expect(() => now.run("UPDATE intent_step SET words = ''")).toThrow(
      'what happened is not rewritten',
    )
    expect(() => now.run("DELETE FROM intent_step WHERE intent_id = 'i0'")).toThrow(
      'what happened is not rewritten',
    )
    // What belongs to an order is deleted with it, and its profile; the ids stay.
    now.run('DELETE FROM profile WHERE id = ?', profile.id)
    for (const table of ['intent', 'intent_item', 'intent_step'])
      expect(now.first(`SELECT count(*) AS n FROM ${table}`)).toEqual({ n: 0 })
    expect(now.first('SELECT count(*) AS n FROM client_order_id')).toEqual({ n: 400 })
    now.close()
  })

  it('keep what older versions recorded of orders: shown unchanged, and masked completely while amounts are hidden (UX-46)', () => {
    const folder = folderOfVersion(newestVersion - 1)
    const { database: path } = databaseFiles(folder)
    const old = openDatabase(path)
    const confirmed = {
      profileName: 'Main',
      region: 'global',
      keyHint: 'abcd…wxyz',
      act: 'Купити 0.01 BTC_USDT за ціною 40000',
      investmentId: null,
      stopOnFail: null,
      retryOf: null,
      body: '{}',
      bodyHash: 'aa',
    }
    const course = {
      requestHash: null,
      nonce: null,
      httpStatus: 200,
      ms: { written: 1, sent: 2, answered: 3 },
      problem: null,
      evidence: {
        before: null,
        after: null,
        verdict: 'unclear',
        text: 'Your position changed by exactly 0.01.',
        problem: null,
      },
    }
    const item = {
      side: 'buy',
      price: '40000',
      positionSide: null,
      postOnly: false,
      ioc: false,
      rpi: false,
    }
    const answer = {
      order: null,
      problem: null,
      mismatch: ['The price is “40001”, but “40000” was sent.'],
    }
    old.run(
      'INSERT INTO intent (id, profile_id, created_at, kind, state, blocks, content, course) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      'i',
      profile.id,
      startOfTest,
      'bulk',
      'acknowledged',
      1,
      JSON.stringify(confirmed),
      JSON.stringify(course),
    )
    old.run("INSERT INTO client_order_id (id, reserved_at) VALUES ('c', 1)")
    old.run(
      `INSERT INTO intent_item (intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer)
       VALUES ('i', 0, 'c', 'BTC_USDT', '0.01', 'USDT', '400', ?, 'placed', ?)`,
      JSON.stringify(item),
      JSON.stringify(answer),
    )
    for (const [number, words] of [
      'Recorded.',
      'You decided: Buy 0.01 BTC_USDT.',
      '{"key":"orders.step.recorded"}',
    ].entries())
      old.run(
        "INSERT INTO intent_step (intent_id, number, at, what, words, details) VALUES ('i', ?, 1.5, 'looked', ?, '{}')",
        number,
        words,
      )
    old.close()

    const { storage } = openTestStorage({ folder, clock })
    const intent = valueOf(storage.orders.find(profile.id, 'i'))
    const rewritten = [
      intent?.act,
      intent?.evidence?.text,
      ...(intent?.items[0]?.mismatch ?? []),
      ...(intent?.timeline ?? []).map((step) => step.text),
    ].map((one) => one ?? '')
    expect(rewritten.map(textOf)).toEqual([
      ...[
        confirmed.act,
        course.evidence.text,
        ...answer.mismatch,
        'Recorded.',
        'You decided: Buy 0.01 BTC_USDT.',
      ],
      // What only looks like a message was not one then.
      '{"key":"orders.step.recorded"}',
    ])
    expect(withHidden('amounts', () => rewritten.map(textOf))).toEqual([
      ...['•••••', '•••••', '•••••', 'Recorded.', '•••••'],
      '{"key":"orders.step.recorded"}',
    ])
    if (intent === null) throw new Error('no order')
    const added = messageOf('orders.step.resolved', {
      as: 'filled',
      what: messageOf('orders.act.buy-at-market', { amount: '0.01', market: 'BTC_USDT' }),
    })
    const step = { at: 2, what: 'resolved', text: added, details: {} } as const
    valueOf(storage.orders.save({ ...intent, timeline: [...intent.timeline, step] }))
    const last = valueOf(storage.orders.find(profile.id, 'i'))?.timeline.at(-1)
    expect(last).toEqual(step)
    expect(withHidden('amounts', () => textOf(last?.text ?? ''))).toBe(
      'You decided: carried out. Buy ••••• BTC_USDT at market',
    )
    storage.close()
  })

  it('ORD-8 allow cancellations and closings without a client order id, and keep every other unique', () => {
    const folder = folderOfVersion(12)
    const { database: path } = databaseFiles(folder)
    const old = openDatabase(path)
    old.script('PRAGMA foreign_keys = ON')
    const addIntent = (database: Database, id: string, kind: string): void =>
      void database.run(
        "INSERT INTO intent (id, profile_id, created_at, kind, state, blocks, content, course) VALUES (?, ?, 1, ?, 'acknowledged', 0, '{}', '{}')",
        id,
        profile.id,
        kind,
      )
    const addItem = (
      database: Database,
      intent: string,
      number: number,
      clientOrderId: string | null,
    ): void =>
      void database.run(
        `INSERT INTO intent_item (intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer)
         VALUES (?, ?, ?, 'BTC_USDT', '0.01', 'USDT', '600.5', '{"a":1}', 'placed', '{"b":2}')`,
        intent,
        number,
        clientOrderId,
      )
    addIntent(old, 'i', 'bulk')
    for (const [number, id] of ['a', 'b'].entries()) {
      old.run('INSERT INTO client_order_id (id, reserved_at) VALUES (?, 1)', id)
      addItem(old, 'i', number, id)
    }
    expect(() => addItem(old, 'i', 2, null)).toThrow()
    const names = [
      'intent_id',
      'client_order_id',
      'market',
      'amount',
      'quote',
      'notional',
      'content',
      'state',
      'answer',
    ].map((name) => text(name))
    const rowsOf = (database: Database): unknown =>
      database.all(`SELECT ${names.join(', ')}, number FROM intent_item ORDER BY number`)
    const rows = rowsOf(old)
    old.close()

    openTestStorage({ folder, clock }).storage.close()
    const now = openDatabase(path)
    now.script('PRAGMA foreign_keys = ON')
    expect(rowsOf(now)).toEqual(rows)
    expect(now.all('SELECT * FROM pragma_foreign_key_check')).toEqual([])
    addIntent(now, 'c', 'cancel')
    for (const number of [0, 1, 2]) addItem(now, 'c', number, null)
    expect(() => addItem(now, 'c', 3, 'a'), 'used before').toThrow()
    expect(() => addItem(now, 'c', 3, 'never reserved')).toThrow()
    now.run('DELETE FROM intent')
    expect(now.first('SELECT count(*) AS n FROM intent_item')).toEqual({ n: 0 })
    now.close()
  })

  it('keep every sample of a loan when other kinds of series are added, and remove them with their account', () => {
    const folder = folderOfVersion(19)
    const { database: path } = databaseFiles(folder)
    const old = openDatabase(path)
    old.script('PRAGMA foreign_keys = ON')
    old.run(
      "INSERT INTO sample_series (id, profile_id, kind, asset) VALUES (7, ?, 'loan', 'BTC')",
      profile.id,
    )
    for (let n = 0; n < 500; n += 1)
      old.run(
        'INSERT INTO loan_sample VALUES (?, ?, ?, ?, ?, ?, ?)',
        n % 2 === 0 ? 2 : 7,
        startOfTest + 15.25 + n,
        `-0.00000000000000000${n}`,
        `25.${n}`,
        '60',
        '75.0',
        '85.10',
      )
    const columns = [
      'amount',
      'current_ltv',
      'initial_ltv',
      'margin_call_ltv',
      'liquidation_ltv',
    ].map((name) => text(name))
    const rowsOf = (database: Database): unknown =>
      database.all(
        `SELECT series, at, ${columns.join(', ')}, ${text('asset')} FROM loan_sample JOIN sample_series ON id = series ORDER BY series, at`,
      )
    const rows = rowsOf(old)
    expect(rows).toHaveLength(501)
    old.close()

    const { storage } = openTestStorage({ folder, clock })
    const window = { from: 0, to: startOfTest * 2 }
    expect(valueOf(storage.samples.loans(profile.id, window))).toHaveLength(501)
    storage.samples.addMarginLevel(profile.id, startOfTest, '150')
    expect(valueOf(storage.samples.marginLevels(profile.id, window))).toHaveLength(1)
    storage.close()
    const now = openDatabase(path)
    now.script('PRAGMA foreign_keys = ON')
    expect(rowsOf(now)).toEqual(rows)
    expect(now.all('SELECT * FROM pragma_foreign_key_check')).toEqual([])
    now.run('DELETE FROM profile')
    for (const table of ['sample_series', 'loan_sample', 'margin_sample'])
      expect(now.first(`SELECT count(*) AS n FROM ${table}`)).toEqual({ n: 0 })
    now.close()
  })

  it('leave the database as it was if one fails, and say so', () => {
    const folder = folderOfVersion(2)
    const files = databaseFiles(folder)
    // Something exists where the next version wants to create its table.
    const database = openDatabase(files.database)
    database.script('CREATE TABLE balance_sample (x INTEGER) STRICT')
    const before = schemaOf(database)
    database.close()
    expect(refusalOf({ folder, clock })).toMatchObject({
      code: 'store-trouble',
      reason: 'UPGRADE_FAILED',
    })
    const after = openDatabase(files.database)
    expect(versionOf(after)).toBe(2)
    expect(schemaOf(after)).toEqual(before)
    after.close()
  })

  it('DAT-4 refuse a database of a newer Plimsoll with a message, and leave it unchanged', () => {
    const folder = temporaryFolder()
    const { storage } = valueOf(openStorage({ folder, clock }))
    valueOf(storage.profiles.add(profile))
    storage.close()
    const files = databaseFiles(folder)
    const newer = openDatabase(files.database)
    newer.script(
      `CREATE TABLE of_tomorrow (x INTEGER) STRICT; PRAGMA user_version = ${newestVersion + 1}`,
    )
    newer.close()
    const before = filesIn(folder)

    const problem = refusalOf({ folder, clock })
    expect(problem).toMatchObject({ code: 'store-trouble', reason: 'NEWER_DATA' })
    expect(englishOf(problem.message)).toContain('newer Plimsoll')
    expect(filesIn(folder)).toEqual(before)
    const untouched = openDatabase(files.database)
    expect(versionOf(untouched)).toBe(newestVersion + 1)
    expect(untouched.first('SELECT count(*) AS n FROM profile')).toEqual({ n: 1 })
    untouched.close()
  })
})
