// Markets, prices and the state of every exchange with an open account, shared by all accounts
// there: they are public, so no key is needed or used. Not in the specification: an exchange that
// does not respond is polled rarely, and nothing else depends on it.
import { createSignal, type Signal } from '../../shared/signal.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { PublicClient } from '../exchange/exchange-client.js'
import type { Visibility } from '../polling/poll-scheduler.js'
import { type ExchangeFeeds, type ExchangeViews, openExchangeFeeds } from './exchange-feeds.js'
import type { MarketRepository } from './market-repository.js'

/** Milliseconds between two requests for the exchange's state, however many calls to it fail. */
const stateGapMs = 15_000

const closestFirst: readonly Visibility[] = ['screen', 'hidden', 'background']

/** What one account gets of its exchange. */
export type MarketData = {
  views: () => ExchangeViews
  clockSkew: () => number | null
  /** Calls back with the name of what changed. Returns the unsubscribe function. */
  on: Signal<keyof ExchangeViews>['on']
  setVisibility: (visibility: Visibility) => void
  /** Reads the prices now. */
  refresh: () => void
  /** A call of the account failed: is the exchange itself down? */
  troubled: () => void
  /** The account reaches the exchange again. */
  recovered: () => void
  /** Responses do not show the exchange's time: it is requested regularly, for a while. */
  timeWanted: () => void
  /** The account is closed. The last one leaves nothing behind. */
  release: () => void
}

export type MarketFeeds = {
  /** For one account at this address. */
  open: (baseUrl: string) => MarketData
  /** The next call uses the current proxy and address family. */
  dropSockets: () => void
  resumed: () => void
  close: () => void
}

type OpenExchange = {
  feeds: ExchangeFeeds
  changed: Signal<keyof ExchangeViews>
  lookers: Map<symbol, Visibility>
  client: PublicClient
  troubled: () => void
}

export function createMarketData(ports: {
  /** For public endpoints; no key is sent. */
  connect(baseUrl: string): PublicClient
  repository: Pick<MarketRepository, 'last' | 'remember'>
  clock: Clock
  timing: Timing
}): MarketFeeds {
  const { connect, repository, clock, timing } = ports
  const exchanges = new Map<string, OpenExchange>()

  const openExchange = (baseUrl: string): OpenExchange => {
    const client = connect(baseUrl)
    const changed = createSignal<keyof ExchangeViews>()
    const lookers = new Map<symbol, Visibility>()
    const kept = repository.last(baseUrl)
    const feeds = openExchangeFeeds({
      client,
      clock,
      timing,
      visibility: () =>
        closestFirst.find((one) => [...lookers.values()].includes(one)) ?? 'background',
      kept: kept.ok ? kept.value : null,
      keep: (markets, asOf) => void repository.remember(baseUrl, markets, asOf),
      changed: changed.emit,
    })
    let stateAskedAt = -Infinity
    return {
      feeds,
      changed,
      lookers,
      client,
      troubled: (): void => {
        if (timing.ticks() - stateAskedAt < stateGapMs) return
        stateAskedAt = timing.ticks()
        feeds.want('platform')
      },
    }
  }

  return {
    open: (baseUrl: string): MarketData => {
      const exchange = exchanges.get(baseUrl) ?? openExchange(baseUrl)
      exchanges.set(baseUrl, exchange)
      const { feeds, changed, lookers, client } = exchange
      const self = Symbol(baseUrl)
      lookers.set(self, 'background')
      return {
        views: feeds.views,
        clockSkew: feeds.clockSkew,
        on: changed.on,
        setVisibility: (visibility: Visibility): void => {
          lookers.set(self, visibility)
          feeds.visibilityChanged()
        },
        refresh: (): void => feeds.want('tickers', 'futures'),
        troubled: exchange.troubled,
        recovered: feeds.recovered,
        timeWanted: feeds.timeWanted,
        release: (): void => {
          lookers.delete(self)
          if (lookers.size > 0 || exchanges.get(baseUrl) !== exchange) return
          exchanges.delete(baseUrl)
          feeds.close()
          client.close()
        },
      }
    },
    dropSockets: (): void => {
      for (const { client } of exchanges.values()) client.dropSockets()
    },
    resumed: (): void => {
      for (const { feeds } of exchanges.values()) feeds.resumed()
    },
    close: (): void => {
      for (const { feeds, client } of exchanges.values()) {
        feeds.close()
        client.close()
      }
      exchanges.clear()
    },
  }
}
