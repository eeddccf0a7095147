// What a query on 100,000 records costs beside its bare SQL: the same statements, on the same file,
// prepared once, with nothing checked and nothing made of their rows.
import Libsql from 'libsql'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRow, spreadOf } from '../../tools/bench/rows.mjs'
import { everything, type FlexFilter } from '../../src/shared/investments/flex-history.js'
import { processorTimeOf, processorTimeWhile } from '../support/budget.js'
import { fiftyFilters } from '../support/flex-records.js'
import { flexProfile } from '../support/flex-harness.js'
import { openHeavyAccount, type HeavyAccount } from '../support/heavy-account.js'
import { valueOf } from '../support/test-storage.js'

const rounds = 9
const mostTimes = 1.3
const mostEarnings = 60
const rowsAtOnce = 200
/** Far ahead of every record: filters that differ in it find the same, and none is remembered. */
const farAhead = 200_000_000_000

let account: HeavyAccount
let bare: InstanceType<typeof Libsql>

beforeAll(async () => {
  account = await openHeavyAccount({ paceMs: 12, plans: null })
  await account.harness.until(({ sync }) => sync.state === 'up-to-date', 140)
  const file = pathToFileURL(join(account.folder, 'history.db')).href
  bare = new Libsql(process.platform === 'win32' ? file : `${file}?vfs=unix-excl`)
  // As much memory as Plimsoll's own connection has.
  bare.exec('PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY')
})
afterAll(() => {
  bare.close()
  account.close()
})

type Query = { filter: FlexFilter; where: string; values: (string | number)[] }

/** The statement's own conditions, with the numbers of the names it asks for looked up before. */
function queryOf(filter: FlexFilter): Query {
  const number = (kind: string, value: string): number => {
    const row = bare
      .prepare('SELECT no FROM flex_name WHERE kind = ? AND value = ?')
      .get([kind, value]) as { no: number } | undefined
    return row?.no ?? -1
  }
  const names = [
    ['plan', filter.planId],
    ['investment', filter.investmentId],
    ['currency', filter.currency],
  ] as const
  const conditions: [string, string | number][] = [
    ['profile = ?', 1],
    ...names.flatMap(([kind, value]): [string, number][] =>
      value === null ? [] : [[`${kind} = ?`, number(kind, value)]],
    ),
    ...(filter.from === null ? [] : [['at >= ?', filter.from] as [string, number]]),
    ['at <= ?', filter.to ?? farAhead],
    ...(filter.actionTypes.length === 0
      ? []
      : [
          ['action IN (SELECT value FROM json_each(?))', JSON.stringify(filter.actionTypes)] as [
            string,
            string,
          ],
        ]),
  ]
  const index = filter.investmentId === null ? 'flex_by_time' : 'flex_by_investment'
  return {
    filter,
    where: `INDEXED BY ${index} WHERE ${conditions.map(([text]) => text).join(' AND ')}`,
    values: conditions.map(([, value]) => value),
  }
}

it('RES-4 fifty filters cost little more than their bare SQL', () => {
  const { harness, truth } = account
  const queries = fiftyFilters(truth)
    .filter(({ transactionId }) => transactionId === null)
    .map(queryOf)
  const statements = queries.map(({ where, values }) => ({
    values,
    count: bare.prepare(`SELECT count(*) AS n FROM flex_record ${where}`),
    rows: bare.prepare(
      `SELECT no, transaction_id, created_at, plan, investment, currency, action, amount
       FROM flex_record WHERE no IN (SELECT no FROM flex_record ${where}
       ORDER BY at DESC, turn DESC, no DESC LIMIT ${rowsAtOnce}) ORDER BY at DESC, turn DESC, no DESC`,
    ),
  }))
  const throughBare = (): number => {
    let found = 0
    for (const { count, rows, values } of statements) {
      found += (count.get(values) as { n: number }).n
      rows.all(values)
    }
    return found
  }
  const throughPlimsoll = (round: number): number => {
    let found = 0
    for (const { filter } of queries) {
      const again = { ...filter, to: (filter.to ?? farAhead) + round / 1000 }
      found += valueOf(
        harness.investments.rows({ filter: again, from: 0, count: rowsAtOnce }),
      ).total
    }
    return found
  }
  expect(throughPlimsoll(0)).toBe(throughBare())
  const pairs = Array.from({ length: rounds }, (_, round) => {
    const direct = processorTimeOf(throughBare)
    return { direct, own: processorTimeOf(() => throughPlimsoll(round + 1)) }
  })
  const measured = spreadOf(pairs.map(({ own, direct }) => own / direct))
  console.info(JSON.stringify(measured))
  addRow({
    work: `${queries.length} filters of 100,000 records`,
    peer: `the bare SQL: ${spreadOf(pairs.map(({ direct }) => direct)).median.toFixed(0)} ms`,
    unit: '×',
    measured,
    target: mostTimes,
    bound: 'at most',
  })
})

it('three years of earnings: the first time, with one more record, and again', async () => {
  const { harness } = account
  const all = bare.prepare(
    'SELECT at, plan, investment, currency, action, amount FROM flex_record WHERE profile = 1',
  )
  const newest = account.truth.find(({ actionType }) => actionType === 4)
  if (newest === undefined) throw new Error('an earning expected')
  const pairs: { direct: number; first: number; grown: number; again: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const direct = processorTimeOf(() => all.all([]).length)
    // Another end, so that no sums are remembered.
    const filter = { ...everything, to: farAhead + round }
    const earnings = (): Promise<number> =>
      processorTimeWhile(async () =>
        valueOf(await harness.investments.earnings({ filter, per: 'day', utc: true })),
      )
    const first = await earnings()
    const record = { ...newest, transactionId: `one more ${round}` }
    valueOf(harness.history.flex.savePage(flexProfile, [record], () => null))
    pairs.push({ direct, first, grown: await earnings(), again: await earnings() })
  }
  console.info(JSON.stringify(pairs))
  const reading = spreadOf(pairs.map(({ direct }) => direct)).median.toFixed(0)
  const times = { first: 'the first time', grown: 'with one more record', again: 'again' }
  for (const time of ['first', 'grown', 'again'] as const) {
    const measured = spreadOf(pairs.map((one) => one[time]))
    addRow({
      work: `three years of earnings, 100,000 records, ${times[time]}`,
      peer: `reading them by the bare SQL: ${reading} ms`,
      unit: 'ms',
      measured,
      target: mostEarnings,
      bound: 'at most',
    })
  }
})
