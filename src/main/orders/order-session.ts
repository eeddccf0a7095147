// What one opening of an account knows of its orders: what is written down, what was used of its limits today, how it may trade.
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { defaultTradeLimits, intentStates, isUnfinished, type OrderIntent } from '../../shared/domain/trading.js'
import { ok, type Result } from '../../shared/result.js'
import { createDayTally, type DayTally, startOfDay } from './daily-usage.js'
import { foundAtStart, isSettled } from './intent-state.js'
import { createOrderBook, type OrderBook } from './order-book.js'
import type { TradingSettings } from './order-journal.js'
import type { OrdersMemory, OrdersPorts } from './orders-ports.js'

export type OrderSession = {
  readonly profile: Profile
  readonly memory: OrdersMemory
  readonly book: OrderBook
  readonly tally: DayTally
  settings: TradingSettings
  /** What could not be read at the start: without it, what is blocked is not known. */
  readonly recordProblem: Problem | null
}

const nothingDecided: TradingSettings = { readOnly: true, limits: defaultTradeLimits, favourites: [] }
const closedStates = intentStates.filter((state) => !isUnfinished({ state }))
const recentShown = 20

/** The tally of the day that is now. Fails where it cannot be read: then no limit of a day can be judged. */
export const tallyOfToday = (session: OrderSession, clock: OrdersPorts['clock']): Result<DayTally, Problem> => {
  const today = startOfDay(clock())
  if (session.tally.day() === today) return ok(session.tally)
  const used = session.memory.orders.used(session.profile.id, today)
  if (!used.ok) return used
  session.tally.load(today, used.value)
  return ok(session.tally)
}

/**
 * Reads what is written down. What was found in the middle, and is not on its way in this very process, ended with the process that
 * sent it: certain where nothing had been signed yet, unknown otherwise.
 */
export const openOrderSession = (
  profile: Profile,
  memory: OrdersMemory,
  ports: Pick<OrdersPorts, 'clock' | 'log' | 'journal'>,
): OrderSession => {
  const { journal } = ports
  const newest = (intent: OrderIntent): OrderIntent => journal.waiting(intent.id) ?? intent
  const settings = memory.trading.read(profile.id)
  const open = memory.orders.open(profile.id)
  const recent = memory.orders.page(profile.id, { after: null, limit: recentShown, states: closedStates, kinds: null })
  const written = [...(recent.ok ? recent.value.intents : []), ...(open.ok ? open.value : [])]
  const book = createOrderBook(profile.id, memory.orders, journal, ports.clock)
  for (const intent of written.map(newest)) {
    if (isSettled(intent) || journal.isUnderWay(intent.id)) {
      book.hold(intent)
      continue
    }
    const after = foundAtStart(intent, ports.clock())
    ports.log('an order was found in the middle', { intent: intent.id, was: intent.state, is: after.state })
    book.put(after)
  }
  const session: OrderSession = {
    profile,
    memory,
    book,
    tally: createDayTally(),
    settings: journal.unsavedSettings.get(profile.id) ?? (settings.ok ? settings.value : nothingDecided),
    recordProblem: !open.ok ? open.error : !settings.ok ? settings.error : null,
  }
  tallyOfToday(session, ports.clock)
  return session
}
