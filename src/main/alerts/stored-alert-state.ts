// The evaluators' state, as saved between two runs: the field names are those on disk.
import { z } from 'zod'
import type { Json } from '../../shared/json.js'
import { isDecimal } from '../../shared/money.js'

/**
 * Feeds that can cost money unnoticed: the balances of the collateral account only while something
 * is borrowed. The main balance cannot.
 */
export const riskyFeeds = ['loan', 'positions', 'collateralSummary', 'collateralBalance'] as const

const text = z.string()
const time = z.number()
const times = z.record(text, time)

/** Of the key used for the latest response; earlier versions did not record it. */
const keyHint = text.optional()

const steps = z.object({
  /** Steps whose status was known before: crossing one of them is news. */
  seen: z.array(text),
  crossed: z.array(text),
  /**
   * Crossed steps that have an alert. The most severe crossed one has, as long as it is known to be
   * reached.
   */
  raised: z.array(text),
})

const ltv = z.object({
  /** Which loan this is about; null with none. */
  loan: text.nullable(),
  /**
   * The loan that ended last. If it returns (the exchange said "none" by mistake), its steps are
   * known already.
   */
  past: text.nullable(),
  steps,
  /** Whether the loan's levels make sense, as a separate step. */
  sense: steps,
})

const loanEnd = z.object({
  /** The loan when last seen, and the time. */
  seen: z
    .object({
      currentLtv: text,
      marginCallLtv: text,
      liquidationLtv: text,
      // Absent if the exchange did not send it.
      asset: text.optional(),
      amount: text.optional(),
      createdAt: text.optional(),
      initialLtv: text.optional(),
      at: time,
    })
    .nullable(),
  /**
   * What the newest answer has in its place, as long as no later one says so: the identity of
   * another loan, or `none`. `at`: of that answer; `keyHint`: of the key it came with.
   */
  doubt: z.object({ is: text, at: time, keyHint }).nullable(),
  /** The alert on the loan that was last reported as gone, or as not seen with a new key. */
  gone: z.object({ key: text, loan: text }).nullable(),
  keyHint,
})

/**
 * A problem shared by several positions: since when, by position, and the open alert on some of
 * them. `says`: what its text is based on.
 */
const group = z.object({
  since: times,
  told: z.object({ key: text, who: z.array(text), says: text.optional() }).nullable(),
  /** Since when one with an open alert has recovered, if recovery has to last. */
  well: times.optional(),
})

const position = z.object({
  market: text,
  side: z.enum(['long', 'short', 'unclear']),
  state: text.nullable(),
  steps,
  /** Since when a crossed state has been absent, by its step. */
  away: times,
  /** Alerts that are shared with other positions, by step. */
  shared: z.record(text, text),
  /** Whether the exchange stated its liquidation price; earlier versions did not record it. */
  hadPrice: z.boolean().optional(),
})

const positions = z.object({
  /** Whether there was an earlier response. */
  looked: z.boolean(),
  /** By id. */
  entries: z.record(text, position),
  /**
   * Left a short while ago: one that was only missing from an answer is not taken for a new one.
   * `unseen`: an alert says that it is no longer seen with a new key.
   */
  gone: z.record(text, z.object({ at: time, entry: position, unseen: z.literal(true).optional() })),
  /** By what is known of the positions. */
  unreadable: group.optional(),
  /** By id. */
  unmeasured: group.optional(),
  keyHint,
})

/** Steps of the margin level; `sense`: whether its figures make sense, as a separate step. */
const margin = z.object({ steps, sense: steps.optional() })

/**
 * Open alerts. `raisedAt` in awake seconds of this run; `why` as the alert says, which earlier
 * versions did not record.
 */
const monitoringLoss = z.object({
  open: z.array(
    z.object({
      key: text,
      feeds: z.array(z.enum(riskyFeeds)),
      raisedAt: time,
      why: text.optional(),
    }),
  ),
})

/**
 * As the exchange last listed them, under which key, and which of them the latest response did not
 * list.
 */
const holdingList = z.object({
  keyHint: text,
  seen: z.array(
    z.object({ id: text, name: text, amount: text.optional(), endsAt: text.optional() }),
  ),
  missing: z.array(text),
})
const holdings = z.object({ mining: holdingList.nullable(), fixed: holdingList.nullable() })

/** As last seen, by asset; `marginLevel`: of the account then. Null before there was a response. */
const borrowings = z
  .object({
    keyHint: text,
    seen: z.array(
      z.object({
        id: text,
        amount: text,
        accruedCost: text.nullable(),
        liquidationPrice: text.nullable(),
        marginLevel: text.nullable(),
        /** When that level was read. */
        levelAt: time.nullable().default(null),
        at: time,
      }),
    ),
    missing: z.array(text),
    /** For these, the exchange announced a margin call or a liquidation to this key. */
    called: z
      .array(z.object({ id: text, keyHint: text, state: z.enum(['margin_call', 'liquidation']) }))
      .default([]),
  })
  .nullable()

const payouts = z.object({
  /** The last destination seen of each pool account, the one checked longest ago first. */
  seen: z.array(
    z.object({
      accountName: text,
      destination: text,
      externalAddress: text.nullable(),
      /** When it was first seen to be so. */
      at: time,
      /** Absent in data of earlier versions. */
      keyHint: text.nullish(),
    }),
  ),
})

const price = text.refine(isDecimal)
const samples = z.array(z.tuple([time, price]))

const prices = z.object({
  /** By the alert's id. */
  alarms: z.record(
    text,
    z.object({
      steps,
      triggeredAt: time.nullable(),
      /** The prices a move is measured from, at most a minute behind this run. */
      move: z.object({ lows: samples, highs: samples }).optional(),
    }),
  ),
  /**
   * The open alert on markets whose price cannot be read. `code`: of the problem it names, or
   * `some` if other markets have a price.
   */
  blind: z.object({ key: text, markets: z.array(text), code: text.nullable() }).nullable(),
})

/**
 * How a notice is counted. `sight`: in addition to the notice's own sort, that it reported lost
 * monitoring. `unreadable`: the same for positions that could not be read, which must not use up
 * the limit of lost monitoring. `price`: of a price alert, for the same reason.
 */
const noticeSort = z.enum(['critical', 'other', 'price', 'over', 'sight', 'unreadable'])

/** What the user was notified of, and when. */
const notices = z.object({
  /** By alert id. */
  told: times,
  /** By the id of a critical alert: how many repeats, and when the last was. */
  repeats: z.record(text, z.object({ count: z.int().min(0), at: time })).default({}),
  /** By alert key, for the cool-down. */
  last: times,
  /** Ids of snoozed alerts: they are notified again when the snooze ends. */
  reminders: z.array(text),
  /** Notices that may still be on screen, with the alerts they are about. */
  shown: z.record(text, z.array(text)),
  /** By alert group: notices that something is over that may still be on screen. */
  over: times,
  sent: z.array(z.object({ at: time, sort: noticeSort })),
})

export type StepState = z.infer<typeof steps>
export type GroupState = z.infer<typeof group>
export type NoticeSort = z.infer<typeof noticeSort>
export type EvaluatorStates = {
  ltv: z.infer<typeof ltv>
  loanEnd: z.infer<typeof loanEnd>
  positions: z.infer<typeof positions>
  margin: z.infer<typeof margin>
  monitoringLoss: z.infer<typeof monitoringLoss>
  borrowings: z.infer<typeof borrowings>
  payouts: z.infer<typeof payouts>
  holdings: z.infer<typeof holdings>
  prices: z.infer<typeof prices>
  notices: z.infer<typeof notices>
}

export const noSteps: StepState = { seen: [], crossed: [], raised: [] }

export const noStates: EvaluatorStates = {
  ltv: { loan: null, past: null, steps: noSteps, sense: noSteps },
  loanEnd: { seen: null, doubt: null, gone: null },
  positions: { looked: false, entries: {}, gone: {} },
  margin: { steps: noSteps },
  monitoringLoss: { open: [] },
  borrowings: null,
  payouts: { seen: [] },
  holdings: { mining: null, fixed: null },
  prices: { alarms: {}, blind: null },
  notices: { told: {}, repeats: {}, last: {}, reminders: [], shown: {}, over: {}, sent: [] },
}

/** By the kind under which the database keeps it. */
export type StoredStates = { readonly [kind: string]: Json }

/**
 * A state that does not validate is treated as absent: the next evaluation is then the first, which
 * notifies only of critical alerts.
 */
const saved = z
  .object({
    ladder: ltv.catch(noStates.ltv),
    loanEnd: loanEnd.catch(noStates.loanEnd),
    positions: positions.catch(noStates.positions),
    margin: margin.catch(noStates.margin),
    blindness: monitoringLoss.catch(noStates.monitoringLoss),
    borrowings: borrowings.catch(noStates.borrowings),
    payouts: payouts.catch(noStates.payouts),
    holdings: holdings.catch(noStates.holdings),
    prices: prices.catch(noStates.prices),
    notices: notices.catch(noStates.notices),
  })
  .transform(({ ladder, blindness, ...same }): EvaluatorStates => ({
    ltv: ladder,
    monitoringLoss: blindness,
    ...same,
  }))

/** States that the next responses rebuild; the others cannot be recovered. */
export const rebuiltKinds: readonly (keyof z.input<typeof saved>)[] = [
  'ladder',
  'loanEnd',
  'positions',
  'margin',
  'blindness',
  'holdings',
  'borrowings',
]

export function readStates(stored: StoredStates): EvaluatorStates {
  const states = saved.parse(stored)
  return {
    ...states,
    // Awake seconds restart with each run.
    monitoringLoss: { open: states.monitoringLoss.open.map((one) => ({ ...one, raisedAt: 0 })) },
    // This run cannot withdraw notices of an earlier one, and earlier versions gave them other ids.
    notices: { ...states.notices, shown: {}, over: {} },
  }
}

function byKind({ ltv, monitoringLoss, ...same }: EvaluatorStates): StoredStates {
  return {
    ladder: ltv,
    blindness: monitoringLoss,
    ...same,
  }
}

/** What has to be saved. */
export function changedStates(before: EvaluatorStates, now: EvaluatorStates): StoredStates {
  const known = byKind(before)
  return Object.fromEntries(
    Object.entries(byKind(now)).filter(([kind, state]) => state !== known[kind]),
  )
}
