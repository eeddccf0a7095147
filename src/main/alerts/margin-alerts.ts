// Alerts on the margin level of the collateral account: the steps from the settings, no free margin
// left, and further steps below that.
import { type AlertSettings, isMarginStep, marginClearedAt } from '../../shared/alerts/alert.js'
import {
  exhaustedLevel,
  figuresContradict,
  liquidationLevel,
  marginLevel,
} from '../../shared/portfolio/margin.js'
import type { CollateralSummary } from '../../shared/portfolio/portfolio.js'
import { sameJson } from '../../shared/json.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { compare, type Decimal, multiply } from '../../shared/money.js'
import {
  evaluateSteps,
  type StepChange,
  type StepReading,
  type StepStatus,
  textFound,
} from './hysteresis.js'
import type { AlertCandidate, Evaluation, Resolution } from './open-alerts.js'
import { type EvaluatorStates, noSteps } from './stored-alert-state.js'

export type MarginSettings = Pick<AlertSettings, 'marginLevelSteps' | 'rearm'>

type MarginState = EvaluatorStates['margin']

/**
 * Between no free margin and the level at which the exchange may liquidate. Each is announced even
 * if "no free margin" was acknowledged.
 */
const stepsToLiquidation: readonly Decimal[] = ['80', '60', liquidationLevel]

type MarginStep = { key: string; kind: 'margin-level' | 'margin-exhausted'; threshold: Decimal }

const exhausted: MarginStep = {
  key: 'exhausted',
  kind: 'margin-exhausted',
  threshold: exhaustedLevel,
}

/** Without duplicates, normalized, from highest to lowest. */
function distinct(steps: readonly Decimal[]): Decimal[] {
  const written = new Set(steps.map((step) => multiply(step, '1')))
  return [...written].sort((a, b) => compare(b, a))
}

/**
 * From the mildest to the most severe. The user's steps at or below 100 % are as severe as any step
 * there.
 */
function stepsOf({ marginLevelSteps }: MarginSettings): MarginStep[] {
  const chosen = distinct(marginLevelSteps.filter(isMarginStep))
  const early = chosen.filter((step) => compare(step, exhaustedLevel) > 0)
  const late = chosen.filter((step) => compare(step, exhaustedLevel) < 0)
  return [
    ...early.map((threshold): MarginStep => ({
      key: `level:${threshold}`,
      kind: 'margin-level',
      threshold,
    })),
    exhausted,
    ...distinct([...late, ...stepsToLiquidation]).map((threshold): MarginStep => ({
      key: `below:${threshold}`,
      kind: 'margin-exhausted',
      threshold,
    })),
  ]
}

/** `level` null: no margin is in use, so none can be short. */
function statusOf(level: Decimal | null, threshold: Decimal, rearm: Decimal): StepStatus {
  if (level === null) return 'cleared'
  if (compare(level, threshold) <= 0) return 'reached'
  return compare(level, marginClearedAt(threshold, rearm)) >= 0 ? 'cleared' : 'between'
}

type AlertText = Pick<AlertCandidate, 'level' | 'title' | 'endTitle'> & { text: Message }

function textFor(step: MarginStep, next: MarginStep | undefined): AlertText {
  const share = messageOf('alerts.percent', { percent: step.threshold })
  if (step.kind === 'margin-level') {
    return {
      level: 'caution',
      title: messageOf('alerts.margin.level.title', { share }),
      text:
        next?.kind === 'margin-level'
          ? messageOf('alerts.margin.level.text', {
              share: messageOf('alerts.percent', { percent: next.threshold }),
            })
          : messageOf('alerts.margin.level.text-last'),
      endTitle: messageOf('alerts.margin.level.end', { share }),
    }
  }
  if (step === exhausted) {
    return {
      level: 'danger',
      title: messageOf('alerts.margin.exhausted.title'),
      text: messageOf('alerts.margin.exhausted.text'),
      endTitle: messageOf('alerts.margin.exhausted.end'),
    }
  }
  return {
    level: 'danger',
    title: messageOf('alerts.margin.below.title', { share }),
    text: messageOf('alerts.margin.below.text'),
    endTitle: messageOf('alerts.margin.level.end', { share }),
  }
}

const keyOf = (step: string): string => `margin/${step}`

/** Keys of the alerts that are open according to this state. */
export function marginAlertKeys({ steps, sense }: MarginState): string[] {
  return [...steps.raised, ...(sense?.raised ?? [])].map(keyOf)
}

/**
 * The figures stored in an alert's cause; the same names are read again for a notification with
 * current figures.
 */
export function marginCause(summary: CollateralSummary): AlertCandidate['cause'] {
  const { usedMargin, freeMargin, equity, unrealizedPnl, unrealizedFunding, leverage } = summary
  const figures = { usedMargin, freeMargin, equity, unrealizedPnl, unrealizedFunding }
  return {
    marginLevel: figuresContradict(summary) ? null : marginLevel(summary),
    ...figures,
    leverage: leverage === null ? null : String(leverage),
  }
}

function candidateFor(
  summary: CollateralSummary,
  { found, isFirstLook }: NonNullable<StepChange['raise']>,
  step: MarginStep,
  next: MarginStep | undefined,
): AlertCandidate {
  const texts = textFor(step, next)
  return {
    key: keyOf(step.key),
    kind: step.kind,
    subject: { key: 'margin', name: messageOf('alerts.subject.margin') },
    found,
    ...texts,
    text: textFound(isFirstLook, texts.text),
    cause: { ...marginCause(summary), marginStep: step.threshold },
  }
}

const unclear = 'unclear'

function unclearCandidate(
  summary: CollateralSummary,
  { found, isFirstLook }: NonNullable<StepChange['raise']>,
): AlertCandidate {
  return {
    key: keyOf(unclear),
    kind: 'margin-unclear',
    level: 'caution',
    subject: { key: 'margin', name: messageOf('alerts.subject.margin') },
    found,
    title: messageOf('alerts.margin.unclear.title'),
    text: textFound(isFirstLook, messageOf('alerts.margin.unclear.text')),
    endTitle: messageOf('alerts.margin.unclear.end'),
    cause: marginCause(summary),
  }
}

/** Raised by the second response in a row: a single one may be from the middle of a change. */
function senseOf(summary: CollateralSummary, { sense = noSteps }: MarginState): StepChange {
  const wasOdd = sense.seen.includes(unclear) || sense.crossed.includes(unclear)
  const status = !figuresContradict(summary) ? 'cleared' : wasOdd ? 'reached' : 'between'
  const change = evaluateSteps([{ key: unclear, status }], sense)
  // Cleared means that the previous response was odd.
  return status === 'cleared' ? { ...change, state: noSteps } : change
}

/**
 * Raises at most one alert for the steps, naming the most severe one crossed, and one if the
 * figures contradict each other. The steps still apply then: used and free margin are the
 * exchange's own.
 */
export function evaluateMargin(
  summary: CollateralSummary,
  settings: MarginSettings,
  before: MarginState,
): Evaluation<MarginState> {
  const level = marginLevel(summary)
  const { rearm } = settings
  const steps = stepsOf(settings)
  const readings = steps.map(({ key, threshold }): StepReading => ({
    key,
    status: statusOf(level, threshold, rearm),
  }))
  const crossing = evaluateSteps(readings, before.steps)

  const { raise } = crossing
  const at = steps.findIndex(({ key }) => key === raise?.key)
  const step = steps[at]
  const candidates =
    raise === null || step === undefined ? [] : [candidateFor(summary, raise, step, steps[at + 1])]

  // After a notification of a step below 100 %, the user hears that there is free margin again, not
  // only that the step is over.
  const isFree = !crossing.state.crossed.includes(exhausted.key)
  const resolved = crossing.resolved.map(({ key, end }): Resolution => {
    const isBelow = steps.some((one) => one.key === key && one.kind === 'margin-exhausted')
    const endTitle =
      level === null
        ? messageOf('alerts.margin.none-in-use')
        : isBelow && isFree
          ? messageOf('alerts.margin.exhausted.end')
          : undefined
    return { key: keyOf(key), end, ...(end === 'over' && endTitle !== undefined && { endTitle }) }
  })
  const sense = senseOf(summary, before)
  if (sense.raise !== null) candidates.push(unclearCandidate(summary, sense.raise))
  resolved.push(...sense.resolved.map(({ key, end }): Resolution => ({ key: keyOf(key), end })))
  const unchanged =
    crossing.state === before.steps && sameJson(sense.state, before.sense ?? noSteps)
  return {
    candidates,
    resolved,
    state: unchanged ? before : { steps: crossing.state, sense: sense.state },
  }
}
