import { expect, it } from 'vitest'
import { expectWithinBudget, processorTimeOf } from '../support/budget.js'
import {
  aLoan,
  aProfile,
  createTestClock,
  openTestStorage,
  quickFolder,
  startOfTest,
  valueOf,
} from '../support/test-storage.js'

const profile = aProfile()
const day = 86_400
const everything = { from: 0, to: startOfTest * 2 }

function setup() {
  const time = createTestClock()
  const { storage } = openTestStorage({ folder: quickFolder(), clock: time.clock })
  valueOf(storage.profiles.add(profile))
  return { ...time, storage }
}

it('RES-4 90 days of samples are read in less than 100 ms', () => {
  const { storage, setTo } = setup()
  const end = startOfTest + 90 * day
  // As downsampling leaves them: raw for the last day only.
  for (let at = startOfTest; at < end; at += at < end - day ? 300 : 15) {
    storage.samples.addLoan(profile.id, at, aLoan({ currentLtv: `25.${at}` }))
  }
  setTo(end)
  const cheapest = (work: () => unknown): number =>
    Math.min(...Array.from({ length: 5 }, () => processorTimeOf(work)))
  expect(valueOf(storage.samples.loans(profile.id, everything)).length).toBeGreaterThan(30_000)
  const loans = cheapest(() => valueOf(storage.samples.loans(profile.id, everything)))
  expectWithinBudget('90 days of loan samples', loans, 100)
})

it('RES-5 an answer with 300 assets and a loan is stored in less than 50 ms', () => {
  const { storage, clock, advance } = setup()
  const assets = Array.from({ length: 300 }, (_, n) => ({
    asset: `A${n}`,
    amount: n < 40 ? `${n}.5` : '0',
  }))
  const took = Array.from({ length: 400 }, () => {
    advance(15)
    return processorTimeOf(() => {
      storage.snapshots.remember(profile.id, 'balance', assets, clock())
      storage.samples.addLoan(profile.id, clock(), aLoan())
    })
  }).sort((a, b) => a - b)
  expectWithinBudget(
    'an answer with 300 assets and a loan, the 99th of a hundred',
    took[395] ?? Number.NaN,
    50,
  )
})
