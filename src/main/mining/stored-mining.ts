// Payout destinations as JSON text in the database. What cannot be read is null: then the next answer counts as the first.
import { z } from 'zod'
import type { PayoutChange } from '../../shared/domain/mining.js'
import type { PayoutDestination } from '../../shared/domain/payout.js'
import { json } from '../database/stored-json.js'

const destination = z.object({ accountName: z.string(), destination: z.string(), externalAddress: z.string().nullable() })

/** The key it was seen with stands beside it; null where that was not recorded. */
const storedDestination = json(destination.extend({ keyHint: z.string().nullable().catch(null) }))

const storedChange = json(
  z.object({
    at: z.number(),
    from: destination,
    to: destination,
    acknowledgedAt: z.number().nullable().catch(null),
    otherKey: z.boolean().catch(false),
  }),
)

export const destinationOf = (stored: string): { destination: PayoutDestination; keyHint: string | null } | null => {
  const read = storedDestination.safeParse(stored).data
  if (read === undefined) return null
  const { keyHint, ...seen } = read
  return { destination: seen, keyHint }
}

export const changeOf = (stored: string): PayoutChange | null => storedChange.safeParse(stored).data ?? null
