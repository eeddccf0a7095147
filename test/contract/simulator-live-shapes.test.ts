// The simulator's live dialect compared with captured answers: the same members, of the same JSON
// types, and the same refusals.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isDecimal } from '../../src/shared/money.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { misfitsIn } from '../support/documented-answers.js'
import { type Body, simulatedAccount, type SimulatedAccount } from '../support/simulated-account.js'
import { simulatedService, type SimulatedService } from '../support/simulated-service.js'
import { refusals } from './captured/expected/errors.js'

type EndpointName = keyof typeof endpoints
type Row = Record<string, unknown>

const folder = new URL('captured/', import.meta.url)
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8')
const capturedIn = (file: string): unknown => JSON.parse(textOf(file))

/** Named members of an object, as rows without their names. */
const named = (json: unknown): Row[] => Object.values(json as Record<string, Row>)
const listed = (json: unknown): Row[] => json as Row[]
const alone = (json: unknown): Row[] => [json as Row]
const inMarkets = (json: unknown): Row[] => Object.values(json as Record<string, Row[]>).flat()
const inResult = (json: unknown): Row[] => listed((json as { result: Row[] }).result)

function results(json: unknown): Row[] {
  return listed(json).flatMap(({ result }) => (result === null ? [] : [result as Row]))
}

function errors(json: unknown): Row[] {
  return listed(json).flatMap(({ error }) => (error === null ? [] : [error as Row]))
}

const limitOrder = { market: 'BTC_USDT', side: 'buy', amount: '0.01', price: '40000' }
const bulk = {
  orders: [limitOrder, { ...limitOrder, amount: '0.000001' }, { ...limitOrder, ioc: true }],
}

function ask(name: EndpointName, body?: Body): (account: SimulatedAccount) => unknown {
  return (account) => account.ask(name, body).json
}

function read(account: SimulatedAccount, name: EndpointName): unknown {
  const request = { method: 'GET', path: endpoints[name].path, headers: {}, body: Buffer.alloc(0) }
  return JSON.parse(account.service.encode(account.service.reply(request).answer).text)
}

const readPublic = (name: EndpointName) => (account: SimulatedAccount) => read(account, name)

type Compared = {
  endpoint: EndpointName
  what: string
  files: readonly [string, ...string[]]
  rows: (json: unknown) => Row[]
  /** What the simulator answers, in one state after another. */
  answers: readonly ((account: SimulatedAccount) => unknown)[]
  /** Members, and JSON types of members, that no captured file has but the simulator sends. */
  documented?: Record<string, { types: readonly string[]; why: string }>
}

const compared: readonly Compared[] = [
  {
    endpoint: 'openPositions',
    what: 'positions',
    rows: listed,
    files: ['positions-live-2025-03.json', 'positions-state-Margin_call.json'],
    answers: [
      ask('openPositions'),
      ask('openPositions', { market: 'BTC_PERP' }),
      (account) => {
        account.lever('price', { market: 'BTC_USDT', price: '30000' })
        return account.ask('openPositions').json
      },
    ],
    documented: {
      tpsl: { types: ['object'], why: 'the levels of a position that has some' },
      liquidationPrice: { types: ['null'], why: 'null where none is worked out' },
    },
  },
  {
    endpoint: 'mainBalance',
    what: 'balances',
    rows: named,
    answers: [ask('mainBalance')],
    files: ['main-balance-cx.json', 'main-balance-gosdk.json'],
  },
  {
    endpoint: 'mainBalance',
    what: 'the balance of one asset',
    rows: alone,
    answers: [ask('mainBalance', { ticker: 'USDT' })],
    files: ['main-balance-one-ticker.json'],
  },
  {
    endpoint: 'tradeBalance',
    what: 'balances',
    rows: named,
    answers: [ask('tradeBalance')],
    files: ['trade-balance-jk.json'],
  },
  {
    endpoint: 'collateralBalances',
    what: 'balances',
    rows: listed,
    answers: [ask('collateralBalances')],
    files: ['collateral-balance-summary-jk.json'],
  },
  {
    endpoint: 'collateralSummary',
    what: 'the summary',
    rows: alone,
    answers: [ask('collateralSummary')],
    files: ['collateral-summary-jk.json'],
  },
  {
    endpoint: 'activeOrders',
    what: 'orders',
    rows: listed,
    files: ['orders-list-live.json'],
    answers: [
      (account) => {
        account.rest('mine')
        account.rest('', { postOnly: true, rpi: true, price: '39000', stp: 'cn' })
        return account.active()
      },
    ],
  },
  {
    endpoint: 'cancelOrder',
    what: 'the order',
    rows: alone,
    files: ['order-live-open-2025-02.json'],
    answers: [
      (account) => {
        account.rest('mine')
        return account.ask('cancelOrder', { market: 'BTC_USDT', clientOrderId: 'mine' }).json
      },
    ],
  },
  {
    endpoint: 'orderHistory',
    what: 'orders',
    rows: inMarkets,
    files: ['order-history-jk.json'],
    answers: [
      (account) => {
        account.ask('collateralMarketOrder', { market: 'BTC_PERP', side: 'buy', amount: '0.01' })
        account.rest('ioc', { ioc: true, stp: 'co' })
        account.ask('closePosition', {
          market: 'BTC_PERP',
          positionId: account.world.positions[0]?.id,
        })
        return account.history()
      },
    ],
  },
  {
    endpoint: 'bulkLimitOrders',
    what: 'entries',
    files: ['bulk-docs.json'],
    rows: listed,
    answers: [ask('bulkLimitOrders', bulk)],
  },
  {
    endpoint: 'bulkLimitOrders',
    what: 'orders',
    files: ['bulk-docs.json'],
    rows: results,
    answers: [ask('bulkLimitOrders', bulk)],
  },
  {
    endpoint: 'bulkLimitOrders',
    what: 'refusals',
    files: ['bulk-docs.json'],
    rows: errors,
    answers: [ask('bulkLimitOrders', bulk)],
  },
  {
    endpoint: 'markets',
    what: 'markets',
    rows: listed,
    answers: [readPublic('markets')],
    files: ['markets-live-2026-08.json'],
    documented: {
      tickSize: { types: ['string'], why: 'documented since 2026-08-19' },
      stepSize: {
        types: ['string'],
        why: 'documented since 2026-08-19, and seen live in September 2026',
      },
    },
  },
  {
    endpoint: 'tickers',
    what: 'prices',
    rows: named,
    answers: [readPublic('tickers')],
    files: ['ticker-jk.json'],
  },
  {
    endpoint: 'futures',
    what: 'the answer',
    rows: alone,
    answers: [readPublic('futures')],
    files: ['futures-timestamp-number.json'],
  },
  {
    endpoint: 'futures',
    what: 'futures',
    rows: inResult,
    files: ['futures-timestamp-number.json', 'futures-no-snapshot.json'],
    answers: [
      readPublic('futures'),
      (account) => {
        account.lever('market', { market: 'BTC_PERP', snapshot: false })
        return read(account, 'futures')
      },
    ],
    documented: {
      funding_cap: { types: ['string'], why: 'a share as text, null only without a snapshot' },
      funding_floor: { types: ['string'], why: 'a share as text, null only without a snapshot' },
    },
  },
  {
    endpoint: 'platformStatus',
    what: 'the state',
    rows: alone,
    answers: [readPublic('platformStatus')],
    files: ['platform-jk.json'],
  },
  {
    endpoint: 'serverTime',
    what: 'the time',
    rows: alone,
    answers: [readPublic('serverTime')],
    files: ['time-2021-ms.json'],
  },
  {
    endpoint: 'streamToken',
    what: 'the token',
    rows: alone,
    answers: [ask('streamToken')],
    files: ['ws-token.json'],
  },
]

/** Answers without members, which are byte-identical. */
const equal: readonly {
  endpoint: EndpointName
  file: string
  answer: (account: SimulatedAccount) => unknown
}[] = [
  { endpoint: 'ping', file: 'ping.json', answer: readPublic('ping') },
  { endpoint: 'openPositions', file: 'positions-empty.json', answer: ask('openPositions') },
  { endpoint: 'orderHistory', file: 'order-history-empty-jk.json', answer: ask('orderHistory') },
  { endpoint: 'cancelAllOrders', file: 'cancel-all-empty.json', answer: ask('cancelAllOrders') },
]

/** Nobody has published a live answer of these: the simulator answers as documented. */
const neverCaptured: readonly EndpointName[] = [
  ...([
    'flexHistory',
    'closeInvestment',
    'collateralMarketOrder',
    'collateralLimitOrder',
    'creditLine',
    'payoutDestination',
    'balanceTransfer',
    'triggerMarketOrder',
    'conditionalOrders',
    'cancelConditional',
  ] as const),
  ...([
    'cancelOrders',
    'positionHistory',
    'fixedInvestments',
    'flexInvestments',
    'miningAccounts',
  ] as const),
]

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
}

/** The JSON types that the rows have under each name. */
function shapeOf(rows: readonly Row[]): Record<string, string[]> {
  const shape: Record<string, string[]> = {}
  for (const [name, value] of rows.flatMap((row) => Object.entries(row))) {
    shape[name] = [...new Set([...(shape[name] ?? []), typeOf(value)])].toSorted()
  }
  return shape
}

describe('ANS-2 the simulator in the live dialect', () => {
  it('is compared with every endpoint that has a captured answer', () => {
    const all = [...compared, ...equal].map(({ endpoint }) => endpoint)
    const names = new Set([...all, 'closePosition', ...neverCaptured])
    expect([...names].toSorted()).toEqual(Object.keys(endpoints).toSorted())
    expect(all.filter((name) => neverCaptured.includes(name))).toEqual([])
  })

  it.each(compared)(
    'answers $endpoint with the members and types of the captured answer: $what',
    (one) => {
      const { files, rows, answers, documented = {} } = one
      const expected = shapeOf(files.flatMap((file) => rows(capturedIn(file))))
      const account = simulatedAccount()
      const shown = answers.flatMap((answer) => rows(answer(account)))
      expect(shown.length).toBeGreaterThan(0)
      for (const row of shown)
        expect(Object.keys(row)).toEqual(expect.arrayContaining(Object.keys(expected)))
      const more = Object.entries(shapeOf(shown)).flatMap(([name, types]) => {
        const others = types.filter((type) => expected[name]?.includes(type) !== true)
        return others.length === 0 ? [] : [[name, others] as const]
      })
      expect(Object.fromEntries(more)).toEqual(
        Object.fromEntries(Object.entries(documented).map(([name, { types }]) => [name, types])),
      )
    },
  )

  it.each(equal)(
    'answers $endpoint as captured if there is nothing to report: $file',
    ({ file, answer }) => {
      expect(answer(simulatedAccount({ scene: 'empty' }))).toEqual(capturedIn(file))
    },
  )

  it('answers closePosition as captured', () => {
    const { ask: call, world } = simulatedAccount()
    const { id, market } = world.positions[0] ?? {}
    expect(call('closePosition', { market, positionId: id }).json).toEqual(
      capturedIn('close-position-empty.json'),
    )
  })

  it('spells words as captured', () => {
    const account = simulatedAccount()
    account.rest('mine')
    expect(account.active()).toMatchObject([
      { status: (capturedIn('orders-list-live.json') as Row[])[0]?.['status'] },
    ])
    expect(read(account, 'platformStatus')).toEqual(capturedIn('platform-jk.json'))
    const bcrypt = {
      websocket_token: expect.stringMatching(/^\$2y\$10\$[./A-Za-z0-9]{53}$/) as string,
    }
    expect(capturedIn('ws-token.json')).toEqual(bcrypt)
    expect(account.ask('streamToken').json).toEqual(bcrypt)
  })

  it('spells the state of a position in a margin call as captured', () => {
    const { ask: call, advance } = simulatedAccount({ scene: 'margin-call' })
    advance(330)
    const states = listed(call('openPositions').json).map(
      ({ liquidationState }) => liquidationState,
    )
    expect(states).toEqual(
      listed(capturedIn('positions-state-Margin_call.json')).map(
        ({ liquidationState }) => liquidationState,
      ),
    )
  })

  it('sends empty text for the figures of a future without a snapshot, and the next funding as a number', () => {
    const account = simulatedAccount()
    account.lever('market', { market: 'BTC_PERP', snapshot: false })
    const quoted = inResult(read(account, 'futures'))
    const quote = (market: string) => quoted.find(({ ticker_id: name }) => name === market)
    const [seen] = inResult(capturedIn('futures-no-snapshot.json'))
    for (const name of [
      'index_price',
      'mark_price',
      'funding_rate',
      'funding_cap',
      'funding_floor',
    ] as const) {
      expect(quote('BTC_PERP')?.[name], name).toBe(seen?.[name])
      expect(isDecimal(String(quote('ETH_PERP')?.[name])), name).toBe(true)
    }
    expect(misfitsIn(endpoints.futures.reply.parse(read(account, 'futures')))).toEqual([])
    const [numbered] = inResult(capturedIn('futures-timestamp-number.json'))
    expect(typeOf(quote('BTC_PERP')?.['next_funding_rate_timestamp'])).toBe(
      typeOf(numbered?.['next_funding_rate_timestamp']),
    )
  })
})

type Refused = { status: number; text: string; json: unknown }

function call(
  { call: signed }: SimulatedService,
  name: EndpointName,
  given: Parameters<SimulatedService['call']>[1] = {},
): Refused {
  return signed(endpoints[name].path, given)
}

/** How to cause each. */
const refused: Record<string, (simulated: SimulatedService) => Refused> = {
  'error-401-unauthorized.json': (simulated) =>
    call(simulated, 'openPositions', { headers: { 'x-txc-signature': '00' } }),
  'error-403-disabled.json': (simulated) => {
    simulated.right('full', { enabled: false })
    return call(simulated, 'openPositions')
  },
  'error-403-not-this-key.json': (simulated) => call(simulated, 'miningAccounts', { key: 'plain' }),
  'error-403-no-permission-success-false.json': (simulated) =>
    call(simulated, 'flexHistory', { key: 'plain' }),
  'error-400-no-loan.json': (simulated) => {
    simulated.world.loan = null
    return call(simulated, 'creditLine')
  },
  'error-422-amount-step-32.json': (simulated) =>
    call(simulated, 'collateralMarketOrder', {
      body: { market: 'BTC_USDT', side: 'buy', amount: '0.0100000001' },
    }),
  'error-422-nonce-window.json': (simulated) =>
    call(simulated, 'openPositions', { body: { nonceWindow: true }, nonce: '1' }),
  'error-429-nonce.json': (simulated) => {
    call(simulated, 'openPositions', { nonce: '7' })
    return call(simulated, 'openPositions', { nonce: '7' })
  },
  'error-429-cf-1015.txt': (simulated) => {
    for (let tokens = 0; tokens < 10; tokens += 1) call(simulated, 'streamToken')
    return call(simulated, 'streamToken')
  },
  // Here only bulk orders have a price, and a refusal of one of them is an entry of a good answer.
  'error-422-price-band-250.json': (simulated) => {
    const { json } = call(simulated, 'bulkLimitOrders', {
      body: { orders: [{ ...limitOrder, side: 'sell', price: '9000000' }] },
    })
    return { status: 422, text: '', json: errors(json)[0] }
  },
}

/**
 * From endpoints, addresses, regions and versions that the simulator does not have, or from a
 * gateway in front of the service.
 */
const notHere = [
  ...[
    'error-200-public-limit.json',
    'error-403-infra.html',
    'error-422-legacy-422.json',
    'error-429-v1-nested.json',
    'futures-451.json',
  ],
]

/** Amounts and prices in the server's message. */
function withoutFigures(text: string): unknown {
  return JSON.parse(text.replaceAll(/\d+\.\d+|\d{4,}/g, '#'))
}

describe('ANS-2 a refusal of the simulator in the live dialect', () => {
  it('is compared with every captured one', () => {
    const files = readdirSync(folder).filter((file) => /^error-|-451/.test(file))
    expect([...Object.keys(refused), ...notHere].toSorted()).toEqual(files.toSorted())
  })

  it.each(Object.entries(refused))(
    'has the captured status, members and message: %s',
    (file, provoke) => {
      const { status, text, json } = provoke(simulatedService({ dialect: 'live' }))
      expect(status).toBe(refusals[file]?.status)
      if (file.endsWith('.txt')) expect(text).toBe(textOf(file).trim())
      else expect(withoutFigures(JSON.stringify(json))).toEqual(withoutFigures(textOf(file)))
    },
  )
})
