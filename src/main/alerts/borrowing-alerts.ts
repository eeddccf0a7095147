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

export function eventKeys(asset: string): string[] {
  return [eventKey(asset, 'margin_call'), eventKey(asset, 'liquidation')]
}

function assetOfEventKey(key: string): string[] {
  const asset = /^borrowing\/(.+)\/(?:margin_call|liquidation)$/u.exec(key)?.[1]
  return asset === undefined ? [] : [asset]
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
  const title = wasAnnounced ? 'title-called' : wasCalled ? 'title-at-margin-call' : 'title'
  return {
    key: `borrowing/${asset}/gone@${at}`,
    kind: wasCalled ? 'borrowing-gone-at-margin-call' : 'borrowing-gone',
    level: levelOf[nearness],
    subject: subjectOf(asset),
    found: 'new',
    title: messageOf(`alerts.borrowing-gone.${title}`, { asset: plainName(asset) }),
    text: messageOf(`alerts.borrowing-gone.text.${nearness}`),
    endTitle: '',
    cause: { asset, ...figures, lastMarginLevel: marginLevel, seenAt },
  }
}

/** The exchange had called margin for it, and another key does not list it: that ends nothing. */
function unseenCandidate(
  asset: string,
  last: LastBorrowing | undefined,
  at: UnixSeconds,
): AlertCandidate {
  return {
    key: `borrowing/${asset}/unseen@${at}`,
    kind: 'borrowing-unseen',
    level: 'caution',
    subject: subjectOf(asset),
    found: 'new',
    title: messageOf('alerts.borrowing-unseen.title', { asset: plainName(asset) }),
    text: messageOf('alerts.unseen.text'),
    endTitle: '',
    cause: { asset, amount: last?.amount ?? null, seenAt: last?.at ?? null },
  }
}

/** The exchange called margin for it, or liquidates it; `keyHint`: of the key that heard it. */
export function withCalled(
  before: BorrowingsState,
  asset: string,
  keyHint: string,
): NonNullable<BorrowingsState> {
  const state = before ?? { keyHint, seen: [], missing: [], called: [] }
  const isKnown = state.called.some((one) => one.id === asset && one.keyHint === keyHint)
  return isKnown ? state : { ...state, called: [...state.called, { id: asset, keyHint }] }
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
  { at, list, isWhole, marginLevel, keyHint, open }: BorrowingsAnswer,
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
  const listed = new Set(list.map(({ asset }) => asset))
  const alerted = new Set([...open].flatMap(assetOfEventKey))
  const called = (before?.called ?? []).filter((one) => one.keyHint === keyHint)
  const isCalled = (asset: string): boolean => called.some(({ id }) => id === asset)
  const unseen =
    known === null && before !== null
      ? [...alerted].filter((asset) => !listed.has(asset) && !isCalled(asset))
      : []
  const state = {
    keyHint,
    ...memory,
    // Once its alert is over and it is still listed, the call is of an earlier time.
    called: called.filter(({ id }) => alerted.has(id) || memory.missing.includes(id)),
  }
  return {
    candidates: [
      ...gone.map((one) =>
        goneCandidate(one, at, settings, alerted.has(one.id) || isCalled(one.id)),
      ),
      ...unseen.map((asset) =>
        unseenCandidate(
          asset,
          before?.seen.find(({ id }) => id === asset),
          at,
        ),
      ),
    ],
    // That it is gone or no longer seen is reported instead.
    resolved: [...gone.map(({ id }) => id), ...unseen].flatMap((asset) =>
      eventKeys(asset).map((key): Resolution => ({ key, end: 'dropped' })),
    ),
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
