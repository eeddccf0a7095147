import { describe, expect, test } from 'vitest'
import { createInProcessKeychain, type Timer } from '../../../src/main/keychain/keychain-adapter.js'
import type { KeychainCall, KeychainValue } from '../../../src/main/keychain/keychain-call.js'

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

function setup() {
  const asked: {
    request: KeychainCall
    end: (value: KeychainValue) => void
    refuse: (message: string) => void
  }[] = []
  const timers: { ms: number; ring: () => void }[] = []
  const timer: Timer = (ms, ring) => {
    const entry = { ms, ring }
    timers.push(entry)
    return () => void timers.splice(timers.indexOf(entry), 1)
  }
  const run = (request: KeychainCall): Promise<KeychainValue> =>
    new Promise((resolve, reject) => {
      asked.push({ request, end: resolve, refuse: (message) => reject(new Error(message)) })
    })
  const keychain = createInProcessKeychain({ backend: 'Keychain (macOS)', run, timer })
  return { keychain, asked, timers }
}

describe('the in-process keychain', () => {
  test('does nothing until it is called', () => {
    expect(setup().asked).toEqual([])
  })

  test('runs one call at a time', async () => {
    const { keychain, asked, timers } = setup()
    const first = keychain.get('a', 'silent')
    const second = keychain.set('b', Buffer.from('item'), 'prompt')
    await settle()
    expect(asked.map(({ request }) => request)).toEqual([{ op: 'get', account: 'a', item: null }])
    asked[0]?.end(Buffer.from('one'))
    expect(await first).toEqual({ ok: true, value: Buffer.from('one') })
    await settle()
    expect(asked[1]?.request).toMatchObject({ op: 'set', account: 'b', item: Buffer.from('item') })
    asked[1]?.end(true)
    expect(await second).toEqual({ ok: true, value: null })
    expect(timers).toEqual([])
  })

  test('allows 5 s for a silent call and 90 s for one that may prompt', async () => {
    const { keychain, timers } = setup()
    void keychain.get('a', 'silent')
    void keychain.get('a', 'prompt')
    await settle()
    expect(timers.map(({ ms }) => ms)).toEqual([5_000, 90_000])
  })

  test('SEC-10 never runs a call that was given up in the queue', async () => {
    const { keychain, asked, timers } = setup()
    const hung = keychain.get('a', 'silent')
    const item = Buffer.from('item')
    const waiting = keychain.set('b', item, 'silent')
    await settle()
    for (const { ring } of [...timers]) ring()
    expect(await hung).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    expect(await waiting).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    expect(keychain.health()).toEqual({ calls: 2, timeouts: 2, crashes: 0, busy: true })
    asked[0]?.end(null)
    await settle()
    expect(asked).toHaveLength(1)
    expect(keychain.health().busy).toBe(false)
  })

  test('stores the given key for a running call, even if the caller has wiped its buffer', async () => {
    const { keychain, asked } = setup()
    const item = Buffer.from('item')
    void keychain.set('b', item, 'silent')
    await settle()
    item.fill(0)
    expect(Buffer.from(asked[0]?.request.item ?? []).toString()).toBe('item')
  })

  test("classifies a refusal by the library's message", async () => {
    const { keychain, asked } = setup()
    const got = keychain.get('a', 'silent')
    await settle()
    asked[0]?.refuse('User canceled the operation.')
    expect(await got).toEqual({
      ok: false,
      error: { reason: 'KEYCHAIN_LOCKED', detail: 'User canceled the operation.' },
    })
  })

  test('SEC-12 ends the waiting at once on close', async () => {
    const { keychain, asked } = setup()
    const open = keychain.get('a', 'prompt')
    await settle()
    keychain.close()
    expect(await open).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CLOSED' } })
    expect(await keychain.get('b', 'silent')).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_CLOSED' },
    })
    asked[0]?.end(null)
    await settle()
    expect(asked).toHaveLength(1)
  })
})
