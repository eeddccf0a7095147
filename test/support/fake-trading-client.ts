// A scripted client that may trade as well: everything an account asks of its exchange.
import type { Answer, TradingClient } from '../../src/main/exchange/exchange-client.js'
import type { FlexHistoryPage } from '../../src/shared/investments/investment.js'
import type { PayoutDestination } from '../../src/shared/mining/payout.js'
import type { Problem } from '../../src/shared/problem.js'
import { fail, ok, type Result } from '../../src/shared/result.js'
import { type EndpointName, endpointNames } from './documented-answers.js'
import { createFakeGateway } from './order-harness.js'
import { createFakeExchangeClient, problem } from './fake-exchange-client.js'

type Unscripted = (EndpointName | 'activeFixedInvestments') & keyof TradingClient

/** Whatever the exchange can be asked; what a test does not script is refused. */
const unscripted = Object.fromEntries(
  [...endpointNames, 'activeFixedInvestments'].map((name) => [
    name,
    () => Promise.resolve(fail(problem('gone', { reason: 'NOT_SCRIPTED' }))),
  ]),
) as unknown as Pick<TradingClient, Unscripted>

export function createFakeTradingClient(clock: () => number) {
  const { orderGateway, ...exchange } = createFakeGateway([])
  const client = createFakeExchangeClient(clock)
  let flex = (): Promise<Answer<FlexHistoryPage>> => Promise.resolve(fail(problem('b2b-only')))
  let flexCalls = 0
  let payoutCalls = 0
  return {
    ...unscripted,
    ...client,
    clockSkew: (): number | null => 0,
    orderGateway,
    console: {
      prepare: (): Result<never, Problem> => fail(problem('gone', { reason: 'NOT_SCRIPTED' })),
      send: (): Promise<Result<never, Problem>> =>
        Promise.resolve(fail(problem('gone', { reason: 'NOT_SCRIPTED' }))),
    },
    /** Orders: what was sent, and how they are answered. */
    exchange,
    flexHistory: (): Promise<Answer<FlexHistoryPage>> => {
      flexCalls += 1
      return flex()
    },
    payoutDestination: (accountName: string): Promise<Answer<PayoutDestination>> => {
      payoutCalls += 1
      return Promise.resolve(
        ok({
          value: { accountName, destination: 'main_balance', externalAddress: null },
          at: clock(),
        }),
      )
    },
    flexIs: (next: typeof flex): void => {
      flex = next
    },
    flexCalls: (): number => flexCalls,
    payoutCalls: (): number => payoutCalls,
  }
}

export type FakeTradingClient = ReturnType<typeof createFakeTradingClient>
