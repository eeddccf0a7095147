import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  createDatabaseHealth,
  DatabaseFault,
  noLog,
} from '../../../src/main/database/database-fault.js'
import { migrate } from '../../../src/main/database/database-migrations.js'
import { inMemory, openDatabase } from '../../../src/main/database/database.js'
import {
  createIncidentRepository,
  recordIncident,
} from '../../../src/main/database/incident-repository.js'
import { createAccountsHarness } from '../../support/accounts-harness.js'
import { valueOf } from '../../support/test-storage.js'

/** Counts calls of every method of the repositories from now on. */
function countCalls(repositories: object): () => number {
  const spies = Object.values(repositories)
    .filter(
      (repository): repository is Record<string, () => unknown> =>
        typeof repository === 'object' && repository !== null,
    )
    .flatMap((repository) => Object.keys(repository).map((method) => vi.spyOn(repository, method)))
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()))
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
}

async function started() {
  const harness = await createAccountsHarness(10)
  onTestFinished(harness.closeStore)
  await harness.accounts.start({ demo: false })
  await harness.pass(60)
  harness.accounts.tick()
  const statuses = vi.fn()
  harness.accounts.statuses.on(statuses)
  return { ...harness, statuses }
}

describe('a second without changes', () => {
  it('RES-8 costs neither a database read nor a JSON comparison, and publishes nothing, however many accounts there are', async () => {
    const { accounts, memory, pushed, time, statuses, close } = await started()
    const calls = countCalls(memory)
    const json = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => void json.mockRestore())
    pushed.length = 0
    for (let second = 0; second < 4; second += 1) {
      time.setClock(1)
      accounts.tick()
    }
    expect([calls(), json.mock.calls.length, pushed.length, statuses.mock.calls.length]).toEqual([
      0, 0, 0, 0,
    ])
    await close()
  })

  it('notices what changes with time alone: late answers and ages', async () => {
    const { accounts, pushed, time, statuses, close } = await started()
    pushed.length = 0
    time.setClock(50)
    accounts.tick()
    expect(statuses).toHaveBeenCalledTimes(1)
    expect(pushed.map(({ topic }) => topic)).toEqual(['trading', 'accounts'])
    await close()
  })

  it('reads once from the database that orders are disabled, and again after an incident was acknowledged', () => {
    const database = openDatabase(inMemory)
    onTestFinished(() => database.close())
    migrate(database)
    for (const id of ['data-1', 'data-2'])
      recordIncident(database, { id, at: 1, title: 'Restored', text: '' })
    const first = vi.fn(database.first)
    const health = createDatabaseHealth({
      changes: database.changes,
      log: noLog,
      onChange: () => undefined,
      onDamage: () => undefined,
    })
    const incidents = createIncidentRepository({ ...database, first }, health, () => 2)
    const disabled = (): boolean[] =>
      Array.from({ length: 60 }, () => incidents.ordersDisabledUntilAcknowledged())
    expect(new Set(disabled())).toEqual(new Set([true]))
    expect(first).toHaveBeenCalledTimes(1)
    valueOf(incidents.acknowledge('data-1'))
    expect(incidents.ordersDisabledUntilAcknowledged()).toBe(true)
    valueOf(incidents.acknowledge('data-2'))
    first.mockClear()
    expect(new Set(disabled())).toEqual(new Set([false]))
    expect(first).toHaveBeenCalledTimes(1)
  })

  it('treats orders as disabled once that cannot be read any more, although it could be before', () => {
    const database = openDatabase(inMemory)
    migrate(database)
    const health = createDatabaseHealth({
      changes: database.changes,
      log: noLog,
      onChange: () => undefined,
      onDamage: () => undefined,
    })
    const incidents = createIncidentRepository(database, health, () => 2)
    expect(incidents.ordersDisabledUntilAcknowledged()).toBe(false)
    health.write(() => {
      throw new DatabaseFault('DISK_TROUBLE', 'the disk is gone')
    })
    expect(incidents.ordersDisabledUntilAcknowledged()).toBe(false)
    database.close()
    expect(incidents.ordersDisabledUntilAcknowledged()).toBe(true)
  })
})
