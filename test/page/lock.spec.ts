// The page while Plimsoll is locked, and the lock settings.
import type { Page } from '@playwright/test'
import type { LockedAccounts, LockView } from '../../src/shared/lock/lock.js'
import { keychainWaits } from '../../src/shared/accounts/keychain-wait.js'
import { fail, type Result } from '../../src/shared/result.js'
import { now } from '../fixtures/portfolio/accounts.js'
import { scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { notArmed, tradingScene, aTrading } from '../fixtures/portfolio/trading.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { announced, listen } from './heard.js'
import { expect, type OpenPage, test } from './page-fixture.js'
import { advance, asked, everythingInTheDom, goTo, openTab, twoFrames } from './screens.js'
import { step } from './steps.js'

const accounts: LockedAccounts = {
  unmonitored: 2,
  monitored: 0,
  awaitingKey: 0,
  dangers: [],
  inKeychain: 2,
  sessionOnly: 0,
}

function aLock(
  some: Partial<LockView> = {},
  locked: Partial<NonNullable<LockView['locked']>> = {},
): LockView {
  return {
    locked: { since: now - 600, because: 'idle', accounts, keepsReading: false, ...locked },
    passphrase: 'set',
    retryAt: null,
    utcTimes: false,
    language: 'system',
    formats: 'plain',
    ...some,
  }
}

function openLocked(
  open: OpenPage,
  lock = aLock(),
  size: Parameters<OpenPage>[1] = {},
): Promise<Page> {
  return open({ ...scenes.ordinary(), lock }, size)
}

const wrong = fail({
  code: 'bad-input' as const,
  message: 'That is not the passphrase.',
  reason: 'PASSPHRASE_WRONG',
  fields: { passphrase: ['That is not the passphrase.'] },
})

function refusesUnlock(page: Page, reply: Result<never, unknown>): Promise<void> {
  return page.evaluate(
    (text) => window.fake.answer('lock/unlock', JSON.parse(text) as never),
    JSON.stringify(reply),
  )
}

function pushLock(page: Page, view: LockView): Promise<void> {
  return page.evaluate(
    (text) => window.fake.push('lock', JSON.parse(text) as LockView),
    JSON.stringify(view),
  )
}

const passphrase = (page: Page) => page.getByLabel('Passphrase', { exact: true })

const inDanger: LockedAccounts = {
  unmonitored: 1,
  monitored: 3,
  awaitingKey: 1,
  inKeychain: 4,
  sessionOnly: 0,
  dangers: [
    { kind: 'liquidation', accounts: 1, current: false, ltv: '86.1' },
    { kind: 'margin-call', accounts: 2, current: true, ltv: '76.2' },
    { kind: 'caution', accounts: 1, current: true, ltv: null },
  ],
}

test('ALR-1 UX-47 shows since when it is locked, what is monitored and what is in danger without names, sends a passphrase once, counts down after wrong ones, and resets a forgotten one', async ({
  open,
}) => {
  const page = await openLocked(open)
  expect(await page.evaluate(() => window.fake.asked.map(({ channel }) => channel))).toEqual([
    'lock/read',
    'lock/read',
  ])
  await step(page, 'since when, and nothing of an account', async () => {
    await expect(page).toHaveTitle('Locked · Plimsoll')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plimsoll is locked')
    await expect(page.getByRole('main')).toContainText(
      /Locked since \d\d:\d\d\. The computer was idle\./,
    )
    await expect(
      page.getByRole('list', { name: 'While it is locked' }).getByRole('listitem'),
    ).toHaveText([
      '2 accounts are not monitored: no LTV or positions are read, and they raise no alerts.',
      'Prices, price alerts and the exchange’s status continue. No order can be placed.',
    ])
    await expect(passphrase(page)).toBeFocused()
    const all = await everythingInTheDom(page)
    const { profiles } = scenes.ordinary().appState
    for (const text of [...profiles.map(({ name }) => name), 'USDT', 'BTC'])
      expect(all).not.toContain(text)
  })
  await step(page, 'a wrong passphrase', async () => {
    await refusesUnlock(page, wrong)
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    await expect(passphrase(page)).toHaveAccessibleDescription('That is not the passphrase.')
    await expect(page.getByRole('alert')).toHaveText('That is not the passphrase.')
    await expect(passphrase(page)).toBeFocused()
    await expect(passphrase(page)).toHaveValue('')
    expect(await asked(page, 'lock/unlock')).toEqual([{ passphrase: 'not this one' }])
    expect(await everythingInTheDom(page)).not.toContain('not this one')
  })
  await step(page, 'too many wrong attempts', async () => {
    await pushLock(page, aLock({ retryAt: now + 5 }))
    const unlock = page.getByRole('button', { name: 'Unlock' })
    await expect(page.getByRole('timer')).toHaveText(
      'Too many wrong attempts. You can try again in 4 seconds.',
    )
    await expect(passphrase(page)).toBeDisabled()
    await expect(unlock).toBeDisabled()
    await advance(page, 3000)
    await expect(page.getByRole('timer')).toHaveText(
      'Too many wrong attempts. You can try again in 1 second.',
    )
    await advance(page, 2000)
    await expect(page.getByRole('timer')).toHaveCount(0)
    await expect(passphrase(page)).toBeFocused()
    await expect(unlock).toBeEnabled()
  })
  await step(page, 'keys kept for reading, and a session key', async () => {
    await pushLock(
      page,
      aLock({}, { keepsReading: true, accounts: { ...accounts, unmonitored: 0, monitored: 1 } }),
    )
    const list = page.getByRole('list', { name: 'While it is locked' })
    await expect(list).toContainText('1 account is monitored: LTV, positions and alerts continue.')
    await pushLock(page, aLock({}, { accounts: { ...accounts, unmonitored: 1, sessionOnly: 1 } }))
    await expect(list).toContainText(
      '1 account had a key for this session only: enter it again after unlocking.',
    )
  })
  await step(page, 'dangers without names', async () => {
    await pushLock(page, aLock({}, { keepsReading: true, accounts: { ...inDanger, dangers: [] } }))
    const dangers = page.getByRole('list', { name: 'In danger' })
    await expect(dangers).toHaveCount(0)
    await pushLock(page, aLock({}, { keepsReading: true, accounts: inDanger }))
    await expect(page.getByRole('status')).toContainText('2 accounts are in margin call')
    await expect(dangers.getByRole('listitem')).toHaveText([
      /^\s*1 account has reached liquidation \(last check\)\s*LTV 86.1\s*$/,
      /^\s*2 accounts are in margin call\s*Highest LTV 76.2\s*$/,
      /^\s*1 account has an alert\s*$/,
    ])
    await expect(passphrase(page)).toBeFocused()
    const list = page.getByRole('list', { name: 'While it is locked' })
    await expect(list).toContainText(
      '1 account is not monitored: no LTV or positions are read, and they raise no alerts.',
    )
    await expect(list).toContainText('The keychain has not given the key of 1 account yet.')
    await expect(list).toContainText('3 accounts are monitored')
  })
  await step(page, 'a forgotten or damaged passphrase', async () => {
    await page.getByRole('button', { name: 'Forgotten?' }).click()
    await expect(page.getByLabel('API key')).toBeFocused()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(passphrase(page)).toBeFocused()
    await pushLock(page, aLock({ passphrase: 'damaged' }))
    await expect(page.getByRole('main')).toContainText(
      'What the passphrase is checked against is damaged',
    )
    await page.getByLabel('API key').fill('a-key')
    await page.getByLabel('API secret').fill('a-secret')
    await page.getByRole('button', { name: 'Reset the passphrase' }).click()
    expect(await asked(page, 'lock/reset-passphrase')).toEqual([
      { apiKey: 'a-key', apiSecret: 'a-secret' },
    ])
    await expect(page.getByLabel('API secret')).toHaveValue('')
  })
})

test('UX-47 asks the keychain without a passphrase, stays locked with the reason if it fails, and says that it waits for a slow one', async ({
  open,
}) => {
  const page = await openLocked(open, aLock({ passphrase: 'none' }))
  await step(page, 'a keychain that gives no key', async () => {
    const unlock = page.getByRole('button', { name: 'Unlock' })
    await expect(unlock).toBeFocused()
    await expect(page.getByRole('main')).toContainText(
      'No passphrase is set: anyone at this computer can unlock Plimsoll with one click',
    )
    await refusesUnlock(
      page,
      fail({ code: 'keychain-locked', message: 'The keychain gave no key.' }),
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('The keychain gave no key.')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await asked(page, 'lock/unlock')).toEqual([{ passphrase: null }])
  })
  await step(page, 'a keychain that is slow', async () => {
    await refusesUnlock(page, fail(keychainWaits))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toContainText('Waiting for the keychain')
    await expect(page.getByRole('alert')).toContainText(
      'Plimsoll unlocks as soon as the keychain gives the key.',
    )
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await asked(page, 'lock/unlock')).toHaveLength(2)
  })
})

const looks: [string, LockView][] = [
  ['passphrase', aLock()],
  ['waiting', aLock({ retryAt: now + 60 })],
  ['keychain', aLock({ passphrase: 'none' })],
  ['damaged', aLock({ passphrase: 'damaged' })],
  ['danger', aLock({}, { keepsReading: true, accounts: inDanger })],
]
test('UX-47 REN-17 axe finds nothing serious on the lock screen', async ({ open }) => {
  const page = await openLocked(open, aLock(), tall)
  for (const [name, lock] of looks) {
    await pushLock(page, lock)
    await twoFrames(page)
    await expectNoSeriousFinding(page, name)
  }
})

test('UX-47 locks with Ctrl+L and ⌘L on every keyboard layout, also while typing and in a dialog', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  const locks = async (): Promise<number> => (await asked(page, 'lock/now')).length
  await openTab(page, 'Connection')
  await page.getByLabel('Proxy for calls').focus()
  await page.keyboard.press('Control+KeyL')
  expect(await locks()).toBe(1)
  const dispatch = (
    init: Pick<
      KeyboardEventInit,
      'code' | 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'repeat'
    >,
  ): Promise<void> =>
    page.evaluate(
      (with_) =>
        void document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, ...with_ }),
        ),
      init,
    )
  await dispatch({ code: 'KeyL', key: 'д', metaKey: true })
  expect(await locks()).toBe(2)
  await dispatch({ code: 'KeyL', key: 'L', ctrlKey: true, shiftKey: true })
  await dispatch({ code: 'KeyL', key: 'l', ctrlKey: true, altKey: true })
  await dispatch({ code: 'KeyL', key: 'l' })
  await dispatch({ code: 'KeyL', key: 'l', ctrlKey: true, repeat: true })
  await dispatch({ code: 'KeyL', key: 'n', ctrlKey: true })
  expect(await locks()).toBe(2)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Lock Plimsoll')
  await page.keyboard.press('Control+KeyL')
  expect(await locks()).toBe(3)
})

test.describe('UX-47 the lock settings', () => {
  test('set the idle time, “never” except while armed, say that dropping the keys stops the alerts, and set, change and remove a passphrase', async ({
    open,
  }) => {
    const page = await open(scenes.ordinary())
    await openTab(page, 'Privacy and lock')
    await step(page, 'a passphrase, asking for the current one', async () => {
      await listen(page)
      await page.getByRole('button', { name: 'Set a passphrase…' }).click()
      const next = page.getByLabel('New passphrase', { exact: true })
      const again = page.getByLabel('Repeat the new passphrase')
      const save = page.getByRole('button', { name: 'Save it' })
      await expect(next).toBeFocused()
      await next.fill('seven77')
      await save.click()
      await expect(next).toHaveAccessibleDescription('At least 8 characters.')
      await next.fill('long enough')
      await again.fill('long enouhg')
      await save.click()
      await expect(again).toHaveAccessibleDescription('The two are not the same.')
      expect(await asked(page, 'lock/change-passphrase')).toEqual([])
      await again.fill('long enough')
      await save.click()
      await expect(page.getByRole('button', { name: 'Change the passphrase…' })).toBeVisible()
      await advance(page, 1100)
      expect(await announced(page)).toContainEqual(
        expect.stringContaining('The passphrase is set.'),
      )
      await page.getByRole('button', { name: 'Remove the passphrase…' }).click()
      await page.evaluate(
        (text) => window.fake.answer('lock/change-passphrase', JSON.parse(text) as never),
        JSON.stringify(wrong),
      )
      await page.getByLabel('Current passphrase').fill('wrong one')
      await page.getByRole('button', { name: 'Remove it' }).click()
      await expect(page.getByLabel('Current passphrase')).toHaveAccessibleDescription(
        'That is not the passphrase.',
      )
      expect(await asked(page, 'lock/change-passphrase')).toEqual([
        { before: null, next: 'long enough' },
        { before: 'wrong one', next: null },
      ])
    })
    await step(page, 'the idle time', async () => {
      const idle = page.getByLabel('Auto-lock after (minutes)')
      await expect(idle).toHaveValue('30')
      await idle.fill('0')
      await idle.blur()
      await expect(idle).toHaveAccessibleDescription('From 1 to 1440 minutes, or “never”.')
      await idle.fill('Never')
      await idle.blur()
      const armed = page.getByLabel('The same while trading is armed')
      await armed.fill('11')
      await armed.blur()
      await expect(armed).toHaveAccessibleDescription('From 1 to 10 minutes.')
      await armed.fill('2')
      await armed.blur()
      const drop = page.getByLabel('Drop the keys when locking')
      await expect(drop).not.toBeChecked()
      await expect(drop).toHaveAccessibleDescription(
        'Wipes every key from memory, and the alerts stop: until you unlock, LTV and positions are not monitored. Prices, price alerts and the exchange’s status continue.',
      )
      await drop.check()
      expect((await asked(page, 'settings/change')).at(-1)).toEqual({
        lock: { idleMinutes: null, idleMinutesArmed: 2, dropsKeys: true },
      })
      await page.getByRole('button', { name: /^Lock now/ }).click()
      expect(await asked(page, 'lock/now')).toHaveLength(1)
    })
  })
})

test('UX-47 asks for the passphrase when arming; reports a wrong one there, and the system asks after a right one', async ({
  open,
}) => {
  const scene: Scene = {
    ...scenes.ordinary(),
    trading: tradingScene(aTrading({ readOnly: false, obstacles: [notArmed] })),
    lock: aLock({ locked: null }),
  }
  const page = await open(scene, tall)
  await goTo(page, 'Trade')
  await page.getByRole('button', { name: 'Arm for 15 minutes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Arm trading' })
  await expect(dialog.getByLabel('Passphrase')).toBeFocused()
  await page.evaluate(
    (text) => window.fake.answer('trading/arm', JSON.parse(text) as never),
    JSON.stringify(wrong),
  )
  await page.keyboard.type('wrong one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Passphrase')).toHaveAccessibleDescription(
    'That is not the passphrase.',
  )
  await expectNoSeriousFinding(page, 'arming')
  await page.evaluate(() => window.fake.answer('trading/arm', null))
  await dialog.getByLabel('Passphrase').fill('right one')
  await dialog.getByRole('button', { name: 'Arm for 15 minutes' }).click()
  await expect(dialog).toBeHidden()
  expect(await asked(page, 'trading/arm')).toEqual([
    { passphrase: 'wrong one' },
    { passphrase: 'right one' },
  ])
})
