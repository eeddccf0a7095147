// Thousands of orders, cancels and closes through everything that can go wrong, and what became of
// them by the exchange's own count.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { OrderRepositories } from '../../src/main/orders/trading-state.js'
import type { OrderTicket } from '../../src/shared/orders/order-ticket.js'
import type { Order } from '../../src/shared/orders/order.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import {
  everyIntent,
  type IntentItem,
  type TimelineStep,
  type OrderIntent,
} from '../../src/shared/orders/trading.js'
import { fail } from '../../src/shared/result.js'
import {
  type Arrival,
  type FaultyExchange,
  seededRandom,
  startFaultyExchange,
} from './faulty-exchange.js'
import { cancelKey, closeKey } from './faulty-targets.js'
import { clearBlocks, openOrderEngine, type OrderEngine } from './order-engine.js'
import { englishOf } from '../../src/shared/messages/messages.js'

/** All of them count orders, and what was to go: a bulk request is as many as it has rows. */
export type Figures = {
  confirmed: number
  /** What Plimsoll says of each that was confirmed. */
  states: Record<string, number>
  arrived: number
  neverArrived: number
  executed: number
  twice: number
  lost: number
  mislabelled: number
  /**
   * Orders whose answer did not say what became of them, and of those: what neither the exchange's
   * lists nor a person settled, although the lists could have.
   */
  withoutAnswer: number
  leftUnknown: number
}

function keyOf({ clientOrderId, target }: IntentItem): string {
  return target === undefined
    ? clientOrderId
    : target.kind === 'order'
      ? cancelKey(target.id)
      : closeKey(target.id)
}

function keysOf(intent: OrderIntent): string[] {
  return intent.investmentId === null ? intent.items.map(keyOf) : [intent.investmentId]
}

/** What Plimsoll says of each order of it. */
function statesOf({ investmentId, items, state }: OrderIntent): string[] {
  return investmentId === null
    ? items.map((item) => item.state)
    : [state === 'acknowledged' ? 'placed' : state]
}

function isMarked({ items }: OrderIntent): boolean {
  return items.some(({ mismatch }) => mismatch.length > 0)
}

/** The user's decision is kept where Plimsoll said that it does not know. */
function asPlimsollSaid(intent: OrderIntent): OrderIntent {
  const decided = intent.state.startsWith('resolved')
  const items = intent.items.map((item) =>
    item.state.startsWith('resolved') ? { ...item, state: 'unknown' as const } : item,
  )
  return { ...intent, items, state: decided ? 'unknown' : intent.state }
}

/**
 * The answer came, but after the client's deadline: this computer was busy. Then nobody could know.
 * Read from its timeline, because the user's decision takes the problem off the order.
 */
function wasOverdue({ timeline }: OrderIntent, deadline: number): boolean {
  const step = (what: string): TimelineStep | undefined => timeline.find((one) => one.what === what)
  const [sending, answered] = [step('sending'), step('answered')]
  if (sending === undefined || answered === undefined) return false
  const overTime = (answered.at - sending.at) * 1000 >= deadline - 2
  // A sleep that begins meanwhile gives up requests that are already overdue.
  return overTime && /"reason":"(TIMEOUT|GIVEN_UP)"/.test(JSON.stringify(answered.details))
}

function has({ timeline }: OrderIntent, what: TimelineStep['what']): boolean {
  return timeline.some((step) => step.what === what)
}

/** Nothing that Plimsoll says for certain is false. */
function saysNothingFalse(
  { state, items, investmentId }: OrderIntent,
  arrival: Arrival | undefined,
  { targets }: Pick<FaultyExchange, 'targets'>,
): boolean {
  const done = new Set(arrival?.executed ?? [])
  if (state === 'intent' || state === 'sending') return false
  if (state === 'not-sent') return arrival === undefined
  if (state === 'rejected') return arrival !== undefined && done.size === 0
  if (state === 'acknowledged' && arrival === undefined) return false
  if (state === 'not-executed' && investmentId !== null) return done.size === 0
  if (state === 'acknowledged' && investmentId !== null) return done.has(investmentId)
  return items.every((item) => {
    const [said, key] = [item.state, keyOf(item)]
    if (said === 'placed' || said === 'partly' || said === 'done') return done.has(key)
    if (said === 'accepted') return arrival !== undefined
    if (said === 'not-open') return !targets.isOpen(key)
    if (said === 'already-filled') return !done.has(key) && !targets.isOpen(key)
    return said === 'unknown' || !done.has(key)
  })
}

/** And it says exactly what can be known from what the exchange answered. */
function saysEnough(intent: OrderIntent, arrival: Arrival, deadline: number): boolean {
  const { state } = intent
  // What the exchange lists is what was carried out, whatever its answer made of it: it fits. That
  // an answer about another order stays an alert.
  if (has(intent, 'settled'))
    return (
      (arrival.expect === 'unknown' || wasOverdue(intent, deadline)) &&
      (!isMarked(intent) || arrival.fault === 'no-echo')
    )
  if (state === 'unknown') return arrival.expect === 'unknown' || wasOverdue(intent, deadline)
  // A bulk request of which every order was refused reads as rejected.
  const nothingDone = intent.kind === 'bulk' && arrival.executed.length === 0
  switch (arrival.expect) {
    case 'unknown':
      return false
    case 'rejected':
      return state === 'rejected'
    case 'mismatch':
      return nothingDone ? state === 'rejected' : state === 'acknowledged' && isMarked(intent)
    case 'acknowledged':
      return nothingDone ? state === 'rejected' : state === 'acknowledged' && !isMarked(intent)
  }
}

/**
 * Where no list has it, a limit order with a stop loss or take profit is left to the user: it may
 * rest in a list that this exchange does not have.
 */
function isForTheUser(
  { kind, items }: OrderIntent,
  { executed }: Pick<FaultyExchange, 'executed'>,
): boolean {
  return (
    kind === 'collateral-limit' &&
    items.every((item) => item.stopLoss !== null || item.takeProfit !== null) &&
    !items.some((item) => executed.has(keyOf(item)))
  )
}

/** After a kill, what was on its way is unknown whatever the exchange made of it. */
function isLabelledWell(
  intent: OrderIntent,
  arrival: Arrival | undefined,
  exchange: FaultyExchange,
  deadline: number,
): boolean {
  if (!saysNothingFalse(intent, arrival, exchange)) return false
  if (has(intent, 'found-at-start')) return !has(intent, 'settled') || !isMarked(intent)
  if (intent.state === 'not-sent') return true
  return arrival !== undefined && saysEnough(intent, arrival, deadline)
}

function judge(
  intents: readonly OrderIntent[],
  exchange: FaultyExchange,
  deadline: number,
): Figures {
  const arrivals = new Map<string, Arrival[]>()
  for (const arrival of exchange.arrivals) {
    for (const key of new Set(arrival.keys))
      arrivals.set(key, [...(arrivals.get(key) ?? []), arrival])
  }
  const journalled = new Set(intents.flatMap(keysOf))
  const states: Record<string, number> = {}
  const wrong: OrderIntent[] = []
  for (const intent of intents) {
    for (const state of statesOf(intent)) states[state] = (states[state] ?? 0) + 1
    const [arrival] = arrivals.get(keysOf(intent)[0] ?? '') ?? []
    if (isLabelledWell(asPlimsollSaid(intent), arrival, exchange, deadline)) continue
    if (wrong.length < 3) console.error(`mislabelled: ${JSON.stringify({ intent, arrival })}`)
    wrong.push(intent)
  }
  const done = [...exchange.executed]
  const doneTwice = done.flatMap(([key, times]) => (times > 1 ? [key] : []))
  const sentTwice = [...arrivals].flatMap(([key, { length }]) => (length > 1 ? [key] : []))
  return {
    confirmed: journalled.size,
    states,
    arrived: arrivals.size,
    neverArrived: [...journalled].filter((key) => !arrivals.has(key)).length,
    executed: done.length,
    twice: new Set([...doneTwice, ...sentTwice]).size,
    lost: done.filter(([key]) => !journalled.has(key)).length,
    mislabelled: wrong.flatMap(keysOf).length,
    withoutAnswer: intents
      .filter(
        (intent) => intent.state === 'unknown' || has(intent, 'settled') || has(intent, 'resolved'),
      )
      .flatMap(keysOf).length,
    leftUnknown: intents
      .filter((intent) => !isForTheUser(intent, exchange))
      .flatMap(statesOf)
      .filter((state) => state === 'unknown').length,
  }
}

export function allIntents({ storage, profile }: OrderEngine): OrderIntent[] {
  const all: OrderIntent[] = []
  for (let after: { at: number; id: string } | null = null; ;) {
    const page = storage.orders.page(profile.id, { ...everyIntent, after, limit: 500 })
    if (!page.ok) throw new Error(englishOf(page.error.message))
    all.push(...page.value.intents)
    const last = page.value.intents.at(-1)
    if (!page.value.more || last === undefined) return all
    after = { at: last.createdAt, id: last.id }
  }
}

const diskFull = {
  code: 'store-trouble',
  message: 'The disk is full.',
  reason: 'DISK_FULL',
} as const

/** A record that refuses now and then. */
function unsteady(random: () => number) {
  return (repositories: OrderRepositories): OrderRepositories => ({
    ...repositories,
    orders: {
      ...repositories.orders,
      add: (intent, notionals) =>
        random() < 0.005 ? fail(diskFull) : repositories.orders.add(intent, notionals),
      save: (intent) => (random() < 0.01 ? fail(diskFull) : repositories.orders.save(intent)),
    },
  })
}

/** What was read of an account, for as long as anything of it may be confirmed. */
type Known = { openOrders: Order[]; positions: Position[] }

const mostKnown = 100

/** Something to cancel or to close that is there for this ticket alone. */
function targetTicketFrom(
  random: () => number,
  turn: number,
  exchange: FaultyExchange,
  known: Known,
): OrderTicket {
  const dice = random()
  if (dice < 0.25) {
    const position = exchange.targets.hold(`P${turn}_USDT`)
    known.positions = [...known.positions, position].slice(-mostKnown)
    return { kind: 'close-position', market: position.market, positionId: position.id }
  }
  const isAll = dice < 0.45
  // Of “all” every order of its market is meant.
  const market = isAll ? `A${turn}_USDT` : `C${turn % 40}_USDT`
  const orders = exchange.targets.rest(
    market,
    dice < 0.75 && !isAll ? 1 : 2 + Math.floor(random() * 4),
  )
  known.openOrders = [...known.openOrders, ...orders].slice(-mostKnown)
  return isAll
    ? { kind: 'cancel-all', market }
    : { kind: 'cancel', orders: orders.map(({ id }) => ({ market, id })) }
}

function ticketFrom(
  random: () => number,
  turn: number,
  exchange: FaultyExchange,
  known: Known,
): OrderTicket {
  const market = `M${turn % 40}_USDT`
  if (random() < 0.2) return targetTicketFrom(random, turn, exchange, known)
  const dice = random()
  if (dice < 0.05)
    return { kind: 'close-investment', investmentId: `inv-${turn}-1234`, typedTail: '1234' }
  const common = { market, amount: '1', clientOrderId: null }
  if (dice < 0.8) {
    const side = dice < 0.4 ? 'buy' : 'sell'
    const [below, above] = [random() < 0.5 ? '3' : null, random() < 0.5 ? '4' : null]
    const levels =
      side === 'buy'
        ? { stopLoss: below, takeProfit: above }
        : { stopLoss: above, takeProfit: below }
    const leg = side === 'buy' ? 'LONG' : 'SHORT'
    const positionSide = random() < 0.3 ? leg : random() < 0.5 ? 'BOTH' : null
    const order = { ...common, side, ...levels, positionSide } as const
    if (random() < 0.6) return { kind: 'market', ...order }
    const flag = random()
    return {
      kind: 'collateral-limit',
      ...order,
      price: '3.5',
      postOnly: flag < 0.3,
      ioc: flag > 0.7,
      reduceOnly: false,
    }
  }
  const rows = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, row) => ({
    ...common,
    side: row % 2 === 0 ? ('buy' as const) : ('sell' as const),
    price: String(10 + row),
    postOnly: random() < 0.3,
    ioc: random() < 0.3,
    rpi: random() < 0.3,
  }))
  return { kind: 'bulk', rows, stopOnFail: random() < 0.5, retryOf: null }
}

/** How seldom a person decides before the lists do. */
const decides = 0.005
/**
 * Orders between two settlements of unknown orders from the exchange's lists, and the most seconds
 * of checks that a settlement may take.
 */
const betweenSettlings = 1000
const mostSettling = 5000

/**
 * A person at one account, until at least so many of its orders are confirmed. How many
 * confirmations were refused.
 */
async function storm(parts: {
  engine: OrderEngine
  exchange: FaultyExchange
  known: Known
  orders: number
  firstTurn: number
  random: () => number
}): Promise<number> {
  const { random, engine, exchange, known } = parts
  const { journal, profile } = engine
  const old: string[] = []
  let page = 1
  let confirmed = 0
  let refusedConfirms = 0
  let settledAt = 0

  const sizes = new Map<string, number>()
  const clicks = (token: string, where: string): Promise<unknown>[] => {
    const times = random() < 0.3 ? 1 + Math.floor(random() * 6) : 1
    return Array.from({ length: times }, () =>
      engine.orders.confirm(token, where).then((answer) => {
        if (answer.ok) confirmed += sizes.get(token) ?? 0
        else refusedConfirms += 1
      }),
    )
  }

  for (let turn = parts.firstTurn; confirmed < parts.orders; turn += 1) {
    if (confirmed - settledAt >= betweenSettlings) {
      settledAt = confirmed
      while (journal.inFlight(profile.id) > 0) await pause(1)
      await engine.settle(mostSettling)
    }
    const { orders } = engine
    orders.refresh()
    const here = `1.${page}`
    const ticket = ticketFrom(random, turn, exchange, known)
    const preview = orders.prepare(ticket, here)
    if (!preview.ok) {
      if (preview.error.reason === 'not-armed') await orders.arm()
      clearBlocks(orders, random, decides)
      await pause(random() < 0.5 ? 0 : 1)
      continue
    }
    const { token } = preview.value
    old.push(token)
    sizes.set(token, preview.value.items.length || 1)
    const dice = random()
    const waiting: Promise<unknown>[] = []
    if (dice < 0.03) waiting.push(...clicks(token, `2.${page}`))
    else if (dice < 0.06) {
      orders.pageGone(here)
      page += 1
      waiting.push(...clicks(token, `1.${page}`), ...clicks(token, here))
    } else waiting.push(...clicks(token, here))
    if (random() < 0.1)
      waiting.push(...clicks(old[Math.floor(random() * old.length)] ?? token, here))
    if (random() < 0.01) orders.disarm()
    if (random() < 0.003) orders.onSleep()
    await Promise.all(waiting)
    while (journal.inFlight(profile.id) > 4) await pause(0)
    if (random() < 0.02) clearBlocks(orders, random, decides)
  }
  return refusedConfirms
}

/** Messages of the stream that arrive before the answer, after it, twice, or never. */
function streamOf(
  random: () => number,
  engines: readonly OrderEngine[],
): { say: (key: string) => void; end: () => void } {
  const waiting = new Set<NodeJS.Timeout>()
  const name = (key: string): void => {
    const id = key.startsWith(cancelKey('')) ? key.slice(cancelKey('').length) : ''
    for (const { orders } of engines) orders.named({ id, clientOrderId: id === '' ? key : '' })
  }
  return {
    say: (key: string): void => {
      const times = Math.floor(random() * 3)
      for (let time = 0; time < times; time += 1) {
        const timer = setTimeout(
          () => {
            waiting.delete(timer)
            name(key)
          },
          random() < 0.3 ? 0 : random() * 300,
        )
        waiting.add(timer)
      }
    },
    end: (): void => waiting.forEach(clearTimeout),
  }
}

/**
 * At least so many confirmed orders, of so many accounts at once, with live updates, doubled
 * clicks, replayed tokens, reloads, two pages, disarming and an unsteady disk between them.
 */
export async function runStorm(parts: {
  folder: string
  orders: number
  seed: number
  accounts?: 1 | 2
}): Promise<Figures & { refusedConfirms: number }> {
  const { folder, orders, accounts = 1 } = parts
  const random = seededRandom(parts.seed)
  const deadline = 150
  const engines: OrderEngine[] = []
  const stream = streamOf(seededRandom(parts.seed + 1), engines)
  const exchange = await startFaultyExchange({ random, deadline, carriedOut: stream.say })
  const begin = { folder, baseUrl: exchange.url, deadline, between: unsteady(random) }
  const knownToEach = Array.from({ length: accounts }, (): Known => ({
    openOrders: [],
    positions: [],
  }))
  for (const known of knownToEach)
    engines.push(
      await openOrderEngine({
        ...begin,
        known: () => known,
        ...(engines[0] === undefined ? {} : { otherEngine: engines[0] }),
      }),
    )
  const [engine] = engines
  if (engine === undefined) throw new Error('an account expected')
  const refused = await Promise.all(
    engines.map((each, index) => {
      const known = knownToEach[index] ?? { openOrders: [], positions: [] }
      return storm({
        engine: each,
        exchange,
        known,
        random,
        orders: orders / accounts,
        firstTurn: index * 1_000_000,
      })
    }),
  )
  const { journal } = engine
  while (journal.inFlight() > 0) await pause(5)
  // What the unsteady disk refused is written now; a real one that is full again would keep the
  // rest for the next start.
  for (let times = 0; times < 200; times += 1) journal.flush()
  for (const each of engines) await each.settle(mostSettling)
  stream.end()
  const figures = judge(engines.flatMap(allIntents), exchange, deadline)
  for (const each of engines.toReversed()) each.close()
  await exchange.stop()
  return { ...figures, refusedConfirms: refused.reduce((sum, count) => sum + count, 0) }
}

/** A program that sends is killed so many times, at any moment. */
export async function runKills(parts: {
  folder: string
  kills: number
  seed: number
  program: string
}): Promise<Figures & { kills: number }> {
  const random = seededRandom(parts.seed)
  const deadline = 150
  const exchange = await startFaultyExchange({ random, deadline })
  for (let kill = 0; kill < parts.kills; kill += 1) {
    const child = spawn(
      process.execPath,
      [parts.program, parts.folder, exchange.url, String(deadline), String(parts.seed + kill)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const exited = once(child, 'exit')
    await Promise.race([
      once(child.stdout, 'data'),
      exited.then(([code]) =>
        Promise.reject(new Error(`the sender ended by itself: ${String(code)}`)),
      ),
    ])
    // Counted in what arrives, so that a computer that is slow today is killed in the middle of as
    // much.
    const wished = exchange.arrivals.length + Math.floor(random() * 12)
    for (let waited = 0; exchange.arrivals.length < wished && waited < 10_000; waited += 5)
      await pause(5)
    await pause(random() * 100)
    child.kill('SIGKILL')
    await exited
  }
  // What a killed program had sent may still be on its way into the exchange.
  await pause(2 * deadline)
  const engine = await openOrderEngine({ folder: parts.folder, baseUrl: exchange.url, deadline })
  await engine.settle(mostSettling)
  const figures = judge(allIntents(engine), exchange, deadline)
  engine.close()
  await exchange.stop()
  return { ...figures, kills: parts.kills }
}
