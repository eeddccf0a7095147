// What an account knows of its exchange without a key: markets, prices, and what explains why its
// calls fail.
import type { Profile } from '../../shared/accounts/account.js'
import {
  type Circumstances,
  isUnderMaintenance,
  mayBeMaintenance,
} from '../../shared/circumstances.js'
import type { ConnectionView } from '../../shared/portfolio/connection.js'
import type { MarketsView, PricesView } from '../../shared/markets/market.js'
import { monitoredFeeds, type PortfolioView } from '../../shared/portfolio/portfolio.js'
import { needsPrices } from '../../shared/portfolio/position-measure.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Clock } from '../../shared/time.js'
import type { MarketData } from '../markets/markets.js'
import type { Visibility } from '../polling/poll-scheduler.js'

export type AccountMarket = {
  markets: () => MarketsView
  prices: () => PricesView
  serverTime: { skew: MarketData['clockSkew']; wanted: MarketData['timeWanted'] }
  circumstances: () => Circumstances
  /**
   * When calls of the account fail, the exchange's own status is read immediately, and again with
   * every ping.
   */
  portfolioChanged: (view: PortfolioView) => void
  connectionChanged: (view: ConnectionView) => void
  refresh: () => void
  setVisibility: (now: Visibility) => void
  close: () => void
}

export function openAccountMarket(
  profile: Pick<Profile, 'id' | 'baseUrl' | 'region'>,
  ports: {
    openMarkets(baseUrl: string): MarketData
    clock: Clock
    marketsChanged(view: MarketsView): void
    pricesChanged(view: PricesView, what: 'tickers' | 'futures' | 'platform'): void
    /** The exchange can be reached again. */
    recovered(): void
  },
): AccountMarket {
  const { id } = profile
  const data = ports.openMarkets(profile.baseUrl)
  let clockSkew: number | null = null
  let isFailing = false
  let wasOffline = false
  let visibility: Visibility = 'background'
  let positions: readonly Position[] | null = null
  let isMeasuredByPrices = false

  /**
   * Positions measured by exchange prices need those prices read at the on-screen pace, even when
   * not shown.
   */
  const setPace = (): void => data.setVisibility(isMeasuredByPrices ? 'screen' : visibility)
  const notePositions = (now: readonly Position[] | null): void => {
    if (now === positions) return
    positions = now
    const isMeasured = (now ?? []).some(needsPrices)
    if (isMeasured === isMeasuredByPrices) return
    isMeasuredByPrices = isMeasured
    setPace()
  }

  const markets = (): MarketsView => ({ profileId: id, markets: data.views().markets })
  const prices = (): PricesView => {
    const { tickers, futures, platform } = data.views()
    return { profileId: id, tickers, futures, platform }
  }
  const stopHearing = data.on((feed) => {
    if (feed === 'markets') ports.marketsChanged(markets())
    else ports.pricesChanged(prices(), feed)
  })

  return {
    markets,
    prices,
    serverTime: { skew: data.clockSkew, wanted: data.timeWanted },
    /**
     * The demo's time can be moved ahead on purpose, so its clock says nothing about this
     * computer's.
     */
    circumstances: (): Circumstances => ({
      maintenance: isUnderMaintenance(data.views().platform, ports.clock()),
      clockSkew: profile.region === 'demo' ? null : clockSkew,
    }),
    portfolioChanged: (view: PortfolioView): void => {
      isFailing = monitoredFeeds(view).some(
        ({ problem }) => problem !== null && mayBeMaintenance(problem),
      )
      if (isFailing) data.troubled()
      notePositions(view.positions.value)
    },
    connectionChanged: (view: ConnectionView): void => {
      if (wasOffline && view.state === 'online') {
        data.recovered()
        ports.recovered()
      }
      wasOffline = view.state === 'offline'
      clockSkew = view.clockSkew
      if (isFailing || view.state === 'offline') data.troubled()
    },
    refresh: data.refresh,
    setVisibility: (now: Visibility): void => {
      visibility = now
      setPace()
    },
    close: (): void => {
      stopHearing()
      data.release()
    },
  }
}
