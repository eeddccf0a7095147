import type { ConnectionView, PingSample } from '../../shared/portfolio/connection.js'
import { t } from '../../shared/messages/messages.js'

export type PingSummary = {
  last: number | null
  lowest: number
  median: number
  highest: number
  failed: number
  count: number
} | null

/** Latency over the stored samples; null if none succeeded. */
export function summarizePings(pings: readonly PingSample[]): PingSummary {
  const good = pings.flatMap(({ ms }) => (ms === null ? [] : [ms])).sort((a, b) => a - b)
  const [lowest] = good
  const highest = good.at(-1)
  const median = good[Math.floor((good.length - 1) / 2)]
  if (lowest === undefined || highest === undefined || median === undefined) return null
  return {
    last: pings.at(-1)?.ms ?? null,
    lowest,
    median,
    highest,
    failed: pings.length - good.length,
    count: pings.length,
  }
}

/** "23 ms"; latency is for judgement, not for money, so whole milliseconds are sufficient. */
export function latencyText(ms: number): string {
  return ms < 1 ? t('common.ms.under') : t('common.ms', { ms: Math.round(ms) })
}

/** Of the last check, while the exchange responds; otherwise empty. */
export function latencyNow(connection: ConnectionView | null): string {
  const last = connection?.state === 'online' ? connection.pings.at(-1)?.ms : null
  return last == null ? '' : latencyText(last)
}

const tenth = (value: number): number => Math.round(value * 10) / 10

/**
 * The points of a line through the samples, in a box `width` by `height`; a failed check breaks the
 * line.
 */
export function pingLines(
  pings: readonly PingSample[],
  width: number,
  height: number,
): { lines: string[]; failures: number[] } {
  const first = pings[0]?.at ?? 0
  const last = pings.at(-1)?.at ?? first
  const top = Math.max(1, ...pings.map(({ ms }) => ms ?? 0))
  const x = (at: number): number => (last > first ? ((at - first) / (last - first)) * width : width)
  const lines: string[] = []
  const failures: number[] = []
  let line: string[] = []
  const end = (): void => {
    if (line.length > 0) lines.push(line.join(' '))
    line = []
  }
  for (const { at, ms } of pings) {
    if (ms === null) {
      end()
      failures.push(x(at))
    } else line.push(`${tenth(x(at))},${tenth(height - (ms / top) * (height - 4) - 2)}`)
  }
  end()
  return { lines, failures }
}
