import type { Locator } from '@playwright/test'
import { aConnection, anAppState } from '../fixtures/portfolio/accounts.js'
import { aProblem, scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import {
  asked,
  fillConnectForm,
  forgetAsked,
  openConnectForm,
  openTab,
  pushSettings,
} from './screens.js'

const keys = { apiKey: 'public-key-0001', apiSecret: 'secret-secret-0001' }

test('offers exactly two choices on first launch, only one of which works in a demo-only build, and marks the demo', async ({
  open,
}) => {
  const page = await open(scenes.welcome())
  await expect(page.getByRole('button')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Try the demo', exact: true })).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Connect your account', exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await test.step('explains a choice that fails to open', async () => {
    await page.evaluate(() =>
      window.fake.answer('demo/enter', {
        ok: false,
        error: { code: 'internal', message: 'The simulator did not start.' },
      }),
    )
    await page.getByRole('button', { name: 'Try the demo' }).click()
    await expect(page.getByText('The simulator did not start.', { exact: true })).toBeVisible()
  })
  await test.step('opens the demo in one click, and marks it in title, status bar and dialogs', async () => {
    await page.evaluate(() => window.fake.answer('demo/enter', null))
    await page.getByRole('button', { name: 'Try the demo' }).click()
    await expect(page.getByText('5 positions', { exact: true })).toBeVisible()
    expect(await page.title()).toBe('Overview · DEMO · Plimsoll')
    await expect(page.getByRole('contentinfo').getByText('DEMO', { exact: true })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog').getByText('DEMO', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Leave the demo' }).click()
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
  })
  await test.step('says immediately in a demo-only build that it takes no key, and has no field for one', async () => {
    const { about, ...appState } = anAppState({
      profiles: [],
      activeProfileId: null,
      keyState: 'unknown',
    })
    await page.evaluate(
      (text) => window.fake.push('app-state', JSON.parse(text)),
      JSON.stringify({ ...appState, about: { ...about, takesKeys: false } }),
    )
    await openConnectForm(page)
    await expect(page.getByRole('heading', { name: 'Keys are not accepted here' })).toBeVisible()
    await expect(page.getByText(/shows the demo account only/)).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.locator('input')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Back' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(
      page.getByRole('button', { name: 'Connect your account', exact: true }),
    ).toBeFocused()
  })
})

test('sends nothing while a field is invalid, focuses the first one, trims spaces around pasted keys, and checks again with those that main still holds', async ({
  open,
}) => {
  const page = await open(scenes.welcome())
  await openConnectForm(page)
  await test.step('sends nothing while a field is invalid', async () => {
    await page.getByLabel('Account name').fill('Main')
    await page.getByText('Custom address', { exact: true }).click()
    await page.getByLabel('Address', { exact: true }).fill('exchange.example/path')
    await page.getByLabel('API key').fill('short')
    await page.getByRole('button', { name: 'Check connection' }).click()
    await expect(page.getByLabel('Address', { exact: true })).toBeFocused()
    await expect(page.getByText(/is not an address/)).toBeVisible()
    await expect(page.getByText(/too short/)).toBeVisible()
    await expect(page.getByText('Enter the API secret.')).toBeVisible()
    expect(await asked(page, 'connect/check')).toHaveLength(0)
  })
  await test.step('trims spaces around pasted keys, and says so', async () => {
    await page.getByText('Global', { exact: true }).click()
    await page.getByLabel('API key').fill('')
    await page.getByLabel('Account name').fill('Main')
    for (const [label, text] of [
      ['API key', '  public-key-0001\n'],
      ['API secret', '\tsecret-secret-0001 '],
    ] as const) {
      await page.getByLabel(label).evaluate((field, pasted) => {
        const data = new DataTransfer()
        data.setData('text', pasted)
        field.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      }, text)
    }
    await expect(
      page.locator('main').getByText('Spaces or line breaks around the key were removed.'),
    ).toBeVisible()
    await expect(
      page.locator('main').getByText('Spaces or line breaks around the secret were removed.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.getByRole('button', { name: 'Check again' }).waitFor()
    const [form] = (await asked(page, 'connect/check')) as { apiKey: string; apiSecret: string }[]
    expect(form).toMatchObject(keys)
  })
  await test.step('checks again with empty key fields', async () => {
    await page.getByLabel('Account name').fill('Renamed')
    await page.getByRole('button', { name: /^Check/ }).click()
    await page.getByRole('button', { name: 'Check again' }).waitFor()
    const [, second] = await asked(page, 'connect/check')
    expect(second).toMatchObject({
      draftId: 'draft-1',
      name: 'Renamed',
      apiKey: null,
      apiSecret: null,
    })
  })
})

test('shows each step of a check as it completes, enables Save once both have passed, and shows the reason and one next step for a failed one', async ({
  open,
}) => {
  const page = await open(scenes.welcome())
  await openConnectForm(page)
  await test.step('each step as it completes', async () => {
    await fillConnectForm(page, keys)
    const save = page.getByRole('button', { name: 'Save account' })
    await expect(save).toBeDisabled()
    await page.evaluate(() => window.fake.hold('connect/check'))
    await page.getByRole('button', { name: 'Check connection' }).click()
    const steps = page.getByRole('list', { name: 'Steps of the check' }).getByRole('listitem')
    await page.evaluate(() =>
      window.fake.push('connect-steps', {
        draftId: 'draft-1',
        steps: [
          { name: 'ping', state: 'passed', problem: null },
          { name: 'balance', state: 'running', problem: null },
        ],
      }),
    )
    await expect(steps.nth(0)).toContainText('passed')
    await expect(steps.nth(1)).toContainText('checking')
    await expect(save).toBeDisabled()
    expect(await asked(page, 'connect/save')).toHaveLength(0)
    await page.evaluate(() => window.fake.release('connect/check'))
    await expect(steps.nth(1)).toContainText('passed')
    await expect(save).toBeEnabled()
    await page.getByLabel('Account name').fill('Changed')
    await expect(save).toBeDisabled()
  })
  await test.step('the reason and one next step for a failed step', async () => {
    for (const [code, words] of [
      [
        'bad-key-or-signature',
        /does not accept this key and secret.*Copy the key and the secret again/s,
      ],
      ['no-permission', /may not ask that.*allow this endpoint/s],
      ['unreachable', /cannot be reached.*Check the network connection/s],
      ['clock-wrong', /clock is off.*automatic time/s],
    ] as const) {
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
        aProblem(code),
      )
      await fillConnectForm(page, keys)
      await page.getByRole('button', { name: /^Check (connection|again)$/ }).click()
      await expect(
        page.getByRole('list', { name: 'Steps of the check' }).getByRole('listitem').nth(1),
      ).toContainText(words)
      await expect(
        page.getByText('Create a key on WhiteBIT: whitebit.com/settings/api'),
      ).toBeVisible()
      const placeholder =
        code === 'bad-key-or-signature'
          ? 'was not accepted; enter it again'
          : 'kept for this check; leave empty to keep it'
      await expect(page.getByLabel('API secret')).toHaveAttribute('placeholder', placeholder)
    }
  })
  await test.step('removes a remark of the check when the form changes', async () => {
    await page.evaluate(() =>
      window.fake.answer('connect/check', {
        ok: true,
        value: {
          draftId: 'd',
          passed: false,
          remarks: [{ key: 'accounts.connect.on-this-computer' }],
          steps: [{ name: 'ping', state: 'failed', problem: null }],
        },
      }),
    )
    await fillConnectForm(page, keys)
    await page.getByRole('button', { name: /^Check (connection|again)$/ }).click()
    await expect(page.locator('main').getByText('This address is on this computer.')).toBeVisible()
    await page.getByLabel('Account name').fill('Other')
    await expect(page.locator('main').getByText('This address is on this computer.')).toHaveCount(0)
  })
})

test('names what is missing without a keychain, and offers only an explicit session key', async ({
  open,
}) => {
  const page = await open(scenes.welcome())
  await page.evaluate(
    (error) => window.fake.answer('connect/save', { ok: false, error }),
    aProblem('keychain-unavailable', {
      message: 'No program provides the Secret Service. Install gnome-keyring, then log in again.',
      reason: 'NO_SERVICE',
    }),
  )
  await openConnectForm(page)
  await fillConnectForm(page, keys)
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page.getByRole('button', { name: 'Save account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'This computer has no usable keychain' })
  await expect(dialog).toContainText('No program provides the Secret Service.')
  await expect(dialog).toContainText('Install gnome-keyring')
  await expect(dialog.getByRole('button', { name: 'Use for this session only' })).not.toBeFocused()
  expect(await asked(page, 'connect/save')).toEqual([{ draftId: 'draft-1', storage: 'keychain' }])
  await page.evaluate(() => window.fake.answer('connect/save', null))
  await dialog.getByRole('button', { name: 'Use for this session only' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  expect((await asked(page, 'connect/save')).at(-1)).toEqual({
    draftId: 'draft-1',
    storage: 'session',
  })
})

test('can try a locked keychain again without a restart', async ({ open }) => {
  const page = await open(scenes.keychainLocked())
  await openTab(page, 'Accounts')
  await page.getByRole('button', { name: 'Unlock' }).click()
  expect(await asked(page, 'profiles/unlock')).toHaveLength(1)
  await expect(page.getByRole('contentinfo')).toContainText('Key accepted')
})

test('keeps the profile when its key is entered again', async ({ open }) => {
  const page = await open(scenes.keyRejected())
  await openTab(page, 'Accounts')
  await page.getByRole('button', { name: 'Enter the key again' }).click()
  await expect(page.getByLabel('API key')).toBeFocused()
  await page.getByLabel('API key').fill(keys.apiKey)
  await page.getByLabel('API secret').fill(keys.apiSecret)
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page.getByRole('button', { name: 'Save new key' }).click()
  await expect(page.getByRole('button', { name: 'Add an account' })).toBeFocused()
  const [form] = (await asked(page, 'connect/check')) as { profileId: string; name: string }[]
  expect(form).toMatchObject({
    profileId: scenes.keyRejected().appState.activeProfileId,
    name: 'Main',
  })
})

test('renames an account in place, monitors every account, and says so where another is shown', async ({
  open,
}) => {
  const page = await open(scenes.twoProfiles())
  await openTab(page, 'Accounts')
  await page.getByRole('button', { name: 'Rename “Savings”' }).click()
  await page.getByLabel('New name for “Savings”').fill('Reserve')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename “Reserve”' })).toBeVisible()
  expect(await asked(page, 'profiles/rename')).toEqual([{ id: 'second', name: 'Reserve' }])
  const panel = page.getByRole('region', { name: 'Your accounts' })
  await expect(panel.getByText(/^Every account with a key is monitored/)).toBeVisible()
  await expect(page.locator('main')).not.toContainText('Only the account')
  await panel.getByRole('button', { name: 'Show “Reserve”' }).click()
  expect(await asked(page, 'profiles/switch')).toEqual([{ id: 'second' }])
  await expect(panel.getByRole('button', { name: 'Show “Main”' })).toBeVisible()
})

test('UX-62 UX-67 applies settings at once, with values from main; gains in red and losses in green keep their signs, and warnings their colours', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await openTab(page, 'Appearance')
  await test.step('gains in red', async () => {
    const preview = page.getByText('Now a gain looks like')
    const [gain, loss] = [preview.locator('.gain'), preview.locator('.loss')]
    const colourOf = (locator: Locator): Promise<string> =>
      locator.evaluate((element) => getComputedStyle(element).color)
    const dangerColour = (): Promise<string> =>
      page
        .locator('html')
        .evaluate((root) => getComputedStyle(root).getPropertyValue('--danger').trim())
    const before = {
      gain: await colourOf(gain),
      loss: await colourOf(loss),
      danger: await dangerColour(),
    }
    expect(before.gain).not.toBe(before.loss)
    await page.getByLabel('Red up, green down').check()
    await expect(page.locator('html')).toHaveAttribute('data-gains', 'red')
    expect({ gain: await colourOf(gain), loss: await colourOf(loss) }).toEqual({
      gain: before.loss,
      loss: before.gain,
    })
    expect(await dangerColour()).toBe(before.danger)
    await expect(gain).toHaveText(/^\+12\.5/)
    await expect(loss).toHaveText(/^-12\.5/)
    expect(await asked(page, 'settings/change')).toEqual([{ gainColour: 'red' }])
  })
  await test.step('settings', async () => {
    await forgetAsked(page)
    await page.getByLabel('Dark').check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByLabel('Compact').check()
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
    await page.getByRole('switch', { name: 'Times in UTC' }).check()
    await expect(page.getByText(/^Now: 2025-11-20 12:00:\d\d UTC$/)).toBeVisible()
    await page.getByRole('switch', { name: 'CSV files with a byte-order mark' }).check()
    await openTab(page, 'Window and tray')
    await page.getByRole('switch', { name: 'Show a tray icon' }).uncheck()
    await expect(page.getByText('Without a tray icon, closing the window quits.')).toBeVisible()
    expect(await asked(page, 'settings/change')).toEqual([
      { theme: 'dark' },
      { density: 'compact' },
      { utcTimes: true },
      { csvBom: true },
      { tray: false },
    ])
  })
})

test('NET-17 NET-18 sets a proxy, and chooses IPv4 or IPv6, before the first account and later', async ({
  open,
}) => {
  const page = await open(scenes.welcome())
  await openConnectForm(page)
  await test.step('a proxy; an invalid one stays in the field', async () => {
    await page.getByText('Do you need a proxy to reach the internet?').click()
    const field = page.getByLabel('Proxy for calls to the exchange')
    await field.fill('proxy.example:3128')
    await field.blur()
    await expect(page.getByText('Enter the proxy like http://proxy.example:3128.')).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(await asked(page, 'settings/change')).toEqual([])
    await field.fill(' http://proxy.example:3128/ ')
    await field.blur()
    await expect
      .poll(() => asked(page, 'settings/change'))
      .toEqual([{ proxy: 'http://proxy.example:3128' }])
  })
  await test.step('IPv4 or IPv6', async () => {
    await forgetAsked(page)
    await page.getByText('Is your key limited to certain addresses?').click()
    await page.getByRole('radio', { name: 'IPv4 only' }).click()
    await expect.poll(() => asked(page, 'settings/change')).toEqual([{ addressFamily: 'ipv4' }])
  })
  await test.step('later, Connection shows which one is in use', async () => {
    const { settings } = scenes.ordinary()
    await open(scenes.ordinary(), { instead: page })
    await openTab(page, 'Connection')
    await expect(page.getByLabel('Proxy for calls to the exchange')).toHaveValue('')
    for (const [family, words, proxy] of [
      ['ipv6', 'IPv6', ''],
      ['proxy', 'chosen by the proxy', 'http://proxy.example:3128'],
      [null, 'not connected yet', ''],
    ] as const) {
      await pushSettings(page, { ...settings, addressFamily: 'ipv6', proxy })
      await page.evaluate(
        (connection) => window.fake.push('connection', connection),
        aConnection({ family }),
      )
      const exchange = page.getByRole('region', { name: 'Exchange', exact: true })
      await expect(exchange.getByText('Internet protocol').locator('+ dd')).toHaveText(words)
      const choice = page.getByRole('region', { name: 'Internet protocol', exact: true })
      await expect(choice.getByRole('radio', { name: 'IPv6 only' })).toBeChecked()
      await expect(choice.getByText('Not used while a proxy is set')).toHaveCount(
        proxy === '' ? 0 : 1,
      )
    }
  })
})

test('keeps notices until they are dismissed, and a minor failure as well', async ({ open }) => {
  const page = await open(scenes.notices())
  await page.evaluate(() =>
    window.fake.answer('notices/dismiss', {
      ok: false,
      error: { code: 'store-trouble', message: 'The disk is full.' },
    }),
  )
  await page.getByRole('button', { name: 'Dismiss: Settings were restored' }).click()
  const said = page.locator('.failed-request').filter({ hasText: 'The disk is full.' })
  await expect(said).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The disk is full.')
  await said.getByRole('button', { name: 'Dismiss' }).click()
  await expect(said).toHaveCount(0)
  await page.evaluate(() => window.fake.answer('notices/dismiss', null))
  await page.getByRole('button', { name: 'Dismiss: Settings were restored' }).click()
  await expect(page.getByText('Settings were restored')).toHaveCount(0)
  await expect(page.getByText('Plimsoll was updated')).toBeVisible()
})
