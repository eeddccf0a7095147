// What the evaluators saved when the last run ended. What does not fit is as if it had never been there; the next evaluation is then the
// first one, which shows and does not notify.
import { z } from 'zod'
import type { Json } from '../../shared/json.js'
import { riskyFeeds } from './freshness.js'
import type { StepState } from './hysteresis.js'
import { ltvAlertKeys, type LtvState, noLtvState } from './ltv-alerts.js'
import { type MonitoringLossState, noMonitoringLoss } from './monitoring-loss-alerts.js'
import { emptyLedger, type NoticeLedger, withNothingShown } from './notification-policy.js'
import { noPayouts, type PayoutState } from './payout-alerts.js'
import { noPositions, type PositionEntry, positionKeys, type PositionsState } from './position-alerts.js'

/** By the kind under which the database keeps it. */
export type StoredStates = { readonly [kind: string]: Json }

export type EvaluatorStates = {
  ltv: LtvState
  positions: PositionsState
  monitoringLoss: MonitoringLossState
  payouts: PayoutState
  notices: NoticeLedger
}

const text = z.string()
const time = z.number()
const times = z.record(text, time)

const steps: z.ZodType<StepState> = z.object({ seen: z.array(text), crossed: z.array(text), raised: z.array(text) })

const entry: z.ZodType<PositionEntry> = z.object({
  market: text,
  side: z.enum(['long', 'short', 'unclear']),
  state: text.nullable(),
  steps,
  away: times,
  shared: z.record(text, text),
})

const schemas: { [Name in keyof EvaluatorStates]: z.ZodType<EvaluatorStates[Name]> } = {
  ltv: z.object({ loan: text.nullable(), past: text.nullable(), steps, sense: steps }),
  positions: z.object({
    looked: z.boolean(),
    entries: z.record(text, entry),
    gone: z.record(text, z.object({ at: time, entry })),
    unreadable: z.object({ since: times, told: z.object({ key: text, who: z.array(text) }).nullable() }).optional(),
  }),
  monitoringLoss: z.object({ open: z.array(z.object({ key: text, feeds: z.array(z.enum(riskyFeeds)), raisedAt: time })) }),
  payouts: z.object({
    seen: z.array(z.object({ accountName: text, destination: text, externalAddress: text.nullable(), at: time, keyHint: text.nullish() })),
  }),
  notices: z.object({
    told: times,
    last: times,
    reminders: z.array(text),
    shown: z.record(text, z.array(text)),
    over: times,
    sent: z.array(z.object({ at: time, sort: z.enum(['critical', 'other', 'over', 'sight', 'unreadable']) })),
  }),
}

const kinds: { [Name in keyof EvaluatorStates]: string } = {
  ltv: 'ladder',
  positions: 'positions',
  monitoringLoss: 'blindness',
  payouts: 'payouts',
  notices: 'notices',
}

export const readStates = (stored: StoredStates): EvaluatorStates => {
  const read = <Name extends keyof EvaluatorStates>(name: Name, otherwise: EvaluatorStates[Name]): EvaluatorStates[Name] => {
    const schema: z.ZodType<EvaluatorStates[Name]> = schemas[name]
    return schema.safeParse(stored[kinds[name]]).data ?? otherwise
  }
  const { open } = read('monitoringLoss', noMonitoringLoss)
  return {
    ltv: read('ltv', noLtvState),
    positions: read('positions', noPositions),
    // Awake seconds begin anew with each run.
    monitoringLoss: { open: open.map((one) => ({ ...one, raisedAt: 0 })) },
    payouts: read('payouts', noPayouts),
    // This run cannot take notices of an earlier one off the screen, and earlier versions gave them other ids.
    notices: withNothingShown(read('notices', emptyLedger)),
  }
}

/** What has to be saved, by its kind in the database. */
export const changedStates = (before: EvaluatorStates, now: EvaluatorStates): StoredStates => {
  const names = ['ltv', 'positions', 'monitoringLoss', 'payouts', 'notices'] as const
  return Object.fromEntries(names.filter((name) => now[name] !== before[name]).map((name) => [kinds[name], now[name]]))
}

/** Keys of the alerts that some evaluator stands behind. */
export const heldKeysOf = ({ ltv, positions, monitoringLoss }: EvaluatorStates): Set<string> =>
  new Set([...ltvAlertKeys(ltv), ...positionKeys(positions), ...monitoringLoss.open.map(({ key }) => key)])
