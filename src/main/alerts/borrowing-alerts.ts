// Alerts on what the collateral account owes. A borrowing that disappeared is reported with its
// last figures: the lower the margin level was then, the more severe the alert. The exchange
// announces its margin call and its liquidation in the stream alone, once.
import { type AlertSettings, isMarginStep } from '../../shared/alerts/alert.js'
import type { Borrowing, BorrowingEvent } from '../../shared/portfolio/borrowing.js'
import { exhaustedLevel } from '../../shared/portfolio/margin.js'
import { sameJson } from '../../shared/json.js'
import { messageOf } from '../../shared/messages/messages.js'
import { compare, type Decimal, largest } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { compareLists } from './missing-twice.js'
import { plainName } from './notification-text.js'
import type { AlertCandidate, Evaluation, Resolution } from './open-alerts.js'
import type { EvaluatorStates } from './stored-alert-state.js'

type BorrowingsState = EvaluatorStates['borrowings']
type LastBorrowing = NonNullable<BorrowingsState>['seen'][number]

/** One good response about the balances of the collateral account. */
export type BorrowingsAnswer = {
  at: UnixSeconds
  list: readonly Borrowing[]
  /** Everything in it could be read. */
  isWhole: boolean
  /** Null if no margin is in use, or it is not known. */
  marginLevel: Decimal | null
  /** Of the key used. */
  keyHint: string
  /** Keys of the alerts that are open. */
  open: ReadonlySet<string>
  /** Keys of the alerts that the stream announced with the key used. */
  announced: ReadonlySet<string>
}

type Nearness = 'margin-call' | 'step' | 'unclear' | 'far'

function nearnessOf(level: Decimal | null, { marginLevelSteps }: AlertSettings): Nearness {
  if (level === null) return 'unclear'
  if (compare(level, exhaustedLevel) <= 0) return 'margin-call'
  const highest = largest(marginLevelSteps.filter(isMarginStep))
  return highest !== null && compare(level, highest) <= 0 ? 'step' : 'far'
}

const levelOf: Record<Nearness, AlertCandidate['level']> = {
  'margin-call': 'danger',
  step: 'caution',
  unclear: 'caution',
  far: 'info',
}

function subjectOf(asset: string): AlertCandidate['subject'] {
  return {
    key: `borrowing:${asset}`,
    name: messageOf('alerts.borrowing.name', { asset: plainName(asset) }),
  }
}

function eventKey(asset: string, state: BorrowingEvent['state']): string {
  return `borrowing/${asset}/${state}`
}

function eventKeys(asset: string): string[] {
  return [eventKey(asset, 'margin_call'), eventKey(asset, 'liquidation')]
}

/** `wasAnnounced`: the exchange had called margin for it, whatever the level was. */
function goneCandidate(
  last: LastBorrowing,
  at: UnixSeconds,
  settings: AlertSettings,
  wasAnnounced: boolean,
): AlertCandidate {
  const { id: asset, at: seenAt, marginLevel, ...figures } = last
  const nearness = wasAnnounced ? 'margin-call' : nearnessOf(marginLevel, settings)
  const wasCalled = nearness === 'margin-call'
  return {
    key: `borrowing/${asset}/gone@${at}`,
    kind: wasCalled ? 'borrowing-gone-at-margin-call' : 'borrowing-gone',
    level: levelOf[nearness],
    subject: subjectOf(asset),
    found: 'new',
    title: messageOf(
      wasCalled ? 'alerts.borrowing-gone.title-at-margin-call' : 'alerts.borrowing-gone.title',
      { asset: plainName(asset) },
    ),
    text: messageOf(`alerts.borrowing-gone.text.${nearness}`),
    endTitle: '',
    cause: { asset, ...figures, lastMarginLevel: marginLevel, seenAt },
  }
}

/** Seconds after which the time is saved again even if the figures are unchanged. */
const notedEvery = 60

function isNoted(before: BorrowingsState, now: NonNullable<BorrowingsState>): boolean {
  if (before === null) return false
  const isRecent = now.seen.every(({ at }, index) => {
    const noted = before.seen[index]?.at ?? 0
    return at >= noted && at - noted < notedEvery
  })
  const figuresOf = ({ seen, ...rest }: typeof now): unknown => ({
    ...rest,
    seen: seen.map(({ at: _at, ...figures }) => figures),
  })
  return isRecent && sameJson(figuresOf(before), figuresOf(now))
}

/** With another key, or at the first response, there is nothing to compare with. */
export function evaluateBorrowings(
  { at, list, isWhole, marginLevel, keyHint, open, announced }: BorrowingsAnswer,
  settings: AlertSettings,
  before: BorrowingsState,
): Evaluation<BorrowingsState> {
  const known = before?.keyHint === keyHint ? before : null
  const entries = list.map(({ asset, amount, accruedCost, liquidationPrice }): LastBorrowing => ({
    id: asset,
    amount,
    accruedCost,
    liquidationPrice,
    marginLevel,
    at,
  }))
  const { gone, memory } = compareLists(entries, isWhole, known)
  const state = { keyHint, ...memory }
  return {
    candidates: gone.map((one) =>
      goneCandidate(
        one,
        at,
        settings,
        eventKeys(one.id).some((key) => open.has(key)),
      ),
    ),
    // That it is gone is reported instead. What another key saw may be of another account.
    resolved: [
      ...gone.flatMap(({ id }) => eventKeys(id)),
      ...(known === null ? (before?.seen ?? []) : [])
        .flatMap(({ id }) => eventKeys(id))
        .filter((key) => !announced.has(key)),
    ].map((key): Resolution => ({ key, end: 'dropped' })),
    state: isNoted(before, state) ? before : state,
  }
}

/** What the stream says of a borrowing, whether or not the balances can be read. */
export function borrowingEventAlert({ state, ...figures }: BorrowingEvent): AlertCandidate {
  const { asset, amount, accruedCost, liquidationPrice } = figures
  const name = plainName(asset)
  const kind = state === 'liquidation' ? 'liquidation' : 'margin-call'
  return {
    key: eventKey(asset, state),
    kind: `borrowing-${kind}`,
    level: 'danger',
    subject: subjectOf(asset),
    found: 'new',
    title: messageOf(`alerts.borrowing.${kind}.title`, { asset: name }),
    text: messageOf(`alerts.borrowing.${kind}.text`),
    endTitle: messageOf('alerts.borrowing.end', { asset: name }),
    cause: { asset, amount, accruedCost, liquidationPrice },
  }
}
