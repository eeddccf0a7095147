// Steps of increasing severity, one crossing at a time: which step raises an alert, and which are
// over. Independent of what the steps measure.
import { sameItems } from '../../shared/json.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { StepState } from './stored-alert-state.js'

/**
 * `between`: below the step, but not far enough to rearm it · `unknown`: nothing is known, so
 * nothing changes.
 */
export type StepStatus = 'reached' | 'between' | 'cleared' | 'unknown'

export type StepReading = { key: string; status: StepStatus }

/** The text of an alert, which says if it was already so at the first look. */
export function textFound(isFirstLook: boolean, text: Message): Message {
  return isFirstLook ? messageOf('alerts.standing', { text }) : text
}

export type StepChange = {
  /**
   * At most one: the most severe step reached, unless an alert for it or a more severe one is open.
   */
  raise: { key: string; found: 'new' | 'standing'; isFirstLook: boolean } | null
  /** `dropped`: the step no longer exists. */
  resolved: { key: string; end: 'over' | 'dropped' }[]
  state: StepState
}

/** `steps` from the mildest to the most severe. */
export function evaluateSteps(steps: readonly StepReading[], before: StepState): StepChange {
  const wasSeen = (key: string): boolean => before.seen.includes(key)
  const wasCrossed = (key: string): boolean => before.crossed.includes(key)
  const keysWhere = (test: (step: StepReading) => boolean): string[] =>
    steps.filter(test).map(({ key }) => key)

  const crossed = keysWhere(({ key, status }) =>
    wasCrossed(key) ? status !== 'cleared' : status === 'reached',
  )
  const seen = keysWhere(({ key, status }) => status !== 'unknown' || wasSeen(key))
  const still = before.raised.filter((key) => crossed.includes(key))

  // A step that is crossed but not reached now raises nothing: its alert would be false.
  const gravest = keysWhere(({ status }) => status === 'reached').at(-1)
  const isNews = gravest !== undefined && wasSeen(gravest) && !wasCrossed(gravest)
  // When a more severe step ends, the milder one may have no alert; it is raised, but is not news.
  const found = isNews ? 'new' : 'standing'
  const orGraver = keysWhere(() => true).slice(steps.findIndex(({ key }) => key === gravest))
  const isCovered = gravest === undefined || orGraver.some((key) => still.includes(key))
  const raise: StepChange['raise'] = isCovered
    ? null
    : { key: gravest, found, isFirstLook: !wasSeen(gravest) }

  const raised = raise === null ? still : [...still, raise.key]
  const resolved = before.raised
    .filter((key) => !crossed.includes(key))
    .map((key) => ({
      key,
      end: steps.some((step) => step.key === key) ? ('over' as const) : ('dropped' as const),
    }))
  const unchanged =
    sameItems(seen, before.seen) &&
    sameItems(crossed, before.crossed) &&
    sameItems(raised, before.raised)
  return { raise, resolved, state: unchanged ? before : { seen, crossed, raised } }
}
