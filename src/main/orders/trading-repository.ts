// How each profile may trade: whether at all, within which limits, and its favourite markets.
import { z } from 'zod'
import type { Problem } from '../../shared/problem.js'
import { defaultTradeLimits, type TradingView } from '../../shared/orders/trading.js'
import { isDecimal } from '../../shared/money.js'
import type { Result } from '../../shared/result.js'
import { DatabaseFault, type DatabaseHealth } from '../database/database-fault.js'
import { type Database, text as textColumn } from '../database/database.js'
import { json, readRow } from '../database/stored-json.js'

/** Whether a profile may trade at all, its limits and its favourite markets. */
export type TradingSettings = Pick<TradingView, 'readOnly' | 'limits' | 'favourites'>

/** The user has not allowed this account to trade yet. */
export const defaultTradingSettings: TradingSettings = {
  readOnly: true,
  limits: defaultTradeLimits,
  favourites: [],
}

const decimal = z.string().refine(isDecimal)
const limitsByName = z.record(z.string(), z.object({ perOrder: decimal, perDay: decimal }))

const settingsRow = z.object({
  read_only: z.number(),
  limits: json(
    z.object({
      on: z.boolean(),
      byQuote: limitsByName,
      byMarket: limitsByName,
      ordersPerDay: z.number(),
      askFrom: z.record(z.string(), decimal),
    }),
  ),
  favourites: json(z.array(z.string())),
})

const upsertSettings = `
  INSERT INTO trading (profile_id, read_only, limits, favourites) VALUES (?, ?, ?, ?)
  ON CONFLICT (profile_id) DO UPDATE
  SET read_only = excluded.read_only, limits = excluded.limits, favourites = excluded.favourites`

export function createTradingRepository(
  database: Database,
  health: DatabaseHealth,
): TradingRepository {
  return {
    read: (profileId: string): Result<TradingSettings, Problem> =>
      health.read(() => {
        const row = database.first(
          `SELECT read_only, ${textColumn('limits')}, ${textColumn('favourites')}
          FROM trading WHERE profile_id = ?`,
          profileId,
        )
        if (row === null) return defaultTradingSettings
        const {
          read_only: readOnly,
          limits,
          favourites,
        } = readRow(settingsRow, row, 'trading settings')
        return { readOnly: readOnly !== 0, limits, favourites }
      }),
    write: (
      profileId: string,
      { readOnly, limits, favourites }: TradingSettings,
    ): Result<null, Problem> =>
      health.write(() => {
        const changed = database.run(
          upsertSettings,
          profileId,
          readOnly ? 1 : 0,
          JSON.stringify(limits),
          JSON.stringify(favourites),
        )
        if (changed === 0) throw new DatabaseFault('INTERNAL', 'the profile is not in the database')
        return null
      }),
  }
}

export type TradingRepository = {
  read: (profileId: string) => Result<TradingSettings, Problem>
  write: (profileId: string, tradingSettings: TradingSettings) => Result<null, Problem>
}
