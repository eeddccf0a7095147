// RES-7 in numbers that do not depend on the computer: the work done for an account that is opened,
// and what is done in between. test/bench/many-accounts.bench.ts measures milliseconds and
// megabytes.
import Libsql from 'libsql'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createRouter } from '../../../src/main/ipc/router.js'
import { openStorage } from '../../../src/main/accounts/storage.js'
import { ok } from '../../../src/shared/result.js'
import {
  type ConnectedAccounts,
  createConnectedAccounts,
  createDisk,
} from '../../support/connected-accounts.js'
import { copyAccount } from '../../support/more-accounts.js'
import { notingHandlers, ourPage, routerParts } from '../../support/router-fakes.js'
import { aProfile, quickFolder, valueOf } from '../../support/test-storage.js'
import { createFakeClock, settled } from '../../support/fake-clock.js'

/** This many accounts on disk without keys; none is open yet. */
async function openMany(count: number): Promise<ConnectedAccounts> {
  const folder = quickFolder()
  const { storage } = valueOf(openStorage({ folder, clock: () => 1_760_000_000 }))
  valueOf(storage.profiles.add(aProfile()))
  storage.close()
  await copyAccount(folder, count)
  const disk = createDisk({ folder })
  onTestFinished(disk.close)
  const harness = createConnectedAccounts(disk, createFakeClock())
  onTestFinished(harness.close)
  return harness
}

/** Statements executed by databases since this was called. */
function countStatements(): () => number {
  const statement: Libsql.Statement = Object.getPrototypeOf(
    new Libsql(':memory:').prepare('SELECT 1'),
  )
  const spies = [vi.spyOn(statement, 'run'), vi.spyOn(statement, 'get'), vi.spyOn(statement, 'all')]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
}

/**
 * Of one account: its figures, alerts, orders and trading settings, mining accounts, history; and
 * whether its orders can be recorded.
 */
const mostStatements = 28

it('RES-7 opens fifty accounts one per turn of the event loop, with few statements each, while the window stays responsive', async () => {
  const { accounts } = await openMany(50)
  const { handlers } = notingHandlers({ 'accounts/read': () => ok(accounts.summaries()) })
  const router = createRouter(routerParts({ handlers }))
  const carriedOut = countStatements()
  const openAtAnswer: number[] = []
  const perTurn: number[] = []
  let isOver = false
  const started = accounts.start({ demo: false }).finally(() => {
    isOver = true
  })
  for (let before = 0; !isOver; await settled()) {
    perTurn.push(carriedOut() - before)
    before = carriedOut()
    expect(await router.route('accounts/read', null, ourPage)).toMatchObject({ ok: true })
    openAtAnswer.push(accounts.summaries().accounts.length)
  }
  await started
  // Answered once with every number of accounts in between.
  expect([...new Set(openAtAnswer)]).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(mostStatements)
  // Without keys nothing more is done for them.
  expect(accounts.summaries().accounts.map(({ keyState }) => keyState)).toEqual(
    Array(50).fill('locked-or-missing'),
  )
})
