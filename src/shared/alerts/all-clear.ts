// Whether "All clear" is true: only if everything monitored is calm and was just checked. It also
// names what is monitored and what is not, because calm means nothing without that.
import type { AccountSummary } from '../accounts/account-summary.js'
import type { KeyState } from '../accounts/account.js'
import type { AlertsView } from './alert.js'
import { borrowingsOf } from '../portfolio/borrowing.js'
import {
  type Feed,
  freshnessOf,
  isClosedToKey,
  isNotOffered,
  isOfTheWatch,
} from '../portfolio/feed.js'
import { isMarginMonitored } from '../portfolio/margin.js'
import type { MiningView } from '../mining/mining.js'
import type { PortfolioView } from '../portfolio/portfolio.js'
import type { PriceAlertsView } from './price-alert.js'
import type { UnixSeconds } from '../time.js'

/** Null: main has not sent it yet. */
export type CalmFacts = {
  keyState: KeyState
  alerts: AlertsView | null
  portfolio: PortfolioView | null
  mining: MiningView | null
  priceAlerts: PriceAlertsView | null
  /** Every open account, including the one on screen. */
  accounts: readonly AccountSummary[]
  /** The account on screen. */
  profileId: string | null
  now: UnixSeconds
}

/** `no-loan`: that there is none is checked as well. */
export type MonitoredThing =
  | { what: 'loan' | 'no-loan' | 'margin' }
  | {
      what: 'positions' | 'borrowings' | 'payouts' | 'price-alerts' | 'accounts'
      count: number
    }

/**
 * `closed`: this key may not read it · `not-enabled`: no credit line with this key · `not-offered`:
 * the exchange has no such figure.
 */
export type UnmonitoredThing = {
  what: 'loan' | 'positions' | 'borrowings' | 'margin'
  why: 'closed' | 'not-enabled' | 'not-offered'
}

type CheckedFeed = 'loan' | 'positions' | 'borrowings' | 'margin'

/** Why it is not all clear. */
export type Reservation =
  | {
      why:
        | 'not-read'
        | 'key'
        | 'nothing-monitored'
        | 'notifications-refused'
        | 'payouts-unread'
        | 'price-alerts-unread'
    }
  /** Alerts that are still true, even if acknowledged. */
  | { why: 'alerts'; count: number }
  /** Not answered recently, or not completely. */
  | { why: 'late'; feed: CheckedFeed }
  | { why: 'payouts-unseen' | 'price-alerts-blind'; count: number }
  | { why: 'account-unmonitored' | 'account-alerts'; name: string }

export type Calm = {
  /** Empty if all is clear. */
  reservations: Reservation[]
  monitored: MonitoredThing[]
  unmonitored: UnmonitoredThing[]
  /** The oldest response it depends on; null with none. */
  checkedAt: UnixSeconds | null
}

type Part = Omit<Calm, 'checkedAt'> & { answeredAt: UnixSeconds[] }

function part(some: Partial<Part>): Part {
  return {
    reservations: [],
    monitored: [],
    unmonitored: [],
    answeredAt: [],
    ...some,
  }
}

function checked(
  feed: CheckedFeed,
  value: Feed<unknown>,
  monitored: MonitoredThing,
  now: UnixSeconds,
): Part {
  if (value.asOf === null || freshnessOf(value, now) !== 'fresh')
    return part({ reservations: [{ why: 'late', feed }] })
  return part({ monitored: [monitored], answeredAt: [value.asOf] })
}

function loanPart({ loan }: PortfolioView, now: UnixSeconds): Part {
  if (!isOfTheWatch(loan)) return part({ unmonitored: [{ what: 'loan', why: 'closed' }] })
  if (loan.value?.kind === 'not-enabled')
    return part({ unmonitored: [{ what: 'loan', why: 'not-enabled' }] })
  return checked('loan', loan, { what: loan.value?.kind === 'no-loan' ? 'no-loan' : 'loan' }, now)
}

function positionsPart({ positions }: PortfolioView, now: UnixSeconds): Part {
  if (!isOfTheWatch(positions)) return part({ unmonitored: [{ what: 'positions', why: 'closed' }] })
  return checked(
    'positions',
    positions,
    { what: 'positions', count: positions.value?.length ?? 0 },
    now,
  )
}

/** Not named if nothing is borrowed; a row that cannot be read may be of something that is. */
function borrowingsPart(view: PortfolioView, now: UnixSeconds): Part {
  const { collateralBalance: feed } = view
  const count = borrowingsOf(view)?.length ?? 0
  if (count > 0 || feed.unreadable !== undefined)
    return checked('borrowings', feed, { what: 'borrowings', count }, now)
  if (!isOfTheWatch(feed)) return part({ unmonitored: [{ what: 'borrowings', why: 'closed' }] })
  if (feed.problem !== null && isNotOffered(feed.problem)) return part({})
  return { ...checked('borrowings', feed, { what: 'borrowings', count }, now), monitored: [] }
}

/** Without positions and with no margin in use there is no margin level. */
function marginPart(view: PortfolioView, now: UnixSeconds): Part {
  const { collateralSummary: summary, positions } = view
  if (isMarginMonitored(view)) return checked('margin', summary, { what: 'margin' }, now)
  if ((positions.value ?? []).length === 0) return part({})
  if (summary.problem === null) return part({ reservations: [{ why: 'late', feed: 'margin' }] })
  return part({
    unmonitored: [
      { what: 'margin', why: isClosedToKey(summary.problem) ? 'closed' : 'not-offered' },
    ],
  })
}

function payoutsPart({ accounts, problem }: MiningView): Part {
  if (problem !== null) return part({ reservations: [{ why: 'payouts-unread' }] })
  const unseen = accounts.filter((account) => account.unseen || account.destination === null).length
  if (unseen > 0) return part({ reservations: [{ why: 'payouts-unseen', count: unseen }] })
  return part(
    accounts.length === 0 ? {} : { monitored: [{ what: 'payouts', count: accounts.length }] },
  )
}

function priceAlertsPart({ alerts, problem }: PriceAlertsView): Part {
  if (problem !== null) return part({ reservations: [{ why: 'price-alerts-unread' }] })
  const active = alerts.filter(({ state }) => state !== 'ended')
  const blind = active.filter(({ state }) => state === 'blind').length
  if (blind > 0) return part({ reservations: [{ why: 'price-alerts-blind', count: blind }] })
  return part(
    active.length === 0 ? {} : { monitored: [{ what: 'price-alerts', count: active.length }] },
  )
}

/**
 * Positions in danger according to the exchange. Each has an alert, which may come a moment after
 * the response.
 */
function endangered(view: PortfolioView | null): number {
  return (view?.positions.value ?? []).filter(
    ({ liquidationState }) => (liquidationState ?? null) !== null,
  ).length
}

function alertsPart(view: AlertsView, inDanger: number): Part {
  const { attention, more, level, notifications, isBorrowingInDoubt } = view
  const alerts = attention.length + more
  const count = alerts > 0 ? alerts : inDanger
  return part({
    reservations: [
      ...(count > 0 || level !== 'fine' ? [{ why: 'alerts' as const, count }] : []),
      ...(isBorrowingInDoubt ? [{ why: 'late' as const, feed: 'borrowings' as const }] : []),
      ...(notifications === 'refused' ? [{ why: 'notifications-refused' as const }] : []),
    ],
  })
}

/** For the account on screen, only whether it is monitored: the rest is known in detail. */
function accountsPart({ accounts, profileId }: CalmFacts): Part {
  const reservations = accounts.flatMap(({ profile, level, calling }): Reservation[] => {
    if (level === 'unmonitored') return [{ why: 'account-unmonitored', name: profile.name }]
    if (profile.id === profileId) return []
    return level === 'fine' && calling === 0 ? [] : [{ why: 'account-alerts', name: profile.name }]
  })
  const others = accounts.filter(({ profile }) => profile.id !== profileId).length
  return part({
    reservations,
    monitored: others > 0 && reservations.length === 0 ? [{ what: 'accounts', count: others }] : [],
  })
}

const notRead = (): Part => part({ reservations: [{ why: 'not-read' }] })

/** All is clear if there is no reservation. */
export function calmOf(facts: CalmFacts): Calm {
  const { keyState, alerts, portfolio, mining, priceAlerts, now } = facts
  const parts: Part[] = [
    ...(keyState === 'accepted' ? [] : [part({ reservations: [{ why: 'key' }] })]),
    alerts === null ? notRead() : alertsPart(alerts, endangered(portfolio)),
    ...(portfolio === null
      ? [notRead()]
      : [loanPart, positionsPart, borrowingsPart, marginPart].map((partOf) =>
          partOf(portfolio, now),
        )),
    mining === null ? notRead() : payoutsPart(mining),
    priceAlerts === null ? notRead() : priceAlertsPart(priceAlerts),
    accountsPart(facts),
  ]
  const unmonitored = parts.flatMap((one) => one.unmonitored)
  const seesNothing = ['loan', 'positions'].every((what) =>
    unmonitored.some((one) => one.what === what),
  )
  const reservations = parts.flatMap((one) => one.reservations)
  const isNotRead = reservations.some(({ why }) => why === 'not-read')
  const others = reservations.filter(({ why }) => why !== 'not-read')
  return {
    reservations: [
      ...(isNotRead ? [{ why: 'not-read' as const }] : []),
      ...(seesNothing ? [{ why: 'nothing-monitored' as const }] : []),
      ...others,
    ],
    monitored: parts.flatMap((one) => one.monitored),
    unmonitored,
    checkedAt: parts.flatMap((one) => one.answeredAt).sort((a, b) => a - b)[0] ?? null,
  }
}
