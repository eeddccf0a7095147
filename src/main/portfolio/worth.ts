// An account's net worth, recorded every few minutes while everything that counts was read and is
// fresh: the exchange keeps no record of changes since yesterday.
import { type Feed, freshnessOf, isNotOffered } from '../../shared/portfolio/feed.js'
import { isCurrent } from '../../shared/markets/live-price.js'
import type { PricesView, Ticker } from '../../shared/markets/market.js'
import type { InvestedView } from '../../shared/investments/invested.js'
import { type NetWorth, netWorthOf, type WorthSummary } from '../../shared/portfolio/net-worth.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Problem } from '../../shared/problem.js'
import { priceOf } from '../../shared/portfolio/valuation.js'
import type { WorthHistory } from '../../shared/portfolio/worth-history.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { worthHistory } from './sample-history.js'
import type { WorthRepository } from './worth-repository.js'

/** Seconds. */
const sampleEvery = 300
const day = 86_400
/** How far from a day ago yesterday's value may be. */
const dayAgoWithin = 7200

/** Read recently, or not offered at all: then it is never part of the total. */
function isSettled(feed: Feed<unknown>, now: UnixSeconds): boolean {
  if (feed.value === null) return feed.problem !== null && isNotOffered(feed.problem)
  return freshnessOf(feed, now) === 'fresh'
}

/** A placeholder price: only whether it is used counts. */
const anyTicker: Ticker = { last: '1', change: '0', isFrozen: false }

/**
 * Whether an unreadable price would have priced something that is held. Without it the value would
 * dip although nothing had changed.
 */
function lacksPrice({ tickers }: PricesView, { assets, currency }: NetWorth): boolean {
  const { value, unreadable = [] } = tickers
  if (unreadable.length === 0) return false
  if (unreadable.some(({ name }) => name === null)) return true
  const whole = { ...value, ...Object.fromEntries(unreadable.map(({ name }) => [name, anyTicker])) }
  return assets.some(
    (asset) => priceOf(whole, asset, currency) !== priceOf(value ?? {}, asset, currency),
  )
}

export type Worth = {
  /** Call when figures or prices have changed. */
  update: () => void
  /** As currently known, however old its parts are. */
  now: () => WorthSummary | null
  /** From then until now, from data on this computer. */
  history: (from: UnixSeconds) => Result<WorthHistory, Problem>
}

export function openWorth(
  profileId: string,
  { worth }: { worth: Pick<WorthRepository, 'add' | 'list'> },
  ports: {
    clock: Clock
    currency(): string
    portfolio(): PortfolioView
    invested(): InvestedView
    prices(): PricesView
  },
): Worth {
  const { clock } = ports
  let sampled: { at: UnixSeconds; currency: string } | null = null

  const netWorth = (currency: string): NetWorth | null =>
    netWorthOf(ports.portfolio(), ports.invested(), ports.prices(), currency)

  const settledWorth = (currency: string, now: UnixSeconds): NetWorth | null => {
    const prices = ports.prices()
    if (!isCurrent(prices.tickers, now)) return null
    const found = netWorth(currency)
    if (
      found === null ||
      found.omissions.some(({ kind }) => kind === 'results') ||
      lacksPrice(prices, found)
    )
      return null
    return found.parts.every(({ feed }) => isSettled(feed, now)) ? found : null
  }

  return {
    update: (): void => {
      const [now, currency] = [clock(), ports.currency()]
      const isDue =
        sampled?.currency !== currency || now - sampled.at >= sampleEvery || now < sampled.at
      const found = isDue ? settledWorth(currency, now) : null
      if (found === null) return
      sampled = { at: now, currency }
      worth.add(profileId, currency, {
        at: now,
        total: found.total,
        unpriced: found.unpriced,
        counted: found.counted,
      })
    },
    now: (): WorthSummary | null => {
      const found = netWorth(ports.currency())
      if (found === null) return null
      const { currency, total, omissions, asOf, parts } = found
      const feeds = [
        ports.prices().tickers,
        ...parts.flatMap(({ worth: counted, feed }) => (counted === null ? [] : [feed])),
      ]
      return {
        currency,
        total,
        omissions,
        asOf,
        isStale: feeds.some((feed) => freshnessOf(feed, clock()) === 'stale'),
      }
    },
    history: (from: UnixSeconds): Result<WorthHistory, Problem> => {
      const [to, currency] = [clock(), ports.currency()]
      const samples = worth.list(profileId, currency, { from, to })
      if (!samples.ok) return samples
      const before = worth.list(profileId, currency, {
        from: to - day - dayAgoWithin,
        to: to - day,
      })
      if (!before.ok) return before
      return ok({
        currency,
        ...worthHistory(samples.value, { from, to }),
        dayAgo: before.value.at(-1) ?? null,
      })
    },
  }
}
