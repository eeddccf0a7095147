// What a screen reader announces by itself: each thing once, and only changes.
import type { Page } from '@playwright/test'
import type { UpdateView } from '../../src/shared/updates/update.js'
import { now } from '../fixtures/portfolio/accounts.js'
import type { Channel } from '../../src/shared/contract.js'
import { alertsOf, anAlert } from '../fixtures/portfolio/alerts.js'
import { aFlex } from '../fixtures/portfolio/investments.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { aTrading, anIntent, armed, tradingScene } from '../fixtures/portfolio/trading.js'
import { announced, announcedWithin, listen, liveRegions } from './heard.js'
import { expect, test } from './page-fixture.js'
import {
  advance,
  asked,
  fillConnectForm,
  goTo,
  openConnectForm,
  openTab,
  pushAlerts,
  screenNames,
  settingsTabNames,
  twoFrames,
} from './screens.js'
import {
  addRows,
  fillMarket,
  openKind,
  openPreview,
  pasteRows,
  pushTrading,
  read,
  readyScene,
  theSheet,
} from './trade-screen.js'

/** Armed, with one order in flight for a while and one of unknown outcome. */
function busy() {
  const { trading, ...rest } = scenes.marginCall()
  const sending = anIntent({ id: 'intent-sending', state: 'sending', createdAt: now - 4 })
  return {
    ...rest,
    trading: {
      ...trading,
      view: armed({
        ...trading.view,
        armedUntil: now + 512,
        open: [sending, ...trading.view.open],
      }),
    },
  }
}

test('UX-68 announces nothing on any screen while only ages and countdowns change, and has one polite and one assertive region there, and one of each in every dialog', async ({
  open,
}) => {
  const page = await open(busy())
  const regions = (): Promise<(string | null)[]> =>
    page
      .locator(liveRegions)
      .evaluateAll((found) => found.map((region) => region.getAttribute('role')))
  // The order in flight first, while its seconds are counted.
  for (const screen of ['Trade', ...screenNames] as const) {
    await goTo(page, screen)
    await twoFrames(page)
    expect(await regions(), screen).toEqual(['alert', 'status'])
    await advance(page, 12_000)
    const shown = await page.locator('body').innerText()
    await listen(page)
    await advance(page, 12_000)
    expect(await announced(page), screen).toEqual([])
    expect(await page.locator('body').innerText(), `${screen}: something moves`).not.toBe(shown)
  }
  for (const tab of settingsTabNames) {
    await openTab(page, tab)
    expect(await regions(), tab).toEqual(['alert', 'status'])
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').locator(liveRegions)).toHaveCount(2)
  expect(await regions()).toEqual(['alert', 'status', 'alert', 'status'])
})

test('announces an order or a bulk request once when it is sent and once when the exchange has answered, once that a preview has expired, and no remaining time', async ({
  open,
}) => {
  const page = await open(readyScene())
  await test.step('no remaining time of a preview', async () => {
    await fillMarket(page)
    await openPreview(page)
    await read(page)
    const act = theSheet(page).getByRole('button', { name: 'Buy 0.01 BTC_USDT at market' })
    await act.focus()
    await advance(page, 2_000)
    await listen(page)
    await expect(theSheet(page)).toContainText('Valid for 0:5')
    await advance(page, 12_000)
    await expect(theSheet(page)).toContainText('Valid for 0:4')
    await expect(act).not.toHaveAccessibleDescription(/\d/)
    expect(await announced(page)).toEqual([])
    await advance(page, 60_000)
    expect(await announced(page)).toEqual(['This preview expired after 60 seconds. Preview again.'])
    await page.keyboard.press('Escape')
  })
  await test.step('an order', async () => {
    await fillMarket(page)
    await openPreview(page)
    await read(page)
    await advance(page, 2_000)
    await listen(page)
    await theSheet(page).getByRole('button', { name: 'Buy 0.01 BTC_USDT at market' }).click()
    const taken = 'Filled at 91250.4 USDT.'
    await expect(page.getByRole('region', { name: 'Buy 0.01 BTC_USDT at market' })).toContainText(
      taken,
    )
    await advance(page, 5_000)
    expect(await announced(page)).toEqual(['Recording, then sending…', taken])
    expect(await announcedWithin(page)).toEqual(['dialog', 'page'])
  })
  await test.step('a bulk result', async () => {
    await openKind(page, 'Bulk')
    await addRows(page, 2)
    await page.getByRole('button', { name: 'Preview 2 orders…' }).click()
    await read(page)
    await advance(page, 2_000)
    await listen(page)
    await theSheet(page)
      .getByRole('button', { name: /^Place 2 limit orders/ })
      .click()
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('2 placed')
    await advance(page, 5_000)
    expect(await announced(page)).toEqual(['Recording, then sending…', '2 placed'])
  })
  await test.step('an order of unknown outcome is left to its alert', async () => {
    await open(readyScene({}, { outcome: ['unknown'] }), { instead: page })
    await fillMarket(page)
    await openPreview(page)
    await read(page)
    await advance(page, 2_000)
    await listen(page)
    await theSheet(page).getByRole('button', { name: 'Buy 0.01 BTC_USDT at market' }).click()
    await expect(page.getByRole('region', { name: 'Unknown – do not resend' })).toBeVisible()
    await advance(page, 5_000)
    expect(await announced(page)).toEqual(['Recording, then sending…'])
    await pushAlerts(
      page,
      alertsOf([
        anAlert({
          id: 'alert-order',
          kind: 'order-unknown',
          title: 'Result unknown: an order on BTC_USDT',
        }),
      ]),
    )
    await expect
      .poll(() => announced(page))
      .toEqual(['Recording, then sending…', 'Result unknown: an order on BTC_USDT'])
  })
})

test('announces the same words twice when said twice, the start and the end of a download but not every percent, the countdown of the clipboard once, and leaves none of it on the page for someone who reads through it later', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await test.step('leaves no announced text on the page', async () => {
    await page.keyboard.press('Control+r')
    await expect(page.getByRole('status')).toHaveText('Figures refreshed.')
    await advance(page, 12_000)
    await expect(page.getByRole('status')).toHaveText('')
  })
  await test.step('the same words twice', async () => {
    await listen(page)
    for (const times of [1, 2, 3]) {
      await page.keyboard.press('Control+r')
      await expect.poll(() => announced(page)).toHaveLength(times)
      await advance(page, 11_000)
    }
    expect(new Set(await announced(page))).toEqual(new Set(['Figures refreshed.']))

    await openTab(page, 'About')
    await listen(page)
    const copy = page.getByRole('button', { name: 'Copy all' })
    for (const times of [1, 2]) {
      await copy.click()
      await expect(copy).toHaveText('Copied')
      expect(await announced(page)).toEqual(Array.from({ length: times }, () => 'Copied.'))
      await copy.blur()
    }
  })
  await test.step('a download', async () => {
    await openTab(page, 'About')
    const offer = { version: '1.4.0', notes: '', size: 98_412_004, finish: 'restart' } as const
    const show = (view: UpdateView): Promise<void> =>
      page.evaluate((shown) => window.fake.push('updates', shown), view)
    await listen(page)
    for (const percent of [0, 1, 2, 40, 99]) {
      await show({ state: 'downloading', offer, percent })
      await twoFrames(page)
    }
    await show({ state: 'ready', offer, refused: null })
    await expect.poll(() => announced(page)).toHaveLength(2)
    const [begun, ended] = await announced(page)
    expect(begun).toMatch(/^Downloading Plimsoll 1\.4\.0/)
    expect(ended).toMatch(/^Plimsoll 1\.4\.0 is downloaded/)
  })
  await test.step('no countdown of the clipboard', async () => {
    await openTab(page, 'Connection')
    await page.getByRole('button', { name: 'Fetch token' }).click()
    // The fake clears at a set moment, which the page's clock has passed by now.
    const at = await page.evaluate(() => Date.now() / 1000)
    await page.evaluate(
      (clearsAt) => window.fake.answer('stream-token/copy', { ok: true, value: { clearsAt } }),
      at + 30,
    )
    await listen(page)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await advance(page, 1_000)
    await expect
      .poll(() => announced(page))
      .toEqual([expect.stringMatching(/^Copied\. The clipboard clears in (29|30) s\.$/)])
    await advance(page, 9_000)
    await expect(page.getByRole('tabpanel')).toContainText(/The clipboard clears in (19|20|21) s\./)
    expect(await announced(page)).toHaveLength(1)
  })
  await test.step('no description in a dialog whose title says enough', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).not.toHaveAttribute('aria-describedby')
  })
})

test('announces in the dialog while one is open, and on the page once it is closed', async ({
  open,
}) => {
  const page = await open(scenes.demo())
  await page.getByRole('button', { name: 'Demo controls' }).click()
  const dialog = page.getByRole('dialog')
  await listen(page)
  for (const times of [1, 2]) {
    await dialog.getByRole('button', { name: 'One hour on' }).click()
    await expect
      .poll(() => announced(page))
      .toEqual(Array.from({ length: times }, () => 'An hour has passed at the exchange.'))
  }
  expect(await announcedWithin(page)).toEqual(['dialog', 'dialog'])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await listen(page)
  await page.keyboard.press('Control+r')
  await expect.poll(() => announced(page)).toEqual(['Figures refreshed.'])
  expect(await announcedWithin(page)).toEqual(['page'])
})

test('announces once that a preview has expired, with the reason, and does not expire one while its order is being confirmed', async ({
  open,
}) => {
  const page = await open(readyScene())
  await test.step('expired', async () => {
    await page.setViewportSize({ width: 900, height: 640 })
    await fillMarket(page)
    await openPreview(page)
    await read(page)
    await advance(page, 2_000)
    await page.evaluate(() =>
      window.fake.answer('orders/confirm', {
        ok: false,
        error: { code: 'store-trouble', message: 'The journal could not be written.' },
      }),
    )
    await listen(page)
    await theSheet(page).getByRole('button', { name: 'Buy 0.01 BTC_USDT at market' }).click()
    await expect(theSheet(page)).toContainText('This preview was already used.')
    await expect(
      theSheet(page).getByText('The journal could not be written.', { exact: true }),
      'and shows the reason',
    ).toBeInViewport()
    await advance(page, 3_000)
    const words = await announced(page)
    expect(
      words.filter((text) => text.startsWith('This preview was already used. Nothing was sent.')),
    ).toHaveLength(1)
    expect(words.at(-1)).toContain('The journal could not be written.')
    expect(words).toHaveLength(2)
  })
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.fake.answer('orders/confirm', null))
  await test.step('being confirmed', async () => {
    await fillMarket(page)
    await openPreview(page)
    await read(page)
    await advance(page, 2_000)
    await page.evaluate(() => window.fake.hold('orders/confirm'))
    await listen(page)
    await theSheet(page).getByRole('button', { name: 'Buy 0.01 BTC_USDT at market' }).click()
    await advance(page, 90_000)
    await expect(theSheet(page).getByRole('button', { name: 'Preview again' })).toHaveCount(0)
    expect(await announced(page)).toEqual(['Recording, then sending…'])
  })
})

test('reads typed values back after a pause, not with every key and not when a price moves, and summarises pasted rows and a ladder in a sentence, not row by row', async ({
  open,
}) => {
  const scene = readyScene()
  const page = await open(scene)
  await test.step('typed values', async () => {
    await goTo(page, 'Trade')
    await listen(page)
    await page.getByRole('combobox', { name: 'Market' }).pressSequentially('BTC_PERP')
    await page.getByRole('textbox', { name: /^Amount/ }).pressSequentially('0.125')
    await expect(page.getByRole('region', { name: 'In words' })).toContainText('0.125')
    await advance(page, 1_500)
    const words = await announced(page)
    expect(words.filter((text) => text.includes('0.125'))).toHaveLength(1)
    const feed = scene.portfolio.positions
    const moved = (feed.value ?? []).map((position) => ({ ...position, unrealizedPnl: '-1234.5' }))
    await page.evaluate(
      (text) => window.fake.push('portfolio', JSON.parse(text)),
      JSON.stringify({ ...scene.portfolio, positions: { ...feed, value: moved } }),
    )
    await advance(page, 5_000)
    expect(await announced(page)).toEqual(words)

    await goTo(page, 'Loans')
    await listen(page)
    await page.getByText('Repay an amount').click()
    await page.getByLabel('Amount in USDT').pressSequentially('2500')
    await advance(page, 1_500)
    expect(await announced(page)).toEqual([expect.stringMatching(/^LTV would be /)])
  })
  await test.step('pasted rows and a ladder', async () => {
    await openKind(page, 'Bulk')
    await pasteRows(page, 'BTC_USDT, buy, 0.01, 60000\nBTC_USDT, buy, 0.01, 59000')
    await listen(page)
    await advance(page, 1_500)
    expect(await announced(page)).toEqual(['2 rows read, separated by commas, without a header.'])
    expect(await announcedWithin(page)).toEqual(['dialog'])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Ladder…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ladder' })
    await listen(page)
    await dialog.getByRole('combobox', { name: 'Market' }).pressSequentially('BTC_USDT')
    for (const [label, text] of [
      ['From', '60000'],
      ['To', '59000'],
      ['Orders', '3'],
      ['Total', '0.3'],
      ['Price step', '0.5'],
      ['Amount step', '0.01'],
    ] as const)
      await dialog
        .getByRole('textbox', { name: new RegExp(`^${label}( in BTC)?$`) })
        .pressSequentially(text)
    await advance(page, 1_500)
    expect(await announced(page)).toEqual([expect.stringMatching(/^3 orders, together 0\.3/)])
  })
})

test('announces a remark on pasted text once, however many follow, and each step of a check once as it ends, and again in a second check', async ({
  open,
}) => {
  const page = await open(scenes.welcome())
  await openConnectForm(page)
  await test.step('remarks on pasted text', async () => {
    await listen(page)
    for (const [label, text] of [
      ['API key', ' public-key-0001 '],
      ['API secret', ' secret-secret-0001 '],
    ] as const)
      await page.getByLabel(label).evaluate((field, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', pasted)
        field.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
      }, text)
    await expect.poll(async () => (await announced(page)).length).toBe(2)
    const words = await announced(page)
    expect(words.filter((one) => one.includes('around the key'))).toHaveLength(1)
  })
  await test.step('steps of a check', async () => {
    await fillConnectForm(page, { apiKey: 'public-key-0001', apiSecret: 'secret-secret-0001' })
    await listen(page)
    for (const name of ['Check connection', 'Check again']) {
      await page.getByRole('button', { name }).click()
      await expect(page.getByRole('button', { name: 'Save account' })).toBeEnabled()
    }
    const steps = ['The exchange answers passed', 'The key may read the main balance passed']
    expect(await announced(page)).toEqual([...steps, ...steps])
  })
})

test('announces the end of an export, also with its dialog closed, and the count of another filter, but not that of incoming records', async ({
  open,
}) => {
  const page = await open({ ...scenes.ordinary(), flex: aFlex(640) })
  await test.step('the end of an export', async () => {
    await goTo(page, 'Investments')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Export records' })
    await dialog.getByRole('button', { name: 'Choose a file and export' }).click()
    await expect(dialog).toContainText(/Writing \d+ of 640 records/)
    const profileId = scenes.ordinary().appState.activeProfileId ?? ''
    const written = (rows: number, state: 'writing' | 'done'): Promise<void> =>
      page.evaluate(
        ({ rows, state, profileId }) =>
          window.fake.push('flex-export', {
            id: 'export-1',
            profileId,
            state,
            rows,
            total: 640,
            file: '/home/ada/plimsoll.csv',
            problem: null,
          }),
        { rows, state, profileId },
      )
    await listen(page)
    for (const rows of [100, 200, 300]) await written(rows, 'writing')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)
    await written(400, 'writing')
    await written(640, 'done')
    await expect.poll(() => announced(page)).toEqual(['640 records written.'])
  })
  await test.step('the count of records', async () => {
    await goTo(page, 'Investments')
    await page.locator('[data-row="1"]').waitFor()
    await listen(page)
    for (let times = 0; times < 5; times += 1) {
      await page.evaluate(() => window.fake.growFlex(3, 'top'))
      await advance(page, 3_000)
    }
    expect(await announced(page)).toEqual([])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('checkbox', { name: /^Withdraw/ }).check()
    await expect.poll(() => announced(page)).toHaveLength(1)
    const [words] = await announced(page)
    await expect(page.locator('.count')).toHaveText(words ?? '')
  })
})

test('announces arming, its end and saved limits once each, on any screen', async ({ open }) => {
  const page = await open({ ...scenes.ordinary(), trading: tradingScene(aTrading()) })
  await openTab(page, 'Trading')
  await listen(page)
  await pushTrading(page, armed({ armedUntil: now + 120 }))
  await expect.poll(() => announced(page)).toEqual(['Trading is armed.'])
  await page.getByLabel('Orders per day').fill('7')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect
    .poll(() => announced(page))
    .toEqual(['Trading is armed.', 'Not saved yet.', 'Saved.'])
  await goTo(page, 'Positions')
  await advance(page, 130_000)
  expect(await announced(page)).toEqual([
    'Trading is armed.',
    'Not saved yet.',
    'Saved.',
    'Trading is no longer armed.',
  ])
})

const refusals: { act: string; channel: Channel; does(page: Page): Promise<void> }[] = [
  {
    act: 'a preview that was asked for',
    channel: 'orders/prepare',
    does: async (page) => {
      await fillMarket(page)
      await page.getByRole('button', { name: 'Preview order…' }).click()
    },
  },
  {
    act: 'arming',
    channel: 'trading/arm',
    does: async (page) => {
      await pushTrading(page, aTrading({ readOnly: false }))
      await goTo(page, 'Trade')
      await page.getByRole('button', { name: 'Arm for 15 minutes' }).click()
    },
  },
  {
    act: 'limits that were to be saved',
    channel: 'trading/change-limits',
    does: async (page) => {
      await openTab(page, 'Trading')
      await page.getByLabel('Orders per day').fill('7')
      await page.getByRole('button', { name: 'Save limits' }).click()
    },
  },
  {
    act: 'a setting',
    channel: 'settings/change',
    does: async (page) => {
      await openTab(page, 'Appearance')
      await page.getByRole('radio', { name: 'Dark' }).click()
    },
  },
  {
    act: 'a test notification',
    channel: 'alerts/test-notification',
    does: async (page) => {
      await openTab(page, 'Alerts')
      await page.getByRole('button', { name: 'Send a test notification' }).click()
    },
  },
  {
    act: 'a mining payout to be checked',
    channel: 'mining/check',
    does: async (page) => {
      await goTo(page, 'Mining')
      await page
        .getByRole('button', { name: /^Check/ })
        .first()
        .click()
    },
  },
  {
    act: 'a stream token',
    channel: 'stream-token/fetch',
    does: async (page) => {
      await openTab(page, 'Connection')
      await page.getByRole('button', { name: 'Fetch token' }).click()
    },
  },
  {
    act: 'the history to be read on',
    channel: 'flex/sync',
    does: async (page) => {
      await goTo(page, 'Investments')
      await page.getByRole('button', { name: 'Sync now' }).click()
    },
  },
]

test('announces a failure once, and not again wherever it is shown', async ({ open }) => {
  const page = await open({ ...readyScene(), flex: aFlex(64) })
  const why = (channel: Channel): string => `The disk is full: ${channel}.`
  await page.evaluate(
    (errors) => {
      for (const [channel, error] of errors)
        window.fake.answer(channel, { ok: false, error } as never)
    },
    refusals.map(
      ({ channel }) => [channel, { code: 'store-trouble', message: why(channel) }] as const,
    ),
  )
  await listen(page)
  const said = async (channel: Channel): Promise<string[]> =>
    (await announced(page)).filter((text) => text.includes(why(channel)))
  for (const { act, channel, does } of refusals) {
    await does(page)
    await expect
      .poll(() => said(channel), act)
      .toEqual([`Plimsoll’s own data could not be written or read. ${why(channel)}`])
    expect(await asked(page, channel), act).toHaveLength(1)
  }
  for (const screen of ['Activity', 'Trade', 'Investments', 'Mining', 'Settings'] as const) {
    await goTo(page, screen)
    await twoFrames(page)
  }
  for (const { act, channel } of refusals) expect(await said(channel), act).toHaveLength(1)
})

const descriptions: { name: string; open(page: Page): Promise<void> }[] = [
  {
    name: 'the preview of an order',
    open: async (page) => {
      await fillMarket(page)
      await openPreview(page)
    },
  },
  {
    name: 'the preview of a bulk request',
    open: async (page) => {
      await openKind(page, 'Bulk')
      await addRows(page, 3)
      await page.getByRole('button', { name: 'Preview 3 orders…' }).click()
    },
  },
  ...['It was not filled…', 'It was filled…', 'Lift the block…'].map((name) => ({
    name,
    open: async (page: Page) => {
      await goTo(page, 'Trade')
      await page
        .getByRole('region', { name: 'Unknown – do not resend' })
        .first()
        .getByRole('button', { name })
        .first()
        .click()
    },
  })),
  {
    name: 'pasting rows',
    open: async (page) => {
      await openKind(page, 'Bulk')
      await page.getByRole('button', { name: 'Paste rows…' }).click()
    },
  },
  {
    name: 'exporting',
    open: async (page) => {
      await goTo(page, 'Investments')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
    },
  },
  {
    name: 'deleting an account',
    open: async (page) => {
      await openTab(page, 'Accounts')
      await page.getByRole('button', { name: /^Delete/ }).click()
    },
  },
  {
    name: 'removing a mining account',
    open: async (page) => {
      await goTo(page, 'Mining')
      await page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
    },
  },
]

test('opens a dialog with its title and one short sentence', async ({ open }) => {
  const { trading } = scenes.marginCall()
  const view = { ...trading.view, ...armed({ open: trading.view.open }) }
  const page = await open({ ...scenes.ordinary(), trading: { ...trading, view } })
  for (const { name, open: openIt } of descriptions) {
    const blocks = name === 'Lift the block…' ? trading.view.blocks : []
    await pushTrading(page, { ...view, blocks })
    await openIt(page)
    const dialog = page.locator('[role="dialog"], [role="alertdialog"]')
    await expect(dialog, name).toHaveAccessibleDescription(/^(?!.*[.!?]\s).{10,160}[.:]$/)
    const id = (await dialog.getAttribute('aria-describedby')) ?? ''
    await expect(dialog.locator(`[id="${id}"]`), `${name}: visible as well`).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('UX-68 announces dangers that exist when the window opens once, as alerts', async ({
  open,
}) => {
  const page = await open(scenes.marginCall(), { held: ['alerts/read'] })
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await listen(page)
  await advance(page, 3_000)
  expect(await announced(page)).toEqual([])
  await page.evaluate(() => window.fake.release('alerts/read'))
  await advance(page, 3_000)
  const words = await announced(page)
  expect(words.filter((text) => text.includes('has reached margin call'))).toHaveLength(1)
})
