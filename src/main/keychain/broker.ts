// The keychain library blocks, hangs, crashes, and stays broken for good after its service was
// restarted (all measured), so every call runs in a disposable process.
import { randomUUID } from 'node:crypto'
import { ok } from '../../shared/result.js'
import {
  callLimits,
  createAdapter,
  type KeychainAdapter,
  type KeychainAnswer,
  type Patience,
  promptGraceMs,
  systemTimer,
  type Timer,
} from './keychain-adapter.js'
import {
  type BrokerRequest,
  errorText,
  isBrokerReady,
  type KeychainCall,
  readBrokerReply,
} from './keychain-call.js'
import { keychainFault, type KeychainReason, libraryFault } from './keychain-faults.js'

/**
 * The variables the broker inherits: those needed to find the session bus and load libsecret. The
 * rest of the user's environment, which may hold other programs' secrets, stays out.
 */
const passed = [
  'HOME',
  'PATH',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'LD_LIBRARY_PATH',
]

/**
 * The locale is fixed: the keychain library returns no codes, only sentences, which are recognized
 * in English.
 */
export function brokerEnvironment(from: {
  readonly [name: string]: string | undefined
}): Record<string, string> {
  const kept = passed.flatMap((name) => {
    const value = from[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8', LANGUAGE: 'C' }
}

/** A running broker process, however it was started. */
export type BrokerChild = {
  send(request: BrokerRequest): void
  /** Called once, right after the launch. `exit` receives a description for the log. */
  listen(handlers: { message(message: unknown): void; exit(how: string): void }): void
  /** SIGKILL, without waiting; safe to call at any moment and more than once. */
  kill(): void
}

/** The age, in milliseconds, after which the next call gets a fresh process. */
const leaseMs = 30_000

/**
 * How long a process may take to start, in milliseconds. On a busy computer, such as after login,
 * that takes longer than a keychain may take to respond, and says nothing about the keychain.
 */
const startMs = 30_000

type Lease = {
  readonly child: BrokerChild
  readonly endTimer: () => void
  old: boolean
  ready: boolean
}

const staleReasons: ReadonlySet<KeychainReason> = new Set([
  'KEYCHAIN_NO_SERVICE',
  'KEYCHAIN_NO_BUS',
  'KEYCHAIN_UNKNOWN',
])

/** Starts nothing until the first call. */
export function createKeychainBroker(parts: {
  launch: () => BrokerChild
  timer?: Timer
}): KeychainAdapter {
  const { launch, timer = systemTimer } = parts
  let lease: Lease | null = null
  let pending: {
    readonly id: number
    settle(answer: KeychainAnswer): void
    started(): void
  } | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false
  /** The pending call has waited for the user for a while. */
  let isLate = false
  let nextId = 1
  const count = { calls: 0, timeouts: 0, crashes: 0 }

  const discard = (): void => {
    lease?.endTimer()
    lease?.child.kill()
    lease = null
  }

  const start = (): Lease => {
    const child = launch()
    const endTimer = timer(leaseMs, () => {
      if (lease?.child !== child) return
      if (pending === null) discard()
      else lease.old = true
    })
    const started: Lease = { child, endTimer, old: false, ready: false }
    lease = started
    child.listen({
      message: (message) => {
        if (isBrokerReady(message) && lease?.child === child && !lease.ready) {
          lease.ready = true
          pending?.started()
        }
        const reply = lease?.child === child ? readBrokerReply(message) : null
        if (reply === null || reply.id !== pending?.id) return
        pending.settle(reply.ok ? ok(reply.value) : libraryFault(reply.message))
      },
      exit: (how) => {
        if (lease?.child !== child) return
        count.crashes++
        discard()
        pending?.settle(keychainFault('KEYCHAIN_CRASH', how))
      },
    })
    return started
  }

  const callOnce = (call: KeychainCall, ms: number): Promise<KeychainAnswer> =>
    new Promise((resolve) => {
      if (closed) return resolve(keychainFault('KEYCHAIN_CLOSED', 'the keychain is closed'))
      count.calls++
      const limit = (limitMs: number, detail: string): (() => void) =>
        timer(limitMs, () => {
          count.timeouts++
          settle(keychainFault('KEYCHAIN_TIMEOUT', detail))
        })
      const limitCall = (): (() => void) =>
        limit(ms, `${call.op} did not end within ${String(ms)} ms`)
      let stopTimer: () => void = () => undefined
      const settle = (answer: KeychainAnswer): void => {
        pending = null
        stopTimer()
        if (!answer.ok || lease?.old === true) discard()
        resolve(answer)
      }
      const id = nextId++
      const started = (): void => {
        stopTimer()
        stopTimer = limitCall()
      }
      pending = { id, settle, started }
      try {
        const { child, ready } = lease ?? start()
        if (ready) started()
        else
          stopTimer = limit(
            startMs,
            `the keychain process did not start within ${String(startMs)} ms`,
          )
        child.send({ id, ...call })
      } catch (error) {
        count.crashes++
        settle(keychainFault('KEYCHAIN_CRASH', errorText(error)))
      }
    })

  /**
   * A process that outlives a restart of the service is broken, so a report of a missing service is
   * checked with a fresh one.
   */
  const callFresh = async (call: KeychainCall, ms: number): Promise<KeychainAnswer> => {
    const reused = lease !== null
    const answer = await callOnce(call, ms)
    return reused && !answer.ok && staleReasons.has(answer.error.reason)
      ? callOnce(call, ms)
      : answer
  }

  /**
   * A user may take their time to answer a prompt, a dead service may not. Looking up a nonexistent
   * name never brings up a prompt, so it distinguishes the two before the long wait begins.
   */
  const callWithPatience = async (
    call: KeychainCall,
    patience: Patience,
  ): Promise<KeychainAnswer> => {
    if (patience === 'silent') return callFresh(call, callLimits.silent)
    const alive = await callFresh(
      { op: 'get', account: randomUUID(), item: null },
      callLimits.silent,
    )
    if (!alive.ok) return alive
    const endGrace = timer(promptGraceMs, () => {
      isLate = true
    })
    try {
      return await callFresh(call, callLimits.prompt)
    } finally {
      endGrace()
      isLate = false
    }
  }

  return createAdapter({
    backend: 'Secret Service (Linux)',
    call: (call, patience) => {
      const turn = queue.then(() => callWithPatience(call, patience))
      queue = turn
      return turn
    },
    endWait: () => {
      if (isLate)
        pending?.settle(
          keychainFault(
            'KEYCHAIN_TIMEOUT',
            'it waited for a person, and another try took its place',
          ),
        )
    },
    health: () => ({ ...count, busy: pending !== null }),
    close: () => {
      closed = true
      discard()
      pending?.settle(keychainFault('KEYCHAIN_CLOSED', 'Plimsoll is closing'))
    },
  })
}
