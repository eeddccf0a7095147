// Reads three years of records over HTTP into a database on disk, and queries them. Long work is
// split, so that the event loop turns in between; `npm run bench` measures how long it is blocked,
// with all 100,000 records.
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { everything, type FlexFilter } from '../../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../../src/shared/investments/investment.js'
import { byId, fiftyFilters, fitsFilter, oracleSum } from '../../support/flex-records.js'
import { flexProfile, storedRecords, type FlexHarness } from '../../support/flex-harness.js'
import { openHeavyAccount, type HeavyAccount } from '../../support/heavy-account.js'
import { mostInOneTurn } from '../../support/loop-turns.js'
import { casesOf } from '../../support/seed.js'
import { valueOf } from '../../support/test-storage.js'

/** Plans of the heavy account: about 1,500 records each, over three years. */
const plans = casesOf({ gate: 12, scheduled: 66 })

let account: HeavyAccount
let folder: string
let harness: FlexHarness
let truth: FlexRecord[]

beforeAll(async () => {
  account = await openHeavyAccount({ paceMs: 12, plans })
  ;({ folder, harness, truth } = account)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => account.close())

/** The most records read from disk in one turn of the event loop. */
function readInOneTurn(): () => number {
  const { did, most } = mostInOneTurn()
  const { slice, older } = harness.history.flex
  vi.spyOn(harness.history.flex, 'slice').mockImplementation((profileId, filter, after, upTo) => {
    did(upTo - after)
    return slice(profileId, filter, after, upTo)
  })
  vi.spyOn(harness.history.flex, 'older').mockImplementation((profileId, filter, place) => {
    const page = older(profileId, filter, place)
    did(valueOf(page).records.length)
    return page
  })
  return most
}

describe('the heavy account', () => {
  it('DAT-10 is read completely', async () => {
    expect(truth.length).toBeGreaterThan(1500 * plans)
    if (plans === 66) expect(truth.length).toBeGreaterThanOrEqual(100_000)
    await harness.until(({ sync }) => sync.state === 'up-to-date', 140)
    expect(harness.investments.read().sync).toMatchObject({
      phase: 'later',
      records: truth.length,
      problem: null,
    })
    expect(byId(storedRecords(harness.history))).toEqual(byId(truth))
  })

  it('RES-4 answers fifty filters, at the first rows, the middle and the last', () => {
    expect(fiftyFilters(truth)).toHaveLength(50)
    const last = valueOf(harness.history.flex.lastNo())
    for (const filter of fiftyFilters(truth)) {
      const expected = truth.filter((record) => fitsFilter(record, filter)).length
      expect(valueOf(harness.history.flex.count('profile-1', filter, last))).toBe(expected)
      for (const from of [0, Math.floor(expected / 2), Math.max(0, expected - 200)]) {
        const { total, rows } = valueOf(harness.investments.rows({ filter, from, count: 200 }))
        expect([total, rows.length]).toEqual([expected, Math.min(200, expected - from)])
        expect(rows.every((record) => fitsFilter(record, filter))).toBe(true)
      }
    }
  })

  it('RES-5 sums three years of earnings exactly, and yields after every thousand records', async () => {
    const inOneTurn = readInOneTurn()
    const { currencies } = valueOf(
      await harness.investments.earnings({ filter: everything, per: 'day', utc: true }),
    )
    expect(inOneTurn()).toBeGreaterThan(0)
    expect(inOneTurn()).toBeLessThanOrEqual(1000)
    for (const currency of ['USDT', 'BTC', 'ETH']) {
      const earned = truth.filter(
        (record) => record.actionType === 4 && record.currency === currency,
      )
      const reported = currencies.find((one) => one.currency === currency)
      expect(reported).toMatchObject({
        total: oracleSum(earned.map(({ amount }) => amount)),
        records: earned.length,
      })
      expect(reported?.periods.length).toBeGreaterThan(1000)
    }
    // The yields of this account's plans, but for the part of a day that has paid nothing yet.
    const yields = { USDT: 12, BTC: 1.8, ETH: 2.6 }
    for (const [currency, yearly] of Object.entries(yields)) {
      const apy = currencies.find((one) => one.currency === currency)?.apy
      expect(Math.abs(Number(apy) / yearly - 1)).toBeLessThan(1 / 900)
    }
  })

  it('DAT-12 exports every matching row to a file that another program reads identically', async () => {
    const filter: FlexFilter = { ...everything, actionTypes: [2, 4] }
    const inOneTurn = readInOneTurn()
    const reported = harness.exports.length
    const started = valueOf(
      await harness.investments.exportAll({ filter, format: 'csv', bom: true }),
    )
    await harness.until(() => harness.exports.at(-1)?.state !== 'writing')
    const expected = truth.filter((record) => fitsFilter(record, filter))
    const steps = harness.exports
      .slice(reported)
      .flatMap(({ state, rows }) => (state === 'writing' ? [rows] : []))
    expect(steps).toEqual([
      ...Array.from({ length: Math.ceil(expected.length / 500) }, (_none, slice) => slice * 500),
      expected.length,
    ])
    // The storage thread reads them.
    expect(inOneTurn()).toBe(0)
    expect(harness.exports.at(-1)).toEqual({
      id: started?.id,
      profileId: flexProfile,
      state: 'done',
      rows: expected.length,
      total: expected.length,
      file: join(folder, 'export.csv'),
      problem: null,
    })
    const read: FlexRecord[] = []
    for await (const row of createReadStream(join(folder, 'export.csv')).pipe(
      parse({ columns: true, bom: true }),
    ) as AsyncIterable<Record<string, string>>) {
      read.push({
        transactionId: row['transaction_id'] ?? '',
        createdAt: row['created_at_unix'] ?? '',
        planId: row['plan_id'] ?? '',
        investmentId: row['investment_id'] ?? '',
        currency: row['currency'] ?? '',
        amount: row['amount'] ?? '',
        actionType: Number(row['action_type']),
      })
    }
    expect(byId(read)).toEqual(byId(expected))
  })

  it('leaves nothing behind of a cancelled export, and keeps the existing file', async () => {
    const before = await readFile(join(folder, 'export.csv'))
    const started = valueOf(
      await harness.investments.exportAll({ filter: everything, format: 'json', bom: false }),
    )
    expect(
      await harness.investments.exportAll({ filter: everything, format: 'csv', bom: false }),
    ).toMatchObject({
      ok: false,
      error: { code: 'busy' },
    })
    await harness.until(() => (harness.exports.at(-1)?.rows ?? 0) > 1000)
    harness.investments.cancelExport(started?.id ?? '')
    await harness.until(() => harness.exports.at(-1)?.state !== 'writing')
    expect(harness.exports.at(-1)).toMatchObject({
      id: started?.id,
      state: 'cancelled',
      total: truth.length,
    })
    expect((await readdir(folder)).filter((name) => name.includes('export'))).toEqual([
      'export.csv',
    ])
    expect((await readFile(join(folder, 'export.csv'))).equals(before)).toBe(true)
  })

  it('exports JSON that is one array of the same records', async () => {
    const filter: FlexFilter = { ...everything, currency: 'BTC', actionTypes: [1, 3, 5, 6] }
    valueOf(await harness.investments.exportAll({ filter, format: 'json', bom: false }))
    await harness.until(() => harness.exports.at(-1)?.state === 'done')
    const read = JSON.parse(await readFile(join(folder, 'export.csv'), 'utf8')) as FlexRecord[]
    expect(byId(read)).toEqual(byId(truth.filter((record) => fitsFilter(record, filter))))
  })
})
