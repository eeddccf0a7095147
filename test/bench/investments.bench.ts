// A hundred thousand records, and queries on them, without blocking the event loop for long.
import { afterAll, beforeAll, it } from 'vitest'
import { everything } from '../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../src/shared/investments/investment.js'
import { expectWithinBudget, processorTimeOf } from '../support/budget.js'
import { fiftyFilters } from '../support/flex-records.js'
import { flexProfile, type FlexHarness } from '../support/flex-harness.js'
import { openHeavyAccount, type HeavyAccount } from '../support/heavy-account.js'
import { watchTurns } from '../support/loop-turns.js'
import { valueOf } from '../support/test-storage.js'

let account: HeavyAccount
let harness: FlexHarness
let truth: FlexRecord[]

beforeAll(async () => {
  // Faster than in reality, which leaves the event loop less time.
  account = await openHeavyAccount({ paceMs: 12, plans: null })
  ;({ harness, truth } = account)
})
afterAll(() => account.close())

async function heldDuring(act: () => Promise<unknown>): Promise<number> {
  const held = watchTurns()
  await act()
  return held()
}

it('RES-5 reading 100,000 records blocks the event loop for less than 50 ms', async () => {
  const held = await heldDuring(() => harness.until(({ sync }) => sync.state === 'up-to-date', 140))
  expectWithinBudget('one turn of the loop while 100,000 records are read', held, 50)
})

it('RES-4 answers fifty filters in under 100 ms each, at the first rows, the middle and the last', () => {
  const cheapest = (work: () => unknown): number =>
    Math.min(...Array.from({ length: 3 }, () => processorTimeOf(work)))
  const last = valueOf(harness.history.flex.lastNo())
  const slowest = fiftyFilters(truth).flatMap((filter) => {
    const { total } = valueOf(harness.investments.rows({ filter, from: 0, count: 200 }))
    return [
      cheapest(() => valueOf(harness.history.flex.count(flexProfile, filter, last))),
      ...[0, Math.floor(total / 2), Math.max(0, total - 200)].map((from) =>
        cheapest(() => valueOf(harness.investments.rows({ filter, from, count: 200 }))),
      ),
    ]
  })
  slowest.push(cheapest(() => valueOf(harness.investments.facets())))
  expectWithinBudget(`the slowest of ${slowest.length} answers`, Math.max(...slowest), 100)
})

it('RES-5 summing three years of earnings blocks the event loop for less than 50 ms', async () => {
  const held = await heldDuring(() =>
    harness.investments.earnings({ filter: everything, per: 'day', utc: true }),
  )
  expectWithinBudget('one turn of the loop while earnings are summed', held, 50)
})

it('RES-5 exporting blocks the event loop for less than 50 ms', async () => {
  const held = await heldDuring(async () => {
    valueOf(await harness.investments.exportAll({ filter: everything, format: 'csv', bom: true }))
    await harness.until(() => harness.exports.at(-1)?.state === 'done')
  })
  expectWithinBudget('one turn of the loop while 100,000 records are exported', held, 50)
})
