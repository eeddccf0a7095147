// Crypto borrowing on the collateral balance: what is borrowed is in the balance, and owed. It
// costs interest every hour, which is due when the borrowing next changes. The public documentation
// names no call that borrows or repays, so only the levers do.
import {
  add,
  compare,
  cut,
  type Decimal,
  divide,
  isNegative,
  multiply,
  subtract,
  sum,
} from '../../shared/money.js'
import { type Borrowing, held, move, type World } from '../world.js'
import { marketNamed, markPrice } from './prices.js'
import { isNothing, smaller } from './units.js'

/** The currency collateral is held in, and the money currency of every collateral market. */
export const collateralAsset = 'USDT'
/** Of the amount, for an hour: 0.0585 % a day, as published with the product. */
const hourlyRate = '0.000024375'
const places = 16
const pricePlaces = 8

/** In USDT; null if the asset has no market, or its market no price. */
export function priceInUsdt(world: World, asset: string): Decimal | null {
  if (asset === collateralAsset) return '1'
  const market = marketNamed(world, `${asset}_${collateralAsset}`)
  return market === undefined || market.ticks === 0 ? null : markPrice(market)
}

function worthOf(world: World, asset: string, amount: Decimal): Decimal {
  return multiply(amount, priceInUsdt(world, asset) ?? '0')
}

export function borrowed({ borrowings }: World, asset: string): Decimal {
  return borrowings.find((one) => one.asset === asset)?.amount ?? '0'
}

/** With the interest that is due. */
export function owed({ amount, accrued }: Borrowing): Decimal {
  return add(amount, accrued)
}

/** What is borrowed, without interest, in USDT: it binds margin like a position. */
export function borrowedWorth(world: World): Decimal {
  return sum(world.borrowings.map(({ asset, amount }) => worthOf(world, asset, amount)))
}

/** The interest that is due, in USDT. */
export function accruedWorth(world: World): Decimal {
  return sum(world.borrowings.map(({ asset, accrued }) => worthOf(world, asset, accrued)))
}

/** The balances without what is borrowed, in USDT; assets without a market count for nothing. */
export function ownCollateral(world: World): Decimal {
  const balances = Object.entries(world.ledger.collateral)
  return subtract(
    sum(balances.map(([asset, amount]) => worthOf(world, asset, amount))),
    borrowedWorth(world),
  )
}

/** The asset must have a price. */
export function borrow(world: World, asset: string, amount: Decimal): void {
  const open = world.borrowings.find((one) => one.asset === asset)
  if (open !== undefined) payInterest(world, open)
  move(world.ledger, 'house', 'collateral', asset, amount)
  if (open === undefined)
    world.borrowings.push({
      asset,
      amount,
      accrued: '0',
      openedMicros: world.nowMicros,
      modifiedMicros: world.nowMicros,
      liquidationState: null,
    })
  else Object.assign(open, { amount: add(open.amount, amount), modifiedMicros: world.nowMicros })
}

/**
 * Interest that the balance of the asset does not cover is added to what is owed; the house is paid
 * either way.
 */
function payInterest(world: World, open: Borrowing): void {
  const paid = smaller(held(world.ledger, 'collateral', open.asset), open.accrued)
  move(world.ledger, 'collateral', 'house', open.asset, paid)
  open.amount = add(open.amount, subtract(open.accrued, paid))
  open.accrued = '0'
}

/** Pays the interest, then up to `amount` of what is owed. False if the balance is too small. */
export function repay(world: World, open: Borrowing, amount: Decimal): boolean {
  const back = smaller(amount, open.amount)
  if (compare(held(world.ledger, 'collateral', open.asset), add(open.accrued, back)) < 0)
    return false
  payInterest(world, open)
  move(world.ledger, 'collateral', 'house', open.asset, back)
  open.amount = subtract(open.amount, back)
  open.modifiedMicros = world.nowMicros
  if (isNothing(open.amount)) world.borrowings = world.borrowings.filter((one) => one !== open)
  return true
}

/** Sells other assets than USDT to the house at the mark price, until they are worth `money`. */
export function sellCollateral(world: World, money: Decimal): void {
  let rest = money
  for (const asset of Object.keys(world.ledger.collateral)) {
    const price = asset === collateralAsset ? null : priceInUsdt(world, asset)
    if (price === null || isNothing(rest)) continue
    const sold = smaller(held(world.ledger, 'collateral', asset), divide(rest, price, places))
    move(world.ledger, 'collateral', 'house', asset, sold)
    rest = subtract(rest, multiply(sold, price))
  }
}

/**
 * Repays it from the balance of its asset, and the rest with USDT and then other assets at the mark
 * price, as far as they last: the house bears what is left.
 */
export function repayByForce(world: World, open: Borrowing): void {
  const due = owed(open)
  const own = smaller(held(world.ledger, 'collateral', open.asset), due)
  move(world.ledger, 'collateral', 'house', open.asset, own)
  const rest = worthOf(world, open.asset, subtract(due, own))
  const money = smaller(held(world.ledger, 'collateral', collateralAsset), rest)
  move(world.ledger, 'collateral', 'house', collateralAsset, money)
  sellCollateral(world, subtract(rest, money))
  world.borrowings = world.borrowings.filter((one) => one !== open)
}

/** One hour of interest. */
export function accrueBorrowings(world: World): void {
  for (const open of world.borrowings)
    open.accrued = cut(add(open.accrued, multiply(open.amount, hourlyRate)), places)
}

/**
 * The price of its asset at which the account reaches the maintenance margin, everything else
 * unchanged. Null if no price above zero does, or for USDT, which has none.
 */
export function borrowingPrice(
  world: World,
  open: Borrowing,
  { equity, maintenance }: { equity: Decimal; maintenance: Decimal },
  rate: Decimal,
): Decimal | null {
  const now = priceInUsdt(world, open.asset)
  if (now === null || open.asset === collateralAsset) return null
  const gain = subtract(held(world.ledger, 'collateral', open.asset), owed(open))
  const slope = subtract(gain, multiply(open.amount, rate))
  if (isNothing(slope)) return null
  const price = add(now, divide(subtract(maintenance, equity), slope, pricePlaces))
  return isNegative(price) || isNothing(price) ? null : price
}
