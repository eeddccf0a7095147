// A failure of one account must not affect another, even if the answer comes late; and each failure
// is dismissed separately.
import type { Page } from '@playwright/test'
import type { Channel } from '../../src/shared/contract.js'
import { aProfile, now } from '../fixtures/portfolio/accounts.js'
import { alertsOf, stepAlert } from '../fixtures/portfolio/alerts.js'
import { aProblem, type Scene, scenes } from '../fixtures/portfolio/scenes.js'
import { aTrading, notArmed, tradingScene } from '../fixtures/portfolio/trading.js'
import { announced, listen } from './heard.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo, openTab } from './screens.js'

const sentence = 'The disk is full, and nothing was written.'

function twoAccounts(): Scene {
  return {
    ...scenes.twoProfiles(),
    alerts: alertsOf([stepAlert()]),
    trading: tradingScene(aTrading({ readOnly: false, obstacles: [notArmed] })),
  }
}

/** Visible, not only announced. */
const shown = ':not([role="alert"], [role="status"]) > p'

/** As when the account is changed elsewhere: the screen stays. */
async function openOther(page: Page): Promise<void> {
  await page.evaluate(() => void window.fake.bridge.ask('profiles/switch', { id: 'second' }))
  await expect(page.getByRole('contentinfo')).toContainText('Savings')
}

async function openFirst(page: Page): Promise<void> {
  await page.evaluate((id) => void window.fake.bridge.ask('profiles/switch', { id }), aProfile().id)
  await expect(page.getByRole('contentinfo')).toContainText('Main')
  await advance(page, 1_000)
}

type Failure = { channel: Channel; act(page: Page): Promise<void> }

const failures: Failure[] = [
  {
    channel: 'portfolio/refresh',
    act: (page) => page.keyboard.press('Control+r'),
  },
  {
    channel: 'alerts/acknowledge',
    act: async (page) => {
      await expect(
        page
          .getByRole('region', { name: 'Active alerts' })
          .getByRole('button', { name: 'Acknowledge' }),
      ).toBeEnabled()
      await page
        .getByRole('region', { name: 'Active alerts' })
        .getByRole('button', { name: 'Acknowledge' })
        .click()
    },
  },
  {
    channel: 'trading/arm',
    act: async (page) => {
      await goTo(page, 'Trade')
      await page.getByRole('button', { name: 'Arm for 15 minutes' }).click()
    },
  },
  {
    channel: 'orders/export',
    act: async (page) => {
      await goTo(page, 'Activity')
      await page.getByRole('tab', { name: 'Orders' }).click()
      await page.getByRole('button', { name: 'Export CSV…' }).click()
    },
  },
  {
    channel: 'trading/change-limits',
    act: async (page) => {
      await openTab(page, 'Trading')
      await page.getByLabel('Orders per day').fill('7')
      await page.getByRole('button', { name: 'Save limits' }).click()
    },
  },
  {
    channel: 'mining/check',
    act: async (page) => {
      await goTo(page, 'Mining')
      await page.getByRole('button', { name: 'Check all now' }).click()
    },
  },
  {
    channel: 'mining/add',
    act: async (page) => {
      await goTo(page, 'Mining')
      await page.getByLabel('Name of the mining account').fill('north')
      await page.getByRole('button', { name: 'Add account' }).click()
    },
  },
  {
    channel: 'flex/sync',
    act: async (page) => {
      await goTo(page, 'Investments')
      await page.getByRole('button', { name: 'Sync now' }).click()
    },
  },
  {
    channel: 'flex/detail',
    act: async (page) => {
      await goTo(page, 'Investments')
      await page.locator('[data-row="1"]').click()
    },
  },
  {
    channel: 'credit-line/history',
    act: (page) => goTo(page, 'Loans'),
  },
  {
    channel: 'stream-token/fetch',
    act: async (page) => {
      await openTab(page, 'Connection')
      await page.getByRole('button', { name: 'Fetch token' }).click()
    },
  },
]

function fails(page: Page, channel: Channel, message: string): Promise<void> {
  return page.evaluate(
    ({ channel, error }) => window.fake.answer(channel, { ok: false, error } as never),
    { channel, error: aProblem('store-trouble', { message }) },
  )
}

function worksAgain(page: Page, channel: Channel): Promise<void> {
  return page.evaluate((one) => window.fake.answer(one, null), channel)
}

test('shows a failure once, not for another account, and neither shows nor announces a late one', async ({
  open,
}) => {
  test.slow()
  const page = await open(twoAccounts())
  for (const { channel, act } of failures)
    await test.step(channel, async () => {
      // Its own words, so that it cannot be taken for the failure of another channel.
      const words = `${channel}: ${sentence}`
      await goTo(page, 'Overview')
      await openFirst(page)
      await fails(page, channel, words)
      await act(page)
      await expect(page.locator(shown).filter({ hasText: words }), channel).not.toHaveCount(0)
      if (channel === 'trading/change-limits')
        await expect(
          page.getByRole('tabpanel').locator('p').filter({ hasText: words }),
        ).toHaveCount(1)
      await worksAgain(page, channel)
      await openOther(page)
      await expect(page.locator(shown).filter({ hasText: words }), channel).toHaveCount(0)

      await goTo(page, 'Overview')
      await openFirst(page)
      await fails(page, channel, words)
      await page.evaluate((name) => window.fake.hold(name), channel)
      await act(page)
      await expect.poll(() => page.evaluate((name) => window.fake.waiting(name), channel)).toBe(1)
      await worksAgain(page, channel)
      await openOther(page)
      await listen(page)
      await page.evaluate((name) => window.fake.release(name), channel)
      await advance(page, 3_000)
      await expect(page.locator('#app'), channel).not.toContainText(words)
      expect(
        (await announced(page)).filter((text) => text.includes(words)),
        channel,
      ).toEqual([])
    })
})

test('ends what is under way for one account when another is shown: a question, with what was typed for it, a list that is read, and a token; and does not hold up one account while another waits', async ({
  open,
}) => {
  const page = await open(twoAccounts())
  await test.step('does not hold up one account while another waits', async () => {
    const { trading } = twoAccounts()
    await page.evaluate(() => window.fake.hold('trading/arm'))
    await goTo(page, 'Trade')
    const arm = page.getByRole('button', { name: 'Arm for 15 minutes' })
    await arm.click()
    await expect.poll(() => asked(page, 'trading/arm')).toHaveLength(1)
    await openOther(page)
    const view = { ...trading.view, profileId: 'second', readOnly: false }
    await page.evaluate(
      (text) => window.fake.push('trading', JSON.parse(text)),
      JSON.stringify(view),
    )
    await arm.click()
    await expect.poll(() => asked(page, 'trading/arm')).toHaveLength(2)
  })
  await page.evaluate(() => window.fake.release('trading/arm'))
  await openFirst(page)
  await test.step('ends what is under way', async () => {
    await goTo(page, 'Mining')
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await openOther(page)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await goTo(page, 'Loans')
    await page.getByLabel('LTV to reach').fill('20')
    await page.evaluate(
      (id) => void window.fake.bridge.ask('profiles/switch', { id }),
      aProfile().id,
    )
    await expect(page.getByLabel('LTV to reach')).toHaveValue('')

    await page.evaluate(() => window.fake.hold('alerts/page'))
    await goTo(page, 'Activity')
    await openOther(page)
    await page.evaluate(() => window.fake.release('alerts/page'))
    await expect(page.getByRole('list', { name: 'Alerts, newest first' })).toBeVisible()

    await openFirst(page)
    await page.evaluate(() => window.fake.hold('stream-token/fetch'))
    await openTab(page, 'Connection')
    await page.getByRole('button', { name: 'Fetch token' }).click()
    await openOther(page)
    await expect(page.getByRole('button', { name: 'Fetch token' })).not.toHaveAttribute('aria-busy')
    await page.evaluate(() => window.fake.release('stream-token/fetch'))
    await advance(page, 1_000)
    await expect(page.getByText('None has been fetched.')).toBeVisible()
    await expect(page.getByText('••••')).toHaveCount(0)
    await page.getByRole('button', { name: 'Fetch token' }).click()
    await expect(page.getByText('••••')).toBeVisible()
  })
})

test('keeps the keyboard focus when the demo is left from any screen', async ({ open }) => {
  const page = await open({
    ...scenes.twoProfiles(),
    appState: { ...scenes.twoProfiles().appState, demo: scenes.demo().appState.demo },
  })
  await goTo(page, 'Positions')
  await page.getByRole('button', { name: 'Leave the demo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Positions' })).toBeFocused()
})

test('leaves no dots of a stream token once main has dropped it, or when its time is over', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await openTab(page, 'Connection')
  const at = await page.evaluate(() => Date.now() / 1000)
  expect(at).toBeLessThan(now + 300)
  const fetchToken = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Fetch token' }).click()
    await expect(page.getByText('••••')).toBeVisible()
  }
  await fetchToken()
  for (const act of ['Copy', 'Hold to reveal'] as const) {
    const message = `The token is gone (${act}). Fetch a new one.`
    await page.evaluate(
      (error) => {
        window.fake.answer('stream-token/copy', { ok: false, error })
        window.fake.answer('stream-token/reveal', { ok: false, error })
      },
      aProblem('gone', { message }),
    )
    await page.getByRole('button', { name: act, exact: true }).hover()
    await page.mouse.down()
    if (act === 'Copy') await page.mouse.up()
    await expect(page.getByText('••••')).toHaveCount(0)
    await expect(page.getByText('None has been fetched.')).toBeVisible()
    await expect(page.getByText(message, { exact: true }).first()).toBeVisible()
    await page.mouse.up()

    // The next one is shown as usual.
    await page.evaluate(() => window.fake.answer('stream-token/reveal', null))
    await fetchToken()
    await page.getByRole('button', { name: 'Hold to reveal' }).hover()
    await page.mouse.down()
    await expect(page.getByLabel('Token', { exact: true })).toContainText('stream.token.Fake')
    await page.mouse.up()
  }
  await expect(page.getByText('••••')).toBeVisible()
  await advance(page, 601_000)
  await expect(page.getByText('••••')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toHaveCount(0)
})

test('shows two failures side by side, each dismissed separately', async ({ open }) => {
  const page = await open({ ...scenes.notices(), alerts: alertsOf([stepAlert()]) })
  await page.evaluate(
    ([notice, alert]) => {
      window.fake.answer('notices/dismiss', { ok: false, error: notice })
      window.fake.answer('alerts/acknowledge', { ok: false, error: alert })
    },
    [
      aProblem('store-trouble', { message: 'The notice could not be put away.' }),
      aProblem('store-trouble', { message: 'The alert could not be acknowledged.' }),
    ] as const,
  )
  await listen(page)
  const acknowledge = page
    .getByRole('region', { name: 'Active alerts' })
    .getByRole('button', { name: 'Acknowledge' })
  await expect(acknowledge).toBeEnabled()
  await acknowledge.click()
  await page.getByRole('button', { name: 'Dismiss: Settings were restored' }).click()
  const troubles = page.locator('.failed-requests')
  await expect(troubles.getByRole('button', { name: 'Dismiss' })).toHaveCount(2)
  const words = await announced(page)
  for (const text of ['The notice could not be put away.', 'The alert could not be acknowledged.'])
    expect(words.filter((one) => one.includes(text))).toHaveLength(1)
  await troubles.getByRole('button', { name: 'Dismiss' }).first().click()
  await expect(troubles).toContainText('The alert could not be acknowledged.')
  await expect(troubles).not.toContainText('The notice could not be put away.')
  await troubles.getByRole('button', { name: 'Dismiss' }).click()
  await expect(troubles.getByRole('button')).toHaveCount(0)
})
