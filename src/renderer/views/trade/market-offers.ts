import type { Position } from '../../../shared/domain/position.js'
import type { TradingView } from '../../../shared/domain/trading.js'

export type MarketOffer = { market: string; note: string }

/** Markets worth offering: favourites, then those with an open position, then those traded lately. Each once, with why it is there. */
export const marketOffers = (view: TradingView | null, positions: readonly Position[] | null): MarketOffer[] => {
  const notes = new Map<string, string[]>()
  const offer = (market: string, note: string): void => {
    const known = notes.get(market) ?? []
    if (!known.includes(note)) notes.set(market, [...known, note])
  }
  for (const market of view?.favourites ?? []) offer(market, 'favourite')
  for (const { market } of positions ?? []) offer(market, 'open position')
  for (const intent of [...(view?.open ?? []), ...(view?.recent ?? [])]) {
    for (const { market } of intent.items) offer(market, 'traded lately')
  }
  return [...notes].map(([market, words]) => ({ market, note: words.join(', ') }))
}
