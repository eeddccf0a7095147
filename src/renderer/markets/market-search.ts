// Which markets are offered while one is typed, and in which order.
import type { Feed } from '../../shared/portfolio/feed.js'
import { delistingOf, isOfKind, isTradable } from '../../shared/markets/market-rules.js'
import { isKnownKind, type Market } from '../../shared/markets/market.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { TradingView } from '../../shared/orders/trading.js'
import { t } from '../../shared/messages/messages.js'
import { utcDay } from '../../shared/dates.js'
import type { UnixSeconds } from '../../shared/time.js'

/** `shut`: trading is currently closed there. */
export type MarketOffer = { value: string; note: string; shut: boolean }

/** How the account relates to the market, closest first. */
const ties = ['favourite', 'open-position', 'traded-lately'] as const
type Tie = (typeof ties)[number]

function tiesOf(
  view: TradingView | null,
  positions: readonly Position[] | null,
): Map<string, Set<Tie>> {
  const found = new Map<string, Set<Tie>>()
  const tie = (market: string, how: Tie): void =>
    void found.set(market, (found.get(market) ?? new Set()).add(how))
  for (const market of view?.favourites ?? []) tie(market, 'favourite')
  for (const { market } of positions ?? []) tie(market, 'open-position')
  for (const { items } of [...(view?.open ?? []), ...(view?.recent ?? [])])
    for (const { market, target } of items)
      if (target?.kind !== 'purses') tie(market, 'traded-lately')
  return found
}

const plain = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Smaller is closer; null if it does not match. "btc", "btc usdt", "BTCUSDT" and "BTC_USDT" all
 * find BTC_USDT.
 */
function distance(
  typed: string,
  { name, base, quote }: Pick<Market, 'name' | 'base' | 'quote'>,
): number | null {
  const wanted = plain(typed)
  const [whole, first] = [plain(name), plain(base)]
  if (wanted === '' || wanted === whole) return 0
  if (wanted === first) return 1
  if (whole.startsWith(wanted)) return 2
  const parts = typed.split(/[\s/_-]+/).map(plain)
  const both = `${whole} ${first}${plain(quote)}`
  return parts.every((part) => both.includes(part)) ? 3 : null
}

/** A kind unknown to this version is passed through. */
function kindNote(kind: string | null): string | null {
  return isKnownKind(kind) ? t(`trade.market-kind.${kind}`) : kind
}

/** A delisting is given by its day, in UTC. */
function stateNote(market: Market, now: UnixSeconds): string | null {
  const delistedAt = delistingOf(market)
  if (delistedAt !== null)
    return delistedAt <= now
      ? t('trade.market-note.delisted')
      : t('trade.market-note.delisted-on', { day: utcDay(delistedAt) })
  return market.isOpen === false ? t('trade.market-note.closed') : null
}

/** By trading volume. */
const usualQuotes = ['USDT', 'USDC', 'USD', 'EUR']

function quoteRank(quote: string): number {
  const at = usualQuotes.indexOf(quote)
  return at < 0 ? usualQuotes.length : at
}

type Ranked = MarketOffer & { rank: number[] }

function byRank(a: Ranked, b: Ranked): number {
  const at = a.rank.findIndex((part, place) => part !== b.rank[place])
  return at < 0 ? (a.value < b.value ? -1 : 1) : (a.rank[at] ?? 0) - (b.rank[at] ?? 0)
}

/**
 * Favourites first, then markets with a position, then those traded recently; closed or delisted
 * ones last. Without a list, only the account's own. One of its own that is missing from the list
 * is offered anyway: the list may be stale.
 */
export function marketOffers(
  typed: string,
  of: {
    view: TradingView | null
    positions: readonly Position[] | null
    list: Pick<Feed<Market[]>, 'value'> | null
    /** For market orders on collateral; otherwise for bulk limit orders. */
    onCollateral: boolean
    now: UnixSeconds
  },
): MarketOffer[] {
  const own = tiesOf(of.view, of.positions)
  const listed = of.list?.value ?? []
  const names = new Set(listed.map(({ name }) => name))
  const offer = (market: Market | null, name: string): Ranked[] => {
    const known = market ?? { name, ...currenciesOf(name) }
    const away = distance(typed, known)
    if (away === null) return []
    const held = ties.filter((tie) => own.get(name)?.has(tie) === true)
    const state =
      market === null
        ? names.size > 0
          ? t('trade.market-note.not-listed')
          : null
        : stateNote(market, of.now)
    const shut = market !== null && !isTradable(market, of.now)
    const tie = held[0] === undefined ? ties.length : ties.indexOf(held[0])
    const order = own.has(name) ? [...own.keys()].indexOf(name) : 0
    const note = [
      ...held.map((one) => t(`trade.tie.${one}`)),
      market === null ? null : kindNote(market.kind),
      state,
    ]
      .filter((part) => part !== null)
      .join(', ')
    return [
      { value: name, note, shut, rank: [shut ? 1 : 0, tie, away, order, quoteRank(known.quote)] },
    ]
  }
  const offers = [
    ...listed
      .filter((market) => isOfKind(market, of.onCollateral))
      .flatMap((market) => offer(market, market.name)),
    ...[...own.keys()].filter((name) => !names.has(name)).flatMap((name) => offer(null, name)),
  ]
  return offers.sort(byRank).map(({ value, note, shut }) => ({ value, note, shut }))
}

/** No more are rendered: the list is searched, not read. */
export const mostOffers = 50
