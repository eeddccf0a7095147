// Calls that other public clients make and Plimsoll does not.
import { z } from 'zod'
import { endpoint } from '../v4/endpoint.js'
import { mostAssets } from '../v4/limits.js'
import { eachNamed } from '../v4/lists.js'
import { decimal } from '../v4/numbers.js'

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
