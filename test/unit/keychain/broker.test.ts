import { describe, expect, test } from 'vitest'
import type { BrokerRequest } from '../../../src/main/keychain/keychain-call.js'
import { createKeychainBroker, type BrokerChild } from '../../../src/main/keychain/broker.js'
import type { Timer } from '../../../src/main/keychain/keychain-adapter.js'

type FakeChild = BrokerChild & {
  asked: BrokerRequest[]
  killed: number
  say(message: unknown): void
  answer(value: Uint8Array | boolean | null): void
  refuse(message: string): void
  die(how: string): void
}

/** Lets every pending promise continue. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

function setup(options: { launchFails?: boolean; startsSlowly?: boolean } = {}) {
  const children: FakeChild[] = []
  const timers: { at: number; ring: () => void }[] = []
  let now = 0

  const timer: Timer = (ms, ring) => {
    const entry = { at: now + ms, ring }
    timers.push(entry)
    return () => {
      const place = timers.indexOf(entry)
      if (place >= 0) timers.splice(place, 1)
    }
  }

  const pass = async (ms: number): Promise<void> => {
    now += ms
    for (const due of timers.filter((entry) => entry.at <= now)) {
      timers.splice(timers.indexOf(due), 1)
      due.ring()
    }
    await settle()
  }

  const launch = (): BrokerChild => {
    if (options.launchFails === true) throw new Error('spawn EAGAIN')
    let handlers: Parameters<BrokerChild['listen']>[0] | null = null
    const child: FakeChild = {
      asked: [],
      killed: 0,
      send: (request) => void child.asked.push(request),
      listen: (given) => {
        handlers = given
        if (options.startsSlowly !== true) given.message({ ready: true })
      },
      kill: () => void child.killed++,
      say: (message) => handlers?.message(message),
      answer: (value) => child.say({ id: child.asked.at(-1)?.id, ok: true, value }),
      refuse: (message) => child.say({ id: child.asked.at(-1)?.id, ok: false, message }),
      die: (how) => handlers?.exit(how),
    }
    children.push(child)
    return child
  }

  const broker = createKeychainBroker({ launch, timer })
  const child = (index: number): FakeChild => {
    const found = children[index]
    if (found === undefined) throw new Error(`no child ${String(index)}`)
    return found
  }
  return { broker, children, child, pass, timers }
}

describe('the keychain broker', () => {
  test('starts nothing until it is called', () => {
    const { children, timers } = setup()
    expect(children).toEqual([])
    expect(timers).toEqual([])
  })

  test('sends one operation and returns its answer', async () => {
    const { broker, child } = setup()
    const got = broker.get('id-1', 'silent')
    await settle()
    expect(child(0).asked).toEqual([
      { id: expect.any(Number), op: 'get', account: 'id-1', item: null },
    ])
    child(0).answer(Buffer.from('item'))
    expect(await got).toEqual({ ok: true, value: Buffer.from('item') })
  })

  test('runs one call at a time', async () => {
    const { broker, child } = setup()
    const first = broker.get('a', 'silent')
    const second = broker.delete('b', 'silent')
    await settle()
    expect(child(0).asked).toHaveLength(1)
    child(0).answer(null)
    expect(await first).toEqual({ ok: true, value: null })
    await settle()
    expect(child(0).asked.map(({ op }) => op)).toEqual(['get', 'delete'])
    child(0).answer(true)
    expect(await second).toEqual({ ok: true, value: true })
  })

  test('SEC-10 gives up after 5 s, kills the process, and starts another for the next call', async () => {
    const { broker, child, children, pass } = setup()
    const hung = broker.get('a', 'silent')
    await settle()
    await pass(4_999)
    expect(child(0).killed).toBe(0)
    await pass(1)
    expect(await hung).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    expect(child(0).killed).toBeGreaterThan(0)
    const next = broker.get('a', 'silent')
    await settle()
    expect(children).toHaveLength(2)
    child(1).answer(null)
    expect(await next).toEqual({ ok: true, value: null })
    expect(broker.health()).toEqual({ calls: 2, timeouts: 1, crashes: 0, busy: false })
  })

  test('SEC-10 counts the 5 s from when the process is running: a busy computer says nothing about the keychain', async () => {
    const { broker, child, pass } = setup({ startsSlowly: true })
    const asked = broker.get('a', 'silent')
    await settle()
    await pass(20_000)
    child(0).say({ ready: true })
    child(0).say({ ready: true })
    await pass(4_999)
    expect(child(0).killed).toBe(0)
    child(0).answer(null)
    expect(await asked).toEqual({ ok: true, value: null })
    const again = broker.get('a', 'silent')
    await settle()
    await pass(5_000)
    expect(await again).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
  })

  test('SEC-10 gives up on a process that has not started after 30 s', async () => {
    const { broker, child, pass } = setup({ startsSlowly: true })
    const asked = broker.get('a', 'silent')
    await settle()
    await pass(29_999)
    expect(child(0).killed).toBe(0)
    await pass(1)
    expect(await asked).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_TIMEOUT', detail: expect.stringContaining('start') },
    })
    expect(child(0).killed).toBe(1)
  })

  test('SEC-10 another attempt ends a call that waits for a user and gets a new process; a prompt that has just opened stays', async () => {
    const { broker, child, children, pass } = setup()
    const waiting = broker.get('a', 'prompt')
    await settle()
    child(0).answer(null)
    await settle()
    await pass(3_999)
    broker.endWait()
    expect(child(0).killed).toBe(0)
    await pass(1)
    const next = broker.get('b', 'prompt')
    broker.endWait()
    expect(await waiting).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    expect(child(0).killed).toBe(1)
    await settle()
    expect(children).toHaveLength(2)
    // The next call has not waited for anybody yet.
    broker.endWait()
    child(1).answer(null)
    await settle()
    broker.endWait()
    child(1).answer(Buffer.from('item'))
    expect(await next).toEqual({ ok: true, value: Buffer.from('item') })
  })

  test('SEC-10 waits 90 s for a user, but only 5 s for a service that does not answer at all', async () => {
    const { broker, child, pass } = setup()
    const dead = broker.set('a', Buffer.from('item'), 'prompt')
    await settle()
    expect(child(0).asked[0]).toMatchObject({ op: 'get', item: null })
    expect(child(0).asked[0]?.account).not.toBe('a')
    await pass(5_000)
    expect(await dead).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    expect(child(0).asked).toHaveLength(1)

    const asked = broker.set('a', Buffer.from('item'), 'prompt')
    await settle()
    child(1).answer(null)
    await settle()
    expect(child(1).asked[1]).toMatchObject({ op: 'set', account: 'a' })
    await pass(89_999)
    expect(child(1).killed).toBe(0)
    await pass(1)
    expect(await asked).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
  })

  test('returns a fault found while checking the service', async () => {
    const { broker, child } = setup()
    const asked = broker.get('a', 'prompt')
    await settle()
    child(0).refuse('Cannot autolaunch D-Bus without X11 $DISPLAY')
    expect(await asked).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_NO_BUS' } })
  })

  test('SEC-11 treats a process that dies as a crash, counts it, and carries on', async () => {
    const { broker, child } = setup()
    const crashed = broker.get('a', 'silent')
    await settle()
    child(0).die('ended by SIGSEGV')
    expect(await crashed).toEqual({
      ok: false,
      error: { reason: 'KEYCHAIN_CRASH', detail: 'ended by SIGSEGV' },
    })
    const next = broker.get('a', 'silent')
    await settle()
    child(1).answer(null)
    expect(await next).toEqual({ ok: true, value: null })
    expect(broker.health().crashes).toBe(1)
  })

  test('SEC-11 silently replaces a process that dies between calls', async () => {
    const { broker, child } = setup()
    const first = broker.get('a', 'silent')
    await settle()
    child(0).answer(null)
    await first
    child(0).die('ended by SIGKILL')
    const next = broker.get('a', 'silent')
    await settle()
    child(1).answer(null)
    expect(await next).toEqual({ ok: true, value: null })
  })

  test('treats a process that cannot be started as a crash', async () => {
    const { broker } = setup({ launchFails: true })
    expect(await broker.get('a', 'silent')).toEqual({
      ok: false,
      error: { reason: 'KEYCHAIN_CRASH', detail: 'spawn EAGAIN' },
    })
  })

  test('SEC-13 uses a new process after any error', async () => {
    const { broker, child, children } = setup()
    const failed = broker.get('a', 'silent')
    await settle()
    child(0).refuse('The name :1.0 was not provided by any .service files')
    expect(await failed).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_NO_SERVICE' } })
    expect(child(0).killed).toBeGreaterThan(0)
    void broker.get('a', 'silent')
    await settle()
    expect(children).toHaveLength(2)
  })

  test('SEC-13 retries in a new process if a used one finds no service', async () => {
    const { broker, child, children } = setup()
    const first = broker.get('a', 'silent')
    await settle()
    child(0).answer(null)
    await first
    const second = broker.get('a', 'silent')
    await settle()
    child(0).refuse('The name :1.0 was not provided by any .service files')
    await settle()
    expect(children).toHaveLength(2)
    child(1).answer(Buffer.from('item'))
    expect(await second).toEqual({ ok: true, value: Buffer.from('item') })
  })

  test('does not ask again for what a user has refused', async () => {
    const { broker, child, children } = setup()
    const first = broker.get('a', 'silent')
    await settle()
    child(0).answer(null)
    await first
    const second = broker.set('a', Buffer.from('item'), 'silent')
    await settle()
    child(0).refuse('Cannot create an item in a locked collection')
    expect(await second).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_LOCKED' } })
    expect(children).toHaveLength(1)
  })

  test('keeps a process for 30 s at most, and no longer than needed', async () => {
    const { broker, child, children, pass, timers } = setup()
    const first = broker.get('a', 'silent')
    await settle()
    child(0).answer(null)
    await first
    await pass(29_999)
    const second = broker.get('a', 'silent')
    await settle()
    expect(children).toHaveLength(1)
    await pass(1)
    expect(child(0).killed).toBe(0)
    child(0).answer(null)
    expect(await second).toEqual({ ok: true, value: null })
    expect(child(0).killed).toBe(1)
    expect(timers).toEqual([])

    const third = broker.get('a', 'silent')
    await settle()
    child(1).answer(null)
    await third
    await pass(30_000)
    expect(child(1).killed).toBe(1)
    expect(timers).toEqual([])
  })

  test('accepts only complete answers to the current question', async () => {
    const { broker, child } = setup()
    const got = broker.get('a', 'silent')
    await settle()
    const id = child(0).asked[0]?.id
    for (const nonsense of [
      null,
      'yes',
      { id: 999, ok: true, value: null },
      { id, ok: true, value: 'text' },
      { id, ok: 'maybe' },
      { ok: true },
    ]) {
      child(0).say(nonsense)
    }
    child(0).answer(Buffer.from('right'))
    expect(await got).toEqual({ ok: true, value: Buffer.from('right') })
    child(0).answer(null)
  })

  test('treats an answer of the wrong kind as a fault, not a value', async () => {
    const { broker, child } = setup()
    const got = broker.get('a', 'silent')
    await settle()
    child(0).answer(true)
    expect(await got).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_UNKNOWN' } })
    const deleted = broker.delete('a', 'silent')
    await settle()
    child(0).answer(null)
    expect(await deleted).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_UNKNOWN' } })
  })

  test('SEC-12 kills at once on close and ends every call, running and waiting', async () => {
    const { broker, child, children, timers } = setup()
    const open = broker.get('a', 'prompt')
    const waiting = broker.set('b', Buffer.from('item'), 'prompt')
    await settle()
    broker.close()
    expect(child(0).killed).toBeGreaterThan(0)
    expect(await open).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CLOSED' } })
    expect(await waiting).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CLOSED' } })
    expect(await broker.get('c', 'silent')).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_CLOSED' },
    })
    expect(children).toHaveLength(1)
    expect(timers).toEqual([])
  })

  test('writes, reads back and deletes one random entry as a probe', async () => {
    const { broker, child } = setup()
    const probed = broker.probe('silent')
    await settle()
    const written = child(0).asked[0]
    child(0).answer(true)
    await settle()
    child(0).answer(Buffer.from(written?.item ?? []))
    await settle()
    child(0).answer(true)
    expect(await probed).toEqual({ ok: true, value: null })
    expect(child(0).asked.map(({ op }) => op)).toEqual(['set', 'get', 'delete'])
    expect(new Set(child(0).asked.map(({ account }) => account)).size).toBe(1)
  })

  test('fails the probe if it reads something else back, and still deletes the entry', async () => {
    const { broker, child } = setup()
    const probed = broker.probe('silent')
    await settle()
    child(0).answer(true)
    await settle()
    child(0).answer(null)
    await settle()
    child(0).answer(true)
    expect(await probed).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_READ_BACK_DIFFERS' },
    })
    expect(child(0).asked.at(-1)?.op).toBe('delete')
  })
})
