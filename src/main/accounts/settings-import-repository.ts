// An import in one transaction: accounts, limits, price alerts, and the settings that have yet to
// be written to the settings file. From then on it has happened, whatever ends Plimsoll: the next
// start writes those settings.
import { z } from 'zod'
import type { Profile } from '../../shared/accounts/account.js'
import type { PriceAlert } from '../../shared/alerts/price-alert.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import { createPriceAlertRepository } from '../alerts/price-alert-repository.js'
import { type Database, text, textOf } from '../database/database.js'
import { type DatabaseHealth, faultFor } from '../database/database-fault.js'
import { json } from '../database/stored-json.js'
import { createTradingRepository, type TradingSettings } from '../orders/trading-repository.js'
import { createProfileRepository } from './profile-repository.js'

/** What an import makes of a setting, and what it was when that was confirmed. */
const lateSetting = z.strictObject({ before: z.unknown(), after: z.unknown() })
const lateSettings = z.record(z.string(), lateSetting)
/** By the setting's name. */
export type LateSettings = z.infer<typeof lateSettings>

export type ImportRows = {
  added: readonly Profile[]
  trading: readonly { profileId: string; settings: TradingSettings }[]
  setAlerts: readonly { profileId: string; alert: PriceAlert }[]
  removeAlerts: readonly { profileId: string; id: string }[]
  settings: LateSettings
}

export type SettingsImportRepository = {
  /** All or nothing. */
  apply: (rows: ImportRows) => Result<null, Problem>
  /** Settings of an import that are not in the settings file yet; null if there are none. */
  pending: () => Result<LateSettings | null, Problem>
  settled: () => Result<null, Problem>
}

/** Ends the transaction. */
function must(written: Result<null, Problem>): void {
  if (!written.ok) throw faultFor(written.error)
}

/** `onSettled` is called once an import is complete: a backup from before would repeat its end. */
export function createSettingsImportRepository(
  database: Database,
  health: DatabaseHealth,
  onSettled: () => void,
): SettingsImportRepository {
  const profiles = createProfileRepository(database, health, {})
  const trading = createTradingRepository(database, health)
  const priceAlerts = createPriceAlertRepository(database, health)

  return {
    apply: (rows: ImportRows): Result<null, Problem> =>
      health.write(() =>
        database.write(() => {
          for (const profile of rows.added) must(profiles.add(profile))
          for (const { profileId, settings } of rows.trading)
            must(trading.write(profileId, settings))
          for (const { profileId, id } of rows.removeAlerts) must(priceAlerts.remove(profileId, id))
          for (const { profileId, alert } of rows.setAlerts)
            must(priceAlerts.save(profileId, alert))
          database.run(
            'INSERT OR REPLACE INTO imported_settings (id, content) VALUES (1, ?)',
            JSON.stringify(rows.settings),
          )
          return null
        }),
      ),
    pending: (): Result<LateSettings | null, Problem> =>
      health.read(() => {
        const row = database.first(`SELECT ${text('content')} FROM imported_settings WHERE id = 1`)
        return row === null
          ? null
          : (json(lateSettings).safeParse(textOf(row, 'content')).data ?? {})
      }),
    settled: (): Result<null, Problem> => {
      const settled = health.write(() => {
        database.run('DELETE FROM imported_settings')
        return null
      })
      if (settled.ok) onSettled()
      return settled
    },
  }
}
