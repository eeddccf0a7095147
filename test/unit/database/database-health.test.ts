import { describe, expect, it } from 'vitest'
import { DatabaseFault } from '../../../src/main/database/database-fault.js'
import { createDatabaseHealth, noLog } from '../../../src/main/database/database-health.js'

const setup = () => {
  const heard: (string | null)[] = []
  let changes = 0
  let damages = 0
  const health = createDatabaseHealth({
    changes: () => changes,
    log: noLog,
    onChange: (problem) => heard.push(problem?.reason ?? null),
    onDamage: () => {
      damages += 1
    },
  })
  return {
    health,
    heard,
    damages: () => damages,
    write: () => health.write(() => (changes += 1)),
    failWith: (reason: 'DISK_FULL' | 'DAMAGED' | 'CLOSED') => () => {
      throw new DatabaseFault(reason, 'x')
    },
  }
}

describe('health of the database', () => {
  it('knows a failed write until one succeeds, and says each change once', () => {
    const { health, heard, write, failWith } = setup()
    health.write(failWith('DISK_FULL'))
    health.write(failWith('DISK_FULL'))
    expect(health.problem()?.reason).toBe('DISK_FULL')
    write()
    expect(health.problem()).toBeNull()
    expect(heard).toEqual(['DISK_FULL', null])
  })

  it('does not take a write that wrote nothing, or a read, for a sign of health', () => {
    const { health, failWith } = setup()
    health.write(failWith('DISK_FULL'))
    health.write(() => 0)
    health.read(() => 1)
    expect(health.problem()?.reason).toBe('DISK_FULL')
  })

  it('DAT-4 has damage met while reading checked at the next start', () => {
    const { health, damages, failWith } = setup()
    expect(health.read(failWith('DAMAGED')).ok).toBe(false)
    health.read(failWith('DAMAGED'))
    expect(damages()).toBe(1)
    expect(health.problem()?.reason).toBe('DAMAGED')
  })

  it('takes no notice of what comes after the end', () => {
    const { health, heard, failWith } = setup()
    expect(health.write(failWith('CLOSED')).ok).toBe(false)
    expect(heard).toEqual([])
  })
})
