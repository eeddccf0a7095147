// The order engine: one confirmation is at most one request on the wire, and what became of it is known, or said not to be known.
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
import { createOrderDesk } from './order-desk.js'
import { createOrderDispatch } from './order-dispatch.js'
import { seenAfter } from './intent-life.js'
import { createOrderJournal } from './order-journal.js'
import { decide, liftOne } from './order-resolution.js'
import { openOrderSession, type OrderSession, tallyOfToday } from './order-session.js'
import { sightingOf } from './order-evidence.js'
import { createOrderTracker, type OrderTracker } from './order-tracker.js'
import { isoTime, marketsOf } from './order-words.js'
import { allIntents, exportText } from './orders-export.js'
import type { OrdersMemory, OrdersPorts, TradingSettings } from './orders-ports.js'
import { obstaclesOf } from './trade-gates.js'
import { createTradeSwitch } from './trade-switch.js'
import { createTradingSwitches } from './trading-settings.js'

type Soon<T> = Promise<Result<T, Problem>>

export type Orders = {
  read(): TradingView
  allow(allowed: boolean): Soon<null>
  arm(): Soon<{ until: UnixSeconds }>
  /** Locks, sleep, quitting and a change of account disarm, too; `why` is for the log. */
  disarm(why?: string): void
  changeLimits(limits: TradeLimits): Soon<null>
  favourite(market: string, on: boolean): Result<null, Problem>
  prepare(ticket: OrderTicket, page: string): Result<OrderPreview, Problem>
  confirm(token: string, page: string): Soon<{ intentId: string }>
  discard(token: string): void
  intent(id: string): Result<OrderIntent, Problem>
  /** An order as it is now where the disk has not taken it yet, of whichever account. */
  waiting(id: string): OrderIntent | undefined
  page(query: IntentQuery): Result<IntentPage, Problem>
  look(id: string): Soon<null>
  resolve(answer: { id: string; item: number | null; as: 'filled' | 'not-filled'; typed: string }): Result<null, Problem>
  liftBlock(id: string, typed: string): Result<null, Problem>
  exportAll(format: ExportFormat): Soon<Exported>
  /** An account was opened. Settles what an earlier run left in the middle. */
  start(profile: Profile, memory: OrdersMemory): void
  /** No account is open any more. What is on its way is listened to all the same. */
  end(): void
  /** A document will not speak again: nothing it prepared can be confirmed. */
  pageGone(page: string): void
  /** Orders whose answer is awaited. */
  openCount(): number
  /** Sends nothing more, waits for what is under way, and calls unknown what has no answer by then. */
  beforeQuit(): Promise<void>
  /** The computer slept: what was under way is unknown until an answer comes, and trading is disarmed. */
  slept(): void
  /** How things stand may have changed. Call it on changes and every second or so. */
  refresh(): void
}

/** Longer than the client's deadline for a call that moves money. */
const usualQuitPatience = 35_000

/** Seconds after an answer in which a look at positions is still the next one. */
const nextLookWithin = 120

const nobody: Problem = { code: 'trading-off', message: 'No account is open.', reason: 'no-account' }
const notInRecord: Problem = { code: 'gone', message: 'This order is not in the record of the open account.' }
const quittingNow: TradeObstacle = { code: 'no-account', message: 'Plimsoll is quitting.' }

export const createOrders = (ports: OrdersPorts): Orders => {
  const { clock, timing } = ports
  let session: OrderSession | null = null
  let tracker: OrderTracker | null = null
  let quitting = false
  let shown = ''
  let told = ''

  const obstacles = (): TradeObstacle[] => {
    if (quitting) return [quittingNow]
    if (session === null) return obstaclesOf(null, { readOnly: true, armed: false, client: false }, clock())
    const seen = ports.circumstances()
    const journal = { ...seen.journal, problem: session.recordProblem ?? seen.journal.problem }
    const { profile, settings } = session
    const client = ports.client(profile.id) !== null
    const stand = { readOnly: settings.readOnly, armed: trade.armed(), client, demo: profile.region === 'demo' }
    return obstaclesOf({ ...seen, journal }, stand, clock())
  }

  const view = (): TradingView => {
    if (session === null) return noTrading
    const { profile, settings, book } = session
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
  const moods = (): string => JSON.stringify([session?.profile.id, obstacles(), trade.armedUntil(), session?.tally.day()])

  const tellTroubles = (): void => {
    if (session === null) return
    const list = session.book.troubles()
    const text = JSON.stringify([session.profile.id, list])
    if (text === told) return
    told = text
    ports.troubles(session.profile.id, list)
  }

  const show = (): void => {
    const now = view()
    shown = moods()
    ports.changed(now)
    tellTroubles()
  }

  const journal = createOrderJournal()

  /** Settings, by profile, that count although the disk refused them. */
  const unwritten = new Map<string, TradingSettings>()

  const trade = createTradeSwitch({ clock, timing, ended: () => show() })

  const noteChange = (home: OrderSession, intent: OrderIntent): void => {
    home.tally.update(intent)
    if (home !== session) {
      if (intent.state === 'unknown' || intent.blocks) ports.troubleElsewhere(intent)
      return
    }
    if (intent.state === 'unknown') tracker?.wake()
    show()
  }

  /** What a filled order led to, for its place in the history. */
  const noteAfter = (): void => {
    const { value, asOf, unreadable } = ports.circumstances().positions
    if (session === null || value === null || asOf === null) return
    const { book, profile } = session
    for (const intent of [...book.open(), ...book.recent()]) {
      const answeredAt = intent.timeline.findLast(({ what }) => what === 'answered')?.at ?? asOf
      const isDue = intent.kind === 'market' && intent.state === 'acknowledged' && intent.evidence?.after === null
      const isNext = answeredAt < asOf && asOf - answeredAt < nextLookWithin
      const markets = marketsOf(intent.items)
      if (isDue && isNext && intent.keyHint === profile.keyHint && !touches(unreadable, markets))
        book.put(seenAfter(intent, sightingOf(markets, value, asOf)))
    }
  }

  const dispatch = createOrderDispatch({ ports, session: () => session, changed: noteChange })

  const desk = createOrderDesk({
    clock,
    timing,
    randomHex: ports.randomHex,
    client: ports.client,
    session: () => session,
    obstacles,
    positions: () => {
      const { value, asOf, unreadable = [] } = ports.circumstances().positions
      return { list: value ?? [], asOf, unreadable }
    },
    ask: ports.ask,
    release: dispatch.release,
  })

  const disarm = (why = 'asked for'): void => {
    const was = trade.disarm()
    desk.voidAll()
    dispatch.holdBack()
    if (was) ports.log('trading disarmed', { why })
    if (session !== null) show()
  }

  const { flush: flushSettings, ...switches } = createTradingSwitches({
    unwritten,
    session: () => session,
    obstacles,
    ask: ports.ask,
    trade,
    disarm: () => disarm('read-only'),
    changed: show,
  })

  const end = (): void => {
    if (session === null) return
    disarm('account closed')
    tracker?.stop()
    tracker = null
    journal.flush()
    session = null
    told = ''
    show()
  }

  const start = (profile: Profile, memory: OrdersMemory): void => {
    end()
    const opened = openOrderSession(profile, memory, ports, journal, dispatch.isOnItsWay)
    dispatch.adopt(opened)
    opened.settings = unwritten.get(profile.id) ?? opened.settings
    session = opened
    tracker = createOrderTracker({
      clock,
      timing,
      unknown: () => opened.book.open().filter(({ state }) => state === 'unknown'),
      look: () => ports.client(profile.id)?.openPositions(undefined, { urgent: true }) ?? null,
      clockSkew: () => ports.circumstances().connection.clockSkew,
      keyHint: profile.keyHint,
      found: (intent) => {
        opened.book.put(intent)
        if (session === opened) show()
      },
    })
    tracker.wake()
    show()
  }

  const inOpenBook = <T>(work: (here: OrderSession) => Result<T, Problem>): Result<T, Problem> =>
    session === null ? fail(nobody) : work(session)

  /** A person's decision counts once it is on disk. */
  const decided = (id: string, change: (intent: OrderIntent) => Result<OrderIntent, Problem>): Result<null, Problem> =>
    inOpenBook((here) => {
      const intent = here.book.open().find((one) => one.id === id)
      if (intent === undefined) return fail(notInRecord)
      const next = change(intent)
      if (!next.ok) return next
      const written = here.book.putFirstOnDisk(next.value)
      if (written.ok) noteChange(here, next.value)
      return written
    })

  return {
    read: view,
    ...switches,
    disarm,
    prepare: desk.prepare,
    confirm: desk.confirm,
    discard: desk.discard,
    intent: (id) =>
      inOpenBook(({ book }) => {
        const found = book.find(id)
        if (!found.ok) return found
        return found.value === null ? fail(notInRecord) : ok(found.value)
      }),
    waiting: journal.waiting,
    page: (query) =>
      inOpenBook(({ memory, profile }) => {
        journal.flush()
        return memory.orders.page(profile.id, query)
      }),
    look: (id) => {
      const intent = session?.book.open().find((one) => one.id === id)
      if (tracker === null || intent?.state !== 'unknown') return Promise.resolve(fail(notInRecord))
      return tracker.lookNow(id)
    },
    resolve: (answer) => decided(answer.id, (intent) => decide(intent, clock(), answer)),
    liftBlock: (id, typed) => decided(id, (intent) => liftOne(intent, clock(), typed)),
    exportAll: async (format) => {
      if (session === null) return fail(nobody)
      const here = session
      journal.flush()
      const all = await allIntents(here.memory.orders, here.profile.id, timing)
      if (!all.ok) return all
      const { text, rows } = exportText(format, all.value)
      const day = isoTime(clock()).slice(0, 10)
      const saved = await ports.saveText({ suggestedName: `plimsoll-orders-${day}.${format}`, text })
      if (!saved.ok) return saved
      return ok({ saved: saved.value !== null, rows: saved.value === null ? 0 : rows, file: saved.value?.file ?? null })
    },
    start,
    end,
    pageGone: desk.pageGone,
    openCount: dispatch.count,
    beforeQuit: async () => {
      quitting = true
      disarm('quitting')
      await dispatch.allEnded(ports.quitPatience ?? usualQuitPatience)
      dispatch.giveUp('Plimsoll was quit before an answer came')
    },
    slept: () => {
      disarm('sleep')
      dispatch.giveUp('the computer slept, or its clock was set, while it was under way')
    },
    refresh: () => {
      journal.flush()
      flushSettings()
      noteAfter()
      if (session !== null) tallyOfToday(session, clock)
      if (moods() !== shown) show()
    },
  }
}
