// The price walk: whole ticks, pulled back to an anchor so that a demo left running for a week
// still looks like itself.
import type { Decimal } from '../../shared/money.js'
import type { Market, World } from '../world.js'
import { draw } from './random.js'
import { priceOf, ticksOf, wholePart } from './units.js'

/** As named by clients. */
export function marketNamed({ markets }: World, name: string): Market | undefined {
  return Object.hasOwn(markets, name) ? markets[name] : undefined
}

/** Of something held on it. */
export function marketOf({ markets }: World, { market: name }: { market: string }): Market {
  const market = markets[name]
  if (market === undefined) throw new RangeError(`no market ${name}`)
  return market
}

const million = 1_000_000
const secondsToReturn = 2000
const spreadDivisor = 20_000

const atLeastOne = (ticks: number): number => (ticks < 1 ? 1 : ticks)

function jitter(market: Market, price: number): number {
  const reach = atLeastOne(wholePart(price * market.restlessness, million))
  return draw(market.random, 2 * reach + 1) - reach
}

/**
 * The scripted share of the anchor at a moment, in ten-thousandths; null once the script is over.
 */
function scripted(script: NonNullable<Market['script']>, elapsed: number): number | null {
  for (let leg = 1; leg < script.length; leg += 1) {
    const from = script[leg - 1]
    const to = script[leg]
    if (from === undefined || to === undefined || elapsed > to.afterSeconds) continue
    const span = to.afterSeconds - from.afterSeconds
    return (
      from.perTenThousand +
      wholePart((to.perTenThousand - from.perTenThousand) * (elapsed - from.afterSeconds), span)
    )
  }
  return null
}

function followedTicks(world: World, market: Market): number | null {
  const followed = market.follows === null ? undefined : world.markets[market.follows.market]
  return market.follows === null || followed === undefined
    ? null
    : wholePart(followed.ticks, market.follows.ticksPerTick)
}

/**
 * Towards the anchor by distance ÷ secondsToReturn on average; the remainder is an occasional tick.
 */
function pull(market: Market): number {
  const distance = market.anchorTicks - market.ticks
  const whole = wholePart(distance, secondsToReturn)
  const rest = distance % secondsToReturn
  const chance = draw(market.random, secondsToReturn)
  return rest > chance ? whole + 1 : -rest > chance ? whole - 1 : whole
}

function stepMarket(world: World, market: Market, elapsed: number): void {
  const followed = followedTicks(world, market)
  if (followed !== null) {
    market.ticks = atLeastOne(followed + market.anchorTicks + jitter(market, followed))
    return
  }
  const share = market.script === null ? null : scripted(market.script, elapsed)
  if (share !== null) {
    const path = wholePart(market.anchorTicks * share, 10_000)
    market.ticks = atLeastOne(path + jitter(market, path))
    return
  }
  market.script = null
  market.ticks = atLeastOne(market.ticks + pull(market) + jitter(market, market.ticks))
}

/**
 * One second of every market. Followed markets come before their followers. The prices of a
 * copy do not change by themselves, and its books are unlimited.
 */
export function stepPrices(world: World, elapsedSeconds: number): void {
  if (world.copied !== undefined) return
  for (const market of Object.values(world.markets)) {
    stepMarket(world, market, elapsedSeconds)
    if (market.taken.buy !== '0' || market.taken.sell !== '0')
      market.taken = { buy: '0', sell: '0' }
  }
}

/**
 * Sets a price externally. It becomes the anchor, so that it stays; a script on this market ends.
 * False if it is not a price of the market.
 */
export function setPrice(world: World, market: Market, price: Decimal): boolean {
  const ticks = ticksOf(price, market.pricePrecision)
  if (ticks === null) return false
  const followed = followedTicks(world, market)
  market.ticks = ticks
  market.anchorTicks = followed === null ? ticks : ticks - followed
  market.script = null
  for (const other of Object.values(world.markets)) {
    if (other.follows?.market !== market.name) continue
    const near = followedTicks(world, other)
    if (near !== null) other.ticks = atLeastOne(near + other.anchorTicks)
  }
  return true
}

const halfSpread = (market: Market): number => atLeastOne(wholePart(market.ticks, spreadDivisor))

/**
 * The best price for a taker: a buyer pays the ask, a seller gets the bid. `level` counts worse
 * prices from 0.
 */
export function takerTicks(market: Market, side: 'buy' | 'sell', level = 0): number {
  const distance = halfSpread(market) * (1 + 2 * level)
  return side === 'buy' ? market.ticks + distance : atLeastOne(market.ticks - distance)
}

export function markPrice(market: Market): Decimal {
  return priceOf(market.ticks, market.pricePrecision)
}

export function markOf(world: World, held: { market: string }): Decimal {
  return markPrice(marketOf(world, held))
}

export function takerPrice(market: Market, side: 'buy' | 'sell'): Decimal {
  return priceOf(takerTicks(market, side), market.pricePrecision)
}
