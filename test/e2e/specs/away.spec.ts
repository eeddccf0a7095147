// Alerts while nobody is at the computer: every kind of destination, at servers on loopback.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  type DestinationKind,
  type DestinationSettings,
  newDestination,
} from '../../../src/shared/away/away.js'
import { createAuthority } from '../../support/certificates.js'
import { createFakeNtfy } from '../../support/fake-ntfy.js'
import { readMail, startFakeSmtp } from '../../support/fake-smtp.js'
import { createFakeTelegram } from '../../support/fake-telegram.js'
import { startFakeWebhook } from '../../support/fake-webhook.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain } from '../support/asking.js'
import { answerBoxes, answerOpenBoxes, askedBoxes } from '../support/boxes.js'
import { expect, test } from '../support/connected.js'

const title = 'USDT loan: LTV has reached margin call'
const bot = { token: '123456789:AAEabcdefghijklmnopqrstuvwxyz', chat: '42' }
const signingSecret = 'a-signing-secret'
const mailbox = 'me@example.com'

async function add(
  page: Page,
  kind: DestinationKind,
  some: Partial<DestinationSettings>,
  secret: string,
): Promise<void> {
  const settings = { ...newDestination(kind), ...some }
  expect(await askMain(page, 'away/save', { id: null, settings, secret })).toMatchObject({
    ok: true,
  })
}

test('ALR-10 an alert arrives once at ntfy, a Telegram bot, a webhook and a mailbox, and at none whose authority was not chosen', async ({
  connected: { app, page },
  simulator,
  installation,
}) => {
  const clock = (): number => Date.now() / 1000
  const authority = createAuthority()
  const certificate = authority.issue({ names: ['127.0.0.1'] })
  const [ntfy, unknownServer] = [createFakeNtfy(clock), createFakeNtfy(clock)]
  const telegram = createFakeTelegram(clock, bot)
  const servers = await Promise.all([
    ntfy.listen(certificate),
    unknownServer.listen(createAuthority().issue({ names: ['127.0.0.1'] })),
    telegram.listen(),
  ])
  const [ntfyServer, strangeServer, telegramServer] = servers
  const webhook = await startFakeWebhook(signingSecret)
  const smtp = await startFakeSmtp(certificate, { security: 'starttls', password: 'app password' })
  const file = path.join(installation.folder, 'authority.pem')
  writeFileSync(file, authority.cert)
  await answerBoxes(app, 'yes')
  await answerOpenBoxes(app, file)

  await windowScreen(page).go('Settings')
  await settingsScreen(page).open('Alerts')
  const panel = page.getByRole('region', { name: 'Alerts while you are away' })
  await panel.getByRole('button', { name: 'Add a destination' }).click()
  await panel.getByRole('radio', { name: 'E-mail' }).check()
  await panel.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1')
  await panel.getByRole('radio', { name: 'STARTTLS' }).check()
  await panel.getByRole('textbox', { name: 'Port' }).fill(String(smtp.port))
  for (const name of ['User name', 'From', 'To'])
    await panel.getByRole('textbox', { name, exact: true }).fill(mailbox)
  await panel.getByLabel('Password').fill('app password')
  await panel.getByRole('button', { name: 'Choose a file' }).click()
  await expect(panel).toContainText('CN=Plimsoll test authority')
  await panel.getByRole('button', { name: 'Add and send alerts there' }).click()
  await expect(panel.getByRole('listitem')).toContainText('E-mail: 127.0.0.1, to me@example.com')

  const chosen = (await askMain(page, 'away/choose-authority', null)) as {
    value: NonNullable<DestinationSettings['authority']>
  }
  const trusted = { authority: chosen.value, topic: 'plimsoll-test' }
  await add(page, 'ntfy', { ...trusted, address: ntfyServer.address }, '')
  await add(page, 'ntfy', { ...trusted, address: strangeServer.address }, '')
  await add(page, 'ntfy', { ...trusted, authority: null, address: ntfyServer.address }, '')
  await add(page, 'telegram', { address: telegramServer.address, topic: bot.chat }, bot.token)
  await add(page, 'webhook', { address: webhook.address }, signingSecret)
  expect(await askedBoxes(app)).toHaveLength(6)

  await simulator.control('POST', 'loan', { currentLtv: '76.2' })
  await expect(panel.getByText('Failing')).toHaveCount(2)
  await expect(panel.getByText('Last message accepted')).toHaveCount(4)
  await expect(panel).toContainText('could not be verified with the authority chosen for it')
  await expect(panel).toContainText('If the server is your own, edit the destination')

  expect(ntfy.delivered().map((message) => message.title)).toEqual([title])
  expect(unknownServer.requests()).toEqual([])
  expect(telegram.delivered().map(({ text }) => text.split('\n')[0])).toEqual([title])
  expect(webhook.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([{ title }])
  expect(webhook.received.map(({ isSigned }) => isSigned)).toEqual([true])
  expect(smtp.messages.map((message) => readMail(message).headers.get('Subject'))).toEqual([title])
  expect(smtp.lines.filter(({ secure }) => !secure).map(({ text }) => text)).toEqual([
    'EHLO [127.0.0.1]',
    'STARTTLS',
  ])
  const sent = [ntfy.delivered(), telegram.delivered(), webhook.received, smtp.messages]
  expect(JSON.stringify(sent)).not.toMatch(/76[.,]2|Harbour/)
  await Promise.all([...servers, webhook, smtp].map(({ close }) => close()))
})
