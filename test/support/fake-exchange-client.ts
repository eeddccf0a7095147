// An exchange client whose answers a test writes: at once, later, out of order, or never.
import type { Answer } from '../../src/main/exchange/exchange-client.js'
import type { PoolAccount } from '../../src/shared/mining/mining.js'
import type { ConditionalOrder, Order } from '../../src/shared/orders/order.js'
import type {
  AssetBalance,
  CollateralBalance,
  CollateralSummary,
  TradeBalance,
} from '../../src/shared/portfolio/portfolio.js'
import type { ActiveFixedInvestment } from '../../src/shared/investments/investment.js'
import type { LoanAnswer } from '../../src/shared/portfolio/loan.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import type { Problem } from '../../src/shared/problem.js'
import type { Unreadable } from '../../src/shared/unreadable.js'
import { fail, ok } from '../../src/shared/result.js'
import { createFakeStream } from './fake-stream.js'

export type { Answer } from '../../src/main/exchange/exchange-client.js'

type Values = {
  ping: { ms: number }
  positions: Position[]
  loan: LoanAnswer
  balance: AssetBalance[]
  token: { token: string }
}
export type Call = keyof Values

type Offered = {
  activeOrders: Order[]
  conditionalOrders: ConditionalOrder[]
  collateralSummary: CollateralSummary
  collateralBalance: CollateralBalance[]
  tradeBalance: TradeBalance[]
  miningAccounts: PoolAccount[]
  activeFixedInvestments: ActiveFixedInvestment[]
}

type Script = { [C in Call]: () => Promise<Answer<Values[C]>> }

export function problem(code: Problem['code'], more: Partial<Problem> = {}): Problem {
  return {
    code,
    message: `scripted: ${code}`,
    ...more,
  }
}

export function aLoan(
  more: Partial<Extract<LoanAnswer, { kind: 'loan' }>['loan']> = {},
): LoanAnswer {
  return {
    kind: 'loan',
    loan: {
      asset: 'BTC',
      amount: '1.5',
      totalFunding: '0.5',
      currentLtv: '25',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '85',
      createdAt: '1715339355',
      ...more,
    },
  }
}

export function aPosition(more: Partial<Position> = {}): Position {
  return {
    id: '527',
    market: 'BTC_USDT',
    openedAt: '1651568067.789679',
    modifiedAt: '1651568067.789679',
    amount: '0.1',
    entryPrice: '45658.349',
    liquidationPrice: null,
    liquidationState: null,
    ...more,
  }
}

/** A position that is in the list and cannot be read. */
export function anUnreadable(more: Partial<Unreadable> = {}): Unreadable {
  return {
    place: 1,
    id: '527',
    name: 'BTC_USDT',
    field: 'amount',
    why: 'is missing',
    ...more,
  }
}

export type Later<T> = ReturnType<typeof later<T>>

/** A promise that the test settles. */
export function later<T>() {
  let settle: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { promise, settle }
}

const notOffered = (): Promise<Answer<never>> => Promise.resolve(fail(problem('not-found')))

export function createFakeExchangeClient(clock: () => number) {
  const calls: Call[] = []
  const stream = createFakeStream()
  const tried: string[] = []
  const open = new Map<Call, number>()
  let mostOpen = 0
  let closed = 0
  let dropped = 0

  const fine = <T>(value: T): Promise<Answer<T>> => Promise.resolve(ok({ value, at: clock() }))
  const script: Script = {
    ping: () => fine({ ms: 12 }),
    positions: () => fine([aPosition()]),
    loan: () => fine(aLoan()),
    balance: () => fine([{ asset: 'USDT', amount: '100.50' }]),
    token: () => fine({ token: 'stream-token-1' }),
  }

  const first = { ...script }

  const call = async <C extends Call>(name: C): Promise<Answer<Values[C]>> => {
    calls.push(name)
    open.set(name, (open.get(name) ?? 0) + 1)
    const now = [...open.values()].reduce((sum, count) => sum + count, 0)
    if (now > mostOpen) mostOpen = now
    try {
      return await script[name]()
    } finally {
      open.set(name, (open.get(name) ?? 1) - 1)
    }
  }

  /**
   * Not in the specification, and of no use to most tests: an exchange that does not know it. What
   * it offers all the same is scripted by name.
   */
  const offered: { [F in keyof Offered]: () => Promise<Answer<Offered[F]>> } = {
    activeOrders: notOffered,
    conditionalOrders: notOffered,
    collateralSummary: notOffered,
    collateralBalance: notOffered,
    tradeBalance: notOffered,
    miningAccounts: notOffered,
    activeFixedInvestments: notOffered,
  }

  return {
    activeOrders: () => offered.activeOrders(),
    conditionalOrders: () => offered.conditionalOrders(),
    activeOrder: notOffered,
    endedOrder: notOffered,
    positionOrders: notOffered,
    miningAccounts: (_page: object) => offered.miningAccounts(),
    activeFixedInvestments: (_page: object) => offered.activeFixedInvestments(),
    collateralSummary: () => offered.collateralSummary(),
    collateralBalance: () => offered.collateralBalance(),
    tradeBalance: () => offered.tradeBalance(),
    /** From now on it is offered, and answered so. */
    offer: <F extends keyof Offered>(name: F, reply: () => Promise<Answer<Offered[F]>>): void => {
      Object.assign(offered, { [name]: reply })
    },
    ping: () => call('ping'),
    openPositions: () => call('positions'),
    creditLine: () => call('loan'),
    mainBalance: () => call('balance'),
    streamToken: () => call('token'),
    openStream: stream.open,
    /** The other end of its stream. */
    stream,
    tryEndpoint: (path: string): Promise<Answer<null>> | null => {
      tried.push(path)
      return fine(null)
    },
    /** Paths that were asked only to find out whether the key may. */
    tried,
    clockSkew: (): number | null => null,
    family: (): 'ipv4' => 'ipv4',
    dropSockets: () => {
      dropped += 1
    },
    close: () => {
      closed += 1
    },
    /** Every call so far, in order. */
    calls,
    count: (...names: Call[]): number =>
      calls.filter((name) => names.length === 0 || names.includes(name)).length,
    open: (name: Call): number => open.get(name) ?? 0,
    mostOpen: (): number => mostOpen,
    closed: (): number => closed,
    dropped: (): number => dropped,
    /** From now on, every call of this name is answered so. */
    answer: <C extends Call>(name: C, reply: () => Promise<Answer<Values[C]>>): void => {
      Object.assign(script, { [name]: reply })
    },
    refuse: (name: Call, why: Problem): void => {
      Object.assign(script, { [name]: () => Promise.resolve(fail(why)) })
    },
    /** From now on, every call of this name is answered as at the beginning. */
    restore: (name: Call): void => {
      Object.assign(script, { [name]: first[name] })
    },
    refuseAll: (why: Problem): void => {
      for (const name of Object.keys(script))
        Object.assign(script, { [name]: () => Promise.resolve(fail(why)) })
    },
  }
}

export type FakeExchangeClient = ReturnType<typeof createFakeExchangeClient>
