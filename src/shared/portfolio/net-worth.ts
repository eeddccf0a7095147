// An account's net worth: its balances, its investments and the collateral of its loan, less what
// it owes. Each part is listed with its worth or with the reason why it is not counted, and the
// total is the sum of the counted parts. Nothing is counted twice. Invested money is in no balance:
// closing an investment returns it to the main balance (specification 4.4). The exchange does not
// send a loan's collateral; pledged assets are assumed to have left the balances, as is usual for a
// loan against coins.
import {
  add,
  compare,
  type Decimal,
  divide,
  isDecimal,
  isZero,
  multiply,
  negate,
  sum,
} from '../money.js'
import type { UnixSeconds } from '../time.js'
import { type Feed, isClosedToKey } from './feed.js'
import type { InvestedView } from '../investments/invested.js'
import { levelsOf } from './loan-levels.js'
import type { Loan } from './loan.js'
import type { PricesView } from '../markets/market.js'
import type { PortfolioView } from './portfolio.js'
import { isEmptyHolding, priceOf, valuationOf } from './valuation.js'

/**
 * `collateral` is what the collateral account holds, `borrowed` the part of it that is owed; `loan`
 * is the debt of the credit line.
 */
export const worthParts = [
  'main',
  'trade',
  'collateral',
  'unrealized',
  'flexible',
  'fixed',
  'loan-collateral',
  'borrowed',
  'loan',
] as const
export type WorthPart = (typeof worthParts)[number]

/**
 * Why a part is not counted. `not-available`: the exchange does not open it to this key.
 * `needs-collateral`: results of positions count only with the balance behind them. `no-price`: the
 * debt is in an asset that has none. `no-estimate`: the loan's own figures do not determine what
 * its collateral is worth.
 */
export type NotCounted =
  | 'not-read-yet'
  | 'not-read'
  | 'not-available'
  | 'not-offered'
  | 'not-sent'
  | 'needs-collateral'
  | 'no-price'
  | 'no-estimate'

export type PartOfWorth = {
  part: WorthPart
  /** Of assets with a price; below zero for debt. Null if not counted. */
  worth: Decimal | null
  why: NotCounted | null
  /** It was calculated, not sent. */
  isEstimate: boolean
  /** Of the feed it is read from. */
  feed: Feed<unknown>
}

/** What is missing from the total. */
export type Omission =
  | { kind: 'part'; part: WorthPart; why: NotCounted }
  | { kind: 'unpriced'; assets: string[] }
  | { kind: 'results'; count: number }
  | { kind: 'funding'; count: number }
  | { kind: 'unreadable'; part: WorthPart; count: number }
  | { kind: 'more'; part: WorthPart }

export type NetWorth = {
  currency: string
  total: Decimal
  /** In the order of `worthParts`. */
  parts: PartOfWorth[]
  omissions: Omission[]
  /** How many assets have no price. */
  unpriced: number
  /** Which parts are counted, as one string: totals of other parts must not be compared. */
  counted: string
  /** Every asset held or owed. */
  assets: string[]
  /** The oldest of the figures and prices in the total. */
  asOf: UnixSeconds | null
}

/** An account's net worth, in one line. */
export type WorthSummary = Pick<NetWorth, 'currency' | 'total' | 'omissions' | 'asOf'> & {
  /** A counted part, or a price, is stale. */
  isStale: boolean
}

type Amounts = [asset: string, amount: Decimal][]

function whyUnread({ problem }: Feed<unknown>): NotCounted {
  if (problem === null) return 'not-read-yet'
  if (isClosedToKey(problem)) return 'not-available'
  return problem.code === 'not-found' ? 'not-offered' : 'not-read'
}

/**
 * The LTV at which debt equals collateral: the specification names no unit (2.8), the public
 * documentation shows percent. Null if the liquidation level fits neither percent nor fractions.
 */
function wholeLtv(liquidation: Decimal | null): Decimal | null {
  if (liquidation === null) return null
  if (compare(liquidation, '1') <= 0) return '1'
  return compare(liquidation, '10') < 0 ? null : '100'
}

/**
 * The value of a loan's collateral in the currency of `debt`: LTV is debt ÷ collateral
 * (specification 2.8). Null if the loan's figures contradict each other, or its LTV is zero.
 */
export function collateralEstimate(debt: Decimal, loan: Loan): Decimal | null {
  const { current, liquidation, sound } = levelsOf(loan)
  const whole = wholeLtv(liquidation)
  if (!sound || current === null || whole === null || isZero(current)) return null
  return divide(multiply(debt, whole), current, 18)
}

/**
 * What is owed on the loan, in units of its asset; null if it is not an amount, or a part of it was
 * not sent.
 */
function debtOf({ amount, totalFunding }: Loan): Decimal | null {
  return amount !== undefined &&
    totalFunding !== undefined &&
    isDecimal(amount) &&
    isDecimal(totalFunding)
    ? add(amount, totalFunding)
    : null
}

function oldestOf(moments: readonly (UnixSeconds | null)[]): UnixSeconds | null {
  return moments.reduce(
    (first, one) => (one !== null && (first === null || one < first) ? one : first),
    null,
  )
}

/** Null if there are no prices, or nothing was read. */
export function netWorthOf(
  portfolio: PortfolioView,
  invested: InvestedView,
  prices: PricesView,
  currency: string,
): NetWorth | null {
  const valuation = valuationOf(portfolio, prices, currency)
  const tickers = prices.tickers.value
  if (valuation === null || tickers === null) return null

  const unpriced = new Set(valuation.unpriced)
  const assets = new Set(
    valuation.holdings.flatMap((holding) => (isEmptyHolding(holding) ? [] : [holding.asset])),
  )
  const worthOf = (amounts: Amounts): Decimal =>
    sum(
      amounts.flatMap(([asset, amount]) => {
        if (isDecimal(amount) && isZero(amount)) return []
        assets.add(asset)
        const price = isDecimal(amount) ? priceOf(tickers, asset, currency) : null
        if (price !== null) return [multiply(amount, price)]
        unpriced.add(asset)
        return []
      }),
    )
  const counted = (part: WorthPart, worth: Decimal, feed: Feed<unknown>): PartOfWorth => ({
    part,
    worth,
    why: null,
    isEstimate: part === 'loan-collateral',
    feed,
  })
  const missing = (part: WorthPart, why: NotCounted, feed: Feed<unknown>): PartOfWorth => ({
    part,
    worth: null,
    why,
    isEstimate: false,
    feed,
  })
  const held = (part: WorthPart, feed: Feed<unknown>, amounts: Amounts | null): PartOfWorth =>
    amounts === null ? missing(part, whyUnread(feed), feed) : counted(part, worthOf(amounts), feed)

  const { collateralBalance, positions, loan } = portfolio
  const unrealizedPart = (): PartOfWorth => {
    const known = valuation.wallets.find(({ wallet }) => wallet === 'unrealized')?.worth ?? null
    if (known !== null) return counted('unrealized', known, positions)
    if (collateralBalance.value === null) {
      const why = whyUnread(collateralBalance)
      return missing(
        'unrealized',
        why === 'not-available' || why === 'not-offered' ? why : 'needs-collateral',
        collateralBalance,
      )
    }
    return missing(
      'unrealized',
      positions.value === null ? whyUnread(positions) : 'not-sent',
      positions,
    )
  }
  const loanParts = (): PartOfWorth[] => {
    const names = ['loan-collateral', 'loan'] as const
    if (loan.value === null) return names.map((part) => missing(part, whyUnread(loan), loan))
    if (loan.value.kind === 'not-enabled')
      return names.map((part) => missing(part, 'not-available', loan))
    if (loan.value.kind === 'no-loan') return names.map((part) => counted(part, '0', loan))
    const { asset } = loan.value.loan
    const debt = debtOf(loan.value.loan)
    if (asset === undefined || debt === null)
      return names.map((part) => missing(part, 'not-sent', loan))
    assets.add(asset)
    const price = priceOf(tickers, asset, currency)
    if (price === null) {
      unpriced.add(asset)
      return names.map((part) => missing(part, 'no-price', loan))
    }
    const owed = multiply(debt, price)
    const pledged = collateralEstimate(owed, loan.value.loan)
    return [
      pledged === null
        ? missing('loan-collateral', 'no-estimate', loan)
        : counted('loan-collateral', pledged, loan),
      counted('loan', negate(owed), loan),
    ]
  }

  const found: PartOfWorth[] = [
    held(
      'main',
      portfolio.balance,
      portfolio.balance.value?.map(({ asset, amount }) => [asset, amount]) ?? null,
    ),
    held(
      'trade',
      portfolio.tradeBalance,
      portfolio.tradeBalance.value?.flatMap(({ asset, available, inOrders }): Amounts => [
        [asset, available],
        [asset, inOrders],
      ]) ?? null,
    ),
    held(
      'collateral',
      collateralBalance,
      collateralBalance.value?.map(({ asset, balance }) => [asset, balance]) ?? null,
    ),
    held(
      'borrowed',
      collateralBalance,
      collateralBalance.value?.map(({ asset, borrowed }) => [
        asset,
        isDecimal(borrowed) ? negate(borrowed) : borrowed,
      ]) ?? null,
    ),
    unrealizedPart(),
    held(
      'flexible',
      invested.flexible,
      invested.flexible.value?.map((one) => [one.currency, one.invested]) ?? null,
    ),
    held(
      'fixed',
      invested.fixed,
      invested.fixed.value?.map(({ asset, amount }) => [asset, amount]) ?? null,
    ),
    ...loanParts(),
  ]
  const wordFor = (part: WorthPart): string =>
    part === 'unrealized' && valuation.withoutFunding > 0 ? 'unrealized-without-funding' : part
  const parts = worthParts.flatMap((part) => found.filter((one) => one.part === part))
  const names = [...unpriced]
  const more = (['flexible', 'fixed'] as const).filter(
    (part) => invested[part].more && invested[part].value !== null,
  )
  // Unreadable members of the collateral account affect both its parts alike.
  const unreadable = parts.flatMap(({ part, worth, feed }): Omission[] => {
    const count = (feed.unreadable ?? []).length
    return count === 0 || worth === null || part === 'borrowed'
      ? []
      : [{ kind: 'unreadable', part, count }]
  })
  return {
    currency,
    total: sum(parts.flatMap(({ worth }) => worth ?? [])),
    parts,
    omissions: [
      ...(names.length === 0 ? [] : [{ kind: 'unpriced' as const, assets: names }]),
      ...(valuation.withoutResult === 0
        ? []
        : [{ kind: 'results' as const, count: valuation.withoutResult }]),
      ...(valuation.withoutFunding === 0
        ? []
        : [{ kind: 'funding' as const, count: valuation.withoutFunding }]),
      ...unreadable,
      ...more.map((part) => ({ kind: 'more' as const, part })),
      ...parts.flatMap(({ part, why }): Omission[] =>
        why === null ? [] : [{ kind: 'part', part, why }],
      ),
    ],
    unpriced: names.length,
    assets: [...assets],
    counted: parts.flatMap(({ part, worth }) => (worth === null ? [] : [wordFor(part)])).join(' '),
    asOf: oldestOf([
      prices.tickers.asOf,
      ...parts.flatMap(({ worth, feed }) => (worth === null ? [] : [feed.asOf])),
    ]),
  }
}
