// The order engine in a room of its own: a clock that stands still, an exchange that answers as told, a record that can fail.
import { createHash } from 'node:crypto'
import { createOrderJournal, type TradingSettings } from '../../src/main/orders/order-journal.js'
import { openOrders, type Orders } from '../../src/main/orders/orders.js'
import type {
  Circumstances,
  MoveAnswer,
  MoveReply,
  Move,
  Mover,
  OrdersClient,
  OrdersMemory,
  OrdersPorts,
  PreparedMove,
  Question,
} from '../../src/main/orders/orders-ports.js'
import type { Profile } from '../../src/shared/domain/account.js'
import type { BulkTicket, LimitRow, MarketTicket } from '../../src/shared/domain/order-ticket.js'
import type { LimitOrderDraft, MarketOrderDraft, Order } from '../../src/shared/domain/order.js'
import type { Position } from '../../src/shared/domain/position.js'
import type { Problem } from '../../src/shared/domain/problem.js'
import { defaultTradeLimits, type OrderIntent, type OrderTrouble, type TradingView } from '../../src/shared/domain/trading.js'
import { fail, ok } from '../../src/shared/result.js'
import { createVirtualTime } from './virtual-time.js'

export const ourPage = '1.1'

export const aTradingProfile = (some: Partial<Profile> = {}): Profile => ({
  id: '0b0e8bb0-5a0f-4b7e-9d8c-0123456789ab',
  name: 'Main account',
  region: 'global',
  baseUrl: 'https://exchange.example',
  dialect: 'spec',
  keyHint: 'abcd…wxyz',
  keyStorage: 'keychain',
  createdAt: 1_760_000_000,
  ...some,
})

export const aTicket = (some: Partial<MarketTicket> = {}): MarketTicket => ({
  kind: 'market',
  market: 'BTC_USDT',
  side: 'buy',
  amount: '0.01',
  stopLoss: null,
  takeProfit: null,
  positionSide: null,
  clientOrderId: null,
  ...some,
})

export const aRow = (some: Partial<LimitRow> = {}): LimitRow => ({
  market: 'BTC_USDT',
  side: 'buy',
  amount: '0.001',
  price: '40000',
  postOnly: false,
  ioc: false,
  rpi: false,
  clientOrderId: null,
  ...some,
})

export const aBulkTicket = (
  rows: Partial<LimitRow>[] = [{}, { side: 'sell', price: '41000' }],
  some: Partial<BulkTicket> = {},
): BulkTicket => ({
  kind: 'bulk',
  rows: rows.map(aRow),
  stopOnFail: false,
  retryOf: null,
  ...some,
})

export const aPosition = (some: Partial<Position> = {}): Position => ({
  id: '1',
  market: 'BTC_USDT',
  openedAt: '1759990000.5',
  modifiedAt: '1759990000.5',
  amount: '0.05',
  entryPrice: '40000',
  liquidationPrice: '20000',
  unrealizedPnl: '50',
  positionSide: 'BOTH',
  ...some,
})

const marketEcho = ({ positionSide, stopLoss, takeProfit }: MarketOrderDraft): Partial<Order> => ({
  positionSide: positionSide ?? 'BOTH',
  ...(stopLoss === undefined && takeProfit === undefined
    ? {}
    : { oto: { id: '55', stopLoss: stopLoss ?? null, takeProfit: takeProfit ?? null } }),
})

/** As the exchange echoes a draft. */
export const echoOf = (draft: MarketOrderDraft | LimitOrderDraft, some: Partial<Order> = {}): Order => ({
  id: '987654321',
  clientOrderId: draft.clientOrderId ?? '',
  market: draft.market,
  side: draft.side,
  type: 'price' in draft ? 'limit' : 'market',
  timestamp: '1760000001.5',
  dealMoney: '0',
  dealStock: '0',
  amount: draft.amount,
  left: draft.amount,
  dealFee: '0',
  status: 'NEW',
  ...('price' in draft ? { price: draft.price, postOnly: draft.postOnly, ioc: draft.ioc, rpi: draft.rpi } : marketEcho(draft)),
  ...some,
})

export const goodReply = (move: Move): MoveReply => {
  if (move.kind === 'close-investment') return { kind: move.kind }
  if (move.kind === 'market') {
    const filled = { status: 'FILLED', left: '0', dealStock: move.draft.amount, dealMoney: '400' }
    return { kind: move.kind, order: echoOf(move.draft, filled) }
  }
  return { kind: move.kind, entries: move.draft.orders.map((draft) => ({ kind: 'placed', order: echoOf(draft) })) }
}

export const good = (move: Move): MoveAnswer => ok({ reply: goodReply(move), at: 0 })
export const unknownAnswer = (reason = 'TIMEOUT'): MoveAnswer =>
  fail({ outcome: 'unknown', problem: { code: 'outcome-unknown', message: 'It is not known.', reason } })
export const rejectedAnswer = (status = 400): MoveAnswer =>
  fail({
    outcome: 'rejected',
    problem: { code: 'refused', message: 'Refused.', server: { status, code: 30, message: 'Validation failed' } },
  })
export const notSentAnswer = (): MoveAnswer => fail({ outcome: 'not-sent', problem: { code: 'unreachable', message: 'No way there.' } })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export type Sent = { move: Move; body: string; nonce: string }
type Answering = (move: Move) => MoveAnswer | Promise<MoveAnswer>

/** Keeps the rules of the real one: its own preparations only, each at most once, nothing past an escort that holds it back. */
export const createFakeMover = (events: string[]) => {
  const sent: Sent[] = []
  const ready = new Map<PreparedMove, Move>()
  let answering: Answering = good
  let beforeSigning: Promise<unknown> = Promise.resolve()
  let beforeFirstByte: Promise<unknown> | null = null
  let nonce = 1000
  const mover: Mover = {
    prepare: (move) => {
      const body = JSON.stringify(move)
      const prepared = { kind: move.kind, body, bodyHash: sha256(body) }
      ready.set(prepared, move)
      return ok(prepared)
    },
    send: async (prepared, escort) => {
      const move = ready.get(prepared)
      if (move === undefined) throw new Error('it was not prepared here, or went out before')
      ready.delete(prepared)
      await beforeSigning
      nonce += 1
      const passed = escort.onSigned({ bodyHash: prepared.bodyHash, requestHash: sha256(`${prepared.body}${nonce}`), nonce: String(nonce) })
      if (!passed.ok) return fail({ outcome: 'not-sent', problem: passed.error })
      if (beforeFirstByte !== null) await beforeFirstByte
      if (!escort.mayLeave()) return fail({ outcome: 'not-sent', problem: { code: 'gone', message: 'Closed.', reason: 'HELD_BACK' } })
      events.push('first byte')
      escort.onFirstByte()
      sent.push({ move, body: prepared.body, nonce: String(nonce) })
      const answer = await answering(move)
      if (answer.ok) escort.onAnswered(200)
      else if (answer.error.problem.server !== undefined) escort.onAnswered(answer.error.problem.server.status)
      return answer
    },
  }
  return {
    mover,
    sent,
    answers: (next: Answering) => {
      answering = next
    },
    /** Keeps the next call waiting for its turn. */
    queued: (until: Promise<unknown>) => {
      beforeSigning = until
    },
    /** Keeps the next call waiting for its connection, signed as it is. */
    connects: (until: Promise<unknown>) => {
      beforeFirstByte = until
    },
  }
}

const diskFull: Problem = { code: 'store-trouble', message: 'The disk is full.', reason: 'DISK_FULL' }
const openStates = ['intent', 'sending', 'unknown']

/** A record in plain maps. `fails` makes it refuse what its filter names. */
export const createFakeMemory = (events: string[] = []) => {
  const intents = new Map<string, OrderIntent>()
  const notionals = new Map<string, { quote: string; notional: string | null }[]>()
  const ids = new Set<string>()
  const settings = new Map<string, TradingSettings>()
  let fails: (what: 'add' | 'save' | 'settings', intent?: OrderIntent) => boolean = () => false
  const of = (profileId: string): OrderIntent[] =>
    [...intents.values()].filter((one) => one.profileId === profileId).sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  const memory: OrdersMemory = {
    orders: {
      add: (intent, some) => {
        if (fails('add', intent)) return fail(diskFull)
        if (intent.items.some(({ clientOrderId }) => ids.has(clientOrderId))) return ok('taken')
        for (const { clientOrderId } of intent.items) ids.add(clientOrderId)
        intents.set(intent.id, intent)
        notionals.set(intent.id, [...some])
        events.push(`on disk: ${intent.state}`)
        return ok('added')
      },
      save: (intent) => {
        if (fails('save', intent)) return fail(diskFull)
        if (!intents.has(intent.id)) return fail({ code: 'gone', message: 'It is gone.' })
        intents.set(intent.id, intent)
        events.push(`on disk: ${intent.state}`)
        return ok(null)
      },
      find: (profileId, id) => ok(of(profileId).find((intent) => intent.id === id) ?? null),
      page: (profileId, { after, limit, states, kinds }) => {
        const all = of(profileId).filter(
          (one) =>
            (states === null || states.includes(one.state)) &&
            (kinds === null || kinds.includes(one.kind)) &&
            (after === null || one.createdAt < after.at || (one.createdAt === after.at && one.id < after.id)),
        )
        return ok({ intents: all.slice(0, limit), more: all.length > limit })
      },
      open: (profileId) => ok(of(profileId).filter(({ state, blocks }) => blocks || openStates.includes(state))),
      taken: (some) => ok(some.filter((id) => ids.has(id))),
      used: (profileId, from) =>
        ok(
          of(profileId)
            .filter(({ createdAt }) => createdAt >= from)
            .flatMap(({ id, items }) =>
              items.map(({ index, market, amount, state }) => ({
                intentId: id,
                number: index,
                market,
                amount,
                state,
                ...(notionals.get(id)?.[index] ?? { quote: '', notional: null }),
              })),
            ),
        ),
      lastFill: () => ok(null),
    },
    trading: {
      read: (profileId) => ok(settings.get(profileId) ?? { readOnly: true, limits: defaultTradeLimits, favourites: [] }),
      write: (profileId, some) => {
        if (fails('settings')) return fail(diskFull)
        settings.set(profileId, some)
        return ok(null)
      },
    },
  }
  return {
    memory,
    intents,
    ids,
    settings,
    failsWhen: (when: typeof fails) => {
      fails = when
    },
  }
}

/** What accounts that are open beside each other share: time, the disk, the journal, and where random numbers come from. */
export const createOrderFloor = () => {
  const time = createVirtualTime()
  const events: string[] = []
  let drawn = 0
  return {
    time,
    events,
    record: createFakeMemory(events),
    journal: createOrderJournal({ timing: time.timing }),
    draw: () => (drawn += 1),
  }
}

export type OrderRoom = ReturnType<typeof createOrderRoom>

/** One account. Open, allowed and armed once it is `ready`. */
export const createOrderRoom = (own: Partial<OrdersPorts> = {}, floor = createOrderFloor(), profile = aTradingProfile()) => {
  const { time, events, record, journal, draw } = floor
  const exchange = createFakeMover(events)
  const views: TradingView[] = []
  const asked: Question[] = []
  const logged: { what: string; details: object }[] = []
  const refreshed: string[] = []
  const troubled: (readonly OrderTrouble[])[] = []
  const saved: { suggestedName: string; text: string }[] = []
  let says: (question: Question) => boolean | Promise<boolean> = () => true
  let positions: () => ReturnType<OrdersClient['openPositions']> = () => Promise.resolve(ok({ value: [], at: time.clock() }))
  const looks: number[] = []
  const client: OrdersClient = {
    mover: exchange.mover,
    openPositions: () => {
      looks.push(time.clock())
      return positions()
    },
  }
  let way: OrdersClient | null = client
  const seen: Circumstances = {
    keyState: 'accepted',
    locked: false,
    positions: { value: [], asOf: time.clock(), source: 'live', problem: null, every: 1_000_000 },
    balance: { asOf: time.clock(), source: 'live', problem: null, every: 1_000_000 },
    connection: { state: 'online', clockSkew: 0 },
    journal: { problem: null, readOnly: false, restored: false },
  }
  const ports: OrdersPorts = {
    clock: time.clock,
    timing: time.timing,
    randomHex: (bytes) =>
      draw()
        .toString(16)
        .padStart(2 * bytes, '0'),
    newId: () => `intent-${draw()}`,
    journal,
    client: () => way,
    circumstances: () => seen,
    ask: async (question) => {
      asked.push(question)
      const agreed = await says(question)
      return agreed ? ok(null) : fail({ code: 'cancelled', message: 'It was not confirmed.', reason: 'BOX' })
    },
    saveText: (file) => {
      saved.push(file)
      return Promise.resolve(ok({ file: `/home/someone/${file.suggestedName}` }))
    },
    changed: (view) => views.push(view),
    refreshAfterWrite: (kind) => refreshed.push(kind),
    troubles: (list) => troubled.push(list),
    log: (what, details) => logged.push({ what, details }),
    ...own,
  }
  let opened: Orders | null = null
  const orders = (): Orders => {
    if (opened === null) throw new Error('the account is not open')
    return opened
  }
  /** Opens the account, anew where it is open. */
  const open = (as: Partial<Profile> = {}, memory = record.memory): void => {
    opened?.close()
    opened = openOrders({ ...profile, ...as }, memory, ports)
  }

  const ready = async (): Promise<void> => {
    record.settings.set(profile.id, {
      readOnly: false,
      limits: { ...defaultTradeLimits, on: false, askFrom: { USDT: '1000000000' } },
      favourites: [],
    })
    open()
    // The reference price of BTC_USDT, without which every market order would be asked twice.
    seen.positions = { ...seen.positions, value: [aPosition()] }
    const armed = await orders().arm()
    if (!armed.ok) throw new Error(armed.error.message)
  }

  return {
    ...floor,
    ...{ floor, exchange, profile, views, asked, logged, refreshed, troubled, saved, looks, client, seen, ports },
    get orders() {
      return orders()
    },
    open,
    ready,
    answersBox: (next: typeof says) => {
      says = next
    },
    positionsAre: (next: typeof positions) => {
      positions = next
    },
    setClient: (next: OrdersClient | null) => {
      way = next
    },
    view: () => orders().read(),
    /** As the application quits; the other accounts have to begin it as well. */
    quit: (patience?: number): Promise<void> => {
      orders().beginQuit()
      return journal.beforeQuit(patience)
    },
    /** Prepares and confirms. The id of the intent. */
    send: async (ticket: Parameters<Orders['prepare']>[0] = aTicket(), page = ourPage): Promise<string> => {
      const preview = orders().prepare(ticket, page)
      if (!preview.ok) throw new Error(`not prepared: ${preview.error.message}`)
      const confirmed = await orders().confirm(preview.value.token, page)
      if (!confirmed.ok) throw new Error(`not confirmed: ${confirmed.error.message}`)
      return confirmed.value.intentId
    },
    intent: (id: string): OrderIntent => {
      const found = orders().intent(id)
      if (!found.ok) throw new Error(found.error.message)
      return found.value
    },
  }
}

/** Something to wait for that ends when the test says so. */
export const gate = <T>(): { promise: Promise<T>; open: (value: T) => void } => {
  let open: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { promise, open }
}
