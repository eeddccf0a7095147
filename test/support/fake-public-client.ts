// What anybody may ask of an exchange, as a test writes it. By itself it offers nothing of it, as
// one that knows the specification alone.
import type { Answer, PublicClient } from '../../src/main/exchange/exchange-client.js'
import { createMarketData } from '../../src/main/markets/markets.js'
import type {
  FuturesQuote,
  Market,
  PlatformState,
  Ticker,
} from '../../src/shared/markets/market.js'
import { fail, ok } from '../../src/shared/result.js'
import type { Clock, Timing } from '../../src/shared/time.js'
import { problem } from './fake-exchange-client.js'

export type PublicValues = {
  markets: Market[]
  tickers: { [market: string]: Ticker }
  futures: { [market: string]: FuturesQuote }
  platformState: PlatformState
  serverTime: number
}

export function aMarket(name: string, more: Partial<Market> = {}): Market {
  const [base = '', quote = ''] = name.split('_')
  return {
    name,
    base,
    quote,
    amountStep: '0.001',
    priceStep: '0.01',
    makerFee: '0.1',
    takerFee: '0.1',
    minAmount: '0.001',
    minNotional: '5.05',
    maxNotional: null,
    isOpen: true,
    isCollateral: false,
    kind: 'spot',
    delistedAt: null,
    ...more,
  }
}

export function aTicker(last: string, more: Partial<Ticker> = {}): Ticker {
  return {
    last,
    change: '0',
    isFrozen: false,
    ...more,
  }
}

export function createFakePublicClient(clock: Clock) {
  const calls: (keyof PublicValues)[] = []
  const script = new Map<keyof PublicValues, () => Promise<Answer<unknown>>>()
  let closed = 0
  let dropped = 0
  const ask =
    <C extends keyof PublicValues>(name: C) =>
    (): Promise<Answer<PublicValues[C]>> => {
      calls.push(name)
      const reply = script.get(name)
      // Scripted under this very name, so of its type.
      return reply === undefined
        ? Promise.resolve(fail(problem('not-found')))
        : (reply() as Promise<Answer<PublicValues[C]>>)
    }
  const client: PublicClient = {
    markets: ask('markets'),
    tickers: ask('tickers'),
    futures: ask('futures'),
    platformState: ask('platformState'),
    serverTime: ask('serverTime'),
    dropSockets: () => void (dropped += 1),
    close: () => void (closed += 1),
  }
  return {
    client,
    calls,
    count: (name: keyof PublicValues): number => calls.filter((one) => one === name).length,
    closed: (): number => closed,
    dropped: (): number => dropped,
    /** From now on it is answered so. */
    answer: <C extends keyof PublicValues>(
      name: C,
      reply: () => Promise<Answer<PublicValues[C]>>,
    ): void => void script.set(name, reply),
    say: <C extends keyof PublicValues>(name: C, value: PublicValues[C]): void =>
      void script.set(name, () => Promise.resolve(ok({ value, at: clock() }))),
  }
}

/** The markets of every exchange over one script, kept nowhere. */
export function fakeMarketData(
  parts: { clock: Clock; timing: Timing },
  market = createFakePublicClient(parts.clock),
) {
  return createMarketData({
    ...parts,
    connect: () => market.client,
    repository: { last: () => ok(null), remember: () => ok(null) },
  })
}
