// The journal's facts as text.
import type { LifeStep } from '../../shared/domain/trading.js'

/** Whole milliseconds, never more than passed. */
export const msText = (ms: number | null): string => (ms === null ? 'not known' : ms < 1 ? 'under 1 ms' : `${Math.floor(ms)} ms`)

/** How long after the confirmation a step came, for steps within the minute; empty for all others. */
export const afterConfirmed = (life: readonly Pick<LifeStep, 'what' | 'at'>[], at: LifeStep['at']): string => {
  const confirmed = life.find(({ what }) => what === 'confirmed')?.at
  const ms = confirmed === undefined ? -1 : (at - confirmed) * 1000
  return ms > 0 && ms < 60_000 ? `+${Math.round(ms)} ms` : ''
}

/** Details as they were written down; what is no plain value is shown as JSON. */
export const lifeDetails = (details: LifeStep['details']): { name: string; text: string }[] =>
  Object.entries(details).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }],
  )
