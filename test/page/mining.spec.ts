import { payoutEvery } from '../../src/shared/mining/mining.js'
import { aProfile, now } from '../fixtures/portfolio/accounts.js'
import {
  addresses,
  aMining,
  anAccount,
  anExternalAccount,
  changedAccount,
} from '../fixtures/portfolio/investments.js'
import { aProblem, scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { hostileTexts } from '../fixtures/portfolio/hostile-text.js'
import { expect, pageErrors, test } from './page-fixture.js'
import { advance, asked, goTo } from './screens.js'
import { push, step } from './steps.js'

function sceneOf(accounts: Parameters<typeof aMining>[0]): Scene {
  return {
    ...scenes.ordinary(),
    mining: aMining(accounts),
  }
}

test('shows where each account pays out, what changed and what could not be checked, and nothing of another account', async ({
  open,
}) => {
  const page = await open(sceneOf([anAccount(), anExternalAccount('farm', addresses.bech32)]))
  await goTo(page, 'Mining')
  await step(page, 'the main balance, or the full address', async () => {
    await expect(page.getByRole('region', { name: 'my_miner_01' })).toContainText('Main balance')
    const farm = page.getByRole('region', { name: 'farm' })
    await expect(farm.getByTitle(addresses.bech32)).toHaveText(addresses.bech32)
    await expect(farm.locator('.group')).toHaveCount(Math.ceil(addresses.bech32.length / 4))
    await expect(farm).toContainText('A Bitcoin address; its check digits fit')
    await expect(
      farm.getByRole('img', { name: 'QR code of the payout address of farm' }),
    ).toBeVisible()
    await farm.getByRole('button', { name: 'Copy address' }).click()
    expect(await asked(page, 'clipboard/copy')).toEqual([{ text: addresses.bech32 }])
    // Selected by hand it has no gaps either.
    const selected = await farm.getByTitle(addresses.bech32).evaluate((element) => {
      getSelection()?.selectAllChildren(element)
      return getSelection()?.toString()
    })
    expect(selected).toBe(addresses.bech32)
  })
  await step(page, 'invalid addresses', async () => {
    const invalid = [
      ['bitcoin-test', addresses.test, 'An address of a Bitcoin test network'],
      ['broken', addresses.broken, 'Its check digits do not fit: at least one character is wrong'],
      [
        'other',
        '0x52908400098527886E0F7030069857D2E4169EE7',
        'It does not look like a Bitcoin address',
      ],
    ] as const
    await push(
      page,
      'mining',
      aMining(invalid.map(([form, address]) => anExternalAccount(form, address, { form }))),
    )
    for (const [form, , words] of invalid) {
      const account = page.getByRole('region', { name: form, exact: true })
      await expect(account).toContainText(words)
      // Nobody is invited to pay to an invalid address.
      await expect(account.getByRole('img', { name: /^QR code/ })).toHaveCount(
        form === 'broken' ? 0 : 1,
      )
    }
  })
  await step(page, 'a destination unknown to this version', async () => {
    const destination = {
      accountName: 'farm',
      destination: 'lightning_wallet',
      externalAddress: null,
    }
    await push(page, 'mining', aMining([anAccount({ name: 'farm', destination })]))
    await expect(page.getByRole('region', { name: 'farm' })).toContainText(
      'lightning_walletnew value',
    )
  })
  await step(page, 'an unknown name, no access, an unreachable exchange', async () => {
    await push(
      page,
      'mining',
      aMining([
        anAccount({
          name: 'nobody',
          destination: null,
          asOf: null,
          problem: aProblem('refused', { fields: { user: ['Mining account not found.'] } }),
        }),
        anAccount({
          name: 'locked',
          destination: null,
          asOf: null,
          problem: aProblem('no-permission'),
        }),
        anExternalAccount('away', addresses.bech32, {
          asOf: now - 4000,
          problem: aProblem('unreachable'),
        }),
        anAccount({ name: 'odd', problem: aProblem('not-understood') }),
      ]),
    )
    await expect(page.getByRole('region', { name: 'nobody' })).toContainText(
      'Mining account not found on the exchange',
    )
    await expect(page.getByRole('region', { name: 'locked' })).toContainText(
      'Mining is not enabled for this key',
    )
    const away = page.getByRole('region', { name: 'away' })
    await expect(away).toContainText('This is the destination last seen.')
    await expect(away.getByTitle(addresses.bech32)).toBeVisible()
    for (const name of ['nobody', 'locked', 'away'])
      await expect(page.getByRole('region', { name }).locator('.problem')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'odd' }).locator('.problem')).toHaveCount(1)
  })
  await step(page, 'a name the exchange no longer knows', async () => {
    await push(
      page,
      'mining',
      aMining([
        anExternalAccount('farm', addresses.bech32, {
          asOf: now - 7200,
          unseen: true,
          problem: aProblem('refused', { fields: { user: ['Mining account not found.'] } }),
        }),
      ]),
    )
    const farm = page.getByRole('region', { name: 'farm' })
    await expect(farm).toContainText('Mining account no longer found on the exchange')
    await expect(farm).toContainText('Paid out to, when last seen')
    await expect(farm.getByTitle(addresses.bech32)).toBeVisible()
    await expect(farm).toContainText(/Late\s*seen 2 h/)
  })
  await step(page, 'a changed destination until acknowledged and afterwards', async () => {
    await push(page, 'mining', aMining([changedAccount(), anAccount()]))
    const banner = page.getByRole('region', { name: 'Payout destination of farm-north changed' })
    await expect(banner).toContainText('The payout destination was changed')
    await expect(banner).toContainText('Seen 11:00')
    await expect(banner.getByTitle(addresses.bech32)).toBeVisible()
    await expect(banner.getByTitle(addresses.base58)).toBeVisible()
    await expect(banner).toContainText('mining pool settings on the exchange')
    await advance(page, 1000)
    await banner.getByRole('button', { name: 'I have seen this' }).click()
    await expect(banner).toContainText('and you have seen it')
    await expect(banner.getByRole('button')).toHaveCount(0)
    await expect(banner.getByTitle(addresses.bech32)).toBeVisible()
    expect(await asked(page, 'mining/acknowledge')).toEqual([{ name: 'farm-north' }])
    await push(page, 'mining', aMining([anExternalAccount('farm-north', addresses.base58)]))
    await expect(banner).toHaveCount(0)
  })
  await step(page, 'another destination under a new key', async () => {
    const changed = changedAccount()
    await push(
      page,
      'mining',
      aMining([
        {
          ...changed,
          change: changed.change === null ? null : { ...changed.change, otherKey: true },
        },
      ]),
    )
    const banner = page.getByRole('region', {
      name: 'Payout destination of farm-north differs under the new key',
    })
    await expect(banner).toContainText('differs from what the earlier key showed')
    await expect(banner).toContainText(
      'If the new key is of another exchange account, that is why.',
    )
    await expect(banner).toContainText('secure your account now')
    await expect(banner.getByRole('heading', { name: 'With the earlier key' })).toBeVisible()
    await expect(banner.getByTitle(addresses.base58)).toBeVisible()
    await advance(page, 1000)
    await banner.getByRole('button', { name: 'I have seen this' }).click()
    await expect(banner).toContainText(
      'differs from what the earlier key showed, and you have seen it',
    )
  })
  await step(page, 'what was not checked for long, here and on Overview', async () => {
    await push(
      page,
      'mining',
      aMining([
        anAccount({ asOf: now - 7200, unseen: true, problem: aProblem('bad-key-or-signature') }),
        anAccount({ name: 'farm', destination: null, asOf: null, unseen: true }),
      ]),
    )
    await goTo(page, 'Overview')
    const attention = page.getByRole('region', { name: 'Needs attention now' })
    await expect(attention).toContainText('Mining payouts not monitored: my_miner_01, farm')
    await attention.getByRole('button', { name: 'Show mining' }).click()
    await expect(page.getByRole('region', { name: 'my_miner_01' })).toContainText(
      /Not monitored now\.\s*It was last seen 11:00, so a change\s+would go/,
    )
    await expect(page.getByRole('region', { name: 'farm' })).toContainText(
      /Not monitored now\.\s*It was never seen, so/,
    )
    const refused = page.getByRole('region', { name: 'my_miner_01' })
    await expect(refused).toContainText('The exchange refused the key for this.')
    await expect(refused).not.toContainText('has stopped asking')
    await push(page, 'mining', aMining([anAccount(), anAccount({ name: 'farm' })]))
    await expect(page.getByText('Not monitored now')).toHaveCount(0)
    await goTo(page, 'Overview')
    await expect(page.getByText('not monitored')).toHaveCount(0)
  })
  await step(page, 'a list that cannot be read', async () => {
    const lost = aProblem('store-trouble', {
      message: 'The list of mining accounts cannot be read now.',
    })
    await push(page, 'mining', aMining([], lost))
    await goTo(page, 'Mining')
    await expect(page.locator('.problem')).toContainText(
      'The list of mining accounts cannot be read now.',
    )
    await expect(page.getByText('Monitor where your mining pays out')).toHaveCount(0)
    await expect(page.getByLabel('Name of the mining account')).toHaveCount(0)
    await page.evaluate((error) => window.fake.answer('mining/check', { ok: false, error }), lost)
    await page.getByRole('button', { name: 'Read it again' }).click()
    expect(await asked(page, 'mining/check')).toEqual([{ name: null }])
    await expect(page.locator('.problem')).toHaveCount(1)
    await push(page, 'mining', aMining([anAccount()]))
    await expect(page.getByRole('region', { name: 'my_miner_01' })).toBeVisible()
    await expect(page.locator('.problem')).toHaveCount(0)
  })
  await step(page, 'another account', async () => {
    await push(page, 'mining', aMining([anAccount()]))
    await push(page, 'mining', {
      ...aMining([anAccount({ name: 'foreign' })]),
      profileId: 'second',
    })
    await expect(page.getByText('foreign')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'my_miner_01' })).toHaveCount(0)
    await push(page, 'mining', {
      ...aMining([anAccount({ name: 'own' })]),
      profileId: aProfile().id,
    })
    await expect(page.getByRole('region', { name: 'own' })).toBeVisible()
  })
})

test('adds accounts by name or from the list of the exchange, checks them, and asks before removing one', async ({
  open,
}) => {
  const page = await open(sceneOf([anAccount()]))
  expect(await asked(page, 'mining/pool-accounts'), 'before it is shown').toEqual([])
  await step(page, 'those not monitored, loaded once when the screen opens', async () => {
    await goTo(page, 'Mining')
    const offered = page.getByRole('group', { name: 'On the exchange, not monitored yet' })
    await expect(offered.getByRole('button')).toHaveText(['farm-south', 'farm-north'])
    await offered.getByRole('button', { name: 'Add “farm-north”' }).press('Enter')
    await expect(page.getByRole('region', { name: 'farm-north' })).toContainText('not seen yet')
    await expect(offered.getByRole('button')).toHaveText(['farm-south'])
    await expect(page.getByLabel('Name of the mining account')).toBeFocused()
    await page.evaluate(() =>
      window.fake.answer('mining/add', {
        ok: false,
        error: { code: 'store-trouble', message: 'The disk is full.' },
      }),
    )
    await offered.getByRole('button', { name: 'Add “farm-south”' }).click()
    await expect(offered).toContainText('The disk is full.')
    expect(await asked(page, 'mining/add')).toEqual([
      { name: 'farm-north' },
      { name: 'farm-south' },
    ])
    expect(await asked(page, 'mining/pool-accounts')).toEqual([null])
  })
  await step(page, 'removal, but not on Enter', async () => {
    await page.evaluate(() => window.fake.answer('mining/add', null))
    const opener = page.getByRole('button', { name: 'Remove “my_miner_01”' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Remove “my_miner_01”?' })
    await expect(dialog).toContainText('raise no alert')
    await expect(dialog).toContainText('Alerts it has raised stay in Activity.')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect(await asked(page, 'mining/remove')).toEqual([])
    await expect(opener).toBeFocused()
    await opener.click()
    await dialog.getByRole('button', { name: 'Remove it' }).click()
    await expect(page.getByRole('region', { name: 'my_miner_01' })).toHaveCount(0)
    expect(await asked(page, 'mining/remove')).toEqual([{ name: 'my_miner_01' }])
    await expect(page.getByRole('heading', { level: 1, name: 'Mining' })).toBeFocused()
  })
  await step(page, 'one account or all on request, with the age', async () => {
    await push(
      page,
      'mining',
      aMining([
        anAccount(),
        anExternalAccount('farm', addresses.base58, { asOf: now - 3 * payoutEvery }),
      ]),
    )
    const fresh = page.getByRole('region', { name: 'my_miner_01' })
    await expect(fresh).toContainText('seen 1 min ago')
    await expect(page.getByRole('region', { name: 'farm' })).toContainText(/Late\s*seen 30 min ago/)
    await fresh.getByRole('button', { name: 'Check now' }).click()
    await expect(fresh.getByRole('button', { name: 'Checking' })).toBeDisabled()
    await page.getByRole('button', { name: 'Check all now' }).click()
    expect(await asked(page, 'mining/check')).toEqual([{ name: 'my_miner_01' }, { name: null }])
  })
  await step(page, 'a name, unless it is empty or exists', async () => {
    await push(page, 'mining', aMining([]))
    await expect(page.getByText('Monitor where your mining pays out')).toBeVisible()
    const field = page.getByLabel('Name of the mining account')
    await field.focus()
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription('Enter the account’s name.')
    await field.fill('  farm ')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'farm' })).toContainText('not seen yet')
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
    await field.fill('farm')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription('“farm” is already here.')
    expect(await asked(page, 'mining/add')).toEqual([{ name: 'farm' }])
    await page.evaluate((error) => window.fake.answer('mining/add', { ok: false, error }), {
      code: 'bad-input' as const,
      message: 'This name cannot be added.',
      fields: { name: ['That is one account more than can be monitored.'] },
    })
    await field.fill('other')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(
      'That is one account more than can be monitored.',
    )
    await expect(field).toHaveValue('other')
  })
})

test('says when no list is offered and where to change a destination, and offers many accounts a dozen at a time', async ({
  open,
}) => {
  const page = await open(sceneOf([]))
  await page.evaluate(() =>
    window.fake.answer('mining/pool-accounts', {
      ok: false,
      error: { code: 'timeout', message: '' },
    }),
  )
  await goTo(page, 'Mining')
  const known = page.getByRole('region', { name: 'What this screen can and cannot do' })
  await expect(page.getByText('could not be listed now')).toBeVisible()
  await page.evaluate(() =>
    window.fake.answer('mining/pool-accounts', {
      ok: false,
      error: { code: 'no-permission', message: '' },
    }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(
    page.getByText('The exchange lists no mining accounts for this key: type their names.'),
  ).toBeVisible()
  await expect(known).toContainText(
    'changed on the exchange’s site, in the mining pool settings, and through the API with any key',
  )
  await expect(known).toContainText('a leaked key can redirect payouts without a login')
  await expect(known).toContainText(
    'While Plimsoll runs, whichever account is shown, with the window open or closed.',
  )
  await page.evaluate(
    (value) => window.fake.answer('mining/pool-accounts', { ok: true, value }),
    scenes.heavy().lists.pool,
  )
  await goTo(page, 'Overview')
  await goTo(page, 'Mining')
  await expect(page.getByRole('button', { name: /^Add “farm-/ })).toHaveCount(12)
  await expect(page.getByText('and 28 more; type their names.')).toBeVisible()
})

test("REN-5 shows text from the exchange as text in names and addresses, and an address's code contains no markup", async ({
  open,
}) => {
  const page = await open(scenes.hostile())
  await goTo(page, 'Mining')
  for (const text of hostileTexts) {
    await expect(page.getByRole('heading', { level: 2, name: text, exact: true })).toBeAttached()
    await expect(
      page
        .locator('.address')
        .getByText(text, { exact: true })
        .or(page.getByTitle(text, { exact: true }))
        .first(),
    ).toBeAttached()
  }
  expect(await page.locator('main').locator('img, script, iframe').count()).toBe(0)
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false)
  expect(await page.evaluate(() => window.cspReports)).toEqual([])
  expect(pageErrors.get(page)).toEqual([])
})
