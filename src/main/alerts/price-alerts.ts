// The price alerts of one account: which are set, and how they respond to the prices read. The base
// of a move is known to this run, and saved with the alarms' state once a minute.
import { type Circumstances, explainProblem } from '../../shared/circumstances.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import type { Ticker } from '../../shared/markets/market.js'
import { readTypedMarket } from '../../shared/orders/order-rules.js'
import {
  isSameAlarm,
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
  type AlarmState,
  evaluateAlarm,
  hasEnded,
  isBeyond,
  noAlarmState,
  priceKey,
} from './price-alert-rules.js'
import { blindAfter, evaluateBlindness } from './price-blindness.js'
import { largestMove, type Move, noMove, percentOf, withPrice } from './price-moves.js'
import type { EvaluatorStates } from './stored-alert-state.js'

type PricesState = EvaluatorStates['prices']
export type Tickers = Feed<{ [market: string]: Ticker }>

/** Seconds between saves of the prices that moves are measured from. */
const keepEvery = 60
/** Prices older than this say nothing about the current state of a newly set alarm. */
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
   * Awake seconds at which each market with an armed alarm last had a price, or was first
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

  const evaluateOne = (alarm: PriceAlert, before: AlarmState, at: UnixSeconds) => {
    const price = priceOf(alarm.market)
    if (price === null || hasEnded(alarm, before)) return null
    const { id, rule } = alarm
    const move =
      rule.kind === 'move'
        ? withPrice(moves.get(id) ?? before.move ?? noMove, rule, at, price)
        : null
    if (move !== null) moves.set(id, move)
    return evaluateAlarm(alarm, { price, move, at }, before)
  }

  /**
   * Evaluates the current `alarms` with the prices of this response; null if no price needs a new
   * look.
   */
  const evaluateAll = (
    alarms: readonly PriceAlert[],
    before: PricesState['alarms'],
    at: UnixSeconds | null,
  ): Evaluation<PricesState['alarms']> => {
    const candidates: AlertCandidate[] = []
    const resolved: Resolution[] = []
    const after: PricesState['alarms'] = {}
    for (const id of Object.keys(before))
      if (fresh.has(id) || !alarms.some((alarm) => alarm.id === id))
        resolved.push({ key: priceKey(id), end: 'dropped' })
    for (const alarm of alarms) {
      const { id } = alarm
      const known = fresh.has(id) ? undefined : before[id]
      const isDue =
        at !== null || (fresh.has(id) && pricesAt !== null && clock() - pricesAt <= priceOfNow)
      const evaluation = isDue ? evaluateOne(alarm, known ?? noAlarmState, at ?? clock()) : null
      const state = evaluation?.state ?? known
      if (state !== undefined) after[id] = state
      // The user sees the state of a newly set alarm next to it.
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

  const withMoves = (alarms: PricesState['alarms']): PricesState['alarms'] => {
    const kept = Object.entries(alarms).map(([id, state]): [string, AlarmState] => {
      const move = moves.get(id)
      return [id, move === undefined || move === state.move ? state : { ...state, move }]
    })
    return kept.some(([id, state]) => state !== alarms[id]) ? Object.fromEntries(kept) : alarms
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
    alarm: PriceAlert,
    state: AlarmState,
    blind: readonly string[],
  ): PriceAlertState => {
    if (hasEnded(alarm, state)) return 'ended'
    if (blind.includes(alarm.market)) return 'blind'
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
    if (list().some((alarm) => alarm.id !== own && isSameAlarm(alarm, read)))
      return refused('market', messageOf('alerts.price-alert.doubled'))
    return ok(read)
  }

  const whereLoaded = (
    act: (alarms: PriceAlert[]) => Result<null, Problem>,
  ): Result<null, Problem> => {
    if (!loaded.ok) loaded = repository.load(profileId)
    return loaded.ok ? act(loaded.value) : loaded
  }

  const put = (alarms: readonly PriceAlert[], alarm: PriceAlert): Result<null, Problem> => {
    const saved = repository.save(profileId, alarm)
    if (!saved.ok) return saved
    loaded = ok(
      alarms.some(({ id }) => id === alarm.id)
        ? alarms.map((one) => (one.id === alarm.id ? alarm : one))
        : [...alarms, alarm],
    )
    moves.delete(alarm.id)
    fresh.add(alarm.id)
    return ok(null)
  }

  return {
    add: (wanted: PriceAlertSettings): Result<null, Problem> =>
      whereLoaded((alarms) => {
        if (alarms.length >= mostPriceAlerts)
          return refused(
            'market',
            messageOf('alerts.price-alert.too-many', { most: mostPriceAlerts }),
          )
        const read = readSettings(wanted, null)
        return read.ok ? put(alarms, { ...read.value, id: newId(), createdAt: clock() }) : read
      }),
    change: (id: string, wanted: PriceAlertSettings): Result<null, Problem> =>
      whereLoaded((alarms) => {
        const alarm = alarms.find((one) => one.id === id)
        if (alarm === undefined) return fail(noSuch)
        const read = readSettings(wanted, id)
        return read.ok ? put(alarms, { ...alarm, ...read.value }) : read
      }),
    remove: (id: string): Result<null, Problem> =>
      whereLoaded((alarms) => {
        if (!alarms.some((alarm) => alarm.id === id)) return fail(noSuch)
        const removed = repository.remove(profileId, id)
        if (!removed.ok) return removed
        loaded = ok(alarms.filter((alarm) => alarm.id !== id))
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
      // While the alarms cannot be read, none is treated as removed.
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
      const alarms = isDue ? withMoves(all.state) : all.state
      if (isDue) keptAt = awake
      const armed = loaded.value.filter(
        (alarm) => !hasEnded(alarm, alarms[alarm.id] ?? noAlarmState),
      )
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
          alarms === before.alarms && blind.state === before.blind
            ? before
            : { alarms, blind: blind.state },
      }
    },
    kept: (state: PricesState): PricesState => {
      const alarms = withMoves(state.alarms)
      return alarms === state.alarms ? state : { ...state, alarms }
    },
    view: (state: PricesState): PriceAlertsView => ({
      profileId,
      problem: loaded.ok ? null : loaded.error,
      alarms: list().map((alarm): PriceAlertStatus => {
        const own = state.alarms[alarm.id] ?? noAlarmState
        return {
          ...alarm,
          state: stateOf(alarm, own, state.blind?.markets ?? []),
          triggeredAt: own.triggeredAt,
          moved: movedOf(alarm),
        }
      }),
    }),
  }
}
