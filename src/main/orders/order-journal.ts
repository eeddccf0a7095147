// What outlives an open account, for all accounts of a run: unsaved intents, and the orders in
// flight. A response must not be lost with the account that sent the request.
import type { Timing } from '../../shared/time.js'
import type { Problem } from '../../shared/problem.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import type { Result } from '../../shared/result.js'
import type { IntentRepository } from './orders-repository.js'
import type { TradingSettings } from './trading-repository.js'

type IntentWriter = Pick<IntentRepository, 'save'>

/** Why a response is no longer awaited. */
export type NoAnswer = 'late' | 'not-taken-in' | 'slept' | 'quit'

export type InFlightOrder = {
  /** Prevents sending, if nothing was sent yet. */
  cancelUnsent(): void
  /** The response may still come. */
  markUnknown(why: NoAnswer): void
  /** Resolves once it is answered or marked unknown. Never rejects. */
  ended: Promise<void>
  /** Resolves once there is any response. Never rejects. */
  answered: Promise<void>
}

/**
 * One opening of an account. The outcomes of its orders are recorded here, even after it was
 * closed.
 */
export type OrderOwner = {
  readonly profileId: string
  readonly repository: IntentWriter
  isOpen(): boolean
  /** Null if it cannot be read. */
  current(intentId: string): OrderIntent | null
  takeOver(intent: OrderIntent): void
  /** On disk when it succeeds; if it fails, nothing has changed. */
  save(intent: OrderIntent): Result<null, Problem>
  saveOrKeep(intent: OrderIntent): void
}

/** Longer than the client's deadline for a call that moves money. */
const quitTimeout = 35_000

/**
 * Milliseconds between two tries, for all accounts together: on a failing disk each may take a
 * while.
 */
const retryAfter = 900

/** An order deleted with its profile can no longer be written. */
const isDone = (saved: Result<null, Problem>): boolean => saved.ok || saved.error.code === 'gone'

export function createOrderJournal({ timing }: { timing: Timing }): OrderJournal {
  const unsaved = new Map<string, { repository: IntentWriter; intent: OrderIntent }>()
  const inFlight = new Map<string, { order: InFlightOrder; owner: OrderOwner }>()
  let triedAt = -Infinity
  let quitting = false

  const flush = (): void => {
    triedAt = timing.ticks()
    for (const [id, { repository, intent }] of unsaved)
      if (isDone(repository.save(intent))) unsaved.delete(id)
  }

  const allEnded = (timeout: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timing.after(timeout, resolve)
      void Promise.all([...inFlight.values()].map(({ order }) => order.ended)).then(() => {
        cancel()
        resolve()
      })
    })

  return {
    save: (repository: IntentWriter, intent: OrderIntent): Result<null, Problem> => {
      const saved = repository.save(intent)
      // A pending write is older: it must not replace this one.
      if (saved.ok) unsaved.delete(intent.id)
      return saved
    },
    saveOrKeep: (repository: IntentWriter, intent: OrderIntent): Result<null, Problem> => {
      const saved = repository.save(intent)
      if (isDone(saved)) unsaved.delete(intent.id)
      else unsaved.set(intent.id, { repository, intent })
      return saved
    },
    unsaved: (intentId: string): OrderIntent | undefined => unsaved.get(intentId)?.intent,
    flush,
    flushIfDue: (): void => {
      if (unsaved.size > 0 && timing.ticks() - triedAt >= retryAfter) flush()
    },
    unsavedSettings: new Map<string, TradingSettings>(),
    takeOver: (owner: OrderOwner): void => {
      for (const [id, entry] of inFlight) {
        if (
          entry.owner.profileId !== owner.profileId ||
          entry.owner.repository !== owner.repository
        )
          continue
        const intent = entry.owner.current(id)
        if (intent !== null) owner.takeOver(intent)
        entry.owner = owner
      }
    },
    track: (intentId: string, owner: OrderOwner, order: InFlightOrder): void => {
      inFlight.set(intentId, { order, owner })
      void order.answered.then(() => inFlight.delete(intentId))
    },
    ownerOf: (intentId: string, sender: OrderOwner): OrderOwner =>
      inFlight.get(intentId)?.owner ?? sender,
    isInFlight: (intentId: string): boolean => inFlight.has(intentId),
    inFlight: (profileId?: string): number =>
      profileId === undefined
        ? inFlight.size
        : [...inFlight.values()].filter(({ owner }) => owner.profileId === profileId).length,
    cancelUnsent: (owner: OrderOwner): void => {
      for (const entry of inFlight.values()) if (entry.owner === owner) entry.order.cancelUnsent()
    },
    markUnknown: (owner: OrderOwner, why: NoAnswer): void => {
      for (const entry of inFlight.values())
        if (entry.owner === owner || !entry.owner.isOpen()) entry.order.markUnknown(why)
    },
    beginQuit: (): void => {
      quitting = true
    },
    isQuitting: (): boolean => quitting,
    beforeQuit: async (timeout = quitTimeout): Promise<void> => {
      quitting = true
      for (const { order } of inFlight.values()) order.cancelUnsent()
      await allEnded(timeout)
      for (const { order } of inFlight.values()) order.markUnknown('quit')
    },
  }
}

export type OrderJournal = {
  save: (repository: IntentWriter, intent: OrderIntent) => Result<null, Problem>
  /** An intent that cannot be written is kept, counts all the same, and is retried. */
  saveOrKeep: (repository: IntentWriter, intent: OrderIntent) => Result<null, Problem>
  /** Of whichever account. */
  unsaved: (intentId: string) => OrderIntent | undefined
  flush: () => void
  /** Flushes about once a second, however many accounts call it. */
  flushIfDue: () => void
  /**
   * By profile: unsaved trading settings that apply anyway, even after the account was reopened.
   */
  unsavedSettings: Map<string, TradingSettings>
  /** An account was opened: its orders in flight belong to this opening from now on. */
  takeOver: (owner: OrderOwner) => void
  track: (intentId: string, owner: OrderOwner, order: InFlightOrder) => void
  /** `sender` if it is no longer in flight. */
  ownerOf: (intentId: string, sender: OrderOwner) => OrderOwner
  isInFlight: (intentId: string) => boolean
  /** Orders waiting for a response, of this account or of all. */
  inFlight: (profileId?: string) => number
  cancelUnsent: (owner: OrderOwner) => void
  /** Also orders that no open account owns. */
  markUnknown: (owner: OrderOwner, why: NoAnswer) => void
  /** No account sends anything more. */
  beginQuit: () => void
  isQuitting: () => boolean
  /**
   * Waits this many milliseconds for orders in flight, then marks those without a response unknown.
   */
  beforeQuit: (timeout?: number) => Promise<void>
}
