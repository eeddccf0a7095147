// Orders without a response are looked up repeatedly, with the key they were sent with: in the
// positions, which are shown and never decide, and in the exchange's own lists, which settle what
// they contain. An order missing from them was not executed once two lookups two minutes apart say
// so. A failed read concludes nothing.
import { keepsPositions } from '../../shared/orders/order-ticket.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Problem } from '../../shared/problem.js'
import {
  type Evidence,
  type IntentItem,
  isFillMissing,
  isFollowed,
  openTargets,
  type OrderIntent,
} from '../../shared/orders/trading.js'
import { touches, unreadableSentence } from '../../shared/unreadable.js'
import { type Message, messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Answer } from '../exchange/exchange-client.js'
import {
  followed,
  notChecked,
  type Settlement,
  settled,
  snapshotOf,
  withStep,
} from './intent-state.js'
import { rulesOf } from './kinds/kinds.js'
import type { Verdict } from './order-outcome.js'
import {
  createRecordsReader,
  type ExchangeRecords,
  isClosed,
  type RecordsWanted,
} from './order-records.js'
import {
  absentAfter,
  doubtsOf,
  type Finding,
  flightBegan,
  type InvestmentFinding,
  type Look,
  sentAt,
  unknownItems,
} from './order-settlement.js'
import { marketsOf } from './order-text.js'
import { createOrderWakes } from './order-wakes.js'
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

/**
 * The key may now belong to another account of the exchange, whose positions and orders say nothing
 * about an order sent with the old one.
 */
function otherKey({ keyHint }: OrderIntent): Problem {
  return {
    code: 'gone',
    message: messageOf('orders.check-now.other-key', { key: keyHint }),
    reason: 'OTHER_KEY',
  }
}

/**
 * What the response says about this order's markets: with the key it was sent with, and nothing if
 * one of them could not be read completely.
 */
function readFor(
  intent: OrderIntent,
  keyHint: string,
  answer: Answer<Position[]>,
): Answer<Position[]> {
  if (intent.keyHint !== keyHint) return fail(otherKey(intent))
  // Positions say nothing about it.
  if (!answer.ok || keepsPositions(intent.kind)) return answer
  const { value, unreadable } = answer.value
  // An absence among the others would prove nothing.
  if (unreadable === undefined || !touches(unreadable, marketsOf(intent.items))) return answer
  const message = unreadableSentence(unreadable, value.length + unreadable.length, 'position')
  return fail({ code: 'not-understood', message, reason: 'UNREAD_MEMBER' })
}

/** What the positions say now. It never decides. */
export function reconcile(
  intent: OrderIntent,
  positions: readonly Position[],
  at: UnixSeconds,
  skew: number | null,
): Evidence {
  const before = intent.evidence?.before ?? null
  const after = snapshotOf(marketsOf(intent.items), positions, at)
  return {
    before,
    after,
    ...rulesOf(intent).evidence(intent, { before, after, skew: skew ?? 0 }),
    problem: null,
  }
}

function looked(intent: OrderIntent, at: UnixSeconds, evidence: Evidence): OrderIntent {
  const { problem, verdict } = evidence
  const text =
    problem === null
      ? evidence.text
      : messageOf('orders.step.check-failed', { problem: problem.message })
  const details = { verdict, ...(problem === null ? {} : { problem: problem.code }) }
  return withStep(intent, { at, what: 'looked', text, details }, { evidence })
}

function withEnds(intent: OrderIntent, { orders }: Settlement): OrderIntent {
  return {
    ...intent,
    items: intent.items.map((item) => ({ ...item, ...orders.get(item.index) })),
  }
}

function summaryOf(evidence: Evidence | null): string {
  return JSON.stringify([
    evidence?.verdict,
    evidence?.text,
    evidence?.problem?.code ?? null,
    evidence?.after === null,
    evidence?.asked,
    evidence?.unsettled,
    evidence?.lookedUp,
  ])
}

/** An order that the stream named was accepted: lists without it are incomplete. */
const namedButAbsent: Finding = { kind: 'unclear', why: messageOf('orders.unsettled.streamed') }

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

/**
 * `changed`: an order has changed, and is saved, or queued to be saved. `lookedUp`: a lookup for
 * these has ended, whatever it found.
 */
export function createOrderReconciler(
  { profile, intents, repositories, ports }: TradingState,
  {
    changed,
    lookedUp,
  }: { changed(intent: OrderIntent): void; lookedUp(intentIds: ReadonlySet<string>): void },
) {
  const { clock, timing } = ports
  const readRecords = createRecordsReader(ports, () => stopped)
  /** By order: what consecutive lookups found, and when the first of them began, in ticks. */
  const seenSince = new Map<string, { what: string; began: number }>()
  /**
   * By target: how often it was looked up since this account was opened, and when first, in ticks.
   */
  const looksAt = new Map<string, { count: number; first: number }>()
  /**
   * By id, the round in which an order to be cancelled was last requested: each has its own, so
   * that none is skipped.
   */
  const askedById = new Map<string, number>()
  let turns = 0
  let cancel: (() => void) | null = null
  let dueAt = Infinity
  let attempt = 0
  let stopped = false
  /** Checks run one after another. */
  let turn: Promise<unknown> = Promise.resolve()

  const unknown = (): OrderIntent[] => intents.open().filter(({ state }) => state === 'unknown')
  /**
   * Orders to look up: those without a response, and those whose response did not give the outcome
   * of all of it.
   */
  const wanting = (): OrderIntent[] => [
    ...unknown(),
    ...intents.recent().filter((intent) => isFollowed(intent, clock())),
  ]
  const skew = (): number | null => ports.conditions().connection.clockSkew

  const isOurs = (intentId: string) => {
    const others = [...intents.open(), ...intents.recent()].flatMap(({ id, items }) =>
      id === intentId ? [] : items,
    )
    const knownIds = new Set(others.flatMap(({ order }) => (order === null ? [] : [order.id])))
    return ({ id, clientOrderId }: { id: string; clientOrderId: string }): boolean => {
      if (knownIds.has(id)) return true
      const taken = clientOrderId === '' ? ok([]) : repositories.orders.taken([clientOrderId])
      return taken.ok && taken.value.length > 0
    }
  }

  const canBeSearched = (intent: OrderIntent): boolean =>
    intent.keyHint === profile.keyHint && clock() - sentAt(intent) < longestSearch

  /** As many as one lookup reads by their ids: those first whose turn was longest ago. */
  const inTurn = <Target extends { id: string }>(targets: Target[], most: number): Target[] => {
    const next = targets
      .toSorted((a, b) => (askedById.get(a.id) ?? -1) - (askedById.get(b.id) ?? -1))
      .slice(0, most)
    for (const { id } of next) askedById.set(id, (turns += 1))
    return next
  }

  const wantedFor = (
    searched: readonly OrderIntent[],
    most: number,
    urgent: boolean,
  ): RecordsWanted => {
    const wanted = searched.map((intent) => ({ intent, ...rulesOf(intent).recordsWanted(intent) }))
    const markets = new Map<string, number>()
    for (const { intent, markets: theirs } of wanted)
      for (const market of theirs) {
        const from = flightBegan(intent, skew())
        if (from < (markets.get(market) ?? Infinity)) markets.set(market, from)
      }
    const targets = inTurn(
      wanted.flatMap((one) => one.targets),
      most,
    )
    const closed = inTurn(
      wanted.flatMap((one) => one.closed ?? []),
      most,
    )
    const purses = [...new Set(wanted.flatMap((one) => one.purses ?? []))]
    const investments = wanted.some((one) => one.investments)
    return { markets, investments, targets, closed, purses, urgent }
  }

  const check = async (
    client: OrdersClient,
    asked: readonly OrderIntent[],
    because: Because,
  ): Promise<Check> => {
    const [began, beganAt] = [timing.ticks(), clock()]
    const positions = await client.openPositions(undefined, { urgent: true })
    const searched = asked.filter(canBeSearched)
    // After the first few it is no longer urgent, unless somebody is waiting for it.
    const urgent = because !== null || attempt <= firstPauses.length
    const most = isForMessage(because) ? mostForMessage : mostByIds
    const wanted = wantedFor(searched, most, urgent)
    const records = stopped || searched.length === 0 ? null : await readRecords(client, wanted)
    const drift = clock() - beganAt - (timing.ticks() - began) / 1000
    const isSteady = drift < mostClockDrift && drift > -mostClockDrift
    const idsOf = (some: readonly OrderIntent[]): Set<string> => new Set(some.map(({ id }) => id))
    return {
      began,
      ids: idsOf(asked),
      searched: idsOf(searched),
      positions,
      records: isSteady ? records : null,
    }
  }

  /** Whether this lookup and one long enough before found the same. */
  const isLasting = (key: string, what: string, began: number, seconds: number): boolean => {
    const since = seenSince.get(key)
    if (since?.what !== what) seenSince.set(key, { what, began })
    if (since?.what !== what || began - since.began < seconds * 1000) return false
    seenSince.delete(key)
    return true
  }

  /** What this lookup settles of one order; null if nothing. */
  const verdictOf = (key: string, finding: Finding, began: number): Verdict | null => {
    if ('lasting' in finding)
      return isLasting(key, finding.kind, began, finding.lasting) ? finding.verdict : null
    if (finding.kind !== 'unread') seenSince.delete(key)
    return finding.kind === 'found' ? finding.verdict : null
  }

  const investmentOf = (
    key: string,
    found: InvestmentFinding | null,
    began: number,
  ): Settlement['investment'] => {
    if (found === 'closed') return found
    if (found === 'unclear') seenSince.delete(key)
    return found === 'active' && isLasting(key, found, began, absentAfter) ? found : null
  }

  const settlementOf = (
    intent: OrderIntent,
    evidence: Evidence,
    look: Look,
    began: number,
  ): { settlement: Settlement; doubts: MessageOrText[] } => {
    const found = rulesOf(intent).settle(intent, look, evidence)
    const findings = new Map(
      [...found.orders].map(([index, finding]): [number, Finding] => [
        index,
        finding.kind === 'absent' && wakes.wasNamed(intent.id, index) ? namedButAbsent : finding,
      ]),
    )
    const orders = new Map<number, Verdict>()
    const remarks: Message[] = []
    for (const [index, finding] of findings) {
      const verdict = verdictOf(`${intent.id} ${index}`, finding, began)
      if (verdict !== null) orders.set(index, verdict)
      if (finding.kind === 'found') remarks.push(...finding.remarks)
    }
    const investment = investmentOf(intent.id, found.investment, began)
    return { settlement: { orders, investment, remarks }, doubts: doubtsOf(findings) }
  }

  const isLookedAt = (intent: OrderIntent, { index }: IntentItem): boolean =>
    (looksAt.get(`${intent.id} ${index}`)?.count ?? 0) >= firstPauses.length

  /** A price that could not be read this time is read again, unless it is closed to the key. */
  const wasRead = (item: IntentItem, { targets, closing }: ExchangeRecords): boolean => {
    if (item.target?.kind === 'order') return targets.has(item.target.id)
    if (!isFillMissing(item)) return true
    const reads = closing.get(item.target?.id ?? '')?.reads
    return reads?.every(({ problem }) => problem === null || isClosed(problem)) ?? false
  }

  /** Orders share the lookups by turns, so one counts only for those whose turn it was. */
  const countLooks = (intent: OrderIntent, { began, searched, records }: Check): void => {
    if (records === null && searched.has(intent.id)) return
    for (const item of openTargets(intent)) {
      const { index } = item
      if (records !== null && searched.has(intent.id) && !wasRead(item, records)) continue
      const key = `${intent.id} ${index}`
      const { count, first } = looksAt.get(key) ?? { count: 0, first: began }
      looksAt.set(key, { count: count + 1, first })
    }
  }

  /**
   * Each unsettled target was looked up as often as it helps, over at least the time two lookups
   * must be apart.
   */
  const isLookedUp = (intent: OrderIntent, began: number): boolean => {
    const left = openTargets(intent)
    const isLongAgo = ({ index }: IntentItem): boolean => {
      const { first = began } = looksAt.get(`${intent.id} ${index}`) ?? {}
      return began - first >= absentAfter * 1000
    }
    return (
      intent.state === 'acknowledged' &&
      left.length > 0 &&
      left.every((item) => isLookedAt(intent, item) && isLongAgo(item))
    )
  }

  /**
   * Saved if it says something new. It is a step of the timeline only if the verdict changes, the
   * user asked, or it is settled.
   */
  const apply = (made: Check, because: Because): void => {
    const { began, ids, searched, positions, records } = made
    const asked = because !== null && 'asked' in because ? because.asked : null
    for (const intent of wanting().filter(({ id }) => ids.has(id))) {
      if (!isForMessage(because)) countLooks(intent, made)
      const read = readFor(intent, profile.keyHint, positions)
      const own = searched.has(intent.id) ? records : null
      const before = intent.evidence ?? notChecked
      const look: Look | null = own && {
        records: own,
        positions: read.ok ? { list: read.value.value, at: read.value.at } : null,
        skew: skew(),
        isOurs: isOurs(intent.id),
      }
      // A failed read concludes nothing: what was known stays. Nor does a lookup of a price.
      const isKept = keepsPositions(intent.kind) && intent.keyHint === profile.keyHint
      const open = openTargets(intent)
      const isPriceOnly = open.length > 0 && open.every(isFillMissing)
      const seen: Evidence = isPriceOnly
        ? before
        : isKept
          ? { ...before, problem: null }
          : read.ok
            ? { ...before, ...reconcile(intent, read.value.value, read.value.at, skew()) }
            : { ...before, problem: read.error }
      const { settlement, doubts } =
        look === null ? { settlement: null, doubts: [] } : settlementOf(intent, seen, look, began)
      const isOver = isLookedUp(settlement === null ? intent : withEnds(intent, settlement), began)
      const evidence: Evidence = {
        ...seen,
        ...(look === null
          ? {}
          : { asked: rulesOf(intent).asked(intent, look.records), unsettled: doubts }),
        ...(isOver ? { lookedUp: true } : {}),
      }
      const isUnknown = intent.state === 'unknown'
      const isFirst = !intent.timeline.some(({ what }) => what === 'looked')
      const isStep =
        isUnknown &&
        (intent.id === asked || isFirst || evidence.verdict !== intent.evidence?.verdict)
      const isSettled =
        settlement !== null && (settlement.orders.size > 0 || settlement.investment !== null)
      if (!isStep && !isSettled && summaryOf(evidence) === summaryOf(intent.evidence)) continue
      const at = clock()
      const known = isStep ? looked(intent, at, evidence) : { ...intent, evidence }
      const next = !isSettled
        ? known
        : isUnknown
          ? settled(known, at, settlement)
          : followed(known, at, settlement)
      intents.saveOrKeep(next)
      changed(next)
      if (isSettled) ports.refreshAfterWrite(next.kind)
    }
  }

  /** Null if there is no connection now: then nothing was tried. */
  const look = (because: Because): Promise<Check | null> => {
    const next = turn.then(async (): Promise<Check | null> => {
      const client = stopped ? null : ports.client()
      const meant = isForMessage(because)
        ? wanting().filter(({ id }) => because.named.has(id))
        : wanting()
      if (client === null || (isForMessage(because) && meant.length === 0)) return null
      const made = await check(client, meant, because)
      if (stopped) return made
      apply(made, because)
      // One that was early proves nothing: the user is not notified because of it.
      if (!isForMessage(because)) lookedUp(made.ids)
      return made
    })
    turn = next.catch(() => undefined)
    return next
  }

  const checkAll = async (): Promise<void> => {
    try {
      if ((await look(null)) === null) attempt -= 1
    } finally {
      schedule()
    }
  }

  const schedule = (): void => {
    if (stopped || cancel !== null || wanting().length === 0) return
    const isInTurn = wanting().some((intent) =>
      openTargets(intent).some((item) => !isLookedAt(intent, item)),
    )
    const seconds = firstPauses[attempt] ?? (isInTurn ? pauseInTurn : laterPause)
    attempt += 1
    dueAt = timing.ticks() + seconds * 1000
    cancel = timing.after(seconds * 1000, () => {
      cancel = null
      void checkAll()
    })
  }

  const wakes = createOrderWakes({
    timing,
    openItems: () =>
      wanting()
        .filter(canBeSearched)
        .map((intent) => ({
          intentId: intent.id,
          items: [...unknownItems(intent), ...openTargets(intent)],
        })),
    inFlight: () => intents.open().filter(({ state }) => state === 'intent' || state === 'sending'),
    lookUp: async (named) => {
      await look({ named })
    },
  })

  return {
    /**
     * An order became unknown, or its response left something open: check soon. A series of them
     * must not postpone the check for ever.
     */
    start: (intentId?: string): void => {
      if (intentId !== undefined) wakes.leftOpen(intentId)
      attempt = 0
      if (cancel !== null && dueAt - timing.ticks() <= (firstPauses[0] ?? 0) * 1000) {
        attempt = 1
        return
      }
      cancel?.()
      cancel = null
      schedule()
    },
    checkNow: async (id: string): Promise<Result<null, Problem>> => {
      const asked = unknown().find((intent) => intent.id === id)
      if (asked === undefined) return fail(notInRecord)
      if (asked.keyHint !== profile.keyHint) return fail(otherKey(asked))
      if (ports.client() === null) return fail(noConnection)
      const made = await look({ asked: id })
      if (stopped) return fail(closedMeanwhile)
      if (made === null) return fail(noConnection)
      const read = readFor(asked, profile.keyHint, made.positions)
      return read.ok || keepsPositions(asked.kind) ? ok(null) : read
    },
    named: wakes.named,
    stop: (): void => {
      stopped = true
      wakes.stop()
      cancel?.()
      cancel = null
    },
  }
}
