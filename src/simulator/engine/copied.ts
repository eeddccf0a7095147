// A practice copy starts with the figures that its exchange sent, even if the formulas here
// disagree, and then changes by as much as the formulas do. None of this is part of a saved world,
// because a copy exists only in memory.
import { sameJson } from '../../shared/json.js'
import {
  add,
  compare,
  type Decimal,
  isDecimal,
  isNegative,
  isZero,
  negate,
  subtract,
} from '../../shared/money.js'

type Members = Readonly<Record<string, unknown>>

/** A response as the exchange sent it, and as the formulas here give it for the same facts. */
export type Copied = { sent: Members; was: Members }

/** `sent` overrides the formulas; undefined members are absent. */
export function copied(was: Members, sent: object): Copied {
  const members = Object.entries({ ...was, ...sent }).filter(([, value]) => value !== undefined)
  return { was, sent: Object.fromEntries(members) }
}

export type CopiedFigures = {
  /** Equity that the formulas here do not explain, in USDT. */
  equity: Decimal
  /** Used margin that the formulas here do not explain. */
  margin: Decimal
  /** The least share of the value of positions and borrowings that must be covered. */
  maintenanceRate: Decimal
  /** A margin call occurs below this multiple of the maintenance margin. */
  callTimes: Decimal
  /** Until one of these has changed, the states are the ones that were sent. By position. */
  begins: {
    equity: Decimal
    maintenance: Decimal
    states: Map<number, 'margin_call' | 'liquidation' | null>
  }
  /** By position: its used margin as a multiple of the one calculated here. */
  marginFactors: Map<number, Decimal>
  positions: Map<number, Copied>
  streamedPositions: Map<number, Copied>
  summary: Copied | null
  /** By asset. */
  balances: Map<string, Copied>
  borrowings: Map<string, Copied>
  orders: Map<number, Copied>
  /** By market. Markets without one are not listed. */
  tickers: Map<string, Copied>
  futures: Map<string, Copied>
  /** `owed`: at the start. `market`: the value of the collateral follows its price. */
  loan: (Copied & { ltv: Decimal; owed: Decimal; market: string }) | null
  /** Orders that are never executed here, because their type is not simulated. */
  still: Set<number>
  /** Orders in the list of conditional orders, with the levels that were sent. */
  linked: Map<
    number,
    { id: number; stopLossPrice: Decimal | null; takeProfitPrice: Decimal | null }
  >
  /** Linked orders that are not in the list of open orders. */
  unlisted: Set<number>
  /** Paths of public calls that its exchange does not offer. */
  withheld: Set<string>
}

/** Never below zero. */
const amounts = new Set([
  'availableWithoutBorrow',
  'availableWithBorrow',
  'freeMargin',
  'free_margin',
  'margin',
])
/** Above zero, or none. */
const liquidationPrices = new Set(['liquidationPrice', 'liq_price'])
const marketPrices = new Set(['last_price', 'mark_price', 'index_price'])

function moved(name: string, sent: Decimal, change: Decimal): Decimal | null {
  const value = add(sent, change)
  if (liquidationPrices.has(name)) return isNegative(value) || isZero(value) ? null : value
  const hasFloor = amounts.has(name) || marketPrices.has(name)
  return hasFloor && isNegative(value) ? '0' : value
}

/** A price that the exchange does not name is not made up. */
function isNoPrice(name: string, sent: unknown): boolean {
  if (!liquidationPrices.has(name) && !marketPrices.has(name)) return false
  return typeof sent !== 'string' || !isDecimal(sent) || compare(sent, '0') <= 0
}

function memberNow(name: string, { sent, was }: Copied, now: unknown): unknown {
  const [first, formula] = [sent[name], was[name]]
  if (first === undefined || sameJson(now ?? null, formula ?? null)) return first
  if (isNoPrice(name, first)) return first
  const isFigure = [first, formula, now].every((one) => typeof one === 'string' && isDecimal(one))
  if (!isFigure) return now
  const [a, b, c] = [first, formula, now] as [Decimal, Decimal, Decimal]
  // Some servers send the amount of a short position without a sign.
  return name === 'amount' && add(a, b) === '0' ? negate(c) : moved(name, a, subtract(c, b))
}

/** Members that were not sent stay absent. */
export function asCopied(copied: Copied | null | undefined, now: Members): Members {
  if (copied == null) return now
  const names = new Set([...Object.keys(now), ...Object.keys(copied.sent)])
  return Object.fromEntries(
    [...names]
      .map((name) => [name, memberNow(name, copied, now[name])] as const)
      .filter(([, value]) => value !== undefined),
  )
}
