// A reset of the databases on disk: what is deleted, what stays, and what a crash between any two
// steps leaves.
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAccountReset } from '../../../src/main/accounts/account-reset.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { openDatabase, text, textOf } from '../../../src/main/database/database.js'
import { openHistoryDatabase } from '../../../src/main/investments/history-database.js'
import { everything } from '../../../src/shared/investments/flex-history.js'
import { ok } from '../../../src/shared/result.js'
import { aFlexRecord } from '../../support/flex-records.js'
import { anIntent } from '../../support/order-intents.js'
import {
  aLoan,
  aProfile,
  createTestClock,
  openTestStorage,
  startOfTest,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'

const mine = aProfile()
const other = aProfile({ id: 'other', name: 'Other', keyHint: 'othe…rkey' })
const elsewhere = aProfile({
  id: 'elsewhere',
  name: 'Elsewhere',
  baseUrl: 'https://elsewhere.example',
})
const profiles = [mine, other, elsewhere]
const { clock } = createTestClock()

function open(folder: string) {
  const { storage } = openTestStorage({ folder, clock })
  const history = openHistoryDatabase({ folder })
  let closed = false
  const close = (): void => {
    if (!closed) history.close()
    closed = true
  }
  onTestFinished(close)
  return {
    storage,
    flex: history.flex,
    close: () => {
      close()
      storage.close()
    },
  }
}

type Opened = ReturnType<typeof open>

const states = {
  ladder: { loan: 'USDT' },
  positions: {},
  blindness: { open: [] },
  payouts: { seen: [] },
  prices: {},
  notices: {},
}

function fill({ storage, flex }: Opened): void {
  for (const profile of profiles) {
    const { id } = profile
    valueOf(storage.profiles.add(profile))
    storage.snapshots.remember(id, 'balance', [{ asset: 'BTC', amount: '1' }], startOfTest)
    storage.samples.addLoan(id, startOfTest, aLoan())
    storage.samples.addMarginLevel(id, startOfTest, '150')
    valueOf(
      storage.worth.add(id, 'USDT', { at: startOfTest, total: '1', unpriced: 0, counted: 'main' }),
    )
    valueOf(
      storage.capabilities.save(
        profile,
        [['/api/v4/orders', { state: 'works', code: null, said: '', at: startOfTest }]],
        startOfTest,
      ),
    )
    valueOf(storage.alerts.save(id, [], states))
    valueOf(
      storage.mining.save(id, {
        name: 'pool',
        addedAt: 1,
        destination: null,
        asOf: null,
        keyHint: null,
        change: null,
      }),
    )
    valueOf(storage.orders.add(anIntent({ profileId: id, state: 'unknown', blocks: true }), []))
    valueOf(
      flex.savePage(id, [aFlexRecord({ transactionId: `tx-${id}` })], () => ({ paused: true })),
    )
  }
  for (const { baseUrl } of [mine, elsewhere])
    valueOf(storage.markets.remember(baseUrl, [], startOfTest))
  storage.nonces.raise('key', '1749988800000')
}

/** A folder with three accounts, two of them at one exchange. */
function filledFolder(): string {
  const folder = temporaryFolder()
  const all = open(folder)
  fill(all)
  all.close()
  return folder
}

type TableRows = Record<string, string[]>

/** Every row of every table, by the table's name. */
function rowsIn(folder: string): TableRows {
  const database = openDatabase(databaseFiles(folder).database)
  const named = database.all(
    `SELECT ${text('name')} FROM sqlite_schema WHERE type = 'table' AND sqlite_schema.name NOT LIKE 'sqlite%'`,
  )
  const tables = named.map((row) => textOf(row, 'name')).sort()
  const rows = Object.fromEntries(
    tables.map((table) => {
      const columns = database
        .all(`SELECT ${text('name')} FROM pragma_table_info('${table}')`)
        .map((row) => textOf(row, 'name'))
      const joined = columns.map((column) => `quote(${column})`).join(" || ' ' || ")
      return [
        table,
        database
          .all(`SELECT ${text(joined, 'line')} FROM ${table}`)
          .map((row) => textOf(row, 'line'))
          .sort(),
      ]
    }),
  )
  database.close()
  return rows
}

function recordsOf({ flex }: Opened, id: string): number {
  return valueOf(flex.rows(id, everything, 0, 10)).total
}

/** `lastStep`: the step after which the process ends; null if it does not. */
function resetOf({ storage, flex }: Opened, lastStep: 'begin' | 'history' | null = null) {
  const crash = new Error('the process ended here')
  return createAccountReset({
    resets: {
      ...storage.resets,
      begin: (id) => {
        const begun = storage.resets.begin(id)
        if (lastStep === 'begin') throw crash
        return begun
      },
    },
    forgetHistory: (id) => {
      const forgotten = flex.forget(id)
      if (lastStep === 'history') throw crash
      return forgotten
    },
    find: (id) => profiles.find((profile) => profile.id === id) ?? null,
    ordersInFlight: () => 0,
    ask: () => Promise.resolve(ok(null)),
    whileClosed: (_id, act) => Promise.resolve().then(act),
    notify: () => undefined,
  })
}

/** Deleted for the account that is reset. Parts of `watch_state` that cannot be read again stay. */
const cached = ['snapshot', 'sample_series', 'worth_sample', 'endpoint_finding']
/** The same; their rows do not say whose they are. */
const samples = ['loan_sample', 'margin_sample']

function expectReset(before: TableRows, after: TableRows, { id }: { id: string }): void {
  for (const [table, rows] of Object.entries(before)) {
    if (samples.includes(table)) expect(after[table]).toHaveLength(rows.length - 1)
    else if (cached.includes(table))
      expect(after[table]).toEqual(rows.filter((row) => !row.includes(`'${id}'`)))
    else if (table === 'watch_state') {
      const gone = rows.filter(
        (row) => row.includes(`'${id}'`) && /'(ladder|positions|blindness)'/.test(row),
      )
      expect(gone).toHaveLength(3)
      expect(after[table]).toEqual(rows.filter((row) => !gone.includes(row)))
    } else if (table !== 'market_list') expect([table, after[table]]).toEqual([table, rows])
  }
}

describe('a reset account', () => {
  it('loses what can be read again, in both databases, and nothing else of it or of any other account', async () => {
    const folder = filledFolder()
    const before = rowsIn(folder)
    const all = open(folder)
    expect(await resetOf(all).reset(mine.id)).toEqual(ok(null))
    expect(profiles.map(({ id }) => recordsOf(all, id))).toEqual([0, 1, 1])
    expect(valueOf(all.flex.kept(mine.id))).toMatchObject({ records: 0 })
    all.close()
    const after = rowsIn(folder)
    expectReset(before, after, mine)
    // The list of markets is also used by the other account there.
    expect(after['market_list']).toEqual(before['market_list'])
    expect(after['nonce']).toEqual(before['nonce'])
    expect([
      after['intent']?.length,
      after['client_order_id']?.length,
      after['key_use']?.length,
    ]).toEqual([3, 3, 3])
  })

  it('loses the list of markets if no other account is at its exchange', async () => {
    const folder = filledFolder()
    const all = open(folder)
    expect(await resetOf(all).reset(elsewhere.id)).toEqual(ok(null))
    expect(valueOf(all.storage.markets.last(elsewhere.baseUrl))).toBeNull()
    expect(valueOf(all.storage.markets.last(mine.baseUrl))).not.toBeNull()
  })

  it('does not get back what waited to be written', async () => {
    const folder = filledFolder()
    const all = open(folder)
    all.storage.snapshots.remember(
      mine.id,
      'balance',
      [{ asset: 'ETH', amount: '2' }],
      startOfTest + 1,
    )
    expect(await resetOf(all).reset(mine.id)).toEqual(ok(null))
    expect(valueOf(all.storage.snapshots.last(mine.id)).balance).toBeUndefined()
    all.storage.samples.addLoan(mine.id, startOfTest + 9, aLoan())
    expect(
      valueOf(all.storage.samples.loans(mine.id, { from: 0, to: startOfTest + 9 })),
    ).toHaveLength(1)
  })

  it.each(['begin', 'history'] as const)(
    'is finished once by the next start after a crash behind the step “%s”',
    async (step) => {
      const folder = filledFolder()
      const before = rowsIn(folder)
      const crashed = open(folder)
      await expect(resetOf(crashed, step).reset(mine.id)).rejects.toThrow('the process ended here')
      crashed.close()
      expect(rowsIn(folder)['profile']).not.toEqual(before['profile'])

      const next = open(folder)
      expect(valueOf(next.storage.resets.pending())).toEqual([mine.id])
      resetOf(next).finishPending()
      expect(valueOf(next.storage.resets.pending())).toEqual([])
      expect(profiles.map(({ id }) => recordsOf(next, id))).toEqual([0, 1, 1])
      next.close()
      const after = rowsIn(folder)
      expectReset(before, after, mine)

      const later = open(folder)
      resetOf(later).finishPending()
      later.close()
      expect(rowsIn(folder)).toEqual(after)
    },
  )

  it('is not started if the disk refuses to record it', async () => {
    const folder = filledFolder()
    const before = rowsIn(folder)
    const all = open(folder)
    all.storage.resets.begin = () => ({
      ok: false,
      error: { code: 'store-trouble', message: 'full' },
    })
    expect(await resetOf(all).reset(mine.id)).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(recordsOf(all, mine.id)).toBe(1)
    all.close()
    expect(rowsIn(folder)).toEqual(before)
  })
})
