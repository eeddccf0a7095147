// The token of a bot in the path of a real request, and in nothing that comes back.
import { inspect } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { telegram } from '../../../src/main/away/kinds/telegram.js'
import { createOutgoingClient } from '../../../src/main/exchange/outgoing-client.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { newDestination } from '../../../src/shared/away/away.js'
import { createFakeTelegram, type TelegramBot } from '../../support/fake-telegram.js'

const token = '123456789:AAE-CANARY_abcdefghijklmnopqrstuvw'
const message = {
  id: 'id',
  at: 1,
  level: 'danger',
  critical: true,
  title: 'USDT loan: LTV has reached margin call',
  text: 'Add collateral.',
} as const

async function outcomeOf(answers: TelegramBot['answers'], isClosed = false) {
  const bot = createFakeTelegram(() => 1, { token, chat: '42', answers: answers ?? null })
  const { address, close } = await bot.listen()
  if (isClosed) await close()
  else onTestFinished(close)
  const settings = { ...newDestination('telegram'), address, topic: '42' }
  const target = { id: 'd', settings, secret: Secret.of(token), series: 0 }
  const request = telegram.alert?.(message, target, 1)
  if (request === undefined || 'mail' in request) throw new Error('it sends alerts')
  const outcome = await createOutgoingClient({ trust: {}, clock: () => 1 })(request)
  return { bot, outcome, shown: inspect([request, outcome], { depth: 20 }) }
}

it('SEC-1 sends the token of a bot in the path, once, and shows it nowhere', async () => {
  const { bot, outcome, shown } = await outcomeOf(null)
  expect(outcome).toMatchObject({ ok: true, value: { status: 200 } })
  expect(bot.requests()).toMatchObject([{ path: `/bot${token}/sendMessage` }])
  expect(bot.delivered()).toMatchObject([
    { text: 'USDT loan: LTV has reached margin call\n\nAdd collateral.' },
  ])
  expect(shown).not.toContain('CANARY')
})

it('follows no redirect, and takes no answer beyond its limit', async () => {
  const redirected = await outcomeOf('redirect')
  expect(redirected.outcome).toMatchObject({ ok: true, value: { status: 302, body: '' } })
  const oversized = await outcomeOf('huge')
  expect(oversized.outcome).toMatchObject({ ok: false, error: { cause: 'TOO_LARGE', sent: true } })
  const refused = await outcomeOf(null, true)
  expect(refused.outcome).toMatchObject({ ok: false, error: { sent: false } })
  expect([redirected, oversized].map(({ bot }) => bot.requests().length)).toEqual([1, 1])
  for (const { shown } of [redirected, oversized, refused]) expect(shown).not.toContain('CANARY')
})
