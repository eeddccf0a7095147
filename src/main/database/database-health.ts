// Turns failed reads and writes of the repositories into Problems, and remembers a failed write until one succeeds: nothing that needs a
// record is sent meanwhile.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { faultOf, databaseProblem, type DatabaseProblem } from './database-fault.js'

/** Events are fixed words; details never hold a stored value. */
export type DatabaseLog = {
  info(event: string, details?: unknown): void
  warn(event: string, details?: unknown): void
}

export const noLog: DatabaseLog = { info: () => undefined, warn: () => undefined }

export type DatabaseHealth = ReturnType<typeof createDatabaseHealth>

export const createDatabaseHealth = (parts: {
  /** How many rows were ever changed: a write that changed none proves nothing about the disk. */
  changes: () => number
  log: DatabaseLog
  /** Called when `problem()` changes. */
  onChange: (problem: Problem | null) => void
  /** Damage was met: have the file checked, and replaced, at the next start. */
  onDamage: () => void
}) => {
  const { changes, log, onChange, onDamage } = parts
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
    /** Why nothing can be recorded now; null while everything can. */
    problem: () => current,
  }
}
