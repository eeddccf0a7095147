// Where alerts are sent for people who are away: in Settings, Alerts, and in Connection.
import type { Page } from '@playwright/test'
import { newDestination, noAway, type AwayView } from '../../src/shared/away/away.js'
import { anAwayView } from '../fixtures/portfolio/away.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding, tall, themes } from './axe.js'
import { expect, type OpenPage, test } from './page-fixture.js'
import { asked, forgetAsked, openTab } from './screens.js'

async function openPanel(open: OpenPage) {
  const page = await open(scenes.ordinary(), tall)
  await openTab(page, 'Alerts')
  return { page, panel: page.getByRole('region', { name: 'Alerts while you are away' }) }
}

/** As text, because Playwright's types cannot follow a value that may hold any JSON. */
function pushAway(page: Page, view: AwayView = anAwayView()): Promise<void> {
  return page.evaluate(
    (text) => window.fake.push('away', JSON.parse(text) as AwayView),
    JSON.stringify(view),
  )
}

const added = (page: Page) => page.getByRole('button', { name: 'Add and send alerts there' })

test('ALR-10 adds destinations of every kind after it has shown exactly what is sent, with nothing chosen beyond that', async ({
  open,
}) => {
  const { page, panel } = await openPanel(open)
  await test.step('an ntfy topic', async () => {
    await expect(panel.getByRole('listitem')).toHaveCount(0)
    await panel.getByRole('button', { name: 'Add a destination' }).click()
    await added(page).click()
    await expect(panel.getByLabel('Topic')).toHaveAccessibleDescription(/Up to 64 letters/)
    await expect(panel.getByLabel('Topic')).toBeFocused()
    await panel.getByLabel('Topic').fill('plimsoll-4f1c')
    await panel.getByLabel('Access token').fill('tk_CANARY-1234')
    await expect(panel.getByRole('region', { name: 'Exactly what is sent' })).toContainText(
      'USDT loan: LTV has reached margin call',
    )
    await panel.getByRole('switch', { name: 'Tell me when Plimsoll stops watching' }).check()
    await expect(panel.getByRole('region', { name: 'Exactly what is sent' })).toContainText(
      'Plimsoll stopped watching at 02:14',
    )
    await added(page).click()
    expect(await asked(page, 'away/save')).toEqual([
      {
        id: null,
        secret: 'tk_CANARY-1234',
        settings: {
          ...newDestination('ntfy'),
          topic: 'plimsoll-4f1c',
          watch: { on: true, minutes: 15 },
        },
      },
    ])
    expect(JSON.stringify(await asked(page, 'away/preview'))).not.toContain('CANARY')
    await expect(panel.getByRole('listitem')).toContainText('ntfy: ntfy.sh, topic plimsoll-4f1c')
    await expect(panel.getByRole('button', { name: 'Send a test to' })).toBeFocused()
  })
  await test.step('a Telegram bot, with where its token and the chat id come from', async () => {
    await pushAway(page, noAway)
    await forgetAsked(page)
    await panel.getByRole('button', { name: 'Add a destination' }).click()
    await panel.getByRole('radio', { name: 'Telegram' }).check()
    await expect(panel.getByRole('textbox', { name: 'Address' })).toHaveValue(
      'https://api.telegram.org',
    )
    await expect(panel.getByLabel('Bot token')).toHaveAccessibleDescription(/@BotFather/)
    await expect(panel.getByLabel('Chat id')).toHaveAccessibleDescription(/@userinfobot/)
    await added(page).click()
    await expect(panel.getByLabel('Bot token')).toHaveAccessibleDescription(/such as 123456789:AAE/)
    await expect(panel.getByLabel('Chat id')).toHaveAccessibleDescription(/A number such as/)
    await panel.getByLabel('Chat id').fill('-1001234567890')
    const token = '123456789:AAE-CANARY_abcdefghijklmnopqrstuvw'
    await panel.getByLabel('Bot token').fill(token)
    await expect(panel.getByRole('switch', { name: 'Tell me when Plimsoll stops' })).toHaveCount(0)
    await expectNoSeriousFinding(page, 'a Telegram bot', themes)
    await added(page).click()
    expect(await asked(page, 'away/save')).toEqual([
      {
        id: null,
        secret: token,
        settings: { ...newDestination('telegram'), topic: '-1001234567890' },
      },
    ])
    expect(JSON.stringify(await asked(page, 'away/preview'))).not.toContain('CANARY')
    await expect(panel.getByRole('listitem')).toContainText(
      'Telegram: api.telegram.org, chat -1001234567890',
    )
    await expect(panel).not.toContainText('CANARY')
  })
  await test.step('a mailbox, with the port of the chosen security and a hint at app passwords', async () => {
    await pushAway(page, noAway)
    await forgetAsked(page)
    await panel.getByRole('button', { name: 'Add a destination' }).click()
    await panel.getByRole('radio', { name: 'E-mail' }).check()
    await expect(panel.getByRole('textbox', { name: 'Port' })).toHaveValue('465')
    await panel.getByRole('radio', { name: 'STARTTLS' }).check()
    await expect(panel.getByRole('textbox', { name: 'Port' })).toHaveValue('587')
    await expect(panel.getByLabel('Password')).toHaveAccessibleDescription(/app password/)
    await panel.getByRole('textbox', { name: 'Port' }).fill('25x')
    await panel
      .getByRole('textbox', { name: 'To', exact: true })
      .fill('me@example.com, you@example.com')
    await added(page).click()
    await expect(panel.getByRole('textbox', { name: 'Server' })).toHaveAccessibleDescription(
      /A host/,
    )
    await expect(panel.getByRole('textbox', { name: 'Port' })).toHaveAccessibleDescription(
      /1 to 65535/,
    )
    await expect(
      panel.getByRole('textbox', { name: 'To', exact: true }),
    ).toHaveAccessibleDescription(/One address/)
    await panel.getByRole('textbox', { name: 'Server' }).fill('smtp.example.com')
    await panel.getByRole('textbox', { name: 'Port' }).fill('587')
    await panel.getByLabel('User name').fill('me@example.com')
    await panel.getByRole('textbox', { name: 'From' }).fill('me@example.com')
    await panel.getByRole('textbox', { name: 'To', exact: true }).fill('me@example.com')
    await panel.getByLabel('Password').fill('CANARY word')
    await expect(panel.getByRole('region', { name: 'Certificate authority' })).toBeVisible()
    await expectNoSeriousFinding(page, 'a mailbox', themes)
    await added(page).click()
    expect(await asked(page, 'away/save')).toMatchObject([
      {
        secret: 'CANARY word',
        settings: {
          kind: 'email',
          address: 'smtp.example.com',
          mail: { security: 'starttls', port: 587, to: 'me@example.com' },
        },
      },
    ])
    expect(JSON.stringify(await asked(page, 'away/preview'))).not.toContain('CANARY')
    await expect(panel.getByRole('listitem')).toContainText(
      'E-mail: smtp.example.com, to me@example.com',
    )
  })
  await test.step('what a chosen certificate authority is before the destination trusts it', async () => {
    await pushAway(page, noAway)
    await forgetAsked(page)
    await panel.getByRole('button', { name: 'Add a destination' }).click()
    const authority = panel.getByRole('region', { name: 'Certificate authority' })
    await expect(authority).toHaveCount(0)
    await panel.getByRole('textbox', { name: 'Address' }).fill('https://ntfy.home.example')
    await authority.getByRole('button', { name: 'Choose a file' }).click()
    await expect(authority).toContainText('O=Home, CN=Home server authority')
    await expect(authority).toContainText('A0:A1:A2')
    await expectNoSeriousFinding(page, 'a certificate authority', themes)
    await panel.getByLabel('Topic').fill('plimsoll-4f1c')
    await added(page).click()
    expect(await asked(page, 'away/save')).toMatchObject([
      { settings: { authority: { subject: 'O=Home, CN=Home server authority' } } },
    ])
    await panel.getByRole('button', { name: 'Edit ntfy.home.example' }).click()
    await authority.getByRole('button', { name: 'Remove' }).click()
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    expect((await asked(page, 'away/save')).at(-1)).toMatchObject({ settings: { authority: null } })
  })
  await test.step('a webhook needs a secret, and a ping has neither alerts nor one', async () => {
    await pushAway(page, noAway)
    await forgetAsked(page)
    await panel.getByRole('button', { name: 'Add a destination' }).click()
    await panel.getByRole('radio', { name: 'Webhook' }).check()
    await panel.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example/alerts')
    await added(page).click()
    await expect(panel.getByLabel('Signing secret')).toHaveAccessibleDescription(/8 to 256/)
    await panel.getByRole('radio', { name: 'Ping' }).check()
    await expect(panel.getByLabel('Signing secret')).toHaveCount(0)
    await expect(panel.getByText('Which alerts')).toHaveCount(0)
    expect(await asked(page, 'away/save')).toEqual([])
  })
})

test('says what fails and what to do, in Settings and in Connection, tests on request, keeps the stored secret when a destination is edited, and removes it only after asking', async ({
  open,
}) => {
  const { page, panel } = await openPanel(open)
  await pushAway(page)
  const [phone, webhook] = [panel.getByRole('listitem').first(), panel.getByRole('listitem').nth(1)]
  await expect(phone).toContainText('Should Plimsoll stop now')
  await expect(phone).toContainText('61 of 250 messages used today at ntfy.sh.')
  await expect(webhook).toContainText('2 alerts wait.')
  await expect(webhook).toContainText('1 alert is held back until the quiet hours end.')
  await expect(webhook).toContainText('could not prove its identity, so nothing was sent')
  await phone.getByRole('button', { name: 'Send a test' }).click()
  expect(await asked(page, 'away/test')).toHaveLength(1)
  await expectNoSeriousFinding(page, 'destinations of alerts', themes)
  await openTab(page, 'Connection')
  await expect(page.getByRole('region', { name: 'Alerts while you are away' })).toContainText(
    'hooks.example',
  )
  await test.step('keeps the stored secret, and removes it only after asking', async () => {
    await openTab(page, 'Alerts')
    await pushAway(page)
    await panel.getByRole('button', { name: 'Edit ntfy.sh' }).click()
    await panel.getByRole('switch', { name: 'Quiet hours' }).check()
    await expect(panel.getByText('Those that still apply when the quiet hours end')).toBeVisible()
    await expect(panel.getByText('Off, they wait until the quiet hours end')).toBeVisible()
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await asked(page, 'away/save')).toMatchObject([
      { secret: null, settings: { quietHours: { on: true } } },
    ])
    await panel.getByRole('button', { name: 'Remove ntfy.sh' }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(await asked(page, 'away/remove')).toEqual([])
    await panel.getByRole('button', { name: 'Remove ntfy.sh' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    expect(await asked(page, 'away/remove')).toHaveLength(1)
  })
})
