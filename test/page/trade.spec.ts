import { now } from '../fixtures/portfolio/accounts.js'
import { aFeed, aPortfolio, aPosition } from '../fixtures/portfolio/figures.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { aFixedInvestment, aList } from '../fixtures/portfolio/investments.js'
import {
  armed,
  blockOf,
  closedIntent,
  notArmed,
  tradingScene,
  unknownIntent,
} from '../fixtures/portfolio/trading.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo, openTab, screenNames } from './screens.js'
import { step } from './steps.js'
import { fillMarket, openPreview, pushTrading, read, readyScene, theSheet } from './trade-screen.js'

const act = 'Buy 0.01 BTC_USDT at market'
const id = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

test.describe('the preview', () => {
  test('ORD-1 ORD-13 REN-17 focuses Cancel, sends nothing by Enter or a double click, and is discarded when the form changes', async ({
    open,
  }) => {
    const page = await open(readyScene())
    await fillMarket(page)
    await step(page, 'a double click on Preview', async () => {
      await openPreview(page)
      await theSheet(page)
        .getByRole('button', { name: act })
        .evaluate((button) => (button as HTMLButtonElement).click())
      expect(await asked(page, 'orders/confirm')).toEqual([])
      await read(page)
      await expect(theSheet(page).getByRole('button', { name: act })).toBeEnabled()
    })
    await step(page, 'Enter in a field, and while the button is disabled', async () => {
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
      for (const name of [/^Amount/, 'Stop loss', 'Take profit', 'Client id']) {
        await page.getByRole('textbox', { name }).focus()
        await page.keyboard.press('Enter')
        await expect(theSheet(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(theSheet(page)).toHaveCount(0)
      }
      await page.getByRole('textbox', { name: 'Stop loss' }).fill('1,5')
      await page.keyboard.press('Enter')
      await expect(page.getByText(/“1,5” has a comma/)).toBeVisible()
      await page.getByRole('textbox', { name: 'Stop loss' }).fill('')
      await pushTrading(page, armed({ obstacles: [notArmed] }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Amount in BTC' })).toHaveValue('0.01')
      expect(await asked(page, 'orders/prepare')).toHaveLength(4)
      expect(await asked(page, 'orders/confirm')).toEqual([])
    })
    await step(page, 'Enter on Cancel, where the focus is', async () => {
      await pushTrading(page, armed())
      const opener = page.getByRole('button', { name: 'Preview order…' })
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(theSheet(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
      await read(page)
      await expect(theSheet(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(theSheet(page)).toHaveCount(0)
      await expect(opener).toBeFocused()
      expect(await asked(page, 'orders/discard')).toEqual([{ token: 'token-6' }])
      expect(await asked(page, 'orders/confirm')).toEqual([])
    })
    await step(page, 'its title while it closes', async () => {
      await openPreview(page)
      const titles = await page.locator('.dialog-title').evaluateHandle((title) => {
        const seen: string[] = []
        new MutationObserver(() => seen.push(title.textContent)).observe(title, {
          characterData: true,
          childList: true,
          subtree: true,
        })
        return seen
      })
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
      expect(await titles.jsonValue()).toEqual([])
    })
    await step(page, 'a changed form', async () => {
      await openPreview(page)
      // The account's only position turns out to be short: the order would go to the other side.
      const portfolio = aPortfolio({
        positions: aFeed([aPosition({ positionSide: 'SHORT' })], { every: 5 }),
      })
      await page.evaluate((view) => window.fake.push('portfolio', view), portfolio)
      await expect(theSheet(page)).toHaveCount(0)
      await expect(
        page.getByRole('tabpanel').getByText(/its preview was discarded\. Nothing was sent/),
      ).toBeVisible()
      expect(await asked(page, 'orders/discard')).toEqual([{ token: 'token-8' }])
      expect(await asked(page, 'orders/confirm')).toEqual([])
    })
  })

  test('expires after 60 seconds with a note and can be requested again; the focus does not stay on the button that sends', async ({
    open,
  }) => {
    const page = await open(readyScene())
    await fillMarket(page)
    await openPreview(page)
    await read(page)
    await theSheet(page).getByRole('button', { name: act }).focus()
    await advance(page, 60_000)
    await expect(
      theSheet(page)
        .locator('footer')
        .getByText('This preview expired after 60 seconds. Preview again.'),
    ).toBeVisible()
    await expect(theSheet(page).getByRole('button', { name: act })).toHaveCount(0)
    await expect(theSheet(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await theSheet(page).getByRole('button', { name: 'Preview again' }).click()
    await expect(theSheet(page).getByRole('button', { name: act })).toBeVisible()
    expect(await asked(page, 'orders/prepare')).toHaveLength(2)
    expect(await asked(page, 'orders/discard')).toEqual([{ token: 'token-1' }])
    expect(await asked(page, 'orders/confirm')).toEqual([])
  })

  test('ORD-13 ORD-18 shows the account, the act, the figures and the exact body; the button names the act', async ({
    open,
  }) => {
    const page = await open(scenes.demo())
    await fillMarket(page)
    await page.getByRole('textbox', { name: 'Stop loss' }).fill('84000')
    await openPreview(page)
    const sheet = theSheet(page)
    for (const text of [
      'Demo account',
      'Demo',
      'http://127.0.0.1:49213',
      'demo…full',
      'pl-fake-1-Rk4bN8sZ1cYw',
    ]) {
      await expect(sheet.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expect(sheet.getByText('DEMO', { exact: true })).toBeVisible()
    await expect(sheet.getByText(/9\.5\s% below the mark price/)).toBeVisible()
    await sheet.getByText('Exact JSON body').click()
    await expect(sheet.getByRole('region', { name: 'Exact JSON body' })).toContainText(
      '"stopLoss": "84000"',
    )
    await expect(sheet.getByRole('button', { name: act })).toBeVisible()
    await advance(page, 1_000)
    await expect(sheet.getByText(/Valid for 0:5\d/)).toBeVisible()
  })

  test('ORD-1 ORD-15 REN-17 UX-66 works by keyboard throughout, sends one confirmation for fifty clicks and fifty Enters, and is refused or unknown where main says so', async ({
    open,
  }) => {
    const page = await open(readyScene())
    await step(page, 'the keyboard alone', async () => {
      await goTo(page, 'Trade')
      await page.getByRole('combobox', { name: 'Market' }).focus()
      await page.keyboard.type('btc_u')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('combobox', { name: 'Market' })).toHaveValue('BTC_USDT')
      await page.getByRole('textbox', { name: /^Amount/ }).focus()
      await page.keyboard.type('0.01')
      await page.getByRole('button', { name: 'Preview order…' }).focus()
      await page.keyboard.press('Enter')
      await expect(theSheet(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
      await read(page)
      await page.keyboard.press('Tab')
      await expect(theSheet(page).getByRole('button', { name: act })).toBeFocused()
      await page.keyboard.press('Enter')
      const result = page.getByRole('region', { name: act })
      await expect(result).toContainText('Filled at 91250.4 USDT.')
      await expect(result).toBeInViewport()
      await expect
        .poll(() => result.evaluate((panel) => panel.parentElement === document.activeElement))
        .toBe(true)
      await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('')
    })
    for (const [how, token] of [
      ['clicks', 'token-2'],
      ['Enters', 'token-3'],
    ] as const)
      await step(page, `fifty ${how}`, async () => {
        const result = page.getByRole('region', { name: act })
        await result.getByRole('button', { name: 'Dismiss' }).click()
        await expect(result).toHaveCount(0)
        await fillMarket(page)
        await openPreview(page)
        await read(page)
        await page.evaluate(() => window.fake.hold('orders/confirm'))
        const confirm = theSheet(page).getByRole('button', { name: act })
        if (how === 'clicks') {
          await confirm.evaluate((button) => {
            for (let click = 0; click < 50; click += 1) (button as HTMLButtonElement).click()
          })
        } else {
          await confirm.focus()
          for (let press = 0; press < 50; press += 1) await page.keyboard.press('Enter')
        }
        await page.evaluate(() => window.fake.release('orders/confirm'))
        await expect(theSheet(page)).toHaveCount(0)
        await expect(result).toContainText('Filled at 91250.4 USDT.')
        expect(await asked(page, 'orders/confirm')).toEqual([{ token }])
      })
    await step(page, 'Esc while it is confirmed', async () => {
      await fillMarket(page)
      await openPreview(page)
      await read(page)
      await page.evaluate(() => window.fake.hold('orders/confirm'))
      await theSheet(page).getByRole('button', { name: act }).click()
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toBeVisible()
      expect(await asked(page, 'orders/discard')).toEqual([])
      await page.evaluate(() => window.fake.release('orders/confirm'))
      await expect(theSheet(page)).toHaveCount(0)
    })
    await step(page, 'an obstacle that appears', async () => {
      await fillMarket(page)
      await openPreview(page)
      await read(page)
      await pushTrading(
        page,
        armed({ obstacles: [{ code: 'offline', message: 'The exchange cannot be reached.' }] }),
      )
      await expect(theSheet(page).getByRole('button', { name: act })).toBeDisabled()
      await expect(
        theSheet(page).locator('footer').getByText('The exchange cannot be reached.'),
      ).toBeVisible()
      await pushTrading(page, armed())
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
    })
    await step(page, 'an unanswered confirmation, never “not sent”', async () => {
      await fillMarket(page)
      await openPreview(page)
      await read(page)
      await page.evaluate(() =>
        window.fake.answer('orders/confirm', {
          ok: false,
          error: { code: 'internal', message: 'Plimsoll’s own core did not answer.' },
        }),
      )
      await theSheet(page).getByRole('button', { name: act }).click()
      await expect(
        theSheet(page).getByText('It is not known whether this went through', { exact: true }),
      ).toBeVisible()
      await expect(theSheet(page)).not.toContainText('Nothing was sent')
      await expect(theSheet(page).getByRole('button', { name: 'Preview again' })).toHaveCount(0)
      await theSheet(page).getByRole('button', { name: 'Close', exact: true }).last().click()
      await expect(theSheet(page)).toHaveCount(0)
    })
    await step(page, 'a confirmation that main refuses, which uses it up', async () => {
      await fillMarket(page)
      await openPreview(page)
      await read(page)
      await page.evaluate(() =>
        window.fake.answer('orders/confirm', {
          ok: false,
          error: { code: 'over-limit', message: 'This is over your limit of 1000 USDT per order.' },
        }),
      )
      await theSheet(page).getByRole('button', { name: act }).click()
      await expect(
        theSheet(page).getByText('This is over your limit of 1000 USDT per order.', {
          exact: true,
        }),
      ).toBeVisible()
      await expect(
        theSheet(page)
          .locator('footer')
          .getByText('This preview was already used. Nothing was sent.'),
      ).toBeVisible()
      await expect(theSheet(page).getByRole('button', { name: act })).toHaveCount(0)
      await theSheet(page).getByRole('button', { name: 'Close', exact: true }).last().click()
      await expect(theSheet(page)).toHaveCount(0)
      await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('0.01')
    })
  })
})

test.describe('the market order', () => {
  test('quotes its input, describes its effect, keeps favourites, and asks for a position side only where the account has one', async ({
    open,
  }) => {
    const page = await open(readyScene())
    await goTo(page, 'Trade')
    await step(page, 'favourites, and any typed market', async () => {
      const market = page.getByRole('combobox', { name: 'Market' })
      await market.fill('xrp_usdt')
      await page.getByRole('button', { name: 'Favourite XRP_USDT' }).click()
      await expect(page.getByRole('button', { name: 'Favourite XRP_USDT' })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      expect(await asked(page, 'trading/favourite')).toEqual([{ market: 'XRP_USDT', on: true }])
      await market.fill('')
      await market.click()
      await expect(page.getByRole('option', { name: /XRP_USDT.*favourite/ })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('option')).toHaveCount(0)
    })
    await step(page, 'a refusal while typing', async () => {
      const amount = page.getByRole('textbox', { name: /^Amount/ })
      for (const [typed, words] of [
        ['1,5', /“1,5” has a comma/],
        ['1e3', /“1e3” uses an exponent/],
        ['١', /“١” has digits of another script/],
        ['1 000', /“1 000” contains a space/],
        ['0', /“0” is zero/],
      ] as const) {
        await amount.fill(typed)
        await expect(page.getByText(words)).toBeVisible()
      }
      await page.getByRole('textbox', { name: 'Client id' }).fill('a b')
      await expect(page.getByText(/“a b” can contain only letters/)).toBeVisible()
      await page.getByRole('button', { name: 'Preview order…' }).click()
      await expect(page.getByRole('combobox', { name: 'Market' })).toBeFocused()
      await expect(page.getByText('Market is empty.')).toBeVisible()
      expect(await asked(page, 'orders/prepare')).toEqual([])
    })
    await step(page, 'its effect in words, and a stop loss on the wrong side', async () => {
      await page.getByRole('textbox', { name: 'Client id' }).fill('')
      await fillMarket(page)
      await page.getByRole('textbox', { name: 'Stop loss' }).fill('95000')
      const words = page.getByRole('region', { name: 'In words' })
      await expect(words).toContainText('It increases your long position from 0.25 to 0.26 BTC.')
      await expect(words).toContainText(
        'Replaces stop loss 84000 → 95000 for the whole position of 0.26 BTC.',
      )
      await expect(words).toContainText(
        'Notional about 929.015 USDT at 92901.5, the mark price of your open position.',
      )
      await expect(page.getByText(/^Mark price as of \d+ s ago\.$/)).toBeVisible()
      await expect(
        page.getByText(/95000 is not below 92901\.5, the mark price of your open position/),
      ).toBeVisible()
      await page.getByRole('textbox', { name: 'Take profit' }).fill('90000')
      await page.getByRole('button', { name: 'Preview order…' }).click()
      await expect(page.getByRole('textbox', { name: 'Stop loss' })).toBeFocused()
      expect(await asked(page, 'orders/prepare')).toEqual([])
    })
    await step(page, 'the position side', async () => {
      for (const name of ['Stop loss', 'Take profit'])
        await page.getByRole('textbox', { name }).fill('')
      await page.getByText('Sell', { exact: true }).click()
      await expect(page.getByRole('radio', { name: 'LONG', exact: true })).toBeChecked()
      await expect(
        page.getByText('LONG, because that is the side of your open BTC_USDT position.'),
      ).toBeVisible()
      await page.getByText('SHORT', { exact: true }).click()
      await page.getByRole('button', { name: 'Preview order…' }).click()
      expect(await asked(page, 'orders/prepare')).toMatchObject([
        { side: 'sell', positionSide: 'SHORT' },
      ])
      await theSheet(page).waitFor()
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)

      const portfolio = aPortfolio({
        positions: aFeed([aPosition({ positionSide: 'BOTH' })], { every: 5 }),
      })
      await page.evaluate((view) => window.fake.push('portfolio', view), portfolio)
      await expect(page.getByRole('group', { name: 'Position side' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Preview order…' }).click()
      expect((await asked(page, 'orders/prepare')).at(-1)).toMatchObject({ positionSide: null })
    })
  })
})

test.describe('readiness to send', () => {
  test('ORD-15 disables every button that leads to sending while something is in the way, with the worst reason as text', async ({
    open,
  }) => {
    const page = await open(scenes.stale())
    await goTo(page, 'Trade')
    for (const [tab, button] of [
      ['Market', 'Preview order…'],
      ['Bulk', 'Preview 0 orders…'],
      ['Close investment', 'Preview closing…'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('button', { name: button })).toBeDisabled()
      await expect(
        page.getByRole('tabpanel').getByText('The exchange cannot be reached.'),
      ).toBeVisible()
    }
    await expect(
      page.getByRole('list', { name: 'Also in the way' }).getByRole('listitem'),
    ).toHaveCount(2)
  })

  test('ORD-14 starts read-only, takes a step each to allow and to arm, disarms in one click on every screen, and counts down', async ({
    open,
  }) => {
    const page = await open(scenes.ordinary())
    await goTo(page, 'Trade')
    await step(page, 'a no in a system dialog', async () => {
      await page.evaluate(() =>
        window.fake.answer('trading/allow', {
          ok: false,
          error: { code: 'cancelled', message: 'Not confirmed.' },
        }),
      )
      await page.evaluate(() => window.fake.hold('trading/allow'))
      const allow = page.getByRole('button', { name: 'Allow trading…' })
      await allow.focus()
      await page.keyboard.press('Enter')
      await expect(
        page.getByRole('main').getByText('A system dialog is asking. Answer it there.'),
      ).toBeVisible()
      // One dialog at a time, however often it is requested.
      await page.keyboard.press('Enter')
      await page.evaluate(() => window.fake.release('trading/allow'))
      await expect(
        page.getByRole('main').getByText('A system dialog is asking. Answer it there.'),
      ).toHaveCount(0)
      await expect(allow, 'the focus is where it was').toBeFocused()
      expect(await asked(page, 'trading/allow')).toHaveLength(1)
      await expect(page.getByText('Not confirmed')).toHaveCount(0)
      await page.evaluate(() =>
        window.fake.answer('trading/allow', {
          ok: false,
          error: { code: 'store-trouble', message: 'The disk is full.' },
        }),
      )
      await page.getByRole('button', { name: 'Allow trading…' }).click()
      await expect(page.getByText('The disk is full.', { exact: true })).toBeVisible()
    })
    await step(page, 'one step each', async () => {
      await page.evaluate(() => window.fake.answer('trading/allow', null))
      const shut = page.getByRole('button', { name: 'Preview order…' })
      await expect(shut).toBeDisabled()
      await expect(page.getByText('This account is read-only. Allow trading first.')).toBeVisible()
      const gate = page.getByRole('region', { name: 'Whether orders can be sent' })
      await page.getByRole('button', { name: 'Allow trading…' }).click()
      await expect(page.getByText('Trading is not armed.')).toBeVisible()
      await expect(gate).toBeFocused()
      await expect(shut).toBeDisabled()
      await page.getByRole('button', { name: 'Arm for 15 minutes' }).click()
      await expect(shut).toBeEnabled()
      await expect(gate).toBeFocused()
      await advance(page, 1_000)
      for (const screen of screenNames) {
        await goTo(page, screen)
        await expect(page.getByRole('region', { name: 'Trading is armed' })).toContainText(
          /Disarms automatically in 14:\d\d/,
        )
      }
      await page.getByRole('button', { name: 'Disarm' }).click()
      await expect(page.getByRole('region', { name: 'Trading is armed' })).toHaveCount(0)
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
      expect(await asked(page, 'trading/disarm')).toHaveLength(1)
    })
    await step(page, 'the countdown, and the frame at its end', async () => {
      await pushTrading(page, armed({ armedUntil: now + 63 }))
      const bar = page.getByRole('region', { name: 'Trading is armed' })
      await expect(bar).toContainText(/1:0\d|0:5\d/)
      await advance(page, 20_000)
      await expect(bar).toContainText(/0:4\d|0:3\d/)
      await advance(page, 60_000)
      await expect(bar).toHaveCount(0)
    })
  })

  test('ORD-5 ORD-17 blocks orders on a market with an unknown order, and closing an investment that may be closed already', async ({
    open,
  }) => {
    const unknown = closedIntent({ state: 'unknown', blocks: true })
    const page = await open(
      readyScene({ open: [unknownIntent(), unknown], blocks: [blockOf(unknownIntent())] }),
    )
    await step(page, 'a market', async () => {
      await fillMarket(page)
      await expect(page.getByRole('button', { name: 'Preview order…' })).toBeDisabled()
      await expect(
        page.getByText(/BTC_USDT is blocked: since 12:56 the result of an order there is unknown/),
      ).toBeVisible()
      await page.getByRole('combobox', { name: 'Market' }).fill('SOL_USDT')
      await expect(page.getByRole('button', { name: 'Preview order…' })).toBeEnabled()
    })
    await step(page, 'an investment', async () => {
      await page.getByRole('tab', { name: 'Close investment' }).click()
      await page.getByRole('textbox', { name: 'Investment id' }).fill(id)
      await page.getByRole('textbox', { name: /^Last four/ }).fill('afa6')
      await expect(page.getByRole('button', { name: 'Preview closing…' })).toBeDisabled()
      await expect(
        page.getByText(
          'It is unknown whether this investment is already closed. Resolve that first, above.',
        ),
      ).toBeVisible()
      await page.getByRole('button', { name: 'It was not closed…' }).click()
      await theSheet(page).getByRole('textbox').fill('afa6')
      await theSheet(page).getByRole('button', { name: 'It was not closed' }).click()
      expect(await asked(page, 'orders/resolve')).toEqual([
        { id: unknown.id, item: null, as: 'not-filled', typed: 'afa6' },
      ])
      await expect(page.getByRole('button', { name: 'Preview closing…' })).toBeEnabled()
    })
  })
})

test('ORD-18 carries nothing over to another account: drafts and previews are discarded, also one that main answers after the switch', async ({
  open,
}) => {
  const scene = { ...scenes.twoProfiles(), trading: tradingScene(armed()) }
  const page = await open(scene)
  await step(page, 'drafts and an open preview', async () => {
    await fillMarket(page)
    await page.getByRole('tab', { name: 'Bulk' }).click()
    await page.getByLabel('Market, row 1').fill('ETH_USDT')
    await page.getByRole('tab', { name: 'Market' }).click()
    await openPreview(page)
    const second = scene.appState.profiles[1]
    if (second === undefined) throw new Error('the scene has two profiles')
    await page.evaluate(
      ({ appState, trading }) => {
        window.fake.push('app-state', appState)
        window.fake.push('trading', JSON.parse(trading))
      },
      {
        appState: { ...scene.appState, activeProfileId: second.id },
        trading: JSON.stringify(armed({ profileId: second.id })),
      },
    )
    await expect(theSheet(page)).toHaveCount(0)
    await expect.poll(() => asked(page, 'orders/discard')).toEqual([{ token: 'token-1' }])
    await expect(page.getByRole('combobox', { name: 'Market' })).toHaveValue('')
    await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('')
    await page.getByRole('tab', { name: 'Bulk' }).click()
    await expect(page.getByLabel('Market, row 1')).toHaveValue('')
    expect(await asked(page, 'orders/confirm')).toEqual([])
  })
  await step(page, 'a preview answered late', async () => {
    await page.getByRole('tab', { name: 'Market' }).click()
    await fillMarket(page)
    await page.evaluate(() => window.fake.hold('orders/prepare'))
    await page.getByRole('button', { name: 'Preview order…' }).click()
    await page.evaluate((appState) => window.fake.push('app-state', appState), scene.appState)
    await page.evaluate(() => window.fake.release('orders/prepare'))
    await expect.poll(() => asked(page, 'orders/discard')).toEqual([{ token: 'token-2' }])
    await expect(theSheet(page)).toHaveCount(0)
  })
})

test.describe('closing an investment', () => {
  test('lists active investments, says what is known and what not, and needs the last four characters typed', async ({
    open,
  }) => {
    const page = await open(readyScene())
    await goTo(page, 'Trade')
    expect(await asked(page, 'investments/active-fixed'), 'before it is shown').toEqual([])
    const form = page.getByRole('tabpanel')
    await step(page, 'no list without B2B', async () => {
      await page.evaluate(() =>
        window.fake.answer('investments/active-fixed', {
          ok: false,
          error: {
            code: 'b2b-only',
            message: 'Fixed-term investments are open to B2B partners only.',
          },
        }),
      )
      await page.getByRole('tab', { name: 'Close investment' }).click()
      await expect(
        page.getByText(
          'The exchange lists no fixed-term investments for this key, so the id has to be typed.',
        ),
      ).toBeVisible()
      await expect(form.getByRole('radio')).toHaveCount(0)
      await expect(
        page.getByRole('textbox', { name: 'Investment id' }),
      ).toHaveAccessibleDescription(/Copy it from the exchange/)
      await page.evaluate(() =>
        window.fake.answer('orders/prepare', {
          ok: false,
          error: { code: 'b2b-only', message: 'Closing investments is open to B2B partners only.' },
        }),
      )
      await page.getByRole('textbox', { name: 'Investment id' }).fill(id)
      await page.getByRole('textbox', { name: /^Last four/ }).fill('afa6')
      await page.getByRole('button', { name: 'Preview closing…' }).click()
      await expect(page.getByRole('region', { name: 'Open to B2B partners only' })).toHaveClass(
        /calm/,
      )
      await page.evaluate(() => window.fake.answer('orders/prepare', null))
      await page.getByRole('textbox', { name: 'Investment id' }).fill('')
      await page.getByRole('textbox', { name: /^Last four/ }).fill('')
    })
    await step(page, 'a list that fails, an empty one and a longer one', async () => {
      await page.evaluate(() =>
        window.fake.answer('investments/active-fixed', {
          ok: false,
          error: { code: 'timeout', message: 'No answer came.' },
        }),
      )
      await page.getByRole('tab', { name: 'Market', exact: true }).click()
      await page.getByRole('tab', { name: 'Close investment' }).click()
      await expect(form).toContainText('The exchange did not answer in time')
      await expect(page.getByRole('textbox', { name: 'Investment id' })).toBeEditable()
      await page.evaluate(
        (value) => window.fake.answer('investments/active-fixed', { ok: true, value }),
        { ...aList([]), list: [] },
      )
      await form.getByRole('button', { name: 'Try again' }).click()
      await expect(form).toContainText('No fixed-term investment is active.')
      await page.evaluate(
        (value) => window.fake.answer('investments/active-fixed', { ok: true, value }),
        aList([aFixedInvestment()], { more: true }),
      )
      await form.getByRole('button', { name: 'Read again' }).click()
      await expect(form).toContainText(/The first 1, read (now|\d+ s ago)\./)
    })
    await step(page, 'one that is picked', async () => {
      await page.evaluate(() => window.fake.answer('investments/active-fixed', null))
      await form.getByRole('button', { name: 'Read again' }).click()
      const list = page.getByRole('region', { name: 'Active fixed-term investments' })
      await expect(list.getByRole('row').nth(2)).toHaveText(
        /0.1250005\s*BTC\s*3fa85f64…6afa6\s*6.5\s*%\s*2025-11-22\s*0.00210041/,
      )
      await list.getByRole('radio', { name: /0.1250005/ }).check()
      const typed = page.getByRole('textbox', { name: 'Investment id' })
      await expect(typed).toHaveValue(id)
      await expect(typed).toHaveAccessibleDescription('Pick one above, or type it.')
      await page.getByRole('button', { name: 'Preview closing…' }).click()
      await expect(page.getByText('Type the last four characters of the id.')).toBeVisible()
      await page.getByRole('textbox', { name: /^Last four/ }).fill('afa6')
      await page.getByRole('button', { name: 'Preview closing…' }).click()
      await expect
        .poll(() => asked(page, 'orders/prepare'))
        .toEqual([{ kind: 'close-investment', investmentId: id, typedTail: 'afa6' }])
      expect(await asked(page, 'investments/active-fixed')).toEqual([null])
      await theSheet(page).waitFor()
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
    })
    await step(page, 'one that is typed', async () => {
      await expect(page.getByText(/returns the funds to your main balance/)).toBeVisible()
      await expect(page.getByText(/What becomes of unpaid interest/)).toBeVisible()
      await page.getByRole('textbox', { name: 'Investment id' }).fill(id)
      const tail = page.getByRole('textbox', { name: /^Last four/ })
      await tail.fill('0000')
      await page.getByRole('button', { name: 'Preview closing…' }).click()
      await expect(tail).toBeFocused()
      await expect(page.getByText('“0000” is not how the id ends.')).toBeVisible()
      expect(await asked(page, 'orders/prepare')).toEqual([])
      await tail.fill('afa6')
      await page.getByRole('button', { name: 'Preview closing…' }).click()
      await read(page)
      await theSheet(page).getByRole('button', { name: 'Close investment …afa6' }).click()
      await expect(
        page.getByRole('tabpanel').getByText('Accepted. The funds return to your main balance.'),
      ).toBeVisible()
      expect(await asked(page, 'orders/prepare')).toEqual([
        { kind: 'close-investment', investmentId: id, typedTail: 'afa6' },
      ])
    })
  })
})

test('explains trading settings row by row, saves only valid ones, links a refusal to its limit, and shows what main holds if a change is not confirmed', async ({
  open,
}) => {
  const page = await open(readyScene())
  await step(page, 'invalid and valid limits', async () => {
    await openTab(page, 'Trading')
    await page.getByRole('switch', { name: 'Read-only' }).check()
    expect(await asked(page, 'trading/allow')).toEqual([{ allowed: false }])
    const save = page.getByRole('button', { name: 'Save limits' })
    await expect(save).toBeDisabled()
    const usdt = page.getByLabel('Per order, USDT, By quote currency')
    await usdt.fill('1,5')
    await expect(page.getByText(/“1,5” has a comma/)).toBeVisible()
    await expect(save).toBeDisabled()
    await usdt.fill('250')
    await page.getByRole('button', { name: 'Add to By market' }).click()
    await page.keyboard.type('eth_usdt')
    await page.getByLabel('Per order, eth_usdt, By market').fill('0.5')
    await page.getByLabel('Per day, eth_usdt, By market').fill('2')
    await save.click()
    const [limits] = (await asked(page, 'trading/change-limits')) as [
      { byQuote: object; byMarket: object },
    ]
    expect(limits.byQuote).toMatchObject({ USDT: { perOrder: '250', perDay: '5000' } })
    expect(limits.byMarket).toEqual({ ETH_USDT: { perOrder: '0.5', perDay: '2' } })
    await expect(page.getByRole('tabpanel').getByText('Saved.')).toBeVisible()
    await page.evaluate(() =>
      window.fake.answer('trading/change-limits', {
        ok: false,
        error: { code: 'cancelled', message: 'Not confirmed.' },
      }),
    )
    await usdt.fill('90000')
    await save.click()
    await expect(
      page.getByRole('tabpanel').getByText('Not changed: you declined in the system dialog.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(usdt).toHaveValue('250')
  })
  await step(page, 'a switch and a choice that are not confirmed', async () => {
    await openTab(page, 'Trading')
    const readOnly = page.getByRole('switch', { name: 'Read-only' })
    const no = {
      ok: false,
      error: { code: 'cancelled', message: 'It was not confirmed in the system dialog.' },
    } as const
    await page.evaluate((answer) => window.fake.answer('trading/allow', answer), no)
    await readOnly.click()
    expect(await asked(page, 'trading/allow')).toEqual([{ allowed: true }])
    await expect(readOnly).toBeChecked()
    await openTab(page, 'Appearance')
    await page.evaluate((answer) => window.fake.answer('settings/change', answer), no)
    const dark = page.getByRole('radio', { name: 'Dark' })
    await dark.click()
    expect(await asked(page, 'settings/change')).toEqual([{ theme: 'dark' }])
    await expect(dark).not.toBeChecked()
  })
  await step(page, 'a refusal by a limit', async () => {
    await pushTrading(page, armed())
    await fillMarket(page)
    await page.evaluate(() =>
      window.fake.answer('orders/prepare', {
        ok: false,
        error: {
          code: 'over-limit',
          message: 'What this is worth is not known here.',
          limit: { by: 'market', name: 'BTC_USDT' },
        },
      }),
    )
    await page.getByRole('button', { name: 'Preview order…' }).click()
    await page.getByRole('button', { name: 'Show this limit' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(page.getByLabel('Per order, BTC_USDT, By market')).toBeFocused()
    // It is offered, not required: everything else can still be saved.
    await page.getByLabel('Per order, USDT, By quote currency').fill('250')
    await expect(page.getByRole('button', { name: 'Save limits' })).toBeEnabled()
  })
})
