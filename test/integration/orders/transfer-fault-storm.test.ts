// The figure for transfers: nothing carried out twice, nothing lost, nothing mislabelled. A small
// run here; `npm run test:orders` runs the whole one.
import { appendFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { seedOfRun } from '../../support/seed.js'
import { quickFolder } from '../../support/test-storage.js'
import { runTransferStorm } from '../../support/transfer-fault-storm.js'

const transfers = Number.parseInt(process.env['PLIMSOLL_TRANSFERS'] ?? '', 10) || 100
const seed = Number.parseInt(process.env['PLIMSOLL_ORDER_SEED'] ?? '', 10) || seedOfRun

/** In one run; more are several runs, each of an exchange and a record of its own. */
const most = 5000

const runs = Array.from({ length: Math.ceil(transfers / most) }, (_, run) => ({
  count: Math.min(most, transfers - run * most),
  seed: seed + run,
}))

it.each(runs)(
  'ORD-1 ORD-3 ORD-24 of $count transfers through every fault none is carried out twice, lost or mislabelled (seed $seed)',
  async ({ count, seed: own }) => {
    const figures = await runTransferStorm({ folder: quickFolder(), transfers: count, seed: own })
    const { confirmed, states, executed, twice, lost, mislabelled, withoutAnswer } = figures
    const file = process.env['PLIMSOLL_ORDER_REPORT']
    if (file !== undefined) {
      const counts = Object.entries(states).map(([state, times]) => `${state} ${times}`)
      appendFileSync(
        file,
        `transfers: ${confirmed} confirmed (${counts.join(', ')}), ${executed} carried out\n` +
          `transfers: ${twice} carried out twice, ${lost} lost, ${mislabelled} mislabelled, ` +
          `${withoutAnswer} settled as carried out by balances (seed ${own})\n`,
      )
    }
    expect(figures).toMatchObject({ twice: 0, lost: 0, mislabelled: 0 })
    // A run that met nothing would prove nothing.
    expect(confirmed).toBeGreaterThanOrEqual(count)
    expect(withoutAnswer).toBeGreaterThan(count / 20)
    for (const state of ['done', 'rejected', 'not-executed'])
      expect(states[state], state).toBeGreaterThan(0)
    expect(states['unknown'] ?? 0).toBeLessThanOrEqual(0.01 * count)
  },
)
