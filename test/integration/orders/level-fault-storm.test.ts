// The figure for stop losses and take profits: nothing placed or removed twice, nothing lost or
// mislabelled, no position left without a stop loss by moving one. A small run here;
// `npm run test:orders` runs the whole one.
import { expect, it } from 'vitest'
import { runLevelStorm } from '../../support/level-fault-storm.js'
import { countsText, report, stormRuns } from '../../support/request-storm.js'
import { quickFolder } from '../../support/test-storage.js'

it.each(stormRuns('PLIMSOLL_LEVELS', 200))(
  'ORD-1 ORD-24 ORD-26 of $count changes of levels through every fault none is carried out twice, lost or mislabelled, and no position is left unprotected (seed $seed)',
  async ({ count, seed }) => {
    const figures = await runLevelStorm({ folder: quickFolder(), changes: count, seed })
    const { confirmed, states, placed, removed, moved } = figures
    const { twice, lost, mislabelled, unprotected } = figures
    report(
      `levels: ${confirmed} confirmed (${countsText(states)}), ${placed} placed, ` +
        `${removed} removed, ${moved} moved`,
      `levels: ${twice} carried out twice, ${lost} lost, ${mislabelled} mislabelled, ` +
        `${unprotected} left unprotected (seed ${seed})`,
    )
    expect(figures).toMatchObject({ twice: 0, lost: 0, mislabelled: 0, unprotected: 0 })
    // A run that met nothing would prove nothing.
    expect(confirmed).toBeGreaterThanOrEqual(count)
    expect(moved).toBeGreaterThan(count / 10)
    const rare = count >= 1000 ? ['set rejected', 'set not-executed'] : []
    for (const state of ['set placed', 'removal done', ...rare])
      expect(states, `of ${countsText(states)}`).toHaveProperty(state)
  },
)
