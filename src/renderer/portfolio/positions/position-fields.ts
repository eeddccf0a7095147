// Every field of a position by name: its title, where it is read, and how it sorts.
import { asPercent, multiply } from '../../../shared/money.js'
import { tickerOf } from '../../../shared/markets/live-price.js'
import type { FuturesQuote, PricesView, Ticker } from '../../../shared/markets/market.js'
import type { PositionSide } from '../../../shared/orders/order.js'
import {
  liquidationDistance,
  type LiquidationDistance,
  lacksStopLoss,
  notionalOf,
  resultAt,
  returnOnMargin,
} from '../../../shared/portfolio/position-figures.js'
import { contradictsItself, type Mark, markOf } from '../../../shared/portfolio/position-measure.js'
import { directionOf, type Position } from '../../../shared/portfolio/position.js'
import type { PositionLevels } from '../../../shared/portfolio/protection.js'
import { type MessageKey, textOf, wordsBy } from '../../../shared/messages/messages.js'
import { sortKey } from '../../components/decimals.js'
import { directionWords } from '../../components/words.js'

/**
 * `null`: the exchange says none. `undefined`: it did not send the field, or what is needed to
 * derive it.
 */
export type Sent = string | null | undefined

type Kind = 'text' | 'decimal' | 'state' | 'risk'

/** Passed in by screens that have them: the first figures of the window need none. */
type LevelsOf = (position: Position, mark: Mark | null) => PositionLevels

/**
 * A position with values derived from its market's price. Calculated on first access: there may be
 * ten thousand.
 */
export class PositionLine {
  readonly position: Position
  readonly #prices: PricesView | null
  readonly #levelsOf: LevelsOf | null
  #levels: PositionLevels | null = null
  #mark: Mark | null | undefined
  #distance: LiquidationDistance | null | undefined | 'unasked' = 'unasked'

  /** `levelsOf`: what is known of its stop losses besides its own figures; null if nothing is. */
  constructor(position: Position, prices: PricesView | null, levelsOf: LevelsOf | null = null) {
    this.position = position
    this.#prices = prices
    this.#levelsOf = levelsOf
  }

  get levels(): PositionLevels | null {
    this.#levels ??= this.#levelsOf?.(this.position, this.mark) ?? null
    return this.#levels
  }

  /** Why it is not protected, or not known to be, by stop losses on all of it; null if it is. */
  get withoutStop(): 'lacks' | 'unread' | null {
    const { levels, position } = this
    if (levels === null || levels.first('stopLoss') === null) {
      if (levels?.isKnown === false) return 'unread'
      return lacksStopLoss(position) ? 'lacks' : null
    }
    if (levels.all.some(({ by, level }) => by === 'position' && level === 'stopLoss')) return null
    return !levels.isKnown ? 'unread' : levels.covers('stopLoss') ? null : 'lacks'
  }

  get mark(): Mark | null {
    this.#mark = this.#mark === undefined ? markOf(this.position, this.#prices) : this.#mark
    return this.#mark
  }

  get distance(): LiquidationDistance | null | undefined {
    if (this.#distance === 'unasked') this.#distance = liquidationDistance(this.position, this.mark)
    return this.#distance
  }

  /** Its figures contradict each other: nothing is derived from them. */
  get isContradictory(): boolean {
    return contradictsItself(this.position)
  }

  /** Of a perpetual future; null if its market is not one, or nothing is known of it. */
  get quote(): FuturesQuote | null {
    const futures = this.#prices?.futures.value ?? null
    return futures !== null && Object.hasOwn(futures, this.position.market)
      ? (futures[this.position.market] ?? null)
      : null
  }

  get ticker(): Ticker | null {
    return this.#prices === null ? null : tickerOf(this.#prices, this.position.market)
  }
}

type Read = (line: PositionLine) => Sent

function sent(field: keyof Position): Read {
  return ({ position }) => position[field] as Sent
}

function protective(level: 'stopLoss' | 'takeProfit'): Read {
  return (line) => {
    const { protectiveOrders } = line.position
    const set = line.levels?.first(level)?.trigger ?? (protectiveOrders && protectiveOrders[level])
    return line.levels?.isKnown === false ? (set ?? undefined) : set
  }
}

function atLevel(level: 'stopLoss' | 'takeProfit'): Read {
  return ({ position, levels }) =>
    (levels === null
      ? resultAt(position, position.protectiveOrders?.[level])
      : levels.resultAt(level)) ?? undefined
}

/** Null if there is no liquidation price. */
function distanceIn(read: (distance: { price: string; share: string }) => string): Read {
  return ({ distance }) =>
    distance === undefined ? null : distance === null ? undefined : read(distance)
}

function field(label: MessageKey, kind: Kind, read: Read) {
  return {
    get label() {
      return textOf({ key: label })
    },
    kind,
    read,
  }
}

export const positionFields = {
  risk: field('positions.field.risk', 'risk', () => undefined),
  market: field('common.market', 'text', sent('market')),
  direction: field('common.side', 'text', ({ position }) => directionWords[directionOf(position)]),
  amount: field('positions.field.size', 'decimal', sent('amount')),
  notional: field(
    'terms.notional.word',
    'decimal',
    ({ position, mark }) => notionalOf(position, mark) ?? undefined,
  ),
  entryPrice: field('terms.entryPrice.word', 'decimal', sent('entryPrice')),
  mark: field('terms.markPrice.word', 'decimal', ({ mark }) => mark?.price),
  lastPrice: field('positions.field.last-price', 'decimal', ({ ticker }) => ticker?.last),
  liquidationPrice: field('terms.liquidationPrice.word', 'decimal', sent('liquidationPrice')),
  toLiquidation: field(
    'positions.field.to-liquidation',
    'decimal',
    distanceIn(({ share }) => asPercent(share, 2)),
  ),
  toLiquidationPrice: field(
    'positions.field.to-liquidation-in-price',
    'decimal',
    distanceIn(({ price }) => price),
  ),
  liquidationState: field('common.state', 'state', sent('liquidationState')),
  unrealizedPnl: field('positions.field.unrealized', 'decimal', sent('unrealizedPnl')),
  returnOnMargin: field(
    'terms.roe.word',
    'decimal',
    ({ position }) => returnOnMargin(position) ?? undefined,
  ),
  pnlPercent: field('positions.field.unrealized-percent', 'decimal', sent('pnlPercent')),
  realizedPnl: field('terms.realized.word', 'decimal', sent('realizedPnl')),
  stopLoss: field('terms.stopLoss.word', 'decimal', protective('stopLoss')),
  atStopLoss: field('positions.field.at-stop-loss', 'decimal', atLevel('stopLoss')),
  takeProfit: field('terms.takeProfit.word', 'decimal', protective('takeProfit')),
  atTakeProfit: field('positions.field.at-take-profit', 'decimal', atLevel('takeProfit')),
  fundingRate: field('terms.fundingRate.word', 'decimal', ({ quote }) =>
    quote?.fundingRate == null ? undefined : multiply(quote.fundingRate, '100'),
  ),
  nextFunding: field('positions.field.next-funding', 'decimal', ({ quote }) =>
    quote?.nextFundingAt == null ? undefined : String(quote.nextFundingAt),
  ),
  funding: field('positions.field.funding-paid', 'decimal', sent('funding')),
  unrealizedFunding: field('positions.field.funding-accrued', 'decimal', sent('unrealizedFunding')),
  usedMargin: field('terms.usedMargin.word', 'decimal', sent('usedMargin')),
  freeMargin: field('common.free-margin', 'decimal', sent('freeMargin')),
  openedAt: field('positions.field.opened', 'decimal', sent('openedAt')),
  modifiedAt: field('positions.field.modified', 'decimal', sent('modifiedAt')),
  id: field('positions.field.id', 'decimal', sent('id')),
  positionSide: field('terms.positionSide.word', 'text', sent('positionSide')),
} satisfies Record<string, { label: string; kind: Kind; read: Read }>

export type PositionField = keyof typeof positionFields

/** Calculated by Plimsoll, so rounded for display. */
export const workedOut: ReadonlySet<string> = new Set<PositionField>([
  ...([
    'notional',
    'mark',
    'lastPrice',
    'toLiquidation',
    'toLiquidationPrice',
    'returnOnMargin',
    'atStopLoss',
    'atTakeProfit',
    'fundingRate',
  ] as const),
])

/** A level the exchange does not name is not set: it need not send anything for it. */
export const notSet = {
  stopLoss: wordsBy({ none: 'positions.not-set', why: 'positions.not-set.stop-loss' }),
  takeProfit: wordsBy({ none: 'positions.not-set', why: 'positions.not-set.take-profit' }),
}

export type Column = {
  id: string
  fields: readonly PositionField[]
  width: number
  number: boolean
}

/** In display order; the first must fit, the others are shown as space allows. */
export const firstColumns: readonly Column[] = [
  { id: 'market', fields: ['market', 'direction'], width: 116, number: false },
  { id: 'size', fields: ['amount', 'notional'], width: 112, number: true },
  { id: 'price', fields: ['entryPrice', 'mark'], width: 120, number: true },
  { id: 'liquidation', fields: ['toLiquidation', 'liquidationPrice'], width: 128, number: true },
  { id: 'result', fields: ['unrealizedPnl', 'returnOnMargin'], width: 112, number: true },
  { id: 'stop', fields: ['stopLoss', 'atStopLoss'], width: 112, number: true },
]
export const moreColumns: readonly Column[] = [
  { id: 'take-profit', fields: ['takeProfit', 'atTakeProfit'], width: 112, number: true },
  { id: 'funding-rate', fields: ['fundingRate', 'nextFunding'], width: 112, number: true },
  { id: 'realized', fields: ['realizedPnl', 'pnlPercent'], width: 124, number: true },
  { id: 'margin', fields: ['usedMargin', 'positionSide'], width: 108, number: true },
  { id: 'funding', fields: ['funding', 'unrealizedFunding'], width: 124, number: true },
  { id: 'times', fields: ['openedAt', 'modifiedAt'], width: 128, number: true },
  { id: 'id', fields: ['id'], width: 104, number: true },
]

/** The title of a column in the list of columns. */
export function columnTitle({ fields }: Column): string {
  return fields.map((name) => positionFields[name].label).join(', ')
}

/** `chosen`: their ids; null for as many as fit. */
export function columnsFor(chosen: readonly string[] | null, room: number): Column[] {
  if (chosen !== null)
    return [...firstColumns, ...moreColumns].filter(({ id }, at) => at === 0 || chosen.includes(id))
  const columns = [...firstColumns]
  let left = room - firstColumns.reduce((sum, { width }) => sum + width, 0)
  for (const column of moreColumns) {
    left -= column.width
    if (left < 0) break
    columns.push(column)
  }
  return columns
}

export type SortOrder = { field: PositionField; descending: boolean }

/** Most at risk first: the order in which someone with money at risk has to look. */
export const riskFirst: SortOrder = { field: 'risk', descending: false }

function stateKey(state: Sent): string | null {
  return state === undefined
    ? null
    : state === 'liquidation'
      ? '4'
      : state === 'margin_call'
        ? '3'
        : state === null
          ? '1'
          : `2${state}`
}

/**
 * First by the exchange's own liquidation state, then by distance to liquidation, then those
 * without one.
 */
function riskKey({ position, distance }: PositionLine): string {
  const { liquidationState: state } = position
  if (state === 'liquidation') return '0'
  if (state === 'margin_call') return '1'
  const share = distance == null ? null : sortKey(distance.share)
  if (share !== null) return `${state == null ? '3' : '2'}${share}`
  return state == null ? (distance === null ? '4' : '5') : '2~'
}

function keyOf(kind: Kind, value: Sent, line: PositionLine): string | null {
  if (kind === 'risk') return riskKey(line)
  if (kind === 'state') return stateKey(value)
  if (value == null) return null
  // Text that should be a decimal and is not still gets a position: after all decimals.
  return kind === 'decimal' ? (sortKey(value) ?? `~${value}`) : value
}

const plain = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * A sorted copy. Rows without a value come last in both directions; ties are ordered by market and
 * id.
 */
export function sortLines(lines: readonly PositionLine[], order: SortOrder): PositionLine[] {
  const { kind, read } = positionFields[order.field]
  const keyed = lines.map((line) => ({
    line,
    key: keyOf(kind, kind === 'risk' ? undefined : read(line), line),
    id: sortKey(line.position.id) ?? line.position.id,
  }))
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) {
      if (a.key !== b.key) return a.key === null ? 1 : -1
    } else {
      const by = plain(a.key, b.key)
      if (by !== 0) return order.descending ? -by : by
    }
    return plain(a.line.position.market, b.line.position.market) || plain(a.id, b.id)
  })
  return keyed.map(({ line }) => line)
}

const nearestFirst: ReadonlySet<PositionField> = new Set([
  'toLiquidation',
  'toLiquidationPrice',
  'nextFunding',
])

/**
 * The order after a click on a header: by that field, figures and times in descending order,
 * distances in ascending order; a second click reverses it, a third returns to most at risk first.
 */
export function nextOrder(order: SortOrder, field: PositionField): SortOrder {
  const first = positionFields[field].kind !== 'text' && !nearestFirst.has(field)
  if (order.field !== field) return { field, descending: first }
  return order.descending === first ? { field, descending: !first } : riskFirst
}

const sides = { LONG: true, SHORT: true, BOTH: true } satisfies Record<PositionSide, true>

/** Whether this version knows the value (specification 2.7); others are shown raw, with a hint. */
export function knownPositionSide(side: string): side is PositionSide {
  return Object.hasOwn(sides, side)
}
