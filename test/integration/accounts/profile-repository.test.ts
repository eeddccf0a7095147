import { describe, expect, it } from 'vitest'
import { aLoan, aProfile, createTestClock, openTestStore, startOfTest, temporaryFolder, valueOf } from '../../support/store-room.js'

const setup = () => {
  const folder = temporaryFolder()
  const { clock } = createTestClock()
  const first = openTestStore({ folder, clock })
  return {
    store: first.store,
    reopen: () => {
      first.store.close()
      return openTestStore({ folder, clock }).store
    },
  }
}

const one = aProfile()
const two = aProfile({
  id: '22222222-0000-4000-8000-000000000000',
  name: "Wörk, “b2b” '; DROP TABLE profile; --",
  createdAt: startOfTest + 1,
})

describe('profiles', () => {
  it('are kept over a restart, oldest first, with nothing changed', () => {
    const { store, reopen } = setup()
    valueOf(store.profiles.add(two))
    valueOf(store.profiles.add(one))
    expect(valueOf(reopen().profiles.list())).toEqual([one, two])
  })

  it('change in every field but the id and the time they were made', () => {
    const { store, reopen } = setup()
    valueOf(store.profiles.add(one))
    const changed = aProfile({
      name: 'New',
      region: 'custom',
      baseUrl: 'http://127.0.0.1:1',
      dialect: 'spec',
      keyHint: '1…2',
      keyStorage: 'session',
    })
    valueOf(store.profiles.update({ ...changed, createdAt: 1 }))
    expect(valueOf(reopen().profiles.list())).toEqual([changed])
  })

  it('say when a profile is gone', () => {
    const { store } = setup()
    for (const result of [
      store.profiles.update(one),
      store.profiles.setActive(one.id),
      store.profiles.markForDeletion(one.id),
      store.profiles.remove(one.id),
    ]) {
      expect(result).toMatchObject({ ok: false, error: { code: 'gone' } })
    }
  })

  it('have at most one active among them, kept over a restart', () => {
    const { store, reopen } = setup()
    valueOf(store.profiles.add(one))
    valueOf(store.profiles.add(two))
    expect(valueOf(store.profiles.activeId())).toBeNull()
    valueOf(store.profiles.setActive(one.id))
    valueOf(store.profiles.setActive(two.id))
    expect(store.profiles.setActive('unknown')).toMatchObject({ ok: false, error: { code: 'gone' } })
    const again = reopen()
    expect(valueOf(again.profiles.activeId())).toBe(two.id)
    valueOf(again.profiles.setActive(null))
    expect(valueOf(again.profiles.activeId())).toBeNull()
  })

  it('SEC-14 remember over a restart that a removal had begun', () => {
    const { store, reopen } = setup()
    valueOf(store.profiles.add(one))
    valueOf(store.profiles.add(two))
    valueOf(store.profiles.setActive(one.id))
    valueOf(store.profiles.markForDeletion(one.id))
    const again = reopen()
    expect(valueOf(again.profiles.list())).toEqual([two])
    expect(valueOf(again.profiles.awaitingDeletion())).toEqual([one])
    expect(valueOf(again.profiles.activeId())).toBeNull()
    expect(again.profiles.setActive(one.id)).toMatchObject({ ok: false, error: { code: 'gone' } })
    valueOf(again.profiles.remove(one.id))
    expect(valueOf(again.profiles.awaitingDeletion())).toEqual([])
  })

  it('take everything stored for them along when they go, and nothing of another', () => {
    const { store, reopen } = setup()
    for (const profile of [one, two]) {
      valueOf(store.profiles.add(profile))
      store.samples.addBalance(profile.id, startOfTest, [{ asset: 'BTC', amount: '1.5' }])
      store.samples.addLoan(profile.id, startOfTest, aLoan())
      store.snapshots.remember(profile.id, 'balance', [{ asset: 'BTC', amount: '1.5' }], startOfTest)
    }
    store.nonces.raise('key', '7')
    valueOf(store.tend())
    // What still waits to be written must not bring the profile's rows back either.
    store.samples.addBalance(one.id, startOfTest + 15, [{ asset: 'BTC', amount: '2' }])
    store.snapshots.remember(one.id, 'loan', { kind: 'no-loan' }, startOfTest)
    valueOf(store.profiles.remove(one.id))
    store.samples.addBalance(one.id, startOfTest + 30, [{ asset: 'BTC', amount: '2' }])
    const again = reopen()
    const everything = { from: 0, to: startOfTest * 2 }
    expect(valueOf(again.samples.assets(one.id))).toEqual([])
    expect(valueOf(again.samples.loans(one.id, everything))).toEqual([])
    expect(valueOf(again.snapshots.last(one.id, 'balance'))).toBeNull()
    expect(valueOf(again.snapshots.last(one.id, 'loan'))).toBeNull()
    expect(valueOf(again.samples.balances(two.id, 'BTC', everything))).toHaveLength(1)
    expect(valueOf(again.samples.loans(two.id, everything))).toHaveLength(1)
    expect(valueOf(again.snapshots.last(two.id, 'balance'))?.asOf).toBe(startOfTest)
    expect(again.nonces.highWater('key')).toBe('7')
  })
})
