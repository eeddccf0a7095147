// Alerts on the LTV of the loan: the early steps from the settings, then margin call, steps from
// there to liquidation, and liquidation.
import { type AlertSettings, isShare, type LtvThreshold } from '../../shared/alerts/alert.js'
import { levelsOf, type LoanLevels, unclearLevels } from '../../shared/portfolio/loan-levels.js'
import type { Loan } from '../../shared/portfolio/loan.js'
import {
  type EarlyStep,
  isEarlyStep,
  type PartOfWay,
  placeOf,
  thresholdOf,
} from '../../shared/alerts/ltv-step.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import {
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  partWay,
  subtract,
} from '../../shared/money.js'
import {
  evaluateSteps,
  type StepChange,
  type StepReading,
  type StepStatus,
  textFound,
} from './hysteresis.js'
import { ltvMessage } from './ltv-step-words.js'
import { plainName } from './notification-text.js'
import type { AlertCandidate, Evaluation, Resolution } from './open-alerts.js'
import { type EvaluatorStates, noStates, noSteps } from './stored-alert-state.js'

export type LtvSettings = Pick<AlertSettings, 'earlySteps' | 'rearm'>

type LtvState = EvaluatorStates['ltv']

const usualRearm = '0.02'

/**
 * Steps between margin call and liquidation. Each is announced even if the margin call was
 * acknowledged: the user acknowledged a margin call, not a loan about to be liquidated.
 */
const stepsToLiquidation: readonly PartOfWay[] = [
  { part: 1, of: 4 },
  { part: 1, of: 2 },
  { part: 3, of: 4 },
  { part: 9, of: 10 },
]

type LtvStep = {
  key: string
  kind: LtvThreshold['kind']
  /** Early steps are counted from 1; zero for the exchange's own. */
  number: number
  /**
   * Of the way from the initial level to margin call, or for `margin-call` from there to
   * liquidation; null for a level itself.
   */
  part: PartOfWay | null
  /** Null if the loan's levels do not determine it. */
  threshold: Decimal | null
}

/** Beyond margin call, on the way to liquidation. */
function isLate({ kind, part }: Pick<LtvStep, 'kind' | 'part'>): boolean {
  return kind === 'margin-call' && part !== null
}

/** A loan is a different one if its asset or creation time differs; null if either was not sent. */
export function loanIdentity({
  asset,
  createdAt,
}: Pick<Loan, 'asset' | 'createdAt'>): string | null {
  return asset === undefined || createdAt === undefined ? null : JSON.stringify([asset, createdAt])
}

/**
 * The identity of a loan whose asset or creation time was never sent. The next loan seen counts as
 * the same one.
 */
export const unnamedLoan = 'unnamed'

/**
 * Which loan this is. If its asset or creation time was not sent, it counts as the `known` one,
 * unless the part that was sent differs.
 */
export function loanIdentityBeside(loan: Pick<Loan, 'asset' | 'createdAt'>, known: string): string {
  const identity = loanIdentity(loan)
  if (identity !== null || known === unnamedLoan) return identity ?? known
  const { asset, createdAt } = loan
  // An identity is a list of both.
  const isAsset = asset === undefined || known.startsWith(`[${JSON.stringify(asset)},`)
  const isTime = createdAt === undefined || known.endsWith(`,${JSON.stringify(createdAt)}]`)
  return isAsset && isTime ? known : unnamedLoan
}

type PlacedStep = { key: string; part: PartOfWay | null; threshold: Decimal | null }

/**
 * Stored with the alerts: parts of the way as earlier versions wrote them, LTVs without trailing
 * zeros.
 */
function keyOf(step: EarlyStep): string {
  return 'ltv' in step ? `ltv:${add(step.ltv, '0')}` : `early:${step.part}/${step.of}`
}

/** Lowest first, parts of the way before LTVs; of equal ones, the first. */
function distinctSteps({ earlySteps }: LtvSettings): EarlyStep[] {
  const usable = earlySteps.filter(isEarlyStep)
  const parts = usable
    .flatMap((step) => ('ltv' in step ? [] : [step]))
    .sort((a, b) => a.part * b.of - b.part * a.of)
  const ltvs = usable
    .flatMap((step) => ('ltv' in step ? [step] : []))
    .sort((a, b) => compare(a.ltv, b.ltv))
  return [
    ...parts.filter(
      ({ part, of }, at) =>
        at === 0 || part * (parts[at - 1]?.of ?? 0) !== (parts[at - 1]?.part ?? 0) * of,
    ),
    ...ltvs.filter(({ ltv }, at) => at === 0 || compare(ltv, ltvs[at - 1]?.ltv ?? ltv) !== 0),
  ]
}

/**
 * Lowest first; those that cannot be placed come first, so that none covers one that is reached.
 * Steps at or beyond margin call are omitted, as margin call and the steps to liquidation alert
 * there. Of two at the same place, the LTV wins.
 */
function earlySteps(levels: LoanLevels, settings: LtvSettings): PlacedStep[] {
  const placed = distinctSteps(settings).map((step): PlacedStep => ({
    key: keyOf(step),
    part: 'ltv' in step ? null : step,
    threshold: thresholdOf(levels, step),
  }))
  const unplaced = placed.filter(({ threshold }) => threshold === null)
  const inOrder = placed
    .flatMap((step) =>
      step.threshold === null || placeOf(levels, step.threshold) !== 'early'
        ? []
        : [{ ...step, threshold: step.threshold }],
    )
    .sort((a, b) => compare(a.threshold, b.threshold))
  return [
    ...unplaced,
    ...inOrder.filter(
      ({ threshold }, at) => compare(threshold, inOrder[at + 1]?.threshold ?? '0') !== 0,
    ),
  ]
}

function stepsOf(levels: LoanLevels, settings: LtvSettings): LtvStep[] {
  const { marginCall, liquidation } = levels
  const early = earlySteps(levels, settings).map((step, at): LtvStep => ({
    ...step,
    kind: 'ltv-step',
    number: at + 1,
  }))
  const lastWay =
    marginCall !== null && liquidation !== null && compare(marginCall, liquidation) < 0
  const late = stepsToLiquidation.map((part): LtvStep => ({
    key: `to-liquidation:${part.part}/${part.of}`,
    kind: 'margin-call',
    number: 0,
    part,
    threshold: lastWay ? partWay(marginCall, liquidation, part.part, part.of) : null,
  }))
  return [
    ...early,
    { key: 'margin-call', kind: 'margin-call', number: 0, part: null, threshold: marginCall },
    ...late,
    { key: 'liquidation', kind: 'liquidation', number: 0, part: null, threshold: liquidation },
  ]
}

function statusOf(current: Decimal | null, threshold: Decimal | null, rearm: Decimal): StepStatus {
  if (current === null || threshold === null) return 'unknown'
  if (compare(current, threshold) >= 0) return 'reached'
  return compare(current, multiply(threshold, subtract('1', rearm))) <= 0 ? 'cleared' : 'between'
}

type AlertText = Pick<AlertCandidate, 'level' | 'title' | 'endTitle'> & { text: Message }

/** What the LTV has done, what that means, and the text once it is over. */
function textFor(
  { kind, number, part }: LtvStep,
  ltv: Message,
  loan: Message,
  count: number,
): AlertText {
  if (kind === 'ltv-step') {
    return {
      level: 'caution',
      title: messageOf('alerts.ltv.step.title', { loan, ltv }),
      text: messageOf(number < count ? 'alerts.ltv.step.text-early' : 'alerts.ltv.step.text-last'),
      endTitle: messageOf('alerts.ltv.step.end', { loan, ltv }),
    }
  }
  if (isLate({ kind, part }) && part !== null) {
    const share = messageOf('alerts.percent', {
      percent: divide(String(100 * part.part), String(part.of), 0),
    })
    return {
      level: 'danger',
      title: messageOf('alerts.ltv.to-liquidation.title', { loan, ltv, share }),
      text: messageOf('alerts.ltv.to-liquidation.text'),
      endTitle: messageOf('alerts.ltv.to-liquidation.end', { loan, ltv, share }),
    }
  }
  return {
    level: 'danger',
    title: messageOf(`alerts.ltv.${kind}.title`, { loan }),
    text: messageOf(`alerts.ltv.${kind}.text`),
    endTitle: messageOf(`alerts.ltv.${kind}.end`, { loan }),
  }
}

export function loanName({ asset }: Pick<Loan, 'asset'>): Message {
  return asset === undefined
    ? messageOf('alerts.ltv.loan-without-asset')
    : messageOf('alerts.ltv.loan', { asset: plainName(asset) })
}

function candidateFor(
  loan: Loan,
  { key, found, isFirstLook }: NonNullable<StepChange['raise']>,
  kind: AlertCandidate['kind'],
  texts: AlertText,
  cause: AlertCandidate['cause'] = {},
): AlertCandidate {
  return {
    key: `loan/${key}`,
    kind,
    subject: { key: 'loan', name: loanName(loan) },
    found,
    ...texts,
    text: textFound(isFirstLook, texts.text),
    cause: {
      asset: loan.asset ?? null,
      createdAt: loan.createdAt ?? null,
      currentLtv: loan.currentLtv,
      initialLtv: loan.initialLtv ?? null,
      marginCallLtv: loan.marginCallLtv,
      liquidationLtv: loan.liquidationLtv,
      ...cause,
    },
  }
}

/** Keys of the alerts that are open according to this state. */
export function ltvAlertKeys({ steps, sense }: LtvState): string[] {
  return [...steps.raised, ...sense.raised].map((key) => `loan/${key}`)
}

function endedLoan(state: LtvState): Resolution[] {
  return ltvAlertKeys(state).map((key) => ({ key, end: 'loan-ended' }))
}

/** Of a loan that is gone, only the known steps are kept. */
function withoutLoan({ loan, steps, sense }: LtvState): LtvState {
  return {
    loan: null,
    past: loan,
    steps: { ...noSteps, seen: steps.seen },
    sense: { ...noSteps, seen: sense.seen },
  }
}

function stateFor(identity: string, before: LtvState): LtvState {
  if (before.loan === identity) return before
  if (before.loan === unnamedLoan) return { ...before, loan: identity }
  return before.loan === null && before.past === identity
    ? { ...before, loan: identity, past: null }
    : { ...noStates.ltv, loan: identity }
}

/**
 * `loan` null: the exchange says there is none. Raises at most one alert for the steps, naming the
 * most severe one crossed, and one if the levels stop making sense. Units do not matter as long as
 * the loan's LTV fields share one.
 */
export function evaluateLtv(
  loan: Loan | null,
  settings: LtvSettings,
  before: LtvState,
): Evaluation<LtvState> {
  if (loan === null)
    return {
      candidates: [],
      resolved: endedLoan(before),
      state: before.loan === null ? before : withoutLoan(before),
    }
  const identity = loanIdentityBeside(loan, before.loan ?? before.past ?? unnamedLoan)
  const known = stateFor(identity, before)

  const levels = levelsOf(loan)
  const rearm = isShare(settings.rearm) ? settings.rearm : usualRearm
  const steps = stepsOf(levels, settings)
  const call = statusOf(levels.current, levels.marginCall, rearm)
  const readings = steps.map((step): StepReading => ({
    key: step.key,
    // When the margin call ends, so do its further steps, even if the levels no longer place them.
    status:
      isLate(step) && call === 'cleared'
        ? 'cleared'
        : statusOf(levels.current, step.threshold, rearm),
  }))
  const crossing = evaluateSteps(readings, known.steps)
  const sense = evaluateSteps(
    [{ key: 'unclear', status: levels.sound ? 'cleared' : 'reached' }],
    known.sense,
  )

  const name = loanName(loan)
  const candidates: AlertCandidate[] = []
  const { raise } = crossing
  const step = steps.find(({ key }) => key === raise?.key)
  // A raised step is reached, so it has a place.
  if (raise !== null && step !== undefined && step.threshold !== null) {
    const count = steps.filter(({ kind }) => kind === 'ltv-step').length
    const texts = textFor(step, ltvMessage(levels, step.threshold), name, count)
    const part = step.kind === 'ltv-step' ? step.part : null
    candidates.push(
      candidateFor(loan, raise, step.kind, texts, { threshold: step.threshold, step: part }),
    )
  }
  if (sense.raise !== null) {
    const texts: AlertText = {
      level: 'caution',
      title: messageOf('alerts.ltv.unclear.title', { loan: name }),
      text: unclearLevels,
      endTitle: messageOf('alerts.ltv.unclear.end', { loan: name }),
    }
    candidates.push(candidateFor(loan, sense.raise, 'ltv-unclear', texts))
  }

  // After a notification beyond margin call, the user hears that the margin call is over, not only
  // that step.
  const isCallOver = !crossing.state.crossed.includes('margin-call')
  const callEnd = messageOf('alerts.ltv.margin-call.end', { loan: name })
  const over = [...crossing.resolved, ...sense.resolved].map(({ key, end }): Resolution => {
    const wasLate = steps.some((one) => one.key === key && isLate(one))
    return { key: `loan/${key}`, end, ...(wasLate && isCallOver && { endTitle: callEnd }) }
  })
  const unchanged =
    known === before && crossing.state === before.steps && sense.state === before.sense
  return {
    candidates,
    resolved: known === before ? over : endedLoan(before),
    state: unchanged
      ? before
      : { loan: identity, past: null, steps: crossing.state, sense: sense.state },
  }
}

/**
 * The early steps and the exchange's own levels, lowest first; those that cannot be placed are
 * omitted.
 */
export function ltvStepsOf(loan: Loan, settings: LtvSettings, { steps }: LtvState): LtvThreshold[] {
  return stepsOf(levelsOf(loan), settings).flatMap(({ key, kind, number, part, threshold }) =>
    threshold === null || isLate({ kind, part })
      ? []
      : [{ key, kind, number, threshold, crossed: steps.crossed.includes(key) }],
  )
}
