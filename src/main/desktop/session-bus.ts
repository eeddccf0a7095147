// The session bus of a Linux desktop over its socket. Nothing here blocks: a call is written and
// its reply arrives, or never does.
import { connect, type Socket } from 'node:net'
import type { Timing } from '../../shared/time.js'
import { type BusMessage, type BusValue, decodeMessage, encodeMessage } from './dbus-message.js'

/** `lost`: the connection ended first. */
export type BusAnswer =
  { kind: 'return'; body: readonly BusValue[] } | { kind: 'error'; name: string } | { kind: 'lost' }

export type BusCall = Pick<
  BusMessage,
  'destination' | 'path' | 'interface' | 'member' | 'signature' | 'body'
>

export type SessionBus = {
  /** Has no deadline: a late reply is useful too. */
  call(call: BusCall): Promise<BusAnswer>
  close(): void
}

export type BusListener = {
  signal(message: BusMessage): void
  /** The connection ended unexpectedly. Not called if it could not be opened. */
  closed(): void
}

/** Null if no bus can be reached now. */
export type OpenSessionBus = (listener: BusListener) => Promise<SessionBus | null>

export const busName = 'org.freedesktop.DBus'
/** The bus is on this computer: it responds immediately or is not there. */
const openLimitMs = 3000

export function callOfBus(member: string, signature: string, body: readonly BusValue[]): BusCall {
  return {
    destination: busName,
    path: '/org/freedesktop/DBus',
    interface: busName,
    member,
    signature,
    body,
  }
}

/** Sockets to try, in order. An abstract one begins with a zero byte, as Node expects. */
export function busSockets({
  DBUS_SESSION_BUS_ADDRESS,
  XDG_RUNTIME_DIR,
}: NodeJS.ProcessEnv): string[] {
  const ofRuntime =
    XDG_RUNTIME_DIR === undefined || XDG_RUNTIME_DIR === '' ? [] : [`${XDG_RUNTIME_DIR}/bus`]
  if (DBUS_SESSION_BUS_ADDRESS === undefined || DBUS_SESSION_BUS_ADDRESS === '') return ofRuntime
  return DBUS_SESSION_BUS_ADDRESS.split(';').flatMap((address) => {
    if (!address.startsWith('unix:')) return []
    const options = new Map(
      address
        .slice('unix:'.length)
        .split(',')
        .map((option): [string, string] => {
          const [name = '', ...value] = option.split('=')
          return [
            name,
            value
              .join('=')
              .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
                String.fromCharCode(Number.parseInt(code, 16)),
              ),
          ]
        }),
    )
    const path = options.get('path')
    if (path !== undefined) return [path]
    const abstract = options.get('abstract')
    if (abstract !== undefined) return [`\0${abstract}`]
    return options.get('runtime') === 'yes' ? ofRuntime : []
  })
}

/** Authenticates by user id, which the kernel verifies. Null if the bus refuses. */
function openSocket(
  path: string,
  uid: number,
  after: Timing['after'],
  listener: BusListener,
): Promise<SessionBus | null> {
  return new Promise((resolve) => {
    const socket: Socket = connect(path)
    const waiting = new Map<number, (answer: BusAnswer) => void>()
    let received: Buffer = Buffer.alloc(0)
    let serial = 0
    let state: 'greeting' | 'open' | 'closed' = 'greeting'
    let isNamed = false

    const end = (): void => {
      if (state === 'closed') return
      state = 'closed'
      cancelLimit()
      socket.destroy()
      for (const answer of waiting.values()) answer({ kind: 'lost' })
      waiting.clear()
      if (isNamed) listener.closed()
      else resolve(null)
    }
    const cancelLimit = after(openLimitMs, end)

    const call = (asked: BusCall): Promise<BusAnswer> =>
      new Promise((answer) => {
        if (state !== 'open') return answer({ kind: 'lost' })
        serial += 1
        waiting.set(serial, answer)
        socket.write(
          encodeMessage({
            ...asked,
            type: 'call',
            serial,
            replySerial: 0,
            errorName: '',
            sender: '',
          }),
        )
      })

    const bus: SessionBus = {
      call,
      close: () => {
        if (state !== 'open') return
        state = 'closed'
        waiting.clear()
        socket.end()
      },
    }

    const hear = (message: BusMessage): void => {
      if (message.type === 'signal') return listener.signal(message)
      const answer = waiting.get(message.replySerial)
      waiting.delete(message.replySerial)
      if (message.type === 'return') answer?.({ kind: 'return', body: message.body })
      if (message.type === 'error') answer?.({ kind: 'error', name: message.errorName })
    }

    const greet = async (): Promise<void> => {
      const named = await call(callOfBus('Hello', '', []))
      if (named.kind !== 'return') return end()
      cancelLimit()
      isNamed = true
      resolve(bus)
    }

    const read = (): void => {
      if (state === 'greeting') {
        const lineEnd = received.indexOf('\r\n')
        if (lineEnd === -1) return
        if (!received.toString('latin1', 0, lineEnd).startsWith('OK ')) return end()
        received = received.subarray(lineEnd + 2)
        socket.write('BEGIN\r\n')
        state = 'open'
        void greet()
      }
      for (
        let next = decodeMessage(received);
        next !== null && state === 'open';
        next = decodeMessage(received)
      ) {
        received = next.rest
        hear(next.message)
      }
    }

    socket.on('connect', () =>
      socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(uid)).toString('hex')}\r\n`),
    )
    socket.on('data', (bytes: Buffer) => {
      if (state === 'closed') return
      received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
      try {
        read()
      } catch {
        // If this cannot be parsed, nothing after it can be.
        end()
      }
    })
    socket.on('error', end)
    socket.on('close', end)
  })
}

export function createSessionBus(parts: {
  environment: NodeJS.ProcessEnv
  uid: number
  after: Timing['after']
}): OpenSessionBus {
  return async (listener) => {
    for (const path of busSockets(parts.environment)) {
      const bus = await openSocket(path, parts.uid, parts.after, listener)
      if (bus !== null) return bus
    }
    return null
  }
}
