// One outage hits all accounts at once: their notices of one topic within moments are shown as one, and of each topic only so many. What
// is critical passes at once, whatever else waits.
import type { AlertNotification } from '../../shared/domain/alert.js'
import type { Timing } from '../../shared/time.js'
import { type AccountNotification, type AlertNoticePlatform, type NoticeTopic, noticeTopics } from './account-notification.js'
import { groupedWords } from './notification-text.js'

/** A notice that waits for what may come with it. `at`: since when, in seconds. */
type Waiting = { notice: AccountNotification; topic: NoticeTopic; at: number }

/** One notice on the screen for several. `outdatedAt`: since when some of them are withdrawn; null while it is right. */
type Group = { id: string; topic: NoticeTopic; notices: readonly AccountNotification[]; shownAt: number; outdatedAt: number | null }

type GroupingState = {
  waiting: readonly Waiting[]
  groups: readonly Group[]
  /** What was shown lately. `corrects`: in place of a group that was not right any more. */
  shown: readonly { at: number; topic: NoticeTopic; corrects: boolean }[]
  /** What was withdrawn before anybody saw it: that it is over is no news. */
  unseen: readonly { profileId: string; matter: string; at: number }[]
}

const emptyState: GroupingState = { waiting: [], groups: [], shown: [], unseen: [] }

type GroupingStep = { state: GroupingState; withdraw: readonly string[]; show: readonly AlertNotification[] }

/** What an account is called now. */
type NameOf = (profileId: string) => string

/** Seconds in which as many notices of a topic are shown as it has waits. */
const period = 900
/**
 * Seconds that a notice waits for others, by how many of its topic were shown within the period. Accounts off the screen are polled every
 * 15 seconds, and the nearer one is to its margin call, the sooner its loss of monitoring is reported: what begins one by one ends as a few
 * notices. One account reports a loss three times at most, so one that comes and goes does not use up what another needs.
 */
const waits: Record<NoticeTopic, readonly number[]> = {
  'monitoring-lost': [2, 5, 15, 120],
  unreadable: [2, 5, 15, 120],
  order: [2, 2, 2, 2, 5, 5, 15, 15],
  'monitored-again': [2, 5, 15, 120],
  over: [2, 5, 15, 60, 120, 120],
  other: [2, 2, 5, 5, 15, 15, 30, 60, 120, 120, 120, 120],
}
/** The same for a group that is not right any more. */
const correctionWaits: readonly number[] = [30, 120, 300]
/**
 * More notices than these of what is not critical are never shown within the period.
 * @internal the bound its property test holds
 */
export const mostGroupedNotices = noticeTopics.reduce((sum, topic) => sum + waits[topic].length, 0) + 2 * correctionWaits.length

/** What follows a group within so many seconds is shown with it, as one. */
const joins = 180
/** Seconds: an account withdraws a notice and reports that it is over in the same moment. */
const sameMoment = 1

const describesState = (topic: NoticeTopic): boolean => topic === 'monitoring-lost' || topic === 'unreadable'

const shownTimes = ({ shown }: GroupingState, topic: NoticeTopic, corrects: boolean, now: number): number[] =>
  shown.filter((one) => one.topic === topic && one.corrects === corrects && now - one.at < period).map(({ at }) => at)

/** When what waits since then is to be shown. */
const dueAt = (since: number, shown: readonly number[], steps: readonly number[]): number => {
  const wait = steps[shown.length]
  return wait === undefined ? (shown[shown.length - steps.length] ?? since) + period : since + wait
}

const waitingFor = ({ waiting }: GroupingState, topic: NoticeTopic): Waiting[] => waiting.filter((one) => one.topic === topic)

const noticesDueAt = (state: GroupingState, topic: NoticeTopic, now: number): number | null => {
  const [first] = waitingFor(state, topic)
  return first === undefined ? null : dueAt(first.at, shownTimes(state, topic, false, now), waits[topic])
}

const correctionDueAt = (state: GroupingState, { topic, outdatedAt }: Group, now: number): number | null =>
  outdatedAt === null ? null : dueAt(outdatedAt, shownTimes(state, topic, true, now), correctionWaits)

const fullTopics = (state: GroupingState, now: number): NoticeTopic[] =>
  noticeTopics.filter(
    (topic) => waitingFor(state, topic).length === 0 && shownTimes(state, topic, false, now).length >= waits[topic].length,
  )

const groupNotice = ({ id, topic, notices }: Group, silent: boolean, nameOf: NameOf): AlertNotification[] => {
  const [first] = notices
  if (first === undefined) return []
  const places = new Set(notices.map(({ profileId, screen }) => `${profileId}/${screen}`))
  return [
    {
      id,
      profileId: first.profileId,
      ...groupedWords(topic, notices, nameOf),
      urgency: notices.some(({ urgency }) => urgency === 'normal') ? 'normal' : 'low',
      timeoutType: 'default',
      silent,
      screen: places.size === 1 ? first.screen : 'overview',
    },
  ]
}

const without = (state: GroupingState, id: string, now: number): GroupingStep => {
  const groups = state.groups.map((group) => {
    const notices = group.notices.filter((notice) => notice.id !== id)
    if (notices.length === group.notices.length) return group
    return { ...group, notices, outdatedAt: describesState(group.topic) ? (group.outdatedAt ?? now) : null }
  })
  return {
    state: {
      ...state,
      waiting: state.waiting.filter(({ notice }) => notice.id !== id),
      groups: groups.filter(({ notices }) => notices.length > 0),
    },
    withdraw: groups.filter(({ notices }) => notices.length === 0).map((group) => group.id),
    show: [],
  }
}

const withdrawOne = (state: GroupingState, id: string, now: number): GroupingStep => {
  const step = without(state, id, now)
  const unseen = state.waiting
    .filter(({ notice }) => notice.id === id)
    .flatMap(({ notice: { profileId, matters } }) => matters.map((matter) => ({ profileId, matter, at: now })))
  return {
    ...step,
    state: { ...step.state, unseen: [...state.unseen.filter(({ at }) => now - at < sameMoment), ...unseen] },
    withdraw: [id, ...step.withdraw],
  }
}

/** `alone`: there is no other account. */
const addNotice = (before: GroupingState, notice: AccountNotification, alone: boolean, now: number): GroupingStep => {
  const { topic, profileId, matters } = notice
  const { state, withdraw } = without(before, notice.id, now)
  const isOfIt = (one: GroupingState['unseen'][number]): boolean => one.profileId === profileId && matters.includes(one.matter)
  const unseen = state.unseen.filter((one) => now - one.at < sameMoment && !isOfIt(one))
  const isEnd = topic === 'over' || topic === 'monitored-again'
  if (isEnd && state.unseen.some((one) => now - one.at < sameMoment && isOfIt(one)))
    return { state: { ...state, unseen }, withdraw, show: [] }
  if (topic === 'critical' || alone) return { state: { ...state, unseen }, withdraw, show: [notice] }
  return { state: { ...state, unseen, waiting: [...state.waiting, { notice, topic, at: now }] }, withdraw, show: [] }
}

const showWaiting = (state: GroupingState, topic: NoticeTopic, nameOf: NameOf, now: number): GroupingStep => {
  const due = noticesDueAt(state, topic, now)
  const notices = waitingFor(state, topic).map(({ notice }) => notice)
  const [first, ...more] = notices
  if (due === null || due > now || first === undefined) return { state, withdraw: [], show: [] }
  const next = {
    ...state,
    waiting: state.waiting.filter((one) => one.topic !== topic),
    shown: [...state.shown, { at: now, topic, corrects: false }],
  }
  if (more.length === 0) return { state: next, withdraw: [], show: [{ ...first, ...groupedWords(topic, [first], nameOf) }] }
  const joined = state.groups.find((group) => group.topic === topic && now - group.shownAt < joins)
  const id = joined?.id ?? `together/${topic}/${now}`
  const group: Group = { id, topic, notices: [...(joined?.notices ?? []), ...notices], shownAt: now, outdatedAt: null }
  return {
    state: { ...next, groups: [...state.groups.filter((one) => one !== joined), group] },
    // One of them may have been shown by itself before.
    withdraw: notices.map((notice) => notice.id),
    show: groupNotice(
      group,
      notices.every(({ silent }) => silent),
      nameOf,
    ),
  }
}

const showCorrection = (state: GroupingState, group: Group, nameOf: NameOf, now: number): GroupingStep => {
  const due = correctionDueAt(state, group, now)
  if (due === null || due > now) return { state, withdraw: [], show: [] }
  return {
    state: {
      ...state,
      shown: [...state.shown, { at: now, topic: group.topic, corrects: true }],
      groups: state.groups.map((one) => (one === group ? { ...group, outdatedAt: null } : one)),
    },
    withdraw: [],
    show: groupNotice(group, true, nameOf),
  }
}

const showDue = (before: GroupingState, nameOf: NameOf, now: number): GroupingStep => {
  let state: GroupingState = { ...before, shown: before.shown.filter(({ at }) => now - at < period) }
  const withdraw: string[] = []
  const show: AlertNotification[] = []
  const take = (step: GroupingStep): void => {
    state = step.state
    withdraw.push(...step.withdraw)
    show.push(...step.show)
  }
  for (const topic of noticeTopics) take(showWaiting(state, topic, nameOf, now))
  for (const group of state.groups) take(showCorrection(state, group, nameOf, now))
  return { state, withdraw, show }
}

/** When something is to be shown next; null while nothing waits. */
const nextDueAt = (state: GroupingState, now: number): number | null =>
  [
    ...noticeTopics.map((topic) => noticesDueAt(state, topic, now)),
    ...state.groups.map((group) => correctionDueAt(state, group, now)),
  ].reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null)

type NoticeGroupingPorts = {
  timing: Timing
  /** Whether there is no other account, so that nothing has to wait. */
  isAlone: () => boolean
  nameOf: NameOf
  notify: (notice: AlertNotification) => void
  withdraw: (noticeId: string) => void
}

/** What every account is given in place of the screen; `withdraw` also takes back what was not shown yet. */
export type NoticeGrouping = Pick<AlertNoticePlatform, 'full' | 'notify' | 'withdraw'>

export const createNoticeGrouping = ({ timing, isAlone, nameOf, notify, withdraw }: NoticeGroupingPorts): NoticeGrouping => {
  let state = emptyState
  let cancelTimer: () => void = () => undefined
  const now = (): number => timing.ticks() / 1000

  const act = (step: GroupingStep): void => {
    state = step.state
    arm()
    for (const id of step.withdraw) withdraw(id)
    for (const notice of step.show) notify(notice)
  }

  const arm = (): void => {
    cancelTimer()
    const due = nextDueAt(state, now())
    if (due === null) return
    const ms = (due - now()) * 1000
    cancelTimer = timing.after(ms < 1 ? 1 : ms, () => act(showDue(state, nameOf, now())))
  }

  return {
    full: () => (isAlone() ? [] : fullTopics(state, now())),
    notify: (notice) => act(addNotice(state, notice, isAlone(), now())),
    withdraw: (noticeId) => act(withdrawOne(state, noticeId, now())),
  }
}
