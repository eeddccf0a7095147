// Keeps the history in sync with the exchange: each page is saved with the cursor it leads to, so a
// process that ends loses at most one page.
import type { FlexSync } from '../../shared/investments/flex-history.js'
import type { FlexHistoryPage } from '../../shared/investments/investment.js'
import type { Problem } from '../../shared/problem.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import {
  type PollScheduler,
  defaultPause,
  failureKind,
  later,
  longestIdle,
  longestPause,
  momentNow,
  noAccessInterval,
  secondsUntil,
} from '../polling/poll-scheduler.js'
import { type FlexClient, isPageTooLarge, pageSize, smallPage } from './flex-search.js'
import { nothingReadable, openStoredSync, type SyncState } from './stored-sync.js'
import {
  mostScans,
  type PageRequest,
  requestOf,
  rescan,
  startedAnew,
  withoutOffset,
} from './history-cursor.js'
import type { FlexRepository } from './flex-repository.js'

export type SyncPorts = {
  clock: Clock
  timing: Timing
  scheduler: PollScheduler
  /**
   * Null while there is no key, or the exchange has not accepted it yet. A new one after the key
   * was loaded again.
   */
  client(): FlexClient | null
  /**
   * The stored history was most likely another account's: it was removed, and everything is read
   * again.
   */
  forgotten(): void
  log(event: string, details?: object): void
  /**
   * The `view` has changed; called often while pages come in. Never called while the history is
   * being opened.
   */
  changed(): void
}

/** Seconds between two runs while the history is up to date. */
const syncInterval = 300
/** Seconds after which a list that kept changing is read again. */
const unstableListWait = 3600

const firstRetry = 5

/**
 * Seconds until the next try after `failures` in a row, from `now`: doubling, and never sooner than
 * the exchange asks; at most five minutes.
 */
function retryAfter(problem: Problem, failures: number, now: UnixSeconds): number {
  const least = problem.code === 'rate-limited' ? defaultPause : 0
  const asked = problem.retryAt === undefined ? 0 : problem.retryAt - now
  return Math.min(Math.max(firstRetry * 2 ** (failures - 1), least, asked), longestPause)
}

const unstableList: Problem = {
  code: 'not-understood',
  message: messageOf('investments.sync.list-unsteady'),
  reason: 'LIST_UNSTEADY',
}

const wrongPage: Problem = {
  code: 'not-understood',
  message: messageOf('investments.sync.wrong-page'),
  reason: 'OFFSET_ECHO',
}

const noKey: Problem = { code: 'gone', message: messageOf('investments.sync.no-key') }

/** Seconds after the start: feeds that carry risk are read first. */
const startsAfter = 1
/** Seconds allowed for the network to come back after a sleep. */
const afterSleep = 2
/** Shows whose history it is. */
const firstPage: PageRequest = { offset: 0, to: null }

/**
 * From one start to its end, with one client. A silent run shows only once it has found something.
 */
type Run = { client: FlexClient; silent: boolean }

/** `key`: data read with another key may be another account's. */
export function openFlexSync(
  { profileId, key, history }: { profileId: string; key: string; history: FlexRepository },
  ports: SyncPorts,
) {
  const { stored, readKept, saveState, forgetIfOtherAccount, savePage, view } = openStoredSync(
    profileId,
    history,
  )
  const ticks = (): number => ports.timing.ticks()
  let status: Pick<FlexSync, 'state' | 'problem'> = {
    state: stored.state.paused ? 'paused' : 'waiting',
    problem: null,
  }
  let due = later(momentNow(ports), startsAfter)
  let failures = 0
  let size = pageSize
  let run: Run | null = null
  /** When the next page may be requested, in ticks; null until one is wanted. */
  let pageAt: number | null = null
  /** Unreadable records are read once more: at the start, and whenever the user asks. */
  let mayRescan = true
  /**
   * This client is not used again unless the user asks, or, if the key only lacks access to the
   * history, at long intervals.
   */
  let refusedBy: FlexClient | null = null
  let closed = false

  const setStatus = (state: FlexSync['state'], problem: Problem | null = null): void => {
    status = { state, problem }
    ports.changed()
  }

  const startIn = (seconds: number): void => {
    due = later(momentNow(ports), seconds)
  }

  /** Whether the newest records must first show that the stored history is this account's. */
  const isOwnerDoubtful = (): boolean =>
    stored.records > 0 && stored.state.key !== null && stored.state.key !== key

  const nextPage = (): PageRequest =>
    isOwnerDoubtful() ? firstPage : requestOf(stored.state.cursor)

  const showRun = (): void => {
    if (run?.silent !== true) return
    run.silent = false
    setStatus('syncing')
  }

  const failed = (problem: Problem, wait?: number): void => {
    const ended = run
    run = null
    if (ended?.silent === true) {
      refusedBy = ended.client
      startIn(noAccessInterval)
      return
    }
    // If records were lost, so was the cursor.
    if (problem.code === 'store-trouble') readKept()
    failures += 1
    startIn(wait ?? retryAfter(problem, failures, ports.clock()))
    setStatus('failed', problem)
  }

  const save = (state: SyncState): boolean => {
    const kept = saveState(state)
    if (!kept.ok) failed(kept.error)
    return kept.ok
  }

  /** After a page was saved. */
  const continueRun = (): void => {
    const { step, scans } = stored.state.cursor
    if (step === 'synced') {
      run = null
      failures = 0
      readKept()
      startIn(syncInterval)
      setStatus('up-to-date')
    } else if (scans > mostScans) failed(unstableList, unstableListWait)
  }

  /**
   * The exchange refused the offset or the size: the run continues with another request, if there
   * is one.
   */
  const adaptRequest = (problem: Problem): void => {
    if (isPageTooLarge(problem) && size !== smallPage) {
      size = smallPage
      return
    }
    const cursor = isOwnerDoubtful() ? null : withoutOffset(stored.state.cursor)
    if (cursor === null) failed(problem)
    else if (save({ ...stored.state, cursor })) continueRun()
  }

  /** The newest records show whose history it is. */
  const checkOwner = (page: FlexHistoryPage): void => {
    const { records } = stored
    const isOther = forgetIfOtherAccount(page)
    if (!isOther.ok) {
      failed(isOther.error)
      return
    }
    if (!save({ ...stored.state, key }) || !isOther.value) return
    ports.log('investment records of another account forgotten', { records })
    ports.forgotten()
    ports.changed()
  }

  const keepPage = (page: FlexHistoryPage, when: UnixSeconds): void => {
    const saved = savePage(page, when)
    if (!saved.ok) {
      failed(saved.error)
      return
    }
    failures = 0
    showRun()
    if (saved.value.changed > 0)
      ports.log('investment records changed under their ids', { records: saved.value.changed })
    ports.changed()
    continueRun()
  }

  const received = (page: FlexHistoryPage, when: UnixSeconds): void => {
    const unreadable = nothingReadable(page)
    if (unreadable !== null) failed(unreadable)
    else if (page.offset !== nextPage().offset) adaptRequest(wrongPage)
    else if (isOwnerDoubtful()) checkOwner(page)
    else keepPage(page, when)
  }

  const notReceived = (client: FlexClient, problem: Problem): void => {
    const kind = failureKind(problem)
    if (problem.code === 'gone') {
      run = null
      startIn(longestIdle)
      setStatus('waiting')
    } else if (problem.code === 'refused') adaptRequest(problem)
    else if (kind === 'key-refused' || kind === 'no-access') {
      run = null
      refusedBy = client
      startIn(noAccessInterval)
      setStatus(kind === 'no-access' ? 'not-enabled' : 'failed', problem)
    } else failed(problem)
  }

  const startRun = (client: FlexClient): void => {
    run = { client, silent: refusedBy === client }
    refusedBy = null
    const kept = readKept()
    if (!kept.ok) {
      failed(kept.error)
      return
    }
    stored.pages = 0
    const { cursor, unreadable } = stored.state
    const isIncomplete = unreadable.length > 0 && cursor.step === 'synced'
    const start =
      mayRescan && isIncomplete ? rescan(cursor) : startedAnew(cursor, kept.value.newest)
    mayRescan = false
    stored.state = {
      ...stored.state,
      key: isOwnerDoubtful() ? stored.state.key : key,
      cursor: start,
    }
    if (!run.silent) setStatus('syncing')
  }

  /** The run in progress, or a new one; null if there is no client, or nowhere to save it. */
  const currentRun = (): Run | null => {
    const client = ports.client()
    if (run !== null && run.client !== client) {
      run = null
      setStatus('waiting')
    }
    if (run === null && client !== null) startRun(client)
    return run
  }

  /** Seconds until a new run may begin; null while none may. */
  const secondsUntilRun = (client: FlexClient | null): number | null => {
    if (client === null || stored.state.paused) return null
    // Another key may have access.
    if (refusedBy !== null && refusedBy !== client) return 0
    if (refusedBy !== null && status.state !== 'not-enabled') return null
    return secondsUntil(due, momentNow(ports))
  }

  const job = ports.scheduler.add({
    dueIn: () => {
      const client = ports.client()
      if (run !== null && run.client !== client) return 0
      const wait = run === null ? secondsUntilRun(client) : 0
      if (wait === null || wait > 0) return wait
      pageAt ??= history.reservePage(ticks())
      return (pageAt - ticks()) / 1000
    },
    poll: async () => {
      const current = currentRun()
      if (current === null) return () => undefined
      const { offset, to } = nextPage()
      pageAt = null
      const answer = await current.client.flexHistory({
        limit: size,
        offset,
        ...(to === null ? {} : { to }),
      })
      return () =>
        answer.ok
          ? received(answer.value.value, answer.value.at)
          : notReceived(current.client, answer.error)
    },
    failed,
    slept: () => {
      const wasRunning = run !== null
      run = null
      pageAt = null
      if (wasRunning) setStatus('waiting')
      if (refusedBy === null) startIn(afterSleep)
    },
  })

  const startNow = (): void => {
    startIn(0)
    job.wake()
  }

  const stopRun = (): void => {
    run = null
    pageAt = null
    job.discard()
  }

  const setPaused = (paused: boolean): Result<null, Problem> => {
    const kept = saveState({ ...stored.state, paused })
    if (!kept.ok) return kept
    stopRun()
    setStatus(paused ? 'paused' : 'waiting')
    if (paused) return kept
    refusedBy = null
    startNow()
    return kept
  }

  return {
    view: () => view(status),
    command: (command: 'now' | 'pause' | 'resume'): Result<null, Problem> => {
      if (command === 'pause') return setPaused(true)
      if (command === 'resume' || stored.state.paused) return setPaused(false)
      if (run !== null) {
        showRun()
        return ok(null)
      }
      refusedBy = null
      mayRescan = true
      if (ports.client() === null) return fail(noKey)
      startNow()
      return ok(null)
    },
    /** A damaged history was replaced by an empty one: it is read again immediately. */
    onDamage: (): void => {
      if (closed) return
      const [records, syncedAt] = [stored.records, stored.state.lastSyncedAt]
      readKept()
      // The pause survives the data it was stored with.
      if (stored.state.paused) saveState(stored.state)
      if (stored.records === records && stored.state.lastSyncedAt === syncedAt) return
      ports.changed()
      if (refusedBy !== null) return
      stopRun()
      setStatus(stored.state.paused ? 'paused' : 'waiting')
      startNow()
    },
    /** No more requests; a response in flight is discarded. */
    close: (): void => {
      closed = true
      job.remove()
    },
  }
}
