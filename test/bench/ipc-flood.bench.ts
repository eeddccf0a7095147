import { expect, it, vi } from 'vitest'
import { mountChannels } from '../../src/main/ipc/ipc-server.js'
import { createRouter } from '../../src/main/ipc/router.js'
import { requestsPerSecond } from '../../src/shared/contract.js'
import { expectWithinBudget, processorTimeWhile } from '../support/budget.js'
import { notingHandlers, ourPage, routerParts } from '../support/router-fakes.js'

type Listener = (event: unknown, payload: unknown) => unknown
const mounted = vi.hoisted(() => new Map<string, Listener>())
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, listener: Listener) => mounted.set(channel, listener),
    removeHandler: () => undefined,
  },
}))

it('IPC-10 refusing ten thousand requests costs main almost nothing', async () => {
  const { handlers, reached } = notingHandlers()
  const router = createRouter({ ...routerParts({ handlers }), ticks: () => 0 })
  mountChannels(
    router,
    () => undefined,
    () => false,
  )
  for (let served = 0; served < requestsPerSecond; served += 1)
    await router.route('app-state/read', null, ourPage)
  const listener = mounted.get('app-state/read')
  const event = { sender: {}, senderFrame: null }
  const worked = await processorTimeWhile(() =>
    Promise.all(Array.from({ length: 10_000 }, async () => listener?.(event, { a: 1 }))),
  )
  expect(reached).toHaveLength(requestsPerSecond)
  expectWithinBudget('ten thousand refusals', worked, 20)
})
