// Alerts that reach people who are away: the destinations, what each is sent, and the state of it
// all.
import { isCritical } from '../../shared/alerts/alert.js'
import {
  type Authority,
  type AwayEntry,
  type AwayPreview,
  type AwayView,
  destinationFaults,
  type DestinationDraft,
  destinationParts,
  type DestinationSettings,
  hostOf,
  mostDestinations,
  serverOf,
  splitAddress,
} from '../../shared/away/away.js'
import { type Message, messageOf, t } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Timing, UnixSeconds } from '../../shared/time.js'
import type { DestinationSecrets } from '../keychain/destination-secrets.js'
import { authorityIn, expiredAuthority, isExpired } from './certificate-authority.js'
import { type MessageState, type StoredDestination, type StoredMessage } from './away-repository.js'
import { openDailyUses } from './daily-messages.js'
import {
  type Destination,
  type DestinationPorts,
  openDestination,
  type RaisedAlert,
  serviceOf,
} from './destination.js'
import type { OutgoingRequest } from '../exchange/outgoing-client.js'
import type { OutgoingMail } from '../exchange/outgoing-mail.js'
import type { OutgoingMessage, StoppedMessage, Target } from './kinds/kind.js'
import { mailText } from './kinds/email.js'
import { kinds } from './kinds/kinds.js'

export type { AlertNow, RaisedAlert } from './destination.js'

export type Away = {
  view: () => AwayView
  raised: (alert: RaisedAlert) => void
  acknowledged: (alertIds: readonly string[]) => void
  chooseAuthority: () => Promise<Result<Authority | null, Problem>>
  preview: (draft: DestinationDraft) => Result<AwayPreview, Problem>
  save: (draft: DestinationDraft) => Promise<Result<null, Problem>>
  remove: (id: string) => Promise<Result<null, Problem>>
  test: (id: string) => Promise<Result<null, Problem>>
  /** About once a second. */
  tick: () => void
  /** About once a minute. */
  tend: () => void
  resumed: () => void
  stopReport: () => StopReport
  /** Asks whether a scheduled report is cancelled, or delivered after quitting, unless decided. */
  beforeQuit: (decided?: 'cancel' | 'leave' | 'ask') => Promise<void>
  close: () => void
}

/** On quitting: a report that Plimsoll stopped is scheduled, and who reports it in any case. */
export type StopReport = { isArmed: boolean; pinged: readonly string[] }

/** Entries of the history that are shown. */
const mostShown = 50
/** Milliseconds. Somebody may log out with nobody there to answer. */
const quitLimits = { answer: 60_000, cancel: 5000, notice: 10_000 }
const historySeconds = 30 * 86_400

const gone: Problem = { code: 'gone', message: messageOf('away.gone') }
const oneWatch: Problem = { code: 'bad-input', message: messageOf('away.one-watch') }
const tooMany: Problem = {
  code: 'bad-input',
  message: messageOf('away.too-many', { most: mostDestinations }),
}

/** As it is connected to, so that a dialog and a limit see the same. */
function normalized(settings: DestinationSettings): DestinationSettings {
  const server = serverOf(settings)
  if (!server.ok) return settings
  const split = splitAddress(settings.address)
  return {
    ...settings,
    address:
      destinationParts[settings.kind].hostOnly || !split.ok
        ? server.address
        : `${split.baseUrl}${split.path}`,
  }
}

const states: Record<MessageState, AwayEntry['state']> = {
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  expired: 'expired',
  refused: 'refused',
  unanswered: 'unanswered',
  quiet: 'quiet',
  withdrawn: 'withdrawn',
  over: 'over',
  surpassed: 'surpassed',
  unchosen: 'unchosen',
}

function entryOf({ id, at, title, state, endedAt }: StoredMessage): AwayEntry {
  return { id, at, title, state: states[state], endedAt }
}

/**
 * "POST https://ntfy.sh/" and the body, without headers, which hold the secret. Mail as it is read.
 */
function requestText(wanted: OutgoingRequest | OutgoingMail): string {
  if ('mail' in wanted) return mailText(wanted)
  const { method, baseUrl, path, body } = wanted
  return `${method} ${baseUrl}${path}${body === null ? '' : `\n${body}`}`
}

export function openAway(
  ports: Omit<
    DestinationPorts,
    'stopped' | 'loadSecret' | 'changed' | 'recorded' | 'uses' | 'switchesAt'
  > & {
    secrets: DestinationSecrets
    /** For somebody who reads it at `readAt`; without it, now. */
    clockText: (at: UnixSeconds, readAt?: UnixSeconds) => string
    after: Timing['after']
    /** The text of a certificate file that the user chooses; null if none was. */
    chooseCertificate: () => Promise<Result<string | null, Problem>>
    /** Asks in a system dialog whether alerts may be sent there. */
    confirm: (settings: DestinationSettings) => Promise<Result<unknown, Problem>>
    /**
     * On quitting: asks whether the report that Plimsoll stopped is cancelled. `pinged`: services
     * that report it in any case.
     */
    confirmCancel: (pinged: readonly string[]) => Promise<Result<unknown, Problem>>
    /** On quitting, in a dialog: the services that report it, and cannot be asked not to. */
    showPinged: (pinged: readonly string[]) => Promise<unknown>
    /** On quitting, in a dialog: the report may be delivered, and when. */
    showNotCancelled: (time: string) => Promise<unknown>
    /** A margin call as an example, in the words that would be sent. */
    sample: RaisedAlert['words']
    changed: (view: AwayView) => void
    notify: (notice: { level: 'caution'; title: Message; text: Message }) => void
  },
): Away {
  const { clock, newId, repository, secrets, notify } = ports
  const uses = openDailyUses(clock, repository)
  let isOpen = false
  const read = repository.history(mostShown)
  let history: readonly AwayEntry[] = read.ok ? read.value : []
  let destinations: readonly Destination[] = []

  /** Null if it takes longer: quitting does not wait for it, and the report is delivered. */
  const within = <T>(ms: number, work: Promise<T>): Promise<T | null> =>
    new Promise((resolve) => {
      const cancel = ports.after(ms, () => resolve(null))
      const end = (done: T | null): void => {
        cancel()
        resolve(done)
      }
      void work.then(end, () => end(null))
    })

  const view = (): AwayView => ({
    destinations: destinations.map((one) => one.view()),
    history: [...history],
  })

  const changed = (): void => {
    if (isOpen) ports.changed(view())
  }

  const recorded = (message: StoredMessage): void => {
    const entry = entryOf(message)
    const isKnown = history.some(({ id }) => id === entry.id)
    history = isKnown
      ? history.map((one) => (one.id === entry.id ? entry : one))
      : [entry, ...history].slice(0, mostShown)
    const { state } = message
    if (state === 'expired' || state === 'refused' || state === 'unanswered')
      notify({
        level: 'caution',
        title: messageOf(`away.${state === 'unanswered' ? state : 'expired'}.title`),
        text: messageOf(`away.${state}.text`),
      })
  }

  const stopped = (at: UnixSeconds, minutes: number): StoppedMessage => ({
    title: t('away.stopped.title', { time: ports.clockText(at, at + minutes * 60) }),
    text: t('away.stopped.text'),
    minutes,
  })

  const switchesAt = (host: string): number =>
    destinations.filter((one) => {
      const { settings } = one.stored()
      return settings.on && settings.watch.on && serviceOf(settings) === host
    }).length

  const open = (stored: StoredDestination, pending: readonly StoredMessage[]): Destination =>
    openDestination(
      stored,
      pending.filter(({ destinationId }) => destinationId === stored.id),
      { ...ports, loadSecret: secrets.load, stopped, changed, recorded, uses, switchesAt },
    )

  const find = (id: string): Destination | undefined =>
    destinations.find((one) => one.stored().id === id)

  const stored = repository.destinations()
  const pending = repository.pending()
  destinations = (stored.ok ? stored.value : []).map((one) =>
    open(one, pending.ok ? pending.value : []),
  )
  isOpen = true

  /** A stored secret belongs to the server it was entered for. */
  const faultsOf = ({ id, settings, secret: typed }: DestinationDraft): Problem | null => {
    const before = id === null ? undefined : find(id)?.stored()
    const was = before && serverOf(before.settings)
    const is = serverOf(settings)
    const isElsewhere = was?.ok !== true || !is.ok || was.place !== is.place
    const isKept = typed === null && before?.hasSecret === true
    const fields = destinationFaults(settings, isKept ? null : (typed ?? ''))
    if (isKept && isElsewhere) fields['secret'] = [messageOf('away.secret.again')]
    return Object.keys(fields).length === 0
      ? null
      : { code: 'bad-input', message: messageOf('away.misfit'), fields }
  }

  /** The service counts the messages of all destinations with one token together. */
  const isSecondWatch = (
    settings: DestinationSettings,
    id: string | null,
    visitor: string,
  ): boolean =>
    settings.watch.on &&
    kinds[settings.kind].dailyMessages(settings) !== null &&
    destinations.some((other) => {
      const { id: otherId, settings: its, visitor: itsVisitor } = other.stored()
      return (
        otherId !== id &&
        its.watch.on &&
        kinds[its.kind].dailyMessages(its) !== null &&
        serviceOf(its) === serviceOf(settings) &&
        itsVisitor === visitor
      )
    })

  /** The same for every destination with this token; a token that cannot be compared may be it. */
  const visitorOf = async (
    settings: DestinationSettings,
    typed: string | null,
    before: StoredDestination | undefined,
  ): Promise<string> => {
    if (typed === null) return before?.visitor ?? ''
    if (typed === '' || kinds[settings.kind].dailyMessages(settings) === null) return ''
    for (const { stored: known } of destinations) {
      const { id, hasSecret, visitor, settings: its } = known()
      if (!hasSecret || serviceOf(its) !== serviceOf(settings)) continue
      const isSame = await secrets.holds(id, typed)
      if (!isSame.ok || isSame.value) return visitor
    }
    return newId()
  }

  const saveSecret = async (
    id: string,
    typed: string | null,
    hadSecret: boolean,
  ): Promise<Result<boolean, Problem>> => {
    if (typed === null) return ok(hadSecret)
    if (typed !== '') {
      const kept = await secrets.store(id, typed)
      return kept.ok ? ok(true) : kept
    }
    if (!hadSecret) return ok(false)
    const removed = await secrets.remove(id)
    return removed.ok ? ok(false) : removed
  }

  /** As its certificate says it is, whatever the page says. */
  const withAuthority = (
    settings: DestinationSettings,
    before: DestinationSettings | undefined,
  ): Result<DestinationSettings, Problem> => {
    if (settings.authority === null) return ok(settings)
    if (settings.authority.pem === before?.authority?.pem)
      return ok({ ...settings, authority: before.authority })
    const read = authorityIn(settings.authority.pem)
    if (!read.ok) return read
    return isExpired(read.value, clock())
      ? fail(expiredAuthority)
      : ok({ ...settings, authority: read.value })
  }

  const save = async (draft: DestinationDraft): Promise<Result<null, Problem>> => {
    const { secret } = draft
    const faults = faultsOf(draft)
    if (faults !== null) return fail(faults)
    const existing = draft.id === null ? undefined : find(draft.id)
    if (draft.id !== null && existing === undefined) return fail(gone)
    if (existing === undefined && destinations.length >= mostDestinations) return fail(tooMany)
    const before = existing?.stored()
    const read = withAuthority(normalized(draft.settings), before?.settings)
    if (!read.ok) return read
    const settings = read.value
    if (before !== undefined && before.settings.kind !== settings.kind) return fail(gone)
    const visitor = await visitorOf(settings, secret, before)
    if (isSecondWatch(settings, draft.id, visitor)) return fail(oneWatch)
    const isSamePlace =
      before?.settings.address === settings.address &&
      before.settings.topic === settings.topic &&
      before.settings.mail?.port === settings.mail?.port &&
      before.settings.mail?.to === settings.mail?.to
    const saysMore =
      (settings.percentages && before?.settings.percentages !== true) ||
      (settings.accountName && before?.settings.accountName !== true)
    const { authority } = settings
    const trustsMore =
      authority !== null && authority.fingerprint !== before?.settings.authority?.fingerprint
    if (!isSamePlace || saysMore || trustsMore) {
      const agreed = await ports.confirm(settings)
      if (!agreed.ok) return agreed
    }
    const id = before?.id ?? newId()
    // Nothing is sent to the old place with the new secret, or the other way round.
    await existing?.hold()
    // The report at the old place would be delivered, because nothing moves it any more.
    if (existing !== undefined && !isSamePlace && existing.isArmed()) {
      const disarmed = await existing.disarm()
      if (!disarmed.ok) tellOfReport(existing)
    }
    const hasSecret = await saveSecret(id, secret, before?.hasSecret === true)
    if (!hasSecret.ok) {
      existing?.release()
      return hasSecret
    }
    if (existing !== undefined)
      return existing.change({ settings, hasSecret: hasSecret.value, visitor })
    const fresh: StoredDestination = {
      id,
      createdAt: clock(),
      settings,
      hasSecret: hasSecret.value,
      visitor,
      lastSentAt: null,
      watch: { pushedAt: null, armedUntil: null, series: 0 },
    }
    const saved = repository.saveDestination(fresh)
    if (!saved.ok) return saved
    destinations = [...destinations, open(fresh, [])]
    changed()
    find(id)?.tick()
    return ok(null)
  }

  /** It will be delivered although Plimsoll runs. */
  const tellOfReport = (one: Destination): void =>
    notify({
      level: 'caution',
      title: messageOf('away.not-cancelled.title'),
      text: messageOf('away.not-cancelled.text', {
        time: ports.clockText(one.view().armedUntil ?? clock()),
      }),
    })

  const preview = (draft: DestinationDraft): Result<AwayPreview, Problem> => {
    const { settings } = draft
    const { alert, push } = kinds[settings.kind]
    const now = clock()
    const words = ports.sample(settings)
    const message: OutgoingMessage = {
      id: 'id',
      at: now,
      level: 'danger',
      critical: isCritical('margin-call'),
      ...words,
    }
    const target: Target = { id: draft.id ?? 'id', settings, secret: null, series: 0 }
    const report = stopped(now, settings.watch.minutes)
    const hasWatch = push !== null && settings.watch.on
    return ok({
      alert: alert === null ? null : words,
      // A ping has no words.
      stopped:
        hasWatch && destinationParts[settings.kind].alerts
          ? { title: report.title, text: report.text }
          : null,
      requests: [
        ...(alert === null ? [] : [requestText(alert(message, target, now))]),
        ...(hasWatch ? [requestText(push(report, target))] : []),
      ],
    })
  }

  const stopReport = (): StopReport => {
    const pinging = destinations.filter((one) => one.isPinging())
    return {
      isArmed: destinations.some((one) => one.isArmed()),
      pinged: [...new Set(pinging.map((one) => hostOf(one.stored().settings)))],
    }
  }

  /** Says what is reported in any case. */
  const mayCancel = async (): Promise<boolean> => {
    const { isArmed, pinged } = stopReport()
    if (isArmed) return (await within(quitLimits.answer, ports.confirmCancel(pinged)))?.ok === true
    if (pinged.length > 0) await within(quitLimits.notice, ports.showPinged(pinged))
    return false
  }

  return {
    view,
    raised: (alert) => {
      for (const one of destinations) one.raised(alert)
    },
    acknowledged: (alertIds) => {
      for (const one of destinations) one.acknowledged(alertIds)
    },
    chooseAuthority: async () => {
      const chosen = await ports.chooseCertificate()
      if (!chosen.ok) return chosen
      if (chosen.value === null) return ok(null)
      const read = authorityIn(chosen.value)
      return read.ok && isExpired(read.value, clock()) ? fail(expiredAuthority) : read
    },
    preview,
    save,
    remove: async (id) => {
      const one = find(id)
      if (one === undefined) return fail(gone)
      await one.hold()
      const disarmed = await one.disarm()
      if (one.stored().hasSecret) {
        const removed = await secrets.remove(id)
        if (!removed.ok) {
          one.release()
          return removed
        }
      }
      const removed = repository.removeDestination(id)
      if (!removed.ok) {
        one.release()
        return removed
      }
      one.close()
      if (!disarmed.ok) tellOfReport(one)
      destinations = destinations.filter((other) => other !== one)
      const left = repository.history(mostShown)
      if (left.ok) history = left.value
      changed()
      return ok(null)
    },
    test: async (id) =>
      (await find(id)?.test({ title: t('away.test.title'), text: t('away.test.text') })) ??
      fail(gone),
    tick: () => {
      for (const one of destinations) one.tick()
    },
    tend: () => {
      repository.prune(clock() - historySeconds)
    },
    resumed: () => {
      for (const one of destinations) one.resumed()
    },
    stopReport,
    beforeQuit: async (decided = 'ask') => {
      if (decided === 'leave' || (decided === 'ask' && !(await mayCancel()))) return
      const armed = destinations.filter((one) => one.isArmed())
      await within(quitLimits.cancel, Promise.all(armed.map((one) => one.disarm())))
      const left = armed.flatMap((one) => one.view().armedUntil ?? [])
      if (left.length === 0) return
      const time = ports.clockText(Math.min(...left))
      await within(quitLimits.notice, ports.showNotCancelled(time))
    },
    close: () => {
      for (const one of destinations) one.close()
    },
  }
}
