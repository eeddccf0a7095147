// What leaves this computer, by real alerts of an account whose figures would be recognized.
import { describe, expect, it } from 'vitest'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { type DestinationSettings, newDestination } from '../../../src/shared/away/away.js'
import { awayWords } from '../../../src/main/alerts/away-words.js'
import { mailBytes } from '../../../src/main/exchange/mail-message.js'
import { messageOf } from '../../../src/shared/messages/messages.js'
import { fail, ok } from '../../../src/shared/result.js'
import { anAlert, createAlertHarness, noticeWords, utcText } from '../../support/alert-harness.js'
import { aDestination, createAwayHarness, profileId } from '../../support/away-harness.js'
import { createFakeNtfy } from '../../support/fake-ntfy.js'
import { createFakeTelegram } from '../../support/fake-telegram.js'
import { settled } from '../../support/fake-clock.js'
import { aPosition } from '../../support/fake-exchange-client.js'
import { aLoan } from '../../support/test-storage.js'

const amounts = ['73918', '26441', '58273', '94617', '41739']
const [borrowed = '', funding = '', size = '', entry = '', liquidation = ''] = amounts

function aView(at: number): PortfolioView {
  const live = { asOf: at, source: 'live' as const, problem: null }
  return {
    ...noPortfolio,
    profileId: 'a',
    loan: {
      ...noPortfolio.loan,
      ...live,
      value: {
        kind: 'loan',
        loan: aLoan({ amount: borrowed, totalFunding: funding, currentLtv: '76.5' }),
      },
    },
    positions: {
      ...noPortfolio.positions,
      ...live,
      value: [
        aPosition({
          amount: size,
          entryPrice: entry,
          liquidationPrice: liquidation,
          liquidationState: 'margin_call',
        }),
      ],
    },
  }
}

/** As raised by an account whose name and figures would be recognized. */
function raiseCanaries() {
  const alerts = createAlertHarness()
  alerts.names.set('a', 'Canary Brothers')
  alerts.open('a').portfolioChanged(aView(alerts.time.clock()))
  return alerts
}

async function bytesSent(chosen: Partial<DestinationSettings>) {
  const alerts = raiseCanaries()
  const ntfy = createFakeNtfy(() => away.clock())
  const away = createAwayHarness((request) => ntfy.client()(request), alerts.time.clock())
  await away.add(aDestination({ levels: ['danger', 'caution', 'info'], ...chosen }))
  for (const alert of alerts.raisedAway) away.away().raised({ ...alert, profileId })
  await away.pass(5)
  await settled()
  return {
    raised: alerts.raisedAway,
    messages: ntfy.delivered().map(({ title, message }) => `${title} ${message}`),
    bytes: ntfy
      .requests()
      .map(({ bytes }) => bytes)
      .join('\n'),
  }
}

describe('ALR-12 what leaves this computer', () => {
  it('by default no amount, no percentage and no account name', async () => {
    const { raised, messages, bytes } = await bytesSent({})
    expect(raised.map(({ critical }) => critical)).toEqual([true, true])
    expect(messages).toHaveLength(2)
    expect(messages.join()).not.toMatch(/\d/)
    for (const amount of amounts) expect(bytes).not.toContain(amount)
    expect(bytes).not.toMatch(/Canary|76\.5|%/)
  })

  it('by default none of these to a Telegram bot either', async () => {
    const alerts = raiseCanaries()
    const bot = { token: '123456789:AAEabcdefghijklmnopqrstuvwxyz', chat: '@channel' }
    const telegram = createFakeTelegram(() => away.clock(), bot)
    const away = createAwayHarness(telegram.client(), alerts.time.clock())
    await away.add({ ...newDestination('telegram'), topic: bot.chat }, bot.token)
    for (const alert of alerts.raisedAway) away.away().raised({ ...alert, profileId })
    await away.pass(5)
    const texts = telegram.delivered().map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts.join()).not.toMatch(/\d/)
    const bytes = telegram.requests().map((request) => request.bytes)
    for (const amount of amounts) expect(bytes.join()).not.toContain(amount)
    expect(bytes.join()).not.toMatch(/Canary|76\.5|%/)
  })

  it('by default none of these by mail either', async () => {
    const alerts = raiseCanaries()
    const sent: string[] = []
    const away = createAwayHarness(
      () => Promise.resolve(fail({ cause: 'NO_ROUTE', sent: false })),
      alerts.time.clock(),
      ({ mail }) => {
        sent.push(`${mail.subject}\n${mail.text}`, mailBytes(mail).toString('latin1'))
        return Promise.resolve(ok({ status: 250, body: '', retryAfterMs: null }))
      },
    )
    const mailbox = 'me@example.com'
    const mail = { security: 'tls', port: 465, user: mailbox, from: mailbox, to: mailbox } as const
    const settings = { ...newDestination('email'), address: 'smtp.example.com', mail }
    await away.add(settings, 'app password')
    for (const alert of alerts.raisedAway) away.away().raised({ ...alert, profileId })
    await away.pass(5)
    const texts = sent.filter((text) => !text.startsWith('From:'))
    expect(texts).toHaveLength(2)
    expect(texts.join()).not.toMatch(/\d/)
    for (const amount of amounts) expect(sent.join()).not.toContain(amount)
    expect(sent.join()).not.toMatch(/Canary|76\.5|%|app password/)
  })

  it('percentages and the name only as chosen, and never an amount', async () => {
    const { messages, bytes } = await bytesSent({ percentages: true, accountName: true })
    expect(messages.join()).toContain('76.5')
    expect(messages.every((message) => message.startsWith('Canary Brothers'))).toBe(true)
    for (const amount of amounts) expect(bytes).not.toContain(amount)
  })

  it('not the name of a pool account, unless names were chosen', () => {
    const name = 'CanaryPool'
    const alert = anAlert({
      kind: 'payout-changed',
      subject: { key: 'payout:x', name },
      title: messageOf('alerts.payout.title', { name }),
    })
    const said = (accountName: boolean) =>
      JSON.stringify(awayWords(alert, noticeWords, { percentages: true, accountName }))
    expect([said(false), said(true)]).toEqual([
      expect.not.stringContaining(name),
      expect.stringContaining(name),
    ])
  })

  it('nothing of what the user acknowledged, or that is only found at the first look', () => {
    const alerts = createAlertHarness()
    const account = alerts.open('a')
    account.portfolioChanged(aView(alerts.time.clock()))
    const ids = alerts.raisedAway.map(({ alertId }) => alertId)
    for (const id of ids) account.acknowledge(id)
    expect(alerts.acknowledgedAway).toEqual(expect.arrayContaining(ids))
    account.portfolioChanged(aView(alerts.time.clock() + 1))
    expect(alerts.raisedAway).toHaveLength(ids.length)
  })

  it('no more of what quiet hours held back, which says since when and what became of it', () => {
    const alerts = createAlertHarness()
    const account = alerts.open('a')
    const startsAt = alerts.time.clock()
    account.portfolioChanged(aView(startsAt))
    const [first = '', second = ''] = alerts.raisedAway.map(({ alertId }) => alertId)
    const said = { percentages: false, accountName: false }
    const now = account.awayNow(first)
    if (now?.kind !== 'open') throw new Error('it is open')
    const { title, text } = now.words(said)
    expect(text).toContain(`Since ${utcText(startsAt)}.`)
    expect(`${title} ${text.replace(utcText(startsAt), '')}`).not.toMatch(/\d/)
    expect(now).toMatchObject({ urgent: true, surpassed: false })
    account.acknowledge(second)
    expect(account.awayNow(second)?.kind).toBe('acknowledged')
    expect(account.awayNow('of another time')).toEqual({ kind: 'over' })
  })

  it('names the more severe alert that is sent in its place', () => {
    const alerts = createAlertHarness()
    const account = alerts.open('a')
    const at = alerts.time.clock()
    const withLtv = (currentLtv: string, seconds: number): PortfolioView => ({
      ...aView(at + seconds),
      positions: noPortfolio.positions,
      loan: {
        ...aView(at + seconds).loan,
        value: { kind: 'loan', loan: aLoan({ currentLtv }) },
      },
    })
    account.portfolioChanged(withLtv('50', 0))
    account.portfolioChanged(withLtv('66', 1))
    const [step = ''] = alerts.raisedAway.map(({ alertId }) => alertId)
    expect(account.awayNow(step)).toMatchObject({ kind: 'open', surpassed: false, urgent: false })
    account.portfolioChanged(withLtv('76.5', 2))
    expect(account.awayNow(step)).toMatchObject({ kind: 'open', surpassed: true })
    account.portfolioChanged(withLtv('50', 3))
    account.portfolioChanged(withLtv('50', 4))
    expect(account.awayNow(step)).toEqual({ kind: 'over' })
  })

  it('nothing of the demo', () => {
    const alerts = createAlertHarness()
    alerts.open('demo').portfolioChanged({ ...aView(alerts.time.clock()), profileId: 'demo' })
    expect(alerts.raisedAway).toEqual([])
  })
})
