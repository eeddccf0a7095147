// Notifications on Linux, through the desktop's service on the session bus (Desktop Notifications
// Specification). Electron calls that service synchronously, so a hanging service would block main.
// Here nothing blocks: every call has a deadline, and what could not be shown is reported once the
// service responds again, so that what still applies can be shown with current content.
import type { AlertNotification } from '../../shared/alerts/alert.js'
import { t } from '../../shared/messages/messages.js'
import type { Timing } from '../../shared/time.js'
import type { BusMessage, BusValue } from './dbus-message.js'
import { type NoticeEvents, type Notifier, oldestBeyondHeld, shownTimeoutMs } from './notifier.js'
import {
  type BusAnswer,
  busName,
  callOfBus,
  type OpenSessionBus,
  type SessionBus,
} from './session-bus.js'

const service = 'org.freedesktop.Notifications'
const servicePath = '/org/freedesktop/Notifications'
/** The file that identifies Plimsoll on a desktop and provides its icon. */
const desktopEntry = 'plimsoll'
/**
 * The bus forwards what these match: clicks and closes, and changes of the program that provides
 * the service.
 */
const matches = [
  `type='signal',sender='${busName}',interface='${busName}',member='NameOwnerChanged',arg0='${service}'`,
  `type='signal',sender='${service}',interface='${service}',path='${servicePath}'`,
]

/** Delays between checks for the service while a notification waits for it. */
const retryMs = [1000, 2000, 5000, 10_000] as const
/**
 * A hanging service answers everything once it continues, so no more than this many probes are
 * outstanding.
 */
const mostProbes = 3

const urgencies = { low: 0, normal: 1, critical: 2 } as const

function serviceCall(member: string, signature: string, body: readonly BusValue[]) {
  return {
    destination: service,
    path: servicePath,
    interface: service,
    member,
    signature,
    body,
  }
}

/** A body may be parsed as markup; a title never is. */
function asMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** @param shownId of the notification it replaces; 0 for none */
export function notifyCall(
  notice: AlertNotification,
  shownId: number,
  capabilities: ReadonlySet<string>,
) {
  const hints: BusValue[] = [
    ['urgency', { signature: 'y', value: urgencies[notice.urgency] }],
    ['desktop-entry', { signature: 's', value: desktopEntry }],
    ...(notice.silent ? [['suppress-sound', { signature: 'b', value: true }]] : []),
  ]
  return serviceCall('Notify', 'susssasa{sv}i', [
    'Plimsoll',
    shownId,
    '',
    notice.title,
    capabilities.has('body-markup') ? asMarkup(notice.body) : notice.body,
    // A service without actions may show one as a button that has to be pressed.
    capabilities.has('actions') ? ['default', t('desktop.tray.open')] : [],
    hints,
    notice.timeoutType === 'never' ? 0 : -1,
  ])
}

/** A notification that was, or will be, sent to the service. */
type Held = {
  profileId: string
  notice: AlertNotification
  /** The service's id; 0 while it is not on screen. */
  shownId: number
  isSending: boolean
  /** The sent content is outdated. */
  isChanged: boolean
  isWithdrawn: boolean
}

/** `unsent`: the deadline passed before the text was sent, and it may no longer be true. */
type Shown = BusAnswer | { kind: 'unsent' }

export function createLinuxNotifier(
  parts: {
    open: OpenSessionBus
    after: Timing['after']
    log: (what: string) => void
  } & NoticeEvents,
): Notifier {
  const { after, log } = parts
  const held = new Map<string, Held>()
  let missed: readonly string[] = []
  let gone: readonly string[] = []
  let opening: Promise<SessionBus | null> | null = null
  /** Of the service now running. */
  let capabilities: Promise<BusAnswer> | null = null
  /** It did not show a notification and has not responded since. */
  let isAway = false
  let tries = 0
  let probes = 0
  let cancelRetry: (() => void) | null = null
  /** Logged once, however often it fails. */
  let logged: string | null = null
  let isClosed = false

  /** What was on screen went with the service, or can no longer be reached. */
  const serviceGone = (): void => {
    capabilities = null
    const lost = [...held].filter(([, one]) => one.shownId !== 0)
    for (const [, one] of lost) one.shownId = 0
    gone = [...gone, ...lost.map(([id]) => id)]
    if (gone.length > 0) arm()
  }

  const forget = (one: Held): void => {
    if (held.get(one.notice.id) === one) held.delete(one.notice.id)
  }

  const shownAs = (shownId: unknown): Held | undefined =>
    typeof shownId === 'number' && shownId !== 0
      ? [...held.values()].find((one) => one.shownId === shownId)
      : undefined

  const hear = ({ sender, interface: from, member, body }: BusMessage): void => {
    const [first, second, third] = body
    if (
      sender === busName &&
      from === busName &&
      member === 'NameOwnerChanged' &&
      first === service
    ) {
      if (second !== '') serviceGone()
      tries = 0
      if (third !== '') returned()
      return
    }
    const one = from === service ? shownAs(first) : undefined
    if (one === undefined || one.isSending) return
    if (member === 'NotificationClosed') forget(one)
    if (member !== 'ActionInvoked' || second !== 'default') return
    forget(one)
    parts.onClick({ profileId: one.profileId, screen: one.notice.screen })
  }

  const openBus = async (): Promise<SessionBus | null> => {
    const bus = await parts.open({
      signal: hear,
      closed: () => {
        opening = null
        serviceGone()
      },
    })
    if (bus === null) opening = null
    for (const match of matches) void bus?.call(callOfBus('AddMatch', 's', [match]))
    return bus
  }

  const ask = async (act: (bus: SessionBus) => Promise<Shown>): Promise<Shown> => {
    opening ??= openBus()
    const bus = await opening
    return bus === null ? { kind: 'lost' } : act(bus)
  }

  const capabilitiesOf = async (bus: SessionBus): Promise<BusAnswer> => {
    const asked = capabilities ?? bus.call(serviceCall('GetCapabilities', '', []))
    capabilities = asked
    const answer = await asked
    if (answer.kind !== 'return' && capabilities === asked) capabilities = null
    return answer
  }

  const close = (shownId: number): void =>
    void ask((bus) => bus.call(serviceCall('CloseNotification', 'u', [shownId])))

  const withdraw = (id: string): void => {
    missed = missed.filter((one) => one !== id)
    gone = gone.filter((one) => one !== id)
    const one = held.get(id)
    if (one === undefined) return
    held.delete(id)
    one.isWithdrawn = true
    if (!one.isSending && one.shownId !== 0) close(one.shownId)
  }

  const miss = (id: string, why = logged): void => {
    if (why !== null && why !== logged) log(why)
    logged = why
    if (!missed.includes(id)) missed = [...missed, id]
    isAway = true
    parts.onOutcome('refused')
    arm()
  }

  const probe = async (): Promise<void> => {
    if (probes >= mostProbes) return
    probes += 1
    const answer = await ask((bus) => bus.call(serviceCall('GetServerInformation', '', [])))
    probes -= 1
    if (answer.kind === 'return') returned()
  }

  const arm = (): void => {
    if (cancelRetry !== null || isClosed) return
    cancelRetry = after(retryMs[tries] ?? retryMs[3], () => {
      cancelRetry = null
      if (missed.length + gone.length === 0) {
        tries = 0
        return
      }
      tries += 1
      void probe()
      arm()
    })
  }

  const returned = (): void => {
    if (isClosed) return
    const wasAway = isAway
    isAway = false
    cancelRetry?.()
    cancelRetry = null
    const lost = { missed, gone }
    missed = []
    gone = []
    const before = [...new Set([...lost.missed, ...lost.gone])].flatMap((id) => held.get(id) ?? [])
    for (const one of before) one.isChanged = false
    if (lost.missed.length + lost.gone.length > 0) parts.onReturn(lost)
    for (const one of before)
      if (!one.isChanged && held.get(one.notice.id) === one) withdraw(one.notice.id)
    if (wasAway && ![...held.values()].some(({ isSending }) => isSending))
      parts.onOutcome('untried')
  }

  /**
   * Opens the bus, learns the service's capabilities, and sends the notification with its content
   * at that time.
   */
  const handOver = (one: Held, isLate: () => boolean): Promise<Shown> =>
    ask(async (bus) => {
      const able = await capabilitiesOf(bus)
      if (able.kind !== 'return') return able
      if (isLate() || one.isWithdrawn) return { kind: 'unsent' }
      const [list] = able.body
      one.isChanged = false
      return bus.call(
        notifyCall(one.notice, one.shownId, new Set(Array.isArray(list) ? list.map(String) : [])),
      )
    })

  const send = async (one: Held): Promise<void> => {
    one.isSending = true
    let isLate = false
    const cancel = after(shownTimeoutMs, () => {
      isLate = true
      if (!one.isWithdrawn) miss(one.notice.id, 'the notification service does not answer')
    })
    const answer = await handOver(one, () => isLate)
    cancel()
    one.isSending = false
    if (answer.kind === 'return') {
      const [shownId] = answer.body
      one.shownId = typeof shownId === 'number' ? shownId : 0
    }
    if (isClosed) return
    if (one.isWithdrawn) {
      if (one.shownId !== 0) close(one.shownId)
      return
    }
    const { id } = one.notice
    if (answer.kind === 'error' || answer.kind === 'lost') {
      if (isLate) return
      return miss(
        id,
        `a notification was not shown: ${answer.kind === 'error' ? answer.name : 'there is no session bus'}`,
      )
    }
    // Everything missed meanwhile, including this one, is sent with its current content instead.
    if (isLate && missed.includes(id)) returned()
    else if (one.isChanged || answer.kind === 'unsent') void send(one)
    else {
      tries = 0
      if (logged !== null) log('notifications are shown again')
      logged = null
      parts.onOutcome('shown')
    }
  }

  return {
    notify: (notice) => {
      if (isClosed) return
      const { id, profileId } = notice
      missed = missed.filter((one) => one !== id)
      gone = gone.filter((one) => one !== id)
      const before = held.get(id)
      const one: Held = before ?? {
        profileId,
        notice,
        shownId: 0,
        isSending: false,
        isChanged: false,
        isWithdrawn: false,
      }
      one.notice = notice
      one.isChanged = true
      held.set(id, one)
      const oldest = oldestBeyondHeld(held, profileId)
      if (oldest !== null) held.delete(oldest)
      if (isAway) miss(id)
      else if (!one.isSending) void send(one)
    },
    withdraw,
    missed: () => missed,
    close: () => {
      ;[...held.keys()].forEach(withdraw)
      isClosed = true
      cancelRetry?.()
      void opening?.then((bus) => bus?.close())
    },
  }
}
