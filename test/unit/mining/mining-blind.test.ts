// Where the list of mining accounts does not see, or might mistake what it sees.
import { describe, expect, it } from 'vitest'
import { fail } from '../../../src/shared/result.js'
import { elsewhere, external, home, miningMemory, openMiningRoom, profileId } from '../../support/mining-room.js'
import { problem } from '../../support/scripted-client.js'
import { valueOf } from '../../support/store-room.js'

/** Opened once. */
const setup = (parts: Parameters<typeof openMiningRoom>[0] = {}) => {
  const room = openMiningRoom(parts)
  return { ...room, mining: room.mining() }
}

describe('a tripwire that does not see', () => {
  it('says so after three looks without an answer, though nothing else changes, and no more once it sees', async () => {
    const { time, mining, answer, one, views } = setup()
    mining.add('rig')
    await time.pass(1)
    answer('rig', problem('unreachable'))
    await time.pass(1790)
    expect(one().unseen).toBe(false)
    await time.pass(20)
    expect(one().unseen).toBe(true)
    expect(views.at(-1)?.accounts[0]?.unseen).toBe(true)
    answer('rig', external('rig', home))
    await time.pass(620)
    expect(one().unseen).toBe(false)
    expect(views.at(-1)?.accounts[0]?.unseen).toBe(false)
  })

  it('says so where nobody may ask at all, and of a name that was never seen', async () => {
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

  it('FLT-11 does not cry over a sleep that is followed by an answer', async () => {
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

  it('FLT-7 is not deceived by a clock that was set back', async () => {
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
  const lost = problem('store-trouble', { message: 'The disk did not do what Plimsoll asked of it.' })
  const setupUnreadable = () => {
    const memory = miningMemory()
    const kept = external('rig', home)
    memory.save(profileId, { name: 'rig', addedAt: 1, destination: kept, asOf: 2, keyHint: null, change: null })
    let fails = true
    const saved: string[] = []
    const house = setup({
      memory: {
        ...memory,
        load: (id) => (fails ? fail(lost) : memory.load(id)),
        save: (id, account) => {
          saved.push(account.name)
          return memory.save(id, account)
        },
      },
    })
    return {
      ...house,
      saved,
      mend: () => {
        fails = false
      },
    }
  }

  it('is a problem and not an empty list: nothing is added over what may be there', async () => {
    const { mining, saved, views, time } = setupUnreadable()
    expect(mining.read()).toMatchObject({ profileId, accounts: [], problem: { code: 'store-trouble' } })
    expect(mining.read().problem?.message).toMatch(/unnoticed.*The disk did not do/)
    for (const answer of [mining.add('rig'), mining.remove('rig'), mining.acknowledge('rig'), mining.check(null)]) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    }
    await time.pass(7200)
    expect(saved).toEqual([])
    expect(views.at(-1)?.problem).not.toBeNull()
  })

  it('is read again by itself, and what changed meanwhile is seen', async () => {
    const { mend, time, answer, one, views } = setupUnreadable()
    answer('rig', external('rig', elsewhere))
    await time.pass(60)
    mend()
    await time.pass(120)
    expect(views.at(-1)?.problem).toBeNull()
    expect(one()).toMatchObject({ destination: external('rig', elsewhere), change: { from: external('rig', home) } })
  })

  it('is read again at once where a person asks for a look', async () => {
    const { mining, mend, time, one } = setupUnreadable()
    mend()
    valueOf(mining.check(null))
    await time.pass(1)
    expect(one()).toMatchObject({ destination: external('rig', home), problem: null })
  })
})

describe('what the watch is told', () => {
  it('every look with the one before it, and the key it was asked with', async () => {
    const { time, mining, answer, looks, reopen } = openMiningRoom()
    mining().add('rig')
    await time.pass(1)
    reopen('bbbb…2222')
    answer('rig', external('rig', elsewhere))
    await time.pass(10)
    expect(looks).toEqual([
      { look: { destination: external('rig', home), at: expect.any(Number), keyHint: 'aaaa…1111' }, known: null },
      {
        look: { destination: external('rig', elsewhere), at: expect.any(Number), keyHint: 'bbbb…2222' },
        known: { destination: external('rig', home), at: looks[0]?.look.at, keyHint: 'aaaa…1111' },
      },
    ])
  })

  it('that a name is forgotten when it is taken off the list, and starts anew when it is put on it', async () => {
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
  it('another destination under it is shown as a difference between two keys, over a restart, too', async () => {
    const { time, mining, answer, one, reopen } = openMiningRoom()
    mining().add('rig')
    await time.pass(1)
    answer('rig', external('rig', elsewhere))
    reopen('bbbb…2222')
    await time.pass(10)
    expect(one().change).toMatchObject({ from: external('rig', home), otherKey: true, acknowledgedAt: null })
    answer('rig', external('rig', home))
    await time.pass(620)
    expect(one().change).toMatchObject({ to: external('rig', home), otherKey: false })
  })
})
