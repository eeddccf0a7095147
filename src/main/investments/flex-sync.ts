// Keeps the history in step with the exchange: one page at a time, each kept with the place it leads to, so that ending the process at
// any moment costs at most one page. What is asked and when it is enough is decided in flex-walk.ts.
import type { FlexSync } from '../../shared/domain/flex-history.js'
import type { FlexHistoryPage } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { later, momentNow, secondsUntil, tick } from '../polling/poll-scheduler.js'
import {
  anotherPage,
  every,
  isTooMany,
  noKey,
  pageSize,
  seldom,
  smallPage,
  unsteady,
  unsteadyWait,
  verdictOn,
  waitAfter,
} from './flex-sync-plan.js'
import type { SyncState } from './flex-sync-state.js'
import { nothingReadable } from './flex-unreadable.js'
import { anew, askOf, begin, mostWalks, withoutOffset, type PageAsk } from './history-cursor.js'
import { forgetIfAnothers, keepPage, keepState, look, viewOf, watch } from './sync-target.js'
import type { FlexClient, FlexHistory, InvestmentPorts } from './ports.js'

export type FlexSyncEngine = {
  view(): FlexSync
  act(what: 'now' | 'pause' | 'resume'): Result<null, Problem>
  /** Damage was met, and an empty history took the place of the damaged one: it is read again at once. */
  damaged(): void
  /** Nothing is asked or told any more; an answer under way is dropped. */
  close(): void
}

/** Whose history is read, and with what key: what another key has read may be another account's. */
export type SyncedHistory = { profileId: string; key: string; history: FlexHistory }

export type SyncPorts = Pick<InvestmentPorts, 'clock' | 'timing' | 'scheduler' | 'client' | 'forgotten' | 'log'> & {
  /** What `view` gives has changed; often, while pages come in. Never called while the history is being opened. */
  changed(): void
}

/** So soon after the start, in seconds: what carries risk is looked at first. */
const startsAfter = 1
/** After waking up, the network gets so many seconds to come back. */
const grace = 2
/** Where a history that may be another account's is looked at. */
const front: PageAsk = { offset: 0, to: null }

/** The pages from one start to its end, all asked of one client. A quiet run is told of only once it has brought something. */
type Run = { client: FlexClient; quiet: boolean }

/** Goes on where the history stands. */
export const openFlexSync = ({ profileId, key, history }: SyncedHistory, ports: SyncPorts): FlexSyncEngine => {
  const at = watch(profileId, history)
  const ticks = (): number => ports.timing.ticks()
  let status: Pick<FlexSync, 'state' | 'problem'> = { state: at.state.paused ? 'paused' : 'waiting', problem: null }
  let due = later(momentNow(ports), startsAfter)
  let failures = 0
  let size = pageSize
  let run: Run | null = null
  /** When the next page may be asked for, in ticks; null until one is wanted. */
  let turn: number | null = null
  /** Everything is walked once more where some of it could not be read: at the start, and whenever a person asks. */
  let again = true
  /** Of the same client nothing more is asked unless a person wants it, or, where only this is not for its key, seldom. */
  let refused: FlexClient | null = null
  let closed = false

  const become = (state: FlexSync['state'], problem: Problem | null = null): void => {
    status = { state, problem }
    ports.changed()
  }

  const waitFor = (seconds: number): void => {
    due = later(momentNow(ports), seconds)
  }

  /** Whether the newest records have to show first that what is kept is this account's. */
  const isDoubted = (): boolean => at.records > 0 && at.state.key !== null && at.state.key !== key

  const nextPage = (): PageAsk => (isDoubted() ? front : askOf(at.state.walk))

  const tellOfRun = (): void => {
    if (run?.quiet !== true) return
    run.quiet = false
    become('syncing')
  }

  const failed = (problem: Problem, wait?: number): void => {
    const was = run
    run = null
    if (was?.quiet === true) {
      refused = was.client
      waitFor(seldom)
      return
    }
    // Where records were lost in it, so was the place: it is read again.
    if (problem.code === 'store-trouble') look(at)
    failures += 1
    waitFor(wait ?? waitAfter(problem, failures, ports.clock()))
    become('failed', problem)
  }

  const keep = (state: SyncState): boolean => {
    const kept = keepState(at, state)
    if (!kept.ok) failed(kept.error)
    return kept.ok
  }

  /** After a page that was kept. */
  const goOn = (): void => {
    const { step, walks } = at.state.walk
    if (step === 'rest') {
      run = null
      failures = 0
      look(at)
      waitFor(every)
      become('up-to-date')
    } else if (walks > mostWalks) failed(unsteady, unsteadyWait)
  }

  /** The exchange took no such offset, or no such size: the run goes on with another question, if there is one. */
  const adapt = (problem: Problem): void => {
    if (isTooMany(problem) && size !== smallPage) {
      size = smallPage
      return
    }
    const walk = isDoubted() ? null : withoutOffset(at.state.walk)
    if (walk === null) failed(problem)
    else if (keep({ ...at.state, walk })) goOn()
  }

  /** The newest records show whose the history is. */
  const settleDoubt = (page: FlexHistoryPage): void => {
    const { records } = at
    const anothers = forgetIfAnothers(at, page)
    if (!anothers.ok) {
      failed(anothers.error)
      return
    }
    if (!keep({ ...at.state, key }) || !anothers.value) return
    ports.log('investment records of another account forgotten', { records })
    ports.forgotten()
    ports.changed()
  }

  const received = (page: FlexHistoryPage, when: UnixSeconds): void => {
    const unreadable = nothingReadable(page)
    if (unreadable !== null) {
      failed(unreadable)
      return
    }
    if (page.offset !== nextPage().offset) {
      adapt(anotherPage)
      return
    }
    if (isDoubted()) {
      settleDoubt(page)
      return
    }
    const saved = keepPage(at, page, when)
    if (!saved.ok) {
      failed(saved.error)
      return
    }
    failures = 0
    tellOfRun()
    if (saved.value.changed > 0) ports.log('investment records changed under their ids', { records: saved.value.changed })
    ports.changed()
    goOn()
  }

  const notReceived = (client: FlexClient, problem: Problem): void => {
    const verdict = verdictOn(problem)
    switch (verdict) {
      case 'key-refused':
      case 'not-for-this-key':
        run = null
        refused = client
        waitFor(seldom)
        become(verdict === 'not-for-this-key' ? 'not-enabled' : 'failed', problem)
        return
      case 'no-way':
        run = null
        waitFor(tick)
        become('waiting')
        return
      case 'bad-ask':
        adapt(problem)
        return
      default:
        failed(problem)
    }
  }

  const startRun = (client: FlexClient): void => {
    run = { client, quiet: refused === client }
    refused = null
    const looked = look(at)
    if (!looked.ok) {
      failed(looked.error)
      return
    }
    at.pages = 0
    const { walk, unreadable } = at.state
    const first = again && unreadable.length > 0 && walk.step === 'rest' ? anew(walk) : begin(walk, looked.value.newest)
    again = false
    at.state = { ...at.state, key: isDoubted() ? at.state.key : key, walk: first }
    if (!run.quiet) become('syncing')
  }

  /** The run under way, or a new one; null where there is nobody to ask, or nowhere to keep it. */
  const runNow = (): Run | null => {
    const client = ports.client()
    if (run !== null && run.client !== client) {
      run = null
      become('waiting')
    }
    if (run === null && client !== null) startRun(client)
    return run
  }

  /** Seconds until a new run may begin; null while none may. */
  const untilRun = (client: FlexClient | null): number | null => {
    if (client === null || at.state.paused) return null
    // What one key may not, another may.
    if (refused !== null && refused !== client) return 0
    if (refused !== null && status.state !== 'not-enabled') return null
    return secondsUntil(due, momentNow(ports))
  }

  const handle = ports.scheduler.add({
    dueIn: () => {
      const client = ports.client()
      if (run !== null && run.client !== client) return 0
      const wait = run === null ? untilRun(client) : 0
      if (wait === null || wait > 0) return wait
      turn ??= history.nextPageAt(ticks())
      return (turn - ticks()) / 1000
    },
    look: async () => {
      const asking = runNow()
      if (asking === null) return () => undefined
      const { offset, to } = nextPage()
      turn = null
      const answer = await asking.client.flexHistory({ limit: size, offset, ...(to === null ? {} : { to }) })
      return () => (answer.ok ? received(answer.value.value, answer.value.at) : notReceived(asking.client, answer.error))
    },
    lost: failed,
    slept: () => {
      const wasRunning = run !== null
      run = null
      turn = null
      if (wasRunning) become('waiting')
      if (refused === null) waitFor(grace)
    },
  })

  const beginNow = (): void => {
    waitFor(0)
    handle.wake()
  }

  /** Ends the run, whose answer is not wanted any more. */
  const stopRun = (): void => {
    run = null
    turn = null
    handle.drop()
  }

  const setPaused = (paused: boolean): Result<null, Problem> => {
    const kept = keepState(at, { ...at.state, paused })
    if (!kept.ok) return kept
    stopRun()
    become(paused ? 'paused' : 'waiting')
    if (paused) return kept
    refused = null
    beginNow()
    return kept
  }

  return {
    view: () => viewOf(at, status),
    act: (what) => {
      if (what === 'pause') return setPaused(true)
      if (what === 'resume' || at.state.paused) return setPaused(false)
      if (run !== null) {
        tellOfRun()
        return ok(null)
      }
      refused = null
      again = true
      if (ports.client() === null) return fail(noKey)
      beginNow()
      return ok(null)
    },
    damaged: () => {
      if (closed) return
      const [records, syncedAt] = [at.records, at.state.lastSyncedAt]
      look(at)
      // A pause outlives what it was kept with.
      if (at.state.paused) keepState(at, at.state)
      if (at.records === records && at.state.lastSyncedAt === syncedAt) return
      ports.changed()
      if (refused !== null) return
      stopRun()
      become(at.state.paused ? 'paused' : 'waiting')
      beginNow()
    },
    close: () => {
      closed = true
      handle.remove()
    },
  }
}
