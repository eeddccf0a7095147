// The passphrase that unlocks Plimsoll: stored as its scrypt hash, compared in constant time, tried
// one at a time, with a growing wait after wrong tries. It protects the window, not the keychain.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { normalPassphrase, passphraseFault, type PassphraseState } from '../../shared/lock/lock.js'
import type { Problem } from '../../shared/problem.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import { waitAfter } from './lock-rules.js'
import type { PassphraseFiles, StoredPassphrase } from './stored-passphrase.js'

/** scrypt's own names: N is memory and time together, in blocks of 128·r bytes. */
export type ScryptCost = { n: number; r: number; p: number }

/** 128 MiB. On a computer with less memory it is halved, down to the weakest. */
export const usualCost: ScryptCost = { n: 2 ** 17, r: 8, p: 1 }
const weakestN = 2 ** 14

const saltBytes = 16
const hashBytes = 32
const spareMemory = 2 ** 20

function derive(typed: string, { n, r, p }: ScryptCost, salt: Uint8Array): Promise<Buffer> {
  const text = Buffer.from(normalPassphrase(typed), 'utf8')
  const options = { N: n, r, p, maxmem: 128 * r * (n + p) + spareMemory }
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(text, salt, hashBytes, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  }).finally(() => text.fill(0))
}

async function record(typed: string, cost: ScryptCost): Promise<StoredPassphrase> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(typed, cost, salt)
  const stored = {
    version: 1 as const,
    ...cost,
    salt: salt.toString('base64'),
    hash: hash.toString('base64'),
    wrong: 0,
    triedAt: 0,
  }
  hash.fill(0)
  return stored
}

/** Uses as much memory as is available. @throws if not even the weakest can be computed */
async function strongestRecord(typed: string, cost: ScryptCost): Promise<StoredPassphrase> {
  try {
    return await record(typed, cost)
  } catch (fault) {
    if (cost.n <= weakestN) throw fault
    return strongestRecord(typed, { ...cost, n: cost.n / 2 })
  }
}

async function isRight(typed: string, stored: StoredPassphrase): Promise<boolean> {
  const expected = Buffer.from(stored.hash, 'base64')
  const made = await derive(typed, stored, Buffer.from(stored.salt, 'base64'))
  const same = made.byteLength === expected.byteLength && timingSafeEqual(made, expected)
  made.fill(0)
  return same
}

function faultOf(field: string, message: Message, reason: string): Problem {
  return {
    code: 'bad-input',
    message,
    reason,
    fields: { [field]: [message] },
  }
}

export function passphraseNeeded(): Problem {
  return faultOf('passphrase', messageOf('lock.needed'), 'PASSPHRASE_NEEDED')
}

function passphraseWrong(): Problem {
  return faultOf('passphrase', messageOf('lock.wrong'), 'PASSPHRASE_WRONG')
}

export const passphraseDamaged: Problem = {
  code: 'store-trouble',
  message: messageOf('lock.damaged'),
  reason: 'PASSPHRASE_DAMAGED',
}
const tryUnderWay: Problem = {
  code: 'busy',
  message: messageOf('lock.try-under-way'),
  reason: 'PASSPHRASE_BUSY',
}
const notChecked: Problem = {
  code: 'internal',
  message: messageOf('lock.not-checked'),
  reason: 'PASSPHRASE_NOT_CHECKED',
}

export type Passphrase = {
  state: () => PassphraseState
  retryAt: () => UnixSeconds | null
  /** Succeeds if none is set. */
  check: (typed: string | null) => Promise<Result<null, Problem>>
  /** A try by other means, which waits and counts like one. */
  attempt: (
    proves: () => Promise<Result<boolean, Problem>>,
    wrong: Problem,
  ) => Promise<Result<null, Problem>>
  /** Sets, changes or removes it; requires the current one. `bad-input` names the field. */
  change: (before: string | null, next: string | null) => Promise<Result<null, Problem>>
  /** For a user who has proven by other means that they may remove it. */
  remove: () => Result<null, Problem>
}

export function createPassphrase(parts: {
  files: PassphraseFiles
  clock: Clock
  timing: Pick<Timing, 'ticks'>
  cost?: ScryptCost
  /** Its state, or the wait, has changed. */
  changed(): void
}): Passphrase {
  const { files, clock, timing, changed, cost = usualCost } = parts
  let stored = files.read()
  let tries =
    stored === null || stored === 'damaged'
      ? { wrong: 0, triedAt: 0 }
      : { wrong: stored.wrong, triedAt: stored.triedAt }
  /** Ticks of this run's last wrong try: setting the clock ahead ends no wait. */
  let triedTicks: number | null = null
  let checking = false

  /**
   * A disk that refuses writes must not lock the user out, nor give a free try: it counts at least
   * in memory.
   */
  const noteTries = (wrong: number): void => {
    tries = { wrong, triedAt: wrong === 0 ? 0 : clock() }
    triedTicks = wrong === 0 ? null : timing.ticks()
    if (stored === null || stored === 'damaged') return
    stored = { ...stored, ...tries }
    files.write(stored)
  }

  const retryAt = (): UnixSeconds | null => {
    const wait = waitAfter(tries.wrong)
    const now = clock()
    // A clock set back does not make a wait longer.
    if (tries.triedAt > now) tries = { ...tries, triedAt: now }
    const left = Math.max(
      tries.triedAt + wait - now,
      triedTicks === null ? 0 : triedTicks / 1000 + wait - timing.ticks() / 1000,
    )
    return wait > 0 && left > 0 ? now + left : null
  }

  const waiting = (until: UnixSeconds): Problem => ({
    code: 'busy',
    message: messageOf('lock.wait', { tries: tries.wrong, seconds: Math.ceil(until - clock()) }),
    reason: 'PASSPHRASE_WAIT',
    retryAt: until,
  })

  /**
   * One try, counted as wrong before it is checked: killing Plimsoll during it gives no free try.
   */
  const attempt = async (
    proves: () => Promise<Result<boolean, Problem>>,
    wrong: Problem,
  ): Promise<Result<null, Problem>> => {
    if (checking) return fail(tryUnderWay)
    const until = retryAt()
    if (until !== null) return fail(waiting(until))
    checking = true
    const before = tries.wrong
    try {
      noteTries(before + 1)
      const right = await proves().catch((): Result<boolean, Problem> => fail(notChecked))
      if (!right.ok) noteTries(before)
      else if (right.value) noteTries(0)
      if (!right.ok) return right
      const retry = retryAt()
      return right.value ? ok(null) : fail(retry === null ? wrong : { ...wrong, retryAt: retry })
    } finally {
      checking = false
      changed()
    }
  }

  const check = async (typed: string | null): Promise<Result<null, Problem>> => {
    const known = stored
    if (known === 'damaged') return fail(passphraseDamaged)
    if (known === null) return ok(null)
    if (typed === null || typed === '') return fail(passphraseNeeded())
    const checked = await attempt(async () => ok(await isRight(typed, known)), passphraseWrong())
    if (checked.ok && (known.n < cost.n || known.r < cost.r || known.p < cost.p)) await save(typed)
    return checked
  }

  const save = async (typed: string): Promise<Result<null, Problem>> => {
    const made = await strongestRecord(typed, cost).catch(() => null)
    if (made === null) return fail(notChecked)
    const written = files.write(made)
    if (written.ok) stored = made
    return written
  }

  const remove = (): Result<null, Problem> => {
    const removed = files.remove()
    if (removed.ok) {
      stored = null
      noteTries(0)
    }
    return removed
  }

  return {
    state: (): PassphraseState =>
      stored === null ? 'none' : stored === 'damaged' ? 'damaged' : 'set',
    retryAt,
    check,
    attempt,
    change: async (before: string | null, next: string | null): Promise<Result<null, Problem>> => {
      const fault = next === null ? null : passphraseFault(next)
      if (fault !== null) return fail(faultOf('next', fault, 'PASSPHRASE_LENGTH'))
      const checked = await check(before)
      if (!checked.ok) return checked
      const done = next === null ? remove() : await save(next)
      changed()
      return done
    },
    remove: (): Result<null, Problem> => {
      const removed = remove()
      changed()
      return removed
    },
  }
}
