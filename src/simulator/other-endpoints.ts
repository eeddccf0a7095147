// Calls that other public clients make and Plimsoll does not.
import { z } from 'zod'
import { endpoint } from '../v4/endpoint.js'
import { mostAssets } from '../v4/limits.js'
import { eachNamed } from '../v4/lists.js'
import { decimal } from '../v4/numbers.js'
import { orderSides, positionSides } from '../v4/orders.js'

/** Amounts by asset, as JSON numbers. Plimsoll reads the summary, which also has what is owed. */
export const collateralAmountsEndpoint = endpoint({
  subject: 'collateral-balances',
  path: '/api/v4/collateral-account/balance',
  movesMoney: false,
  source: 'Collateral account balance',
  collateral: true,
  serviceLimit: 12_000,
  ask: z.strictObject({ ticker: z.string().optional() }),
  reply: eachNamed(decimal, mostAssets),
})

/** Two linked orders: a take profit, and a stop. Plimsoll lists and removes them. */
export const ocoOrderEndpoint = endpoint({
  subject: 'trigger-order',
  path: '/api/v4/order/collateral/oco',
  movesMoney: true,
  source: 'Create collateral OCO order',
  collateral: true,
  serviceLimit: 10_000,
  ask: z.strictObject({
    market: z.string(),
    side: z.enum(orderSides),
    amount: z.string(),
    price: z.string(),
    activation_price: z.string(),
    stop_limit_price: z.string(),
    clientOrderId: z.string().optional(),
    positionSide: z.enum(positionSides).optional(),
    reduceOnly: z.boolean().optional(),
    stp: z.string().optional(),
  }),
  reply: z.unknown(),
})
