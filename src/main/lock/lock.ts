// Whether Plimsoll is locked. Once locked, nothing is given to the page and no order is sent; keys
// are wiped, or stay for reading if the user wants that. It unlocks with the passphrase, or if none
// is set, when the keychain returns the keys again.
import {
  type LockCause,
  type LockedAccounts,
  lockedProblem,
  type LockView,
} from '../../shared/lock/lock.js'
import type { Problem } from '../../shared/problem.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { formatTag } from '../../shared/formats.js'
import { createSignal, type Signal } from '../../shared/signal.js'
import type { Settings } from '../../shared/settings/settings.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import { whyLock } from './lock-rules.js'
import { keychainWaits, soon } from '../../shared/accounts/keychain-wait.js'
import { type Passphrase, passphraseDamaged, passphraseNeeded } from './passphrase.js'

type LockedState = { since: UnixSeconds; because: LockCause; keepsReading: boolean }

export type Lock = {
  view: () => LockView
  /**
   * The latest view, whenever it is locked or unlocked, or a passphrase is tried, set or removed.
   */
  changes: Signal<LockView>
  locked: () => boolean
  since: () => UnixSeconds | null
  times: () => number
  /** Whether keys may be loaded and held now. */
  mayHoldKeys: () => boolean
  /** Immediately. If it is being unlocked, that ends. */
  lock: (because: LockCause) => void
  /** What the system reports. */
  happened: (event: 'screen-locked' | 'sleep' | null) => void
  /** About once a second. */
  tick: () => void
  /** The passphrase changed, or was tried. */
  changed: () => void
  unlock: (typed: string | null) => Promise<Result<null, Problem>>
  /**
   * For a user who has forgotten the passphrase, or whose file is damaged. A wrong key counts like
   * a wrong passphrase.
   */
  resetPassphrase: (apiKey: string, apiSecret: string) => Promise<Result<null, Problem>>
  /** Asked again for dangerous actions; succeeds if no passphrase is set. */
  authorize: (typed: string | null) => Promise<Result<null, Problem>>
  changePassphrase: (before: string | null, next: string | null) => Promise<Result<null, Problem>>
}

const unlockedMeanwhile: Problem = {
  ...lockedProblem,
  message: messageOf('lock.locked-again'),
  reason: 'LOCKED_AGAIN',
}
const unlockingNow: Problem = {
  code: 'busy',
  message: messageOf('lock.unlocking'),
  reason: 'UNLOCKING',
}

function otherKey(): Problem {
  return {
    code: 'bad-input',
    message: messageOf('lock.other-key'),
    fields: { apiSecret: [messageOf('lock.other-key-field')] },
    reason: 'NO_SUCH_KEY',
  }
}

const nothingToReset: Problem = { code: 'gone', message: messageOf('lock.nothing-to-reset') }

/** With a passphrase, it starts locked. */
export function createLock(parts: {
  clock: Clock
  timing: Pick<Timing, 'ticks' | 'after'>
  settings(): Pick<Settings, 'lock' | 'utcTimes' | 'language' | 'formats'>
  systemRegion: string
  passphrase: Passphrase
  accounts: {
    /**
     * Disarms every account and wipes every key, or keeps them for reading. Called again if already
     * locked.
     */
    lock(keepsKeys: boolean): void
    /**
     * Loads the keys again; fails if the keychain does not return them. A prompt may keep it
     * waiting; if called again, the latest result counts.
     */
    unlock(): Promise<Result<null, Problem>>
    counts(): LockedAccounts
    isArmed(): boolean
    /** Whether the keychain holds exactly this pair for an account. */
    holdsKey(apiKey: string, apiSecret: string): Promise<Result<boolean, Problem>>
  }
  idleSeconds(): number
  /** Clears what else the next person must not see, such as a secret on the clipboard. */
  clear(): void
  log(what: string, detail: object): void
}): Lock {
  const { clock, timing, settings, passphrase, accounts, log } = parts
  const changes = createSignal<LockView>()
  let locked: LockedState | null = null
  let openSince = timing.ticks()
  /** How often it was locked: work begun before the last lock does not count. */
  let times = 0
  /** A passphrase, or a key in its place, is being checked. */
  let unlocking = false
  /** The latest request to the keychain for the keys to unlock with. */
  let asking: symbol | null = null

  const view = (): LockView => ({
    locked: locked === null ? null : { ...locked, accounts: accounts.counts() },
    passphrase: passphrase.state(),
    retryAt: passphrase.retryAt(),
    utcTimes: settings().utcTimes,
    language: settings().language,
    formats: formatTag(settings().formats, parts.systemRegion) ?? 'plain',
  })
  const changed = (): void => changes.emit(view())

  const setLocked = (because: LockCause): void => {
    times += 1
    asking = null
    locked ??= { since: clock(), because, keepsReading: !settings().lock.dropsKeys }
  }

  const lock = (because: LockCause): void => {
    const isNew = locked === null
    // First of all, no more requests may be handled.
    setLocked(because)
    accounts.lock(locked?.keepsReading === true)
    parts.clear()
    if (isNew) log('locked', { because })
    changed()
  }

  const open = (): void => {
    locked = null
    openSince = timing.ticks()
    log('unlocked', {})
    changed()
  }

  /** If the keychain returns no key, its account says so. */
  const loadKeys = (): void =>
    void accounts.unlock().catch((fault: unknown) => log('keys were not loaded', { fault }))

  const unlockByPassphrase = async (typed: string | null): Promise<Result<null, Problem>> => {
    if (passphrase.state() === 'damaged') return fail(passphraseDamaged)
    if (typed === null) return fail(passphraseNeeded())
    const before = times
    const checked = await passphrase.check(typed)
    if (!checked.ok) return checked
    if (times !== before) return fail(unlockedMeanwhile)
    open()
    loadKeys()
    return ok(null)
  }

  /**
   * Returns soon, even if the keychain waits for the user: answering its prompt later unlocks all
   * the same, and another try replaces this one.
   */
  const unlockByKeychain = (): Promise<Result<null, Problem>> => {
    const before = times
    const mine = Symbol('asking')
    asking = mine
    const finish = (opened: Result<null, Problem>): Result<null, Problem> => {
      if (times !== before) return fail(unlockedMeanwhile)
      if (asking !== mine) return locked === null ? ok(null) : fail(keychainWaits)
      asking = null
      if (opened.ok) open()
      else accounts.lock(locked?.keepsReading === true)
      return opened
    }
    const opened = accounts.unlock().catch((): Result<null, Problem> => fail(lockedProblem))
    return soon(timing, opened.then(finish), keychainWaits)
  }

  /** One at a time. */
  const alone = async (
    act: () => Promise<Result<null, Problem>>,
  ): Promise<Result<null, Problem>> => {
    if (unlocking) return fail(unlockingNow)
    unlocking = true
    try {
      return await act()
    } finally {
      unlocking = false
    }
  }

  if (passphrase.state() !== 'none') setLocked('start')

  const lockIfDue = (event: 'screen-locked' | 'sleep' | null): void => {
    if (locked !== null) return
    const { unmonitored, monitored } = accounts.counts()
    const because = whyLock({
      event,
      idleSeconds: parts.idleSeconds(),
      unlockedFor: (timing.ticks() - openSince) / 1000,
      armed: accounts.isArmed(),
      guards: unmonitored + monitored > 0 || passphrase.state() !== 'none',
      settings: settings().lock,
    })
    if (because !== null) lock(because)
  }

  return {
    view,
    changes,
    locked: (): boolean => locked !== null,
    since: (): UnixSeconds | null => locked?.since ?? null,
    times: (): number => times,
    mayHoldKeys: (): boolean => locked === null || locked.keepsReading || asking !== null,
    lock,
    happened: lockIfDue,
    tick: (): void => lockIfDue(null),
    changed,
    unlock: (typed: string | null): Promise<Result<null, Problem>> => {
      if (locked === null) return Promise.resolve(ok(null))
      return passphrase.state() === 'none'
        ? unlockByKeychain()
        : alone(() => unlockByPassphrase(typed))
    },
    resetPassphrase: (apiKey: string, apiSecret: string): Promise<Result<null, Problem>> =>
      alone(async () => {
        if (locked === null) return ok(null)
        if (passphrase.state() === 'none') return fail(nothingToReset)
        const before = times
        const holds = (): Promise<Result<boolean, Problem>> =>
          soon(timing, accounts.holdsKey(apiKey, apiSecret), keychainWaits)
        const proven = await passphrase.attempt(holds, otherKey())
        if (!proven.ok) return proven
        if (times !== before) return fail(unlockedMeanwhile)
        const removed = passphrase.remove()
        if (!removed.ok) return removed
        open()
        loadKeys()
        return ok(null)
      }),
    authorize: (typed: string | null): Promise<Result<null, Problem>> =>
      locked === null ? passphrase.check(typed) : Promise.resolve(fail(lockedProblem)),
    changePassphrase: passphrase.change,
  }
}
