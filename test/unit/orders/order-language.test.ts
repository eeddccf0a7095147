import { afterEach, describe, expect, it } from 'vitest'
import { readFormatsFrom } from '../../../src/shared/formats.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { OrderPreview } from '../../../src/shared/orders/trading.js'
import type { Language } from '../../../src/shared/messages/language.js'
import { englishOf, readLanguageFrom, textOf } from '../../../src/shared/messages/messages.js'
import { ok } from '../../../src/shared/result.js'
import {
  aBulkTicket,
  aClose,
  aTicket,
  createOrderHarness,
  echoOf,
  good,
  type OrderHarness,
  ourPage,
  unknownAnswer,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { worded, wordsOf } from '../../support/worded.js'

const speak = (language: Language): void => readLanguageFrom(() => language)
const write = (numbers: string | null): void => readFormatsFrom(() => ({ numbers, dates: numbers }))
afterEach(() => {
  speak('en')
  write(null)
})

async function ready(): Promise<OrderHarness> {
  const harness = createOrderHarness()
  await harness.ready()
  harness.asked.length = 0
  return harness
}

function preview(harness: OrderHarness, ticket: OrderTicket): OrderPreview {
  const prepared = harness.orders.prepare(ticket, ourPage)
  if (!prepared.ok) throw new Error(englishOf(prepared.error.message))
  return prepared.value
}

describe('UX-64 a review in Ukrainian', () => {
  it('of a market order says what it does, what its levels do, and what they are measured by', async () => {
    const harness = await ready()
    speak('uk')
    const { act, sentences, warnings } = preview(
      harness,
      aTicket({ side: 'sell', amount: '0.06', stopLoss: '39000', takeProfit: '38000' }),
    )
    expect(worded(act)).toBe('Продати 0.06 BTC_USDT за ринком')
    expect(worded(sentences)).toEqual([
      'Продати 0.06 BTC_USDT за ринком.',
      'Ордер закриває вашу лонг-позицію розміром 0.05 BTC і відкриває шорт-позицію розміром 0.01 BTC.',
      'Стоп-лос: закриває її, якщо ціна зросте до 39000 USDT.',
      'Тейк-профіт: закриває її, якщо ціна впаде до 38000 USDT.',
      'На BTC_USDT кількості вказано в BTC, а ціни — в USDT.',
      'Ордер під заставу: він використовує баланс застави цього рахунку і змінює його позиції під заставу.',
      'Номінал приблизно 2460 USDT (для розрахунку взято: ціна маркування вашої відкритої позиції, станом на 0 секунд тому). Ордер виконається за ринковою ціною.',
      'За поточною ціною реалізований PnL після закриття становив би приблизно 50 USDT до комісій.',
      'Надсилається для рахунку «Main account» (Глобальний, ключ abcd…wxyz).',
    ])
    expect(worded(warnings)).toEqual([
      {
        field: 'stopLoss',
        text: 'Стоп-лос шорт-позиції має бути вище за ціну; 39000 не вище за 41000 (ціна маркування вашої відкритої позиції, станом на 0 секунд тому). Біржа відмовить, або це одразу закриє позицію.',
      },
    ])
  })

  it('counts orders as the language does', async () => {
    const harness = await ready()
    speak('uk')
    const acts = [1, 2, 5].map(
      (count) => preview(harness, aBulkTicket(Array.from({ length: count }, () => ({})))).act,
    )
    expect(worded(acts)).toEqual([
      'Купити 0.001 BTC_USDT за ціною 40000',
      'Розмістити 2 лімітні ордери на BTC_USDT',
      'Розмістити 5 лімітних ордерів на BTC_USDT',
    ])
  })

  it('is what the system dialog asks, too', async () => {
    const harness = await ready()
    const askFrom = { USDT: '1' }
    await harness.orders.changeLimits({ ...harness.view().limits, askFrom })
    speak('uk')
    const { token, act } = preview(harness, aClose())
    await harness.orders.confirm(token, ourPage)
    expect(worded(harness.asked)).toMatchObject([
      { title: 'Надіслати це?', message: 'Закрити лонг 0.05 BTC_USDT', confirm: wordsOf(act) },
    ])
  })
})

describe('UX-64 the record of an order', () => {
  it('is in the language of whoever reads it, whatever it was when the order was confirmed', async () => {
    const harness = await ready()
    speak('uk')
    const { token, act } = preview(harness, aTicket())
    speak('en')
    const confirmed = await harness.orders.confirm(token, ourPage)
    if (!confirmed.ok) throw new Error(englishOf(confirmed.error.message))
    expect(harness.intent(confirmed.value.intentId).act).toEqual(act)
    expect(worded(act)).toBe('Buy 0.01 BTC_USDT at market')
    speak('uk')
    expect(worded(act)).toBe('Купити 0.01 BTC_USDT за ринком')
  })

  it('says what is known of an unknown order in the language of now, and in English in a file', async () => {
    const harness = await ready()
    harness.exchange.answers(() => unknownAnswer())
    const id = await harness.send()
    const evidence = (): string => textOf(harness.intent(id).evidence?.text ?? '')
    expect(evidence()).toBe('Not checked yet.')
    speak('uk')
    expect(evidence()).toBe('Ще не перевірено.')
    await harness.orders.exportAll('json')
    expect(harness.saved[0]?.text).toContain('"text": "Not checked yet."')
  })
})

describe('UX-61 a review in the format of a region', () => {
  it('writes every amount and price in it, digit by digit, and sends what was typed', async () => {
    const harness = await ready()
    write('de-DE')
    const { act, sentences, warnings, token } = preview(
      harness,
      aTicket({ side: 'sell', amount: '0.06', stopLoss: '39000.5', takeProfit: '38000' }),
    )
    expect(worded(act)).toBe('Sell 0,06 BTC_USDT at market')
    expect(worded(sentences)).toEqual(
      expect.arrayContaining([
        'It closes your long position of 0,05 BTC and opens a short one of 0,01 BTC.',
        'Stop loss: closes it if the price rises to 39\u202f000,5 USDT.',
      ]),
    )
    for (const text of [act, ...sentences, ...warnings.map((warning) => warning.text)])
      expect(wordsOf(text)).not.toMatch(/\d\.\d|\d{4}/u)
    const confirmed = await harness.orders.confirm(token, ourPage)
    // The record is read in the language and format of whoever reads it.
    const recorded = confirmed.ok ? harness.intent(confirmed.value.intentId).act : ''
    expect(wordsOf(recorded)).toBe('Sell 0,06 BTC_USDT at market')
    speak('uk')
    write(null)
    expect(wordsOf(recorded)).toBe('Продати 0.06 BTC_USDT за ринком')
    expect(harness.exchange.sent.map(({ body }) => body)).toEqual([
      expect.stringContaining('"amount":"0.06"'),
    ])
  })

  it('leaves files plain: what was ordered, what was answered, and every step in words', async () => {
    const harness = await ready()
    write('de-DE')
    harness.exchange.answers((request) =>
      request.kind === 'market'
        ? ok({
            reply: { kind: 'market', order: echoOf({ ...request.draft, amount: '1234.5' }) },
            at: 0,
          })
        : good(request),
    )
    await harness.send(aTicket({ amount: '0.01' }))
    await settled()
    for (const kind of ['csv', 'json'] as const) {
      await harness.orders.exportAll(kind)
      const { text } = harness.saved.at(-1) ?? { text: '' }
      expect(text).toContain('Buy 0.01 BTC_USDT at market')
      expect(text).toContain('1234.5')
      expect(text).not.toMatch(/0,01|1.?234,5/u)
    }
  })

  it('keeps what a person said of an unknown order for every language and format', async () => {
    const harness = await ready()
    write('de-DE')
    harness.exchange.answers(() => unknownAnswer())
    const id = await harness.send(aTicket({ amount: '0.0125' }))
    await settled()
    const resolved = harness.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' })
    expect(resolved.ok).toBe(true)
    expect(worded(harness.intent(id).timeline.at(-1)?.text)).toContain(
      'Buy 0,0125 BTC_USDT at market',
    )
  })

  it('says a limit that is passed likewise', async () => {
    const harness = await ready()
    await harness.orders.changeLimits({
      ...harness.view().limits,
      on: true,
      byQuote: { USDT: { perOrder: '1000.5', perDay: '5000' } },
    })
    write('fr-FR')
    const refused = harness.orders.prepare(aTicket({ amount: '1.5' }), ourPage)
    if (refused.ok) throw new Error('it is within the limit')
    expect(textOf(refused.error.message)).toMatch(
      /for one order is 1\u202f000,5 USDT; this is about 61\u202f500/u,
    )
  })
})
