// What Plimsoll makes of answers that other people's clients received; SOURCES.md names the source
// of each, and expected/ the expected value.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorStatus, outcomeOf, type WireReply } from '../../../src/main/exchange/errors.js'
import type {
  Answer,
  PublicClient,
  TradingClient,
} from '../../../src/main/exchange/exchange-client.js'
import { parseAnswer, parseErrorBody } from '../../../src/main/exchange/response-parser.js'
import { marginLevel } from '../../../src/shared/portfolio/margin.js'
import { directionOf } from '../../../src/shared/portfolio/position.js'
import type { Problem } from '../../../src/shared/problem.js'
import type { Endpoint } from '../../../src/v4/endpoint.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import {
  type FakeExchangeServer,
  startFakeExchangeServer,
} from '../../support/fake-exchange-server.js'
import { createTestClient, createTestPublicClient, moves } from '../../support/test-client.js'
import {
  collateralBalances,
  collateralSummaries,
  mainBalances,
  noMainBalances,
  tradeBalances,
} from './expected/balances.js'
import { refusals } from './expected/errors.js'
import {
  futures,
  markets,
  platformStates,
  pongs,
  serverTimes,
  streamTokens,
  tickers,
} from './expected/markets.js'
import {
  accepted,
  activeOrders,
  bulkEntries,
  cancelledOrders,
  orderHistory,
} from './expected/orders.js'
import { openPositions } from './expected/positions.js'

const bodyOf = (file: string): Buffer => readFileSync(new URL(file, import.meta.url))
const sources = readFileSync(new URL('SOURCES.md', import.meta.url), 'utf8')
const captured = readdirSync(new URL('.', import.meta.url)).filter((name) =>
  /\.(?:json|html|txt)$/.test(name),
)

let server: FakeExchangeServer
let client: TradingClient
let publicClient: PublicClient

beforeAll(async () => {
  server = await startFakeExchangeServer()
  client = createTestClient({ baseUrl: server.url })
  publicClient = createTestPublicClient(server.url)
})

afterAll(async () => {
  client.close()
  publicClient.close()
  await server.stop()
})

type Ask = () => Promise<Answer<unknown>>

const page = { limit: 100, offset: 0 }

/** Each kind of answer: how it is requested, and the expected value of its files. */
const kinds: Record<string, { ask: Ask; expected: Record<string, unknown> }> = {
  'the open positions': { ask: () => client.openPositions(), expected: openPositions },
  'the main balance': { ask: () => client.mainBalance(), expected: mainBalances },
  'the trade balance': { ask: () => client.tradeBalance(), expected: tradeBalances },
  'the collateral balances': {
    ask: () => client.collateralBalance(),
    expected: collateralBalances,
  },
  'the collateral summary': {
    ask: () => client.collateralSummary(),
    expected: Object.fromEntries(
      Object.entries(collateralSummaries).map(([file, { summary }]) => [file, summary]),
    ),
  },
  'the open orders': { ask: () => client.activeOrders(page), expected: activeOrders },
  'the order history': {
    ask: () => client.orderHistory({ from: 1_500_000_000, ...page }),
    expected: orderHistory,
  },
  'an order that was cancelled': {
    ask: () => moves.cancelOrder(client),
    expected: cancelledOrders,
  },
  'bulk orders': { ask: () => moves.bulkLimitOrders(client), expected: bulkEntries },
  'the list of markets': { ask: () => publicClient.markets(), expected: markets },
  'the prices': { ask: () => publicClient.tickers(), expected: tickers },
  'the futures': { ask: () => publicClient.futures(), expected: futures },
  'the state of the exchange': {
    ask: () => publicClient.platformState(),
    expected: platformStates,
  },
  'the exchange’s time': { ask: () => publicClient.serverTime(), expected: serverTimes },
  'the stream token': { ask: () => client.streamToken(), expected: streamTokens },
}

const cases = Object.entries(kinds).flatMap(([kind, { ask, expected }]) =>
  Object.entries(expected).map(([file, value]) => ({ kind, file, ask, value })),
)

async function valueOf(file: string, ask: Ask): Promise<unknown> {
  server.next({ kind: 'answer', body: bodyOf(file) })
  const answer = await ask()
  if (!answer.ok) throw new Error(`${file} is not read: ${JSON.stringify(answer.error)}`)
  const { at: _, ...read } = answer.value
  return read
}

/** What Plimsoll makes of a refusal, as an answer to this call. */
function problemOf(endpoint: Omit<Endpoint, 'ask'>, reply: WireReply): Problem {
  if (reply.status >= 400)
    return errorStatus(endpoint, reply, parseErrorBody(reply, []), { now: 0, used: 0 }).problem
  const answer = parseAnswer(endpoint, reply, [])
  if (answer.ok) throw new Error('the refusal is read as a good answer')
  return answer.error.problem
}

describe('ANS-2 a captured answer', () => {
  it('has an expected value, and a source', () => {
    const expected = [
      ...cases.map(({ file }) => file),
      ...noMainBalances,
      ...Object.keys(accepted),
      ...pongs,
      ...Object.keys(refusals),
    ]
    expect(captured.toSorted()).toEqual(expected.toSorted())
    const rows = sources.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    const known = rows.flatMap(([, name = '', endpoint = '', source = '']) =>
      endpoint === '' || source === '' ? [] : [name],
    )
    expect(known.slice(2).toSorted()).toEqual(captured.map((file) => `\`${file}\``).toSorted())
  })

  it.each(cases)('of $kind is read: $file', async ({ file, ask, value }) => {
    expect(await valueOf(file, ask)).toEqual({ value })
  })

  it.each(pongs)('of the liveness check is read: %s', async (file) => {
    expect(await valueOf(file, () => client.ping())).toMatchObject({
      value: { ms: expect.any(Number) as number },
    })
  })

  it.each([
    ['cancel-all-empty.json', () => moves.cancelAllOrders(client)],
    ['close-position-empty.json', () => moves.closePosition(client)],
  ] as const)('that accepts without details is read: %s', async (file, ask) => {
    expect(await valueOf(file, ask)).toEqual({ value: accepted[file] })
  })

  it.each(noMainBalances)(
    'of one asset is not a balance of an asset called main_balance: %s',
    async (file) => {
      server.next({ kind: 'answer', body: bodyOf(file) })
      const answer = await client.mainBalance()
      expect(answer).toMatchObject({
        ok: false,
        error: { code: 'not-understood', reason: 'SCHEMA' },
      })
    },
  )

  it.each(Object.entries(openPositions))(
    'of positions that are all long shows that without a side: %s',
    (_file, expected) => {
      for (const position of expected) expect(directionOf(position)).toBe('long')
    },
  )

  it.each(Object.entries(collateralSummaries))(
    'of the collateral summary gives the margin level: %s',
    (_file, { summary, level }) => {
      expect(marginLevel(summary)).toBe(level)
    },
  )

  it.each(Object.entries(refusals))(
    'that refuses is recognised, with the server’s message: %s',
    (file, expected) => {
      const { status, contentType = 'application/json', asked, read, order } = expected
      const reply: WireReply = {
        status,
        contentType,
        retryAfter: null,
        date: null,
        body: bodyOf(file),
        headMs: 1,
        bodyMs: 1,
      }
      const { code, server: said, fields } = problemOf(endpoints[asked], reply)
      expect({ code, server: said, fields }).toEqual(read)
      expect(outcomeOf(problemOf(endpoints.collateralMarketOrder, reply))).toBe(order)
    },
  )
})
