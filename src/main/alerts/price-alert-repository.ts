// Price alerts as set by the user.
import { z } from 'zod'
import {
  moveDirections,
  type PriceAlert,
  type PriceAlertSettings,
  ruleFault,
} from '../../shared/alerts/price-alert.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import { type Database, numberOf, text, textOf } from '../database/database.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { json } from '../database/stored-json.js'

export type PriceAlertRepository = {
  /** In the order they were added. Alerts that this version does not understand are skipped. */
  load: (profileId: string) => Result<PriceAlert[], Problem>
  /** Adds it, or replaces the one with the same id. Nothing is stored for an unknown profile. */
  save: (profileId: string, priceAlert: PriceAlert) => Result<null, Problem>
  remove: (profileId: string, id: string) => Result<null, Problem>
}

const level = z.strictObject({ kind: z.enum(['above', 'below']), price: z.string() })
const move = z.strictObject({
  kind: z.literal('move'),
  percent: z.string(),
  minutes: z.number(),
  direction: z.enum(moveDirections),
})

const content: z.ZodType<PriceAlertSettings> = z.object({
  market: z.string(),
  rule: z.union([level, move]).refine((rule) => ruleFault(rule) === null),
  repeats: z.boolean(),
})

export function createPriceAlertRepository(
  database: Database,
  health: DatabaseHealth,
): PriceAlertRepository {
  return {
    load: (profileId: string): Result<PriceAlert[], Problem> =>
      health.read(() =>
        database
          .all(
            `SELECT ${text('id')}, created_at, ${text('content')} FROM price_alarm
           WHERE profile_id = ? ORDER BY created_at, price_alarm.id`,
            profileId,
          )
          .flatMap((row) => {
            const settings = json(content).safeParse(textOf(row, 'content')).data
            return settings === undefined
              ? []
              : [{ ...settings, id: textOf(row, 'id'), createdAt: numberOf(row, 'created_at') }]
          }),
      ),
    save: (
      profileId: string,
      { id, createdAt, market, rule, repeats }: PriceAlert,
    ): Result<null, Problem> =>
      health.write(() => {
        database.run(
          `INSERT INTO price_alarm (profile_id, id, created_at, content) SELECT id, ?, ?, ? FROM profile WHERE id = ?
         ON CONFLICT (profile_id, id) DO UPDATE SET content = excluded.content`,
          id,
          createdAt,
          JSON.stringify({ market, rule, repeats } satisfies PriceAlertSettings),
          profileId,
        )
        return null
      }),
    remove: (profileId: string, id: string): Result<null, Problem> =>
      health.write(() => {
        database.run('DELETE FROM price_alarm WHERE profile_id = ? AND id = ?', profileId, id)
        return null
      }),
  }
}
