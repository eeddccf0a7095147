// The stored history against a plain model, on a database in memory.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noLog } from '../../../src/main/database/database-fault.js'
import { inMemory, openDatabase } from '../../../src/main/database/database.js'
import { createFlexRepository } from '../../../src/main/investments/flex-repository.js'
import type { OlderRows } from '../../../src/main/investments/flex-tables.js'
import {
  historySchema,
  openHistoryDatabase,
} from '../../../src/main/investments/history-database.js'
import { everything, type FlexFilter } from '../../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../../src/shared/investments/investment.js'
import { openDamageableHistory } from '../../support/damaged-history.js'
import { aFlexRecord, fitsFilter, flexFilter, flexRecords } from '../../support/flex-records.js'
import { valueOf } from '../../support/test-storage.js'

const mine = 'p1'

function setup(records: readonly FlexRecord[] = [], profileId = mine) {
  const { flex } = openHistoryDatabase({ folder: null })
  valueOf(flex.savePage(profileId, records, () => ({ at: 'start' })))
  return flex
}

function ids(records: readonly FlexRecord[]): string[] {
  return records.map(({ transactionId }) => transactionId)
}

function isNewestFirst(records: readonly FlexRecord[]): boolean {
  return records.every(
    (record, index) =>
      index === 0 || Number(records[index - 1]?.createdAt) >= Number(record.createdAt),
  )
}

describe('the stored investment history', () => {
  it('returns every record exactly as received', () => {
    fc.assert(
      fc.property(flexRecords({ maxLength: 60 }), (records) => {
        const { rows, total } = valueOf(setup(records).rows(mine, everything, 0, 500))
        const byId = new Map(records.map((record) => [record.transactionId, record]))
        expect(total).toBe(records.length)
        expect(isNewestFirst(rows)).toBe(true)
        for (const row of rows) expect(row).toEqual(byId.get(row.transactionId))
      }),
    )
  })

  it('filters by each criterion, alone and together, page by page in one unbroken order', () => {
    fc.assert(
      fc.property(
        flexRecords({ maxLength: 120 }),
        fc.array(flexFilter(), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        (records, filters, size) => {
          const flex = setup(records)
          for (const filter of filters) {
            const expected = records.filter((record) => fitsFilter(record, filter))
            const pages: FlexRecord[] = []
            for (let from = 0; from === 0 || from < expected.length; from += size) {
              const page = valueOf(flex.rows(mine, filter, from, size))
              expect(page.total).toBe(expected.length)
              pages.push(...page.rows)
            }
            expect(ids(pages).sort()).toEqual(ids(expected).sort())
            expect(isNewestFirst(pages)).toBe(true)
            const last = valueOf(flex.lastNo())
            expect(valueOf(flex.count(mine, filter, last))).toBe(expected.length)
            expect(valueOf(flex.slice(mine, filter, 0, last))).toHaveLength(expected.length)
            const older: FlexRecord[] = []
            let below: Parameters<typeof flex.older>[2]['below'] = null
            do {
              const page: OlderRows = valueOf(
                flex.older(mine, filter, { below, upTo: last, count: size }),
              )
              older.push(...page.records)
              below = page.next
            } while (below !== null)
            expect(ids(older)).toEqual(ids(pages))
          }
        },
      ),
    )
  })

  it('finds one transaction by its id, and nothing by an unknown id', () => {
    const flex = setup([
      aFlexRecord({ transactionId: 'tx_a' }),
      aFlexRecord({ transactionId: 'tx_b' }),
    ])
    const find = (transactionId: string, more: Partial<FlexFilter> = {}) =>
      valueOf(flex.rows(mine, { ...everything, transactionId, ...more }, 0, 10)).total
    expect([
      find('tx_a'),
      find('tx_c'),
      find('tx_b', { actionTypes: [1] }),
      find('tx_b', { actionTypes: [1, 4] }),
    ]).toEqual([1, 0, 0, 1])
  })

  it('sorts actions of the same second in the order in which they happen', () => {
    const acts = [4, 5, 1, 6, 2, 3]
    const flex = setup(
      acts.map((actionType) => aFlexRecord({ transactionId: `tx_${actionType}`, actionType })),
    )
    expect(
      valueOf(flex.rows(mine, everything, 0, 10)).rows.map(({ actionType }) => actionType),
    ).toEqual([5, 3, 2, 4, 1, 6])
  })

  it('counts plans, investments, currencies and actions, most frequent first, also after changes', () => {
    fc.assert(
      fc.property(
        flexRecords({ maxLength: 60 }),
        flexRecords({ maxLength: 20 }),
        (records, others) => {
          const changed = others.flatMap((other, index) => {
            const target = records[index]
            return target === undefined ? [] : [{ ...other, transactionId: target.transactionId }]
          })
          const flex = setup(records)
          valueOf(flex.savePage(mine, changed, () => null))
          const now = new Map(
            [...records, ...changed].map((record) => [record.transactionId, record]),
          )
          const facets = valueOf(flex.facets(mine))
          const counted = (pick: (record: FlexRecord) => string | number) => {
            const counts = new Map<string, number>()
            for (const record of now.values())
              counts.set(String(pick(record)), (counts.get(String(pick(record))) ?? 0) + 1)
            return Object.fromEntries(counts)
          }
          const notified = (list: readonly { value: string | number; records: number }[]) =>
            Object.fromEntries(list.map((one) => [String(one.value), one.records]))
          expect(notified(facets.plans)).toEqual(counted(({ planId }) => planId))
          expect(notified(facets.investments)).toEqual(counted(({ investmentId }) => investmentId))
          expect(notified(facets.currencies)).toEqual(counted(({ currency }) => currency))
          expect(notified(facets.actionTypes)).toEqual(counted(({ actionType }) => actionType))
          const sizes = facets.plans.map(({ records: count }) => count)
          expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
        },
      ),
    )
  })

  it('DAT-10 counts what a page brought, keeps the newest content of an id, and stores the position with the rows', () => {
    const flex = setup([aFlexRecord({ transactionId: 'a' }), aFlexRecord({ transactionId: 'b' })])
    const before = { version: flex.version(mine), rewrites: flex.rewrites(mine) }
    const again = valueOf(
      flex.savePage(mine, [aFlexRecord({ transactionId: 'a' })], () => ({ at: 'same' })),
    )
    expect([again, flex.version(mine), flex.rewrites(mine)]).toEqual([
      { fresh: 0, changed: 0, records: 2 },
      before.version,
      before.rewrites,
    ])
    const more = valueOf(
      flex.savePage(
        mine,
        [aFlexRecord({ transactionId: 'b', amount: '7' }), aFlexRecord({ transactionId: 'c' })],
        (page) => ({
          at: 'third',
          page: { ...page },
        }),
      ),
    )
    expect(more).toEqual({ fresh: 1, changed: 1, records: 3 })
    expect(flex.version(mine)).toBeGreaterThan(before.version)
    expect(flex.rewrites(mine)).toBe(before.rewrites + 1)
    expect(valueOf(flex.kept(mine))).toMatchObject({
      records: 3,
      sync: { at: 'third', page: { fresh: 1, changed: 1, records: 3 } },
    })
    expect(
      valueOf(flex.rows(mine, everything, 0, 10)).rows.filter(({ amount }) => amount === '7'),
    ).toHaveLength(1)
  })

  it('stores neither rows nor position if the page cannot be stored completely', () => {
    const flex = setup([aFlexRecord({ transactionId: 'a' })])
    const bad = flex.savePage(
      mine,
      [
        aFlexRecord({ transactionId: 'b', planId: 'new' }),
        aFlexRecord({ transactionId: 'c', amount: '1e5' }),
      ],
      () => ({ at: 'bad' }),
    )
    expect(bad).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    expect(valueOf(flex.kept(mine))).toMatchObject({ records: 1, sync: { at: 'start' } })
    valueOf(
      flex.savePage(mine, [aFlexRecord({ transactionId: 'b', planId: 'new' })], () => ({
        at: 'good',
      })),
    )
    expect(
      valueOf(flex.facets(mine))
        .plans.map(({ value }) => value)
        .sort(),
    ).toContain('new')
    expect(valueOf(flex.rows(mine, { ...everything, planId: 'new' }, 0, 10)).total).toBe(1)
  })

  it('keeps profiles apart, and deletes one at once and permanently', () => {
    const records = Array.from({ length: 2500 }, (_, index) =>
      aFlexRecord({ transactionId: `tx_${index}` }),
    )
    const flex = setup(records)
    valueOf(flex.savePage('p2', [aFlexRecord({ transactionId: 'tx_1', amount: '5' })], () => null))
    valueOf(flex.forget(mine))
    expect(valueOf(flex.rows(mine, everything, 0, 10)).total).toBe(0)
    expect(valueOf(flex.kept(mine))).toEqual({ records: 0, backTo: null, newest: null, sync: null })
    let turns = 0
    while (valueOf(flex.removeDeleted())) turns += 1
    expect(turns).toBeGreaterThan(2)
    expect(valueOf(flex.rows('p2', everything, 0, 10)).rows).toMatchObject([{ amount: '5' }])
    valueOf(flex.keepOnly(['p3']))
    expect(valueOf(flex.rows('p2', everything, 0, 10)).total).toBe(0)
  })

  it('changes the version of the profile alone, and never gives two profiles the same version', () => {
    const flex = setup([aFlexRecord({ transactionId: 'a' })])
    valueOf(flex.savePage('p2', [aFlexRecord({ transactionId: 'a' })], () => null))
    const before = [flex.version(mine), flex.rewrites(mine)]
    const facets = valueOf(flex.facets(mine))
    valueOf(
      flex.savePage(
        'p2',
        [aFlexRecord({ transactionId: 'a', amount: '7' }), aFlexRecord({ transactionId: 'b' })],
        () => null,
      ),
    )
    valueOf(flex.forget('p3'))
    expect([flex.version(mine), flex.rewrites(mine)]).toEqual(before)
    expect(valueOf(flex.facets(mine))).toEqual(facets)
    expect(valueOf(flex.rows(mine, everything, 0, 10)).version).toBe(flex.version(mine))
    const theirs = [flex.version('p2'), flex.rewrites('p2')]
    valueOf(flex.savePage(mine, [aFlexRecord({ transactionId: 'a', amount: '9' })], () => null))
    expect([flex.version(mine) > (before[0] ?? 0), flex.rewrites(mine)]).toEqual([
      true,
      (before[1] ?? 0) + 1,
    ])
    valueOf(flex.forget(mine))
    expect(flex.rewrites(mine)).toBe((before[1] ?? 0) + 2)
    expect([flex.version('p2'), flex.rewrites('p2')]).toEqual(theirs)
    expect(new Set([mine, 'p2', 'p3'].map(flex.version)).size).toBe(3)
    valueOf(flex.keepOnly(['p2']))
    expect([flex.version('p2'), flex.rewrites('p2')]).toEqual(theirs)
    valueOf(flex.keepOnly([mine]))
    expect(flex.rewrites('p2')).toBe((theirs[1] ?? 0) + 1)
  })

  it('counts the matches of a filter once, whatever arrives for other profiles', () => {
    const { flex, statements } = openDamageableHistory()
    const filter = { ...everything, currency: 'USDT' }
    const countings = (): number => statements.filter((sql) => sql.includes('count(*)')).length
    const total = (): number => valueOf(flex.rows(mine, filter, 0, 10)).total
    valueOf(flex.savePage(mine, [aFlexRecord({ transactionId: 'a' })], () => null))
    expect([total(), total(), countings()]).toEqual([1, 1, 1])
    valueOf(flex.savePage('p2', [aFlexRecord({ transactionId: 'a' })], () => null))
    valueOf(flex.savePage('p2', [aFlexRecord({ transactionId: 'a', amount: '7' })], () => null))
    expect([total(), countings()]).toEqual([1, 1])
    valueOf(flex.savePage(mine, [aFlexRecord({ transactionId: 'b' })], () => null))
    expect([total(), countings()]).toEqual([2, 2])
  })

  it('gives every page its own time, in sequence', () => {
    const { flex } = openDamageableHistory()
    expect([1000, 1000, 1010, 1070, 9000, 9000].map(flex.reservePage)).toEqual([
      1000, 1025, 1050, 1075, 9000, 9025,
    ])
  })

  it('accepts ids and times as sent, however strange', () => {
    const strange = [
      aFlexRecord({
        transactionId: '',
        planId: '',
        investmentId: "'; DROP TABLE flex_record; --",
        currency: 'ü\u0000',
        createdAt: '-5',
      }),
      aFlexRecord({
        transactionId: '💶',
        createdAt: '99999999999999999999',
        actionType: -2,
        amount: '-0.000000000000000000000000000001',
      }),
    ]
    const flex = setup(strange)
    expect(valueOf(flex.rows(mine, everything, 0, 10)).rows).toEqual([strange[1], strange[0]])
    expect(valueOf(flex.kept(mine))).toMatchObject({ backTo: 0, newest: 253_402_300_799 })
  })
})

describe('DAT-4 damage to the investment history', () => {
  const setup = () => {
    const history = openDamageableHistory()
    const reported: string[] = []
    const ends = [mine, 'p2', 'p3'].map((profileId) => {
      valueOf(history.flex.savePage(profileId, [aFlexRecord()], () => null))
      return history.flex.onDamage(profileId, () => {
        reported.push(`${profileId} ${valueOf(history.flex.kept(profileId)).records}`)
      })
    })
    return { ...history, reported, ends }
  }

  it('reaches every other listener at once, with nothing kept; whoever meets it gets it in the answer', () => {
    const { flex, spoil, reported } = setup()
    const before = ['p2', 'p3'].map((profileId) => [
      flex.version(profileId),
      flex.rewrites(profileId),
    ])
    spoil()
    expect(flex.rows(mine, everything, 0, 10)).toMatchObject({
      ok: false,
      error: { code: 'store-trouble', reason: 'DAMAGED' },
    })
    expect(reported).toEqual(['p2 0', 'p3 0'])
    for (const [index, profileId] of ['p2', 'p3'].entries()) {
      const [version = 0, rewrites = 0] = before[index] ?? []
      expect(flex.version(profileId)).toBeGreaterThan(version)
      expect(flex.rewrites(profileId)).toBe(rewrites + 1)
    }
  })

  it.each<[string, (flex: ReturnType<typeof setup>['flex']) => unknown]>([
    ['removing what is gone', (flex) => flex.removeDeleted()],
    ['forgetting all but some', (flex) => flex.keepOnly([mine, 'p2', 'p3'])],
  ])('met while %s reaches every listener', (_, act) => {
    const { flex, spoil, reported } = setup()
    spoil()
    act(flex)
    expect(reported).toEqual([`${mine} 0`, 'p2 0', 'p3 0'])
  })

  it.each([
    "amount = x'31'",
    "amount = '1,5'",
    "amount = CAST(x'ff' AS TEXT)",
    "at = x'31'",
    "action = 'four'",
    'currency = NULL',
    'plan = 999',
  ])('in a row that is summed is found, and nothing is summed without it: %s', (damage) => {
    const database = openDatabase(inMemory)
    // A damaged page may contain what the schema does not allow.
    database.script(historySchema.replaceAll('STRICT', '').replaceAll('NOT NULL', ''))
    const flex = createFlexRepository({
      database,
      replace: () => openDatabase(inMemory),
      paceMs: 25,
      log: noLog,
    })
    valueOf(flex.savePage(mine, [aFlexRecord({ transactionId: 'a' }), aFlexRecord()], () => null))
    expect(valueOf(flex.slice(mine, everything, 0, 2))).toHaveLength(2)
    database.script(`UPDATE flex_record SET ${damage} WHERE no = 1`)
    expect(flex.slice(mine, everything, 0, 2)).toMatchObject({
      ok: false,
      error: { code: 'store-trouble', reason: 'DAMAGED' },
    })
  })

  it('reaches no listener that was removed', () => {
    const { flex, spoil, reported, ends } = setup()
    ends[1]?.()
    spoil()
    flex.rows(mine, everything, 0, 10)
    expect(reported).toEqual(['p3 0'])
  })

  it('that returns with every read ends in answers, not in an endless loop of events', () => {
    const { flex, spoil, replaced } = openDamageableHistory()
    let notified = 0
    for (const profileId of [mine, 'p2', 'p3']) {
      flex.onDamage(profileId, () => {
        notified += 1
        flex.kept(profileId)
      })
    }
    spoil(Infinity)
    expect(flex.kept(mine)).toMatchObject({ ok: false, error: { reason: 'DAMAGED' } })
    expect([notified, replaced()]).toEqual([2, 3])
    spoil(0)
    expect(valueOf(flex.kept(mine)).records).toBe(0)
  })
})
