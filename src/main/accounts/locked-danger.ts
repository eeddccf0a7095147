// What is dangerous about the accounts, for the lock screen: anyone may be looking, so accounts are
// counted but never named.
import type { AlertKind, AlertsView } from '../../shared/alerts/alert.js'
import { freshnessOf } from '../../shared/portfolio/feed.js'
import { hasReached, levelsOf } from '../../shared/portfolio/loan-levels.js'
import { type LockedDanger, lockedDangerKinds } from '../../shared/lock/lock.js'
import { monitoredRisks, type PortfolioView } from '../../shared/portfolio/portfolio.js'
import { compare, type Decimal, divideUp } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { KeyStatus } from './account-key.js'

export type SeenAccount = {
  key: Pick<KeyStatus, 'state'>
  portfolio: Pick<PortfolioView, 'positions' | 'loan'>
  alerts: Pick<AlertsView, 'attention'>
}

/** Having a key is not monitoring: what counts is that responses arrive and are fresh. */
export function isMonitored(
  { key, portfolio }: Pick<SeenAccount, 'key' | 'portfolio'>,
  now: UnixSeconds,
): boolean {
  const risks = monitoredRisks(portfolio)
  const isFresh = risks.every((feed) => !['stale', 'none'].includes(freshnessOf(feed, now)))
  return key.state === 'accepted' && risks.length > 0 && isFresh
}

/** In the exchange's own unit, which may be a fraction. Never below the actual value. */
const shownLtv = (ltv: Decimal): Decimal => divideUp(ltv, '1', compare(ltv, '1') < 0 ? 4 : 2)

type Kind = LockedDanger['kind']

const kindsOfAlerts: Partial<Record<AlertKind, Kind>> = {
  liquidation: 'liquidation',
  'position-liquidation': 'liquidation',
  'margin-call': 'margin-call',
  'position-margin-call': 'margin-call',
}

const kindsOfPositions: { readonly [state: string]: Kind } = {
  liquidation: 'liquidation',
  margin_call: 'margin-call',
}

function worstOf(kinds: readonly Kind[]): Kind | null {
  return lockedDangerKinds.find((kind) => kinds.includes(kind)) ?? null
}

/**
 * The worst state of an account, by its values and alerts; null if nothing is dangerous.
 * Acknowledged does not mean over.
 */
export function dangerIn(
  account: SeenAccount,
  now: UnixSeconds,
): Omit<LockedDanger, 'accounts'> | null {
  const { loan: answer, positions } = account.portfolio
  const loan = answer.value?.kind === 'loan' ? answer.value.loan : null
  const levels = loan === null ? null : levelsOf(loan)
  const ofLoan: Kind[] = [
    ...(levels !== null && hasReached(levels, levels.liquidation)
      ? (['liquidation'] as const)
      : []),
    ...(levels !== null && hasReached(levels, levels.marginCall) ? (['margin-call'] as const) : []),
  ]
  const ofPositions = (positions.value ?? []).flatMap(
    ({ liquidationState }) => kindsOfPositions[liquidationState ?? ''] ?? [],
  )
  // Lost monitoring is reported by the account's own status.
  const others = account.alerts.attention
    .map(({ alert }) => alert)
    .filter(({ kind }) => kind !== 'monitoring-lost')
  const ofAlerts = others.flatMap(
    ({ kind, level }) => kindsOfAlerts[kind] ?? (level === 'info' ? [] : [level]),
  )
  const kind = worstOf([...ofLoan, ...ofPositions, ...ofAlerts])
  if (kind === null) return null
  return {
    kind,
    current: isMonitored(account, now),
    ltv: loan !== null && ofLoan.includes(kind) ? shownLtv(loan.currentLtv) : null,
  }
}

/** Worst first; of equals, current ones first. */
export function groupDangers(
  dangers: readonly Omit<LockedDanger, 'accounts'>[],
  showsFigures: boolean,
): LockedDanger[] {
  return lockedDangerKinds.flatMap((kind) =>
    [true, false].flatMap((current) => {
      const alike = dangers.filter((one) => one.kind === kind && one.current === current)
      if (alike.length === 0) return []
      const ltvs = showsFigures ? alike.flatMap(({ ltv }) => ltv ?? []) : []
      const ltv = ltvs.reduce<Decimal | null>(
        (most, next) => (most === null || compare(next, most) > 0 ? next : most),
        null,
      )
      return [{ kind, accounts: alike.length, current, ltv }]
    }),
  )
}
