// Whether a profile may trade at all, its limits and its favourite markets. A profile nobody has decided for may only read.
import { defaultTradeLimits, type TradeLimit, type TradeLimits } from '../../shared/domain/trading.js'
import type { Problem } from '../../shared/domain/problem.js'
import { isDecimal } from '../../shared/money.js'
import type { Result } from '../../shared/result.js'
import { text, textOf, type Database } from '../database/database.js'
import { checked, isFields, isFlag, isNumber, isText, listOf, parseStored } from '../database/stored-json.js'
import { DatabaseFault } from '../database/database-fault.js'
import type { StoreHealth } from '../database/database-health.js'

export type TradingSettings = { readOnly: boolean; limits: TradeLimits; favourites: string[] }

export const freshTrading: TradingSettings = { readOnly: true, limits: defaultTradeLimits, favourites: [] }

export type TradingRepository = {
  read(profileId: string): Result<TradingSettings, Problem>
  write(profileId: string, settings: TradingSettings): Result<null, Problem>
}

const isAmount = (value: unknown): value is string => isText(value) && isDecimal(value)
const isLimit = (value: unknown): value is TradeLimit => isFields(value) && isAmount(value['perOrder']) && isAmount(value['perDay'])
const every = (value: unknown, fits: (one: unknown) => boolean): boolean => isFields(value) && Object.values(value).every(fits)
const isLimits = (value: unknown): value is TradeLimits =>
  isFields(value) &&
  isFlag(value['on']) &&
  isNumber(value['ordersPerDay']) &&
  every(value['byQuote'], isLimit) &&
  every(value['byMarket'], isLimit) &&
  every(value['askFrom'], isAmount)

const upsert = `
  INSERT INTO trading (profile_id, read_only, limits, favourites) VALUES (?, ?, ?, ?)
  ON CONFLICT (profile_id) DO UPDATE SET read_only = excluded.read_only, limits = excluded.limits, favourites = excluded.favourites`

export const createTradingRepository = (database: Database, health: StoreHealth): TradingRepository => ({
  read: (profileId) =>
    health.read(() => {
      const row = database.first(`SELECT read_only, ${text('limits')}, ${text('favourites')} FROM trading WHERE profile_id = ?`, profileId)
      if (row === null) return freshTrading
      return {
        readOnly: row['read_only'] !== 0,
        limits: checked(parseStored(textOf(row, 'limits'), 'limits'), isLimits, 'limits'),
        favourites: checked(parseStored(textOf(row, 'favourites'), 'favourites'), listOf(isText), 'favourites'),
      }
    }),
  write: (profileId, { readOnly, limits, favourites }) =>
    health.write(() => {
      const changed = database.run(upsert, profileId, readOnly ? 1 : 0, JSON.stringify(limits), JSON.stringify(favourites))
      if (changed === 0) throw new DatabaseFault('INTERNAL', 'the profile is not in the database')
      return null
    }),
})
