// Between the accounts and the screen they share. One outage is one matter, however many accounts it blinds: what they say in the same
// moments is shown as one notice, and of each sort only so many. What is critical passes at once, whatever else waits.
import type { AlertNotice } from '../../shared/domain/alert.js'
import type { Timing } from '../polling/poll-scheduler.js'
import { type AccountNotice, type NoticeAbout, noticeAbouts } from './account-notice.js'
import { gatheredWords } from './notice-words.js'

/** A notice that waits for what may come with it. `at`: since when, in seconds. */
type Waiting = { notice: AccountNotice; about: NoticeAbout; at: number }

/** One notice on the screen that stands for several. `outdatedAt`: since when it stands for some that were taken back; null while it is right. */
type Group = { id: string; about: NoticeAbout; notices: readonly AccountNotice[]; shownAt: number; outdatedAt: number | null }

type Gathering = {
  waiting: readonly Waiting[]
  groups: readonly Group[]
  /** What was shown lately. `corrects`: in place of a group that was not right any more. */
  shown: readonly { at: number; about: NoticeAbout; corrects: boolean }[]
  /** What was taken back before anybody saw it: that it is over is no news. */
  unseen: readonly { profileId: string; matter: string; at: number }[]
}

const nothingGathered: Gathering = { waiting: [], groups: [], shown: [], unseen: [] }

/** What the screen is to be told now: first what is taken off. */
type GatheringStep = { gathering: Gathering; withdraw: readonly string[]; show: readonly AlertNotice[] }

type NameOf = (profileId: string) => string

/** Seconds in which so many notices of a sort are shown as there are waits for it. */
const period = 900
/**
 * Seconds that a notice waits for others, by how many of its sort were shown within the period. Accounts off the screen are asked every
 * 15 seconds, and the nearer one is to its margin call, the sooner it is called blind: what begins one by one ends as a few notices. One
 * account tells three times of what it cannot see, so one that comes and goes does not use up what another needs.
 */
const waits: Record<NoticeAbout, readonly number[]> = {
  sight: [2, 5, 15, 120],
  unreadable: [2, 5, 15, 120],
  order: [2, 2, 2, 2, 5, 5, 15, 15],
  'seen-again': [2, 5, 15, 120],
  over: [2, 5, 15, 60, 120, 120],
  other: [2, 2, 5, 5, 15, 15, 30, 60, 120, 120, 120, 120],
}
/** The same for a group that is not right any more. */
const correctionWaits: readonly number[] = [30, 120, 300]
/** More notices than these of what is not critical are never shown within the period. */
export const mostGathered = noticeAbouts.reduce((sum, about) => sum + waits[about].length, 0) + 2 * correctionWaits.length

/** What follows a group within so many seconds is shown with it, as one. */
const joins = 180
/** An account says that something is over in the same moment in which it takes its notice back. */
const sameMoment = 1

const isState = (about: NoticeAbout): boolean => about === 'sight' || about === 'unreadable'

const shownTimes = ({ shown }: Gathering, about: NoticeAbout, corrects: boolean, now: number): number[] =>
  shown.filter((one) => one.about === about && one.corrects === corrects && now - one.at < period).map(({ at }) => at)

/** When what waits since then is to be shown. */
const dueAt = (since: number, shown: readonly number[], steps: readonly number[]): number => {
  const wait = steps[shown.length]
  return wait === undefined ? (shown[shown.length - steps.length] ?? since) + period : since + wait
}

const waitingFor = ({ waiting }: Gathering, about: NoticeAbout): Waiting[] => waiting.filter((one) => one.about === about)

const noticesDueAt = (gathering: Gathering, about: NoticeAbout, now: number): number | null => {
  const [first] = waitingFor(gathering, about)
  return first === undefined ? null : dueAt(first.at, shownTimes(gathering, about, false, now), waits[about])
}

const correctionDueAt = (gathering: Gathering, { about, outdatedAt }: Group, now: number): number | null =>
  outdatedAt === null ? null : dueAt(outdatedAt, shownTimes(gathering, about, true, now), correctionWaits)

/** Sorts of which no more can be shown now. */
const fullAbouts = (gathering: Gathering, now: number): NoticeAbout[] =>
  noticeAbouts.filter(
    (about) => waitingFor(gathering, about).length === 0 && shownTimes(gathering, about, false, now).length >= waits[about].length,
  )

const groupNotice = ({ id, about, notices }: Group, silent: boolean, nameOf: NameOf): AlertNotice[] => {
  const [first] = notices
  if (first === undefined) return []
  const places = new Set(notices.map(({ profileId, screen }) => `${profileId}/${screen}`))
  return [
    {
      id,
      profileId: first.profileId,
      ...gatheredWords(about, notices, nameOf),
      urgency: notices.some(({ urgency }) => urgency === 'normal') ? 'normal' : 'low',
      timeoutType: 'default',
      silent,
      screen: places.size === 1 ? first.screen : 'overview',
    },
  ]
}

const without = (gathering: Gathering, id: string, now: number): GatheringStep => {
  const groups = gathering.groups.map((group) => {
    const notices = group.notices.filter((notice) => notice.id !== id)
    if (notices.length === group.notices.length) return group
    return { ...group, notices, outdatedAt: isState(group.about) ? (group.outdatedAt ?? now) : null }
  })
  return {
    gathering: {
      ...gathering,
      waiting: gathering.waiting.filter(({ notice }) => notice.id !== id),
      groups: groups.filter(({ notices }) => notices.length > 0),
    },
    withdraw: groups.filter(({ notices }) => notices.length === 0).map((group) => group.id),
    show: [],
  }
}

/** An account takes a notice back. */
const takeBack = (gathering: Gathering, id: string, now: number): GatheringStep => {
  const step = without(gathering, id, now)
  const unseen = gathering.waiting
    .filter(({ notice }) => notice.id === id)
    .flatMap(({ notice: { profileId, matters } }) => matters.map((matter) => ({ profileId, matter, at: now })))
  return {
    ...step,
    gathering: { ...step.gathering, unseen: [...gathering.unseen.filter(({ at }) => now - at < sameMoment), ...unseen] },
    withdraw: [id, ...step.withdraw],
  }
}

/** An account tells something. `alone`: there is no other account. */
const takeIn = (before: Gathering, notice: AccountNotice, alone: boolean, now: number): GatheringStep => {
  const { about, profileId, matters } = notice
  const { gathering, withdraw } = without(before, notice.id, now)
  const isOfIt = (one: Gathering['unseen'][number]): boolean => one.profileId === profileId && matters.includes(one.matter)
  const unseen = gathering.unseen.filter((one) => now - one.at < sameMoment && !isOfIt(one))
  const isEnd = about === 'over' || about === 'seen-again'
  if (isEnd && gathering.unseen.some((one) => now - one.at < sameMoment && isOfIt(one)))
    return { gathering: { ...gathering, unseen }, withdraw, show: [] }
  if (about === 'critical' || alone) return { gathering: { ...gathering, unseen }, withdraw, show: [notice] }
  return { gathering: { ...gathering, unseen, waiting: [...gathering.waiting, { notice, about, at: now }] }, withdraw, show: [] }
}

const showWaiting = (gathering: Gathering, about: NoticeAbout, nameOf: NameOf, now: number): GatheringStep => {
  const due = noticesDueAt(gathering, about, now)
  const notices = waitingFor(gathering, about).map(({ notice }) => notice)
  const [first, ...more] = notices
  if (due === null || due > now || first === undefined) return { gathering, withdraw: [], show: [] }
  const next = {
    ...gathering,
    waiting: gathering.waiting.filter((one) => one.about !== about),
    shown: [...gathering.shown, { at: now, about, corrects: false }],
  }
  if (more.length === 0) return { gathering: next, withdraw: [], show: [{ ...first, ...gatheredWords(about, [first], nameOf) }] }
  const joined = gathering.groups.find((group) => group.about === about && now - group.shownAt < joins)
  const id = joined?.id ?? `together/${about}/${now}`
  const group: Group = { id, about, notices: [...(joined?.notices ?? []), ...notices], shownAt: now, outdatedAt: null }
  return {
    gathering: { ...next, groups: [...gathering.groups.filter((one) => one !== joined), group] },
    // One of them may have stood by itself before it was told anew.
    withdraw: notices.map((notice) => notice.id),
    show: groupNotice(
      group,
      notices.every(({ silent }) => silent),
      nameOf,
    ),
  }
}

const showCorrection = (gathering: Gathering, group: Group, nameOf: NameOf, now: number): GatheringStep => {
  const due = correctionDueAt(gathering, group, now)
  if (due === null || due > now) return { gathering, withdraw: [], show: [] }
  return {
    gathering: {
      ...gathering,
      shown: [...gathering.shown, { at: now, about: group.about, corrects: true }],
      groups: gathering.groups.map((one) => (one === group ? { ...group, outdatedAt: null } : one)),
    },
    withdraw: [],
    show: groupNotice(group, true, nameOf),
  }
}

/** Shows what is due by now. `nameOf`: an account's, by its profile. */
const showDue = (before: Gathering, nameOf: NameOf, now: number): GatheringStep => {
  let gathering: Gathering = { ...before, shown: before.shown.filter(({ at }) => now - at < period) }
  const withdraw: string[] = []
  const show: AlertNotice[] = []
  const take = (step: GatheringStep): void => {
    gathering = step.gathering
    withdraw.push(...step.withdraw)
    show.push(...step.show)
  }
  for (const about of noticeAbouts) take(showWaiting(gathering, about, nameOf, now))
  for (const group of gathering.groups) take(showCorrection(gathering, group, nameOf, now))
  return { gathering, withdraw, show }
}

/** When something is to be shown next; null while nothing waits. */
const nextDueAt = (gathering: Gathering, now: number): number | null =>
  [
    ...noticeAbouts.map((about) => noticesDueAt(gathering, about, now)),
    ...gathering.groups.map((group) => correctionDueAt(gathering, group, now)),
  ].reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null)

type NoticeGatheringPorts = {
  timing: Timing
  /** Whether there is no other account, so that nothing has to wait. */
  isAlone: () => boolean
  /** What an account is called, by its profile. */
  nameOf: NameOf
  notify: (notice: AlertNotice) => void
  withdraw: (noticeId: string) => void
}

/** What every account is given in place of the screen. */
export type NoticeGathering = {
  /** What no more notices are shown of now. */
  full(): readonly NoticeAbout[]
  notify(notice: AccountNotice): void
  /** Also of one that was not shown yet. */
  withdraw(noticeId: string): void
}

export const gatherNotices = ({ timing, isAlone, nameOf, notify, withdraw }: NoticeGatheringPorts): NoticeGathering => {
  let gathering = nothingGathered
  let cancelTimer: () => void = () => undefined
  const now = (): number => timing.ticks() / 1000

  const act = (step: GatheringStep): void => {
    gathering = step.gathering
    arm()
    for (const id of step.withdraw) withdraw(id)
    for (const notice of step.show) notify(notice)
  }

  const arm = (): void => {
    cancelTimer()
    const due = nextDueAt(gathering, now())
    if (due === null) return
    const ms = (due - now()) * 1000
    cancelTimer = timing.after(ms < 1 ? 1 : ms, () => act(showDue(gathering, nameOf, now())))
  }

  return {
    full: () => (isAlone() ? [] : fullAbouts(gathering, now())),
    notify: (notice) => act(takeIn(gathering, notice, isAlone(), now())),
    withdraw: (noticeId) => act(takeBack(gathering, noticeId, now())),
  }
}
