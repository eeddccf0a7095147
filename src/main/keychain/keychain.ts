// The policy for keys: where they may be stored, how a stored key is verified, and that a silent
// keychain never destroys anything.
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import {
  decodeItem,
  encodeItem,
  type ItemFault,
  Secret,
  wipeCredentials,
  type Credentials,
} from './secret.js'
import {
  type DesktopFamily,
  type KeychainFault,
  keychainProblem,
  type KeychainReason,
  type KeychainResult,
} from './keychain-faults.js'
import { type KeychainAdapter, type Patience, sameBytes } from './keychain-adapter.js'
import { messageOf } from '../../shared/messages/messages.js'

export type Removal = 'removed' | 'not-found'

/** `trialLeft`: the trial entry could not be verified as removed. */
export type Stored = { trialLeft: boolean }

export type Keychain = {
  /** "Secret Service (Linux)" and the like. */
  describe: () => string
  /** Writes, reads back and deletes a random item. May bring up the system's unlock prompt. */
  probe: (patience?: Patience) => Promise<Result<null, Problem>>
  /** The entry that exists only while a key for this profile is being stored. */
  trialEntryOf: (profileId: string) => string
  /**
   * Stores a copy and compares it byte by byte. The caller still owns, and wipes, what it passed.
   */
  store: (profileId: string, credentials: Credentials) => Promise<Result<Stored, Problem>>
  /**
   * A copy that the caller wipes when done; `close` wipes it too. `keychain-locked` if the keychain
   * returns nothing.
   */
  load: (profileId: string, patience?: Patience) => Promise<Result<Credentials, Problem>>
  /**
   * `removed`: the entry existed and is verified as removed. `not-found`: the keychain now in use
   * is unlocked and has none, which says nothing about another keychain. A failure means that
   * nothing is certain and the call should be retried. Also drops the copy in memory, and the entry
   * named by `trialEntryOf`. A profile that was only ever held for a session needs `endSession`
   * instead, and no keychain.
   */
  remove: (profileId: string) => Promise<Result<Removal, Problem>>
  /**
   * Keeps a copy in memory only. `load` prefers it; the keychain is not called for this profile.
   */
  holdForSession: (profileId: string, credentials: Credentials) => void
  /** Drops the copy in memory. */
  endSession: (profileId: string) => void
  /** The user tries again: a pending load or check does not delay that try. */
  endWait: () => void
  /**
   * Ends the keychain call in flight and zeroes every copy, so that no remaining holder can sign.
   * Returns immediately.
   */
  close: () => void
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The entry in which a new key is verified before it replaces an old one. */
const trialEntryOf = (profileId: string): string => `${profileId}.new`

const silent: ReadonlySet<KeychainReason> = new Set([
  'KEYCHAIN_TIMEOUT',
  'KEYCHAIN_CRASH',
  'KEYCHAIN_CLOSED',
])

const oldKeyLost = messageOf('exchange.keychain.old-key-lost')

const notAnId: Problem = { code: 'internal', message: messageOf('exchange.keychain.not-an-id') }

const wipedAlready: Problem = { code: 'gone', message: messageOf('exchange.keychain.wiped') }

const itemProblem: Record<ItemFault, Problem> = {
  unprintable: {
    code: 'bad-input',
    message: messageOf('exchange.keychain.unprintable'),
  },
  'too-long': { code: 'bad-input', message: messageOf('exchange.keychain.too-long') },
}

const noKeychain: ReadonlySet<KeychainReason> = new Set([
  'KEYCHAIN_NO_BUS',
  'KEYCHAIN_NO_SERVICE',
  'KEYCHAIN_NO_LIBRARY',
])

export function createKeychain(ports: {
  readonly adapter: KeychainAdapter
  readonly platform: NodeJS.Platform
  readonly desktop?: DesktopFamily
  /** Called with every live secret, so that no log line can contain it. */
  readonly redactSecret?: (secret: Secret) => void
  readonly warn?: (event: string, details: unknown) => void
}): Keychain {
  const { adapter } = ports
  const sessionCopies = new Map<string, Credentials>()
  const lent = new Set<Secret>()
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false

  /** The current operation changes no account entry, so it may be interrupted. */
  let mayEnd = false

  /** One at a time: the steps of storing and removing the same entry must not interleave. */
  const inTurn = <T>(work: () => Promise<T>, changes: 'changes-entries' | 'reads'): Promise<T> => {
    const turn = queue.then(() => {
      mayEnd = changes === 'reads'
      return work()
    })
    queue = turn.catch(() => undefined)
    return turn
  }

  const failed = (act: string, fault: KeychainFault): { ok: false; error: Problem } => {
    ports.warn?.('keychain-fault', { act, ...fault, health: adapter.health() })
    return fail(keychainProblem(fault.reason, ports.platform, ports.desktop))
  }

  const copy = (secret: Secret): Secret => {
    const own = Secret.ofBytes(secret.reveal())
    ports.redactSecret?.(own)
    return own
  }

  const lend = (credentials: Credentials): Credentials => {
    for (const secret of lent) if (secret.wiped) lent.delete(secret)
    lent.add(credentials.apiKey).add(credentials.apiSecret)
    return credentials
  }

  const endSession = (profileId: string): boolean => {
    const held = sessionCopies.get(profileId)
    if (held !== undefined) wipeCredentials(held)
    return sessionCopies.delete(profileId)
  }

  /** Read back, as a keychain may not have kept what it says it stored. */
  const prove = async (account: string, item: Uint8Array): Promise<KeychainResult<null>> => {
    const written = await adapter.set(account, item, 'prompt')
    if (!written.ok) return written
    const read = await adapter.get(account, 'prompt')
    if (!read.ok) return read
    const same = read.value !== null && sameBytes(read.value, item)
    read.value?.fill(0)
    return same
      ? ok(null)
      : fail({
          reason: 'KEYCHAIN_READ_BACK_DIFFERS',
          detail: 'what came back is not what was written',
        })
  }

  /** Whether the entry is verified to be as it was before. */
  const putBack = async (profileId: string, before: Uint8Array | null): Promise<boolean> =>
    before === null ? (await removeItem(profileId)).ok : (await prove(profileId, before)).ok

  /**
   * The old key stays in place until the new one is verified beside it, and is restored if the new
   * one cannot replace it.
   */
  const storeItem = async (
    profileId: string,
    item: Uint8Array,
  ): Promise<Result<Stored, Problem>> => {
    const trial = trialEntryOf(profileId)
    const tried = await prove(trial, item)
    if (!tried.ok) {
      await adapter.delete(trial, 'silent')
      return failed('store', tried.error)
    }
    // The keychain has just stored an item, so it is unlocked, and none means that there is none.
    const before = await adapter.get(profileId, 'prompt')
    // An entry that cannot be read may be replaced; a keychain that does not respond is left alone.
    const stored =
      before.ok || !silent.has(before.error.reason) ? await prove(profileId, item) : before
    const lost =
      before.ok && !stored.ok && !(await putBack(profileId, before.value)) && before.value !== null
    if (before.ok) before.value?.fill(0)
    if (!stored.ok) {
      await adapter.delete(trial, 'silent')
      const { error } = failed('store', stored.error)
      return fail(
        lost
          ? {
              ...error,
              message: messageOf('exchange.and-then', { first: error.message, next: oldKeyLost }),
            }
          : error,
      )
    }
    endSession(profileId)
    const gone = await removeItem(trial)
    return ok({ trialLeft: !gone.ok })
  }

  /** Copies before waiting for its turn, so that the caller may wipe its own immediately. */
  const store = async (
    profileId: string,
    credentials: Credentials,
  ): Promise<Result<Stored, Problem>> => {
    if (!uuid.test(profileId)) return fail(notAnId)
    if (credentials.apiKey.wiped || credentials.apiSecret.wiped) return fail(wipedAlready)
    ports.redactSecret?.(credentials.apiKey)
    ports.redactSecret?.(credentials.apiSecret)
    const item = encodeItem(credentials)
    if (!item.ok) return fail(itemProblem[item.error])
    try {
      return await inTurn(() => storeItem(profileId, item.value), 'changes-entries')
    } finally {
      item.value.fill(0)
    }
  }

  const loadItem = async (
    profileId: string,
    patience: Patience,
  ): Promise<Result<Credentials, Problem>> => {
    const read = await adapter.get(profileId, patience)
    if (!read.ok) return failed('load', read.error)
    if (read.value === null)
      return failed('load', {
        reason: 'KEYCHAIN_LOCKED_OR_MISSING',
        detail: 'the keychain gave nothing',
      })
    const credentials = decodeItem(read.value)
    read.value.fill(0)
    if (credentials === null)
      return failed('load', { reason: 'KEYCHAIN_UNREADABLE', detail: 'not an entry of Plimsoll' })
    ports.redactSecret?.(credentials.apiKey)
    ports.redactSecret?.(credentials.apiSecret)
    if (!closed) return ok(lend(credentials))
    wipeCredentials(credentials)
    return failed('load', { reason: 'KEYCHAIN_CLOSED', detail: 'closed while loading' })
  }

  /** A key held in memory does not wait for a keychain that may have a prompt open. */
  const load = async (
    profileId: string,
    patience: Patience = 'prompt',
  ): Promise<Result<Credentials, Problem>> => {
    if (!uuid.test(profileId)) return fail(notAnId)
    const held = sessionCopies.get(profileId)
    if (held !== undefined)
      return ok(lend({ apiKey: copy(held.apiKey), apiSecret: copy(held.apiSecret) }))
    return inTurn(() => loadItem(profileId, patience), 'reads')
  }

  const removeItem = async (profileId: string): Promise<Result<Removal, KeychainFault>> => {
    const deleted = await adapter.delete(profileId, 'prompt')
    if (!deleted.ok) return deleted
    const left = await adapter.get(profileId, 'prompt')
    if (!left.ok) return left
    if (left.value !== null) {
      left.value.fill(0)
      return fail({
        reason: 'KEYCHAIN_UNKNOWN',
        detail: 'the entry is still there after it was deleted',
      })
    }
    // Nothing was deleted or returned: already gone, or locked. Only a keychain that stores a new
    // item is proven to be unlocked.
    if (deleted.value) return ok('removed')
    const open = await adapter.probe('prompt')
    return open.ok || open.error.reason === 'KEYCHAIN_NOT_INITIALISED' ? ok('not-found') : open
  }

  const remove = async (profileId: string): Promise<Result<Removal, Problem>> => {
    if (!uuid.test(profileId.replace(/\.new$/, ''))) return fail(notAnId)
    const wasHeld = endSession(profileId)
    const removed = await removeItem(profileId)
    if (removed.ok) return removed
    if (removed.error.reason === 'KEYCHAIN_NOT_INITIALISED') return ok('not-found')
    // A key held in memory because there is no keychain has nothing to remove from one.
    return wasHeld && noKeychain.has(removed.error.reason)
      ? ok('removed')
      : failed('remove', removed.error)
  }

  return {
    describe: (): string => adapter.backend,
    probe: (patience: Patience = 'prompt'): Promise<Result<null, Problem>> =>
      inTurn(async () => {
        const proven = await adapter.probe(patience)
        return proven.ok ? ok(null) : failed('probe', proven.error)
      }, 'reads'),
    trialEntryOf,
    store,
    load,
    remove: (profileId: string): Promise<Result<Removal, Problem>> =>
      inTurn(() => remove(profileId), 'changes-entries'),
    holdForSession: (profileId: string, credentials: Credentials): void => {
      endSession(profileId)
      sessionCopies.set(profileId, {
        apiKey: copy(credentials.apiKey),
        apiSecret: copy(credentials.apiSecret),
      })
    },
    endSession: (profileId: string): void => void endSession(profileId),
    endWait: (): void => {
      if (mayEnd) adapter.endWait()
    },
    close: (): void => {
      closed = true
      adapter.close()
      for (const secret of lent) secret.wipe()
      lent.clear()
      for (const profileId of [...sessionCopies.keys()]) endSession(profileId)
    },
  }
}
