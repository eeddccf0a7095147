// A session bus with a notification service that a test can take away, stop, let go on and replace.
import type { BusMessage, BusValue } from '../../src/main/desktop/dbus-message.js'
import type {
  BusAnswer,
  BusCall,
  BusListener,
  OpenSessionBus,
} from '../../src/main/desktop/session-bus.js'

type Shown = {
  title: string
  body: string
  actions: readonly string[]
  hints: ReadonlyMap<string, unknown>
  expires: number
}

/**
 * `absent` nobody has the name · `there` answers · `stopped` hangs, and answers everything once it
 * goes on · `refuses` to show anything.
 */
export type ServiceState = 'absent' | 'there' | 'stopped' | 'refuses'

function listOf(value: BusValue | undefined): readonly BusValue[] {
  return Array.isArray(value) ? (value as readonly BusValue[]) : []
}

function hintsOf(value: BusValue | undefined): ReadonlyMap<string, unknown> {
  return new Map(
    listOf(value).map((entry) => {
      const [name, held] = listOf(entry)
      return [String(name), typeof held === 'object' && 'value' in held ? held.value : held]
    }),
  )
}

export type FakeNotificationService = ReturnType<typeof createFakeNotificationService>

export function createFakeNotificationService(
  begins: { state?: ServiceState; bus?: boolean; capabilities?: readonly string[] } = {},
) {
  let state: ServiceState = begins.state ?? 'there'
  let hasBus = begins.bus ?? true
  const capabilities = begins.capabilities ?? ['actions', 'body', 'body-markup']
  /** Ids go on over a restart, so that none is taken for another. */
  let nextId = 1
  const screen = new Map<number, Shown>()
  const calls: string[] = []
  const shownTitles: string[] = []
  let waiting: (() => void)[] = []
  let listener: BusListener | null = null

  const signal = (message: Partial<BusMessage>): void =>
    listener?.signal({
      type: 'signal',
      serial: 1,
      replySerial: 0,
      path: '',
      interface: '',
      member: '',
      errorName: '',
      destination: '',
      sender: ':1.7',
      signature: '',
      body: [],
      ...message,
    })

  const ownerChanged = (before: string, now: string): void =>
    signal({
      sender: 'org.freedesktop.DBus',
      interface: 'org.freedesktop.DBus',
      member: 'NameOwnerChanged',
      body: ['org.freedesktop.Notifications', before, now],
    })

  const ofService = (member: string, body: readonly BusValue[]): void =>
    signal({ interface: 'org.freedesktop.Notifications', member, body })

  const answerTo = ({ member, body }: BusCall): BusAnswer => {
    if (member === 'GetCapabilities') return { kind: 'return', body: [capabilities] }
    if (member === 'CloseNotification') {
      const [id] = body
      if (screen.delete(Number(id))) ofService('NotificationClosed', [Number(id), 3])
      return { kind: 'return', body: [] }
    }
    if (member !== 'Notify') return { kind: 'return', body: ['fake', 'test', '1', '1.2'] }
    if (state === 'refuses')
      return { kind: 'error', name: 'org.freedesktop.DBus.Error.AccessDenied' }
    const [, replaces, , title, text, actions, hints, expires] = body
    const id = screen.has(Number(replaces)) ? Number(replaces) : nextId
    nextId = Math.max(nextId, id + 1)
    screen.set(id, {
      title: String(title),
      body: String(text),
      actions: listOf(actions).map(String),
      hints: hintsOf(hints),
      expires: Number(expires),
    })
    shownTitles.push(String(title))
    return { kind: 'return', body: [id] }
  }

  const call = (asked: BusCall): Promise<BusAnswer> =>
    new Promise((answer) => {
      calls.push(asked.member)
      if (asked.member === 'AddMatch') answer({ kind: 'return', body: [] })
      else if (state === 'absent')
        answer({ kind: 'error', name: 'org.freedesktop.DBus.Error.ServiceUnknown' })
      else if (state === 'stopped')
        waiting.push(() =>
          answer(state === 'absent' ? { kind: 'error', name: 'NoReply' } : answerTo(asked)),
        )
      else answer(answerTo(asked))
    })

  const open: OpenSessionBus = (onSignal) => {
    calls.push('open')
    if (!hasBus) return Promise.resolve(null)
    listener = onSignal
    return Promise.resolve({ call, close: () => calls.push('close') })
  }

  const release = (): void => {
    const now = waiting
    waiting = []
    for (const answer of now) answer()
  }

  return {
    open,
    /** What was asked, by member, the opening of the bus among them. */
    calls,
    /** Every title it was asked to show, and did. */
    shownTitles,
    screen: () => [...screen.values()],
    titles: () => [...screen.values()].map(({ title }) => title),
    /** How many questions wait for it. */
    waiting: () => waiting.length,
    stop: () => {
      state = 'stopped'
    },
    goOn: () => {
      state = 'there'
      release()
    },
    /**
     * Killed: the bus answers in its place that there will be no answer. What it showed is gone.
     */
    kill: () => {
      state = 'absent'
      screen.clear()
      ownerChanged(':1.7', '')
      release()
    },
    start: (as: 'there' | 'refuses' = 'there') => {
      state = as
      ownerChanged('', ':1.8')
    },
    setState: (to: ServiceState) => {
      state = to
    },
    loseBus: () => {
      hasBus = false
      screen.clear()
      listener?.closed()
      listener = null
    },
    giveBus: () => {
      hasBus = true
    },
    click: (title: string) => {
      for (const [id, one] of screen)
        if (one.title === title) ofService('ActionInvoked', [id, 'default'])
    },
    dismiss: (title: string) => {
      for (const [id, one] of [...screen]) {
        if (one.title !== title) continue
        screen.delete(id)
        ofService('NotificationClosed', [id, 2])
      }
    },
  }
}
