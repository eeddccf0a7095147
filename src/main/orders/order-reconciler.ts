// Orders without a response are looked up repeatedly, with the key they were sent with: in the
// positions, which are shown and never decide, and in the exchange's own lists, which settle what
// they contain. An order missing from them was not executed once two lookups two minutes apart say
// so. A failed read concludes nothing.
import { keepsPositions } from '../../shared/orders/order-ticket.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Problem } from '../../shared/problem.js'
import {
  type Evidence,
  isFillMissing,
  isFollowed,
  openTargets,
  type OrderIntent,
} from '../../shared/orders/trading.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Answer } from '../exchange/exchange-client.js'
import { followed, notChecked, type Settlement, settled } from './intent-state.js'
import { rulesOf } from './kinds/kinds.js'
import { createRecordsReader, type RecordsReader, type ExchangeRecords } from './order-records.js'
import { type Look, sentAt, unknownItems } from './order-settlement.js'
import { LookupFindings } from './lookup-findings.js'
import { LookupCount } from './lookup-count.js'
import { LookupTurns } from './lookup-turns.js'
import {
  evidenceSummary,
  otherKey,
  readFor,
  reconcile,
  withEnds,
  withLookup,
} from './order-evidence.js'
import { createOrderWakes, type OrderWakes } from './order-wakes.js'
import type { OrdersClient, TradingState } from './trading-state.js'

/**
 * Seconds before each of the first checks, and before every later one. The fifth is the first that
 * can be the second lookup of an absent order.
 */
const firstPauses = [1, 6, 20, 60, 40]
const laterPause = 300
/**
 * Before later checks while a target was not checked as often as the first checks would have done.
 */
const pauseInTurn = 60

/** The exchange's history reaches back 31 days. In seconds, a day less. */
const longestSearch = 30 * 86_400
/**
 * Orders looked up by id at once: each takes up to four requests, and other reads wait for them.
 */
const mostByIds = 25
/** Of a lookup that a message asks for: they may come every second. */
const mostForMessage = 5
/**
 * Seconds by which the clocks may diverge during a lookup. More means that the computer slept, or
 * that its clock was set.
 */
const mostClockDrift = 10

const noConnection: Problem = {
  code: 'unreachable',
  message: messageOf('orders.check-now.no-connection'),
}
const closedMeanwhile: Problem = { code: 'gone', message: messageOf('orders.check-now.closed') }

/** For whom an order is looked up before its turn: the user, or a message of the stream. */
type Because = { asked: string } | { named: ReadonlySet<string> } | null

function isForMessage(because: Because): because is { named: ReadonlySet<string> } {
  return because !== null && 'named' in because
}

export const notInRecord: Problem = { code: 'gone', message: messageOf('orders.not-in-record') }

/** One check. `records` null if nothing was requested, or the computer slept meanwhile. */
type Check = {
  began: number
  ids: ReadonlySet<string>
  /** Orders for which the lists reach back far enough. */
  searched: ReadonlySet<string>
  positions: Answer<Position[]>
  records: ExchangeRecords | null
}

export type OrderReconciler = {
  /**
   * An order became unknown, or its response left something open: check soon. A series of them
   * must not postpone the check for ever.
   */
  start: (intentId?: string) => void
  checkNow: (id: string) => Promise<Result<null, Problem>>
  named: OrderWakes['named']
  stop: () => void
}

export type ReconcilerReports = {
  /** An order has changed, and is saved, or queued to be saved. */
  changed: (intent: OrderIntent) => void
  /** A lookup for these has ended, whatever it found. */
  lookedUp: (intentIds: ReadonlySet<string>) => void
}

export function createOrderReconciler(
  state: TradingState,
  reports: ReconcilerReports,
): OrderReconciler {
  return new Reconciler(state, reports)
}

class Reconciler implements OrderReconciler {
  readonly #state: TradingState
  readonly #reports: ReconcilerReports
  readonly #readRecords: RecordsReader
  readonly #wakes: OrderWakes
  readonly #findings = new LookupFindings()
  readonly #looks = new LookupCount(firstPauses.length)
  readonly #turns = new LookupTurns()
  #cancel: (() => void) | null = null
  #dueAt = Infinity
  #attempt = 0
  #stopped = false
  /** Checks run one after another. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(state: TradingState, reports: ReconcilerReports) {
    this.#state = state
    this.#reports = reports
    const { intents, ports } = state
    this.#readRecords = createRecordsReader(ports, () => this.#stopped)
    this.#wakes = createOrderWakes({
      timing: ports.timing,
      openItems: () =>
        this.#wanting()
          .filter((intent) => this.#canBeSearched(intent))
          .map((intent) => ({
            intentId: intent.id,
            items: [...unknownItems(intent), ...openTargets(intent)],
          })),
      inFlight: () =>
        intents.open().filter(({ state: now }) => now === 'intent' || now === 'sending'),
      lookUp: async (named) => {
        await this.#look({ named })
      },
    })
  }

  start = (intentId?: string): void => {
    if (intentId !== undefined) this.#wakes.leftOpen(intentId)
    this.#attempt = 0
    const left = this.#dueAt - this.#state.ports.timing.ticks()
    if (this.#cancel !== null && left <= (firstPauses[0] ?? 0) * 1000) {
      this.#attempt = 1
      return
    }
    this.#cancel?.()
    this.#cancel = null
    this.#schedule()
  }

  checkNow = async (id: string): Promise<Result<null, Problem>> => {
    const { profile, ports } = this.#state
    const asked = this.#unknown().find((intent) => intent.id === id)
    if (asked === undefined) return fail(notInRecord)
    if (asked.keyHint !== profile.keyHint) return fail(otherKey(asked))
    if (ports.client() === null) return fail(noConnection)
    const made = await this.#look({ asked: id })
    if (this.#stopped) return fail(closedMeanwhile)
    if (made === null) return fail(noConnection)
    const read = readFor(asked, profile.keyHint, made.positions)
    return read.ok || keepsPositions(asked.kind) ? ok(null) : read
  }

  named: OrderWakes['named'] = (...order) => this.#wakes.named(...order)

  stop = (): void => {
    this.#stopped = true
    this.#wakes.stop()
    this.#cancel?.()
    this.#cancel = null
  }

  #unknown(): OrderIntent[] {
    return this.#state.intents.open().filter(({ state }) => state === 'unknown')
  }

  /**
   * Orders to look up: those without a response, and those whose response did not give the outcome
   * of all of it.
   */
  #wanting(): OrderIntent[] {
    const { intents, ports } = this.#state
    const followedNow = intents.recent().filter((intent) => isFollowed(intent, ports.clock()))
    return [...this.#unknown(), ...followedNow]
  }

  #skew(): number | null {
    return this.#state.ports.conditions().connection.clockSkew
  }

  #canBeSearched(intent: OrderIntent): boolean {
    const { profile, ports } = this.#state
    return intent.keyHint === profile.keyHint && ports.clock() - sentAt(intent) < longestSearch
  }

  #isOurs(intentId: string): Look['isOurs'] {
    const { intents, repositories } = this.#state
    const others = [...intents.open(), ...intents.recent()].flatMap(({ id, items }) =>
      id === intentId ? [] : items,
    )
    const knownIds = new Set(others.flatMap(({ order }) => (order === null ? [] : [order.id])))
    return ({ id, clientOrderId }) => {
      if (knownIds.has(id)) return true
      const taken = clientOrderId === '' ? ok([]) : repositories.orders.taken([clientOrderId])
      return taken.ok && taken.value.length > 0
    }
  }

  async #check(
    client: OrdersClient,
    asked: readonly OrderIntent[],
    because: Because,
  ): Promise<Check> {
    const { clock, timing } = this.#state.ports
    const [began, beganAt] = [timing.ticks(), clock()]
    const positions = await client.openPositions(undefined, { urgent: true })
    const searched = asked.filter((intent) => this.#canBeSearched(intent))
    // After the first few it is no longer urgent, unless somebody is waiting for it.
    const urgent = because !== null || this.#attempt <= firstPauses.length
    const most = isForMessage(because) ? mostForMessage : mostByIds
    const wanted = this.#turns.wanted(searched, { most, urgent, skew: this.#skew() })
    const isNeeded = !this.#stopped && searched.length > 0
    const records = isNeeded ? await this.#readRecords(client, wanted) : null
    const drift = clock() - beganAt - (timing.ticks() - began) / 1000
    const isSteady = drift < mostClockDrift && drift > -mostClockDrift
    return {
      began,
      ids: idsOf(asked),
      searched: idsOf(searched),
      positions,
      records: isSteady ? records : null,
    }
  }

  #apply(made: Check, because: Because): void {
    for (const intent of this.#wanting().filter(({ id }) => made.ids.has(id)))
      this.#applyTo(intent, made, because)
  }

  /**
   * Saved if it says something new. It is a step of the timeline only if the verdict changes, the
   * user asked, or it is settled.
   */
  #applyTo(intent: OrderIntent, made: Check, because: Because): void {
    const { intents, ports } = this.#state
    const { evidence, settlement } = this.#found(intent, made, because)
    const asked = because !== null && 'asked' in because ? because.asked : null
    const isUnknown = intent.state === 'unknown'
    const isFirst = !intent.timeline.some(({ what }) => what === 'looked')
    const isStep =
      isUnknown && (intent.id === asked || isFirst || evidence.verdict !== intent.evidence?.verdict)
    const isSettled =
      settlement !== null && (settlement.orders.size > 0 || settlement.investment !== null)
    if (!isStep && !isSettled && evidenceSummary(evidence) === evidenceSummary(intent.evidence))
      return
    const at = ports.clock()
    const known = isStep ? withLookup(intent, at, evidence) : { ...intent, evidence }
    const next = !isSettled
      ? known
      : isUnknown
        ? settled(known, at, settlement)
        : followed(known, at, settlement)
    intents.saveOrKeep(next)
    this.#reports.changed(next)
    if (isSettled) ports.refreshAfterWrite(next.kind)
  }

  #found(
    intent: OrderIntent,
    { began, searched, positions, records }: Check,
    because: Because,
  ): { evidence: Evidence; settlement: Settlement | null } {
    const isSearched = searched.has(intent.id)
    if (!isForMessage(because)) this.#looks.count(intent, { began, searched: isSearched, records })
    const read = readFor(intent, this.#state.profile.keyHint, positions)
    const own = isSearched ? records : null
    const look: Look | null = own && {
      records: own,
      positions: read.ok ? { list: read.value.value, at: read.value.at } : null,
      skew: this.#skew(),
      isOurs: this.#isOurs(intent.id),
    }
    const seen = this.#seen(intent, read)
    const wasNamed = (index: number): boolean => this.#wakes.wasNamed(intent.id, index)
    const { settlement, doubts } =
      look === null
        ? { settlement: null, doubts: [] }
        : this.#findings.settlementOf(intent, seen, look, { began, wasNamed })
    const after = settlement === null ? intent : withEnds(intent, settlement)
    const evidence: Evidence = {
      ...seen,
      ...(look === null
        ? {}
        : { asked: rulesOf(intent).asked(intent, look.records), unsettled: doubts }),
      ...(this.#looks.isLookedUp(after, began) ? { lookedUp: true } : {}),
    }
    return { evidence, settlement }
  }

  /** A failed read concludes nothing: what was known stays. Nor does a lookup of a price. */
  #seen(intent: OrderIntent, read: Answer<Position[]>): Evidence {
    const before = intent.evidence ?? notChecked
    const open = openTargets(intent)
    if (open.length > 0 && open.every(isFillMissing)) return before
    if (keepsPositions(intent.kind) && intent.keyHint === this.#state.profile.keyHint)
      return { ...before, problem: null }
    if (!read.ok) return { ...before, problem: read.error }
    return { ...before, ...reconcile(intent, read.value.value, read.value.at, this.#skew()) }
  }

  /** Null if there is no connection now: then nothing was tried. */
  #look(because: Because): Promise<Check | null> {
    const next = this.#turn.then(async (): Promise<Check | null> => {
      const client = this.#stopped ? null : this.#state.ports.client()
      const meant = isForMessage(because)
        ? this.#wanting().filter(({ id }) => because.named.has(id))
        : this.#wanting()
      if (client === null || (isForMessage(because) && meant.length === 0)) return null
      const made = await this.#check(client, meant, because)
      if (this.#stopped) return made
      this.#apply(made, because)
      // One that was early proves nothing: the user is not notified because of it.
      if (!isForMessage(because)) this.#reports.lookedUp(made.ids)
      return made
    })
    this.#turn = next.catch(() => undefined)
    return next
  }

  async #checkAll(): Promise<void> {
    try {
      if ((await this.#look(null)) === null) this.#attempt -= 1
    } finally {
      this.#schedule()
    }
  }

  #schedule(): void {
    if (this.#stopped || this.#cancel !== null) return
    const wanting = this.#wanting()
    if (wanting.length === 0) return
    const isInTurn = wanting.some((intent) =>
      openTargets(intent).some((item) => !this.#looks.isLookedAt(intent, item)),
    )
    const seconds = firstPauses[this.#attempt] ?? (isInTurn ? pauseInTurn : laterPause)
    const { timing } = this.#state.ports
    this.#attempt += 1
    this.#dueAt = timing.ticks() + seconds * 1000
    this.#cancel = timing.after(seconds * 1000, () => {
      this.#cancel = null
      void this.#checkAll()
    })
  }
}

function idsOf(intents: readonly OrderIntent[]): Set<string> {
  return new Set(intents.map(({ id }) => id))
}
