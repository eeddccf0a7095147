import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createPageNames,
  mountChannels,
  type PageHost,
  senderOf,
} from '../../../src/main/ipc/ipc-server.js'
import type { Sender } from '../../../src/main/ipc/router.js'
import { ok } from '../../../src/shared/result.js'
import { allChannels } from '../../support/router-fakes.js'

type Listener = (event: unknown, ...words: unknown[]) => Promise<unknown>
const mounted = vi.hoisted(() => new Map<string, Listener>())
vi.mock('electron', () => ({
  ipcMain: {
    // As Electron does: a second handler for a channel is an error.
    handle: (channel: string, listener: Listener) => {
      if (mounted.has(channel))
        throw new Error(`Attempted to register a second handler for '${channel}'`)
      mounted.set(channel, listener)
    },
    removeHandler: (channel: string) => mounted.delete(channel),
  },
}))

type EventLike = Parameters<typeof senderOf>[0]

function frame(own: Record<string, unknown> = {}) {
  return {
    url: 'app://plimsoll/index.html',
    parent: null,
    ...own,
  }
}

type Heard = (details: { isMainFrame: boolean; isSameDocument: boolean }) => void

function aHost(
  id = 1,
): PageHost & { happens: (event: string, details?: Parameters<Heard>[0]) => void } {
  const hearing = new Map<string, Heard>()
  return {
    id,
    on: (event: string, hear: Heard) => void hearing.set(event, hear),
    happens: (event, details = { isMainFrame: true, isSameDocument: false }) =>
      hearing.get(event)?.(details),
  }
}

function anEvent(
  senderFrame: unknown,
  mainFrame: unknown = senderFrame,
  host: object = aHost(),
): EventLike {
  return { senderFrame, sender: Object.assign(host, { mainFrame }) } as unknown as EventLike
}

const pageOf = createPageNames(() => undefined)
const isMini = (address: string): boolean => address === 'app://mini/mini.html'

beforeEach(() => mounted.clear())

describe('the sender of a message', () => {
  it('IPC-1 is accepted only as exactly the main frame', () => {
    const main = frame()
    expect(senderOf(anEvent(main), pageOf, isMini)).toEqual({
      url: main.url,
      mainFrame: true,
      page: '1.1',
    })
    expect(senderOf(anEvent(frame({ parent: main }), main), pageOf, isMini)).toMatchObject({
      mainFrame: false,
    })
    expect(senderOf(anEvent(frame(), main), pageOf, isMini)).toMatchObject({ mainFrame: false })
  })

  it('IPC-13 has no page of its own in the mini window, whose end takes nothing from the main one', () => {
    const gone: string[] = []
    const host = aHost()
    const named = createPageNames((page) => gone.push(page))
    const mini = frame({ url: 'app://mini/mini.html' })
    expect(senderOf(anEvent(mini, mini, host), named, isMini)).toMatchObject({ page: 'mini' })
    host.happens('did-navigate')
    host.happens('destroyed')
    expect(gone).toEqual([])
  })

  it('IPC-1 is refused when the frame is gone', () => {
    expect(senderOf(anEvent(null), pageOf, isMini)).toBeNull()
    const disposed = Object.defineProperty({}, 'url', {
      get: () => {
        throw new Error('Render frame was disposed')
      },
    })
    expect(senderOf(anEvent(disposed), pageOf, isMini)).toBeNull()
  })
})

describe('the requesting page', () => {
  it('IPC-11 is a different one after a reload, a crash or in another window, and is reported as gone', () => {
    const gone: string[] = []
    const nameOf = createPageNames((page) => gone.push(page))
    const [one, two] = [aHost(1), aHost(2)]
    expect([nameOf(one), nameOf(two), nameOf(one)]).toEqual(['1.1', '2.1', '1.1'])
    one.happens('did-start-navigation', { isMainFrame: false, isSameDocument: false })
    one.happens('did-start-navigation', { isMainFrame: true, isSameDocument: true })
    expect(nameOf(one)).toBe('1.1')
    one.happens('did-start-navigation')
    expect(gone).toEqual(['1.1'])
    one.happens('did-navigate')
    expect(nameOf(one)).toBe('1.3')
    two.happens('render-process-gone')
    two.happens('destroyed')
    expect(gone).toEqual(['1.1', '1.2', '2.1', '2.2'])
  })
})

describe('the IPC server', () => {
  const routed: { channel: string; payload: unknown; sender: Sender; account: unknown }[] = []
  let full = false
  beforeEach(() => {
    routed.length = 0
    full = false
  })
  const router = {
    full: () => full,
    route: (channel: string, payload: unknown, sender: Sender, account?: unknown) => {
      routed.push({ channel, payload, sender, account })
      return Promise.resolve(ok(null))
    },
  }

  it('registers exactly the channels of the contract', () => {
    mountChannels(router, () => undefined, isMini)
    expect([...mounted.keys()]).toEqual(allChannels)
  })

  it('passes each message to the router with its sender, request and account, and nothing else', async () => {
    mountChannels(router, () => undefined, isMini)
    const reply = await mounted.get('app-state/read')?.(anEvent(frame()), { a: 1 }, 'p1', 'more')
    expect(reply).toEqual(ok(null))
    expect(routed).toEqual([
      {
        channel: 'app-state/read',
        payload: { a: 1 },
        sender: { url: 'app://plimsoll/index.html', mainFrame: true, page: '1.1' },
        account: 'p1',
      },
    ])
  })

  it('IPC-10 refuses without checking the sender while at its limit', async () => {
    mountChannels(router, () => undefined, isMini)
    full = true
    routed.length = 0
    const unseen = Object.defineProperty({}, 'senderFrame', {
      get: () => {
        throw new Error('looked at')
      },
    })
    const refused = Array.from({ length: 10_000 }, () =>
      mounted.get('app-state/read')?.(unseen, null),
    )
    expect(new Set(refused).size).toBe(1)
    expect(await refused[0]).toMatchObject({ ok: false, error: { code: 'busy' } })
    expect(routed).toEqual([])
    full = false
    expect(await mounted.get('app-state/read')?.(anEvent(frame()), null)).toEqual(ok(null))
  })

  it('IPC-12 can be removed and registered again', () => {
    for (let times = 0; times < 20; times += 1) mountChannels(router, () => undefined, isMini)()
    expect(mounted.size).toBe(0)
    mountChannels(router, () => undefined, isMini)
    expect(() => mountChannels(router, () => undefined, isMini)).toThrow('second handler')
  })
})
