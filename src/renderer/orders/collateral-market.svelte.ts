// What is known about the market of an order on collateral while it is being typed: the market's
// rules and price, and the open positions.
import { isCurrent, type LivePrice, livePrices } from '../../shared/markets/live-price.js'
import { type BrokenRule, brokenRules, marketIn } from '../../shared/markets/market-rules.js'
import { noPrices } from '../../shared/markets/market.js'
import {
  type Consequence,
  effectNotKnown,
  type Levels,
  type Ordered,
} from '../../shared/orders/order-effect.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import type { OrderSide, PositionSide } from '../../shared/orders/order.js'
import { nothingYet } from '../../shared/portfolio/feed.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Decimal } from '../../shared/money.js'
import { touches } from '../../shared/unreadable.js'
import type { Stores } from '../stores.js'
import type { CollateralDraft } from './kinds/collateral-draft.svelte.js'
import { sideFor, sideHint } from './market-order.js'

type Sources = Pick<Stores, 'portfolio' | 'markets' | 'prices' | 'clock'>

export class CollateralMarket {
  readonly #draft: CollateralDraft
  readonly #stores: Sources

  constructor(draft: CollateralDraft, stores: Sources) {
    this.#draft = draft
    this.#stores = stores
  }

  readonly feed = $derived.by(() => this.#stores.portfolio.view?.positions ?? null)
  readonly positions = $derived(this.feed?.value ?? null)
  readonly name = $derived.by(() => this.#draft.marketName)
  readonly #list = $derived.by(() => this.#stores.markets.view?.markets ?? nothingYet)
  readonly listed = $derived(this.name === null ? null : marketIn(this.#list, this.name))
  readonly currencies = $derived(this.name === null ? null : currenciesOf(this.name))
  readonly open = $derived((this.positions ?? []).filter(({ market }) => market === this.name))
  /**
   * Unreadable positions that are, or may be, of this market: what an order does to them is
   * unknown.
   */
  readonly unreadable = $derived.by(() => {
    const { name, feed } = this
    return name === null ? [] : (feed?.unreadable ?? []).filter((one) => touches([one], [name]))
  })
  readonly isUnclear = $derived(this.unreadable.length > 0)
  /** All open positions on this market; null if unknown. */
  readonly here = $derived(
    this.name === null || this.positions === null || this.isUnclear ? null : this.open,
  )
  readonly positionSide = $derived.by(() => this.#sideOf(this.#draft.side))

  #sideOf(side: OrderSide): PositionSide | null {
    return sideFor(this.#draft, this.positions, this.name, side)
  }

  hintOf(side: OrderSide): string {
    return sideHint(side, this.name === null ? null : this.#sideOf(side), this.here)
  }

  /**
   * `fresh` leaves out the price implied by an old position, which must never be used to size an
   * order.
   */
  price(): { live: LivePrice | null; fresh: LivePrice | null } {
    const { name, feed } = this
    const { prices, clock } = this.#stores
    const known =
      name === null ? [] : livePrices(name, feed ?? nothingYet, prices.view ?? noPrices, clock.now)
    const isFresh = feed !== null && isCurrent(feed, clock.now)
    const fresh = known.find(({ from }) => isFresh || from !== 'mark') ?? null
    return { live: fresh ?? known[0] ?? null, fresh }
  }

  /** The order, with its levels if they can be read; null without a market or an amount. */
  orderOf(amount: Decimal | null): (Ordered & Levels) | null {
    const { side, stopLossRead: stopLoss, takeProfitRead: takeProfit } = this.#draft
    return this.name === null || amount === null
      ? null
      : {
          market: this.name,
          side,
          amount,
          positionSide: this.positionSide,
          stopLoss,
          takeProfit,
        }
  }

  /** Null if the order or the positions have not been read yet. */
  consequenceOf<Order>(
    order: Order | null,
    effect: (order: Order, positions: readonly Position[]) => Consequence,
  ): Consequence | null {
    if (order === null || this.positions === null) return null
    return this.isUnclear ? effectNotKnown : effect(order, this.positions)
  }

  brokenRules(
    { amount, price }: { amount: Decimal | null; price: Decimal | null },
    { live, reduces }: { live: LivePrice | null; reduces: boolean },
  ): BrokenRule[] {
    if (this.name === null) return []
    const { stopLossRead: stopLoss, takeProfitRead: takeProfit } = this.#draft
    const order = { market: this.name, amount, price, stopLoss, takeProfit, onCollateral: true }
    const { now } = this.#stores.clock
    return brokenRules(order, this.#list, { price: live?.price ?? null, reduces, now })
  }
}
