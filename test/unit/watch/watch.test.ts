import { describe, expect, it } from 'vitest'
import { createDemoMemory } from '../../../src/main/demo/demo-memory.js'
import { createWatch } from '../../../src/main/watch/watch.js'
import type { PortfolioMemory } from '../../../src/main/watch/portfolio.js'
import type { AssetBalance } from '../../../src/shared/domain/balance.js'
import type { Problem } from '../../../src/shared/domain/problem.js'
import { ok } from '../../../src/shared/result.js'
import { type Answer, createScriptedClient, later, problem } from '../../support/scripted-client.js'
import { createVirtualTime, settled } from '../../support/virtual-time.js'

const ignore = () => undefined

const memory: PortfolioMemory = {
  snapshots: { last: () => ok(null), remember: ignore },
  samples: { addBalance: ignore, addLoan: ignore },
}

const setup = () => {
  const time = createVirtualTime()
  const client = createScriptedClient(time.clock)
  const watch = createWatch({ clock: time.clock, timing: time.timing })
  const key: { accepted: number; refused: Problem[] } = { accepted: 0, refused: [] }
  const lineOf = (one: typeof client) => ({
    client: one,
    keyAccepted: () => {
      key.accepted += 1
    },
    keyRefused: (why: Problem) => {
      key.refused.push(why)
    },
  })
  return { time, client, watch, key, lineOf }
}

const a = { id: 'a', baseUrl: 'https://a.example' }
const b = { id: 'b', baseUrl: 'https://b.example' }

describe('the watch', () => {
  it('fills the portfolio and the connection', async () => {
    const { time, client, watch, key, lineOf } = setup()
    watch.show(a, memory)
    expect(watch.connection()).toMatchObject({ profileId: 'a', baseUrl: 'https://a.example', state: 'checking' })
    watch.begin(lineOf(client))
    await time.pass(1)
    expect(watch.portfolio()).toMatchObject({
      profileId: 'a',
      balance: { source: 'live', value: [{ asset: 'USDT', amount: '100.50' }], every: 15 },
      positions: { source: 'live', every: 5 },
      loan: { source: 'live', every: 15 },
    })
    expect(watch.connection()).toMatchObject({ state: 'online', pings: [{ ms: 12 }] })
    expect(key.accepted).toBe(1)
  })

  it('48 a reply that was under way for the old profile reaches nobody', async () => {
    const { time, client, watch, lineOf } = setup()
    const other = createScriptedClient(time.clock)
    const reply = later<Answer<AssetBalance[]>>()
    client.answer('balance', () => reply.promise)
    watch.show(a, memory)
    watch.begin(lineOf(client))
    await time.pass(1)
    watch.show(b, memory)
    watch.begin(lineOf(other))
    reply.settle(ok({ value: [{ asset: 'BTC', amount: '666' }], at: time.clock() }))
    await time.pass(60)
    expect(JSON.stringify(watch.portfolio())).not.toContain('666')
    expect(watch.portfolio().profileId).toBe('b')
    expect(watch.connection().profileId).toBe('b')
  })

  it('RTL-5 tells every feed and the caller why, once, and asks no more', async () => {
    const { time, client, watch, key, lineOf } = setup()
    client.refuse('positions', problem('key-disabled'))
    watch.show(a, memory)
    watch.begin(lineOf(client))
    await time.pass(600)
    expect(key.refused).toEqual([problem('key-disabled')])
    expect(watch.portfolio()).toMatchObject({
      balance: { problem: { code: 'key-disabled' }, every: null },
      positions: { problem: { code: 'key-disabled' }, every: null },
      loan: { problem: { code: 'key-disabled' }, every: null },
    })
    expect(watch.refreshNow()).toMatchObject({ ok: false, error: { code: 'key-disabled' } })
    expect(client.count('positions', 'loan', 'balance')).toBe(1)
  })

  it('shows the reason when a profile cannot be watched, asks nothing, and refuses to refresh with that reason', async () => {
    const { time, client, watch } = setup()
    const remembering = createDemoMemory()
    remembering.snapshots.remember('a', 'balance', [{ asset: 'BTC', amount: '1' }], 5)
    watch.show(a, remembering)
    watch.cannot(problem('keychain-locked'))
    await time.pass(600)
    expect(client.count()).toBe(0)
    expect(watch.portfolio().balance).toMatchObject({
      value: [{ asset: 'BTC', amount: '1' }],
      source: 'cache',
      problem: { code: 'keychain-locked' },
      every: null,
    })
    expect(watch.connection()).toMatchObject({ profileId: 'a', state: 'off' })
    expect(watch.refreshNow()).toMatchObject({ ok: false, error: { code: 'keychain-locked' } })
    expect(time.pending()).toBe(0)
  })

  it('ends with nothing shown and nothing running', async () => {
    const { time, client, watch, lineOf } = setup()
    watch.show(a, memory)
    watch.begin(lineOf(client))
    await time.pass(30)
    watch.end()
    const asked = client.count()
    await time.pass(600)
    expect(client.count()).toBe(asked)
    expect(time.pending()).toBe(0)
    expect(watch.portfolio().profileId).toBeNull()
    expect(watch.connection().state).toBe('off')
    expect(watch.refreshNow()).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('FLT-11 throws away open connections after a sleep', async () => {
    const { time, client, watch, lineOf } = setup()
    watch.show(a, memory)
    watch.begin(lineOf(client))
    await time.pass(10)
    time.sleep(600)
    watch.resumed()
    expect(client.dropped()).toBe(1)
    expect(watch.portfolio().balance.source).toBe('cache')
    await time.pass(3)
    expect(watch.portfolio().balance.source).toBe('live')
  })

  it('FLT-11 tells of a sleep that the system says nothing about, once, and of a stopped process and a clock that was set', async () => {
    const { time, client, watch, lineOf } = setup()
    let gaps = 0
    const endHearing = watch.onGap(() => {
      gaps += 1
    })
    watch.show(a, memory)
    watch.begin(lineOf(client))
    await time.pass(120)
    expect(gaps).toBe(0)
    time.sleep(600)
    await time.pass(60)
    expect(gaps).toBe(1)
    time.stall(600)
    await time.pass(60)
    expect(gaps).toBe(2)
    time.setClock(-3600)
    await time.pass(60)
    expect(gaps).toBe(3)
    endHearing()
    time.sleep(600)
    await time.pass(60)
    expect(gaps).toBe(3)
  })

  it('remembers that the window is hidden for the profile that comes next', async () => {
    const { time, client, watch, lineOf } = setup()
    watch.setHidden(true)
    watch.show(a, memory)
    watch.begin(lineOf(client))
    await time.pass(59)
    expect(client.count('balance')).toBe(1)
    watch.setHidden(false)
    await time.pass(2)
    expect(client.count('balance')).toBe(2)
  })

  it('IPC-12 switching back and forth and hiding for a day leaves one poller and one timer', async () => {
    const { time, client, watch, lineOf } = setup()
    for (let turn = 0; turn < 200; turn += 1) {
      watch.show(turn % 2 === 0 ? a : b, memory)
      watch.begin(lineOf(client))
      watch.setHidden(turn % 3 === 0)
      await settled()
    }
    expect(time.pending()).toBe(1)
    client.calls.length = 0
    await time.pass(60)
    expect(client.count('positions')).toBeLessThanOrEqual(13)
  })

  it('RES-1 24 h of watching leave the views as large as after the first hour, one timer and the same listeners', async () => {
    const { time, client, watch, lineOf } = setup()
    let told = 0
    const stop = watch.onPortfolio(() => {
      told += 1
    })
    watch.show(a, memory)
    watch.begin(lineOf(client))
    const size = () => JSON.stringify([watch.portfolio(), watch.connection()]).length
    await time.pass(3600)
    const [afterOne, toldInOne] = [size(), told]
    await time.pass(23 * 3600)
    expect(size()).toBeLessThanOrEqual(afterOne)
    expect(told).toBeLessThanOrEqual(24 * (toldInOne + 1))
    expect(time.pending()).toBe(1)
    expect(client.mostOpen()).toBeLessThanOrEqual(2)
    stop()
    await time.pass(60)
    expect(told).toBeLessThanOrEqual(24 * (toldInOne + 1))
  }, 60_000)
})
