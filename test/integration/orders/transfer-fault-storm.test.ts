// The figure for transfers: nothing carried out twice, nothing lost, nothing mislabelled. A small
// run here; `npm run test:orders` runs the whole one.
import { expect, it } from 'vitest'
import { countsText, report, stormRuns } from '../../support/request-storm.js'
import { quickFolder } from '../../support/test-storage.js'
import { runTransferStorm } from '../../support/transfer-fault-storm.js'

it.each(stormRuns('PLIMSOLL_TRANSFERS', 100))(
  'ORD-1 ORD-3 ORD-24 of $count transfers through every fault none is carried out twice, lost or mislabelled (seed $seed)',
  async ({ count, seed }) => {
    const figures = await runTransferStorm({ folder: quickFolder(), transfers: count, seed })
    const { confirmed, states, executed, twice, lost, mislabelled, withoutAnswer } = figures
    report(
      `transfers: ${confirmed} confirmed (${countsText(states)}), ${executed} carried out`,
      `transfers: ${twice} carried out twice, ${lost} lost, ${mislabelled} mislabelled, ` +
        `${withoutAnswer} settled as carried out by balances (seed ${seed})`,
    )
    expect(figures).toMatchObject({ twice: 0, lost: 0, mislabelled: 0 })
    // A run that met nothing would prove nothing.
    expect(confirmed).toBeGreaterThanOrEqual(count)
    expect(withoutAnswer).toBeGreaterThan(count / 20)
    const rare = count >= 1000 ? ['rejected'] : []
    for (const state of ['done', 'not-executed', ...rare])
      expect(states, `of ${countsText(states)}`).toHaveProperty(state)
    expect(states['unknown'] ?? 0).toBeLessThanOrEqual(0.01 * count)
  },
)
