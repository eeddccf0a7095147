// Which markets an account's stream is asked for prices of, and what it has said of them: of what
// the page shows, and only while somebody can see it.
import { marketIn } from '../../shared/markets/market-rules.js'
import { type MarketsView, mostWatchedMarkets } from '../../shared/markets/market.js'
import {
  isPrice,
  type StreamedPrice,
  type StreamedPrices,
} from '../../shared/markets/streamed-prices.js'
import { isFutures } from '../../shared/portfolio/position.js'
import type { PriceTopic, WatchedMarkets } from '../../shared/portfolio/stream.js'
import type { Decimal } from '../../shared/money.js'
import type { Clock, Timing } from '../../shared/time.js'

/** Milliseconds between two pushes. */
const pushGapMs = 500

const listOf = { lastprice: 'last', premiumIndex: 'marks' } as const

export function createStreamedPrices(parts: {
  profileId: string
  clock: Clock
  timing: Timing
  markets(): MarketsView['markets']
  /** From now on, these and no others. */
  subscribe(wanted: WatchedMarkets): void
  changed(view: StreamedPrices): void
}) {
  const { profileId, clock, timing } = parts
  let asked: readonly string[] = []
  let isSeen = false
  let watched: WatchedMarkets = { lastprice: [], premiumIndex: [] }
  const known = {
    last: new Map<string, StreamedPrice>(),
    marks: new Map<string, StreamedPrice>(),
  }
  let isResting = false
  let hasNews = false
  let cancelRest: () => void = () => undefined

  const view = (): StreamedPrices => ({
    profileId,
    last: Object.fromEntries(known.last),
    marks: Object.fromEntries(known.marks),
  })

  const show = (): void => {
    hasNews = true
    if (isResting) return
    hasNews = false
    isResting = true
    cancelRest = timing.after(pushGapMs, () => {
      isResting = false
      if (hasNews) show()
    })
    parts.changed(view())
  }

  /** A name that the exchange does not list would have it refuse all of them. */
  const update = (): void => {
    const list = parts.markets()
    const listed = isSeen ? asked.filter((market) => marketIn(list, market) !== null) : []
    watched = { lastprice: listed, premiumIndex: listed.filter(isFutures) }
    for (const topic of ['lastprice', 'premiumIndex'] as const)
      for (const market of known[listOf[topic]].keys())
        if (!watched[topic].includes(market)) known[listOf[topic]].delete(market)
    parts.subscribe(watched)
  }

  return {
    view,
    /** What the page shows now. */
    watch: (markets: readonly string[]): void => {
      asked = [...new Set(markets)].sort().slice(0, mostWatchedMarkets)
      update()
    },
    seen: (is: boolean): void => {
      isSeen = is
      update()
    },
    /** The list of markets changed. */
    update,
    /** Prices of a market that is no longer watched are ignored. */
    received: (topic: PriceTopic, market: string, price: Decimal): void => {
      if (!watched[topic].includes(market) || !isPrice(price)) return
      known[listOf[topic]].set(market, { price, at: clock() })
      show()
    },
    /** Updates have stopped, or times before and after cannot be compared. */
    forget: (): void => {
      if (known.last.size + known.marks.size === 0) return
      known.last.clear()
      known.marks.clear()
      show()
    },
    close: (): void => cancelRest(),
  }
}

export type AccountPrices = ReturnType<typeof createStreamedPrices>
