import { describe, expect, it } from 'vitest'
import {
  aLoan,
  aProfile,
  createTestClock,
  openTestStorage,
  startOfTest,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'

const profile = aProfile()

function setup() {
  const folder = temporaryFolder()
  const { clock } = createTestClock()
  const { storage } = openTestStorage({ folder, clock })
  valueOf(storage.profiles.add(profile))
  return {
    storage,
    reopen: () => {
      storage.close()
      return openTestStorage({ folder, clock }).storage
    },
  }
}

describe('snapshots', () => {
  it('restore the last answers after a restart, each with its time', () => {
    const { storage, reopen } = setup()
    const balance = [{ asset: 'BTC', amount: '0.100000000000000001' }]
    storage.snapshots.remember(profile.id, 'balance', [], startOfTest)
    storage.snapshots.remember(profile.id, 'balance', balance, startOfTest + 0.5)
    storage.snapshots.remember(profile.id, 'positions', [], startOfTest + 1)
    storage.snapshots.remember(profile.id, 'loan', { kind: 'loan', loan: aLoan() }, startOfTest + 2)
    const again = reopen()
    expect(valueOf(again.snapshots.last(profile.id, 'balance'))).toEqual({
      value: balance,
      asOf: startOfTest + 0.5,
    })
    expect(valueOf(again.snapshots.last(profile.id, 'positions'))).toEqual({
      value: [],
      asOf: startOfTest + 1,
    })
    expect(valueOf(again.snapshots.last(profile.id, 'loan'))).toEqual({
      value: { kind: 'loan', loan: aLoan() },
      asOf: startOfTest + 2,
    })
  })

  it('are available at once, before they are written', () => {
    const { storage } = setup()
    storage.snapshots.remember(profile.id, 'loan', { kind: 'not-enabled' }, startOfTest)
    expect(valueOf(storage.snapshots.last(profile.id, 'loan'))).toEqual({
      value: { kind: 'not-enabled' },
      asOf: startOfTest,
    })
    expect(valueOf(storage.snapshots.last('somebody else', 'loan'))).toBeNull()
  })

  it('keep text from the server unchanged', () => {
    const { storage, reopen } = setup()
    const balance = [{ asset: 'a\0b\ud800"\u2028', amount: '1' }]
    storage.snapshots.remember(profile.id, 'balance', balance, startOfTest)
    expect(valueOf(reopen().snapshots.last(profile.id, 'balance'))?.value).toEqual(balance)
  })
})
