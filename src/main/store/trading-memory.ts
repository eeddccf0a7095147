// A journal of orders in this process's memory alone: the demo's. It is the same database with the same rules, and ends with it.
import type { Profile } from '../../shared/domain/account.js'
import { migrate } from './database-migration.js'
import { inMemory, openDatabase } from './database.js'
import { createIntentRepository, type IntentRepository } from './intent-repository.js'
import { createProfileRepository } from './profile-repository.js'
import { createStoreHealth } from './store-health.js'
import { noLog } from './store-log.js'
import { createTradingRepository, type TradingRepository } from './trading-repository.js'

export type TradingMemory = { orders: IntentRepository; trading: TradingRepository; close(): void }

/** For one profile. @throws what the database throws */
export const openTradingMemory = (profile: Profile): TradingMemory => {
  const database = openDatabase(inMemory)
  database.script('PRAGMA foreign_keys = ON')
  migrate(database)
  const health = createStoreHealth({ changes: database.changes, log: noLog, onChange: () => undefined, onDamage: () => undefined })
  createProfileRepository(database, health, () => undefined).add(profile)
  return {
    orders: createIntentRepository(database, health),
    trading: createTradingRepository(database, health),
    close: () => database.close(),
  }
}
