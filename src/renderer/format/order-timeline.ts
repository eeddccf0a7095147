// The journal's facts as text.
import type { TimelineStep } from '../../shared/domain/trading.js'

/** Whole milliseconds, never more than passed. */
export const msText = (ms: number | null): string => (ms === null ? 'not known' : ms < 1 ? 'under 1 ms' : `${Math.floor(ms)} ms`)

/** How long after the confirmation a step came, for steps within the minute; empty for all others. */
export const afterConfirmed = (timeline: readonly Pick<TimelineStep, 'what' | 'at'>[], at: TimelineStep['at']): string => {
  const confirmed = timeline.find(({ what }) => what === 'confirmed')?.at
  const ms = confirmed === undefined ? -1 : (at - confirmed) * 1000
  return ms > 0 && ms < 60_000 ? `+${Math.round(ms)} ms` : ''
}

/** Details as they were written down; what is no plain value is shown as JSON. */
export const timelineDetails = (details: TimelineStep['details']): { name: string; text: string }[] =>
  Object.entries(details).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }],
  )
