// Every member of every answer, changed in every way that servers have been seen to differ, in one
// row and in all of them: the loss is exactly what the endpoint's description in src/v4 says.
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  toActiveFixedInvestments,
  toOpenFlexInvestments,
  toPoolAccounts,
} from '../../src/main/exchange/list-mapping.js'
import {
  toCollateralBalance,
  toCollateralSummary,
  toFutures,
  toMarkets,
  toPlatformState,
  toTickers,
  toTradeBalance,
} from '../../src/main/exchange/market-mapping.js'
import { parseStrictJson } from '../../src/main/exchange/response-parser.js'
import {
  toCancelEntries,
  toCancelledOrder,
  toConditionalOrders,
  toPositionOrders,
} from '../../src/main/exchange/target-mapping.js'
import {
  toActiveOrders,
  toListedOrder,
  toBalances,
  toBulkEntries,
  toCollateralLimit,
  toFinishedOrders,
  toFlexHistoryPage,
  toMarketOrder,
  toPayoutDestination,
  toPositions,
} from '../../src/main/exchange/wire-mapping.js'
import { isDecimal } from '../../src/shared/money.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { otherSpelling } from '../../src/v4/members.js'
import { NumberText } from '../../src/v4/numbers.js'
import { limitOrder } from '../../src/v4/orders.js'
import { type Members, type Shape, shapeOf } from '../../src/v4/shapes.js'
import { documented, type EndpointName } from '../support/documented-answers.js'

type Reply<Name extends EndpointName> = z.output<(typeof endpoints)[Name]['reply']>

const mappings: { [Name in EndpointName]?: (reply: Reply<Name>) => unknown } = {
  mainBalance: toBalances,
  flexHistory: toFlexHistoryPage,
  collateralMarketOrder: toMarketOrder,
  bulkLimitOrders: toBulkEntries,
  collateralLimitOrder: toCollateralLimit,
  openPositions: toPositions,
  creditLine: (loan) => loan,
  payoutDestination: (reply) => toPayoutDestination('rig', reply),
  streamToken: (reply) => reply,
  serverTime: ({ time }) => time,
  platformStatus: toPlatformState,
  markets: toMarkets,
  tickers: toTickers,
  futures: toFutures,
  tradeBalance: toTradeBalance,
  collateralBalances: toCollateralBalance,
  collateralSummary: toCollateralSummary,
  activeOrders: toActiveOrders,
  orderHistory: (reply) => toFinishedOrders(reply),
  triggerMarketOrder: toListedOrder,
  conditionalOrders: toConditionalOrders,
  cancelOrder: toCancelledOrder,
  cancelOrders: toCancelEntries,
  positionHistory: (reply) => toPositionOrders(reply, { market: 'BTC_USDT', id: '3' }),
  fixedInvestments: toActiveFixedInvestments,
  flexInvestments: toOpenFlexInvestments,
  miningAccounts: toPoolAccounts,
}

/** Their answers contain only an agreed word, or are not shown (specification 2.10). */
const withoutMembers: readonly EndpointName[] = [
  'ping',
  'closeInvestment',
  'cancelAllOrders',
  'closePosition',
  'cancelConditional',
  'balanceTransfer',
]

function baseOf(name: EndpointName): unknown {
  const read = parseStrictJson(
    Buffer.from(documented[name].replies(name !== 'collateralMarketOrder')[0]),
    100_000,
  )
  if (!read.ok) throw new Error(`${name}: ${read.error}`)
  return read.value
}

/** `*` is every member of a list or a map. */
type Path = readonly string[]

type Importance =
  { kind: 'identity' } | { kind: 'used'; costs: readonly string[] } | { kind: 'unused' }

type Member = { path: Path; name: string; importance: Importance; json: readonly string[] }

function within(outer: Importance, inner: Importance): Importance {
  return outer.kind === 'identity' ? inner : outer
}

const all: Importance = { kind: 'identity' }

function membersOf(schema: z.ZodType, path: Path, outer: Importance): Member[] {
  const shape: Shape | null = shapeOf(schema)
  if (shape === null || shape.kind === 'value') return []
  if (shape.kind !== 'row') return membersOf(shape.of, [...path, '*'], outer)
  return rowMembers(shape.members, path, outer)
}

function rowMembers(
  { identity, used = {}, unused = [] }: Members,
  path: Path,
  outer: Importance,
): Member[] {
  const described: [string, z.ZodType, Importance][] = [
    ...Object.entries(identity).map(([name, schema]): [string, z.ZodType, Importance] => [
      name,
      schema,
      all,
    ]),
    ...Object.entries(used).map(([name, [schema, ...costs]]): [string, z.ZodType, Importance] => [
      name,
      schema,
      { kind: 'used', costs },
    ]),
  ]
  return [
    ...described.flatMap(([name, schema, own]) => {
      const importance = within(outer, own)
      const shape = shapeOf(schema)
      const json = shape?.kind === 'value' ? shape.json : []
      return [{ path, name, importance, json }, ...membersOf(schema, [...path, name], importance)]
    }),
    ...unused.map((name) => ({ path, name, importance: { kind: 'unused' as const }, json: [] })),
  ]
}

function isRow(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NumberText)
  )
}

/**
 * The answer with `change` applied to the row at `path`: the first of a list or a map, or all of
 * them.
 */
function changed(
  value: unknown,
  path: Path,
  inAll: boolean,
  change: (row: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  const [step, ...rest] = path
  if (step === undefined) return isRow(value) ? change(value) : value
  const next = (member: unknown, at: number): unknown =>
    inAll || at === 0 ? changed(member, rest, inAll, change) : member
  if (step === '*' && Array.isArray(value)) return value.map(next)
  if (!isRow(value)) return value
  if (step === '*')
    return Object.fromEntries(
      Object.entries(value).map(([name, member], at) => [name, next(member, at)]),
    )
  const name = spelt(value, step)
  return Object.hasOwn(value, name)
    ? { ...value, [name]: changed(value[name], rest, inAll, change) }
    : value
}

/** As the row spells it: the documented answers come in either spelling. */
function spelt(row: Record<string, unknown>, name: string): string {
  return Object.hasOwn(row, name) ? name : otherSpelling(name)
}

function rowsAt(value: unknown, path: Path): Record<string, unknown>[] {
  const [step, ...rest] = path
  if (step === undefined) return isRow(value) ? [value] : []
  if (step === '*') return Object.values(value ?? {}).flatMap((member) => rowsAt(member, rest))
  return isRow(value) ? rowsAt(value[spelt(value, step)], rest) : []
}

type Change = (row: Record<string, unknown>, name: string) => Record<string, unknown>

function replacedBy(by: unknown): Change {
  return (row, name) => ({ ...row, [spelt(row, name)]: by })
}

function dropped(row: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== spelt(row, name)))
}

const losses: Record<string, Change> = {
  'left out': dropped,
  null: replacedBy(null),
  empty: replacedBy(''),
  'an object': replacedBy({ odd: [1] }),
}

/** The same value as the other JSON type. */
function retyped(value: unknown): unknown {
  if (value instanceof NumberText) return value.source
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && isDecimal(value) ? new NumberText(value) : value
}

function renamed(row: Record<string, unknown>, name: string): Record<string, unknown> {
  const own = spelt(row, name)
  return Object.hasOwn(row, own) ? { ...dropped(row, name), [otherSpelling(own)]: row[own] } : row
}

/** Words of a known set, but not names, which users choose. */
const enumerations: ReadonlySet<string> = new Set([
  'side',
  'type',
  'status',
  'positionSide',
  'liquidationState',
])

function inOtherCase(row: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = row[spelt(row, name)]
  if (!enumerations.has(name) || typeof value !== 'string') return row
  return replacedBy(value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase())(
    row,
    name,
  )
}

const sameMeaning: Record<string, Change> = {
  'as the other JSON type': (row, name) =>
    Object.hasOwn(row, spelt(row, name))
      ? replacedBy(retyped(row[spelt(row, name)]))(row, name)
      : row,
  'in the other spelling': renamed,
  'in other letters': inOtherCase,
  'beside a member that nobody knows': (row) => ({ ...row, brand_new: { a: [1, null] } }),
}

type Read = { ok: true; value: unknown } | { ok: false; at: string }

function read(name: EndpointName, reply: unknown): Read {
  const parsed = (endpoints[name].reply as z.ZodType).safeParse(reply)
  if (!parsed.success) return { ok: false, at: parsed.error.issues[0]?.path.join('.') ?? '' }
  return { ok: true, value: (mappings[name] as (value: unknown) => unknown)(parsed.data) }
}

/** Paths at which two values differ. */
function differences(one: unknown, other: unknown, path: Path = []): Path[] {
  if (Object.is(one, other)) return []
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return [path]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) =>
    differences(Reflect.get(one, name), Reflect.get(other, name), [...path, name]),
  )
}

function unreadIn(value: unknown): { field: string }[] {
  if (!isRow(value)) return []
  const list = value['unreadable']
  return Array.isArray(list) ? (list as { field: string }[]) : []
}

/**
 * An order in a bulk answer keeps its place, whatever cannot be read of it: its outcome is unknown
 * then.
 */
const answeredInPlace: ReadonlySet<EndpointName> = new Set(['bulkLimitOrders', 'cancelOrders'])

const names = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => !withoutMembers.includes(name),
)

function membersIn(name: EndpointName): Member[] {
  if (name === 'bulkLimitOrders') return membersOf(limitOrder, ['*', 'result'], all)
  if (name === 'cancelOrders') return []
  return membersOf(endpoints[name].reply as z.ZodType, [], all)
}

describe('ANS-1 every answer', () => {
  it('has a description of its members, or none to describe', () => {
    for (const name of names) {
      expect(Object.hasOwn(mappings, name), name).toBe(true)
      if (name !== 'cancelOrders') expect(membersIn(name).length, name).toBeGreaterThan(0)
    }
    const counts = names.flatMap((name) => membersIn(name)).map(({ importance }) => importance.kind)
    const count = (kind: Importance['kind']): number => counts.filter((one) => one === kind).length
    expect({ identity: count('identity'), used: count('used'), unused: count('unused') })
      .toMatchInlineSnapshot(`
        {
          "identity": 139,
          "unused": 87,
          "used": 172,
        }
      `)
  })
})

describe.each(names)('ANS-1 a member of %s', (name) => {
  const base = baseOf(name)
  const whole = read(name, base)
  const members = membersIn(name)

  it('is read as documented', () => {
    expect(whole).toMatchObject({ ok: true })
  })

  it.each(Object.entries(sameMeaning))('that arrives as %s loses nothing', (_how, change) => {
    for (const { path, name: member } of members) {
      for (const inAll of [false, true]) {
        const answer = read(
          name,
          changed(base, path, inAll, (row) => change(row, member)),
        )
        expect(answer, [...path, member].join('.')).toEqual(whole)
      }
    }
  })

  it.each(Object.entries(losses))('that is %s loses what its description says', (_how, change) => {
    for (const { path, name: member, importance } of members) {
      for (const inAll of [false, true]) {
        const at = [...path, member].join('.')
        const answer = read(
          name,
          changed(base, path, inAll, (row) => change(row, member)),
        )
        if (importance.kind === 'unused') expect(answer, at).toEqual(whole)
        else if (importance.kind === 'used') expectCosts(answer, importance.costs, at)
        else
          expectLostRow(
            answer,
            member,
            inAll ? rowsAt(base, path).length : 1,
            path.includes('*'),
            at,
          )
      }
    }
  })

  function expectCosts(answer: Read, costs: readonly string[], at: string): void {
    if (!answer.ok || !whole.ok) throw new Error(`${at}: the answer is refused`)
    expect(unreadIn(answer.value), at).toEqual(unreadIn(whole.value))
    for (const path of differences(whole.value, answer.value)) {
      expect(
        path.some((step) => costs.includes(step)),
        `${at} changes ${path.join('.')}`,
      ).toBe(true)
    }
  }

  /**
   * Null and empty have their own meaning in some identifying members: then there is nothing to
   * lose.
   */
  function expectLostRow(
    answer: Read,
    member: string,
    rows: number,
    isListed: boolean,
    at: string,
  ): void {
    if (answeredInPlace.has(name)) {
      const entries = answer.ok ? (answer.value as { kind: string }[]) : []
      expect(entries.filter(({ kind }) => kind === 'unclear').length, at).toBeGreaterThan(0)
      return
    }
    if (!isListed) {
      if (!answer.ok) expect(answer.at.split('.'), at).toContain(member)
      else
        expect(differences(whole.ok ? whole.value : null, answer.value).length, at).toBeGreaterThan(
          0,
        )
      return
    }
    if (!answer.ok) throw new Error(`${at}: the list is refused`)
    const unread = unreadIn(answer.value)
    if (unread.length === 0) return
    expect(unread, at).toHaveLength(rows)
    for (const { field } of unread) expect(field.split('.'), at).toContain(member)
  }
})
