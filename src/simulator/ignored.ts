// Which members of a body the service does not know. It passes over them without a word, as the live service does; the list of calls
// names them, so that a client's author sees what had no effect.
import type { Dialect } from '../shared/domain/account.js'
import type { Endpoint } from '../v4/endpoint.js'
import { endpoints } from '../v4/endpoints.js'

type Names = readonly string[]

const always: Names = ['request', 'nonce', 'nonceWindow']
const clientOrderId: Record<Dialect, string> = { spec: 'client_order_id', live: 'clientOrderId' }
const order: Names = ['market', 'side', 'amount', 'stp']

/** Of the body itself, beside those of every body. */
const known: Record<string, (dialect: Dialect) => Names> = {
  [endpoints.mainBalance.path]: (dialect) => (dialect === 'live' ? ['ticker'] : []),
  [endpoints.flexHistory.path]: () => ['limit', 'offset', 'plan', 'investment', 'transaction', 'dateFrom', 'dateTo', 'actionTypes'],
  [endpoints.closeInvestment.path]: () => ['id'],
  [endpoints.collateralMarketOrder.path]: (dialect) => [
    ...order,
    ...['stopLoss', 'takeProfit', 'positionSide', 'reduceOnly'],
    clientOrderId[dialect],
  ],
  [endpoints.bulkLimitOrders.path]: () => ['orders', 'stopOnFail'],
  [endpoints.openPositions.path]: () => ['market'],
  [endpoints.payoutDestination.path]: () => ['accountName'],
}

const ofItem = (dialect: Dialect): Names => [...order, 'price', 'postOnly', 'ioc', 'rpi', clientOrderId[dialect]]

/** A record of five thousand calls must fit into the memory of a small machine, whatever they send. */
const most = 100
const longestName = 100

const others = (value: object, names: Names, before = ''): string[] =>
  Object.keys(value)
    .filter((name) => !names.includes(name))
    .slice(0, most)
    .map((name) => `${before}${name.slice(0, longestName)}`)

export const unknownMembers = ({ path }: Endpoint, body: Record<string, unknown>, dialect: Dialect): string[] => {
  const inBody = others(body, [...always, ...(known[path]?.(dialect) ?? [])])
  const items: unknown[] = path === endpoints.bulkLimitOrders.path && Array.isArray(body['orders']) ? body['orders'] : []
  const inItems = items.slice(0, most).flatMap((item, index) => {
    const isOrder = typeof item === 'object' && item !== null && !Array.isArray(item)
    return isOrder ? others(item, ofItem(dialect), `orders[${index}].`) : []
  })
  return [...inBody, ...inItems].slice(0, most)
}
