// The figure for stop losses and take profits: nothing placed or removed twice, nothing lost or
// mislabelled, no position left without a stop loss by moving one. A small run here;
// `npm run test:orders` runs the whole one.
import { appendFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runLevelStorm } from '../../support/level-fault-storm.js'
import { seedOfRun } from '../../support/seed.js'
import { quickFolder } from '../../support/test-storage.js'

const changes = Number.parseInt(process.env['PLIMSOLL_LEVELS'] ?? '', 10) || 200
const seed = Number.parseInt(process.env['PLIMSOLL_ORDER_SEED'] ?? '', 10) || seedOfRun

/** In one run; more are several runs, each of an exchange and a record of its own. */
const most = 5000

const runs = Array.from({ length: Math.ceil(changes / most) }, (_, run) => ({
  count: Math.min(most, changes - run * most),
  seed: seed + run,
}))

it.each(runs)(
  'ORD-1 ORD-24 ORD-26 of $count changes of levels through every fault none is carried out twice, lost or mislabelled, and no position is left unprotected (seed $seed)',
  async ({ count, seed: own }) => {
    const figures = await runLevelStorm({ folder: quickFolder(), changes: count, seed: own })
    const { confirmed, states, placed, removed, moved } = figures
    const { twice, lost, mislabelled, unprotected } = figures
    const file = process.env['PLIMSOLL_ORDER_REPORT']
    if (file !== undefined) {
      const counts = Object.entries(states).map(([state, times]) => `${state} ${times}`)
      appendFileSync(
        file,
        `levels: ${confirmed} confirmed (${counts.join(', ')}), ${placed} placed, ` +
          `${removed} removed, ${moved} moved\n` +
          `levels: ${twice} carried out twice, ${lost} lost, ${mislabelled} mislabelled, ` +
          `${unprotected} left unprotected (seed ${own})\n`,
      )
    }
    expect(figures).toMatchObject({ twice: 0, lost: 0, mislabelled: 0, unprotected: 0 })
    // A run that met nothing would prove nothing.
    expect(confirmed).toBeGreaterThanOrEqual(count)
    expect(moved).toBeGreaterThan(count / 10)
    for (const state of ['set placed', 'set rejected', 'set not-executed', 'removal done'])
      expect(states[state], state).toBeGreaterThan(0)
  },
)
