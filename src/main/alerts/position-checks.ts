// What the answers about positions, and the events of the stream, mean for an account's alerts.
import type { AlertSettings } from '../../shared/alerts/alert.js'
import type { EndedPosition, EndingOrder } from '../../shared/alerts/position-end.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { AlertBook } from './alert-book.js'
import { hasNewAnswer } from './feed-freshness.js'
import { type Ending, goneCandidate } from './gone-positions.js'
import { type Evaluation, reword } from './open-alerts.js'
import { evaluatePositionEvent, evaluatePositions, knownWithKey } from './position-alerts.js'
import {
  endedByOf,
  endedPosition,
  endOf,
  isOpenQuestion,
  type LastFigures,
  lastFiguresIn,
  lastFiguresOf,
} from './position-end.js'
import type { EvaluatorStates } from './stored-alert-state.js'

const mostEventsOfNewKey = 200

export type PositionChecksPorts = {
  clock: Clock
  /** Current prices of the exchange, which measure positions whose own figures imply none. */
  prices: () => PricesView | null
  settings: () => AlertSettings
  clockText: (at: UnixSeconds) => string
  /**
   * The order of this account that may have ended a position; null where none did. Undefined
   * before the orders of the account are read, which is after its alerts.
   */
  endingOrder: (ended: EndedPosition) => EndingOrder | null | undefined
}

type LastSeen = {
  byId: ReadonlyMap<string, Position>
  at: UnixSeconds | null
  prices: PricesView | null
}

function byId(positions: readonly Position[]): ReadonlyMap<string, Position> {
  return new Map(positions.map((position) => [position.id, position]))
}

export class PositionChecks {
  readonly #keyHint: string
  readonly #book: AlertBook
  readonly #ports: PositionChecksPorts
  #checkedAt: UnixSeconds | null = null
  /** The positions of the last good response. */
  #lastSeen: LastSeen = { byId: new Map(), at: null, prices: null }
  /** Reported by the stream before positions were read with this key. */
  readonly #eventsOfNewKey = new Map<string, Position>()

  constructor(keyHint: string, book: AlertBook, ports: PositionChecksPorts) {
    this.#keyHint = keyHint
    this.#book = book
    this.#ports = ports
  }

  /** The next check evaluates the latest response once more. */
  settingsChanged(): void {
    this.#checkedAt = null
  }

  /** From an earlier run: what ended while Plimsoll was not running was open then. */
  rememberStored({ value, asOf, source }: PortfolioView['positions']): void {
    if (this.#lastSeen.at !== null || value === null || source === 'live') return
    this.#lastSeen = { byId: byId(value), at: asOf, prices: null }
  }

  /** The stream reports a margin call or a liquidation, whether or not positions can be read. */
  event(position: Position): void {
    const known = this.#lastSeen.byId.get(position.id)
    const reported = { ...known, ...position, amount: position.amount ?? known?.amount ?? null }
    const { positions: before } = this.#book.states
    const evaluation = this.#evaluateEvent(reported, before, this.#ports.clock())
    const next = this.#book.applyEvaluation(evaluation)
    // Until the first response with a new key, what is known may be of another account.
    if ([undefined, this.#keyHint].includes(before.keyHint)) this.#book.setState('positions', next)
    else if (next !== before && this.#eventsOfNewKey.size < mostEventsOfNewKey)
      this.#eventsOfNewKey.set(position.id, reported)
  }

  check(feed: PortfolioView['positions'], settings: AlertSettings): void {
    const { value, asOf, unreadable } = feed
    if (value === null || asOf === null || !hasNewAnswer(feed, this.#checkedAt)) return
    this.#checkedAt = asOf
    const book = this.#book
    const known = knownWithKey(book.states.positions, this.#keyHint, asOf, value, unreadable)
    book.evaluate('positions', known)
    this.#addEventsOfNewKey(asOf)
    const before = this.#lastSeen
    const prices = this.#ports.prices()
    this.#lastSeen = { byId: byId(value), at: asOf, prices }
    const ending = (id: string, last: Omit<Parameters<typeof lastFiguresOf>[0], 'id'>): Ending => {
      const position = before.byId.get(id) ?? null
      return this.#endingOf(
        lastFiguresOf({ id, ...last }, position, before.at, before.prices),
        asOf,
      )
    }
    const { positions } = book.states
    book.evaluate(
      'positions',
      evaluatePositions(value, settings, positions, asOf, unreadable, ending, prices),
    )
  }

  /** An alert that waits for an order response then says what came of it. */
  settleEndings(): void {
    const reworded = this.#book.open.flatMap(({ key, kind, cause, at }) => {
      const figures =
        kind === 'position-gone' && isOpenQuestion(cause['endedBy']) ? lastFiguresIn(cause) : null
      if (figures === null) return []
      if (this.#ports.endingOrder(endedPosition(figures, at)) === undefined) return []
      const ending = this.#endingOf(figures, at)
      return endedByOf(ending.end) === cause['endedBy'] ? [] : (goneCandidate(ending, key) ?? [])
    })
    if (reworded.length > 0) this.#book.apply(reword(this.#book.open, reworded))
  }

  #endingOf(figures: LastFigures, goneAt: UnixSeconds): Ending {
    const { endingOrder, clockText } = this.#ports
    const end = endOf(figures, endingOrder(endedPosition(figures, goneAt)) ?? null)
    return { end, figures, time: end.by === 'own-order' ? clockText(end.sentAt) : '' }
  }

  #evaluateEvent(
    reported: Position,
    before: EvaluatorStates['positions'],
    at: UnixSeconds,
  ): Evaluation<EvaluatorStates['positions']> {
    const { settings, prices } = this.#ports
    return evaluatePositionEvent(reported, settings(), before, at, prices())
  }

  /** Their alerts are open already, and end with what the response says. */
  #addEventsOfNewKey(at: UnixSeconds): void {
    for (const reported of this.#eventsOfNewKey.values()) {
      const { positions } = this.#book.states
      const { entries } = this.#evaluateEvent(reported, { ...positions, gone: {} }, at).state
      this.#book.setState('positions', { ...positions, entries })
    }
    this.#eventsOfNewKey.clear()
  }
}
