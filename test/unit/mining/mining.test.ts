import { describe, expect, it } from 'vitest'
import type { PayoutDestination } from '../../../src/shared/mining/payout.js'
import { fail, ok } from '../../../src/shared/result.js'
import {
  otherAddress,
  external,
  usualAddress,
  testMiningRepository,
  createMiningHarness,
  profileId,
} from '../../support/mining-harness.js'
import { problem } from '../../support/fake-exchange-client.js'
import { valueOf } from '../../support/test-storage.js'

/** Opened once. */
function setup(parts: Parameters<typeof createMiningHarness>[0] = {}) {
  const harness = createMiningHarness(parts)
  return { ...harness, mining: harness.mining() }
}

describe('mining accounts', () => {
  it('are checked as soon as they are added, and every ten minutes from then on', async () => {
    const { time, mining, asked, answered, one, close } = setup()
    valueOf(mining.add('  rig  '))
    expect(one()).toMatchObject({
      name: 'rig',
      destination: null,
      asOf: null,
      problem: null,
      checking: true,
    })
    await time.pass(1)
    expect(one()).toMatchObject({
      destination: external('rig', usualAddress),
      form: 'bitcoin',
      asOf: time.clock() - 1,
      checking: false,
      change: null,
    })
    await time.pass(598)
    expect(asked).toHaveLength(1)
    await time.pass(3600)
    expect(asked.length).toBeGreaterThanOrEqual(6)
    expect(asked.length).toBeLessThanOrEqual(7)
    expect(answered).toHaveLength(asked.length)
    close()
    expect(time.pending()).toBe(0)
  })

  it('have unique names of 1 to 100 characters, at most 50 of them', () => {
    const { mining } = setup()
    const refused = {
      ok: false,
      error: { code: 'bad-input', fields: { name: [expect.any(Object)] } },
    }
    expect(mining.add('   ')).toMatchObject(refused)
    expect(mining.add('x'.repeat(101))).toMatchObject(refused)
    valueOf(mining.add('rig'))
    expect(mining.add(' rig ')).toMatchObject(refused)
    for (let count = 1; count < 50; count += 1) valueOf(mining.add(`rig ${count}`))
    expect(mining.add('one too many')).toMatchObject(refused)
  })

  it('show a change until it is acknowledged, and for 72 hours at least, also after a restart', async () => {
    const { time, mining, reopen, answer, one, answered } = createMiningHarness()
    mining().add('rig')
    await time.pass(1)
    answer('rig', external('rig', otherAddress))
    await time.pass(601)
    const change = {
      from: external('rig', usualAddress),
      to: external('rig', otherAddress),
      acknowledgedAt: null,
    }
    expect(one().change).toMatchObject(change)
    expect(answered.at(-1)).toEqual(external('rig', otherAddress))
    reopen()
    expect(one().change).toMatchObject(change)
    await time.pass(300_000)
    expect(one().change).toMatchObject(change)
    valueOf(mining().acknowledge('rig'))
    expect(one().change).toBeNull()
    answer('rig', { accountName: 'rig', destination: 'main_balance', externalAddress: null })
    await time.pass(700)
    valueOf(mining().acknowledge('rig'))
    expect(one()).toMatchObject({ form: null, change: { acknowledgedAt: time.clock() } })
    valueOf(mining().acknowledge('rig'))
    await time.pass(260_000)
    expect(one().change).toBeNull()
  })

  it('keep the last good answer beside a later error', async () => {
    const { time, mining, answer, one, asked } = setup()
    mining.add('rig')
    await time.pass(1)
    answer('rig', problem('unreachable'))
    await time.pass(620)
    expect(one()).toMatchObject({
      destination: external('rig', usualAddress),
      problem: { code: 'unreachable' },
    })
    const before = asked.length
    answer('rig', external('rig', usualAddress))
    await time.pass(40)
    expect(asked.length).toBe(before + 1)
    expect(one().problem).toBeNull()
  })

  it('say that the exchange does not know one, and keep checking', async () => {
    const { time, mining, answer, one, asked } = setup()
    answer('typo', problem('refused', { fields: { user: ['Mining account not found.'] } }))
    mining.add('typo')
    mining.add('rig')
    await time.pass(10)
    expect(one('typo').problem).toMatchObject({
      code: 'refused',
      fields: { user: ['Mining account not found.'] },
    })
    expect(one('rig').problem).toBeNull()
    await time.pass(580)
    expect(asked).toEqual(['typo', 'rig'])
  })

  it('FLT-13 are not checked one by one if the key has no permission', async () => {
    const { time, mining, answer, one, asked } = setup()
    for (const name of ['a', 'b', 'c']) {
      answer(name, problem('no-permission'))
      mining.add(name)
    }
    await time.pass(500)
    expect(asked).toEqual(['a'])
    expect(['a', 'b', 'c'].map((name) => one(name).problem?.code)).toEqual([
      'no-permission',
      'no-permission',
      'no-permission',
    ])
    await time.pass(7200)
    expect(asked.length).toBeLessThanOrEqual(14)
  })

  it('RTL-5 are requested with a refused key once in ten minutes, however many they are, and checked again once it is accepted', async () => {
    const { time, mining, answer, one, asked } = setup()
    for (const name of ['a', 'b', 'c']) {
      answer(name, problem('bad-key-or-signature'))
      mining.add(name)
    }
    await time.pass(590)
    expect(asked).toEqual(['a'])
    await time.pass(7200)
    expect(asked.length).toBeGreaterThanOrEqual(12)
    expect(asked.length).toBeLessThanOrEqual(14)
    expect(['a', 'b', 'c'].map((name) => one(name).problem?.code)).toEqual(
      Array(3).fill('bad-key-or-signature'),
    )
    // One 401 that passed by itself: nobody did anything.
    for (const name of ['a', 'b', 'c']) answer(name, external(name, usualAddress))
    await time.pass(620)
    expect(['a', 'b', 'c'].map((name) => one(name).problem)).toEqual([null, null, null])
  })

  it('are checked on request, one or all, and not without a key', async () => {
    const { time, mining, asked, setClient } = setup()
    mining.add('a')
    mining.add('b')
    await time.pass(10)
    asked.length = 0
    valueOf(mining.check('b'))
    await time.pass(10)
    valueOf(mining.check(null))
    await time.pass(10)
    expect(asked).toEqual(['b', 'a', 'b'])
    expect(mining.check('c')).toMatchObject({ ok: false, error: { code: 'gone' } })
    setClient(null)
    expect(mining.check('a')).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('are not restored by an answer that arrives after they were removed', async () => {
    const { time, mining, repository, answered } = setup()
    mining.add('rig')
    valueOf(mining.remove('rig'))
    await time.pass(10)
    expect([mining.read().accounts, valueOf(repository.load(profileId)), answered]).toEqual([
      [],
      [],
      [],
    ])
    expect(mining.remove('rig')).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('FLT-11 are checked soon after sleep, and drop what was in progress during it', async () => {
    const { time, mining, one, setClient, newClient, answered, resumed } = setup()
    let settle: (destination: PayoutDestination) => void = () => undefined
    setClient({
      payoutDestination: () =>
        new Promise((resolve) => (settle = (value) => resolve(ok({ value, at: 1 })))),
    })
    mining.add('rig')
    await time.pass(1)
    time.sleep(36_000)
    resumed()
    setClient(newClient())
    await time.pass(8)
    settle(external('rig', otherAddress))
    await time.pass(1)
    expect(one()).toMatchObject({ destination: external('rig', usualAddress), change: null })
    expect(answered).toHaveLength(1)
  })

  it('cancel a check that never ends', async () => {
    const { time, mining, one, setClient } = setup()
    setClient({ payoutDestination: () => new Promise(() => undefined) })
    mining.add('rig')
    await time.pass(190)
    expect(one()).toMatchObject({ problem: { code: 'timeout' }, checking: false })
  })

  it('are checked again after our own code threw', async () => {
    const { time, mining, one, setClient, newClient } = setup()
    setClient({ payoutDestination: () => Promise.reject(new Error('broken')) })
    mining.add('rig')
    await time.pass(1)
    expect(one()).toMatchObject({ problem: { code: 'internal' }, checking: false })
    setClient(newClient())
    await time.pass(40)
    expect(one()).toMatchObject({ destination: external('rig', usualAddress), problem: null })
  })

  it('continue with the others at once if the one being checked is removed', async () => {
    const { time, mining, one, setClient, newClient } = setup()
    setClient({ payoutDestination: () => new Promise(() => undefined) })
    mining.add('slow')
    mining.add('rig')
    setClient(newClient())
    expect(one().checking).toBe(false)
    valueOf(mining.remove('slow'))
    expect(one().checking).toBe(true)
    await time.pass(1)
    expect(one().destination).toEqual(external('rig', usualAddress))
  })

  it('are not checked once their account is closed, and drop a late answer', async () => {
    const { time, mining, asked, answered, repository, views } = setup()
    mining.add('rig')
    mining.close()
    const said = views.length
    await time.pass(3600)
    expect([asked, answered, views.length]).toEqual([['rig'], [], said])
    expect(valueOf(repository.load(profileId))).toMatchObject([{ name: 'rig', destination: null }])
  })

  it('alert although their state cannot be saved', async () => {
    const repository = testMiningRepository()
    const trouble = problem('store-trouble')
    let full = false
    const { time, mining, answered, one } = setup({
      repository: {
        ...repository,
        save: (id, account) => (full ? fail(trouble) : repository.save(id, account)),
      },
    })
    mining.add('rig')
    full = true
    await time.pass(1)
    expect(answered).toHaveLength(1)
    expect(one()).toMatchObject({ destination: external('rig', usualAddress), problem: trouble })
  })
})
