// One outage affects all accounts at once: their notices of one topic within moments are shown as
// one, and each topic is rate-limited. Critical notices are shown immediately, whatever else waits.
import type { AlertNotification } from '../../shared/alerts/alert.js'
import type { Timing } from '../../shared/time.js'
import {
  type AccountNotification,
  groupedWords,
  type NoticeTopic,
  noticeTopics,
} from './notification-text.js'

/**
 * One notice on screen for several. `outdatedAt`: since when some of them have been withdrawn; null
 * while accurate.
 */
type Group = {
  id: string
  topic: NoticeTopic
  notices: readonly AccountNotification[]
  shownAt: number
  outdatedAt: number | null
}

/** The changes a step makes on screen: all withdrawals before all notices. */
type Effects = { withdraw: string[]; show: AlertNotification[] }

/** The current name of an account. */
type NameOf = (profileId: string) => string

/** Seconds; within this period, each topic shows as many notices as it has waits. */
const period = 900
/**
 * Seconds a notice waits for others, by how many of its topic were shown within the period.
 * Background accounts are polled every 15 seconds, and the nearer one is to its margin call, the
 * sooner its lost monitoring is reported: what starts one by one ends as a few notices. One account
 * reports a loss three times at most, so a flapping account does not use up the limit of another.
 */
const waits: Record<NoticeTopic, readonly number[]> = {
  'monitoring-lost': [2, 5, 15, 120],
  unreadable: [2, 5, 15, 120],
  order: [2, 2, 2, 2, 5, 5, 15, 15],
  price: [2, 2, 2, 2, 5, 5, 15, 15, 60, 60, 120, 120],
  'monitored-again': [2, 5, 15, 120],
  over: [2, 5, 15, 60, 120, 120],
  other: [2, 2, 5, 5, 15, 15, 30, 60, 120, 120, 120, 120],
}
/** The same for a group that is no longer accurate. */
const correctionWaits: readonly number[] = [30, 120, 300]
/**
 * The most non-critical notices ever shown within the period.
 * @internal the bound its property test holds
 */
export const mostGroupedNotices =
  noticeTopics.reduce((sum, topic) => sum + waits[topic].length, 0) + 2 * correctionWaits.length

/** A notice within this many seconds of a group joins it. */
const joins = 180
/** Seconds: an account withdraws a notice and reports that it is over at the same moment. */
const sameMoment = 1

function describesState(topic: NoticeTopic): boolean {
  return topic === 'monitoring-lost' || topic === 'unreadable'
}

/** When notices waiting since then are due. */
function dueAt(since: number, shown: readonly number[], steps: readonly number[]): number {
  const wait = steps[shown.length]
  return wait === undefined ? (shown[shown.length - steps.length] ?? since) + period : since + wait
}

/** What every account is given in place of the screen. */
export type NoticeGrouping = {
  /** Topics that have reached their limit across all accounts: their notices wait. */
  full: () => readonly NoticeTopic[]
  notify: (notice: AccountNotification) => void
  /** Withdraws a notice, shown or still waiting; unknown ids are ignored. */
  withdraw: (noticeId: string) => void
  /** The same notices, plus the grouped notices of accounts that they contain. */
  withParts: (noticeIds: readonly string[]) => string[]
  /** The system did not show these, so they do not count towards the limit. */
  forgetMissed: (noticeIds: readonly string[]) => void
}

export function createNoticeGrouping(ports: {
  timing: Timing
  /** Whether there is no other account, so that nothing has to wait. */
  isAlone: () => boolean
  nameOf: NameOf
  notify: (notice: AlertNotification) => void
  withdraw: (noticeId: string) => void
}): NoticeGrouping {
  const { timing, isAlone, nameOf } = ports
  const now = (): number => timing.ticks() / 1000
  /** Notices waiting to be grouped. `at`: since when, in seconds. */
  let waiting: readonly { notice: AccountNotification; topic: NoticeTopic; at: number }[] = []
  let groups: readonly Group[] = []
  /** Recently shown notices. `corrects`: replaces a group that was no longer accurate. */
  let shown: readonly { id: string; at: number; topic: NoticeTopic; corrects: boolean }[] = []
  /** Withdrawn before being shown: their end is no news. */
  let unseen: readonly { profileId: string; matter: string; at: number }[] = []
  let cancelTimer: () => void = () => undefined

  const shownTimes = (topic: NoticeTopic, corrects: boolean): number[] =>
    shown
      .filter((one) => one.topic === topic && one.corrects === corrects && now() - one.at < period)
      .map(({ at }) => at)

  const waitingFor = (topic: NoticeTopic) => waiting.filter((one) => one.topic === topic)

  const noticesDueAt = (topic: NoticeTopic): number | null => {
    const [first] = waitingFor(topic)
    return first === undefined ? null : dueAt(first.at, shownTimes(topic, false), waits[topic])
  }

  const correctionDueAt = ({ topic, outdatedAt }: Group): number | null =>
    outdatedAt === null ? null : dueAt(outdatedAt, shownTimes(topic, true), correctionWaits)

  /** Returns the groups that are now empty. */
  const forget = (id: string): string[] => {
    waiting = waiting.filter(({ notice }) => notice.id !== id)
    const left = groups.map((group) => {
      const notices = group.notices.filter((notice) => notice.id !== id)
      if (notices.length === group.notices.length) return group
      return {
        ...group,
        notices,
        outdatedAt: describesState(group.topic) ? (group.outdatedAt ?? now()) : null,
      }
    })
    groups = left.filter(({ notices }) => notices.length > 0)
    return left.filter(({ notices }) => notices.length === 0).map((group) => group.id)
  }

  const withdrawOne = ({ withdraw }: Effects, id: string): void => {
    const never = waiting.filter(({ notice }) => notice.id === id).map(({ notice }) => notice)
    const unmade = never.flatMap(({ profileId, matters }) =>
      matters.map((matter) => ({ profileId, matter, at: now() })),
    )
    unseen = [...unseen.filter(({ at }) => now() - at < sameMoment), ...unmade]
    withdraw.push(id, ...forget(id))
  }

  const add = ({ withdraw, show }: Effects, notice: AccountNotification): void => {
    const { topic, profileId, matters } = notice
    withdraw.push(...forget(notice.id))
    const recent = unseen.filter(({ at }) => now() - at < sameMoment)
    unseen = recent.filter((one) => one.profileId !== profileId || !matters.includes(one.matter))
    const isEnd = topic === 'over' || topic === 'monitored-again'
    if (isEnd && unseen.length < recent.length) return
    if (topic === 'critical' || isAlone()) show.push(notice)
    else waiting = [...waiting, { notice, topic, at: now() }]
  }

  const showGroup = ({ show }: Effects, { id, topic, notices }: Group, silent: boolean): void => {
    const [first] = notices
    if (first === undefined) return
    const places = new Set(notices.map(({ profileId, screen }) => `${profileId}/${screen}`))
    show.push({
      id,
      profileId: first.profileId,
      ...groupedWords(topic, notices, nameOf),
      urgency: notices.some(({ urgency }) => urgency === 'normal') ? 'normal' : 'low',
      timeoutType: 'default',
      silent,
      screen: places.size === 1 ? first.screen : 'overview',
    })
  }

  const showWaiting = (effects: Effects, topic: NoticeTopic): void => {
    const due = noticesDueAt(topic)
    const notices = waitingFor(topic).map(({ notice }) => notice)
    const [first, ...more] = notices
    if (due === null || due > now() || first === undefined) return
    waiting = waiting.filter((one) => one.topic !== topic)
    if (more.length === 0) {
      shown = [...shown, { id: first.id, at: now(), topic, corrects: false }]
      effects.show.push({ ...first, ...groupedWords(topic, [first], nameOf) })
      return
    }
    const joined = groups.find((group) => group.topic === topic && now() - group.shownAt < joins)
    const id = joined?.id ?? `together/${topic}/${now()}`
    shown = [...shown, { id, at: now(), topic, corrects: false }]
    const group: Group = {
      id,
      topic,
      notices: [...(joined?.notices ?? []), ...notices],
      shownAt: now(),
      outdatedAt: null,
    }
    groups = [...groups.filter((one) => one !== joined), group]
    // One of them may have been shown individually before.
    effects.withdraw.push(...notices.map((notice) => notice.id))
    showGroup(
      effects,
      group,
      notices.every((notice) => notice.silent),
    )
  }

  const showCorrection = (effects: Effects, group: Group): void => {
    const due = correctionDueAt(group)
    if (due === null || due > now()) return
    shown = [...shown, { id: group.id, at: now(), topic: group.topic, corrects: true }]
    groups = groups.map((one) => (one === group ? { ...group, outdatedAt: null } : one))
    showGroup(effects, group, true)
  }

  const showDue = (effects: Effects): void => {
    shown = shown.filter(({ at }) => now() - at < period)
    for (const topic of noticeTopics) showWaiting(effects, topic)
    for (const group of groups) showCorrection(effects, group)
  }

  const act = (decide: (effects: Effects) => void): void => {
    const effects: Effects = { withdraw: [], show: [] }
    decide(effects)
    arm()
    for (const id of effects.withdraw) ports.withdraw(id)
    for (const notice of effects.show) ports.notify(notice)
  }

  const arm = (): void => {
    cancelTimer()
    const moments = [...noticeTopics.map(noticesDueAt), ...groups.map(correctionDueAt)]
    const [due] = moments.filter((at) => at !== null).sort((a, b) => a - b)
    if (due === undefined) return
    const ms = (due - now()) * 1000
    cancelTimer = timing.after(ms < 1 ? 1 : ms, () => act(showDue))
  }

  return {
    full: (): readonly NoticeTopic[] =>
      isAlone()
        ? []
        : noticeTopics.filter(
            (topic) =>
              noticesDueAt(topic) === null &&
              shownTimes(topic, false).length >= waits[topic].length,
          ),
    notify: (notice: AccountNotification): void => act((effects) => add(effects, notice)),
    withdraw: (noticeId: string): void => act((effects) => withdrawOne(effects, noticeId)),
    withParts: (noticeIds: readonly string[]): string[] => [
      ...noticeIds,
      ...groups.flatMap((group) =>
        noticeIds.includes(group.id) ? group.notices.map(({ id }) => id) : [],
      ),
    ],
    forgetMissed: (noticeIds: readonly string[]): void => {
      groups = groups.filter(({ id }) => !noticeIds.includes(id))
      shown = shown.filter(({ id }) => !noticeIds.includes(id))
      arm()
    },
  }
}
