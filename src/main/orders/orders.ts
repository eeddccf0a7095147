// The order engine of one account: one confirmation is at most one request on the wire, and what became of it is known, or said not to
// be known.
import type { Profile } from '../../shared/domain/account.js'
import type { OrderTicket } from '../../shared/domain/order-ticket.js'
import type { Problem } from '../../shared/domain/problem.js'
import {
  type ExportFormat,
  type Exported,
  type IntentPage,
  type IntentQuery,
  noTrading,
  type OrderIntent,
  type OrderPreview,
  type TradeLimits,
  type TradeObstacle,
  type TradingView,
} from '../../shared/domain/trading.js'
import { touches } from '../../shared/domain/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { seenAfter } from './intent-state.js'
import { createOrderDesk } from './order-review.js'
import { createOrderDispatch } from './order-submission.js'
import { sightingOf } from './reconciliation.js'
import { decide, liftOne } from './order-resolution.js'
import { openOrderSession, tallyOfToday } from './order-session.js'
import { createOrderTracker } from './order-reconciler.js'
import { isoTime, marketsOf } from './order-words.js'
import { allIntents, exportText } from './orders-export.js'
import type { OrdersMemory, OrdersPorts } from './orders-ports.js'
import { obstaclesOf } from './pre-trade-checks.js'
import { createTradeSwitch } from './trading-arm.js'
import { createTradingSwitches } from './trading-settings.js'

type Soon<T> = Promise<Result<T, Problem>>

export type Orders = {
  read(): TradingView
  allow(allowed: boolean): Soon<null>
  arm(): Soon<{ until: UnixSeconds }>
  /** `why` is for the log. */
  disarm(why?: string): void
  changeLimits(limits: TradeLimits): Soon<null>
  favourite(market: string, on: boolean): Result<null, Problem>
  prepare(ticket: OrderTicket, page: string): Result<OrderPreview, Problem>
  confirm(token: string, page: string): Soon<{ intentId: string }>
  discard(token: string): void
  intent(id: string): Result<OrderIntent, Problem>
  page(query: IntentQuery): Result<IntentPage, Problem>
  look(id: string): Soon<null>
  resolve(answer: { id: string; item: number | null; as: 'filled' | 'not-filled'; typed: string }): Result<null, Problem>
  liftBlock(id: string, typed: string): Result<null, Problem>
  exportAll(format: ExportFormat): Soon<Exported>
  /** A document will not speak again: nothing it prepared can be confirmed. */
  pageGone(page: string): void
  /** Another account comes on screen. */
  leave(): void
  /** Nothing more is sent. What is on its way is waited for by the journal. */
  beginQuit(): void
  /** The computer slept: what was under way is unknown until an answer comes, and trading is disarmed. */
  slept(): void
  /** How things stand may have changed. Call it on changes and every second or so. */
  refresh(): void
  /** Tells nobody anything any more. What is on its way is listened to all the same. */
  close(): void
}

/** Seconds after an answer in which a look at positions is still the next one. */
const nextLookWithin = 120

const notInRecord: Problem = { code: 'gone', message: 'This order is not in the record of this account.' }
const closedNow: TradeObstacle = { code: 'no-account', message: 'This account is closed.' }
const quittingNow: TradeObstacle = { code: 'no-account', message: 'Plimsoll is quitting.' }

/** Settles what an earlier run left in the middle, and tells how things stand before it returns. */
export const openOrders = (profile: Profile, memory: OrdersMemory, ports: OrdersPorts): Orders => {
  const { clock, timing, journal } = ports
  const session = openOrderSession(profile, memory, ports)
  const { book } = session
  let closed = false
  let shown = ''
  let told = ''

  const obstacles = (): TradeObstacle[] => {
    if (closed) return [closedNow]
    if (journal.isQuitting()) return [quittingNow]
    const seen = ports.circumstances()
    const record = { ...seen.journal, problem: session.recordProblem ?? seen.journal.problem }
    const { readOnly } = session.settings
    const stand = { readOnly, armed: trade.armed(), client: ports.client() !== null, demo: profile.region === 'demo' }
    return obstaclesOf({ ...seen, journal: record }, stand, clock())
  }

  const view = (): TradingView => {
    const { settings } = session
    const tally = tallyOfToday(session, clock)
    return {
      profileId: profile.id,
      readOnly: settings.readOnly,
      armedUntil: trade.armedUntil(),
      obstacles: obstacles(),
      blocks: book.blocks(),
      limits: settings.limits,
      usedToday: tally.ok ? tally.value.used() : noTrading.usedToday,
      favourites: settings.favourites,
      open: book.open(),
      recent: book.recent(),
    }
  }

  /** What changes without an event of its own: obstacles, the arming, the day. */
  const moods = (): string => JSON.stringify([obstacles(), trade.armedUntil(), session.tally.day()])

  const tellTroubles = (): void => {
    const list = book.troubles()
    const text = JSON.stringify(list)
    if (text === told) return
    told = text
    ports.troubles(list)
  }

  const show = (): void => {
    if (closed) return
    shown = moods()
    ports.changed(view())
    tellTroubles()
  }

  const noteChange = (intent: OrderIntent): void => {
    session.tally.update(intent)
    if (intent.state === 'unknown') tracker.wake()
    show()
  }

  /** What a filled order led to, for its place in the history. */
  const noteAfter = (): void => {
    const { value, asOf, unreadable } = ports.circumstances().positions
    if (value === null || asOf === null) return
    for (const intent of [...book.open(), ...book.recent()]) {
      const answeredAt = intent.timeline.findLast(({ what }) => what === 'answered')?.at ?? asOf
      const isDue = intent.kind === 'market' && intent.state === 'acknowledged' && intent.evidence?.after === null
      const isNext = answeredAt < asOf && asOf - answeredAt < nextLookWithin
      const markets = marketsOf(intent.items)
      if (isDue && isNext && intent.keyHint === profile.keyHint && !touches(unreadable, markets))
        book.put(seenAfter(intent, sightingOf(markets, value, asOf)))
    }
  }

  const trade = createTradeSwitch({ clock, timing, ended: show })
  const tracker = createOrderTracker({
    clock,
    timing,
    unknown: () => book.open().filter(({ state }) => state === 'unknown'),
    look: () => ports.client()?.openPositions(undefined, { urgent: true }) ?? null,
    clockSkew: () => ports.circumstances().connection.clockSkew,
    keyHint: profile.keyHint,
    found: (intent) => {
      book.put(intent)
      show()
    },
  })
  const { home, release } = createOrderDispatch({ ports, session, isOpen: () => !closed, changed: noteChange })
  const desk = createOrderDesk({
    clock,
    timing,
    randomHex: ports.randomHex,
    client: ports.client,
    session,
    obstacles,
    positions: () => {
      const { value, asOf, unreadable = [] } = ports.circumstances().positions
      return { list: value ?? [], asOf, unreadable }
    },
    ask: ports.ask,
    release,
  })

  const disarm = (why = 'asked for'): void => {
    const was = trade.disarm()
    desk.voidAll()
    journal.holdBack(home)
    if (was) ports.log('trading disarmed', { why })
    show()
  }

  const {
    flush: flushSettings,
    dropQuestions,
    ...switches
  } = createTradingSwitches({
    unsaved: journal.unsavedSettings,
    session,
    obstacles,
    ask: ports.ask,
    trade,
    disarm: () => disarm('read-only'),
    changed: show,
  })

  /** A person's decision counts once it is on disk. */
  const decided = (id: string, change: (intent: OrderIntent) => Result<OrderIntent, Problem>): Result<null, Problem> => {
    const intent = book.open().find((one) => one.id === id)
    if (intent === undefined) return fail(notInRecord)
    const next = change(intent)
    if (!next.ok) return next
    const written = book.putFirstOnDisk(next.value)
    if (written.ok) noteChange(next.value)
    return written
  }

  journal.opened(home)
  tracker.wake()
  show()

  return {
    read: view,
    ...switches,
    disarm,
    prepare: desk.prepare,
    confirm: desk.confirm,
    discard: desk.discard,
    intent: (id) => {
      const found = book.find(id)
      if (!found.ok) return found
      return found.value === null ? fail(notInRecord) : ok(found.value)
    },
    page: (query) => {
      journal.flush()
      return memory.orders.page(profile.id, query)
    },
    look: (id) => {
      const intent = book.open().find((one) => one.id === id)
      return intent?.state === 'unknown' ? tracker.lookNow(id) : Promise.resolve(fail(notInRecord))
    },
    resolve: (answer) => decided(answer.id, (intent) => decide(intent, clock(), answer)),
    liftBlock: (id, typed) => decided(id, (intent) => liftOne(intent, clock(), typed)),
    exportAll: async (format) => {
      journal.flush()
      const all = await allIntents(memory.orders, profile.id, timing)
      if (!all.ok) return all
      const { text, rows } = exportText(format, all.value)
      const day = isoTime(clock()).slice(0, 10)
      const saved = await ports.saveText({ suggestedName: `plimsoll-orders-${day}.${format}`, text })
      if (!saved.ok) return saved
      return ok({ saved: saved.value !== null, rows: saved.value === null ? 0 : rows, file: saved.value?.file ?? null })
    },
    pageGone: desk.pageGone,
    leave: () => {
      dropQuestions()
      disarm('another account is shown')
    },
    beginQuit: () => {
      journal.beginQuit()
      disarm('quitting')
    },
    slept: () => {
      disarm('sleep')
      journal.giveUp(home, 'the computer slept, or its clock was set, while it was under way')
    },
    refresh: () => {
      if (closed) return
      journal.tend()
      flushSettings()
      noteAfter()
      tallyOfToday(session, clock)
      if (moods() !== shown) show()
    },
    close: () => {
      if (closed) return
      closed = true
      dropQuestions()
      disarm('account closed')
      tracker.stop()
      journal.flush()
    },
  }
}
