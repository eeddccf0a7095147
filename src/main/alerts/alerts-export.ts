// The alert history as text for a file: every figure behind an alert exactly as recorded.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CsvCell, csvRow } from '../../shared/csv.js'
import type { Alert, AlertPage, AlertQuery } from '../../shared/alerts/alert.js'
import type { Problem } from '../../shared/problem.js'
import type { Exported } from '../../shared/orders/trading.js'
import { englishOf } from '../../shared/messages/messages.js'
import { ok, type Result } from '../../shared/result.js'
import { type Clock, isoDay, isoTime, type UnixSeconds } from '../../shared/time.js'
import type { SaveDialog } from '../desktop/dialogs.js'

const timeOrNone = (at: UnixSeconds | null): string | null => (at === null ? null : isoTime(at))

const columns: readonly (readonly [name: string, value: (alert: Alert) => CsvCell])[] = [
  ['raised_utc', ({ at }) => isoTime(at)],
  ['alert', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['level', ({ level }) => level],
  ['subject', ({ subject }) => englishOf(subject.name)],
  ['title', ({ title }) => englishOf(title)],
  ['text', ({ text }) => englishOf(text)],
  ['found', ({ found }) => found],
  ['state', ({ state }) => state.kind],
  ['state_since_utc', ({ at, state }) => isoTime(state.kind === 'active' ? at : state.at)],
  ['snoozed_until_utc', ({ state }) => (state.kind === 'snoozed' ? isoTime(state.until) : null)],
  ['end', ({ state }) => (state.kind === 'resolved' ? state.end : null)],
  ['read_utc', ({ readAt }) => timeOrNone(readAt)],
  ['cause', ({ cause }) => JSON.stringify(cause)],
]

export function alertsCsv(alerts: readonly Alert[]): string {
  return [
    columns.map(([name]) => name),
    ...alerts.map((alert) => columns.map(([, value]) => value(alert))),
  ]
    .map(csvRow)
    .join('')
}

const everything = { limit: 200, kinds: null, levels: null, unreadOnly: false }

/** Writes all alerts, newest first, to a file the user chooses. Other work runs between pages. */
export async function exportAlerts(
  page: (query: AlertQuery) => Result<AlertPage, Problem>,
  { clock, saveText }: { clock: Clock } & Pick<SaveDialog, 'saveText'>,
): Promise<Result<Exported, Problem>> {
  const all: Alert[] = []
  let after: AlertQuery['after'] = null
  for (;;) {
    const found: Result<AlertPage, Problem> = page({ ...everything, after })
    if (!found.ok) return found
    all.push(...found.value.alerts)
    const last = found.value.alerts.at(-1)
    if (!found.value.more || last === undefined) break
    after = { at: last.at, id: last.id }
    await nextTurn()
  }
  const saved = await saveText({
    suggestedName: `plimsoll-alerts-${isoDay(clock())}.csv`,
    text: alertsCsv(all),
  })
  if (!saved.ok) return saved
  return ok(
    saved.value === null
      ? { saved: false, rows: 0, file: null }
      : { saved: true, rows: all.length, file: saved.value.file },
  )
}
