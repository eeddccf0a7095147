import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Bridge, maxUnanswered } from '../../../src/shared/contract.js'
import { allChannels } from '../../support/router-fakes.js'

type Listener = (event: unknown, payload: unknown) => void
const electron = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  invoked: [] as unknown[][],
  answers: [] as { done: (reply: unknown) => void; failed: (error: Error) => void }[],
  holds: false,
  listeners: new Map<string, Set<(event: unknown, payload: unknown) => void>>(),
}))
vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, value: unknown) => electron.exposed.set(name, value),
  },
  ipcRenderer: {
    invoke: (...words: unknown[]) => {
      electron.invoked.push(words)
      return electron.holds
        ? new Promise((done, failed) => electron.answers.push({ done, failed }))
        : Promise.resolve(null)
    },
    on: (topic: string, listener: Listener) =>
      electron.listeners.set(topic, (electron.listeners.get(topic) ?? new Set()).add(listener)),
    off: (topic: string, listener: Listener) => electron.listeners.get(topic)?.delete(listener),
  },
}))

async function load(): Promise<Bridge> {
  await import('../../../src/preload/index.js')
  return electron.exposed.get('plimsoll') as Bridge
}

const listenersOf = (topic: string): number => electron.listeners.get(topic)?.size ?? 0

beforeEach(() => {
  electron.invoked.length = 0
  electron.listeners.clear()
})

describe('the preload', () => {
  it('IPC-3 exposes two functions to the page and nothing else', async () => {
    const bridge = await load()
    expect([...electron.exposed.keys()]).toEqual(['plimsoll'])
    expect(Object.keys(bridge)).toEqual(['ask', 'listen'])
  })

  it('forwards each channel of the contract', async () => {
    const bridge = await load()
    for (const channel of allChannels) await bridge.ask(channel, null as never)
    expect(electron.invoked).toEqual(allChannels.map((channel) => [channel, null]))
  })

  it('forwards the account of a request, if given', async () => {
    const bridge = await load()
    await bridge.ask('portfolio/refresh', null, 'p1')
    expect(electron.invoked).toEqual([['portfolio/refresh', null, 'p1']])
  })

  it('IPC-10 forwards no more unanswered requests than main serves in a second, and continues as answers arrive', async () => {
    const bridge = await load()
    electron.holds = true
    const asked = Array.from({ length: 10_000 }, () => bridge.ask('app-state/read', null))
    expect(electron.invoked).toHaveLength(maxUnanswered)
    const refused = await Promise.all(asked.slice(maxUnanswered))
    expect(refused.every((reply) => !reply.ok && reply.error.code === 'busy')).toBe(true)
    expect(refused).toHaveLength(10_000 - maxUnanswered)
    electron.answers.shift()?.done('answered')
    electron.answers.shift()?.failed(new Error('gone'))
    expect(await asked[0]).toBe('answered')
    await expect(asked[1]).rejects.toThrow('gone')
    const again = Array.from({ length: 10 }, () => bridge.ask('app-state/read', null))
    expect(electron.invoked).toHaveLength(maxUnanswered + 2)
    electron.answers.splice(0).forEach(({ done }) => done('answered'))
    electron.holds = false
    await Promise.all([...asked.slice(2), ...again])
  })

  it.each(['nope', 'toString', '__proto__', 'app-state'])(
    'IPC-3 refuses the channel "%s" and sends nothing',
    async (channel) => {
      const bridge = await load()
      await expect(bridge.ask(channel as 'app-state/read', null)).rejects.toThrow(TypeError)
      expect(electron.invoked).toEqual([])
    },
  )

  it.each(['nope', 'constructor', 'app-state/read'])(
    'IPC-3 refuses the topic "%s"',
    async (topic) => {
      const bridge = await load()
      expect(() => bridge.listen(topic as 'app-state', () => undefined)).toThrow(TypeError)
      expect(electron.listeners.size).toBe(0)
    },
  )

  it('IPC-4 drops Electron’s event: the page receives the payload alone', async () => {
    const bridge = await load()
    const words: unknown[][] = []
    bridge.listen('settings', (...all: unknown[]) => words.push(all))
    for (const listener of electron.listeners.get('settings') ?? [])
      listener({ sender: 'ipcRenderer' }, { theme: 'dark' })
    expect(words).toEqual([[{ theme: 'dark' }]])
  })

  it('IPC-8 returns a function that unsubscribes: 200 rounds leave nothing, one more leaves one', async () => {
    const bridge = await load()
    for (let times = 0; times < 200; times += 1) bridge.listen('portfolio', () => undefined)()
    expect(listenersOf('portfolio')).toBe(0)
    bridge.listen('portfolio', () => undefined)
    expect(listenersOf('portfolio')).toBe(1)
  })
})
