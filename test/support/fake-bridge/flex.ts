// The investment half of the fake bridge: a history made from a number, and answers from it. Cheap
// on purpose: it runs in the page it is measured with.
import type {
  CurrencyEarnings,
  EarningsQuery,
  FlexFacet,
  FlexFilter,
  InvestmentDetail,
  FlexView,
  SavedFilter,
} from '../../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../../src/shared/investments/investment.js'
import type { Channel, Pushes, Reply, Requests, Topic } from '../../../src/shared/contract.js'
import { fail, ok } from '../../../src/shared/result.js'
import { now } from '../../fixtures/portfolio/accounts.js'
import type { FlexScene } from '../../fixtures/portfolio/investments.js'

const day = 86_400
const currencies = ['USDT', 'BTC', 'ETH'] as const

/**
 * Whole hundred-millionths as a decimal: the fake may reckon with numbers because its amounts are
 * small.
 */
function decimal(units: number): string {
  const text = String(units).padStart(9, '0')
  return `${text.slice(0, -8)}.${text.slice(-8)}`.replace(/\.?0+$/, '')
}

function unitsOf(amount: string): number {
  const [whole = '0', fraction = ''] = amount.split('.')
  return (
    Number.parseInt(whole, 10) * 100_000_000 +
    Number.parseInt(fraction.padEnd(8, '0').slice(0, 8), 10)
  )
}

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0')

function uuid(seed: number): string {
  return `${hex((seed * 2_654_435_761) % 4_294_967_296, 8)}-${hex((seed * 40_503) % 65_536, 4)}-4a1b-8c2d-${hex(seed * 7919 + 11, 12)}`
}

/**
 * Newest first. Every investment earns daily, every third takes its earnings in; some deeds in
 * between; the oldest are openings.
 */
export function makeRecords(count: number): FlexRecord[] {
  const slots = count < 5000 ? 6 : 66
  const perDay = slots + Math.ceil(slots / 3)
  const plans = Array.from({ length: slots }, (_, slot) => uuid(slot + 1))
  const investments = Array.from({ length: slots }, (_, slot) => `inv_${uuid(slot + 501)}`)
  const records: FlexRecord[] = []
  for (let at = 0; at < count; at += 1) {
    const today = Math.floor(at / perDay)
    const place = at % perDay
    const slot = place < slots ? place : ((place - slots) * 3) % slots
    const opening = at >= count - slots * 2
    const plain = place < slots ? 4 : 2
    const actionType = opening
      ? at >= count - slots
        ? 6
        : 1
      : at % 997 === 996
        ? 7
        : at % 211 === 31
          ? 1
          : at % 263 === 95
            ? 3
            : slot === slots - 1 && today === 9
              ? 5
              : plain
    const turn = opening ? at % slots : slot
    const big = actionType === 1 || actionType === 3 || actionType === 5 || actionType === 6
    records.push({
      transactionId: `tx_${uuid(count - at)}`,
      createdAt: String(now - 43_200 - today * day - place),
      planId: plans[turn] ?? '',
      investmentId: investments[turn] ?? '',
      currency: currencies[turn % 3] ?? 'USDT',
      amount: big
        ? decimal(120_000_000_000 + turn * 1_000_000_000)
        : decimal(39_452_054 + turn * 31_111 + (at % 13)),
      actionType,
    })
  }
  return records
}

function fits(record: FlexRecord, filter: FlexFilter): boolean {
  const at = Number.parseInt(record.createdAt, 10)
  return (
    (filter.planId === null || record.planId === filter.planId) &&
    (filter.investmentId === null || record.investmentId === filter.investmentId) &&
    (filter.transactionId === null || record.transactionId === filter.transactionId) &&
    (filter.currency === null || record.currency === filter.currency) &&
    (filter.from === null || at >= filter.from) &&
    (filter.to === null || at <= filter.to) &&
    (filter.actionTypes.length === 0 || filter.actionTypes.includes(record.actionType))
  )
}

function facetsOf<T extends string | number>(values: T[]): { value: T; records: number }[] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, records]) => ({ value, records }))
    .sort((a, b) => b.records - a.records)
}

function startOf(at: number, { per, utc }: Pick<EarningsQuery, 'per' | 'utc'>): number {
  const date = new Date(at * 1000)
  const [year, month, date1] = utc
    ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
    : [date.getFullYear(), date.getMonth(), date.getDate()]
  const first = per === 'month' ? 1 : date1
  return (utc ? Date.UTC(year, month, first) : new Date(year, month, first).getTime()) / 1000
}

function earningsOf(records: FlexRecord[], query: EarningsQuery): CurrencyEarnings[] {
  const byCurrency = new Map<
    string,
    { total: number; records: number; periods: Map<number, number>; plans: Map<string, FlexFacet> }
  >()
  for (const record of records) {
    if (record.actionType !== 4) continue
    const sums = byCurrency.get(record.currency) ?? {
      total: 0,
      records: 0,
      periods: new Map(),
      plans: new Map(),
    }
    byCurrency.set(record.currency, sums)
    const units = unitsOf(record.amount)
    const start = startOf(Number.parseInt(record.createdAt, 10), query)
    sums.total += units
    sums.records += 1
    sums.periods.set(start, (sums.periods.get(start) ?? 0) + units)
    const plan = sums.plans.get(record.planId) ?? { value: '0', records: 0 }
    sums.plans.set(record.planId, {
      value: String(Number.parseInt(plan.value, 10) + units),
      records: plan.records + 1,
    })
  }
  return [...byCurrency].map(([currency, { total, records: count, periods, plans }]) => {
    let running = 0
    const inOrder = [...periods]
      .sort(([a], [b]) => a - b)
      .map(([start, units]) => {
        running += units
        return { start, earned: decimal(units), runningTotal: decimal(running) }
      })
    const known = currency !== 'ETH'
    return {
      currency,
      total: decimal(total),
      records: count,
      periods: inOrder,
      plans: [...plans]
        .map(([planId, { value, records }]) => ({
          planId,
          earned: decimal(Number.parseInt(value, 10)),
          records,
        }))
        .sort((a, b) => unitsOf(b.earned) - unitsOf(a.earned)),
      apy: known ? '11.98' : null,
      apyNote: known
        ? 'Earned over 412 days against 14,430 invested on average. Reinvested earnings count as invested from the day they were.'
        : 'The records begin after the investments were opened, so how much was invested is not known.',
    }
  })
}

function storyOf(investmentId: string, all: FlexRecord[]): InvestmentDetail | null {
  const records = all.filter((record) => record.investmentId === investmentId).toReversed()
  const [first] = records
  if (first === undefined) return null
  const sum = (...types: number[]): string =>
    decimal(
      records
        .filter(({ actionType }) => types.includes(actionType))
        .reduce((total, { amount }) => total + unitsOf(amount), 0),
    )
  const when = (type: number): number | null => {
    const found = records.find(({ actionType }) => actionType === type)
    return found === undefined ? null : Number.parseInt(found.createdAt, 10)
  }
  return {
    investmentId,
    planIds: [...new Set(records.map(({ planId }) => planId))],
    currency: first.currency,
    records: records.slice(0, 2000),
    cut: records.length > 2000,
    invested: sum(1, 6),
    reinvested: sum(2),
    withdrawn: sum(3, 5),
    earned: sum(4),
    openedAt: when(6),
    closedAt: when(5),
    notes: when(6) === null ? ['Its opening is not among the records on this computer.'] : [],
  }
}

type FlexChannel = Extract<Channel, `flex/${string}`>
type Push = <T extends Topic>(topic: T, payload: Pushes[T]) => void

export function createFakeFlex(scene: FlexScene, push: Push) {
  let view: FlexView = scene.view
  let records = typeof scene.held === 'number' ? makeRecords(scene.held) : scene.held
  let saved: SavedFilter[] = scene.saved
  let exports = 0
  const found = new Map<string, FlexRecord[]>()
  const matching = (filter: FlexFilter): FlexRecord[] => {
    const key = `${view.version} ${JSON.stringify(filter)}`
    const known = found.get(key) ?? records.filter((record) => fits(record, filter))
    found.set(key, known)
    return known
  }
  // Counted once, before the page is there: counting is main's work and must not be measured as the
  // page's.
  const facets = {
    plans: facetsOf(records.map(({ planId }) => planId)).slice(0, 500),
    investments: facetsOf(records.map(({ investmentId }) => investmentId)).slice(0, 500),
    currencies: facetsOf(records.map(({ currency }) => currency)),
    actionTypes: facetsOf(records.map(({ actionType }) => actionType)),
  }
  const put = (sync: Partial<FlexView['sync']>): void =>
    push('flex', { ...view, sync: { ...view.sync, ...sync } })

  const answers: { [C in FlexChannel]: (payload: Requests[C]['ask']) => Reply<C> } = {
    'flex/read': () => ok(view),
    'flex/rows': ({ filter, from, count }) => {
      const rows = matching(filter)
      return ok({
        version: view.version,
        total: rows.length,
        from,
        rows: rows.slice(from, from + count),
      })
    },
    'flex/facets': () => ok({ ...facets, version: view.version }),
    'flex/earnings': (query) =>
      ok({ version: view.version, currencies: earningsOf(matching(query.filter), query) }),
    'flex/detail': ({ investmentId }) => {
      const story = storyOf(investmentId, records)
      return story === null
        ? fail({ code: 'gone', message: 'This computer holds no record of that investment.' })
        : ok(story)
    },
    'flex/sync': ({ act }) => {
      put({
        state: act === 'pause' ? 'paused' : act === 'resume' ? 'syncing' : 'up-to-date',
        lastSyncedAt: now,
        problem: null,
      })
      return ok(null)
    },
    'flex/search': ({ filter, offset }) => {
      const rows = matching(filter)
      return ok({ records: rows.slice(offset, offset + 50), more: rows.length > offset + 50 })
    },
    'flex/export': ({ filter, format }) => {
      exports += 1
      const id = `export-${exports}`
      const file = `/home/ada/plimsoll-investments.${format}`
      const total = matching(filter).length
      push('flex-export', {
        id,
        profileId: view.profileId ?? '',
        state: 'writing',
        rows: 0,
        total,
        file,
        problem: null,
      })
      return ok({ id })
    },
    'flex/cancel-export': ({ id }) => {
      push('flex-export', {
        id,
        profileId: view.profileId ?? '',
        state: 'cancelled',
        rows: 5000,
        total: 100_000,
        file: '',
        problem: null,
      })
      return ok(null)
    },
    'flex/saved-filters': () => ok(saved),
    'flex/save-filter': ({ name, filter }) => {
      saved = [...saved, { id: `saved-${saved.length + 1}-${name}`, name, filter }]
      return ok(saved)
    },
    'flex/delete-filter': ({ id }) => {
      saved = saved.filter((one) => one.id !== id)
      return ok(saved)
    },
  }
  return {
    answers,
    receive: (pushed: FlexView): void => {
      view = pushed
    },
    /**
     * So many records come in at the top (or, older than all, at the foot), and the page is told.
     */
    grow: (count: number, where: 'top' | 'foot'): void => {
      const fresh = makeRecords(count).map((record, at) => ({
        ...record,
        transactionId: `tx_fresh-${view.version}-${count - at}`,
        createdAt: String(where === 'top' ? now - at : now - 2000 * day - at),
      }))
      records = where === 'top' ? [...fresh, ...records] : [...records, ...fresh]
      push('flex', {
        ...view,
        version: view.version + 1,
        sync: { ...view.sync, records: records.length },
      })
    },
  }
}
