// Reports a loan that disappeared or was replaced, with its last LTV: the closer that was to a
// margin call, the more severe the alert. One answer alone ends nothing, because the exchange may
// have said it by mistake; the next one confirms it. Another key may belong to another account,
// whose answers say nothing about the loan that was seen with the key before: it is not reported as
// gone then, but as no longer seen where it was in margin call.
import type { AlertSettings } from '../../shared/alerts/alert.js'
import { hasReached, levelsOf } from '../../shared/portfolio/loan-levels.js'
import type { Loan } from '../../shared/portfolio/loan.js'
import { messageOf } from '../../shared/messages/messages.js'
import { compare } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import {
  loanIdentity,
  loanIdentityBeside,
  loanName,
  ltvStepsOf,
  unnamedLoan,
} from './ltv-alerts.js'
import type { AlertCandidate, Evaluation, Resolution } from './open-alerts.js'
import { type EvaluatorStates, noStates } from './stored-alert-state.js'

type LoanEndState = EvaluatorStates['loanEnd']
type LastLoan = NonNullable<LoanEndState['seen']>

/** In place of a loan's identity: there is no loan. */
const none = 'none'

/** Seconds after which the last-seen time is saved again even if the figures are unchanged. */
const notedEvery = 60

function lastOf(
  { asset, amount, createdAt, currentLtv, initialLtv, marginCallLtv, liquidationLtv }: Loan,
  at: UnixSeconds,
): LastLoan {
  return {
    asset,
    amount,
    createdAt,
    currentLtv,
    initialLtv,
    marginCallLtv,
    liquidationLtv,
    at,
  }
}

/**
 * Adds the parts of the loan's identity that a partial response left out: without them, another
 * loan could replace it unnoticed.
 */
function withKnownNames(loan: Loan, seen: LastLoan | null): Loan {
  return {
    ...loan,
    ...(loan.asset === undefined && seen?.asset !== undefined && { asset: seen.asset }),
    ...(loan.createdAt === undefined &&
      seen?.createdAt !== undefined && { createdAt: seen.createdAt }),
  }
}

const asLoan = ({ at: _at, ...last }: LastLoan): Loan => ({ ...last, totalFunding: '0' })

const identityOf = (last: LastLoan): string => loanIdentity(last) ?? unnamedLoan

function isSame(one: LastLoan, other: LastLoan): boolean {
  return (['amount', 'currentLtv', 'initialLtv', 'marginCallLtv', 'liquidationLtv'] as const).every(
    (name) => one[name] === other[name],
  )
}

type Nearness = 'margin-call' | 'step' | 'unclear' | 'far'

/** How near its LTV was when last seen. */
function nearnessOf(last: LastLoan, settings: AlertSettings): Nearness {
  const levels = levelsOf(last)
  const { current, marginCall, liquidation } = levels
  if (hasReached(levels, marginCall) || hasReached(levels, liquidation)) return 'margin-call'
  if (current === null || (marginCall === null && liquidation === null)) return 'unclear'
  const steps = ltvStepsOf(asLoan(last), settings, noStates.ltv)
  return steps.some(({ threshold }) => compare(current, threshold) >= 0) ? 'step' : 'far'
}

const levelOf: Record<Nearness, AlertCandidate['level']> = {
  'margin-call': 'danger',
  step: 'caution',
  unclear: 'caution',
  far: 'info',
}

function candidateFor(
  last: LastLoan,
  end: 'gone' | 'replaced',
  settings: AlertSettings,
  key: string,
): AlertCandidate {
  const loan = loanName(last)
  const nearness = nearnessOf(last, settings)
  const { at, ...figures } = last
  return {
    key,
    kind: nearness === 'margin-call' ? 'loan-gone-at-margin-call' : 'loan-gone',
    level: levelOf[nearness],
    subject: { key: 'ended-loan', name: loan },
    found: 'new',
    title: messageOf(
      `alerts.loan-gone.${end}${nearness === 'margin-call' ? '-at-margin-call' : ''}`,
      { loan },
    ),
    text: messageOf(`alerts.loan-gone.text.${nearness}`),
    endTitle: '',
    cause: { ...figures, seenAt: at },
  }
}

function unseenCandidate(last: LastLoan, key: string): AlertCandidate {
  const loan = loanName(last)
  const { at, ...figures } = last
  return {
    key,
    kind: 'loan-unseen',
    level: 'caution',
    subject: { key: 'ended-loan', name: loan },
    found: 'new',
    title: messageOf('alerts.loan-unseen.title', { loan }),
    text: messageOf('alerts.unseen.text'),
    endTitle: '',
    cause: { ...figures, seenAt: at },
  }
}

/**
 * `isUnrelated`: the alerts of the loan that was known end, because it belongs to the key before.
 */
export type LoanEndEvaluation = Evaluation<LoanEndState> & { isUnrelated: boolean }

function unchanged(state: LoanEndState): LoanEndEvaluation {
  return {
    candidates: [],
    resolved: [],
    state,
    isUnrelated: false,
  }
}

/** A loan reported as gone is back: the report was wrong. */
function cameBack({ gone }: LoanEndState, identity: string): Resolution[] {
  return gone?.loan === identity ? [{ key: gone.key, end: 'dropped' }] : []
}

/** `loan` null: the exchange says there is none. `keyHint`: of the key used. */
export function evaluateLoanEnd(
  loan: Loan | null,
  settings: AlertSettings,
  before: LoanEndState,
  { at, keyHint }: { at: UnixSeconds; keyHint: string },
): LoanEndEvaluation {
  const { seen, doubt } = before
  const known = seen === null ? unnamedLoan : identityOf(seen)
  // A partial response must not end the alerts of the known loan.
  const identity = loan === null ? none : loanIdentityBeside(loan, known)
  const now =
    loan === null ? null : lastOf(identity === known ? withKnownNames(loan, seen) : loan, at)
  const wasOther = seen !== null && known !== identity && (loan === null || known !== unnamedLoan)
  // Earlier versions did not record the key.
  const isSameKey = before.keyHint === undefined || before.keyHint === keyHint
  if (seen !== null && wasOther) {
    // The same response is evaluated again when settings change.
    if (doubt?.at === at) return unchanged(before)
    // Earlier versions did not note it: theirs came with the key of the loan.
    const isConfirmed =
      doubt?.is === identity && (doubt.keyHint ?? before.keyHint ?? keyHint) === keyHint
    if (!isConfirmed)
      return {
        ...unchanged({
          ...before,
          doubt: { is: identity, at, keyHint },
          keyHint: before.keyHint ?? keyHint,
        }),
        // The loan of the other account must not wait for its own alerts.
        isUnrelated: !isSameKey && loan !== null,
      }
    const key = `loan/gone@${at}`
    if (!isSameKey) {
      const wasInMarginCall = nearnessOf(seen, settings) === 'margin-call'
      return {
        candidates: wasInMarginCall ? [unseenCandidate(seen, key)] : [],
        resolved: cameBack(before, identity),
        state: {
          seen: now,
          doubt: null,
          gone: wasInMarginCall ? { key, loan: identityOf(seen) } : null,
          keyHint,
        },
        isUnrelated: loan === null,
      }
    }
    return {
      candidates: [candidateFor(seen, loan === null ? 'gone' : 'replaced', settings, key)],
      resolved: cameBack(before, identity),
      state: { seen: now, doubt: null, gone: { key, loan: identityOf(seen) }, keyHint },
      isUnrelated: false,
    }
  }
  if (now === null) return unchanged(before)
  const isRecent = seen !== null && at >= seen.at && at - seen.at < notedEvery
  const isNoted = before.keyHint === keyHint && isRecent && doubt === null && isSame(seen, now)
  if (isNoted) return unchanged(before)
  const resolved = cameBack(before, identity)
  const gone = resolved.length > 0 ? null : before.gone
  return {
    candidates: [],
    resolved,
    state: { seen: now, doubt: null, gone, keyHint },
    isUnrelated: false,
  }
}

/**
 * Whether only one response so far says that the loan has ended: its alerts stay until the next
 * one.
 */
export function isEndInDoubt({ seen, doubt }: LoanEndState): boolean {
  return seen !== null && doubt?.is === none
}

/** From what an earlier run or version kept of the same loan, if nothing is known here. */
export function rememberedLoan(loan: Loan, at: UnixSeconds, before: LoanEndState): LoanEndState {
  return before.seen === null ? { ...before, seen: lastOf(loan, at) } : before
}
