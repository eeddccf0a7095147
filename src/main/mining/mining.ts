// Where an account's mining accounts pay out. Whoever changes that takes everything mined from then
// on, so it is checked every ten minutes while the account is open, with or without a window, and
// the last value seen is kept across runs.
import type { Profile } from '../../shared/accounts/account.js'
import {
  type MiningAccount,
  type MiningView,
  payoutBannerFor,
  payoutEvery,
  payoutUnseenAfter,
} from '../../shared/mining/mining.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { PayoutDestination, SeenPayout } from '../../shared/mining/payout.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { ExchangeClient } from '../exchange/exchange-client.js'
import {
  failureKind,
  later,
  longestIdle,
  type Moment,
  momentNow,
  type PollScheduler,
  secondsUntil,
} from '../polling/poll-scheduler.js'
import { addressForm } from './address-form.js'
import type { MiningRepository, StoredMiningAccount } from './mining-repository.js'

export type PayoutClient = Pick<ExchangeClient, 'payoutDestination'>

export type Mining = {
  read: () => MiningView
  add: (name: string) => Result<null, Problem>
  remove: (name: string) => Result<null, Problem>
  /** Null checks all. */
  check: (name: string | null) => Result<null, Problem>
  acknowledge: (name: string) => Result<null, Problem>
  close: () => void
}

/** Seconds after the start: feeds that carry more risk are read first. */
const startsAfter = 2
/** Seconds allowed for the network to come back after a sleep. */
const afterSleep = 2
const mostAccounts = 50
const longestName = 100

/** Seconds after a temporary failure; doubling up to the usual ten minutes. */
const firstRetry = 30
/** Seconds a due check may take before a missing response counts as unseen. */
const patience = 60

type MonitoredAccount = {
  stored: StoredMiningAccount
  problem: Problem | null
  failures: number
  due: Moment
  /** Ticks of the last response, or of the start. */
  seenAt: number
}

/** While the list cannot be read, it is not overwritten. */
type ListFailure = { problem: Problem; failures: number; due: Moment }

const noKey: Problem = { code: 'gone', message: messageOf('mining.no-key') }
const noSuch: Problem = { code: 'gone', message: messageOf('mining.no-such') }

function badName(message: Message): Problem {
  return {
    code: 'bad-input',
    message: messageOf('mining.bad-name'),
    fields: { name: [message] },
  }
}

function cannotRead(problem: Problem): Problem {
  return {
    ...problem,
    message: messageOf('mining.list-unreadable', { why: problem.message }),
  }
}

/** The exchange has responded: an early retry finds nothing new. */
const finalAnswers: ReadonlySet<Problem['code']> = new Set([
  'refused',
  'not-found',
  'not-understood',
])

/** A permission the key lacks for one account, it lacks for all. */
function isAboutKey(problem: Problem): boolean {
  return ['key-refused', 'no-access'].includes(failureKind(problem))
}

/** Seconds to wait after this many consecutive failures, starting from 1. */
function retryAfter(failures: number): number {
  // eslint-disable-next-line no-restricted-syntax -- seconds, no amount
  return Math.min(firstRetry * 2 ** (failures - 1), payoutEvery)
}

function recordFailure(account: MonitoredAccount, problem: Problem, now: Moment): void {
  account.problem = problem
  account.failures += 1
  const isFinal = finalAnswers.has(problem.code) || isAboutKey(problem)
  const asked = problem.retryAt === undefined ? 0 : problem.retryAt - now.wall
  const wait = isFinal ? payoutEvery : retryAfter(account.failures)
  // eslint-disable-next-line no-restricted-syntax -- seconds, no amount
  account.due = later(now, Math.min(Math.max(wait, asked), payoutEvery))
}

/**
 * Seen too long ago for a change to be noticed, and not just because the computer slept and is
 * about to check.
 */
function isUnseen({ stored, problem, due, seenAt }: MonitoredAccount, now: Moment): boolean {
  const isOld =
    now.wall - (stored.asOf ?? stored.addedAt) >= payoutUnseenAfter ||
    now.ticks - seenAt >= payoutUnseenAfter
  return isOld && (problem !== null || now.ticks >= due.ticks + patience)
}

function viewOf(account: MonitoredAccount, now: Moment, checking: boolean): MiningAccount {
  const { keyHint: _keyHint, change, ...stored } = account.stored
  const address = stored.destination?.externalAddress ?? null
  const isOver =
    change !== null && change.acknowledgedAt !== null && now.wall >= change.at + payoutBannerFor
  return {
    ...stored,
    form: address === null ? null : addressForm(address),
    problem: account.problem,
    checking,
    unseen: isUnseen(account, now),
    change: isOver ? null : change,
  }
}

export function openMining(
  profile: Pick<Profile, 'id' | 'keyHint'>,
  repository: MiningRepository,
  ports: {
    clock: Clock
    timing: Timing
    scheduler: PollScheduler
    /** Null while there is no key, or the exchange has not accepted it yet. */
    client(): PayoutClient | null
    /**
     * Every good response, with the previously known one: the alerts decide whether to raise one.
     */
    payout(seen: SeenPayout, known: SeenPayout | null): void
    /** A name was removed from the list, or just added: nothing known of it counts. */
    forgotten(name: string): void
    /** Called on changes after opening. */
    changed(view: MiningView): void
  },
): Mining {
  const { clock, scheduler } = ports
  const now = (): Moment => momentNow(ports)
  let accounts = new Map<string, MonitoredAccount>()
  let listFailure: ListFailure | null = null
  let checking: MonitoredAccount | null = null
  /** As last pushed: it changes with time alone. */
  let pushedUnseen = ''

  const read = (): MiningView => ({
    profileId: profile.id,
    accounts: [...accounts.values()].map((account) => viewOf(account, now(), account === checking)),
    problem: listFailure?.problem ?? null,
  })

  const unseenNames = (): string => {
    const at = now()
    return JSON.stringify(
      [...accounts.values()]
        .filter((account) => isUnseen(account, at))
        .map(({ stored }) => stored.name),
    )
  }

  const push = (): void => {
    pushedUnseen = unseenNames()
    ports.changed(read())
  }

  const monitored = (stored: StoredMiningAccount, seconds: number): MonitoredAccount => {
    const at = now()
    return { stored, problem: null, failures: 0, due: later(at, seconds), seenAt: at.ticks }
  }

  const load = (): void => {
    const kept = repository.load(profile.id)
    if (kept.ok) {
      listFailure = null
      accounts = new Map(kept.value.map((stored) => [stored.name, monitored(stored, startsAfter)]))
    } else {
      const failures = (listFailure?.failures ?? 0) + 1
      listFailure = {
        problem: cannotRead(kept.error),
        failures,
        due: later(now(), retryAfter(failures)),
      }
    }
  }

  const reload = (): void => {
    load()
    push()
  }

  const whereListed = (act: () => Result<null, Problem>): Result<null, Problem> =>
    listFailure === null ? act() : fail(listFailure.problem)

  const received = (
    account: MonitoredAccount,
    { value, at }: { value: PayoutDestination; at: UnixSeconds },
  ): void => {
    const { stored } = account
    const { name, asOf, keyHint } = stored
    const known: SeenPayout | null = stored.destination && {
      destination: stored.destination,
      at: asOf ?? 0,
      keyHint,
    }
    const seen: SeenPayout = {
      destination: { ...value, accountName: name },
      at,
      keyHint: profile.keyHint,
    }
    const [from, to] = [known?.destination, seen.destination]
    const hasMoved =
      from !== undefined &&
      (from.destination !== to.destination || from.externalAddress !== to.externalAddress)
    const otherKey = keyHint !== null && keyHint !== profile.keyHint
    const change = hasMoved ? { at, from, to, acknowledgedAt: null, otherKey } : stored.change
    account.stored = { ...stored, destination: to, asOf: at, keyHint: profile.keyHint, change }
    const answered = now()
    Object.assign(account, {
      problem: null,
      failures: 0,
      due: later(answered, payoutEvery),
      seenAt: answered.ticks,
    } satisfies Partial<MonitoredAccount>)
    const kept = repository.save(profile.id, account.stored)
    // What was seen counts even if it cannot be stored.
    if (!kept.ok) account.problem = kept.error
    ports.payout(seen, known)
  }

  const failed = (account: MonitoredAccount, problem: Problem): void => {
    recordFailure(account, problem, now())
    if (!isAboutKey(problem)) return
    // The others need not be checked before this one is retried.
    for (const other of accounts.values()) {
      other.problem = problem
      other.due = account.due
    }
  }

  /**
   * The account whose check is longest overdue, or due next; null if there is none, or no client.
   */
  const nextCheck = (): {
    account: MonitoredAccount
    client: PayoutClient
    dueIn: number
  } | null => {
    const client = ports.client()
    if (client === null) return null
    const at = now()
    const [first] = [...accounts.values()]
      .map((account) => ({ account, client, dueIn: secondsUntil(account.due, at) }))
      .sort((a, b) => a.dueIn - b.dueIn)
    return first ?? null
  }

  const check = async (): Promise<() => void> => {
    const next = nextCheck()
    if (next === null) return () => undefined
    const { account, client } = next
    checking = account
    push()
    const answer = await client.payoutDestination(account.stored.name)
    return () => {
      checking = null
      if (answer.ok) received(account, answer.value)
      else if (answer.error.code === 'gone') account.due = later(now(), longestIdle)
      else failed(account, answer.error)
      push()
    }
  }

  load()
  const checks = scheduler.add({
    dueIn: () => nextCheck()?.dueIn ?? null,
    poll: check,
    failed: (problem) => {
      if (checking !== null) recordFailure(checking, problem, now())
      checking = null
      push()
    },
    slept: () => {
      checking = null
      for (const account of accounts.values()) account.due = later(now(), afterSleep)
      push()
    },
  })
  /** Pushes what changes with time alone, and retries a list that could not be read. */
  const pushes = scheduler.add({
    dueIn: () => {
      if (unseenNames() !== pushedUnseen) return 0
      return listFailure === null ? null : secondsUntil(listFailure.due, now())
    },
    poll: () =>
      Promise.resolve(
        listFailure !== null && secondsUntil(listFailure.due, now()) <= 0 ? reload : push,
      ),
    failed: () => undefined,
    slept: () => undefined,
  })

  const listChanged = (name: string): Result<null, Problem> => {
    ports.forgotten(name)
    push()
    checks.wake()
    return ok(null)
  }

  return {
    read,
    add: (name: string): Result<null, Problem> =>
      whereListed(() => {
        const trimmed = name.trim()
        if (trimmed === '') return fail(badName(messageOf('mining.bad-name.empty')))
        if (trimmed.length > longestName)
          return fail(badName(messageOf('mining.bad-name.too-long', { most: longestName })))
        if (accounts.has(trimmed)) return fail(badName(messageOf('mining.bad-name.listed')))
        if (accounts.size >= mostAccounts)
          return fail(badName(messageOf('mining.bad-name.too-many', { most: mostAccounts })))
        const stored: StoredMiningAccount = {
          name: trimmed,
          addedAt: clock(),
          destination: null,
          asOf: null,
          keyHint: null,
          change: null,
        }
        const kept = repository.save(profile.id, stored)
        if (!kept.ok) return kept
        accounts.set(trimmed, monitored(stored, 0))
        return listChanged(trimmed)
      }),
    remove: (name: string): Result<null, Problem> =>
      whereListed(() => {
        const account = accounts.get(name)
        if (account === undefined) return fail(noSuch)
        const removed = repository.remove(profile.id, name)
        if (!removed.ok) return removed
        accounts.delete(name)
        if (checking === account) {
          checking = null
          checks.discard()
        }
        return listChanged(name)
      }),
    check: (name: string | null): Result<null, Problem> => {
      if (listFailure !== null) reload()
      return whereListed(() => {
        const wanted = [...accounts.values()].filter(
          ({ stored }) => name === null || stored.name === name,
        )
        if (name !== null && wanted.length === 0) return fail(noSuch)
        for (const account of wanted) account.due = now()
        if (ports.client() === null) return fail(noKey)
        checks.wake()
        return ok(null)
      })
    },
    acknowledge: (name: string): Result<null, Problem> =>
      whereListed(() => {
        const account = accounts.get(name)
        const change = account?.stored.change ?? null
        if (account === undefined || change === null) return fail(noSuch)
        if (change.acknowledgedAt !== null) return ok(null)
        const stored = { ...account.stored, change: { ...change, acknowledgedAt: clock() } }
        const kept = repository.save(profile.id, stored)
        if (!kept.ok) return kept
        account.stored = stored
        push()
        return ok(null)
      }),
    close: (): void => {
      for (const job of [checks, pushes]) job.remove()
    },
  }
}
