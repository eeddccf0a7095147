// A change of mining payouts must not go unnoticed: whoever makes it takes everything mined from
// then on.
import type { AlertsView, AttentionItem } from '../../shared/alerts/alert.js'
import type { SeenPayout } from '../../shared/mining/payout.js'
import type { Problem } from '../../shared/problem.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { Result } from '../../shared/result.js'
import { plainName } from './notification-text.js'
import type { AlertCandidate, Evaluation } from './open-alerts.js'
import type { EvaluatorStates } from './stored-alert-state.js'

type PayoutState = EvaluatorStates['payouts']
type Seen = PayoutState['seen'][number]

const mostAccounts = 100

function entryOf({ destination, at, keyHint }: SeenPayout): Seen {
  return {
    ...destination,
    at,
    keyHint,
  }
}

const subjectOf = (accountName: string): string => `payout:${accountName}`

function candidateFor(last: Seen, now: Seen): AlertCandidate {
  const name = plainName(now.accountName)
  const [before, after] = [last.keyHint ?? null, now.keyHint ?? null]
  // Perhaps the key of another exchange account, which legitimately pays out elsewhere; perhaps a
  // theft at that very time.
  const isOtherKey = before !== null && after !== null && before !== after
  const sideOf = ({ destination, externalAddress, at }: Seen, key: string | null) => ({
    destination,
    externalAddress,
    seenAt: at,
    ...(isOtherKey && { key }),
  })
  return {
    // Every change is a separate group: changing back must not hide that it was changed.
    key: `${subjectOf(now.accountName)}@${now.at}`,
    kind: 'payout-changed',
    level: 'danger',
    subject: { key: subjectOf(now.accountName), name },
    found: 'new',
    title: messageOf(isOtherKey ? 'alerts.payout.title-other-key' : 'alerts.payout.title', {
      name,
    }),
    text: messageOf(isOtherKey ? 'alerts.payout.text-other-key' : 'alerts.payout.text'),
    endTitle: '',
    cause: { accountName: now.accountName, old: sideOf(last, before), new: sideOf(now, after) },
  }
}

/**
 * One good response. `known`: from the list of mining accounts, used if nothing is saved here; the
 * first response raises nothing.
 */
export function evaluatePayout(
  answer: SeenPayout,
  before: PayoutState,
  known: SeenPayout | null,
): Evaluation<PayoutState> {
  const now = entryOf(answer)
  const kept = before.seen.find(({ accountName }) => accountName === now.accountName)
  const last = kept ?? (known === null ? undefined : entryOf(known))
  const isSame =
    last?.destination === now.destination && last.externalAddress === now.externalAddress
  const isKeyNews = now.keyHint !== null && last?.keyHint !== now.keyHint
  const entry =
    last === undefined || !isSame ? now : isKeyNews ? { ...last, keyHint: now.keyHint } : last
  const others = before.seen.filter((one) => one !== kept)
  const state =
    entry === before.seen.at(-1) ? before : { seen: [...others, entry].slice(-mostAccounts) }
  return {
    candidates: last === undefined || isSame ? [] : [candidateFor(last, now)],
    resolved: [],
    state,
  }
}

/**
 * Nothing is known of the account any more: the next response is its first. Alerts already raised
 * stay for the user to see.
 */
export function forgetPayout(accountName: string, before: PayoutState): Evaluation<PayoutState> {
  const seen = before.seen.filter((one) => one.accountName !== accountName)
  return {
    candidates: [],
    resolved: [],
    state: seen.length === before.seen.length ? before : { seen },
  }
}

function isOpen({ alert }: AttentionItem): boolean {
  return alert.kind === 'payout-changed' && alert.state.kind !== 'acknowledged'
}

export type PayoutAcknowledgement = {
  /** On the screen: acknowledges every alert about the account, however often it was changed. */
  ofAccount: (name: string) => Result<null, Problem>
  /** Acknowledging the last alert about an account acknowledges the change on its screen too. */
  ofAlert: (id: string) => Result<null, Problem>
}

/**
 * A changed payout shows as an alert and on its own screen: acknowledging it in one place
 * acknowledges it in the other.
 */
export function createPayoutAcknowledgement(features: {
  mining: { acknowledge(name: string): Result<null, Problem> }
  alerts: { view(): Pick<AlertsView, 'attention'>; acknowledge(id: string): Result<null, Problem> }
}): PayoutAcknowledgement {
  const { mining, alerts } = features
  const openPayoutAlerts = (): AttentionItem[] => alerts.view().attention.filter(isOpen)

  return {
    ofAccount: (name: string): Result<null, Problem> => {
      const done = mining.acknowledge(name)
      if (!done.ok) return done
      for (const { alert } of openPayoutAlerts())
        if (alert.subject.key === subjectOf(name)) alerts.acknowledge(alert.id)
      return done
    },
    ofAlert: (id: string): Result<null, Problem> => {
      const chosen = openPayoutAlerts().find(({ alert }) => alert.id === id)
      const done = alerts.acknowledge(id)
      if (!done.ok || chosen === undefined) return done
      const { key } = chosen.alert.subject
      const isLast = openPayoutAlerts().every(({ alert }) => alert.subject.key !== key)
      if (isLast) mining.acknowledge(key.slice(subjectOf('').length))
      return done
    },
  }
}
