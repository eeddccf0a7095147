// Thousands of transfers through everything that can go wrong, against an exchange that knows which
// of them it carried out, and how often.
import { add, compare, multiply, subtract } from '../../src/shared/money.js'
import type { OrderIntent } from '../../src/shared/orders/trading.js'
import type { Purse } from '../../src/shared/portfolio/purse.js'
import type { PurseFeeds } from '../../src/shared/portfolio/purses.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { seededRandom } from './faulty-exchange.js'
import { allIntents } from './order-fault-storm.js'
import {
  type Body,
  confirm,
  count,
  feed,
  judge,
  notCarriedOut,
  openStormAccount,
  repeated,
  type Sender,
  sendUntil,
  startStormExchange,
} from './request-storm.js'

type Holdings = Record<Purse, Record<string, string>>

const purseOf: Record<string, Purse> = { main: 'main', spot: 'trade', collateral: 'collateral' }

/** No two transfers of the storm have the same amount. */
function keyOf(asset: string, amount: string): string {
  return `${multiply(amount, '1')} ${asset}`
}

const refusal = {
  code: 3,
  message: 'Validation failed',
  errors: { amount: ["You don't have such amount"] },
}

function keyOfIntent({ items: [item] }: OrderIntent): string {
  return keyOf(item?.market ?? '', item?.amount ?? '0')
}

async function startTransferExchange(assets: readonly string[], random: () => number) {
  const holdings: Holdings = { main: {}, trade: {}, collateral: {} }
  for (const asset of assets)
    for (const purse of Object.values(purseOf)) holdings[purse][asset] = '100'
  const executed = new Map<string, number>()

  const carryOut = (_path: string, body: Body) => {
    const { ticker = '', amount = '', from = '', to = '' } = body as Record<string, string>
    const [source, target] = [purseOf[from], purseOf[to]]
    if (source === undefined || target === undefined) throw new Error(`from ${from} to ${to}`)
    holdings[source][ticker] = subtract(holdings[source][ticker] ?? '0', amount)
    holdings[target][ticker] = add(holdings[target][ticker] ?? '0', amount)
    count(executed, keyOf(ticker, amount))
    return { status: 201, body: [] }
  }

  const balances = (path: string): unknown => {
    if (path === endpoints.mainBalance.path)
      return Object.fromEntries(
        Object.entries(holdings.main).map(([asset, held]) => [asset, { main_balance: held }]),
      )
    if (path === endpoints.tradeBalance.path)
      return Object.fromEntries(
        Object.entries(holdings.trade).map(([asset, held]) => [
          asset,
          { available: held, freeze: '0' },
        ]),
      )
    return Object.entries(holdings.collateral).map(([asset, balance]) => ({
      asset,
      balance,
      borrow: '0',
      availableWithoutBorrow: balance,
      availableWithBorrow: balance,
    }))
  }

  const exchange = await startStormExchange({
    random,
    calm: 0.5,
    moves: [endpoints.balanceTransfer.path],
    namesOf: ({ ticker, amount }) => [keyOf(String(ticker), String(amount))],
    carryOut,
    refusal,
    lists: balances,
  })
  return { ...exchange, holdings, executed }
}

function purseFeeds({ main, trade, collateral }: Holdings): PurseFeeds {
  return {
    balance: feed(Object.entries(main).map(([asset, amount]) => ({ asset, amount }))),
    tradeBalance: feed(
      Object.entries(trade).map(([asset, available]) => ({ asset, available, inOrders: '0' })),
    ),
    collateralBalance: feed(
      Object.entries(collateral).map(([asset, balance]) => ({
        asset,
        balance,
        borrowed: '0',
        free: balance,
      })),
    ),
  }
}

export type TransferFigures = {
  confirmed: number
  states: Record<string, number>
  executed: number
  twice: number
  lost: number
  mislabelled: number
  /** Carried out without an answer that said so. */
  withoutAnswer: number
}

const pairs: readonly [Purse, Purse][] = [
  ['main', 'trade'],
  ['trade', 'main'],
  ['main', 'collateral'],
  ['collateral', 'main'],
]

/** Sends one transfer of each asset at once; returns how many were confirmed. */
async function send(sender: Sender, assets: readonly string[], turn: number): Promise<number> {
  const { random } = sender
  const ids = await Promise.all(
    assets.map((asset, at) => {
      const [from, to] = pairs[Math.floor(random() * pairs.length)] ?? ['main', 'trade']
      const amount = multiply(String(turn * assets.length + at + 1), '0.00000001')
      return confirm(sender, { kind: 'transfer', asset, from, to, amount })
    }),
  )
  return ids.filter((id) => id !== null).length
}

export async function runTransferStorm(parts: {
  folder: string
  transfers: number
  seed: number
}): Promise<TransferFigures> {
  const random = seededRandom(parts.seed)
  const assets = Array.from({ length: 80 }, (_, number) => `A${number}`)
  const exchange = await startTransferExchange(assets, random)
  const engine = await openStormAccount({
    folder: parts.folder,
    url: exchange.url,
    conditions: () => ({ purses: purseFeeds(exchange.holdings) }),
  })
  const sender = { engine, random }
  let confirmed = 0
  await sendUntil(
    sender,
    async (turn) => {
      confirmed += await send(sender, assets, turn)
    },
    () => confirmed >= parts.transfers,
  )
  const intents = allIntents(engine)
  const timesOf = (intent: OrderIntent): number => exchange.executed.get(keyOfIntent(intent)) ?? 0
  const { states, recorded, mislabelled } = judge(intents, {
    keyOf: keyOfIntent,
    stateOf: (_intent, said) => said,
    isTrue: (intent, said) =>
      said === 'done'
        ? timesOf(intent) === 1
        : timesOf(intent) === 0 && notCarriedOut.includes(said),
  })
  const isConserved = assets.every((asset) => {
    const { main, trade, collateral } = exchange.holdings
    const all = [main, trade, collateral].map((purse) => purse[asset] ?? '0')
    return compare(all.reduce(add), '300') === 0
  })
  if (!isConserved) throw new Error('the exchange of the test lost money')
  engine.close()
  exchange.stop()
  return {
    confirmed: intents.length,
    states,
    executed: exchange.executed.size,
    twice: repeated(exchange.arrived, exchange.executed),
    lost: [...exchange.executed.keys()].filter((key) => !recorded.has(key)).length,
    mislabelled,
    withoutAnswer: intents.filter(
      ({ state, items, httpStatus }) => (items[0]?.state ?? state) === 'done' && httpStatus !== 201,
    ).length,
  }
}
