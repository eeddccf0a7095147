// Turns what SQLite and the file system throw into a Problem the user can act on, and remembers a
// failed write until one succeeds: nothing that needs a record is sent meanwhile. Messages contain
// no stored value.
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { messageOf } from '../../shared/messages/messages.js'

const messages = {
  IN_USE: messageOf('exchange.database.in-use'),
  DAMAGED: messageOf('exchange.database.damaged'),
  DISK_FULL: messageOf('exchange.database.disk-full'),
  READ_ONLY: messageOf('exchange.database.read-only'),
  NEWER_DATA: messageOf('exchange.database.newer-data'),
  CANNOT_OPEN: messageOf('exchange.database.cannot-open'),
  FILE_GONE: messageOf('exchange.database.file-gone'),
  DISK_TROUBLE: messageOf('exchange.database.disk-trouble'),
  UPGRADE_FAILED: messageOf('exchange.database.upgrade-failed'),
  CLOSED: messageOf('exchange.database.closed'),
  INTERNAL: messageOf('exchange.database.internal'),
}

export type FaultReason = keyof typeof messages

/** Thrown by the database and by repositories; repositories return a Problem to their callers. */
export class DatabaseFault extends Error {
  readonly reason: FaultReason
  constructor(reason: FaultReason, detail: string) {
    super(detail)
    this.name = 'DatabaseFault'
    this.reason = reason
  }
}

type DatabaseProblem = Problem & { reason: FaultReason }

export function databaseProblem(reason: FaultReason): DatabaseProblem {
  return {
    code: 'store-trouble',
    message: messages[reason],
    reason,
  }
}

/** The fault behind a problem, to end the transaction that it happened in. */
export function faultFor({ reason = '' }: Problem): DatabaseFault {
  const known = (Object.keys(messages) as FaultReason[]).find((one) => one === reason)
  return new DatabaseFault(known ?? 'INTERNAL', `a part was not written: ${reason}`)
}

/** Primary result codes of SQLite; extended codes carry them in the lowest byte. */
const sqliteReasons: Readonly<Record<number, FaultReason>> = {
  5: 'IN_USE',
  6: 'IN_USE',
  8: 'READ_ONLY',
  10: 'DISK_TROUBLE',
  11: 'DAMAGED',
  13: 'DISK_FULL',
  14: 'CANNOT_OPEN',
  26: 'DAMAGED',
}

const systemReasons: Readonly<Record<string, FaultReason>> = {
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  EROFS: 'READ_ONLY',
  EACCES: 'READ_ONLY',
  EPERM: 'READ_ONLY',
  EIO: 'DISK_TROUBLE',
  ENOENT: 'CANNOT_OPEN',
  ENOTDIR: 'CANNOT_OPEN',
}

export function faultOf(error: unknown): DatabaseFault {
  if (error instanceof DatabaseFault) return error
  if (!(error instanceof Error))
    return new DatabaseFault('INTERNAL', 'something that is not an error was thrown')
  if ('rawCode' in error && typeof error.rawCode === 'number')
    return new DatabaseFault(sqliteReasons[error.rawCode & 0xff] ?? 'INTERNAL', error.message)
  // The driver reports a failed opening as plain text ending in the result code.
  if (/^ConnectionFailed\(.*: \d+"\)$/s.test(error.message))
    return new DatabaseFault('CANNOT_OPEN', error.message)
  if ('code' in error && typeof error.code === 'string')
    return new DatabaseFault(systemReasons[error.code] ?? 'DISK_TROUBLE', error.message)
  return new DatabaseFault('INTERNAL', error.message)
}

/** Events are fixed words; details never contain a stored value. */
export type DatabaseLog = {
  info(event: string, details?: unknown): void
  warn(event: string, details?: unknown): void
}

export const noLog: DatabaseLog = { info: () => undefined, warn: () => undefined }

export type DatabaseHealth = {
  read: <T>(work: () => T) => Result<T, DatabaseProblem>
  write: <T>(work: () => T) => Result<T, DatabaseProblem>
  /** Why nothing can be recorded now; null if it can. */
  problem: () => DatabaseProblem | null
}

export function createDatabaseHealth(parts: {
  /** Total rows changed: a write that changed none proves nothing about the disk. */
  changes: () => number
  log: DatabaseLog
  /** Called when `problem()` changes. */
  onChange: (problem: Problem | null) => void
  /**
   * Whether what is written can be found again at the next start; absent if it is only kept in
   * memory.
   */
  isInPlace?: () => boolean
  /** Damage was found: have the file checked, and replaced, at the next start. */
  onDamage: () => void
}): DatabaseHealth {
  const { changes, log, onChange, onDamage, isInPlace = () => true } = parts
  let current: DatabaseProblem | null = null

  const setProblem = (problem: DatabaseProblem | null): void => {
    const before = current?.reason
    current = problem
    if (before === problem?.reason) return
    if (problem === null) log.info('store writes again')
    else log.warn('store in trouble', { reason: problem.reason })
    onChange(problem)
  }

  const attempt = <T>(work: () => T, writes: boolean): Result<T, DatabaseProblem> => {
    const before = changes()
    try {
      if (writes && !isInPlace())
        throw new DatabaseFault('FILE_GONE', 'the database was deleted, replaced or moved')
      const value = work()
      if (writes && changes() > before) setProblem(null)
      return ok(value)
    } catch (error) {
      const fault = faultOf(error)
      const problem = databaseProblem(fault.reason)
      if (fault.reason === 'DAMAGED' && current?.reason !== 'DAMAGED') {
        log.warn('store damaged', { message: fault.message })
        onDamage()
      }
      if (fault.reason === 'INTERNAL') log.warn('store failed', { message: fault.message })
      if (fault.reason !== 'CLOSED' && (writes || fault.reason === 'DAMAGED')) setProblem(problem)
      return fail(problem)
    }
  }

  return {
    read: <T>(work: () => T) => attempt(work, false),
    write: <T>(work: () => T) => attempt(work, true),
    problem: () => current,
  }
}
