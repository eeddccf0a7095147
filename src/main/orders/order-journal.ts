// What outlives one opening of an account, for all accounts of a run: what the disk refused to take, and the orders on their way. An
// answer that is known must not be lost with the opening it was sent in.
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderIntent, TradeLimits } from '../../shared/domain/trading.js'
import type { Result } from '../../shared/result.js'
import type { Timing } from '../polling/poll-scheduler.js'

export type OrderRecord = { save(intent: OrderIntent): Result<null, Problem> }

export type TradingSettings = { readOnly: boolean; limits: TradeLimits; favourites: string[] }

export type OrderOnItsWay = {
  /** Nothing is sent any more if nothing was. */
  holdBack(): void
  /** Calls it unknown if it is under way; an answer may still come. */
  giveUp(why: string): void
  /** Resolves once it is answered or given up on. Never rejects. */
  ended: Promise<void>
  /** Resolves once there is an answer, of whatever kind. Never rejects. */
  answered: Promise<void>
}

/** One opening of an account. What becomes of its orders is written down here, also after it was closed. */
export type OrderHome = {
  readonly profileId: string
  readonly record: OrderRecord
  isOpen(): boolean
  /** An order as it is now; null where it cannot be read. */
  current(intentId: string): OrderIntent | null
  /** An order on its way belongs to this opening from now on. */
  adopt(intent: OrderIntent): void
  /** On disk when it returns well; where it fails nothing has changed. */
  writeFirst(intent: OrderIntent): Result<null, Problem>
  write(intent: OrderIntent): void
}

export type OrderJournal = {
  /** Fails where it could not be written; it is kept and counts all the same. */
  save(record: OrderRecord, intent: OrderIntent): Result<null, Problem>
  /** The same, but what could not be written is not kept. */
  saveOrNot(record: OrderRecord, intent: OrderIntent): Result<null, Problem>
  /** What waits to be written of an order, of whichever account. */
  waiting(intentId: string): OrderIntent | undefined
  /** Tries again what could not be written. */
  flush(): void
  /** The same, however many accounts ask for it: about once a second. */
  tend(): void
  /** By profile: trading settings that count although the disk refused them. */
  readonly unsavedSettings: Map<string, TradingSettings>
  /** An account is open: what is on its way for it belongs to this opening. */
  opened(home: OrderHome): void
  /** An order of this opening is on its way until it is answered. */
  add(intentId: string, home: OrderHome, way: OrderOnItsWay): void
  /** The opening that an order belongs to now, or the one that it is being sent from. */
  homeOf(intentId: string, from: OrderHome): OrderHome
  isUnderWay(intentId: string): boolean
  /** Orders whose answer is awaited, of this account or of all. */
  underWay(profileId?: string): number
  /** Of this account, nothing that has not left leaves any more. */
  holdBack(home: OrderHome): void
  /** What is under way for this account is unknown from now on, and so is what nobody else speaks for: that of accounts closed by now. */
  giveUp(home: OrderHome, why: string): void
  /** No account sends anything more. */
  beginQuit(): void
  isQuitting(): boolean
  /** Waits so many milliseconds for what is under way, and calls unknown what has no answer by then. */
  beforeQuit(patience?: number): Promise<void>
}

/** Longer than the client's deadline for a call that moves money. */
const usualQuitPatience = 35_000

/** Milliseconds between two tries, however many accounts there are: each may take a failing disk its time. */
const tryAgainAfter = 900

const sameAccount = (a: OrderHome, b: OrderHome): boolean => a.profileId === b.profileId && a.record === b.record

/** What went with its profile is nowhere to be written. */
const isOver = (saved: Result<null, Problem>): boolean => saved.ok || saved.error.code === 'gone'

export const createOrderJournal = ({ timing }: { timing: Timing }): OrderJournal => {
  const unsaved = new Map<string, { record: OrderRecord; intent: OrderIntent }>()
  const underWay = new Map<string, { way: OrderOnItsWay; home: OrderHome }>()
  let triedAt = -Infinity
  let quitting = false

  const flush = (): void => {
    triedAt = timing.ticks()
    for (const [id, { record, intent }] of unsaved) if (isOver(record.save(intent))) unsaved.delete(id)
  }

  const allEnded = (patience: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timing.after(patience, resolve)
      void Promise.all([...underWay.values()].map(({ way }) => way.ended)).then(() => {
        cancel()
        resolve()
      })
    })

  return {
    save: (record, intent) => {
      const saved = record.save(intent)
      if (isOver(saved)) unsaved.delete(intent.id)
      else unsaved.set(intent.id, { record, intent })
      return saved
    },
    saveOrNot: (record, intent) => {
      const saved = record.save(intent)
      // What waits to be written is older: it must not take the place of this.
      if (saved.ok) unsaved.delete(intent.id)
      return saved
    },
    waiting: (intentId) => unsaved.get(intentId)?.intent,
    flush,
    tend: () => {
      if (unsaved.size > 0 && timing.ticks() - triedAt >= tryAgainAfter) flush()
    },
    unsavedSettings: new Map(),
    opened: (home) => {
      for (const [id, entry] of underWay) {
        if (!sameAccount(entry.home, home)) continue
        const held = entry.home.current(id)
        if (held !== null) home.adopt(held)
        entry.home = home
      }
    },
    add: (intentId, home, way) => {
      underWay.set(intentId, { way, home })
      void way.answered.then(() => underWay.delete(intentId))
    },
    homeOf: (intentId, from) => underWay.get(intentId)?.home ?? from,
    isUnderWay: (intentId) => underWay.has(intentId),
    underWay: (profileId) =>
      profileId === undefined ? underWay.size : [...underWay.values()].filter(({ home }) => home.profileId === profileId).length,
    holdBack: (home) => {
      for (const entry of underWay.values()) if (entry.home === home) entry.way.holdBack()
    },
    giveUp: (home, why) => {
      for (const entry of underWay.values()) if (entry.home === home || !entry.home.isOpen()) entry.way.giveUp(why)
    },
    beginQuit: () => {
      quitting = true
    },
    isQuitting: () => quitting,
    beforeQuit: async (patience = usualQuitPatience) => {
      quitting = true
      for (const { way } of underWay.values()) way.holdBack()
      await allEnded(patience)
      for (const { way } of underWay.values()) way.giveUp('Plimsoll was quit before an answer came')
    },
  }
}
