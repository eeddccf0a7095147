// Every read and write of the repositories passes here: a failure becomes a Problem, and the last failed write stays known until
// one succeeds, so that nothing that needs a record is sent meanwhile.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { faultOf, databaseProblem, type StoreProblem } from './database-fault.js'
import type { StoreLog } from './database-log.js'

export type StoreHealth = {
  read<T>(work: () => T): Result<T, StoreProblem>
  write<T>(work: () => T): Result<T, StoreProblem>
  /** Why nothing can be recorded now; null while everything can. */
  problem(): StoreProblem | null
}

export type StoreHealthPorts = {
  /** How many rows were ever changed: a write that changed none proves nothing about the disk. */
  changes: () => number
  log: StoreLog
  /** Called when `problem()` changes. */
  onChange: (problem: Problem | null) => void
  /** Damage was met: have the file checked, and replaced, at the next start. */
  onDamage: () => void
}

export const createStoreHealth = ({ changes, log, onChange, onDamage }: StoreHealthPorts): StoreHealth => {
  let current: StoreProblem | null = null

  const become = (problem: StoreProblem | null): void => {
    const before = current?.reason
    current = problem
    if (before === problem?.reason) return
    if (problem === null) log.info('store writes again')
    else log.warn('store in trouble', { reason: problem.reason })
    onChange(problem)
  }

  const attempt = <T>(work: () => T, writes: boolean): Result<T, StoreProblem> => {
    const before = changes()
    try {
      const value = work()
      if (writes && changes() > before) become(null)
      return ok(value)
    } catch (error) {
      const fault = faultOf(error)
      const problem = databaseProblem(fault.reason)
      if (fault.reason === 'DAMAGED' && current?.reason !== 'DAMAGED') {
        log.warn('store damaged', { message: fault.message })
        onDamage()
      }
      if (fault.reason === 'INTERNAL') log.warn('store failed', { message: fault.message })
      if (fault.reason !== 'CLOSED' && (writes || fault.reason === 'DAMAGED')) become(problem)
      return fail(problem)
    }
  }

  return {
    read: (work) => attempt(work, false),
    write: (work) => attempt(work, true),
    problem: () => current,
  }
}
