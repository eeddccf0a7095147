// What the evaluators remembered when the last run ended. It comes from a file: what does not fit is as if it had never been there, and
// the next look is then a first look, which shows and does not fire.
import type { Json } from '../../shared/json.js'
import type { WatchStates } from './alert-memory.js'
import { type BlindnessState, seeing } from './monitoring-loss.js'
import type { StepState } from './hysteresis.js'
import { ladderKeys, type LadderState, noLadder } from './ltv-alerts.js'
import { nothingTold, type NoticeLedger, type NoticeSort, offScreen } from './notice-policy.js'
import { noPayouts, type PayoutState } from './payout-change.js'
import { noPositions, type PositionEntry, positionKeys, type PositionsState } from './position-alerts.js'
import { type RiskyFeed, riskyFeeds } from './freshness.js'

export type EvaluatorStates = {
  ladder: LadderState
  positions: PositionsState
  blindness: BlindnessState
  payouts: PayoutState
  notices: NoticeLedger
}

type Fields = { readonly [name: string]: unknown }
type Guard<T> = (value: unknown) => value is T

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isListOf =
  <T>(fits: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(fits)

const isMapOf =
  <T>(fits: Guard<T>): Guard<{ [name: string]: T }> =>
  (value): value is { [name: string]: T } =>
    isFields(value) && Object.values(value).every(fits)

const isTexts = isListOf(isText)
const isTimes = isMapOf(isTime)

const isSteps: Guard<StepState> = (value): value is StepState =>
  isFields(value) && isTexts(value['seen']) && isTexts(value['crossed']) && isTexts(value['raised'])

const isLadder: Guard<LadderState> = (value): value is LadderState =>
  isFields(value) && isTextOrNull(value['loan']) && isTextOrNull(value['past']) && isSteps(value['steps']) && isSteps(value['sense'])

const isEntry: Guard<PositionEntry> = (value): value is PositionEntry =>
  isFields(value) &&
  isText(value['market']) &&
  (value['side'] === 'long' || value['side'] === 'short' || value['side'] === 'unclear') &&
  isTextOrNull(value['state']) &&
  isSteps(value['steps']) &&
  isTimes(value['away']) &&
  isMapOf(isText)(value['shared'])

const isLeft: Guard<PositionsState['gone'][string]> = (value): value is PositionsState['gone'][string] =>
  isFields(value) && isTime(value['at']) && isEntry(value['entry'])

const isUnreadable = (value: unknown): boolean => {
  if (value === undefined) return true
  if (!isFields(value) || !isTimes(value['since'])) return false
  const told = value['told']
  return told === null || (isFields(told) && isText(told['key']) && isTexts(told['who']))
}

const isPositions: Guard<PositionsState> = (value): value is PositionsState =>
  isFields(value) &&
  typeof value['looked'] === 'boolean' &&
  isMapOf(isEntry)(value['entries']) &&
  isMapOf(isLeft)(value['gone']) &&
  isUnreadable(value['unreadable'])

const isRiskyFeed: Guard<RiskyFeed> = (value): value is RiskyFeed => riskyFeeds.some((feed) => feed === value)

const isBlindness: Guard<BlindnessState> = (value): value is BlindnessState => {
  const isOpen: Guard<BlindnessState['open'][number]> = (one): one is BlindnessState['open'][number] =>
    isFields(one) && isText(one['key']) && isListOf(isRiskyFeed)(one['feeds']) && isTime(one['raisedAt'])
  return isFields(value) && isListOf(isOpen)(value['open'])
}

const isPayouts: Guard<PayoutState> = (value): value is PayoutState => {
  const isSeen: Guard<PayoutState['seen'][number]> = (one): one is PayoutState['seen'][number] =>
    isFields(one) &&
    isText(one['accountName']) &&
    isText(one['destination']) &&
    isTextOrNull(one['externalAddress']) &&
    isTime(one['at']) &&
    isTextOrNull(one['keyHint'] ?? null)
  return isFields(value) && isListOf(isSeen)(value['seen'])
}

const sorts: readonly NoticeSort[] = ['critical', 'other', 'over', 'sight', 'unreadable']

const isLedger: Guard<NoticeLedger> = (value): value is NoticeLedger => {
  const isSent: Guard<NoticeLedger['sent'][number]> = (one): one is NoticeLedger['sent'][number] =>
    isFields(one) && isTime(one['at']) && sorts.some((sort) => sort === one['sort'])
  return (
    isFields(value) &&
    isTimes(value['told']) &&
    isTimes(value['last']) &&
    isTexts(value['reminders']) &&
    isMapOf(isTexts)(value['shown']) &&
    isTimes(value['over']) &&
    isListOf(isSent)(value['sent'])
  )
}

const readOne = <T>(value: Json | undefined, fits: Guard<T>, otherwise: T): T => (fits(value) ? value : otherwise)

export const readStates = (states: WatchStates): EvaluatorStates => {
  const { open } = readOne(states['blindness'], isBlindness, seeing)
  return {
    ladder: readOne(states['ladder'], isLadder, noLadder),
    positions: readOne(states['positions'], isPositions, noPositions),
    // Awake seconds begin anew with each run.
    blindness: { open: open.map((one) => ({ ...one, raisedAt: 0 })) },
    payouts: readOne(states['payouts'], isPayouts, noPayouts),
    // This run cannot take notices of an earlier one off the screen, and earlier versions gave them other ids.
    notices: offScreen(readOne(states['notices'], isLedger, nothingTold)),
  }
}

/** Keys of the alerts that some evaluator stands behind. */
export const keysHeldBy = ({ ladder, positions, blindness }: EvaluatorStates): Set<string> =>
  new Set([...ladderKeys(ladder), ...positionKeys(positions), ...blindness.open.map(({ key }) => key)])
