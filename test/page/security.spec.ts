import { scenes, aProblem } from '../fixtures/portfolio/scenes.js'
import { hostileTexts } from '../fixtures/portfolio/hostile-text.js'
import { expect, pageErrors, strayRequests, test } from './page-fixture.js'
import {
  advance,
  asked,
  everythingInTheDom,
  fillConnectForm,
  goTo,
  openConnectForm,
  openTab,
  screenNames,
  settingsTabNames,
} from './screens.js'
import { step } from './steps.js'

const apiSecret = 'canary-secret-5f0e9c1d7a'
const apiKey = 'pub1-canary-key-middle-9xyz'

test('REN-3 runs the complete app under the exact policy without a violation', async ({ open }) => {
  const page = await open(scenes.marginCall())
  for (const screen of screenNames) await goTo(page, screen)
  for (const tab of settingsTabNames) await openTab(page, tab)
  await page.keyboard.press('?')
  await page.keyboard.press('Escape')
  await goTo(page, 'Positions')
  await page.getByRole('button', { name: 'Sort by Size' }).click()
  await page.getByRole('button', { name: 'BTC_USDT', exact: true }).click()
  await page.getByRole('button', { name: 'Entry price', exact: true }).click()
  await goTo(page, 'Overview')
  await page.evaluate(
    (portfolio) => window.fake.push('portfolio', portfolio),
    scenes.heavy().portfolio,
  )
  expect(await page.evaluate(() => window.cspReports)).toEqual([])
  expect(pageErrors.get(page)).toEqual([])
  expect(strayRequests.get(page)).toEqual([])
})

test('REN-5 shows text from the server as text, wherever it appears', async ({ open }) => {
  const page = await open(scenes.hostile())
  for (const screen of screenNames) {
    await goTo(page, screen)
    const strange = await page.evaluate(
      () =>
        document.querySelectorAll(
          '#app img, #app script, #app iframe, #app style, #app a[href^="javascript"], [onerror], [onload]',
        ).length,
    )
    expect(strange, screen).toBe(0)
  }
  await goTo(page, 'Overview')
  for (const text of hostileTexts)
    await expect(page.getByText(text, { exact: true }).first()).toBeAttached()
  await goTo(page, 'Positions')
  const problem = aProblem('refused', {
    message: hostileTexts[0],
    server: { status: 400, code: 0, message: hostileTexts[1] },
    fields: { [hostileTexts[2]]: [hostileTexts[3]] },
  })
  const failing = scenes.waiting()
  await page.evaluate((portfolio) => window.fake.push('portfolio', portfolio), {
    ...failing.portfolio,
    positions: { ...failing.portfolio.positions, problem },
  })
  for (const text of [hostileTexts[0], hostileTexts[2], hostileTexts[3]])
    await expect(page.getByRole('main')).toContainText(text)
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByRole('main')).toContainText(hostileTexts[1])
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false)
  expect(await page.evaluate(() => window.cspReports)).toEqual([])
})

test('SEC-15 keeps no secret in the page after a check, sends it once, clears the form on leaving, and makes main drop the draft', async ({
  open,
}) => {
  const page = await open(scenes.welcome())
  await openConnectForm(page)
  for (const outcome of ['refused', 'step failed', 'passed'] as const)
    await step(page, `a check that ${outcome}`, async () => {
      const problem = aProblem('bad-key-or-signature')
      await page.evaluate(() => window.fake.answer('connect/check', null))
      if (outcome === 'refused')
        await page.evaluate(
          (error) => window.fake.answer('connect/check', { ok: false, error }),
          problem,
        )
      if (outcome === 'step failed') {
        await page.evaluate(
          (problem) =>
            window.fake.answer('connect/check', {
              ok: true,
              value: {
                draftId: 'd',
                passed: false,
                remarks: [],
                steps: [
                  { name: 'ping', state: 'passed', problem: null },
                  { name: 'balance', state: 'failed', problem },
                ],
              },
            }),
          problem,
        )
      }
      const secret = page.getByLabel('API secret')
      await expect(secret).toHaveAttribute('type', 'password')
      await expect(secret).toHaveAttribute('autocomplete', 'off')
      await expect(page.getByLabel('API key')).toHaveAttribute('autocomplete', 'off')
      await fillConnectForm(page, { apiKey, apiSecret })
      await page.getByRole('button', { name: /^Check (connection|again)$/ }).click()
      await expect(secret).toHaveValue('')
      await page.getByRole('button', { name: 'Check again' }).waitFor()
      if (outcome !== 'refused') {
        const kept = outcome === 'passed'
        await expect(secret).toHaveAttribute(
          'placeholder',
          kept ? /kept for this check/ : /was not accepted/,
        )
        await expect(page.getByLabel('API key')).toHaveAttribute(
          'placeholder',
          kept ? /^pub1…9xyz kept/ : /^pub1…9xyz was not accepted/,
        )
      }
      const dom = await everythingInTheDom(page)
      expect(dom).not.toContain(apiSecret)
      expect(dom).not.toContain(apiKey)
      await expect(page.getByLabel('API key')).toHaveValue('')
    })
  await step(page, 'leaving', async () => {
    await page.getByLabel('API secret').fill(apiSecret)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Connect your account' })).toBeFocused()
    expect(await everythingInTheDom(page)).not.toContain(apiSecret)
    expect(await asked(page, 'connect/discard')).toHaveLength(1)
    await openConnectForm(page)
    await expect(page.getByLabel('API secret')).toHaveValue('')
  })
  await step(page, 'saving', async () => {
    await fillConnectForm(page, { apiKey, apiSecret })
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.getByRole('button', { name: 'Save account' }).click()
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    for (const screen of screenNames) {
      await goTo(page, screen)
      const dom = await everythingInTheDom(page)
      expect(dom).not.toContain(apiSecret)
      expect(dom).not.toContain(apiKey)
    }
    await openTab(page, 'Accounts')
    await expect(page.getByText('pub1…9xyz')).toBeVisible()
    const frames = await page.evaluate(
      (secret) =>
        window.fake.asked
          .filter(({ payload }) => JSON.stringify(payload).includes(secret))
          .map(({ channel }) => channel),
      apiSecret,
    )
    expect(frames).toEqual(['connect/check'])
  })
})

test('REN-3 REN-4 keeps the stream token only while the button is held, refuses markup from text, ships the exact policy, and blocks every attempt of the page to reach the network', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await step(page, 'the token, only while the button is held', async () => {
    await openTab(page, 'Connection')
    await page.getByRole('button', { name: 'Fetch token' }).click()
    const reveal = page.getByRole('button', { name: 'Hold to reveal' })
    await reveal.waitFor()
    const shown = async (): Promise<boolean> =>
      (await everythingInTheDom(page)).includes('stream.token.Fake')
    expect(await shown()).toBe(false)
    await reveal.hover()
    await page.mouse.down()
    await expect.poll(shown).toBe(true)
    await page.mouse.up()
    expect(await shown()).toBe(false)
    await reveal.focus()
    await page.keyboard.down('Space')
    await expect.poll(shown).toBe(true)
    await page.keyboard.up('Space')
    expect(await shown()).toBe(false)
    await page.keyboard.down('Enter')
    await expect.poll(shown).toBe(true)
    await page.keyboard.press('Tab')
    expect(await shown()).toBe(false)
    await page.keyboard.up('Enter')
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(
      page.getByRole('tabpanel').getByText(/The clipboard clears in \d+ s\./),
    ).toBeVisible()
    await advance(page, 31_000)
    await expect(page.getByRole('tabpanel').getByText(/The clipboard clears/)).toHaveCount(0)
  })
  await step(page, 'a token that a dialog released behind the button', async () => {
    await page.getByRole('button', { name: 'Fetch a new one' }).click()
    const reveal = page.getByRole('button', { name: 'Hold to reveal' })
    const again = page
      .getByRole('tabpanel')
      .getByText('You can show it now: hold the button again.')
    await reveal.hover()
    await page.evaluate(() => window.fake.hold('stream-token/reveal'))
    await page.mouse.down()
    await page.mouse.up()
    await page.evaluate(() => window.fake.release('stream-token/reveal'))
    await expect(again).toBeVisible()
    expect(await everythingInTheDom(page)).not.toContain('stream.token.Fake')
    await page.getByRole('button', { name: 'Fetch a new one' }).click()
    await expect(again).toHaveCount(0)
  })
  await step(page, 'markup from text', async () => {
    const outcome = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<p>x</p>'
        return 'accepted'
      } catch (error) {
        return error instanceof TypeError ? 'refused' : 'other'
      }
    })
    expect(outcome).toBe('refused')
    expect(
      await page.evaluate(() =>
        document.fonts.ready.then((fonts) =>
          [...fonts].some((face) => face.family === 'Inter Variable' && face.status === 'loaded'),
        ),
      ),
    ).toBe(true)
  })
  await step(page, 'the network, and the policy', async () => {
    const outcomes = await page.evaluate(async () => {
      const tried: string[] = []
      await fetch('https://elsewhere.test/').then(
        () => tried.push('fetch got through'),
        () => undefined,
      )
      await new Promise<void>((done) => {
        const image = new Image()
        image.onload = () => {
          tried.push('image got through')
          done()
        }
        image.onerror = () => done()
        image.src = 'https://elsewhere.test/x.png'
      })
      navigator.sendBeacon('https://elsewhere.test/', 'x')
      return tried
    })
    expect(outcomes).toEqual([])
    // A file of the page's own, requested after everything else: once it has arrived, so have
    // earlier requests.
    const shipped = await page.reload()
    expect(strayRequests.get(page)).toEqual([])
    expect(shipped?.headers()['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html",
    )
  })
  await step(page, 'a page without a policy, whose requests are seen', async () => {
    const elsewhere = await page.context().newPage()
    await elsewhere.evaluate(() =>
      fetch('http://elsewhere.test/', { mode: 'no-cors' }).catch(() => null),
    )
    await elsewhere.evaluate(() => fetch('https://elsewhere.test/').catch(() => null))
    expect(strayRequests.get(page)).toEqual(['http://elsewhere.test/', 'elsewhere.test:443'])
  })
})
