// Alerts on what the collateral account owes. A borrowing that disappeared is reported with its
// last figures: the lower the margin level was then, the more severe the alert. The exchange
// announces its margin call and its liquidation in the stream alone, once.
import { type AlertSettings, isMarginStep } from '../../shared/alerts/alert.js'
import type { Borrowing, BorrowingEvent } from '../../shared/portfolio/borrowing.js'
import { exhaustedLevel } from '../../shared/portfolio/margin.js'
import { sameJson } from '../../shared/json.js'
import type { MessageArguments } from '../../shared/messages/message-arguments.js'
import { messageOf } from '../../shared/messages/messages.js'
import { compare, type Decimal, largest } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { compareLists } from './confirmed-absence.js'
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
  /** Assets whose balance could be read, whether or not anything is owed. */
  readable: ReadonlySet<string>
  /** Null if no margin is in use, or its figures contradict each other. */
  marginLevel: Decimal | null
  /** Otherwise the level is of another time. */
  isLevelCurrent: boolean
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

function unseenKey(asset: string, at: UnixSeconds): string {
  return `borrowing/${asset}/unseen@${at}`
}

function assetOfUnseenKey(key: string): string[] {
  const asset = /^borrowing\/(.+)\/unseen@\d+$/u.exec(key)?.[1]
  return asset === undefined ? [] : [asset]
}

function goneTitle(
  calledAs: BorrowingEvent['state'] | null,
  wasCalled: boolean,
): keyof MessageArguments & `alerts.borrowing-gone.title${string}` {
  if (calledAs === 'liquidation') return 'alerts.borrowing-gone.title-liquidated'
  if (calledAs === 'margin_call') return 'alerts.borrowing-gone.title-called'
  return wasCalled ? 'alerts.borrowing-gone.title-at-margin-call' : 'alerts.borrowing-gone.title'
}

/** `calledAs`: what the exchange had announced, whatever the level was. */
function goneCandidate(
  last: LastBorrowing,
  at: UnixSeconds,
  settings: AlertSettings,
  calledAs: BorrowingEvent['state'] | null,
): AlertCandidate {
  const { id: asset, at: seenAt, marginLevel, levelAt: _levelAt, ...figures } = last
  const nearness = calledAs === null ? nearnessOf(marginLevel, settings) : 'margin-call'
  const wasCalled = nearness === 'margin-call'
  return {
    key: `borrowing/${asset}/gone@${at}`,
    kind: wasCalled ? 'borrowing-gone-at-margin-call' : 'borrowing-gone',
    level: levelOf[nearness],
    subject: subjectOf(asset),
    found: 'new',
    title: messageOf(goneTitle(calledAs, wasCalled), { asset: plainName(asset) }),
    text: messageOf(`alerts.borrowing-gone.text.${nearness}`),
    endTitle: '',
    cause: { asset, ...figures, lastMarginLevel: marginLevel, seenAt },
  }
}

/** The exchange had called margin for it, and another key does not list it: that ends nothing. */
function unseenCandidate(
  { id: asset, amount, at: seenAt }: LastBorrowing,
  calledAs: BorrowingEvent['state'] | null,
  at: UnixSeconds,
): AlertCandidate {
  return {
    key: unseenKey(asset, at),
    kind: 'borrowing-unseen',
    level: 'caution',
    subject: subjectOf(asset),
    found: 'new',
    title: messageOf(
      calledAs === 'liquidation'
        ? 'alerts.borrowing-unseen.title-liquidated'
        : 'alerts.borrowing-unseen.title',
      { asset: plainName(asset) },
    ),
    text: messageOf('alerts.unseen.text'),
    endTitle: '',
    cause: { asset, amount, seenAt },
  }
}

/** A limit on what a faulty stream can add before any balance is read. */
const mostCalled = 200

/** The exchange called margin for it, or liquidates it; `keyHint`: of the key that received it. */
export function withCalled(
  before: BorrowingsState,
  { asset, state: announced }: Pick<BorrowingEvent, 'asset' | 'state'>,
  keyHint: string,
): NonNullable<BorrowingsState> {
  const state = before ?? { keyHint, seen: [], missing: [], called: [] }
  const others = state.called.filter((one) => one.id !== asset || one.keyHint !== keyHint)
  const called = [...others, { id: asset, keyHint, state: announced }].slice(-mostCalled)
  return { ...state, called }
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
    seen: seen.map(({ at: _at, levelAt: _levelAt, ...figures }) => figures),
  })
  return isRecent && sameJson(figuresOf(before), figuresOf(now))
}

/** Seconds for which a margin level stays the last one known while it cannot be read. */
const levelKept = 300

function recentLevel(
  last: LastBorrowing | undefined,
  at: UnixSeconds,
): Pick<LastBorrowing, 'marginLevel' | 'levelAt'> {
  const levelAt = last?.levelAt ?? null
  return last === undefined || levelAt === null || at - levelAt > levelKept
    ? { marginLevel: null, levelAt: null }
    : { marginLevel: last.marginLevel, levelAt }
}

/** With the first response there is nothing to compare with. */
export function evaluateBorrowings(
  answer: BorrowingsAnswer,
  settings: AlertSettings,
  before: BorrowingsState,
): Evaluation<BorrowingsState> {
  const { at, list, isWhole, readable, marginLevel, isLevelCurrent, keyHint, open } = answer
  const isSameKey = before?.keyHint === keyHint
  const alerted = new Set([...open].flatMap(assetOfEventKey))
  const unseenBefore = new Set([...open].flatMap(assetOfUnseenKey))
  const listed = new Set(list.map(({ asset }) => asset))
  const entries = list.map(({ asset, amount, accruedCost, liquidationPrice }): LastBorrowing => ({
    id: asset,
    amount,
    accruedCost,
    liquidationPrice,
    ...(isLevelCurrent
      ? { marginLevel, levelAt: marginLevel === null ? null : at }
      : recentLevel(isSameKey ? before.seen.find(({ id }) => id === asset) : undefined, at)),
    at,
  }))
  // Another key may be of another account: only what the exchange announced is compared.
  const known =
    before === null || isSameKey
      ? before
      : { seen: before.seen.filter(({ id }) => alerted.has(id)), missing: [] }
  const { gone, memory } = compareLists(entries, isWhole, known, readable)

  // This key sees it as well, so that from now on its end counts.
  const called = (before?.called ?? []).map((one) =>
    listed.has(one.id) ? { ...one, keyHint } : one,
  )
  const calledAs = (asset: string): BorrowingEvent['state'] | null => {
    const own = called.filter(({ id }) => id === asset).map(({ state }) => state)
    if (open.has(eventKey(asset, 'liquidation')) || own.includes('liquidation'))
      return 'liquidation'
    return alerted.has(asset) || own.length > 0 ? 'margin_call' : null
  }
  const isOfOtherKey = (asset: string): boolean => {
    const own = called.filter(({ id }) => id === asset)
    return own.length > 0 && own.every((one) => one.keyHint !== keyHint)
  }
  const unseen = gone.filter(({ id }) => isOfOtherKey(id))
  const back = list.filter(({ asset }) => unseenBefore.has(asset))
  const isKept = ({ id }: { id: string }): boolean =>
    alerted.has(id) ||
    unseenBefore.has(id) ||
    // Once its alert is over and it is still listed, the call is of an earlier time.
    (!listed.has(id) && memory.seen.some((one) => one.id === id))
  const state = { keyHint, ...memory, called: called.filter(isKept) }
  return {
    candidates: [
      ...gone.map((one) =>
        unseen.includes(one)
          ? unseenCandidate(one, calledAs(one.id), at)
          : goneCandidate(one, at, settings, calledAs(one.id)),
      ),
      // The stream announces it once, so nothing else would bring it back.
      ...back.map((one) =>
        borrowingEventAlert({ ...one, state: calledAs(one.asset) ?? 'margin_call' }),
      ),
    ],
    // That it is gone or no longer seen is reported instead.
    resolved: [
      ...gone.flatMap(({ id }) => eventKeys(id)),
      ...[...open].filter((key) => back.some(({ asset }) => assetOfUnseenKey(key).includes(asset))),
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
