import { describe, expect, it } from 'vitest'
import { destinationFaults, newDestination } from '../../../src/shared/away/away.js'
import { ok } from '../../../src/shared/result.js'
import { aRaised, createAwayHarness, startOfAway } from '../../support/away-harness.js'
import { createFakeTelegram, type TelegramBot } from '../../support/fake-telegram.js'
import type { NtfyFault } from '../../support/fake-ntfy.js'
import { worded } from '../../support/worded.js'

const token = '123456789:AAE-CANARY_abcdefghijklmnopqrstuvw'
const chat = '-1001234567890'
const settings = { ...newDestination('telegram'), topic: chat }

function telegramWorld(some: Partial<TelegramBot> = {}) {
  let fault: () => NtfyFault = () => null
  const bot: TelegramBot = { token, chat, ...some }
  const telegram = createFakeTelegram(() => world.clock(), bot)
  const world = createAwayHarness((request) => telegram.client(() => fault())(request))
  return {
    ...world,
    bot,
    telegram,
    fail: (next: () => NtfyFault): void => {
      fault = next
    },
    /** What is wrong with its only destination, as the user reads it. */
    faultText: () => worded(world.away().view().destinations[0]?.fault?.message),
  }
}

describe('ALR-10 an alert to a Telegram bot', () => {
  it('is sent once, as plain text whatever is in it, and makes a sound unless it is mild', async () => {
    const { away, add, pass, telegram } = telegramWorld()
    await add({ ...settings, levels: ['danger', 'caution', 'info'] }, token)
    const words = () => ({ title: '*BTC* <b>_loan_</b>', text: '[Add](https://a.example) & `x`' })
    away().raised(aRaised({ words }))
    await pass(2)
    away().raised(aRaised({ alertId: 'a2', key: 'mild', level: 'info', critical: false, words }))
    await pass(60)
    const text = '*BTC* <b>_loan_</b>\n\n[Add](https://a.example) & `x`'
    expect(telegram.delivered().map(({ silent, ...rest }) => [rest.text, silent])).toEqual([
      [text, false],
      [text, true],
    ])
    expect(telegram.requests()[0]).toMatchObject({
      host: 'https://api.telegram.org',
      path: `/bot${token}/sendMessage`,
    })
    expect(away().view().history).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  })

  it('is cut to what Telegram takes, and not within a character', async () => {
    const { away, add, pass, telegram } = telegramWorld()
    await add(settings, token)
    for (const [key, title] of Object.entries({ even: '', odd: 'x' }))
      away().raised(aRaised({ key, words: () => ({ title, text: '🔔'.repeat(4096) }) }))
    await pass(10)
    const texts = telegram.delivered().map(({ text }) => text)
    expect(texts.map((text) => text.length)).toEqual([4095, 4096])
    expect(texts.every((text) => text.isWellFormed() && text.endsWith('🔔…'))).toBe(true)
  })

  it.each([
    ['a wrong token', { token: '123456789:another' }, /^api\.telegram\.org does not know this bot/],
    ['an unknown chat', { chat: '42' }, /^Your bot cannot find this chat\. Send it a message/],
    ['a bot that is blocked', { isBlocked: true }, /^Your bot may not write .* Unblock it/],
    ['a redirect', { answers: 'redirect' }, /redirects are not followed/],
    ['another program', { answers: 'page' }, /does not answer like the Telegram Bot API/],
    ['a limit', { floodWait: 30 }, /takes no more messages for now/],
  ] as const)('says what to do about %s, and does not count it as sent', async (_, bot, said) => {
    const { away, add, pass, faultText } = telegramWorld(bot)
    await add(settings, token)
    away().raised(aRaised())
    await pass(1)
    expect(faultText()).toMatch(said)
    expect(away().view().destinations).toMatchObject([{ queued: 1, lastSentAt: null }])
  })

  it('waits as long as Telegram asks, which news and waking up do not shorten', async () => {
    const { away, add, pass, telegram, bot } = telegramWorld({ floodWait: 900 })
    await add(settings, token)
    away().raised(aRaised())
    await pass(1)
    away().raised(aRaised({ alertId: 'a2', key: 'other' }))
    away().resumed()
    await pass(899)
    expect(telegram.requests()).toHaveLength(1)
    bot.floodWait = null
    await pass(5)
    const [first] = telegram.requests()
    expect(telegram.delivered().map(({ at }) => at - (first?.at ?? 0))).toEqual([900, 900])
  })

  it('does not wait for a time that the clock was set back from, and never for over an hour', async () => {
    const { away, add, pass, telegram, setClock } = telegramWorld({ floodWait: 1e9 })
    await add(settings, token)
    away().raised(aRaised())
    await pass(1)
    setClock(startOfAway - 7200)
    await pass(1)
    expect(telegram.requests()).toHaveLength(2)
    await pass(3590, 10)
    expect(telegram.requests()).toHaveLength(2)
    await pass(20, 10)
    expect(telegram.requests()).toHaveLength(3)
  })

  it('is sent again after a lost answer or a restart, and says that it may arrive twice', async () => {
    const { away, add, pass, telegram, fail, restart, faultText } = telegramWorld()
    await add(settings, token)
    fail(() => 'cut')
    away().raised(aRaised())
    await pass(1)
    expect(faultText()).toMatch(/The message is sent again, and may arrive twice\.$/)
    restart()
    fail(() => null)
    await pass(10)
    expect(telegram.delivered()).toHaveLength(2)
    expect(away().view().history).toMatchObject([{ state: 'sent' }])
  })

  it('is previewed exactly, without the token, and tested on request', async () => {
    const { away, add, telegram } = telegramWorld()
    const previewed = away().preview({ id: null, settings, secret: null })
    if (!previewed.ok) throw new Error('no preview')
    const { alert, stopped, requests } = previewed.value
    const [first = '', body = ''] = requests[0]?.split('\n') ?? []
    expect([first, stopped]).toEqual(['POST https://api.telegram.org/bot<token>/sendMessage', null])
    expect(JSON.parse(body)).toMatchObject({
      chat_id: chat,
      text: `${alert?.title ?? ''}\n\n${alert?.text ?? ''}`,
    })
    expect(telegram.requests()).toEqual([])
    expect(await away().test(await add(settings, token))).toEqual(ok(null))
    expect(telegram.delivered()).toMatchObject([
      { text: 'Test message from Plimsoll\n\nAlerts reach you here.' },
    ])
  })
})

describe('the bot token', () => {
  it('SEC-1 is sent to the server it was entered for, and appears nowhere else', async () => {
    const world = telegramWorld()
    const { away, add, pass, telegram, bot, fail, secrets } = world
    const id = await add(settings, token)
    const faults: NtfyFault[] = ['refuse', 'lost', 'cut']
    for (const fault of faults) {
      fail(() => fault)
      away().raised(aRaised({ key: String(fault) }))
      await pass(20)
    }
    fail(() => null)
    const problems = []
    for (const answers of ['redirect', 'huge', 'page', null] as const) {
      bot.answers = answers
      await pass(20)
      problems.push(await away().test(id))
    }
    const elsewhere = { ...settings, address: 'https://bots.example' }
    problems.push(await away().save({ id, settings: elsewhere, secret: null }))
    expect(problems.filter((one) => !one.ok)).toHaveLength(4)
    expect(new Set(telegram.requests().map(({ host }) => host))).toEqual(
      new Set(['https://api.telegram.org']),
    )
    expect(world.logged.length).toBeGreaterThan(5)
    const { views, notices, asked, logged, repository } = world
    const stored = [repository.destinations(), repository.pending(), repository.history(50)]
    expect(JSON.stringify([problems, views, notices, asked, logged, stored])).not.toMatch(
      /CANARY|AAE-|sendMessage/,
    )
    expect([...secrets.values()]).toEqual([token])
  })

  it.each([
    ['its form', '123456789', {}, { secret: /BotFather/ }],
    ['what would be another path', `${token}/../x?y`, {}, { secret: /BotFather/ }],
    ['its absence', '', {}, { secret: /BotFather/ }],
    ['the chat', token, { topic: 'my group' }, { topic: /A number such as/ }],
    ['a path', token, { address: 'https://a.example/bot' }, { address: /without a path/ }],
  ])('is refused for %s', (_, secret, some, said) => {
    const faults = worded(destinationFaults({ ...settings, ...some }, secret))
    expect(faults).toEqual(
      Object.fromEntries(
        Object.entries(said).map(([field, words]) => [field, [expect.stringMatching(words)]]),
      ),
    )
  })
})
