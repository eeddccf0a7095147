// What is asked of the system's keychain, what every adapter has in common, and the adapter of
// macOS and Windows.
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { fail, ok } from '../../shared/result.js'
import type { Timing } from '../../shared/time.js'
import { errorText, type KeychainCall, type KeychainValue, runKeytar } from './keychain-call.js'
import { keychainFault, type KeychainResult, libraryFault } from './keychain-faults.js'

/**
 * `silent`: no user is waiting, give up soon. `prompt`: the system may be asking the user for a
 * password, so allow time.
 */
export type Patience = 'silent' | 'prompt'

export type KeychainHealth = {
  readonly calls: number
  readonly timeouts: number
  readonly crashes: number
  /** A call is in flight. In-process adapters cannot interrupt it: see `close` there. */
  readonly busy: boolean
}

/**
 * The system's keychain as Plimsoll uses it: single items under one service name, never a listing.
 * Items are passed as bytes, so that the reader can zero them; the caller owns every buffer it
 * passes or receives.
 */
export type KeychainAdapter = {
  readonly backend: string
  /**
   * Writes, reads back and deletes a random item: the only proof that the keychain works (a `get`
   * succeeds in many broken states).
   */
  probe(patience: Patience): Promise<KeychainResult<null>>
  /** Null means absent or locked: the underlying libraries cannot tell which. */
  get(account: string, patience: Patience): Promise<KeychainResult<Uint8Array | null>>
  set(account: string, item: Uint8Array, patience: Patience): Promise<KeychainResult<null>>
  /** False means that nothing was deleted: absent or locked. */
  delete(account: string, patience: Patience): Promise<KeychainResult<boolean>>
  /**
   * Ends the call that waits for the user, so that it does not delay the next one. The system
   * leaves its prompt open, or brings it up again. A prompt that has just appeared stays, and if a
   * call cannot be interrupted, nothing ends.
   */
  endWait(): void
  health(): KeychainHealth
  /**
   * Ends immediately, even during a call. Every current or later call ends with KEYCHAIN_CLOSED.
   */
  close(): void
}

export type Timer = Timing['after']

export const systemTimer: Timer = (ms, act) => {
  const handle = setTimeout(act, ms)
  // A waiting call must never keep the app from ending.
  handle.unref()
  return () => clearTimeout(handle)
}

/** Milliseconds. */
export const callLimits: Record<Patience, number> = { silent: 5_000, prompt: 90_000 }

/** A younger prompt is left alone, because the user may be answering it. Milliseconds. */
export const promptGraceMs = 4_000

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

/** Writes, reads back and deletes one random item under a random name, leaving nothing behind. */
export async function probeKeychain(
  keychain: Pick<KeychainAdapter, 'get' | 'set' | 'delete'>,
  patience: Patience,
): Promise<KeychainResult<null>> {
  const account = randomUUID()
  const item = Buffer.from(randomBytes(24).toString('hex'))
  const written = await keychain.set(account, item, patience)
  if (!written.ok) return written
  const read = await keychain.get(account, patience)
  const deleted = await keychain.delete(account, patience)
  if (!read.ok) return read
  if (!deleted.ok) return deleted
  if (read.value === null || !sameBytes(read.value, item)) {
    return fail({
      reason: 'KEYCHAIN_READ_BACK_DIFFERS',
      detail: 'a test item did not come back as it was written',
    })
  }
  if (!deleted.value)
    return fail({ reason: 'KEYCHAIN_UNKNOWN', detail: 'a test item could not be deleted again' })
  return ok(null)
}

function unexpected(op: KeychainCall['op']) {
  return keychainFault('KEYCHAIN_UNKNOWN', `${op} was answered with something else`)
}

export type KeychainAnswer = KeychainResult<KeychainValue>

/** One untyped call underneath, four typed ones on top. */
export function createAdapter(
  parts: Pick<KeychainAdapter, 'backend' | 'endWait' | 'health' | 'close'> & {
    call: (call: KeychainCall, patience: Patience) => Promise<KeychainAnswer>
  },
): KeychainAdapter {
  const adapter: KeychainAdapter = {
    backend: parts.backend,
    endWait: parts.endWait,
    health: parts.health,
    close: parts.close,
    probe: (patience) => probeKeychain(adapter, patience),
    get: async (account, patience) => {
      const answer = await parts.call({ op: 'get', account, item: null }, patience)
      if (!answer.ok) return answer
      return typeof answer.value === 'boolean' ? unexpected('get') : ok(answer.value)
    },
    set: async (account, item, patience) => {
      const answer = await parts.call({ op: 'set', account, item }, patience)
      return answer.ok ? ok(null) : answer
    },
    delete: async (account, patience) => {
      const answer = await parts.call({ op: 'delete', account, item: null }, patience)
      if (!answer.ok) return answer
      return typeof answer.value === 'boolean' ? ok(answer.value) : unexpected('delete')
    },
  }
  return adapter
}

/**
 * macOS and Windows are called from the app's own process: there the system ties permission to the
 * calling program, and the libraries do not have the faults for which Linux needs a broker. A call
 * that timed out cannot be interrupted: it is abandoned, and later calls wait for it within their
 * own limits. So `close` ends the waiting, not the call: `health().busy` says whether one is still
 * inside.
 */
export function createInProcessKeychain(parts: {
  backend: string
  /** Replaces the library in tests. */
  run?: typeof runKeytar
  timer?: Timer
}): KeychainAdapter {
  const { backend, run = runKeytar, timer = systemTimer } = parts
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false
  let inside = 0
  const count = { calls: 0, timeouts: 0, crashes: 0 }
  const waiting = new Set<(answer: KeychainAnswer) => void>()

  const carryOut = async (asked: KeychainCall): Promise<KeychainAnswer> => {
    inside++
    try {
      return ok(await run(asked))
    } catch (error) {
      return libraryFault(errorText(error))
    } finally {
      inside--
    }
  }

  const call = (asked: KeychainCall, patience: Patience): Promise<KeychainAnswer> =>
    new Promise((resolve) => {
      if (closed) return resolve(keychainFault('KEYCHAIN_CLOSED', 'the keychain is closed'))
      count.calls++
      // The caller zeroes its buffer after a timeout; a call already inside must not then store
      // zeros.
      const item = asked.item === null ? null : Buffer.from(asked.item)
      const ms = callLimits[patience]
      const stopTimer = timer(ms, () => {
        count.timeouts++
        end(keychainFault('KEYCHAIN_TIMEOUT', `${asked.op} did not end within ${String(ms)} ms`))
      })
      const end = (answer: KeychainAnswer): void => {
        if (!waiting.delete(end)) return
        stopTimer()
        resolve(answer)
      }
      waiting.add(end)
      queue = queue.then(async () => {
        // Abandoned while queued: nothing may be written later without the user knowing.
        if (waiting.has(end)) end(await carryOut({ ...asked, item }))
        item?.fill(0)
      })
    })

  return createAdapter({
    backend,
    call,
    // Later calls continue as soon as its prompt is answered.
    endWait: () => undefined,
    health: () => ({ ...count, busy: inside > 0 }),
    close: () => {
      closed = true
      for (const end of [...waiting]) end(keychainFault('KEYCHAIN_CLOSED', 'Plimsoll is closing'))
    },
  })
}
