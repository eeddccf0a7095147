// Where the check of mining accounts sees nothing, or might misread what it sees.
import { describe, expect, it } from 'vitest'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { fail } from '../../../src/shared/result.js'
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

describe('payout monitoring without answers', () => {
  it('says so after three checks without an answer, though nothing else changes, and stops once there is one', async () => {
    const { time, mining, answer, one, views } = setup()
    mining.add('rig')
    await time.pass(1)
    answer('rig', problem('unreachable'))
    await time.pass(1790)
    expect(one().unseen).toBe(false)
    await time.pass(20)
    expect(one().unseen).toBe(true)
    expect(views.at(-1)?.accounts[0]?.unseen).toBe(true)
    answer('rig', external('rig', usualAddress))
    await time.pass(620)
    expect(one().unseen).toBe(false)
    expect(views.at(-1)?.accounts[0]?.unseen).toBe(false)
  })

  it('says so if checks are not allowed, and for a name that was never seen', async () => {
    const { time, mining, one, setClient, views } = setup()
    mining.add('rig')
    await time.pass(1)
    setClient(null)
    mining.add('new')
    await time.pass(1790)
    expect([one('rig').unseen, one('new').unseen]).toEqual([false, false])
    await time.pass(700)
    expect([one('rig').unseen, one('new').unseen]).toEqual([true, true])
    expect(views.at(-1)?.accounts.map(({ unseen }) => unseen)).toEqual([true, true])
  })

  it('FLT-11 does not warn after sleep that is followed by an answer', async () => {
    const { time, mining, views, resumed } = setup()
    mining.add('rig')
    await time.pass(1)
    time.sleep(36_000)
    resumed()
    await time.pass(30)
    time.sleep(36_000)
    await time.pass(30)
    expect(views.flatMap(({ accounts }) => accounts.filter(({ unseen }) => unseen))).toEqual([])
  })

  it('FLT-7 is not misled by a clock that was set back', async () => {
    const { time, mining, answer, one } = setup()
    mining.add('rig')
    await time.pass(1)
    answer('rig', problem('unreachable'))
    time.setClock(-86_400)
    await time.pass(2400)
    expect(one().unseen).toBe(true)
  })
})

describe('a list that cannot be read', () => {
  const lost = problem('store-trouble', {
    message: 'The disk returned an error.',
  })
  const setupUnreadable = () => {
    const repository = testMiningRepository()
    const kept = external('rig', usualAddress)
    repository.save(profileId, {
      name: 'rig',
      addedAt: 1,
      destination: kept,
      asOf: 2,
      keyHint: null,
      change: null,
    })
    let fails = true
    const saved: string[] = []
    const harness = setup({
      repository: {
        ...repository,
        load: (id) => (fails ? fail(lost) : repository.load(id)),
        save: (id, account) => {
          saved.push(account.name)
          return repository.save(id, account)
        },
      },
    })
    return {
      ...harness,
      saved,
      mend: () => {
        fails = false
      },
    }
  }

  it('is an error, not an empty list: nothing is added over what may be there', async () => {
    const { mining, saved, views, time } = setupUnreadable()
    expect(mining.read()).toMatchObject({
      profileId,
      accounts: [],
      problem: { code: 'store-trouble' },
    })
    expect(englishOf(mining.read().problem?.message ?? '')).toMatch(
      /unnoticed.*The disk returned an error/,
    )
    for (const answer of [
      mining.add('rig'),
      mining.remove('rig'),
      mining.acknowledge('rig'),
      mining.check(null),
    ]) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    }
    await time.pass(7200)
    expect(saved).toEqual([])
    expect(views.at(-1)?.problem).not.toBeNull()
  })

  it('is read again by itself, and changes made meanwhile are detected', async () => {
    const { mend, time, answer, one, views } = setupUnreadable()
    answer('rig', external('rig', otherAddress))
    await time.pass(60)
    mend()
    await time.pass(120)
    expect(views.at(-1)?.problem).toBeNull()
    expect(one()).toMatchObject({
      destination: external('rig', otherAddress),
      change: { from: external('rig', usualAddress) },
    })
  })

  it('is read again at once when a user requests a check', async () => {
    const { mining, mend, time, one } = setupUnreadable()
    mend()
    valueOf(mining.check(null))
    await time.pass(1)
    expect(one()).toMatchObject({ destination: external('rig', usualAddress), problem: null })
  })
})

describe('events for the alerts', () => {
  it('include every answer with the previous one, and the key used', async () => {
    const { time, mining, answer, payouts, reopen } = createMiningHarness()
    mining().add('rig')
    await time.pass(1)
    reopen('bbbb…2222')
    answer('rig', external('rig', otherAddress))
    await time.pass(10)
    expect(payouts).toEqual([
      {
        seen: {
          destination: external('rig', usualAddress),
          at: expect.any(Number),
          keyHint: 'aaaa…1111',
        },
        known: null,
      },
      {
        seen: {
          destination: external('rig', otherAddress),
          at: expect.any(Number),
          keyHint: 'bbbb…2222',
        },
        known: {
          destination: external('rig', usualAddress),
          at: payouts[0]?.seen.at,
          keyHint: 'aaaa…1111',
        },
      },
    ])
  })

  it('report that a name is forgotten when removed from the list, and starts over when added again', async () => {
    const { time, mining, forgotten } = setup()
    mining.add('rig')
    await time.pass(1)
    expect(forgotten).toEqual(['rig'])
    mining.remove('rig')
    mining.remove('nobody')
    expect(forgotten).toEqual(['rig', 'rig'])
  })
})

describe('a key that was replaced', () => {
  it('shows another destination as a difference between two keys, also after a restart', async () => {
    const { time, mining, answer, one, reopen } = createMiningHarness()
    mining().add('rig')
    await time.pass(1)
    answer('rig', external('rig', otherAddress))
    reopen('bbbb…2222')
    await time.pass(10)
    expect(one().change).toMatchObject({
      from: external('rig', usualAddress),
      otherKey: true,
      acknowledgedAt: null,
    })
    answer('rig', external('rig', usualAddress))
    await time.pass(620)
    expect(one().change).toMatchObject({ to: external('rig', usualAddress), otherKey: false })
  })
})
