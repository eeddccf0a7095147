// Where an account's mining accounts pay out. Whoever changes that takes everything mined from then on, so it is looked at every ten
// minutes while the account is open, window or not, and what was seen last outlives the run.
import type { Profile } from '../../shared/domain/account.js'
import type { MiningView } from '../../shared/domain/mining.js'
import type { PayoutDestination } from '../../shared/domain/payout.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { later, type Moment, momentNow, secondsUntil, tick } from '../polling/poll-scheduler.js'
import { isOfKey, isUnseen, knownOf, type Line, lineOf, noteAnswer, noteFailure, shown, waitAfter } from './payout-line.js'
import type { KeptAccount, MiningMemory, MiningPorts, PayoutClient } from './ports.js'

export type Mining = {
  read(): MiningView
  add(name: string): Result<null, Problem>
  remove(name: string): Result<null, Problem>
  /** Null looks at all. */
  check(name: string | null): Result<null, Problem>
  acknowledge(name: string): Result<null, Problem>
  /** Nothing is asked any more, and an answer that still comes is dropped. */
  close(): void
}

/** So soon after the start, in seconds: what carries more risk is looked at first. */
const startsAfter = 2
/** After waking up, the network gets so many seconds to come back. */
const grace = 2
const mostAccounts = 50
const longestName = 100

/** The list cannot be read now. What may be on it is unknown, so nothing is written over it. */
type ListTrouble = { problem: Problem; failures: number; due: Moment }

const noKey: Problem = { code: 'gone', message: 'The key is not at hand yet, so the exchange cannot be asked.' }
const noSuch: Problem = { code: 'gone', message: 'This mining account is not on the list any more.' }

const badName = (complaint: string): Problem => ({
  code: 'bad-input',
  message: 'This name cannot be added.',
  fields: { name: [complaint] },
})

const cannotRead = (problem: Problem): Problem => ({
  ...problem,
  message: `The list of mining accounts cannot be read now, so none is checked and a change would go unnoticed. ${problem.message}`,
})

/** Shows at once what is remembered, and begins to look. `ports.changed` is called for what changes after the opening. */
export const openMining = (profile: Pick<Profile, 'id' | 'keyHint'>, memory: MiningMemory, ports: MiningPorts): Mining => {
  const { clock, scheduler } = ports
  const now = (): Moment => momentNow(ports)
  let lines = new Map<string, Line>()
  let listTrouble: ListTrouble | null = null
  /** The account that is being looked at. */
  let looking: Line | null = null
  /** Who was last said to be unseen: that changes with time alone. */
  let saidUnseen = ''

  const read = (): MiningView => ({
    profileId: profile.id,
    accounts: [...lines.values()].map((line) => shown(line, now(), line === looking)),
    problem: listTrouble?.problem ?? null,
  })

  const unseenNow = (): string => {
    const at = now()
    return JSON.stringify([...lines.values()].filter((line) => isUnseen(line, at)).map(({ kept }) => kept.name))
  }

  const tell = (): void => {
    saidUnseen = unseenNow()
    ports.changed(read())
  }

  const load = (): void => {
    const kept = memory.load(profile.id)
    if (kept.ok) {
      listTrouble = null
      lines = new Map(kept.value.map((account) => [account.name, lineOf(account, now(), startsAfter)]))
    } else {
      const failures = (listTrouble?.failures ?? 0) + 1
      listTrouble = { problem: cannotRead(kept.error), failures, due: later(now(), waitAfter(failures)) }
    }
  }

  const loadAgain = (): void => {
    load()
    tell()
  }

  /** The list, or why there is none to speak of. */
  const readable = (): Result<null, Problem> => (listTrouble === null ? ok(null) : fail(listTrouble.problem))

  const landed = (line: Line, { value, at }: { value: PayoutDestination; at: UnixSeconds }): void => {
    const known = knownOf(line.kept)
    const seen = { destination: { ...value, accountName: line.kept.name }, at, keyHint: profile.keyHint }
    noteAnswer(line, seen, now())
    const kept = memory.save(profile.id, line.kept)
    // What was seen counts also where it cannot be kept; that it is not kept is said.
    if (!kept.ok) line.problem = kept.error
    ports.payout(seen, known)
  }

  const failed = (line: Line, problem: Problem): void => {
    noteFailure(line, problem, now())
    if (!isOfKey(problem)) return
    // The others need not be asked before this one is asked again.
    for (const other of lines.values()) {
      other.problem = problem
      other.due = line.due
    }
  }

  /** The account that has been due the longest, or is due the soonest; null where there is none, or no way to ask. */
  const nextLook = (): { line: Line; client: PayoutClient; dueIn: number } | null => {
    const client = ports.client()
    if (client === null) return null
    const at = now()
    const [first] = [...lines.values()]
      .map((line) => ({ line, client, dueIn: secondsUntil(line.due, at) }))
      .sort((a, b) => a.dueIn - b.dueIn)
    return first ?? null
  }

  const look = async (): Promise<() => void> => {
    const next = nextLook()
    if (next === null) return () => undefined
    const { line, client } = next
    looking = line
    tell()
    const answer = await client.payoutDestination(line.kept.name)
    return () => {
      looking = null
      if (answer.ok) landed(line, answer.value)
      else if (answer.error.code === 'gone') line.due = later(now(), tick)
      else failed(line, answer.error)
      tell()
    }
  }

  load()
  const looks = scheduler.add({
    dueIn: () => nextLook()?.dueIn ?? null,
    look,
    lost: (problem) => {
      if (looking !== null) noteFailure(looking, problem, now())
      looking = null
      tell()
    },
    slept: () => {
      // What was under way is dead, and everything known is from before.
      looking = null
      for (const line of lines.values()) line.due = later(now(), grace)
      tell()
    },
  })
  const listReads = scheduler.add({
    dueIn: () => (listTrouble === null ? null : secondsUntil(listTrouble.due, now())),
    look: () => Promise.resolve(loadAgain),
    lost: () => undefined,
    slept: () => undefined,
  })
  const unseenChecks = scheduler.add({
    dueIn: () => (unseenNow() === saidUnseen ? null : 0),
    look: () => Promise.resolve(tell),
    lost: () => undefined,
    slept: () => undefined,
  })

  return {
    read,
    add: (name) => {
      const list = readable()
      if (!list.ok) return list
      const trimmed = name.trim()
      if (trimmed === '') return fail(badName('Write the name of the mining account.'))
      if (trimmed.length > longestName) return fail(badName(`A name has at most ${longestName} signs.`))
      if (lines.has(trimmed)) return fail(badName('This account is on the list already.'))
      if (lines.size >= mostAccounts) return fail(badName(`At most ${mostAccounts} accounts are monitored. Remove one first.`))
      const account: KeptAccount = { name: trimmed, addedAt: clock(), destination: null, asOf: null, keyHint: null, change: null }
      const kept = memory.save(profile.id, account)
      if (!kept.ok) return kept
      lines.set(trimmed, lineOf(account, now(), 0))
      ports.forgotten(trimmed)
      tell()
      looks.wake()
      return ok(null)
    },
    remove: (name) => {
      const list = readable()
      if (!list.ok) return list
      const line = lines.get(name)
      if (line === undefined) return fail(noSuch)
      const removed = memory.remove(profile.id, name)
      if (!removed.ok) return removed
      lines.delete(name)
      if (looking === line) {
        looking = null
        looks.drop()
      }
      ports.forgotten(name)
      tell()
      looks.wake()
      return ok(null)
    },
    check: (name) => {
      if (listTrouble !== null) loadAgain()
      const list = readable()
      if (!list.ok) return list
      const wanted = [...lines.values()].filter(({ kept }) => name === null || kept.name === name)
      if (name !== null && wanted.length === 0) return fail(noSuch)
      for (const line of wanted) line.due = now()
      if (ports.client() === null) return fail(noKey)
      looks.wake()
      return ok(null)
    },
    acknowledge: (name) => {
      const list = readable()
      if (!list.ok) return list
      const line = lines.get(name)
      const change = line?.kept.change ?? null
      if (line === undefined || change === null) return fail(noSuch)
      if (change.acknowledgedAt !== null) return ok(null)
      const account = { ...line.kept, change: { ...change, acknowledgedAt: clock() } }
      const kept = memory.save(profile.id, account)
      if (!kept.ok) return kept
      line.kept = account
      tell()
      return ok(null)
    },
    close: () => {
      for (const job of [looks, listReads, unseenChecks]) job.remove()
    },
  }
}
