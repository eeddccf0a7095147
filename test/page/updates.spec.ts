import type { Page } from '@playwright/test'
import { scenes } from '../fixtures/portfolio/scenes.js'
import type { UpdateOffer, UpdateView } from '../../src/shared/updates/update.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { expect, test } from './page-fixture.js'
import { openTab } from './screens.js'
import { step } from './steps.js'

const offer: UpdateOffer = {
  version: '1.4.0',
  notes:
    'Positions can be sorted by distance to liquidation.\n\n<img src=x onerror="document.title=1"> is text.',
  size: 98_412_004,
  finish: 'restart',
}
const byHand: UpdateOffer = { ...offer, finish: 'by-hand' }

const states: { [name: string]: UpdateView } = {
  off: {
    state: 'off',
    why: 'This Plimsoll was installed as a package of the system. Install a newer package over it.',
  },
  idle: { state: 'idle', found: null },
  newest: { state: 'idle', found: 'nothing-newer' },
  checking: { state: 'checking' },
  offered: { state: 'offered', offer },
  downloading: { state: 'downloading', offer, percent: 42 },
  ready: {
    state: 'ready',
    offer,
    refused:
      'An order is under way, or nobody knows yet what became of it. Restart when that is settled.',
  },
  readyByHand: { state: 'ready', offer: byHand, refused: null },
  installing: { state: 'installing', offer },
  failed: {
    state: 'failed',
    text: 'What the update server offers is not signed by the maker of Plimsoll. It was refused, and nothing was downloaded.',
  },
}

function show(page: Page, view: UpdateView): Promise<void> {
  return page.evaluate((shown) => window.fake.push('updates', shown), view)
}

function askedOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    window.fake.asked
      .map(({ channel }) => channel)
      .filter((channel) => channel.startsWith('updates/')),
  )
}

test('UX-71 REN-17 UX-65 gives each step its own button, requests nothing before it is pressed, can cancel, says what the user has to install, and axe finds nothing serious in any state', async ({
  open,
}) => {
  const page = await open(scenes.ordinary(), tall)
  await openTab(page, 'About')
  const panel = page.getByRole('region', { name: 'Updates' })
  await expect(panel).toContainText('runs from its source')
  await expect(panel.getByRole('button')).toHaveCount(0)
  expect(await askedOf(page)).toEqual(['updates/read'])
  await step(page, 'a button for each step', async () => {
    await show(page, states['idle'] as UpdateView)
    await panel.getByRole('button', { name: 'Check for updates' }).click()
    await show(page, states['offered'] as UpdateView)
    await expect(panel).toContainText('<img src=x')
    await expect(panel.getByRole('button', { name: 'Download 98.4' })).toBeVisible()
    await panel.getByRole('button', { name: 'Later' }).click()
    await panel.getByRole('button', { name: 'Download' }).click()
    await show(page, states['downloading'] as UpdateView)
    await expect(panel.getByRole('progressbar')).toHaveAttribute('value', '42')
    await expect(panel.getByRole('button')).toHaveText(['Cancel'])
    await show(page, states['ready'] as UpdateView)
    await expect(panel.locator('.words')).toContainText('An order is under way')
    await panel.getByRole('button', { name: 'Restart into 1.4.0' }).click()
    expect(await askedOf(page)).toEqual([
      'updates/check',
      'updates/later',
      'updates/download',
      'updates/install',
    ])
    await show(page, states['installing'] as UpdateView)
    await expect(panel.locator('.words')).toContainText('Putting Plimsoll 1.4.0 in place')
    await expect(panel.getByRole('button')).toHaveCount(0)
  })
  await step(page, 'cancelling', async () => {
    const cancel = page
      .getByRole('region', { name: 'Updates' })
      .getByRole('button', { name: 'Cancel' })
    for (const name of ['checking', 'downloading']) {
      await show(page, states[name] as UpdateView)
      await cancel.click()
    }
    expect(await askedOf(page)).toEqual(['updates/later', 'updates/later'])
  })
  await step(page, 'an update that the user installs', async () => {
    await show(page, states['readyByHand'] as UpdateView)
    await expect(panel.locator('.words')).toContainText(
      'quit Plimsoll, and drag the new one into Applications',
    )
    await expect(panel.getByRole('button')).toHaveText(['Show the file', 'Later'])
    await panel.getByRole('button', { name: 'Show the file' }).click()
    expect(await askedOf(page)).toEqual(['updates/install'])
  })
  await step(page, 'axe, in every state', async () => {
    for (const [name, view] of Object.entries(states)) {
      await show(page, view)
      await expectNoSeriousFinding(page, name)
    }
  })
})
