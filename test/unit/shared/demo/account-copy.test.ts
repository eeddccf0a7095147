import { expect, it } from 'vitest'
import { copyObstacle, copyOf, type CopySources } from '../../../../src/shared/demo/account-copy.js'
import { aProfile, now } from '../../../fixtures/portfolio/accounts.js'
import { aFeed } from '../../../fixtures/portfolio/figures.js'
import { notInvested } from '../../../fixtures/portfolio/investments.js'
import { aProblem, offeredPortfolio, scenes } from '../../../fixtures/portfolio/scenes.js'

function sources(part: Partial<CopySources> = {}): CopySources {
  const { invested, prices, markets } = scenes.ordinary()
  return { portfolio: offeredPortfolio(), invested, prices, markets, ...part }
}

it('CPY-2 has the time of the oldest figure, never a later one', () => {
  const balance = aFeed([], { every: 60, asOf: now - 90 })
  const positions = aFeed([], { every: 60, asOf: now - 120 })
  const copied = copyOf(sources({ portfolio: offeredPortfolio({ balance, positions }) }), now)
  expect(copied).toMatchObject({ ok: true, value: { at: now - 120 } })
})

it('CPY-2 copies no partly read list, and leaves out what is not offered', () => {
  const { invested } = scenes.ordinary()
  const longer = { ...invested, fixed: { ...invested.fixed, more: true } }
  expect(copyObstacle(sources({ invested: longer }), now)).toBe('missing')
  const none = notInvested(aProfile().id, aProblem('b2b-only'))
  expect(copyOf(sources({ invested: none }), now)).toMatchObject({
    ok: true,
    value: { flexible: null, fixed: null },
  })
})
