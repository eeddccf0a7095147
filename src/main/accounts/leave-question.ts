// The question before Plimsoll quits: whether positions without a stop loss and open orders may
// stay on the exchange unwatched. Asked once about the same situation, and in one dialog together
// with what becomes of the report that Plimsoll stopped.
import { createHash } from 'node:crypto'
import { inOneLine, type Message, messageOf, t, textOf } from '../../shared/messages/messages.js'
import type { Timing, UnixSeconds } from '../../shared/time.js'
import type { StopReport } from '../away/away.js'
import type { QuitQuestion } from '../desktop/dialogs.js'
import type { Exposure } from './leaving.js'

/** Accounts that are named. */
const mostNamed = 5
/** Milliseconds. Somebody may log out with nobody there to answer. */
const answerLimit = 60_000
/** Milliseconds after which a session that was to end did not. */
const sessionLimit = 60_000

/** Whether it quits; then, what becomes of the report: as chosen, or it is yet to be asked. */
export type LeaveAnswer = { quits: boolean; report: 'cancel' | 'leave' | 'ask' }

/** `isAccepted`: there is nothing to ask. */
type Situation = { left: Exposure[]; print: string; isAccepted: boolean }

/** `isConfirmed`: by an answer. `isInformed`: the question said what it was about. */
type Decision = LeaveAnswer & { isConfirmed: boolean; isInformed: boolean }

type Place = { profileId: string; screen: 'positions' | 'trade' }

export type Leaving = {
  /** Asks if there is something to ask. */
  mayQuit: () => Promise<LeaveAnswer>
  /** Plimsoll restarts by itself, for an update: nothing is asked. */
  restarting: () => void
  /** The computer shuts down, its user logs out, or a signal ends it: nothing holds that up. */
  sessionEnding: () => void
  /** Left out or given up where nothing may hold up quitting, unless it was chosen already. */
  unlessHurried: (report: LeaveAnswer['report'], act: () => Promise<void>) => Promise<void>
}

function linesOf(one: Exposure, clockText: (at: UnixSeconds) => string): Message[] {
  const { account, unstopped, unclear, resting, isMore, unknownSince } = one
  const counted: Message[] = [
    ...(unstopped > 0 ? [messageOf('desktop.leave.unstopped', { account, count: unstopped })] : []),
    ...(unclear > 0 ? [messageOf('desktop.leave.unclear', { account, count: unclear })] : []),
    ...(resting > 0
      ? [
          messageOf(isMore ? 'desktop.leave.orders-at-least' : 'desktop.leave.orders', {
            account,
            count: resting,
          }),
        ]
      : []),
  ]
  if (unknownSince === null) return counted
  const time = clockText(unknownSince)
  return [messageOf('desktop.leave.unknown', { account, time }), ...counted]
}

function remedyText(first: Exposure | undefined, isLocked: boolean): string {
  if (isLocked) return t('desktop.leave.unlock')
  return t(placeOf(first)?.screen === 'trade' ? 'desktop.leave.trade' : 'desktop.leave.positions')
}

function placeOf(first: Exposure | undefined): Place | null {
  if (first === undefined) return null
  const isOrders = first.unstopped + first.unclear === 0 && first.resting > 0
  return { profileId: first.profileId, screen: isOrders ? 'trade' : 'positions' }
}

function questionOf(
  left: readonly Exposure[],
  { isArmed, pinged }: StopReport,
  said: { isLocked: boolean; clockText: (at: UnixSeconds) => string },
): QuitQuestion {
  const { isLocked, clockText } = said
  const more = left.length - mostNamed
  const lines = isLocked
    ? [t('desktop.leave.locked')]
    : [
        ...left.slice(0, mostNamed).flatMap((one) => linesOf(one, clockText).map(textOf)),
        ...(more > 0 ? [t('desktop.leave.more', { count: more })] : []),
      ]
  const names = pinged.join(', ')
  const report = [
    ...(isArmed ? [messageOf('desktop.report.message'), messageOf('desktop.report.detail')] : []),
    ...(pinged.length > 0
      ? [messageOf(isArmed ? 'desktop.report.pinged-too' : 'desktop.report.pinged', { names })]
      : []),
  ]
  return {
    title: t('desktop.leave.title'),
    message: t('desktop.leave.message'),
    detail: [
      lines.join('\n'),
      ...(report.length > 0 ? [inOneLine(report)].map(textOf) : []),
      t('desktop.leave.once'),
    ].join('\n\n'),
    buttons: [
      remedyText(left[0], isLocked),
      ...(isArmed
        ? [t('desktop.report.leave'), t('desktop.report.cancel')]
        : [t('desktop.leave.quit')]),
    ],
  }
}

export function createLeaving(ports: {
  /** The worst account first. */
  exposures: () => Exposure[]
  report: () => StopReport
  isLocked: () => boolean
  /** How often Plimsoll was locked: an answer after a lock is ignored, and nothing ends. */
  timesLocked: () => number
  /** Of the situation that was last accepted. */
  accepted: { read: () => string | null; write: (print: string) => void }
  /** Resolves with the number of the button. */
  ask: (question: QuitQuestion) => Promise<number>
  /** Opens the main window there; null only opens it. */
  show: (place: Place | null) => void
  clockText: (at: UnixSeconds) => string
  timing: Pick<Timing, 'after' | 'ticks'>
}): Leaving {
  const { timing } = ports
  let isRestarting = false
  let sessionEndsAt: number | null = null
  let giveUp: (() => void) | null = null

  const isHurried = (): boolean =>
    isRestarting || (sessionEndsAt !== null && timing.ticks() - sessionEndsAt < sessionLimit)

  /** Null without an answer: it quits, and what is scheduled stays scheduled. */
  const answerOf = (question: QuitQuestion): Promise<number | null> =>
    new Promise((resolve) => {
      const cancel = timing.after(answerLimit, () => resolve(null))
      giveUp = () => resolve(null)
      const end = (button: number | null): void => {
        cancel()
        giveUp = null
        resolve(button)
      }
      ports.ask(question).then(end, () => end(null))
    })

  const situation = (): Situation => {
    const left = ports.exposures()
    const gists = left.map(({ gist }) => gist).sort()
    const print = createHash('sha256').update(gists.join('\n\n')).digest('hex')
    return { left, print, isAccepted: left.length === 0 || ports.accepted.read() === print }
  }

  const askAbout = async ({ left }: Situation): Promise<Decision> => {
    const report = ports.report()
    const [isLocked, clockText] = [ports.isLocked(), ports.clockText]
    const lockedBefore = ports.timesLocked()
    const button = await answerOf(questionOf(left, report, { isLocked, clockText }))
    const wasLocked = button !== null && ports.timesLocked() !== lockedBefore
    if (button === 0 && !wasLocked) ports.show(isLocked ? null : placeOf(left[0]))
    const quits = button !== 0 && !wasLocked
    return {
      quits,
      report: quits && report.isArmed && button === 2 ? 'cancel' : 'leave',
      isConfirmed: quits && button !== null,
      isInformed: !isLocked,
    }
  }

  return {
    mayQuit: async () => {
      if (isHurried()) return { quits: true, report: 'leave' }
      let asked = situation()
      if (asked.isAccepted) return { quits: true, report: 'ask' }
      let answer = await askAbout(asked)
      const later = situation()
      // Once: what keeps changing must not keep Plimsoll from quitting.
      if (answer.isConfirmed && !isHurried() && !later.isAccepted && later.print !== asked.print) {
        asked = later
        answer = await askAbout(asked)
      }
      const { quits, report, isConfirmed, isInformed } = answer
      if (isConfirmed && isInformed) ports.accepted.write(asked.print)
      return { quits, report }
    },
    restarting: () => {
      isRestarting = true
    },
    sessionEnding: () => {
      sessionEndsAt = timing.ticks()
      giveUp?.()
    },
    unlessHurried: (report, act) => {
      if (report !== 'ask') return act()
      if (isHurried()) return Promise.resolve()
      return new Promise((resolve, reject) => {
        giveUp = resolve
        act().then(resolve, reject)
      })
    },
  }
}
