// The events of one investment, in order, with its many daily earnings summed up as one.
import type { InvestmentDetail } from '../../shared/investments/flex-history.js'
import type { FlexRecord } from '../../shared/investments/investment.js'
import { add, type Decimal, isDecimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { wholeSeconds } from '../components/times.js'

const earning = 4
const reinvesting = 2

/** One record, or a run of daily earnings (and their reinvestments) between two others. */
type TimelineStep =
  | { kind: 'record'; key: string; record: FlexRecord }
  | {
      kind: 'earnings'
      key: string
      first: FlexRecord
      last: FlexRecord
      earned: Decimal
      times: number
      reinvested: Decimal | null
    }

/** The exact sum, or null if one of them is not a decimal: then nothing is claimed. */
function sumOf(records: readonly FlexRecord[]): Decimal | null {
  return records.reduce<Decimal | null>(
    (sum, { amount }) => (sum === null || !isDecimal(amount) ? null : add(sum, amount)),
    '0',
  )
}

function runOf(run: readonly FlexRecord[]): TimelineStep[] {
  const earned = run.filter(({ actionType }) => actionType === earning)
  const reinvested = run.filter(({ actionType }) => actionType === reinvesting)
  const [first, last, sum] = [run[0], run.at(-1), sumOf(earned)]
  if (first === undefined || last === undefined) return []
  if (earned.length === 0 || sum === null)
    return run.map((record) => ({ kind: 'record', key: record.transactionId, record }))
  const back = reinvested.length === 0 ? null : sumOf(reinvested)
  return [
    {
      kind: 'earnings',
      key: `earned ${first.transactionId}`,
      first,
      last,
      earned: sum,
      times: earned.length,
      reinvested: back,
    },
  ]
}

/** Oldest first, as the records are. */
export function timelineSteps(records: readonly FlexRecord[]): TimelineStep[] {
  const steps: TimelineStep[] = []
  let run: FlexRecord[] = []
  for (const record of records) {
    if (record.actionType === earning || record.actionType === reinvesting) {
      run.push(record)
      continue
    }
    steps.push(...runOf(run), { kind: 'record', key: record.transactionId, record })
    run = []
  }
  return [...steps, ...runOf(run)]
}

const day = 86_400

/** The position of everything on one timeline, from 0 to 1; null if no record has a usable time. */
export function timelineOf(
  story: Pick<InvestmentDetail, 'records' | 'openedAt' | 'closedAt'>,
  now: UnixSeconds,
) {
  const timed = story.records.flatMap((record) => {
    const at = wholeSeconds(record.createdAt)
    return at === null ? [] : [{ at, record }]
  })
  const [first, last] = [timed[0], timed.at(-1)]
  if (first === undefined || last === undefined) return null
  /** The line extends to now. */
  const open = story.closedAt === null
  const to = open && now > last.at ? now : last.at
  // For a long history only the newest records are given; it still begins with the opening.
  const from = story.openedAt !== null && story.openedAt < first.at ? story.openedAt : first.at
  const span = to - from
  const placeOf = (at: UnixSeconds): number =>
    span <= 0 ? 0 : at <= from ? 0 : at >= to ? 1 : (at - from) / span
  const marks: { key: string; place: number; actionType: number }[] = []
  /** Stretches in which something was earned on most days. */
  const earned: { from: number; to: number }[] = []
  let stretch: { from: UnixSeconds; to: UnixSeconds } | null = null
  for (const { at, record } of timed) {
    if (record.actionType !== earning && record.actionType !== reinvesting) {
      marks.push({ key: record.transactionId, place: placeOf(at), actionType: record.actionType })
      continue
    }
    // A day's earning is for the day before it.
    if (stretch !== null && at - stretch.to <= 3 * day) stretch.to = at
    else {
      if (stretch !== null) earned.push({ from: placeOf(stretch.from), to: placeOf(stretch.to) })
      stretch = { from: at - day, to: at }
    }
  }
  if (stretch !== null) earned.push({ from: placeOf(stretch.from), to: placeOf(stretch.to) })
  return { from, to, open, marks, earned }
}
