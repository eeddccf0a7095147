import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createEarnings } from '../../../src/main/investments/flex-earnings.js'
import { openHistoryDatabase } from '../../../src/main/investments/history-database.js'
import {
  type CurrencyEarnings,
  everything,
  type EarningsQuery,
  type FlexEarnings,
} from '../../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../../src/shared/investments/investment.js'
import { englishOf, readLanguageFrom, textOf } from '../../../src/shared/messages/messages.js'
import {
  aFlexRecord,
  fitsFilter,
  flexFilter,
  flexRecord,
  flexRecords,
  oracleSum,
} from '../../support/flex-records.js'
import { valueOf } from '../../support/test-storage.js'
import { worded } from '../../support/worded.js'

const day = 86_400
const midnight = 1_700_006_400
const nextTurn = (): Promise<void> => Promise.resolve()
const profileId = 'p1'

function setup(records: readonly FlexRecord[]) {
  const { flex } = openHistoryDatabase({ folder: null })
  valueOf(flex.savePage(profileId, records, () => null))
  const earnings = createEarnings({ profileId, history: flex, nextTurn })
  return {
    flex,
    read: async (query: EarningsQuery): Promise<FlexEarnings> =>
      valueOf(await earnings.read(query)),
  }
}

function noteOf(earnings: CurrencyEarnings | undefined): string {
  return englishOf(earnings?.apyNote ?? '')
}

afterEach(() => readLanguageFrom(() => 'en'))

const byDay: EarningsQuery = { filter: everything, per: 'day', utc: true }

/** The same, by definition. */
function oracle(records: readonly FlexRecord[], { filter, per }: EarningsQuery) {
  const earnings = records.filter((record) => record.actionType === 4 && fitsFilter(record, filter))
  const startOf = ({ createdAt }: FlexRecord): number => {
    const date = new Date(Number(createdAt) * 1000)
    return (
      Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), per === 'day' ? date.getUTCDate() : 1) /
      1000
    )
  }
  const sums = (key: (record: FlexRecord) => string | number, currency: string) => {
    const groups = new Map<string | number, string[]>()
    for (const record of earnings)
      if (record.currency === currency)
        groups.set(key(record), [...(groups.get(key(record)) ?? []), record.amount])
    return new Map(
      [...groups].map(([name, amounts]) => [
        name,
        { sum: oracleSum(amounts), records: amounts.length },
      ]),
    )
  }
  return [...new Set(earnings.map(({ currency }) => currency))].map((currency) => ({
    currency,
    total: oracleSum(
      earnings.filter((record) => record.currency === currency).map(({ amount }) => amount),
    ),
    periods: sums(startOf, currency),
    plans: sums(({ planId }) => planId, currency),
  }))
}

function holdsTo(
  earnings: FlexEarnings,
  records: readonly FlexRecord[],
  query: EarningsQuery,
): void {
  const expected = oracle(records, query)
  expect(earnings.currencies.map(({ currency }) => currency).sort()).toEqual(
    expected.map(({ currency }) => currency).sort(),
  )
  for (const { currency, total, periods, plans } of expected) {
    const one = earnings.currencies.find((other) => other.currency === currency)
    if (one === undefined) throw new Error('a currency is missing')
    expect(one.total).toBe(total)
    expect(
      Object.fromEntries(
        one.plans.map(({ planId, earned, records: count }) => [
          planId,
          { sum: earned, records: count },
        ]),
      ),
    ).toEqual(Object.fromEntries(plans))
    expect(
      one.periods
        .filter(({ start }) => periods.has(start))
        .map(({ start, earned }) => [start, earned]),
    ).toEqual(
      [...periods]
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([start, { sum }]) => [start, sum]),
    )
    expect(
      one.periods.filter(({ start }) => !periods.has(start)).every(({ earned }) => earned === '0'),
    ).toBe(true)
    expect(one.periods.at(-1)?.runningTotal).toBe(total)
    for (const [index, { start }] of one.periods.entries())
      expect(start).toBeGreaterThan(one.periods[index - 1]?.start ?? -1)
  }
}

/** A transaction that the exchange corrected. */
function correctionOf({ transactionId }: FlexRecord): fc.Arbitrary<FlexRecord> {
  return flexRecord().map((record) => ({ ...record, transactionId }))
}

function byCurrency({ currencies }: FlexEarnings): CurrencyEarnings[] {
  return [...currencies].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

describe('earnings', () => {
  it('are exact sums per period, plan and currency, for any filter, and stay so while records arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        flexRecords({ maxLength: 150 }),
        flexFilter(),
        fc.constantFrom('day' as const, 'month' as const),
        fc.nat(150),
        async (records, filter, per, cut) => {
          const query = { filter, per, utc: true }
          const { flex, read } = setup(records.slice(0, cut))
          holdsTo(await read(query), records.slice(0, cut), query)
          valueOf(flex.savePage(profileId, records.slice(cut), () => null))
          holdsTo(await read(query), records, query)
        },
      ),
    )
  })

  it('stay exact while records are corrected, arrive in between, and are read again from the beginning', async () => {
    const versions = flexRecords({ minLength: 4, maxLength: 120 }).chain((records) =>
      fc.subarray(records).chain((some) =>
        fc.record({
          records: fc.constant(records),
          corrected: fc.tuple(...some.map(correctionOf)),
        }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(versions, flexFilter(), fc.nat(120), async (drawn, filter, cut) => {
        const { records, corrected } = drawn
        const query: EarningsQuery = { filter, per: 'day', utc: true }
        const ids = new Set(corrected.map(({ transactionId }) => transactionId))
        const arrived = records.slice(0, cut)
        const { flex, read } = setup(arrived)
        holdsTo(await read(query), arrived, query)
        valueOf(flex.savePage(profileId, corrected, () => null))
        const now = [
          ...arrived.filter(({ transactionId }) => !ids.has(transactionId)),
          ...corrected,
        ]
        holdsTo(await read(query), now, query)
        const fresh = records.slice(cut).filter(({ transactionId }) => !ids.has(transactionId))
        valueOf(flex.savePage(profileId, fresh, () => null))
        const final = await read(query)
        holdsTo(final, [...now, ...fresh], query)
        valueOf(flex.forget(profileId))
        expect((await read(query)).currencies).toEqual([])
        valueOf(flex.savePage(profileId, [...fresh, ...now], () => null))
        expect(byCurrency(await read(query))).toEqual(byCurrency(final))
      }),
    )
  })

  it('are summed again if one of their records has changed', async () => {
    const { flex, read } = setup([
      aFlexRecord({ transactionId: 'a', amount: '1' }),
      aFlexRecord({ transactionId: 'b', amount: '2' }),
    ])
    expect((await read(byDay)).currencies[0]?.total).toBe('3')
    valueOf(
      flex.savePage(profileId, [aFlexRecord({ transactionId: 'a', amount: '10' })], () => null),
    )
    expect((await read(byDay)).currencies[0]?.total).toBe('12')
  })

  it('are neither summed again nor delayed by a changed record of another profile', async () => {
    const { flex } = openHistoryDatabase({ folder: null })
    const slices: [number, number][] = []
    const history = {
      ...flex,
      slice: (...query: Parameters<typeof flex.slice>) => {
        slices.push([query[2], query[3]])
        return flex.slice(...query)
      },
    }
    let turn = 0
    const theirs = (): void =>
      void valueOf(
        flex.savePage(
          'p2',
          [aFlexRecord({ transactionId: 'a', amount: `${(turn += 1)}` })],
          () => null,
        ),
      )
    const earnings = createEarnings({
      profileId,
      history,
      // Between any two slices, a record of the other profile changes.
      nextTurn: () => Promise.resolve(theirs()),
    })
    const records = Array.from({ length: 2500 }, (_, index) =>
      aFlexRecord({ transactionId: `tx_${index}`, amount: '1' }),
    )
    valueOf(flex.savePage(profileId, records, () => null))
    theirs()
    const first = valueOf(await earnings.read(byDay))
    expect([first.currencies[0]?.total, first.version]).toEqual(['2500', flex.version(profileId)])
    expect(slices).toEqual([
      [0, 1000],
      [1000, 2000],
      [2000, 2501],
    ])
    expect(valueOf(await earnings.read(byDay))).toEqual(first)
    expect(slices).toHaveLength(3)
  })

  it('are summed again once dropped, even while they were being summed', async () => {
    const { flex } = openHistoryDatabase({ folder: null })
    let slices = 0
    const history = {
      ...flex,
      slice: (...query: Parameters<typeof flex.slice>) => {
        slices += 1
        return flex.slice(...query)
      },
    }
    valueOf(
      flex.savePage(profileId, [aFlexRecord({ transactionId: 'a', amount: '1' })], () => null),
    )
    const { read, dropCache } = createEarnings({ profileId, history, nextTurn })
    const slicesRead = async (): Promise<number> => {
      const before = slices
      expect(valueOf(await read(byDay)).currencies[0]?.total).toBe('1')
      return slices - before
    }
    expect([await slicesRead(), await slicesRead()]).toEqual([1, 0])
    dropCache()
    const underWay = slicesRead()
    dropCache()
    expect([await underWay, await slicesRead(), await slicesRead()]).toEqual([1, 1, 0])
  })

  it('grow with every record, even after another profile with newer ones was deleted', async () => {
    const { flex, read } = setup([aFlexRecord({ transactionId: 'a', amount: '1' })])
    valueOf(
      flex.savePage(
        'p2',
        [aFlexRecord({ transactionId: 'of another' }), aFlexRecord({ transactionId: 'another' })],
        () => null,
      ),
    )
    valueOf(flex.forget('p2'))
    expect((await read(byDay)).currencies[0]?.total).toBe('1')
    while (valueOf(flex.removeDeleted()));
    const last = valueOf(flex.lastNo())
    valueOf(
      flex.savePage(profileId, [aFlexRecord({ transactionId: 'b', amount: '2' })], () => null),
    )
    expect((await read(byDay)).currencies[0]).toMatchObject({ total: '3', records: 2 })
    expect(valueOf(flex.lastNo())).toBeGreaterThan(last)
  })

  it('show days in between without earnings as zero', async () => {
    const { read } = setup(
      [0, 1, 4].map((days) =>
        aFlexRecord({
          transactionId: `tx_${days}`,
          createdAt: String(midnight + days * day),
          amount: '0.1',
        }),
      ),
    )
    const [usdt] = (await read(byDay)).currencies
    expect(
      usdt?.periods.map(({ start, earned, runningTotal }) => [
        (start - midnight) / day,
        earned,
        runningTotal,
      ]),
    ).toEqual([
      [0, '0.1', '0.1'],
      [1, '0.1', '0.2'],
      [2, '0', '0.2'],
      [3, '0', '0.2'],
      [4, '0.1', '0.3'],
    ])
  })

  it('do not fill a hundred thousand years between two records', async () => {
    const { read } = setup([
      aFlexRecord({ transactionId: 'a', createdAt: '0' }),
      aFlexRecord({ transactionId: 'b', createdAt: '99999999999999' }),
    ])
    expect((await read(byDay)).currencies[0]?.periods).toHaveLength(2)
  })

  it('are empty if the filter leaves no daily earnings', async () => {
    const { read } = setup([aFlexRecord()])
    expect(
      (await read({ ...byDay, filter: { ...everything, actionTypes: [1] } })).currencies,
    ).toEqual([])
  })

  it('are calculated once if requested twice at once', async () => {
    const { read } = setup([aFlexRecord()])
    const [one, other] = await Promise.all([read(byDay), read(byDay)])
    expect(one).toBe(other)
  })
})

describe('the yield', () => {
  const opened = (investmentId: string, amount: string, days = 0): FlexRecord[] =>
    [6, 1].map((actionType) =>
      aFlexRecord({
        transactionId: `${investmentId} ${actionType}`,
        investmentId,
        amount,
        actionType,
        createdAt: String(midnight + days * day),
      }),
    )
  const record = (
    investmentId: string,
    actionType: number,
    amount: string,
    days: number,
  ): FlexRecord =>
    aFlexRecord({
      transactionId: `${investmentId} ${actionType} ${days}`,
      investmentId,
      amount,
      actionType,
      createdAt: String(midnight + days * day),
    })

  it('is earnings relative to the investment, over a year', async () => {
    const { read } = setup([...opened('a', '1000'), record('a', 4, '120', 365)])
    const [usdt] = (await read(byDay)).currencies
    expect(usdt?.apy).toBe('12')
    expect(noteOf(usdt)).toContain('not compounded: earned against what was invested')
  })

  it('weights every amount by its time', async () => {
    // 1000 for 100 days, then 500 for 100 days: 150,000 unit-days. Earned 15: 15 × 365 ÷ 150,000.
    const { read } = setup([
      ...opened('a', '1000'),
      record('a', 3, '500', 100),
      record('a', 4, '15', 200),
    ])
    expect((await read(byDay)).currencies[0]?.apy).toBe('3.65')
  })

  it('counts reinvestments as invested, and nothing after the closing', async () => {
    const { read } = setup([
      ...opened('a', '1000'),
      record('a', 4, '100', 100),
      record('a', 2, '100', 100),
      record('a', 5, '1100', 200),
      ...opened('b', '1', 200),
      record('b', 4, '0', 400),
    ])
    // 1000 × 100 + 1100 × 100 + 1 × 200 unit-days.
    expect((await read(byDay)).currencies[0]?.apy).toBe('17.3644')
  })

  it('leaves out investments whose opening is missing, and says so', async () => {
    const { read } = setup([
      ...opened('a', '1000'),
      record('a', 4, '120', 365),
      record('old', 4, '9999', 300),
    ])
    const [usdt] = (await read(byDay)).currencies
    expect(usdt?.apy).toBe('12')
    expect(noteOf(usdt)).toContain('1 investment is left out')
  })

  it.each([
    [
      'no opening at all',
      [record('a', 4, '1', 5), record('a', 4, '1', 9)],
      'What was invested is not known',
    ],
    [
      'more taken out than put in',
      [...opened('a', '10'), record('a', 3, '50', 3), record('a', 4, '1', 9)],
      'What was invested is not known',
    ],
    [
      'less than a day',
      [
        ...opened('a', '10'),
        aFlexRecord({ transactionId: 'e', investmentId: 'a', createdAt: String(midnight + 60) }),
      ],
      'less than a day',
    ],
  ])('is not given with %s', async (_, records, words) => {
    const [usdt] = (await setup(records).read(byDay)).currencies
    expect(usdt?.apy).toBeNull()
    expect(noteOf(usdt)).toContain(words)
  })

  it('leaves out an investment with money left after its closing, and says so', async () => {
    const { read } = setup([
      ...opened('a', '1000'),
      record('a', 4, '100', 100),
      record('a', 5, '600', 200),
      ...opened('b', '1000'),
      record('b', 4, '120', 365),
    ])
    const [usdt] = (await read(byDay)).currencies
    expect([usdt?.total, usdt?.apy]).toEqual(['220', '12'])
    expect(noteOf(usdt)).toContain(
      '1 investment is left out, because its closing paid back less than the records show was in it.',
    )
    expect(noteOf(usdt)).not.toContain('do not show what was in')
    const alone = (
      await setup([
        ...opened('a', '1000'),
        record('a', 4, '100', 100),
        record('a', 5, '600', 200),
      ]).read(byDay)
    ).currencies[0]
    expect(worded([alone?.apy, alone?.apyNote])).toEqual([
      null,
      'What was invested is not known. 1 investment is left out, because its closing paid back less than the records show was in it.',
    ])
  })

  it('has nothing invested after a closing that paid back everything, with or without a withdrawal of the same amount beside it', async () => {
    // 200 for 100 days, and again 1 for 300.
    const later = [...opened('b', '1', 100), record('b', 4, '0', 400)]
    const both = [
      ...opened('a', '200'),
      record('a', 4, '2', 50),
      record('a', 3, '100', 100),
      record('a', 5, '100', 100),
    ]
    const once = [
      ...opened('a', '200'),
      record('a', 4, '2', 50),
      record('a', 3, '200', 100),
      record('a', 5, '200', 100),
    ]
    const yields = await Promise.all(
      [both, once].map(
        async (records) => (await setup([...records, ...later]).read(byDay)).currencies[0],
      ),
    )
    // 2 × 365 × 100 ÷ (200 × 100 + 1 × 300).
    expect(yields.map((one) => one?.apy)).toEqual(['3.596', '3.596'])
    for (const one of yields) expect(noteOf(one)).not.toContain('left out')
  })

  it('says that records of an unknown kind are assumed to move nothing', async () => {
    const { read } = setup([
      ...opened('a', '1000'),
      record('a', 9, '500', 10),
      record('a', -2, '7', 11),
      record('a', 4, '120', 365),
    ])
    const [usdt] = (await read(byDay)).currencies
    expect(usdt?.apy).toBe('12')
    expect(noteOf(usdt)).toContain(
      '2 records are of a kind this version does not know, and are taken to have moved nothing.',
    )
    const plain = await setup([...opened('a', '1000'), record('a', 4, '120', 365)]).read(byDay)
    expect(noteOf(plain.currencies[0])).not.toContain('does not know')
  })

  it('UX-64 describes all that in the current language, and omits what does not occur', async () => {
    const old = [1, 2, 3].map((number) => record(`old ${number}`, 4, '9999', 300))
    const { read } = setup([
      ...opened('a', '1000'),
      record('a', 9, '500', 10),
      record('a', 4, '120', 365),
      ...old,
    ])
    const [usdt] = (await read(byDay)).currencies
    readLanguageFrom(() => 'uk')
    expect(textOf(usdt?.apyNote ?? '')).toBe(
      'Річна ставка без капіталізації: дохід відносно інвестованого, день за днем. Реінвестований дохід вважається інвестованим. Пропущено 3 інвестиції, бо записи не показують, скільки в них було. 1 запис належить до виду, якого ця версія не знає; вважаємо, що він нічого не перемістив.',
    )
  })

  it('includes what was invested before the requested time', async () => {
    const { read } = setup([
      ...opened('a', '1000'),
      record('a', 4, '50', 100),
      record('a', 4, '10', 300),
    ])
    const from = midnight + 200 * day
    const [usdt] = (await read({ ...byDay, filter: { ...everything, from } })).currencies
    // 10 earned by 1000 in 100 days.
    expect([usdt?.total, usdt?.apy]).toEqual(['10', '3.65'])
  })
})
