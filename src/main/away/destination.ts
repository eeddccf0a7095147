// One destination: its queue of alerts, and the report that Plimsoll stopped, which is moved ahead
// as long as Plimsoll watches. One request at a time.
import type { AlertLevel } from '../../shared/alerts/alert.js'
import { isWithinQuietHours } from '../../shared/alerts/quiet-hours.js'
import {
  type AwayFault,
  type DestinationSettings,
  type DestinationView,
  hostOf,
} from '../../shared/away/away.js'
import { type Message, messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { OutgoingClient, OutgoingReply, OutgoingRequest } from '../exchange/outgoing-client.js'
import type { OutgoingMail, OutgoingMailClient } from '../exchange/outgoing-mail.js'
import type { Secret } from '../keychain/secret.js'
import type {
  AwayRepository,
  MessageState,
  StoredDestination,
  StoredMessage,
} from './away-repository.js'
import { placeOf, replyFault, tooManyRequests, wireFault } from './faults.js'
import { refusesSignIn } from './kinds/email.js'
import type { StoppedMessage, Target } from './kinds/kind.js'
import { kinds } from './kinds/kinds.js'
import { type DailyUses, nextDay } from './daily-messages.js'
import { planPush, type PushPlan, pushesLeft } from './watch-plan.js'

/** Seconds until a message is given up: by then the alert is no news. */
const expiresAfter = 3600
/** Seconds until the next attempt; the last one repeats. */
const retries = [5, 10, 20, 40, 80, 160, 300] as const
/** Seconds between two tests: a page that was taken over must not flood anyone. */
const testEvery = 10
/** Times that a mail server may take a message without an answer: it may deliver each of them. */
const mostUnanswered = 3
const tooSoon: Problem = { code: 'busy', message: messageOf('away.test.too-soon') }
const pushRetries = [30, 60, 120, 240] as const
/**
 * Seconds after a start, and after waking up, until what quiet hours held back is sent: the first
 * look may show that it is over.
 */
const firstLook = 60

/** Longer than any wait: the clock was set back. */
const longestWait = 600
/** The same for the report, whose attempts share the messages of a day. */
const longestPushWait = 3600
/** Seconds between two ticks that mean that the computer slept, or that its clock was set. */
const longestTick = 90

function isPast(at: UnixSeconds, now: UnixSeconds, longest = longestWait): boolean {
  return now >= at || at - now > longest
}

function waitAfter(tries: number, waits: readonly number[]): number {
  return waits[Math.min(tries, waits.length) - 1] ?? 0
}

/** An alert, with its words by what may be said in them. */
export type RaisedAlert = {
  profileId: string
  alertId: string
  /** What it warns of: the same again within the cool-down is not sent, unless it is critical. */
  key: string
  at: UnixSeconds
  level: AlertLevel
  critical: boolean
  /** Whether it may break through quiet hours. */
  urgent: boolean
  words: AwayWords
}

type AwayWords = (options: Pick<DestinationSettings, 'percentages' | 'accountName'>) => {
  title: string
  text: string
}

/**
 * What became of an alert. `surpassed`: something more severe of the same is sent instead. `words`:
 * as of now, and since when it applies.
 */
export type AlertNow =
  | { kind: 'open'; key: string; urgent: boolean; surpassed: boolean; words: AwayWords }
  | { kind: 'acknowledged' | 'over' }

export type DestinationPorts = {
  clock: Clock
  newId: () => string
  repository: AwayRepository
  send: OutgoingClient
  sendMail: OutgoingMailClient
  loadSecret: (id: string) => Promise<Result<Secret, Problem>>
  /** Whether Plimsoll monitors anything now. */
  isWatching: () => boolean
  /** Whether a loan or position is near its margin call. */
  isNear: () => boolean
  /** Null if it is not known yet. */
  alertNow: (profileId: string, alertId: string) => AlertNow | null
  /** The worst that still applies of what an alert that is over was about, worded as late. */
  remaining: (profileId: string, alertId: string) => RaisedAlert | null
  uses: DailyUses
  /** How many destinations there keep a report scheduled. */
  switchesAt: (host: string) => number
  stopped: (at: UnixSeconds, minutes: number) => StoppedMessage
  localMinutes: (at: UnixSeconds) => number
  coolDownSeconds: () => number
  /** Something in its view is different. */
  changed: () => void
  /** A message was queued or has ended. */
  recorded: (message: StoredMessage) => void
  log: (what: string, detail: object) => void
}

/** `sent`: it reached the service. `mayHold`: the service may have accepted it. */
type Failure = {
  message: MessageOrText
  sent: boolean
  mayHold: boolean
  retryAfter: number
  isLimit: boolean
  isFinal: boolean
  /** A mail server was given it and said nothing. */
  isUnanswered: boolean
}

const noSecret = (): Message => messageOf('away.fault.secret')
const unsent = {
  sent: false,
  mayHold: false,
  retryAfter: 0,
  isLimit: false,
  isFinal: false,
  isUnanswered: false,
}

export type Destination = {
  stored: () => StoredDestination
  view: () => DestinationView
  raised: (alert: RaisedAlert) => void
  /** The user knows of these alerts. */
  acknowledged: (alertIds: readonly string[]) => void
  tick: () => void
  /** The computer woke up: the report is moved ahead immediately. */
  resumed: () => void
  isArmed: () => boolean
  /** A service reports it when the pings stop, and nothing here can prevent that. */
  isPinging: () => boolean
  /** Sends nothing until it is released; waits for what is being sent. */
  hold: () => Promise<void>
  release: () => void
  /** Once: fails if the report may still be delivered. */
  disarm: () => Promise<Result<null, Problem>>
  /** Waits for what is being sent, and while held. Null if it was closed meanwhile. */
  test: (message: { title: string; text: string }) => Promise<Result<null, Problem> | null>
  change: (
    part: Pick<StoredDestination, 'settings' | 'hasSecret' | 'visitor'>,
  ) => Result<null, Problem>
  /** Sends nothing more. */
  close: () => void
}

/** The host, as one and the same service counts its messages. */
export function serviceOf(settings: DestinationSettings): string {
  return hostOf(settings).toLowerCase()
}

export function openDestination(
  opened: StoredDestination,
  pending: readonly StoredMessage[],
  ports: DestinationPorts,
): Destination {
  const { clock, repository, log } = ports
  // After a start the report is moved ahead at once, whenever the last run had done so.
  let stored = { ...opened, watch: { ...opened.watch, pushedAt: null as UnixSeconds | null } }
  // What was being sent when the last run ended is sent again, under the same id.
  let queue = pending.map((message) => ({
    ...message,
    state: message.state === 'sending' ? ('queued' as MessageState) : message.state,
  }))
  let secret: Secret | null = null
  let running: Promise<unknown> | null = null
  let isClosed = false
  let fault: AwayFault | null = null
  let tries = 0
  let retryAt = 0
  let failedAt = 0
  let isLimited = false
  /** In a row, by a mail server. */
  let refusedSignIns = 0
  /** How often each message was given to a mail server that said nothing, by its id. */
  const unanswered = new Map<string, number>()
  let watchFault: AwayFault | null = null
  let pushTries = 0
  let testedAt = 0
  let pushRetryAt = 0
  /** The server cannot replace the report: more of them would all be delivered. */
  let cannotReplace = false
  /** Being cancelled for good: nothing schedules it any more. */
  let isDisarmed = false
  /** Being changed: nothing is sent until that is done. */
  let isHeld = false
  /** What waits until then. */
  const heldUp: (() => void)[] = []
  let startedAt = clock()
  let tickedAt = startedAt
  const lastByKey = new Map<string, UnixSeconds>()

  const kind = () => kinds[stored.settings.kind]
  /** Null if the service has no daily limit. */
  const daily = () => {
    const limit = kind().dailyMessages(stored.settings)
    if (limit === null) return null
    const host = serviceOf(stored.settings)
    const now = clock()
    return {
      host,
      limit,
      used: ports.uses.usedAt(host),
      pushes: pushesLeft(limit, ports.uses.usedAt(host), ports.switchesAt(host)),
      seconds: nextDay(now) - now,
    }
  }

  const save = (part: Partial<StoredDestination>): Result<null, Problem> => {
    stored = { ...stored, ...part }
    return repository.saveDestination(stored)
  }

  const record = (message: StoredMessage): void => {
    queue = queue.filter(({ id }) => id !== message.id)
    if (message.endedAt === null) queue = [...queue, message]
    else unanswered.delete(message.id)
    // If the disk refuses, the queue in memory goes on.
    repository.saveMessage(message)
    ports.recorded(message)
    ports.changed()
  }

  const target = async (): Promise<Result<Target, Failure>> => {
    const { id, settings, hasSecret } = stored
    const { series } = stored.watch
    if (!hasSecret) return ok({ id, settings, series, secret: null })
    if (secret === null || secret.wiped) {
      const loaded = await ports.loadSecret(id)
      if (!loaded.ok) return fail({ ...unsent, message: noSecret() })
      // It may be meant for another server by now.
      if (isClosed || stored.settings !== settings) {
        loaded.value.wipe()
        return fail({ ...unsent, message: noSecret() })
      }
      secret = loaded.value
    }
    return ok({ id, settings, series, secret })
  }

  const request = async (
    make: (target: Target) => OutgoingRequest | OutgoingMail,
  ): Promise<Result<{ reply: OutgoingReply; target: Target }, Failure>> => {
    const to = await target()
    if (!to.ok) return to
    const { settings, secret: current } = to.value
    if (current?.wiped === true) return fail({ ...unsent, message: noSecret() })
    const limited = daily()
    const { visitor } = stored
    const wanted = make(to.value)
    const trusted = settings.authority && { authority: settings.authority.pem }
    const outcome = await ('mail' in wanted
      ? ports.sendMail({ ...wanted, ...trusted })
      : ports.send({ ...wanted, ...trusted }))
    const spend = (): void => {
      if (limited !== null) ports.uses.spend(limited.host, visitor)
    }
    if (!outcome.ok) {
      const { cause, sent, detail = '' } = outcome.error
      // The service may have accepted it.
      if (sent) spend()
      log('a destination of alerts was not reached', {
        id: stored.id,
        kind: settings.kind,
        cause,
        detail,
      })
      return fail({
        message: wireFault({ cause, detail }, settings, {
          hasIds: kind().hasIds,
          now: clock(),
        }),
        ...unsent,
        sent,
        mayHold: sent,
        isUnanswered: 'mail' in wanted && sent && cause === 'TIMEOUT',
      })
    }
    const reply = outcome.value
    if (refusesSignIn(reply)) refusedSignIns += 1
    else if (reply.step === 'message') refusedSignIns = 0
    const message = kind().fault(reply, settings) ?? replyFault(reply, settings)
    const { status } = reply
    const mayHold = message === null || status >= 500
    if (mayHold) spend()
    if (message === null) return ok({ reply, target: to.value })
    log('a destination of alerts refused', { id: stored.id, kind: settings.kind, status })
    return fail({
      message,
      sent: true,
      mayHold,
      retryAfter: Math.min(
        Math.max((reply.retryAfterMs ?? 0) / 1000, kind().waits(reply)),
        expiresAfter,
      ),
      isLimit: status === tooManyRequests,
      isFinal: kind().isFinal(reply, refusedSignIns),
      isUnanswered: false,
    })
  }

  /** The next request begins when this one has ended. */
  const run = <T>(work: () => Promise<T>): Promise<T> => {
    const done = Promise.resolve()
      .then(work)
      .finally(() => {
        running = null
        ports.changed()
        tick()
      })
    running = done
    return done
  }

  const release = (): void => {
    isHeld = false
    isDisarmed = false
    for (const proceed of heldUp.splice(0)) proceed()
  }

  const sendAlert = async (waiting: StoredMessage): Promise<void> => {
    const { alert } = kind()
    if (alert === null) return
    const message = { ...waiting, state: 'sending' as const, attempts: waiting.attempts + 1 }
    record(message)
    const outcome = await request((to) => alert(message, to, clock()))
    const now = clock()
    if (outcome.ok) {
      tries = 0
      retryAt = 0
      isLimited = false
      fault = null
      save({ lastSentAt: now })
      record({ ...message, state: 'sent', endedAt: now })
      return
    }
    tries += 1
    isLimited = outcome.error.isLimit
    failedAt = now
    retryAt = now + Math.max(waitAfter(tries, retries), outcome.error.retryAfter)
    fault = { at: now, message: outcome.error.message }
    // It may have been acknowledged meanwhile.
    if (!queue.some(({ id }) => id === message.id)) return
    if (outcome.error.isFinal) return record({ ...message, state: 'refused', endedAt: now })
    const count = (unanswered.get(message.id) ?? 0) + (outcome.error.isUnanswered ? 1 : 0)
    if (count > 0) unanswered.set(message.id, count)
    if (count >= mostUnanswered) {
      fault = { at: now, message: messageOf('away.fault.unanswered', placeOf(stored.settings)) }
      record({ ...message, state: 'unanswered', endedAt: now })
    } else record({ ...message, state: 'queued' })
  }

  /** A service may ask for a long wait. Before the failure, the clock was set back. */
  const isRetryDue = (now: UnixSeconds): boolean => now >= retryAt || now < failedAt

  const minutes = (): number => stored.settings.watch.minutes

  const plan = (): PushPlan =>
    planPush(minutes(), kind().cancel !== null && ports.isNear(), daily())

  const wantsWatch = (): boolean =>
    stored.settings.on && stored.settings.watch.on && kind().push !== null

  const isPushDue = (now: UnixSeconds): boolean => {
    const { pushedAt, armedUntil } = stored.watch
    if (pushTries > 0) return isPast(pushRetryAt, now, longestPushWait)
    if (pushedAt === null || pushedAt > now) return true
    // Scheduled for a shorter delay than now: it must be moved in time all the same.
    const isScheduled = kind().cancel !== null && armedUntil !== null
    const latest = isScheduled ? ((armedUntil - pushedAt) * 2) / 3 : Infinity
    return now >= pushedAt + Math.min(plan().next, latest)
  }

  /**
   * Seconds until the next attempt: an answer that was lost may have cost a message, and all of
   * them have to last for the day.
   */
  const pushWait = (retryAfter: number): number => {
    const limited = daily()
    const left = (stored.watch.armedUntil ?? 0) - clock()
    const share =
      limited === null || left <= 0
        ? 0
        : Math.min(limited.seconds / Math.max(1, limited.pushes), (left * 2) / 3, longestPushWait)
    return Math.max(waitAfter(pushTries, pushRetries), retryAfter, share)
  }

  const pushAhead = async (): Promise<void> => {
    const { push, replaces, cancel } = kind()
    if (push === null) return
    const now = clock()
    // One that was delivered is on the phone: another under its id might update it silently.
    const wasDelivered = (stored.watch.armedUntil ?? now) < now
    if (wasDelivered)
      save({ watch: { ...stored.watch, series: stored.watch.series + 1, armedUntil: null } })
    const planned = plan()
    const outcome = await request((to) => push(ports.stopped(now, planned.minutes), to))
    const armedUntil = cancel === null ? null : now + planned.minutes * 60
    if (outcome.ok) {
      cannotReplace = !replaces(outcome.value.reply, outcome.value.target)
      pushTries = 0
      watchFault = cannotReplace
        ? { at: now, message: messageOf('away.fault.cannot-replace') }
        : null
      save({ watch: { ...stored.watch, pushedAt: now, armedUntil } })
      return
    }
    pushTries += 1
    watchFault = { at: now, message: outcome.error.message }
    if (outcome.error.mayHold) save({ watch: { ...stored.watch, armedUntil } })
    pushRetryAt = clock() + pushWait(outcome.error.retryAfter)
  }

  const isArmed = (): boolean => (stored.watch.armedUntil ?? 0) > clock()

  const cancelReport = async (): Promise<Result<null, Problem>> => {
    const { cancel } = kind()
    if (cancel === null || !isArmed()) return ok(null)
    const outcome = await request(cancel)
    if (!outcome.ok) {
      pushTries += 1
      pushRetryAt = clock() + waitAfter(pushTries, pushRetries)
      watchFault = { at: clock(), message: outcome.error.message }
      return fail({ code: 'not-delivered', message: outcome.error.message })
    }
    pushTries = 0
    pushRetryAt = 0
    watchFault = null
    save({ watch: { ...stored.watch, armedUntil: null, pushedAt: null } })
    return ok(null)
  }

  const expire = (now: UnixSeconds): void => {
    for (const message of queue)
      if (message.state === 'queued' && now - (message.releasedAt ?? message.at) >= expiresAfter)
        record({ ...message, state: 'expired', endedAt: now })
  }

  const isQuietFor = (isUrgent: boolean, now: UnixSeconds): boolean =>
    isWithinQuietHours(stored.settings.quietHours, ports.localMinutes(now)) &&
    !(isUrgent && stored.settings.criticalBreaksQuiet)

  /** What waits for another attempt is held back as well once quiet hours begin. */
  const holdBack = (message: StoredMessage, now: UnixSeconds): void => {
    const alert = ports.alertNow(message.profileId, message.alertId)
    const isUrgent = alert?.kind === 'open' ? alert.urgent : message.urgent
    if (isQuietFor(isUrgent, now)) record({ ...message, state: 'quiet', releasedAt: null })
  }

  const queueAlert = (
    { profileId, alertId, at, level, critical, urgent, words }: RaisedAlert,
    state: 'queued' | 'quiet',
    releasedAt: UnixSeconds | null,
  ): void =>
    record({
      id: ports.newId(),
      destinationId: stored.id,
      profileId,
      alertId,
      at,
      level,
      critical,
      urgent,
      ...words(stored.settings),
      state,
      attempts: 0,
      releasedAt,
      endedAt: null,
    })

  /** What it was about may go on milder, or have come back, and nothing was sent about that. */
  const endAsOver = (message: StoredMessage, now: UnixSeconds): void => {
    record({ ...message, state: 'over', endedAt: now })
    const left = ports.remaining(message.profileId, message.alertId)
    if (left === null || !stored.settings.levels.includes(left.level)) return
    const known = repository.hasMessage(stored.id, left.alertId)
    if (queue.some(({ alertId }) => alertId === left.alertId) || (known.ok && known.value)) return
    lastByKey.set(`${left.profileId}/${left.key}`, now)
    queueAlert(left, 'queued', now)
    if (!isLimited) retryAt = now
  }

  /**
   * Sent if it still applies, once quiet hours do not apply to it any more. Only then is it known
   * what is left of one that is over.
   */
  const letGo = (message: StoredMessage, now: UnixSeconds): void => {
    const alert = ports.alertNow(message.profileId, message.alertId)
    if (alert === null) return
    const end = (state: MessageState): void => record({ ...message, state, endedAt: now })
    if (alert.kind === 'acknowledged') return end('withdrawn')
    const { settings } = stored
    if (!settings.on || isQuietFor(alert.kind === 'open' && alert.urgent, now)) return
    if (!isPast(startedAt + firstLook, now)) return
    if (alert.kind !== 'open') return endAsOver(message, now)
    if (!settings.levels.includes(message.level)) return end('unchosen')
    if (alert.surpassed) return end('surpassed')
    lastByKey.set(`${message.profileId}/${alert.key}`, now)
    record({ ...message, ...alert.words(settings), state: 'queued', releasedAt: now })
    if (!isLimited) retryAt = now
  }

  /** It was held back, and may have ended since it was released. */
  const endIfOver = (message: StoredMessage, now: UnixSeconds): void => {
    if (message.releasedAt === null || message.attempts > 0) return
    const alert = ports.alertNow(message.profileId, message.alertId)
    if (alert?.kind === 'over') endAsOver(message, now)
  }

  const applyQuietHours = (now: UnixSeconds): void => {
    const isQuiet = isQuietFor(false, now)
    for (const message of queue)
      if (message.state === 'quiet') letGo(message, now)
      else if (message.state === 'queued' && isQuiet) holdBack(message, now)
      else if (message.state === 'queued') endIfOver(message, now)
  }

  /** New ones first, so that one the service refuses holds up no other. */
  const nextMessage = (): StoredMessage | undefined =>
    queue
      .filter(({ state }) => state !== 'quiet')
      .reduce<StoredMessage | undefined>(
        (first, one) =>
          first === undefined ||
          one.attempts < first.attempts ||
          (one.attempts === first.attempts && one.at < first.at)
            ? one
            : first,
        undefined,
      )

  const sendTest = async (words: {
    title: string
    text: string
  }): Promise<Result<null, Problem>> => {
    const { alert, push } = kind()
    const now = clock()
    const message = {
      id: ports.newId(),
      at: now,
      level: 'info' as const,
      critical: false,
      ...words,
    }
    const outcome = await request((to) => {
      if (alert !== null) return alert(message, to, now)
      if (push !== null) return push(ports.stopped(now, minutes()), to)
      throw new RangeError('this kind sends nothing')
    })
    if (!outcome.ok) {
      fault = { at: now, message: outcome.error.message }
      return fail({ code: 'not-delivered', message: outcome.error.message })
    }
    fault = null
    tries = 0
    retryAt = 0
    isLimited = false
    save({ lastSentAt: now })
    return ok(null)
  }

  /** A tick may come before the system reports that it woke up. */
  const noticeWaking = (now: UnixSeconds): void => {
    if (now - tickedAt > longestTick || now < tickedAt) startedAt = now
    tickedAt = now
  }

  function tick(): void {
    const now = clock()
    noticeWaking(now)
    if (isClosed || isHeld || running !== null) return
    applyQuietHours(now)
    expire(now)
    const isWanted = wantsWatch() && !isDisarmed
    if (isWanted && !cannotReplace && ports.isWatching() && isPushDue(now))
      return void run(pushAhead)
    if (
      !isWanted &&
      kind().cancel !== null &&
      isArmed() &&
      isPast(pushRetryAt, now, longestPushWait)
    )
      return void run(cancelReport)
    const message = stored.settings.on && kind().alert !== null ? nextMessage() : undefined
    if (message !== undefined && isRetryDue(now)) void run(() => sendAlert(message))
  }

  return {
    stored: () => stored,
    view: () => {
      const { id, settings, hasSecret, lastSentAt, watch } = stored
      const isHeldBack = ({ state, profileId, alertId }: StoredMessage): boolean =>
        state === 'quiet' && ports.alertNow(profileId, alertId)?.kind !== 'over'
      const waiting = queue.filter(({ state }) => state !== 'quiet')
      const limited = daily()
      return {
        id,
        settings,
        hasSecret,
        queued: waiting.length,
        held: queue.filter(isHeldBack).length,
        lastSentAt,
        daily: limited && {
          used: limited.used,
          limit: limited.limit,
          resetsAt: clock() + limited.seconds,
          isSlowed: wantsWatch() && plan().isSlowed,
        },
        fault,
        armedUntil: isArmed() ? watch.armedUntil : null,
        lastPushAt: watch.pushedAt,
        watchFault,
      }
    },
    raised: (alert) => {
      const { settings } = stored
      const now = clock()
      if (!settings.on || kind().alert === null || !settings.levels.includes(alert.level)) return
      const key = `${alert.profileId}/${alert.key}`
      const last = lastByKey.get(key)
      for (const [one, at] of lastByKey)
        if (now - at >= ports.coolDownSeconds() || at > now) lastByKey.delete(one)
      const isRecent = last !== undefined && lastByKey.has(key)
      const isQuiet = isQuietFor(alert.urgent, now)
      if (isRecent && !alert.critical && !isQuiet) return
      queueAlert(alert, isQuiet ? 'quiet' : 'queued', null)
      if (!isQuiet) lastByKey.set(key, now)
      // News does not wait for the retry of something older, unless the service asked for it.
      if (!isQuiet && !isLimited) retryAt = now
      tick()
    },
    acknowledged: (alertIds) => {
      for (const message of queue.filter(({ alertId }) => alertIds.includes(alertId)))
        record({ ...message, state: 'withdrawn', endedAt: clock() })
    },
    tick,
    resumed: () => {
      pushTries = 0
      if (!isLimited) retryAt = 0
      startedAt = clock()
      stored = { ...stored, watch: { ...stored.watch, pushedAt: null } }
      tick()
    },
    isArmed,
    isPinging: () =>
      wantsWatch() &&
      kind().cancel === null &&
      ports.isWatching() &&
      stored.watch.pushedAt !== null,
    hold: async () => {
      isHeld = true
      while (running !== null) await running
    },
    release: () => {
      release()
      tick()
    },
    disarm: async () => {
      isDisarmed = true
      while (running !== null) await running
      return cancelReport()
    },
    test: async (words) => {
      const asked = clock()
      const wait = testedAt + testEvery - asked
      if (wait > 0 && wait <= testEvery) return fail(tooSoon)
      testedAt = asked
      // Nothing may be awaited between this and the request.
      while (!isClosed && (isHeld || running !== null))
        await (running ?? new Promise<void>((resolve) => heldUp.push(resolve)))
      return isClosed ? null : run(() => sendTest(words))
    },
    change: (part) => {
      secret?.wipe()
      secret = null
      cannotReplace = false
      fault = null
      watchFault = null
      tries = 0
      retryAt = 0
      pushTries = 0
      pushRetryAt = 0
      refusedSignIns = 0
      const saved = save(part)
      ports.changed()
      release()
      tick()
      return saved
    },
    close: () => {
      isClosed = true
      secret?.wipe()
      release()
    },
  }
}
