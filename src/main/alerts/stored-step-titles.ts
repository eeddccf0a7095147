// Titles of LTV alerts as stored by earlier versions.
import { z } from 'zod'
import { type Alert, loanLevelsIn } from '../../shared/alerts/alert.js'
import type { Json } from '../../shared/json.js'
import { type Decimal, isDecimal } from '../../shared/money.js'
import { ltvMessage, namesLtv } from './ltv-step-words.js'

const earlierTitle = z.object({ key: z.string(), values: z.record(z.string(), z.custom<Json>()) })
const earlierContent = z.looseObject({
  cause: z.looseObject({ threshold: z.string().refine(isDecimal) }),
})

/**
 * Titles as stored by earlier versions: with the step's number, but not its LTV. Without this, an
 * alert that is still open would lack an argument its message now requires and be skipped, while
 * its loan counts as having one.
 */
export function withStepLtv(content: unknown): unknown {
  const read = earlierContent.safeParse(content)
  if (!read.success) return content
  const cause = read.data.cause as Alert['cause'] & { threshold: Decimal }
  const ltv = ltvMessage(loanLevelsIn(cause), cause.threshold)
  const filled = ['title', 'endTitle'].flatMap((name) => {
    const title = earlierTitle.safeParse(read.data[name]).data
    return title !== undefined && namesLtv(title.key) && !('ltv' in title.values)
      ? [[name, { ...title, values: { ...title.values, ltv } }] as const]
      : []
  })
  return { ...read.data, ...Object.fromEntries(filled) }
}
