// Where the mining accounts of the open account pay out. Whoever changes that takes everything mined from then on, so it is looked at
// every ten minutes while the account is open, window or not, and what was seen last outlives the run.
import type { MiningView } from '../../shared/domain/mining.js'
import type { PayoutDestination } from '../../shared/domain/payout.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import {
  isOfKey,
  isReached,
  knownOf,
  later,
  type Line,
  lineOf,
  type Moment,
  noteAnswer,
  noteFailure,
  shown,
  waitAfter,
} from './payout-line.js'
import type { KeptAccount, MiningMemory, MiningPorts, PayoutClient } from './ports.js'

export type Mining = {
  /** Shows what is remembered of a profile and begins to look. Ends what was before. */
  start(profileId: string, memory: MiningMemory): void
  end(): void
  /** The computer slept or its clock was set. */
  slept(): void
  read(): MiningView
  add(name: string): Result<null, Problem>
  remove(name: string): Result<null, Problem>
  /** Null looks at all. */
  check(name: string | null): Result<null, Problem>
  acknowledge(name: string): Result<null, Problem>
}

/** The longest this goes without looking at both clocks, in seconds. */
const beat = 5
/** So soon after the start, in seconds: what carries more risk is looked at first. */
const startsAfter = 2
/** After waking up, the network gets so many seconds to come back. */
const grace = 2
/** A look without an answer for so many seconds is given up; far beyond the client's own deadlines and retries. */
const overdue = 180
const mostAccounts = 50
const longestName = 100

/** The list cannot be read now. What may be on it is unknown, so nothing is written over it. */
type ListTrouble = { problem: Problem; failures: number; due: Moment }
type Watched = { profileId: string; memory: MiningMemory; lines: Map<string, Line>; listTrouble: ListTrouble | null }
type Look = { name: string; since: number }
type AnswerTo = { value: PayoutDestination; at: UnixSeconds }

const nobody: Problem = { code: 'gone', message: 'No account is open.' }
const noKey: Problem = { code: 'gone', message: 'The key is not at hand yet, so the exchange cannot be asked.' }
const noSuch: Problem = { code: 'gone', message: 'This mining account is not on the list any more.' }
const noAnswer: Problem = { code: 'timeout', message: 'The exchange did not answer for three minutes. The call was given up.' }
const broken: Problem = { code: 'internal', message: 'Checking the payout failed inside Plimsoll. It is tried again.' }

const badName = (complaint: string): Problem => ({
  code: 'bad-input',
  message: 'This name cannot be added.',
  fields: { name: [complaint] },
})

const cannotRead = (problem: Problem): Problem => ({
  ...problem,
  message: `The list of mining accounts cannot be read now, so none is checked and a change would go unnoticed. ${problem.message}`,
})

export const createMining = (ports: MiningPorts): Mining => {
  const { clock, timing } = ports
  const now = (): Moment => ({ ticks: timing.ticks() / 1000, wall: clock() })
  let watched: Watched | null = null
  let look: Look | null = null
  /** Who was last said to be unseen: that changes with time alone. */
  let saidUnseen = ''
  let cancelBeat: () => void = () => undefined

  const read = (): MiningView => ({
    profileId: watched?.profileId ?? null,
    accounts: watched === null ? [] : [...watched.lines.values()].map((line) => shown(line, now(), look?.name === line.kept.name)),
    problem: watched?.listTrouble?.problem ?? null,
  })

  const unseenIn = ({ accounts }: MiningView): string => JSON.stringify(accounts.filter(({ unseen }) => unseen).map(({ name }) => name))

  const tell = (): void => {
    const view = read()
    saidUnseen = unseenIn(view)
    ports.changed(view)
  }

  const load = (at: Watched): void => {
    const kept = at.memory.load(at.profileId)
    if (kept.ok) {
      at.listTrouble = null
      at.lines = new Map(kept.value.map((account) => [account.name, lineOf(account, now(), startsAfter)]))
    } else {
      const failures = (at.listTrouble?.failures ?? 0) + 1
      at.listTrouble = { problem: cannotRead(kept.error), failures, due: later(now(), waitAfter(failures)) }
    }
    tell()
  }

  /** The list, or why there is none to speak of. */
  const opened = (): Result<Watched, Problem> => {
    if (watched === null) return fail(nobody)
    return watched.listTrouble === null ? ok(watched) : fail(watched.listTrouble.problem)
  }

  const landed = (at: Watched, line: Line, { value, at: when }: AnswerTo, keyHint: string | null): void => {
    const known = knownOf(line.kept)
    const seen = { destination: { ...value, accountName: line.kept.name }, at: when, keyHint }
    noteAnswer(line, seen, now())
    const kept = at.memory.save(at.profileId, line.kept)
    // What was seen counts also where it cannot be kept; that it is not kept is said.
    if (!kept.ok) line.problem = kept.error
    ports.payout(at.profileId, seen, known)
  }

  const failed = (at: Watched, line: Line, problem: Problem): void => {
    noteFailure(line, problem, now())
    if (!isOfKey(problem)) return
    // The others need not be asked before this one is asked again.
    for (const other of at.lines.values()) {
      other.problem = problem
      other.due = line.due
    }
  }

  const ask = async (at: Watched, line: Line, client: PayoutClient): Promise<void> => {
    const mine: Look = { name: line.kept.name, since: now().ticks }
    const keyHint = ports.keyHint()
    look = mine
    tell()
    const answer = await client.payoutDestination(mine.name).catch(() => fail(broken))
    if (look !== mine) return
    look = null
    // Removed meanwhile: what is known of it is wanted no more.
    if (at.lines.get(mine.name) === line) {
      if (answer.ok) landed(at, line, answer.value, keyHint)
      else if (answer.error.code === 'gone') line.due = later(now(), beat)
      else failed(at, line, answer.error)
    }
    tell()
    turn()
  }

  const giveUpOverdue = (at: Watched): void => {
    if (look === null || now().ticks - look.since < overdue) return
    const line = at.lines.get(look.name)
    look = null
    if (line !== undefined) noteFailure(line, noAnswer, now())
    tell()
  }

  /** One look at a time, the longest due first. */
  const turn = (): void => {
    if (watched === null) return
    if (watched.listTrouble !== null && isReached(watched.listTrouble.due, now())) load(watched)
    giveUpOverdue(watched)
    const client = ports.client()
    if (look !== null || client === null) return
    const due = [...watched.lines.values()].filter((line) => isReached(line.due, now())).sort((a, b) => a.due.ticks - b.due.ticks)
    const [first] = due
    if (first !== undefined) void ask(watched, first, client)
  }

  const arm = (): void => {
    cancelBeat()
    cancelBeat = timing.after(beat * 1000, () => {
      try {
        turn()
        if (unseenIn(read()) !== saidUnseen) tell()
      } finally {
        if (watched !== null) arm()
      }
    })
  }

  const end = (): void => {
    cancelBeat()
    look = null
    if (watched === null) return
    watched = null
    tell()
  }

  return {
    start: (profileId, memory) => {
      end()
      watched = { profileId, memory, lines: new Map(), listTrouble: null }
      load(watched)
      arm()
    },
    end,
    slept: () => {
      if (watched === null) return
      // What was under way is dead, and everything known is from before.
      look = null
      for (const line of watched.lines.values()) line.due = later(now(), grace)
      tell()
    },
    read,
    add: (name) => {
      const list = opened()
      if (!list.ok) return list
      const { profileId, memory, lines } = list.value
      const trimmed = name.trim()
      if (trimmed === '') return fail(badName('Write the name of the mining account.'))
      if (trimmed.length > longestName) return fail(badName(`A name has at most ${longestName} signs.`))
      if (lines.has(trimmed)) return fail(badName('This account is on the list already.'))
      if (lines.size >= mostAccounts) return fail(badName(`At most ${mostAccounts} accounts are monitored. Remove one first.`))
      const account: KeptAccount = { name: trimmed, addedAt: clock(), destination: null, asOf: null, keyHint: null, change: null }
      const kept = memory.save(profileId, account)
      if (!kept.ok) return kept
      lines.set(trimmed, lineOf(account, now(), 0))
      ports.forgotten(profileId, trimmed)
      tell()
      turn()
      return ok(null)
    },
    remove: (name) => {
      const list = opened()
      if (!list.ok) return list
      const { profileId, memory, lines } = list.value
      if (!lines.has(name)) return fail(noSuch)
      const removed = memory.remove(profileId, name)
      if (!removed.ok) return removed
      lines.delete(name)
      if (look?.name === name) look = null
      ports.forgotten(profileId, name)
      tell()
      return ok(null)
    },
    check: (name) => {
      if (watched?.listTrouble != null) load(watched)
      const list = opened()
      if (!list.ok) return list
      const wanted = [...list.value.lines.values()].filter(({ kept }) => name === null || kept.name === name)
      if (name !== null && wanted.length === 0) return fail(noSuch)
      for (const line of wanted) line.due = now()
      if (ports.client() === null) return fail(noKey)
      turn()
      return ok(null)
    },
    acknowledge: (name) => {
      const list = opened()
      if (!list.ok) return list
      const { profileId, memory, lines } = list.value
      const line = lines.get(name)
      const change = line?.kept.change ?? null
      if (line === undefined || change === null) return fail(noSuch)
      if (change.acknowledgedAt !== null) return ok(null)
      const account = { ...line.kept, change: { ...change, acknowledgedAt: clock() } }
      const kept = memory.save(profileId, account)
      if (!kept.ok) return kept
      line.kept = account
      tell()
      return ok(null)
    },
  }
}
