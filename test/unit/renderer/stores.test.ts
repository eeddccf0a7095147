import { describe, expect, it } from 'vitest'
import { createLaterStores } from '../../../src/renderer/later-stores.js'
import { createStores } from '../../../src/renderer/stores.js'
import { scenes } from '../../fixtures/portfolio/scenes.js'
import { createFakeBridge } from '../../support/fake-bridge/fake-bridge.js'
import { createFakeSight } from '../../support/fake-sight.js'

function opened() {
  const fake = createFakeBridge(scenes.ordinary())
  const stores = createStores(fake.bridge, () => 0, createFakeSight().sight)
  stores.open()
  return { fake, stores }
}

describe('the stores of later parts', () => {
  it('cannot be read before they are there', () => {
    const { stores } = opened()
    expect(() => stores.tradeForms).toThrow('tradeForms')
    stores.addLater(createLaterStores)
    expect(stores.tradeForms.tab).toBe('market')
    stores.close()
  })

  it('follow main from then on, and forget with the account', () => {
    const { fake, stores } = opened()
    const asked = (): string[] => fake.asked.map(({ channel }) => channel)
    expect(asked()).not.toContain('flex/read')
    stores.addLater(createLaterStores)
    expect(asked()).toContain('flex/read')
    stores.tradeForms.market.amount = '0.5'
    const { forgotten } = stores.flex
    stores.forgetAccount()
    expect(stores.flex.forgotten).toBe(forgotten + 1)
    expect(stores.tradeForms.market.amount).toBe('')
    stores.close()
  })
})
