// The list of markets of each exchange, kept for a day: it is long and rarely changes.
import { z } from 'zod'
import type { Market } from '../../shared/markets/market.js'
import type { Problem } from '../../shared/problem.js'
import { isDecimal } from '../../shared/money.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { type Database, numberOf, text as textColumn } from '../database/database.js'
import { json } from '../database/stored-json.js'

const text = z.string()
const amount = text.refine(isDecimal)

const markets: z.ZodType<Market[]> = z.array(
  z.object({
    name: text,
    base: text,
    quote: text,
    amountStep: amount.nullable(),
    priceStep: amount.nullable(),
    makerFee: amount.nullable(),
    takerFee: amount.nullable(),
    minAmount: amount.nullable(),
    minNotional: amount.nullable(),
    maxNotional: amount.nullable(),
    isOpen: z.boolean().nullable(),
    isCollateral: z.boolean().nullable(),
    kind: text.nullable(),
    delistedAt: z.number().nullable(),
  }),
)

export type MarketRepository = {
  /** Null if there is none, or none that this version understands. */
  last: (baseUrl: string) => Result<{ value: Market[]; asOf: UnixSeconds } | null, Problem>
  /** Replaces the previous list; lists of exchanges without a profile are removed. */
  remember: (baseUrl: string, value: readonly Market[], asOf: UnixSeconds) => Result<null, Problem>
}

export function createMarketRepository(
  database: Database,
  health: DatabaseHealth,
): MarketRepository {
  return {
    last: (baseUrl: string): Result<{ value: Market[]; asOf: UnixSeconds } | null, Problem> =>
      health.read(() => {
        const row = database.first(
          `SELECT ${textColumn('value')}, as_of FROM market_list WHERE base_url = ?`,
          baseUrl,
        )
        const value = row === null ? undefined : json(markets).safeParse(row['value']).data
        return row === null || value === undefined ? null : { value, asOf: numberOf(row, 'as_of') }
      }),
    remember: (
      baseUrl: string,
      value: readonly Market[],
      asOf: UnixSeconds,
    ): Result<null, Problem> =>
      health.write(() =>
        database.write(() => {
          database.run(
            'DELETE FROM market_list WHERE base_url NOT IN (SELECT base_url FROM profile)',
          )
          database.run(
            `INSERT INTO market_list (base_url, value, as_of) VALUES (?, ?, ?)
           ON CONFLICT (base_url) DO UPDATE SET value = excluded.value, as_of = excluded.as_of`,
            baseUrl,
            JSON.stringify(value),
            asOf,
          )
          return null
        }),
      ),
  }
}
