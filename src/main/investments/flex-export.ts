// Writes all matching records to a temporary file that is renamed at the end: a file with the
// chosen name is complete.
import { open, rename, rm } from 'node:fs/promises'
import { byteOrderMark, csvRow } from '../../shared/csv.js'
import {
  flexActions,
  type FlexExport,
  type FlexFilter,
} from '../../shared/investments/flex-history.js'
import type { FlexRecord } from '../../shared/investments/investment.js'
import type { Problem } from '../../shared/problem.js'
import type { ExportFormat } from '../../shared/orders/trading.js'
import { type MessageKey, messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { FlexRepository } from './flex-repository.js'
import type { FlexPlace } from './flex-tables.js'

/** ISO 8601 in UTC, to the second; empty if the moment is outside the calendar's range. */
function inUtc(createdAt: string): string {
  const date = new Date(Number.parseInt(createdAt, 10) * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z')
}

const actionNames: Readonly<Record<number, string>> = flexActions

const columns: Readonly<Record<string, (record: FlexRecord) => string>> = {
  transaction_id: ({ transactionId }) => transactionId,
  created_at_utc: ({ createdAt }) => inUtc(createdAt),
  created_at_unix: ({ createdAt }) => createdAt,
  plan_id: ({ planId }) => planId,
  investment_id: ({ investmentId }) => investmentId,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => amount,
  action: ({ actionType }) => actionNames[actionType] ?? '',
  action_type: ({ actionType }) => String(actionType),
}

function csvLine(record: FlexRecord): string {
  return csvRow(Object.values(columns).map((cellOf) => cellOf(record)))
}

/** One element of the JSON array, on its own line. Amounts and times stay text. */
function jsonElement(record: FlexRecord): string {
  return JSON.stringify({
    ...record,
    createdAtUtc: inUtc(record.createdAt),
    action: actionNames[record.actionType] ?? null,
  })
}

export type ExportRequest = { filter: FlexFilter; format: ExportFormat; bom: boolean }

export type ExportJob = ExportRequest & {
  id: string
  /** Absolute, as chosen by the user. */
  file: string
  profileId: string
  stop: AbortSignal
  /** After every slice, and at the end. */
  onProgress(progress: FlexExport): void
}

/** Records read and written at once; takes a few milliseconds. */
const sliceSize = 500

type Why = MessageKey & `investments.export.why.${string}`

const reasons: Readonly<Record<string, Why>> = {
  ENOSPC: 'investments.export.why.disk-full',
  EDQUOT: 'investments.export.why.disk-full',
  EACCES: 'investments.export.why.not-allowed',
  EPERM: 'investments.export.why.not-allowed',
  EROFS: 'investments.export.why.read-only',
  ENOENT: 'investments.export.why.no-folder',
  EISDIR: 'investments.export.why.is-folder',
}

function codeOf(error: unknown): string {
  return typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : 'UNKNOWN'
}

function writeProblem(error: unknown): Problem {
  const reason = codeOf(error)
  return {
    code: 'store-trouble',
    message: messageOf('investments.export.not-written', {
      why: messageOf(reasons[reason] ?? 'investments.export.why.unknown'),
    }),
    reason,
  }
}

const recordsChanged: Problem = {
  code: 'busy',
  message: messageOf('investments.export.records-changed'),
  reason: 'RECORDS_CHANGED',
}

/** @internal */
export function formatOf({ format, bom }: Omit<ExportRequest, 'filter'>) {
  return format === 'csv'
    ? {
        head: `${bom ? byteOrderMark : ''}${csvRow(Object.keys(columns))}`,
        line: csvLine,
        tail: '',
      }
    : {
        head: '[',
        line: (record: FlexRecord, first: boolean) =>
          `${first ? '\n' : ',\n'}${jsonElement(record)}`,
        tail: '\n]\n',
      }
}

/** What has been written so far, until it is renamed to the chosen name. */
const draftOf = ({ file, id }: ExportJob): string => `${file}.${id}.part`

export function removeDraft(job: ExportJob): Promise<void> {
  return rm(draftOf(job), { force: true }).catch(() => undefined)
}

/**
 * Writes all of it, or nothing under the chosen name. Never rejects: the last progress says how it
 * ended.
 */
export async function writeExport(job: ExportJob, history: FlexRepository): Promise<void> {
  const { id, file, profileId, filter, stop, onProgress } = job
  const draft = draftOf(job)
  let rows = 0
  let total = 0
  const report = (state: FlexExport['state'], problem: Problem | null = null): void =>
    onProgress({ id, profileId, state, rows, total, file, problem })

  const write = async (): Promise<Result<'done' | 'cancelled', Problem>> => {
    const upTo = history.lastNo()
    if (!upTo.ok) return upTo
    const rewrites = history.rewrites(profileId)
    const counted = history.count(profileId, filter, upTo.value)
    if (!counted.ok) return counted
    total = counted.value
    report('writing')
    const { head, line, tail } = formatOf(job)
    const handle = await open(draft, 'wx', 0o600)
    try {
      // Unlike `write`, `appendFile` does not resolve before everything is written: a disk that
      // fills up midway makes it fail.
      await handle.appendFile(head)
      let below: FlexPlace | null = null
      do {
        if (stop.aborted) return ok('cancelled')
        const page = history.older(profileId, filter, { below, upTo: upTo.value, count: sliceSize })
        if (!page.ok) return page
        const text = page.value.records
          .map((record, index) => line(record, rows + index === 0))
          .join('')
        await handle.appendFile(text)
        rows += page.value.records.length
        below = page.value.next
        report('writing')
      } while (below !== null)
      await handle.appendFile(tail)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (stop.aborted) return ok('cancelled')
    // The count alone is not enough: if a record moved past another, the file may contain one twice
    // and miss the other.
    if (rows !== total || history.rewrites(profileId) !== rewrites) return fail(recordsChanged)
    await rename(draft, file)
    return ok('done')
  }

  const ended = await write().catch((error: unknown) => fail(writeProblem(error)))
  if (!ended.ok || ended.value === 'cancelled') await removeDraft(job)
  if (ended.ok) report(ended.value)
  else report('failed', ended.error)
}
