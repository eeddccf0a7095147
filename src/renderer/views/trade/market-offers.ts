import type { Position } from '../../../shared/domain/position.js'
import type { TradingView } from '../../../shared/domain/trading.js'

/** A market, and why it is offered. */
export type MarketOffer = { value: string; note: string }

/** Markets worth offering: favourites, then those with an open position, then those traded lately. Each once. */
export const marketOffers = (view: TradingView | null, positions: readonly Position[] | null): MarketOffer[] => {
  const notes = new Map<string, Set<string>>()
  const offer = (market: string, note: string): void => void notes.set(market, (notes.get(market) ?? new Set()).add(note))
  for (const market of view?.favourites ?? []) offer(market, 'favourite')
  for (const { market } of positions ?? []) offer(market, 'open position')
  for (const { items } of [...(view?.open ?? []), ...(view?.recent ?? [])]) {
    for (const { market } of items) offer(market, 'traded lately')
  }
  return [...notes].map(([value, words]) => ({ value, note: [...words].join(', ') }))
}
