// Random accounts as an exchange may describe them, and what Plimsoll reads from their copies.
import fc from 'fast-check'
import {
  toCollateralBalance,
  toCollateralSummary,
  toFutures,
  toTickers,
  toTradeBalance,
} from '../../src/main/exchange/market-mapping.js'
import { toConditionalOrders } from '../../src/main/exchange/target-mapping.js'
import { toActiveFixedInvestments } from '../../src/main/exchange/list-mapping.js'
import { toOpenFlexInvestments } from '../../src/main/exchange/list-mapping.js'
import { toActiveOrders, toBalances, toPositions } from '../../src/main/exchange/wire-mapping.js'
import type { AccountCopy } from '../../src/shared/demo/account-copy.js'
import { absolute, negate } from '../../src/shared/money.js'
import type { ConditionalOrder, Order } from '../../src/shared/orders/order.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import type { Action, Answer } from '../../src/simulator/answer.js'
import * as account from '../../src/simulator/actions/account-actions.js'
import * as lists from '../../src/simulator/actions/account-lists.js'
import * as markets from '../../src/simulator/actions/market-actions.js'
import { activeOrders } from '../../src/simulator/actions/order-actions.js'
import { conditionalOrders } from '../../src/simulator/actions/trigger-orders.js'
import type { World } from '../../src/simulator/world.js'
import { endpoints } from '../../src/v4/endpoints.js'

export const copiedAt = 1_800_000_000

/** With trailing zeros, as exchanges send them. */
function decimals(most: number) {
  return fc
    .tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 0, max: 99_999_999 }), fc.nat(8))
    .map(([whole, rest, places]) =>
      places === 0 ? String(whole) : `${whole}.${String(rest).padStart(8, '0').slice(0, places)}`,
    )
}

function signed(most: number) {
  return fc
    .tuple(decimals(most), fc.boolean())
    .map(([value, isBelow]) => (isBelow ? `-${value}` : value))
}

/** Absent, null or a figure. */
function perhaps(figure: fc.Arbitrary<string>) {
  return fc.option(fc.option(figure, { nil: null }), { nil: undefined })
}

const assets = ['USDT', 'BTC', 'ETH', 'NEW', '1INCH', '__proto__'] as const
const tradedMarkets = ['BTC_USDT', 'ETH_USDT', 'BTC_PERP', 'NEW_PERP', 'ODD'] as const
const asset = fc.constantFrom(...assets)
const market = fc.constantFrom(...tradedMarkets)
const time = fc.integer({ min: 1_700_000_000, max: copiedAt }).map(String)

function present<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}

const position: fc.Arbitrary<Position> = fc
  .record({
    market,
    amount: decimals(50),
    isShort: fc.boolean(),
    entryPrice: decimals(90_000),
    liquidationPrice: fc.option(decimals(90_000)),
    liquidationState: fc.constantFrom(null, 'margin_call', 'liquidation', 'odd'),
    realizedPnl: perhaps(signed(900)),
    unrealizedPnl: perhaps(signed(900)),
    pnlPercent: perhaps(signed(90)),
    usedMargin: fc.option(decimals(900), { nil: undefined }),
    freeMargin: fc.option(decimals(900), { nil: undefined }),
    funding: fc.option(signed(9), { nil: undefined }),
    unrealizedFunding: fc.option(signed(9), { nil: undefined }),
    levels: fc.option(
      fc.record({ stopLoss: fc.option(decimals(9000)), takeProfit: fc.option(decimals(9000)) }),
    ),
    positionSide: fc.constantFrom(undefined, 'BOTH', 'hedge', 'unsigned'),
    openedAt: time,
  })
  .map(({ isShort, levels, amount, positionSide, ...rest }, index = 0): Position => {
    const hedged = isShort ? 'SHORT' : 'LONG'
    return present({
      ...rest,
      id: String(index),
      modifiedAt: rest.openedAt,
      amount: isShort && positionSide !== 'unsigned' ? negate(amount) : amount,
      positionSide: positionSide === undefined || positionSide === 'BOTH' ? positionSide : hedged,
      protectiveOrders: levels === null ? null : { ...levels, takeProfitId: '1', stopLossId: '2' },
    }) as Position
  })

const order: fc.Arbitrary<Order> = fc
  .record({
    id: fc.uuid(),
    market,
    side: fc.constantFrom('buy', 'sell', 'odd'),
    type: fc.constantFrom(
      undefined,
      'limit',
      'margin limit',
      'collateral limit',
      'stop limit',
      'margin stop market',
      'stop market',
      'trailing',
    ),
    timestamp: time,
    dealMoney: fc.constantFrom('0', '0.00', '12.5'),
    dealStock: fc.constantFrom('0', '0.10'),
    amount: decimals(90),
    left: fc.oneof(decimals(90), fc.constant('0')),
    dealFee: fc.constantFrom(undefined, '0', '0.010'),
    status: fc.constantFrom(undefined, 'NEW', 'OPEN', 'PARTIALLY_FILLED'),
    price: fc.option(fc.oneof(decimals(90_000), fc.constant('0')), { nil: undefined }),
    activationPrice: fc.option(decimals(90_000), { nil: undefined }),
    activationCondition: fc.constantFrom(undefined, 'gte', 'lte'),
    reduceOnly: fc.constantFrom(undefined, true, false),
    postOnly: fc.constantFrom(undefined, true, false),
    stp: fc.constantFrom(undefined, 'no', 'co'),
    positionSide: fc.constantFrom(undefined, 'LONG', 'SHORT', 'BOTH'),
    oto: fc.option(
      fc.record({
        id: fc.constant('1'),
        stopLoss: fc.option(decimals(9)),
        takeProfit: fc.constant(null),
      }),
      { nil: undefined },
    ),
  })
  .map((one) => present({ ...one, clientOrderId: '' }) as Order)

const conditional: fc.Arbitrary<ConditionalOrder> = fc.oneof(
  fc.record({
    kind: fc.constant('oco' as const),
    id: fc.constant('1'),
    stopLoss: order,
    takeProfit: order,
  }),
  fc
    .record({ order, stopLoss: fc.option(decimals(9000)), takeProfit: fc.option(decimals(9000)) })
    .map((one) => ({ kind: 'oto' as const, id: '1', ...one })),
)

function perAsset<T>(figures: fc.Arbitrary<T>) {
  return fc
    .uniqueArray(fc.tuple(asset, figures), { selector: ([name]) => name })
    .map((list) => list.map(([name, one]) => ({ asset: name, ...one })))
}

const ticker = fc.record({
  last: fc.oneof({ weight: 4, arbitrary: decimals(90_000) }, fc.constantFrom('0', '0.00')),
  change: fc.option(signed(20)),
  isFrozen: fc.boolean(),
})

/** Ids are unique, except that of an order that is listed twice. */
function withIds(sent: AccountCopy): AccountCopy {
  const entries = sent.conditionalOrders?.map((one, at) =>
    one.kind === 'oto' ? { ...one, order: { ...one.order, id: `entry ${at}` } } : one,
  )
  return {
    ...sent,
    openOrders: sent.openOrders?.map((one, at) => ({ ...one, id: String(at) })) ?? null,
    conditionalOrders: entries ?? null,
  }
}

const anyAnswers: fc.Arbitrary<AccountCopy> = fc.record({
  at: fc.constant(copiedAt),
  balance: fc.option(perAsset(fc.record({ amount: fc.oneof(decimals(900), fc.constant('0.00')) }))),
  positions: fc.option(fc.array(position, { maxLength: 6 })),
  loan: fc.option(
    fc.oneof(
      fc.constant({ kind: 'no-loan' as const }),
      fc.constant({ kind: 'not-enabled' as const }),
      fc
        .record({
          asset: fc.constantFrom(undefined, 'USDT', 'BTC'),
          amount: fc.option(decimals(9000), { nil: undefined }),
          totalFunding: fc.option(decimals(90), { nil: undefined }),
          currentLtv: fc.constantFrom('25', '25.00', '0.25', '0', '91.2345678901'),
          initialLtv: fc.constantFrom(undefined, '60', '0.60'),
          marginCallLtv: fc.constantFrom('75', '0.75'),
          liquidationLtv: fc.constantFrom('85', '0.850'),
        })
        .map((loan) => ({ kind: 'loan' as const, loan: present(loan) })),
    ),
  ) as fc.Arbitrary<AccountCopy['loan']>,
  summary: fc.option(
    fc.record({
      equity: signed(9000),
      usedMargin: fc.oneof(decimals(900), fc.constant('0.0')),
      freeMargin: fc.oneof(decimals(900), fc.constant('0')),
      unrealizedPnl: signed(900),
      unrealizedFunding: signed(9),
      leverage: fc.constantFrom(null, 1, 7, 20, 125),
    }),
  ),
  collateral: fc.option(
    perAsset(
      fc.record({
        balance: decimals(9000),
        borrowed: fc.oneof(decimals(90).map(absolute), fc.constant('0')),
        free: fc.oneof(decimals(900), fc.constant('0')),
      }),
    ),
  ),
  trade: fc.option(
    perAsset(
      fc.record({
        available: fc.oneof(decimals(900), fc.constant('0')),
        inOrders: fc.oneof(decimals(900), fc.constant('0.0')),
      }),
    ),
  ),
  openOrders: fc.option(fc.array(order, { maxLength: 6 })),
  conditionalOrders: fc.option(fc.array(conditional, { maxLength: 3 })),
  borrowings: fc.option(
    perAsset(
      fc.record({
        amount: decimals(90),
        accruedCost: fc.option(decimals(9)),
        liquidationPrice: fc.option(decimals(9000)),
      }),
    ),
  ),
  flexible: fc.option(
    fc.array(
      fc.record({
        id: fc.uuid(),
        planId: fc.constant(null),
        currency: asset,
        invested: decimals(900),
        autoReinvest: fc.boolean(),
        createdAt: fc.constant(null),
      }),
      { maxLength: 3 },
    ),
  ),
  fixed: fc.option(
    fc.array(
      fc.record({
        id: fc.uuid(),
        asset,
        amount: decimals(900),
        percent: fc.constantFrom('12', '0.5'),
        createdAt: time,
        endsAt: fc.constant('1900000000'),
        interestPaid: fc.constant('0'),
      }),
      { maxLength: 3 },
    ),
  ),
  tickers: fc.option(
    fc
      .uniqueArray(
        fc.tuple(
          fc.constantFrom('BTC_USDT', 'ETH_USDT', 'BTC_PERP', 'USDC_USDT', 'ETH_BTC'),
          ticker,
        ),
        { selector: ([name]) => name },
      )
      .map((list) => Object.fromEntries(list)),
  ),
  futures: fc.option(
    fc
      .record({
        mark: fc.option(decimals(90_000)),
        index: fc.option(decimals(90_000)),
        fundingRate: fc.constantFrom('0.0001', null),
        nextFundingAt: fc.constantFrom(null, 1_800_003_600),
        fundingMinutes: fc.constantFrom(null, 480),
      })
      .map((quote) => ({ BTC_PERP: quote })),
  ),
  markets: fc.constantFrom(
    [],
    [
      {
        name: 'BTC_USDT',
        base: 'BTC',
        quote: 'USDT',
        amountStep: '0.0001',
        priceStep: '0.01',
        makerFee: '-0.01',
        takerFee: '0.1',
        minAmount: null,
        minNotional: '5.05',
        maxNotional: null,
        isOpen: true,
        isCollateral: true,
        kind: 'spot',
        delistedAt: null,
      },
    ],
  ),
})

export const accountAnswers = anyAnswers.map(withIds)

function jsonOf(answer: Answer): unknown {
  if ('refusal' in answer) return answer.refusal
  return JSON.parse('text' in answer ? answer.text : JSON.stringify(answer.body))
}

/** Through the schemas and the mapping that read an exchange's responses. */
export function readCopy(world: World) {
  const key = world.keys['full']
  if (key === undefined) throw new Error('no key')
  const ask = (action: Action, body = {}): unknown =>
    jsonOf(action({ world, keyName: 'full', key, body, dialect: 'spec', ignored: [] }))
  const read = <Name extends keyof typeof endpoints>(name: Name, answer: unknown) =>
    endpoints[name].reply.parse(answer) as never
  const loan = ask(account.creditLine) as Record<string, string>
  return {
    balance: toBalances(read('mainBalance', ask(account.mainBalance))),
    positions: toPositions(read('openPositions', ask(account.openPositions))),
    loan,
    summary: toCollateralSummary(read('collateralSummary', ask(lists.collateralSummary))),
    collateral: toCollateralBalance(read('collateralBalances', ask(lists.collateralBalances))),
    trade: toTradeBalance(read('tradeBalance', ask(lists.tradeBalance))),
    openOrders: toActiveOrders(read('activeOrders', ask(activeOrders))),
    conditionalOrders: toConditionalOrders(read('conditionalOrders', ask(conditionalOrders))),
    flexible: toOpenFlexInvestments(read('flexInvestments', ask(lists.flexInvestments))),
    fixed: toActiveFixedInvestments(read('fixedInvestments', ask(lists.fixedInvestments))),
    tickers: toTickers(read('tickers', jsonOf(markets.tickers(world, 'spec')))),
    futures: toFutures(read('futures', jsonOf(markets.futures(world, 'spec')))),
  }
}

export function positionFigures({ id: _id, protectiveOrders, ...figures }: Position) {
  const { takeProfit = null, stopLoss = null } = protectiveOrders ?? {}
  return { ...figures, takeProfit, stopLoss }
}

export function orderFigures(order: Order) {
  const { id: _id, clientOrderId: _own, withoutLevels: _unknown, oto, ...figures } = order
  return { ...figures, oto: oto && { stopLoss: oto.stopLoss, takeProfit: oto.takeProfit } }
}

/** In the list of conditional orders, an entry has its own levels. */
export function linkedFigures(one: ConditionalOrder): string {
  if (one.kind === 'oco')
    return JSON.stringify([one.kind, alone(one.stopLoss), alone(one.takeProfit)])
  return JSON.stringify([one.kind, alone(one.order), one.stopLoss, one.takeProfit])
}

/** With members in a fixed order. */
function alone(order: Order): unknown {
  const { oto: _levels, ...figures } = orderFigures(order)
  return Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1))
}

export function withoutIds(list: readonly { id: string }[]): object[] {
  return list.map(({ id: _id, ...figures }) => figures)
}

/** Everything except what identifies the account, its orders and its positions. */
export function figuresOf({ at: _at, ...account }: AccountCopy): object {
  return {
    ...account,
    positions: account.positions?.map(positionFigures),
    openOrders: account.openOrders?.map(orderFigures),
    conditionalOrders: account.conditionalOrders?.map(linkedFigures),
    fixed: withoutIds(account.fixed ?? []),
    flexible: account.flexible?.map(({ currency, invested }) => [currency, invested]),
    markets: account.markets.map(({ name }) => name),
  }
}
