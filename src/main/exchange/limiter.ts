// Who may call when. Keeps every scope at half of its known limit or less, lets one private call of a key be under way at a time
// (so nonces arrive in the order they were given), and lets orders pass everything else.
import { fail, ok, type Result } from '../../shared/result.js'
import type { Scope } from '../../v4/endpoint.js'
import { type Limit, limits } from '../../v4/limits.js'
import type { Timing } from './timing.js'

const lanes = [0, 1, 2, 3] as const

/** 0 orders · 1 finding out what became of one · 2 positions, balance, loan · 3 history. */
export type Lane = (typeof lanes)[number]

/** Which budget a call counts against and whose turn it needs. */
export type Line = {
  scope: Scope
  /** The exchange's address. Public and history limits are counted per address. */
  host: string
  /** Null for a public call: those may overlap. */
  keyId: string | null
}

export type Ticket = {
  lane: Lane
  /** Milliseconds this call may wait for its turn. */
  patience: number
  stop: AbortSignal
}

/** Why there is no turn; `ms` until the exchange's own pause ends. */
export type NoTurn = { cause: 'QUEUE_FULL' | 'QUEUE_TIMEOUT' | 'STOPPED' } | { cause: 'PAUSED'; ms: number }

export type Leave = () => void

export type Queue = {
  /** At once where nobody waits and the budget has room; otherwise when the turn comes, or as a refusal. */
  enter(ticket: Ticket): Result<Leave, NoTurn> | Promise<Result<Leave, NoTurn>>
  /** Share of the scope's own budget in use over the whole window of the known limit, 0…1. */
  used(): number
  /**
   * A call of this queue was asked for quiet: for `ms` nothing goes that is counted with it. That is everything of its key, orders as well;
   * of a public call, the public calls; of a history call, the histories of every key, as they are counted per address.
   */
  pause(ms: number): void
}

export type Limiter = {
  /** The same line always leads to the same queue. */
  queue(line: Line): Queue
  /** The exchange limits this computer's address: no read goes to this host for `ms`. Orders do: they are not held for what others did. */
  pauseReads(host: string, ms: number): void
}

export type Budget = {
  tokens: number
  windowMs: number
  /** The same over the whole window of the known limit, which may be longer. */
  overall: { tokens: number; windowMs: number }
}

/** Half of the limit. A limit nobody documents for a rate above one a second is kept in every single second, not only on average. */
export const budgetOf = (limit: Limit): Budget => {
  const overall = { tokens: Math.max(1, Math.floor(limit.requests / 2)), windowMs: limit.perSeconds * 1000 }
  const perSecond = Math.floor(overall.tokens / limit.perSeconds)
  return !limit.documented && perSecond >= 1 ? { tokens: perSecond, windowMs: 1000, overall } : { ...overall, overall }
}

/** A fifth of each budget is there for orders alone. */
const reservedForOrders = (budget: Budget): number => Math.max(1, Math.floor(budget.tokens / 5))

/** A bucket whose every token comes back one window after it was taken: no window of that length can hold more than the budget. */
class Bucket {
  /** When tokens were taken, oldest first; before `#oldest` they are back. */
  #taken: number[] = []
  #oldest = 0
  quietUntil = 0

  constructor(readonly budget: Budget) {}

  #out(now: number): number {
    const since = now - this.budget.overall.windowMs
    while (this.#oldest < this.#taken.length && (this.#taken[this.#oldest] ?? 0) <= since) this.#oldest += 1
    if (this.#oldest > 64 && this.#oldest * 2 > this.#taken.length) {
      this.#taken = this.#taken.slice(this.#oldest)
      this.#oldest = 0
    }
    return this.#taken.length - this.#oldest
  }

  used(now: number): number {
    return this.#out(now) / this.budget.overall.tokens
  }

  /** Milliseconds until a token is there, with or without touching what is kept for orders; 0 or less when one is there now. */
  wait(now: number, reserveToo: boolean): number {
    const open = reserveToo ? this.budget.tokens : Math.max(1, this.budget.tokens - reservedForOrders(this.budget))
    if (this.#out(now) < open) return 0
    const returning = this.#taken[this.#taken.length - open] ?? now
    return returning + this.budget.windowMs - now
  }

  take(now: number): void {
    this.#taken.push(now)
  }
}

type Waiter = Ticket & { since: number; bucket: Bucket; settle: (turn: Result<Leave, NoTurn>) => void; cleanUp: () => void }

type Gate = {
  host: string
  exclusive: boolean
  busy: boolean
  waiters: Waiter[]
  quietUntil: number
  /** Turns that each lane has had in a row while calls of a lower one waited. */
  passedOver: [orders: number, number, number, number]
  cancelWake: (() => void) | null
}

const mostWaiting = 200

/**
 * After waiting this long a call may use what is kept for orders, and orders let one such call go first now and then: an endless row
 * of them must not blind the watch. Less than any read's patience, or it would never come to that.
 */
const longWaitMs = 5_000

/** So many turns of one lane in a row over waiting calls of a lower one, then the longest-waiting of those has one. */
const turnsBeforeYielding = 4

/** Whether a lane may owe a turn to a waiting call. History can always wait for an order: nothing that is monitored hangs on it. */
const mayOwe = (lane: Lane, to: Waiter): boolean => to.lane > lane && (lane > 0 || to.lane < 3)

const longestWaiting = (waiters: readonly Waiter[]): Waiter | null =>
  waiters.reduce<Waiter | null>((oldest, next) => (oldest === null || next.since < oldest.since ? next : oldest), null)

export const createLimiter = ({ timing, known = limits }: { timing: Timing; known?: Record<Scope, Limit> }): Limiter => {
  const buckets = new Map<string, Bucket>()
  const gates = new Map<string, Gate>()
  const readsQuietUntil = new Map<string, number>()

  const bucketFor = ({ scope, host, keyId }: Line): Bucket => {
    const name = scope === 'private' || scope === 'stream-token' ? `${scope} ${host} ${keyId ?? ''}` : `${scope} ${host}`
    const bucket = buckets.get(name) ?? new Bucket(budgetOf(known[scope]))
    buckets.set(name, bucket)
    return bucket
  }

  const gateFor = ({ host, keyId }: Line): Gate => {
    const name = keyId === null ? `public ${host}` : `key ${host} ${keyId}`
    const gate = gates.get(name) ?? {
      host,
      exclusive: keyId !== null,
      busy: false,
      waiters: [],
      quietUntil: 0,
      passedOver: [0, 0, 0, 0],
      cancelWake: null,
    }
    gates.set(name, gate)
    return gate
  }

  /** Keys are replaced and accounts go: what no call hangs on is as good as new, and is made anew where it is wanted after all. */
  const letGoOfIdle = (now: number): void => {
    const waitedFor = new Set<Bucket>()
    for (const [name, gate] of gates) {
      for (const { bucket } of gate.waiters) waitedFor.add(bucket)
      if (!gate.busy && gate.waiters.length === 0 && gate.quietUntil <= now) gates.delete(name)
    }
    for (const [name, bucket] of buckets) {
      if (bucket.used(now) === 0 && bucket.quietUntil <= now && !waitedFor.has(bucket)) buckets.delete(name)
    }
    for (const [host, until] of readsQuietUntil) if (until <= now) readsQuietUntil.delete(host)
  }

  const quietFor = (gate: Gate, { bucket, lane }: Pick<Waiter, 'bucket' | 'lane'>, now: number): number => {
    const readsUntil = lane === 0 ? 0 : (readsQuietUntil.get(gate.host) ?? 0)
    return Math.max(0, Math.max(gate.quietUntil, bucket.quietUntil, readsUntil) - now)
  }

  const waitOf = (gate: Gate, waiter: Waiter, now: number): number => {
    const tokenIn = waiter.bucket.wait(now, waiter.lane === 0 || now - waiter.since >= longWaitMs)
    return Math.max(tokenIn, quietFor(gate, waiter, now))
  }

  /** A lane's row ends once the call that it has passed over for longest has its turn. */
  const endRows = (gate: Gate, chosen: Waiter): void => {
    for (const lane of lanes) {
      if (longestWaiting(gate.waiters.filter((waiter) => mayOwe(lane, waiter))) === chosen) gate.passedOver[lane] = 0
    }
  }

  const choose = (gate: Gate, now: number): Waiter | null => {
    const ready = gate.waiters.filter((waiter) => waitOf(gate, waiter, now) <= 0)
    const first = ready.reduce<Waiter | null>((best, next) => (best === null || next.lane < best.lane ? next : best), null)
    if (first === null) return null
    const oldest = longestWaiting(ready.filter((waiter) => mayOwe(first.lane, waiter)))
    // Each lane answers for its own turns alone: what reads owe to history is no debt of an order.
    const turns = oldest === null ? 0 : gate.passedOver[first.lane] + 1
    const yields = oldest !== null && turns > turnsBeforeYielding && (first.lane > 0 || now - oldest.since >= longWaitMs)
    gate.passedOver[first.lane] = yields ? 0 : turns
    const chosen = yields ? oldest : first
    endRows(gate, chosen)
    return chosen
  }

  const take = (gate: Gate, waiter: Waiter): void => {
    gate.waiters.splice(gate.waiters.indexOf(waiter), 1)
    waiter.cleanUp()
  }

  const wakeLater = (gate: Gate, now: number): void => {
    gate.cancelWake?.()
    gate.cancelWake = null
    const waits = gate.waiters.map((waiter) => waitOf(gate, waiter, now))
    gate.cancelWake = timing.after(Math.max(1, Math.ceil(Math.min(...waits))), () => {
      gate.cancelWake = null
      serve(gate)
    })
  }

  const admit = (gate: Gate, bucket: Bucket, now: number): Result<Leave, NoTurn> => {
    bucket.take(now)
    gate.busy = true
    let left = false
    return ok(() => {
      if (left) return
      left = true
      gate.busy = false
      serve(gate)
    })
  }

  const serve = (gate: Gate): void => {
    while (!(gate.exclusive && gate.busy) && gate.waiters.length > 0) {
      const now = timing.ticks()
      const waiter = choose(gate, now)
      if (waiter === null) {
        wakeLater(gate, now)
        return
      }
      take(gate, waiter)
      waiter.settle(admit(gate, waiter.bucket, now))
    }
  }

  const enter = (gate: Gate, bucket: Bucket, ticket: Ticket): ReturnType<Queue['enter']> => {
    const now = timing.ticks()
    if (ticket.stop.aborted) return fail({ cause: 'STOPPED' })
    const quiet = quietFor(gate, { bucket, lane: ticket.lane }, now)
    if (quiet > ticket.patience) return fail({ cause: 'PAUSED', ms: quiet })
    if (gate.waiters.length >= mostWaiting) return fail({ cause: 'QUEUE_FULL' })
    const atOnce = gate.waiters.length === 0 && !(gate.exclusive && gate.busy) && quiet === 0 && bucket.wait(now, ticket.lane === 0) <= 0
    if (atOnce) {
      gate.passedOver.fill(0)
      return admit(gate, bucket, now)
    }
    return new Promise((resolve) => {
      const giveUp = (cause: 'QUEUE_TIMEOUT' | 'STOPPED'): void => {
        take(gate, waiter)
        const stillQuiet = quietFor(gate, waiter, timing.ticks())
        resolve(fail(cause === 'QUEUE_TIMEOUT' && stillQuiet > 0 ? { cause: 'PAUSED', ms: stillQuiet } : { cause }))
      }
      const stopped = (): void => giveUp('STOPPED')
      const cancelPatience = timing.after(ticket.patience, () => giveUp('QUEUE_TIMEOUT'))
      ticket.stop.addEventListener('abort', stopped)
      const waiter: Waiter = {
        ...ticket,
        since: now,
        bucket,
        settle: resolve,
        cleanUp: () => {
          cancelPatience()
          ticket.stop.removeEventListener('abort', stopped)
        },
      }
      gate.waiters.push(waiter)
      serve(gate)
    })
  }

  /** Whoever cannot wait that long learns it now instead of after its patience. */
  const turnAway = (now: number): void => {
    for (const gate of gates.values()) {
      for (const waiter of [...gate.waiters]) {
        const quiet = quietFor(gate, waiter, now)
        if (quiet === 0 || waiter.since + waiter.patience >= now + quiet) continue
        take(gate, waiter)
        waiter.settle(fail({ cause: 'PAUSED', ms: quiet }))
      }
    }
  }

  return {
    queue(line) {
      letGoOfIdle(timing.ticks())
      // Looked up at every use: what was let go meanwhile is shared with whoever came since.
      return {
        enter: (ticket) => enter(gateFor(line), bucketFor(line), ticket),
        used: () => bucketFor(line).used(timing.ticks()),
        pause: (ms) => {
          const now = timing.ticks()
          const paused = line.scope === 'history' ? bucketFor(line) : gateFor(line)
          paused.quietUntil = Math.max(paused.quietUntil, now + ms)
          turnAway(now)
        },
      }
    },

    pauseReads(host, ms) {
      const now = timing.ticks()
      readsQuietUntil.set(host, Math.max(readsQuietUntil.get(host) ?? 0, now + ms))
      turnAway(now)
    },
  }
}
