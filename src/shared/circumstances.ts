// What is known of the exchange and of this computer's clock, and explains a failed call better
// than its own failure. The only place that decides it, for alerts and screens alike.
import { type Message, messageOf, type MessageOrText } from './messages/messages.js'
import type { UnixSeconds } from './time.js'
import type { Feed } from './portfolio/feed.js'
import { sleepRule, sleepsAfter, unusedDays } from './accounts/key-inactivity.js'
import type { ConnectionView } from './portfolio/connection.js'
import type { PlatformState } from './markets/market.js'
import type { PortfolioView } from './portfolio/portfolio.js'
import type { Problem, ProblemCode } from './problem.js'

export type Circumstances = {
  /** The exchange says that it is under maintenance. */
  maintenance: boolean
  /** This computer's clock minus the exchange's, in seconds; null if unknown or not meaningful. */
  clockSkew: number | null
}

/** Seconds by which the clocks may differ. */
export const mostSkew = 30

/** Seconds for which the exchange's statement counts if it cannot be refreshed. */
const wordCounts = 900

export function isUnderMaintenance(
  { value, asOf }: Feed<PlatformState>,
  now: UnixSeconds,
): boolean {
  return value === 'maintenance' && asOf !== null && now - asOf <= wordCounts
}

const unanswered: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'unreachable',
  'timeout',
  'exchange-trouble',
  'not-understood',
])
/** Refusals that a wrong clock may cause. */
const refusedForTime: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'bad-key-or-signature',
  'nonce-conflict',
  'clock-wrong',
])

/** The exchange may be down: its own status is worth requesting. */
export function mayBeMaintenance({ code }: Pick<Problem, 'code'>): boolean {
  return unanswered.has(code)
}

/** "95 s", "12 min", "5 h": never rounded up. */
function spanMessage(seconds: number): Message {
  const [size, unit] =
    seconds < 120
      ? ([1, 's'] as const)
      : seconds < 7200
        ? ([60, 'min'] as const)
        : ([3600, 'h'] as const)
  return messageOf(`exchange.span.${unit}`, { count: (seconds - (seconds % size)) / size })
}

const magnitude = (seconds: number): number => (seconds < 0 ? -seconds : seconds)

/** "off by 95 s". */
export function offByText(skew: number): Message {
  return messageOf('exchange.clock.off-by', { span: spanMessage(magnitude(skew)) })
}

/** The original problem stays in the details. */
function asExplained(problem: Problem, code: ProblemCode, message: MessageOrText): Problem {
  return problem.code === code
    ? { ...problem, message }
    : { ...problem, code, message, reason: [problem.code, problem.reason ?? ''].join(' ').trim() }
}

/** The same problem, or the one behind it. */
export function explainProblem(
  problem: Problem,
  { maintenance, clockSkew }: Circumstances,
): Problem {
  if (maintenance && mayBeMaintenance(problem)) return asExplained(problem, 'maintenance', '')
  if (!refusedForTime.has(problem.code) || clockSkew === null || magnitude(clockSkew) <= mostSkew)
    return problem
  const span = spanMessage(magnitude(clockSkew))
  return asExplained(
    problem,
    'clock-wrong',
    messageOf(clockSkew > 0 ? 'exchange.clock.ahead' : 'exchange.clock.behind', { span }),
  )
}

/**
 * Why the exchange refuses a key that it accepted before, if that was long ago. `keyUsedAt`: null
 * if unknown.
 */
export function explainRefusedKey(
  problem: Problem,
  keyUsedAt: UnixSeconds | null,
  now: UnixSeconds,
): Problem {
  const days = keyUsedAt === null ? 0 : unusedDays(keyUsedAt, now)
  if (days < sleepsAfter) return problem
  const unused = messageOf('exchange.key-sleep.unused', { days })
  if (problem.code === 'key-disabled') return asExplained(problem, 'key-asleep', unused)
  if (problem.code !== 'bad-key-or-signature') return problem
  return {
    ...problem,
    message: messageOf('exchange.key-sleep.perhaps', { unused, rule: sleepRule }),
  }
}

function explainFeed<T>(feed: Feed<T>, circumstances: Circumstances): Feed<T> {
  const problem = feed.problem === null ? null : explainProblem(feed.problem, circumstances)
  return problem === feed.problem ? feed : { ...feed, problem }
}

/** Returns the same view if nothing is explained. */
export function explainPortfolio(view: PortfolioView, circumstances: Circumstances): PortfolioView {
  const explained: PortfolioView = {
    ...view,
    balance: explainFeed(view.balance, circumstances),
    positions: explainFeed(view.positions, circumstances),
    loan: explainFeed(view.loan, circumstances),
    collateralSummary: explainFeed(view.collateralSummary, circumstances),
    collateralBalance: explainFeed(view.collateralBalance, circumstances),
    tradeBalance: explainFeed(view.tradeBalance, circumstances),
    openOrders: explainFeed(view.openOrders, circumstances),
    conditionalOrders: explainFeed(view.conditionalOrders, circumstances),
  }
  return Object.entries(explained).every(
    ([name, feed]) => feed === view[name as keyof PortfolioView],
  )
    ? view
    : explained
}

export function explainConnection(
  view: ConnectionView,
  circumstances: Circumstances,
): ConnectionView {
  const problem = view.problem === null ? null : explainProblem(view.problem, circumstances)
  return problem === view.problem ? view : { ...view, problem }
}
