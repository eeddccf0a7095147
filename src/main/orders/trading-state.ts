// What is known of an open account's orders: its intents, what they used of today's limits, and how it may trade.
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { intentStates, isUnfinished, type OrderIntent } from '../../shared/domain/trading.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { createDailyUsage, type DailyUsage, startOfDay } from './daily-usage.js'
import { createIntentCache, type IntentCache } from './intent-cache.js'
import { foundAtStart, hasOutcome } from './intent-state.js'
import type { OrderRepositories, OrdersPorts } from './orders-ports.js'
import { defaultTradingSettings, type TradingSettings } from './trading-settings.js'

export type TradingState = {
  readonly profile: Profile
  readonly repositories: OrderRepositories
  readonly intents: IntentCache
  readonly usage: DailyUsage
  settings: TradingSettings
  /** What could not be read at the start: without it, what is blocked is not known. */
  readonly readProblem: Problem | null
}

const closedStates = intentStates.filter((state) => !isUnfinished({ state }))
const recentRead = 20

/** Fails where it cannot be read: then no limit of a day can be checked. */
export const usageToday = ({ usage, repositories, profile }: TradingState, clock: Clock): Result<DailyUsage, Problem> => {
  const today = startOfDay(clock())
  if (usage.day() === today) return ok(usage)
  const used = repositories.orders.used(profile.id, today)
  if (!used.ok) return used
  usage.load(today, used.value)
  return ok(usage)
}

/**
 * An unfinished order that is not in flight in this very process ended with the process that sent it: certain where nothing had been signed
 * yet, unknown otherwise.
 */
export const loadTradingState = (
  profile: Profile,
  repositories: OrderRepositories,
  { clock, log, journal }: Pick<OrdersPorts, 'clock' | 'log' | 'journal'>,
): TradingState => {
  const settings = repositories.trading.read(profile.id)
  const open = repositories.orders.open(profile.id)
  const recent = repositories.orders.page(profile.id, { after: null, limit: recentRead, states: closedStates, kinds: null })
  const intents = createIntentCache(profile.id, repositories.orders, journal, clock)
  const saved = [...(recent.ok ? recent.value.intents : []), ...(open.ok ? open.value : [])]
  for (const intent of saved.map((one): OrderIntent => journal.unsaved(one.id) ?? one)) {
    if (hasOutcome(intent) || journal.isInFlight(intent.id)) {
      intents.set(intent)
      continue
    }
    const found = foundAtStart(intent, clock())
    log('an order was found in the middle', { intent: intent.id, was: intent.state, is: found.state })
    intents.saveOrKeep(found)
  }
  const state: TradingState = {
    profile,
    repositories,
    intents,
    usage: createDailyUsage(),
    settings: journal.unsavedSettings.get(profile.id) ?? (settings.ok ? settings.value : defaultTradingSettings),
    readProblem: !open.ok ? open.error : !settings.ok ? settings.error : null,
  }
  usageToday(state, clock)
  return state
}
