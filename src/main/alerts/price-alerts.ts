// The price alerts of one account: which are set, and how they respond to the prices read. The base
// of a move is known to this run, and saved with the alerts' state once a minute.
import { type Circumstances, explainProblem } from '../../shared/circumstances.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import type { Ticker } from '../../shared/markets/market.js'
import { readTypedMarket } from '../../shared/orders/order-rules.js'
import {
  isSamePriceAlert,
  mostPriceAlerts,
  type PriceAlert,
  type PriceAlertSettings,
  type PriceAlertState,
  type PriceAlertStatus,
  type PriceAlertsView,
  ruleFault,
} from '../../shared/alerts/price-alert.js'
import type { Problem } from '../../shared/problem.js'
import { lastOf } from '../../shared/portfolio/valuation.js'
import type { Decimal } from '../../shared/money.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { hasNewAnswer } from './feed-freshness.js'
import type { AlertCandidate, Evaluation, Resolution } from './open-alerts.js'
import type { PriceAlertRepository } from './price-alert-repository.js'
import {
  evaluatePriceAlert,
  hasEnded,
  isBeyond,
  noProgress,
  type PriceAlertProgress,
  priceKey,
} from './price-alert-rules.js'
import { blindAfter, evaluateBlindness } from './price-blindness.js'
import { largestMove, type Move, noMove, percentOf, withPrice } from './price-moves.js'
import type { EvaluatorStates } from './stored-alert-state.js'

type PricesState = EvaluatorStates['prices']
export type Tickers = Feed<{ [market: string]: Ticker }>

/** Seconds between saves of the prices that moves are measured from. */
const keepEvery = 60
/** Prices older than this say nothing about the current state of a newly set alert. */
const priceOfNow = 60

export type PriceAlerts = {
  add: (wanted: PriceAlertSettings) => Result<null, Problem>
  /** Resets it: earlier triggers no longer count. */
  change: (id: string, wanted: PriceAlertSettings) => Result<null, Problem>
  remove: (id: string) => Result<null, Problem>
  /** Call every few seconds, whether prices arrived or not. `awake`: seconds. */
  evaluate: (
    feed: Tickers,
    awake: number,
    circumstances: Circumstances,
    before: PricesState,
  ) => Evaluation<PricesState>
  /** What must be saved when the account is closed. */
  kept: (state: PricesState) => PricesState
  view: (state: PricesState) => PriceAlertsView
}

const noSuch: Problem = { code: 'gone', message: messageOf('alerts.price-alert.gone') }

function refused(field: string, message: Message): Result<never, Problem> {
  return fail({ code: 'bad-input', message, fields: { [field]: [message] } })
}

export function openPriceAlerts(
  profileId: string,
  repository: PriceAlertRepository,
  ports: { clock: Clock; newId(): string },
): PriceAlerts {
  const { clock, newId } = ports
  let loaded = repository.load(profileId)
  let tickers: Tickers['value'] = null
  let pricesAt: UnixSeconds | null = null
  const moves = new Map<string, Move>()
  /**
   * Awake seconds at which each market with an armed alert last had a price, or was first
   * requested.
   */
  let pricedAt: ReadonlyMap<string, number> = new Map()
  let answeredAt: number | null = null
  let keptAt = 0
  /** Set or changed since the last evaluation: the user sees their state immediately. */
  const fresh = new Set<string>()

  const list = (): readonly PriceAlert[] => (loaded.ok ? loaded.value : [])
  const priceOf = (market: string): Decimal | null =>
    tickers === null ? null : lastOf(tickers, market)

  const evaluateOne = (alert: PriceAlert, before: PriceAlertProgress, at: UnixSeconds) => {
    const price = priceOf(alert.market)
    if (price === null || hasEnded(alert, before)) return null
    const { id, rule } = alert
    const move =
      rule.kind === 'move'
        ? withPrice(moves.get(id) ?? before.move ?? noMove, rule, at, price)
        : null
    if (move !== null) moves.set(id, move)
    return evaluatePriceAlert(alert, { price, move, at }, before)
  }

  /**
   * Evaluates the current `alerts` with the prices of this response; null if no price needs a new
   * look.
   */
  const evaluateAll = (
    alerts: readonly PriceAlert[],
    before: PricesState['alarms'],
    at: UnixSeconds | null,
  ): Evaluation<PricesState['alarms']> => {
    const candidates: AlertCandidate[] = []
    const resolved: Resolution[] = []
    const after: PricesState['alarms'] = {}
    for (const id of Object.keys(before))
      if (fresh.has(id) || !alerts.some((alert) => alert.id === id))
        resolved.push({ key: priceKey(id), end: 'dropped' })
    for (const alert of alerts) {
      const { id } = alert
      const known = fresh.has(id) ? undefined : before[id]
      const isDue =
        at !== null || (fresh.has(id) && pricesAt !== null && clock() - pricesAt <= priceOfNow)
      const evaluation = isDue ? evaluateOne(alert, known ?? noProgress, at ?? clock()) : null
      const state = evaluation?.state ?? known
      if (state !== undefined) after[id] = state
      // The user sees the state of a newly set alert next to it.
      if (evaluation === null || fresh.has(id)) continue
      resolved.push(...evaluation.resolved)
      if (evaluation.candidate !== null) candidates.push(evaluation.candidate)
    }
    fresh.clear()
    const ids = Object.keys(after)
    const isSame =
      ids.length === Object.keys(before).length && ids.every((id) => after[id] === before[id])
    return { candidates, resolved, state: isSame ? before : after }
  }

  const withMoves = (alerts: PricesState['alarms']): PricesState['alarms'] => {
    const kept = Object.entries(alerts).map(([id, state]): [string, PriceAlertProgress] => {
      const move = moves.get(id)
      return [id, move === undefined || move === state.move ? state : { ...state, move }]
    })
    return kept.some(([id, state]) => state !== alerts[id]) ? Object.fromEntries(kept) : alerts
  }

  const blindMarkets = (armed: readonly PriceAlert[], awake: number, isNew: boolean): string[] => {
    const before = pricedAt
    const markets = [...new Set(armed.map(({ market }) => market))]
    pricedAt = new Map(
      markets.map((market) => [
        market,
        isNew && priceOf(market) !== null ? awake : (before.get(market) ?? awake),
      ]),
    )
    return markets.filter((market) => awake - (pricedAt.get(market) ?? awake) >= blindAfter)
  }

  const stateOf = (
    alert: PriceAlert,
    state: PriceAlertProgress,
    blind: readonly string[],
  ): PriceAlertState => {
    if (hasEnded(alert, state)) return 'ended'
    if (blind.includes(alert.market)) return 'blind'
    if (!isBeyond(state)) return 'armed'
    return state.triggeredAt === null ? 'beyond' : 'triggered'
  }

  const movedOf = ({ id, rule, market }: PriceAlert): Decimal | null => {
    const [move, price] = [moves.get(id), priceOf(market)]
    const moved =
      rule.kind !== 'move' || move === undefined || price === null
        ? null
        : largestMove(move, rule, price)
    return moved === null ? null : percentOf(moved, 2)
  }

  const readSettings = (
    settings: PriceAlertSettings,
    own: string | null,
  ): Result<PriceAlertSettings, Problem> => {
    const market = readTypedMarket(settings.market)
    if (!market.ok) return refused('market', market.error)
    const fault = ruleFault(settings.rule)
    if (fault !== null) return refused(fault.field, fault.text)
    const read = { ...settings, market: market.value }
    if (list().some((alert) => alert.id !== own && isSamePriceAlert(alert, read)))
      return refused('market', messageOf('alerts.price-alert.doubled'))
    return ok(read)
  }

  const whereLoaded = (
    act: (alerts: PriceAlert[]) => Result<null, Problem>,
  ): Result<null, Problem> => {
    if (!loaded.ok) loaded = repository.load(profileId)
    return loaded.ok ? act(loaded.value) : loaded
  }

  const put = (alerts: readonly PriceAlert[], alert: PriceAlert): Result<null, Problem> => {
    const saved = repository.save(profileId, alert)
    if (!saved.ok) return saved
    loaded = ok(
      alerts.some(({ id }) => id === alert.id)
        ? alerts.map((one) => (one.id === alert.id ? alert : one))
        : [...alerts, alert],
    )
    moves.delete(alert.id)
    fresh.add(alert.id)
    return ok(null)
  }

  return {
    add: (wanted: PriceAlertSettings): Result<null, Problem> =>
      whereLoaded((alerts) => {
        if (alerts.length >= mostPriceAlerts)
          return refused(
            'market',
            messageOf('alerts.price-alert.too-many', { most: mostPriceAlerts }),
          )
        const read = readSettings(wanted, null)
        return read.ok ? put(alerts, { ...read.value, id: newId(), createdAt: clock() }) : read
      }),
    change: (id: string, wanted: PriceAlertSettings): Result<null, Problem> =>
      whereLoaded((alerts) => {
        const alert = alerts.find((one) => one.id === id)
        if (alert === undefined) return fail(noSuch)
        const read = readSettings(wanted, id)
        return read.ok ? put(alerts, { ...alert, ...read.value }) : read
      }),
    remove: (id: string): Result<null, Problem> =>
      whereLoaded((alerts) => {
        if (!alerts.some((alert) => alert.id === id)) return fail(noSuch)
        const removed = repository.remove(profileId, id)
        if (!removed.ok) return removed
        loaded = ok(alerts.filter((alert) => alert.id !== id))
        moves.delete(id)
        return ok(null)
      }),
    evaluate: (
      feed: Tickers,
      awake: number,
      circumstances: Circumstances,
      before: PricesState,
    ): Evaluation<PricesState> => {
      if (!loaded.ok) loaded = repository.load(profileId)
      const now = clock()
      const isNew = hasNewAnswer(feed, pricesAt)
      if (isNew) [tickers, pricesAt] = [feed.value, feed.asOf]
      answeredAt = isNew ? awake : (answeredAt ?? awake)
      // While the alerts cannot be read, none is treated as removed.
      if (!loaded.ok) {
        const unread = evaluateBlindness(
          { markets: [], of: 'all', problem: loaded.error },
          before.blind,
          now,
        )
        return {
          ...unread,
          state: unread.state === before.blind ? before : { ...before, blind: unread.state },
        }
      }
      const all = evaluateAll(loaded.value, before.alarms, isNew ? feed.asOf : null)
      const isDue = awake - keptAt >= keepEvery || all.state !== before.alarms
      const alerts = isDue ? withMoves(all.state) : all.state
      if (isDue) keptAt = awake
      const armed = loaded.value.filter((alert) => !hasEnded(alert, alerts[alert.id] ?? noProgress))
      const markets = blindMarkets(armed, awake, isNew)
      const of = awake - answeredAt >= blindAfter ? 'all' : 'some'
      const problem = feed.problem === null ? null : explainProblem(feed.problem, circumstances)
      const blind = evaluateBlindness(
        markets.length === 0 ? null : { markets, of, problem },
        before.blind,
        now,
      )
      return {
        candidates: [...all.candidates, ...blind.candidates],
        resolved: [...all.resolved, ...blind.resolved],
        reworded: blind.reworded,
        state:
          alerts === before.alarms && blind.state === before.blind
            ? before
            : { alarms: alerts, blind: blind.state },
      }
    },
    kept: (state: PricesState): PricesState => {
      const alerts = withMoves(state.alarms)
      return alerts === state.alarms ? state : { ...state, alarms: alerts }
    },
    view: (state: PricesState): PriceAlertsView => ({
      profileId,
      problem: loaded.ok ? null : loaded.error,
      alerts: list().map((alert): PriceAlertStatus => {
        const own = state.alarms[alert.id] ?? noProgress
        return {
          ...alert,
          state: stateOf(alert, own, state.blind?.markets ?? []),
          triggeredAt: own.triggeredAt,
          moved: movedOf(alert),
        }
      }),
    }),
  }
}
