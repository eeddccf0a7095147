// Keeps the history in step with the exchange: one page at a time, each kept with the place it leads to, so that ending the process at
// any moment costs at most one page. What is asked and when it is enough is decided in flex-walk.ts.
import type { FlexSync } from '../../shared/domain/flex-history.js'
import type { FlexHistoryPage, FlexHistoryQuery } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import {
  anotherPage,
  broken,
  every,
  isTooMany,
  noAnswer,
  nobody,
  noKey,
  pageSize,
  seldom,
  smallPage,
  unsteady,
  unsteadyWait,
  verdictOn,
  waitAfter,
} from './flex-sync-plan.js'
import { beat, createRhythm } from './flex-sync-rhythm.js'
import type { SyncState } from './flex-sync-state.js'
import { nothingReadable } from './flex-unreadable.js'
import { anew, askOf, begin, mostWalks, withoutOffset, type PageAsk } from './flex-walk.js'
import { forgetIfAnothers, keepPage, keepState, look, viewOf, watch, type Watched } from './flex-watched.js'
import type { FlexClient, FlexHistory, InvestmentPorts } from './ports.js'

export type FlexSyncEngine = {
  view(): FlexSync
  /** Goes on where the profile's history stands. Ends what was before. */
  start(profileId: string, history: FlexHistory): void
  end(): void
  act(what: 'now' | 'pause' | 'resume'): Result<null, Problem>
  /** The computer slept or its clock was set. */
  slept(): void
  /** Damage was met, and an empty history took the place of the damaged one: it is read again at once. */
  lost(): void
}

export type SyncPorts = Pick<InvestmentPorts, 'clock' | 'timing' | 'client' | 'key' | 'forgotten' | 'log' | 'paceMs'> & {
  /** What `view` gives has changed; often, while pages come in. */
  changed(): void
}

/** So soon after the start, in seconds: what carries risk is looked at first. */
const startsAfter = 1
/** After waking up, the network gets so many seconds to come back. */
const grace = 2
/** Milliseconds from one page to the next: 400 calls in ten seconds, of the 500 that are half of the documented limit (section 8). */
const usualPace = 25
/** A page without an answer for so many seconds is given up; far beyond the client's own deadlines and retries. */
const overdue = 180
/** Where a doubted account is looked at. */
const front: PageAsk = { offset: 0, to: null }
type Status = { state: FlexSync['state']; problem: Problem | null }

export const createFlexSync = (ports: SyncPorts): FlexSyncEngine => {
  const pace = ports.paceMs ?? usualPace
  let watched: Watched | null = null
  let status: Status = { state: 'waiting', problem: null }
  let failures = 0
  let size = pageSize
  /** The run under way; whatever comes back for another is dropped. */
  let run: symbol | null = null
  let askedAt: number | null = null
  let lastAsked = 0
  /** Another key than before: the newest records are looked at first, whether they are still the same account's. */
  let doubted = false
  /** Everything is walked once more where some of it could not be read: at the start, and whenever a person asks. */
  let again = true
  /** Of the newest run. */
  let key: string | null = null
  /** Who was refused. Of the same client nothing more is asked unless a person wants it, or, where only this is not for its key, seldom. */
  let refused: FlexClient | null = null
  /** Who is asked seldom, while that is under way: nobody is told of it before it has brought something. */
  let quietly: FlexClient | null = null
  let cancelPace: () => void = () => undefined

  const become = (state: FlexSync['state'], problem: Problem | null = null): void => {
    status = { state, problem }
    ports.changed()
  }

  const { ticks, dueIn, isDue, ...rhythm } = createRhythm(ports, { turn: () => turn(), running: () => run !== null })

  const stopRun = (): void => {
    run = null
    quietly = null
    askedAt = null
    cancelPace()
  }

  /** Brought something, or asked for by a person: it is told of now. */
  const tellOfRun = (): void => {
    if (quietly === null) return
    quietly = null
    become('syncing')
  }

  const failed = (problem: Problem, wait?: number): void => {
    const asked = quietly
    stopRun()
    if (asked !== null) {
      refused = asked
      dueIn(seldom)
      return
    }
    // Where records were lost in it, so was the place: it is read again.
    if (problem.code === 'store-trouble' && watched !== null) look(watched)
    failures += 1
    dueIn(wait ?? waitAfter(problem, failures, ports.clock()))
    become('failed', problem)
  }

  const refusedFor = (client: FlexClient, problem: Problem): void => {
    stopRun()
    refused = client
    dueIn(seldom)
    become(verdictOn(problem) === 'not-for-this-key' ? 'not-enabled' : 'failed', problem)
  }

  const keep = (at: Watched, state: SyncState): boolean => {
    const kept = keepState(at, state)
    if (!kept.ok) failed(kept.error)
    return kept.ok
  }

  const finish = (at: Watched): void => {
    stopRun()
    failures = 0
    look(at)
    dueIn(every)
    become('up-to-date')
  }

  const next = (at: Watched, mine: symbol, client: FlexClient): void => {
    const { walk } = at.state
    if (walk.step === 'rest') {
      finish(at)
      return
    }
    if (walk.walks > mostWalks) {
      failed(unsteady, unsteadyWait)
      return
    }
    const left = pace - (ticks() - lastAsked) * 1000
    cancelPace = ports.timing.after(left > 0 ? left : 0, () => void page(at, mine, client))
  }

  /** The exchange took no such offset, or no such size. */
  const adapt = (at: Watched, mine: symbol, client: FlexClient, problem: Problem): boolean => {
    if (isTooMany(problem) && size !== smallPage) {
      size = smallPage
      next(at, mine, client)
      return true
    }
    const walk = doubted ? null : withoutOffset(at.state.walk)
    if (walk === null) return false
    if (keep(at, { ...at.state, walk })) next(at, mine, client)
    return true
  }

  /** What is kept was read with another key. */
  const doubtSettled = (at: Watched, page: FlexHistoryPage): boolean => {
    const { records } = at
    const anothers = forgetIfAnothers(at, page)
    if (!anothers.ok) {
      failed(anothers.error)
      return false
    }
    doubted = false
    if (!keep(at, { ...at.state, key })) return false
    if (anothers.value) {
      ports.log('investment records of another account forgotten', { records })
      ports.forgotten(at.profileId)
      ports.changed()
    }
    return true
  }

  const received = (at: Watched, mine: symbol, client: FlexClient, received: FlexHistoryPage, when: UnixSeconds): void => {
    const unreadable = nothingReadable(received)
    if (unreadable !== null) {
      failed(unreadable)
      return
    }
    if (received.offset !== (doubted ? front : askOf(at.state.walk)).offset) {
      if (!adapt(at, mine, client, anotherPage)) failed(anotherPage)
      return
    }
    if (doubted) {
      if (doubtSettled(at, received)) next(at, mine, client)
      return
    }
    const saved = keepPage(at, received, when)
    if (!saved.ok) {
      failed(saved.error)
      return
    }
    failures = 0
    tellOfRun()
    if (saved.value.changed > 0) ports.log('investment records changed under their ids', { records: saved.value.changed })
    ports.changed()
    next(at, mine, client)
  }

  const page = async (at: Watched, mine: symbol, client: FlexClient): Promise<void> => {
    if (run !== mine) return
    const { offset, to } = doubted ? front : askOf(at.state.walk)
    const query: FlexHistoryQuery = { limit: size, offset, ...(to === null ? {} : { to }) }
    askedAt = ticks()
    lastAsked = askedAt
    const answer = await client.flexHistory(query).catch(() => fail(broken))
    if (run !== mine) return
    askedAt = null
    if (answer.ok) {
      received(at, mine, client, answer.value.value, answer.value.at)
      return
    }
    const problem = answer.error
    switch (verdictOn(problem)) {
      case 'key-refused':
      case 'not-for-this-key':
        refusedFor(client, problem)
        return
      case 'no-way':
        stopRun()
        dueIn(beat)
        become('waiting')
        return
      case 'bad-ask':
        if (!adapt(at, mine, client, problem)) failed(problem)
        return
      default:
        failed(problem)
    }
  }

  const startRun = (at: Watched, client: FlexClient): void => {
    const mine = Symbol('run')
    run = mine
    quietly = refused === client ? client : null
    refused = null
    const looked = look(at)
    if (!looked.ok) {
      failed(looked.error)
      return
    }
    key = ports.key()
    doubted = at.records > 0 && at.state.key !== null && key !== null && at.state.key !== key
    at.pages = 0
    const { walk, unreadable } = at.state
    const first = again && unreadable.length > 0 && walk.step === 'rest' ? anew(walk) : begin(walk, looked.value.newest)
    again = false
    at.state = { ...at.state, key: doubted ? at.state.key : (key ?? at.state.key), walk: first }
    if (quietly === null) become('syncing')
    void page(at, mine, client)
  }

  const turn = (): void => {
    const at = watched
    if (at === null) return
    if (run !== null) {
      if (askedAt !== null && ticks() - askedAt >= overdue) failed(noAnswer)
      return
    }
    if (at.state.paused) return
    const client = ports.client()
    if (client === null) return
    // Another key: what one may not, the other may. And what is kept may not be its account's.
    const another = (refused !== null && refused !== client) || (key !== null && ports.key() !== key)
    const isOver = refused === client && status.state !== 'not-enabled'
    if (isOver || (!another && !isDue())) return
    startRun(at, client)
  }

  const end = (): void => {
    stopRun()
    rhythm.stop()
    watched = null
    refused = null
    failures = 0
    size = pageSize
    key = null
    again = true
    status = { state: 'waiting', problem: null }
  }

  /** Begins at once, as far as there is a way to the exchange. */
  const beginNow = (): void => {
    rhythm.hurry(0)
    turn()
  }

  const pauseNow = (at: Watched, paused: boolean): Result<null, Problem> => {
    const kept = keepState(at, { ...at.state, paused })
    if (!kept.ok) return kept
    stopRun()
    if (paused) become('paused')
    else {
      become('waiting')
      refused = null
      beginNow()
    }
    return ok(null)
  }

  return {
    view: () => viewOf(watched, status),
    start: (profileId, history) => {
      end()
      watched = watch(profileId, history)
      become(watched.state.paused ? 'paused' : 'waiting')
      rhythm.hurry(startsAfter)
    },
    end,
    act: (what) => {
      const at = watched
      if (at === null) return fail(nobody)
      if (what === 'pause') return pauseNow(at, true)
      if (what === 'resume' || at.state.paused) return pauseNow(at, false)
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
    slept: () => {
      if (watched === null) return
      // What was under way is dead; what was waited for may be long due.
      const wasRunning = run !== null
      stopRun()
      if (wasRunning) become('waiting')
      if (refused === null) rhythm.hurry(grace)
    },
    lost: () => {
      if (watched === null) return
      const { records } = watched
      look(watched)
      if (watched.records === records) return
      ports.changed()
      if (refused !== null) return
      stopRun()
      become(watched.state.paused ? 'paused' : 'waiting')
      beginNow()
    },
  }
}
