// A copy of an account begins with the figures that its exchange sent, whatever the formulas here
// make of them, and moves from there by as much as they do. None of it is part of a saved world: a
// copy is only ever in memory.
import { sameJson } from '../../shared/json.js'
import {
  add,
  type Decimal,
  isDecimal,
  isNegative,
  isZero,
  negate,
  subtract,
} from '../../shared/money.js'

type Members = Readonly<Record<string, unknown>>

/** A response as sent, without absent members, and as it is written here from the same facts. */
export type Copied = { sent: Members; was: Members }

/** `sent` over what is written here; members that are undefined are absent. */
export function copied(was: Members, sent: object): Copied {
  const members = Object.entries({ ...was, ...sent }).filter(([, value]) => value !== undefined)
  return { was, sent: Object.fromEntries(members) }
}

export type CopiedFigures = {
  /** What the exchange counts of the account beyond the formulas here, in USDT. */
  equity: Decimal
  /** Used margin that is bound by nothing known here. */
  margin: Decimal
  /** The least share of the value of positions and borrowings that must be covered. */
  maintenanceRate: Decimal
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
  /** `owed`: at the beginning. `market`: whose price the value of the collateral follows. */
  loan: (Copied & { ltv: Decimal; owed: Decimal; market: string }) | null
  /** Orders that are never executed here, because what executes them is not simulated. */
  still: Set<number>
  /** Orders that are listed with the conditional ones, with their levels as sent. */
  linked: Map<
    number,
    { id: number; stopLossPrice: Decimal | null; takeProfitPrice: Decimal | null }
  >
  /** Of these, the ones that are not among the open orders. */
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
const prices = new Set(['liquidationPrice', 'liq_price'])

function moved(name: string, sent: Decimal, change: Decimal): Decimal | null {
  const value = add(sent, change)
  if (prices.has(name)) return isNegative(value) || isZero(value) ? null : value
  return amounts.has(name) && isNegative(value) ? '0' : value
}

function memberNow(name: string, { sent, was }: Copied, now: unknown): unknown {
  const [first, formula] = [sent[name], was[name]]
  if (first === undefined || sameJson(now ?? null, formula ?? null)) return first
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
