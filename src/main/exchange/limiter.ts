// Keeps every scope at half of its known limit or less, has one private call of a key in flight at
// a time (so nonces arrive in the order they were issued), and lets orders pass everything else.
import type { CallWait } from '../../shared/calls/call.js'
import type { Timing } from '../../shared/time.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { type Limit, limits, type Scope } from '../../v4/limits.js'

const priorities = [0, 1, 2, 3] as const

/** 0 orders · 1 finding out the outcome of one · 2 positions, balance, loan · 3 history. */
export type Priority = (typeof priorities)[number]

/** The budget a call counts against, and the queue it waits in. */
export type QueueKey = {
  scope: Scope
  /** The exchange's address. All but the private limit are counted per address. */
  host: string
  /** Null for a public call: those may overlap. */
  keyId: string | null
}

/**
 * `maxWait` in milliseconds. `onWait` receives what a call waits for, each time that is evaluated.
 */
export type AcquireOptions = {
  priority: Priority
  maxWait: number
  stop: AbortSignal
  onWait?: (why: CallWait) => void
}

/** For `PAUSED`, `ms` until the pause requested by the exchange ends. */
export type AcquireError =
  { cause: 'QUEUE_FULL' | 'QUEUE_TIMEOUT' | 'STOPPED' } | { cause: 'PAUSED'; ms: number }

export type Release = () => void

type Acquired = Result<Release, AcquireError>

export type Limiter = {
  /** The same key always leads to the same queue. */
  queue(key: QueueKey): {
    acquire: (options: AcquireOptions) => Acquired | Promise<Acquired>
    used: () => number
    pause: (ms: number) => void
  }
  /**
   * The exchange limits this computer's address: no read is sent to this host for `ms`. Orders are:
   * they are not held back for other calls.
   */
  pauseReads(host: string, ms: number): void
}
export type Queue = ReturnType<Limiter['queue']>

export type Budget = {
  tokens: number
  windowMs: number
  /** The same over the whole window of the known limit, which may be longer. */
  overall: { tokens: number; windowMs: number }
}

/**
 * Half of the limit. An undocumented limit above one call a second is kept in every single second,
 * not only on average.
 */
export function budgetOf(limit: Limit): Budget {
  const overall = {
    tokens: Math.max(1, Math.floor(limit.requests / 2)),
    windowMs: limit.perSeconds * 1000,
  }
  const perSecond = Math.floor(overall.tokens / limit.perSeconds)
  return !limit.documented && perSecond >= 1
    ? { tokens: perSecond, windowMs: 1000, overall }
    : { ...overall, overall }
}

/**
 * A bucket whose every token returns one window after it was taken: no window of that length can
 * exceed the budget.
 */
class Bucket {
  /** When each outstanding token was taken, oldest first. */
  readonly #taken: number[] = []
  pausedUntil = 0

  constructor(readonly budget: Budget) {}

  #out(now: number): number {
    const since = now - this.budget.overall.windowMs
    while ((this.#taken[0] ?? Number.POSITIVE_INFINITY) <= since) this.#taken.shift()
    return this.#taken.length
  }

  used(now: number): number {
    return this.#out(now) / this.budget.overall.tokens
  }

  /**
   * Milliseconds until a token is available, with or without using the reserve for orders; 0 or
   * less if one is available now.
   */
  wait(now: number, reserveToo: boolean): number {
    const { tokens } = this.budget
    // A fifth of each budget is reserved for orders.
    const open = reserveToo ? tokens : Math.max(1, tokens - Math.max(1, Math.floor(tokens / 5)))
    if (this.#out(now) < open) return 0
    const returning = this.#taken[this.#taken.length - open] ?? now
    return returning + this.budget.windowMs - now
  }

  take(now: number): void {
    this.#taken.push(now)
  }
}

type Waiter = AcquireOptions & {
  scope: Scope
  since: number
  bucket: Bucket
  resolve: (acquired: Acquired) => void
  cleanUp: () => void
}

type SendQueue = {
  host: string
  exclusive: boolean
  busy: boolean
  waiters: Waiter[]
  pausedUntil: number
  /** Consecutive calls of each priority sent while some of a lower one waited. */
  passedOver: [orders: number, number, number, number]
  cancelWake: (() => void) | null
}

const mostWaiting = 200

/**
 * After waiting this long a call may use the reserve for orders, and orders let one such call go
 * first now and then: an endless sequence of them must not stop monitoring. Shorter than any read's
 * maximum wait, or it would never apply.
 */
const longWaitMs = 5_000

/**
 * After this many consecutive calls of one priority ahead of waiting lower ones, the
 * longest-waiting of those goes.
 */
const turnsBeforeYielding = 4

/** History can always wait for an order: nothing that is monitored depends on it. */
function mustYieldTo(priority: Priority, to: Waiter): boolean {
  return to.priority > priority && (priority > 0 || to.priority < 3)
}

function longestWaiting(waiters: readonly Waiter[]): Waiter | null {
  return waiters.reduce<Waiter | null>(
    (oldest, next) => (oldest === null || next.since < oldest.since ? next : oldest),
    null,
  )
}

export function createLimiter({
  timing,
  known = limits,
}: {
  timing: Timing
  known?: Record<Scope, Limit>
}): Limiter {
  const buckets = new Map<string, Bucket>()
  const sendQueues = new Map<string, SendQueue>()
  const readsPausedUntil = new Map<string, number>()

  const bucketFor = ({ scope, host, keyId }: QueueKey): Bucket => {
    const name = scope === 'private' ? `${scope} ${host} ${keyId ?? ''}` : `${scope} ${host}`
    const bucket = buckets.get(name) ?? new Bucket(budgetOf(known[scope]))
    buckets.set(name, bucket)
    return bucket
  }

  const sendQueueFor = ({ host, keyId }: QueueKey): SendQueue => {
    const name = keyId === null ? `public ${host}` : `key ${host} ${keyId}`
    const queue = sendQueues.get(name) ?? {
      host,
      exclusive: keyId !== null,
      busy: false,
      waiters: [],
      pausedUntil: 0,
      passedOver: [0, 0, 0, 0],
      cancelWake: null,
    }
    sendQueues.set(name, queue)
    return queue
  }

  /** Keys are replaced and accounts removed: state that no call depends on is discarded. */
  const dropIdle = (now: number): void => {
    const waitedFor = new Set<Bucket>()
    for (const [name, queue] of sendQueues) {
      for (const { bucket } of queue.waiters) waitedFor.add(bucket)
      if (!queue.busy && queue.waiters.length === 0 && queue.pausedUntil <= now)
        sendQueues.delete(name)
    }
    for (const [name, bucket] of buckets) {
      if (bucket.used(now) === 0 && bucket.pausedUntil <= now && !waitedFor.has(bucket))
        buckets.delete(name)
    }
    for (const [host, until] of readsPausedUntil) if (until <= now) readsPausedUntil.delete(host)
  }

  const pausedFor = (
    queue: SendQueue,
    { bucket, priority }: Pick<Waiter, 'bucket' | 'priority'>,
    now: number,
  ): number => {
    const readsUntil = priority === 0 ? 0 : (readsPausedUntil.get(queue.host) ?? 0)
    return Math.max(0, Math.max(queue.pausedUntil, bucket.pausedUntil, readsUntil) - now)
  }

  const waitFor = (queue: SendQueue, waiter: Waiter, now: number): number => {
    const tokenIn = waiter.bucket.wait(
      now,
      waiter.priority === 0 || now - waiter.since >= longWaitMs,
    )
    return Math.max(tokenIn, pausedFor(queue, waiter, now))
  }

  const tellWhy = (queue: SendQueue, waiter: Waiter, now: number): void => {
    const ms = pausedFor(queue, waiter, now)
    if (ms > 0) waiter.onWait?.({ kind: 'pause', ms })
    else
      waiter.onWait?.(
        waitFor(queue, waiter, now) > 0
          ? { kind: 'budget', scope: waiter.scope }
          : { kind: 'turn' },
      )
  }

  /** A sequence ends once the call it has passed over for longest goes. */
  const resetRuns = (queue: SendQueue, chosen: Waiter): void => {
    for (const priority of priorities) {
      if (
        longestWaiting(queue.waiters.filter((waiter) => mustYieldTo(priority, waiter))) === chosen
      )
        queue.passedOver[priority] = 0
    }
  }

  const pickNext = (queue: SendQueue, now: number): Waiter | null => {
    const ready = queue.waiters.filter((waiter) => waitFor(queue, waiter, now) <= 0)
    const first = ready.reduce<Waiter | null>(
      (best, next) => (best === null || next.priority < best.priority ? next : best),
      null,
    )
    if (first === null) return null
    const oldest = longestWaiting(ready.filter((waiter) => mustYieldTo(first.priority, waiter)))
    // Each priority counts its own sequence: reads passed over history do not count against orders.
    const turns = oldest === null ? 0 : queue.passedOver[first.priority] + 1
    const yields =
      oldest !== null &&
      turns > turnsBeforeYielding &&
      (first.priority > 0 || now - oldest.since >= longWaitMs)
    queue.passedOver[first.priority] = yields ? 0 : turns
    const chosen = yields ? oldest : first
    resetRuns(queue, chosen)
    return chosen
  }

  const dequeue = (queue: SendQueue, waiter: Waiter): void => {
    queue.waiters.splice(queue.waiters.indexOf(waiter), 1)
    waiter.cleanUp()
  }

  const scheduleWake = (queue: SendQueue, now: number): void => {
    queue.cancelWake?.()
    queue.cancelWake = null
    const waits = queue.waiters.map((waiter) => waitFor(queue, waiter, now))
    queue.cancelWake = timing.after(Math.max(1, Math.ceil(Math.min(...waits))), () => {
      queue.cancelWake = null
      serve(queue)
    })
  }

  const admit = (queue: SendQueue, bucket: Bucket, now: number): Acquired => {
    bucket.take(now)
    queue.busy = true
    let released = false
    return ok(() => {
      if (released) return
      released = true
      queue.busy = false
      serve(queue)
    })
  }

  const serve = (queue: SendQueue): void => {
    while (!(queue.exclusive && queue.busy) && queue.waiters.length > 0) {
      const now = timing.ticks()
      const waiter = pickNext(queue, now)
      if (waiter === null) {
        for (const waiting of queue.waiters) tellWhy(queue, waiting, now)
        scheduleWake(queue, now)
        return
      }
      dequeue(queue, waiter)
      waiter.resolve(admit(queue, waiter.bucket, now))
    }
  }

  const acquire = (
    queue: SendQueue,
    bucket: Bucket,
    scope: Scope,
    options: AcquireOptions,
  ): Acquired | Promise<Acquired> => {
    const now = timing.ticks()
    if (options.stop.aborted) return fail({ cause: 'STOPPED' })
    const pausedMs = pausedFor(queue, { bucket, priority: options.priority }, now)
    if (pausedMs > options.maxWait) return fail({ cause: 'PAUSED', ms: pausedMs })
    if (queue.waiters.length >= mostWaiting) return fail({ cause: 'QUEUE_FULL' })
    const atOnce =
      queue.waiters.length === 0 &&
      !(queue.exclusive && queue.busy) &&
      pausedMs === 0 &&
      bucket.wait(now, options.priority === 0) <= 0
    if (atOnce) {
      queue.passedOver.fill(0)
      return admit(queue, bucket, now)
    }
    return new Promise((resolve) => {
      const giveUp = (cause: 'QUEUE_TIMEOUT' | 'STOPPED'): void => {
        dequeue(queue, waiter)
        const pausedMs = pausedFor(queue, waiter, timing.ticks())
        resolve(
          fail(
            cause === 'QUEUE_TIMEOUT' && pausedMs > 0
              ? { cause: 'PAUSED', ms: pausedMs }
              : { cause },
          ),
        )
      }
      const onStop = (): void => giveUp('STOPPED')
      const cancelTimeout = timing.after(options.maxWait, () => giveUp('QUEUE_TIMEOUT'))
      options.stop.addEventListener('abort', onStop)
      const waiter: Waiter = {
        ...options,
        scope,
        since: now,
        bucket,
        resolve,
        cleanUp: () => {
          cancelTimeout()
          options.stop.removeEventListener('abort', onStop)
        },
      }
      queue.waiters.push(waiter)
      tellWhy(queue, waiter, now)
      serve(queue)
    })
  }

  /** Rejects calls that cannot wait for the end of the pause. */
  const rejectPaused = (now: number): void => {
    for (const queue of sendQueues.values()) {
      for (const waiter of [...queue.waiters]) {
        const pausedMs = pausedFor(queue, waiter, now)
        if (pausedMs > 0) tellWhy(queue, waiter, now)
        if (pausedMs === 0 || waiter.since + waiter.maxWait >= now + pausedMs) continue
        dequeue(queue, waiter)
        waiter.resolve(fail({ cause: 'PAUSED', ms: pausedMs }))
      }
    }
  }

  return {
    queue(key: QueueKey) {
      dropIdle(timing.ticks())
      // Looked up at every use: a dropped queue may have been recreated and is then shared.
      return {
        /**
         * Synchronous if no call waits and the budget has room. The call holds its key until it is
         * released.
         */
        acquire: (options: AcquireOptions) =>
          acquire(sendQueueFor(key), bucketFor(key), key.scope, options),
        /** Share of the scope's own budget in use over the whole window of the known limit, 0…1. */
        used: (): number => bucketFor(key).used(timing.ticks()),
        /**
         * For `ms`, sends nothing that the exchange counts with a call of this queue: for a private
         * call, everything of its key, including orders; for a public call, the public calls; for a
         * history call or a stream token, the same calls of every key and no others, because they
         * are counted per address.
         */
        pause: (ms: number): void => {
          const now = timing.ticks()
          const isApart = key.scope === 'history' || key.scope === 'stream-token'
          const paused = isApart ? bucketFor(key) : sendQueueFor(key)
          paused.pausedUntil = Math.max(paused.pausedUntil, now + ms)
          rejectPaused(now)
        },
      }
    },

    pauseReads(host: string, ms: number): void {
      const now = timing.ticks()
      readsPausedUntil.set(host, Math.max(readsPausedUntil.get(host) ?? 0, now + ms))
      rejectPaused(now)
    },
  }
}
