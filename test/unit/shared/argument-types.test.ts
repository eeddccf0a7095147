// Every argument of every message has a type, and what is hidden by type does not appear in the
// text.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import english from '../../../resources/locales/en.json' with { type: 'json' }
import { mask } from '../../../src/shared/hidden-amounts.js'
import { declaredType } from '../../../src/shared/messages/argument-types.js'
import {
  type Message,
  type MessageKey,
  messageOf,
  readLanguageFrom,
  t,
  textOf,
  withHidden,
} from '../../../src/shared/messages/messages.js'

type Argument = { name: string; kind: 'text' | 'number' | 'plural' | 'select' }

function argumentsOf(elements: readonly MessageFormatElement[]): Argument[] {
  return elements.flatMap((one): Argument[] => {
    if (one.type === TYPE.tag) return argumentsOf(one.children)
    if (one.type === TYPE.argument) return [{ name: one.value, kind: 'text' }]
    if (one.type === TYPE.number) return [{ name: one.value, kind: 'number' }]
    if (one.type !== TYPE.plural && one.type !== TYPE.select) return []
    const within = Object.values(one.options).flatMap(({ value }) => argumentsOf(value))
    return [{ name: one.value, kind: one.type === TYPE.plural ? 'plural' : 'select' }, ...within]
  })
}

const catalogue = Object.entries<string>(english).map(([key, text]) => {
  const all = argumentsOf(parse(text))
  const kindsOf = (argument: string): Argument['kind'][] =>
    all.filter((one) => one.name === argument).map(({ kind }) => kind)
  return {
    key: key as MessageKey,
    text,
    values: [...new Set(all.map((one) => one.name))].map((argument) => ({
      argument,
      kinds: kindsOf(argument),
      type: declaredType(key, argument),
    })),
  }
})

describe('the arguments of messages', () => {
  it('all have a type', () => {
    const untyped = catalogue.flatMap(({ key, values }) =>
      values.filter(({ type }) => type === null).map(({ argument }) => `${key}.${argument}`),
    )
    expect(untyped).toEqual([])
  })

  it('are counts if a plural depends on them', () => {
    const odd = catalogue.flatMap(({ key, values }) =>
      values
        .filter(
          ({ kinds, type }) => kinds.includes('plural') && type !== 'count' && type !== 'duration',
        )
        .map(({ argument, type }) => `${key}.${argument}: ${type}`),
    )
    expect(odd).toEqual([])
  })

  it('are figures if they are formatted as numbers', () => {
    const figures = ['amount', 'price', 'marketPrice', 'percent', 'count', 'duration']
    const odd = catalogue.flatMap(({ key, values }) =>
      values
        .filter(({ kinds, type }) => kinds.includes('number') && !figures.includes(type ?? ''))
        .map(({ argument, type }) => `${key}.${argument}: ${type}`),
    )
    expect(odd).toEqual([])
  })
})

function tags({ text }: { text: string }): Record<string, unknown> {
  return Object.fromEntries(
    [...text.matchAll(/<(\w+)>/gu)].map(([, tag = '']) => [
      tag,
      (parts: string[]) => parts.join(''),
    ]),
  )
}

function optionsOf(text: string, argument: string): string[] {
  const found: string[] = []
  const walk = (elements: readonly MessageFormatElement[]): void => {
    for (const one of elements) {
      if (one.type === TYPE.tag) walk(one.children)
      if (one.type !== TYPE.select && one.type !== TYPE.plural) continue
      if (one.value === argument && one.type === TYPE.select)
        found.push(...Object.keys(one.options))
      for (const { value } of Object.values(one.options)) walk(value)
    }
  }
  walk(parse(text))
  return found
}

/** A different figure for every value, and each option of a choice in turn. */
function* fillings(
  message: (typeof catalogue)[number],
  figure: (at: number) => string,
): Generator<Record<string, unknown>> {
  const selects = message.values
    .filter(({ kinds }) => kinds.includes('select'))
    .map(({ argument }) => argument)
  const base = Object.fromEntries(
    message.values.map(({ argument, kinds }, at) => [
      argument,
      kinds.includes('plural') ? 2 : figure(at),
    ]),
  )
  const firsts = Object.fromEntries(
    selects.map((argument) => [argument, optionsOf(message.text, argument)[0] ?? 'other']),
  )
  const values = { ...base, ...tags(message), ...firsts }
  yield values
  for (const argument of selects)
    for (const option of optionsOf(message.text, argument)) yield { ...values, [argument]: option }
}

type Formatter = (key: MessageKey, values: Record<string, unknown>) => string

function shownIn(
  hidden: 'amounts' | 'all',
  key: MessageKey,
  values: Record<string, unknown>,
  ofMain: boolean,
): string {
  return withHidden(hidden, () =>
    ofMain ? textOf({ key, values } as Message) : (t as Formatter)(key, values),
  )
}

describe.each(['en', 'uk'] as const)(
  'UX-46 messages while amounts are hidden, in %s',
  (language) => {
    const hiddenBy = {
      amounts: ['amount', 'price', 'exchangeText'],
      all: ['amount', 'price', 'exchangeText', 'marketPrice', 'percent'],
    }

    it.each(['amounts', 'all'] as const)(
      'contain no digit of any argument whose type is hidden: %s',
      (hidden) => {
        readLanguageFrom(() => language)
        const digits = fc.stringMatching(/^[1-9]\d{3,9}$/)
        try {
          fc.assert(
            fc.property(digits, digits, (whole, part) => {
              for (const message of catalogue)
                for (const values of fillings(message, (at) => `${whole}${at}.${part}`))
                  for (const ofMain of [false, true]) {
                    const text = shownIn(hidden, message.key, values, ofMain)
                    const masksAll = message.values.every(
                      ({ kinds, type }) =>
                        kinds.includes('select') ||
                        kinds.includes('plural') ||
                        hiddenBy[hidden].includes(type ?? ''),
                    )
                    if (masksAll && message.values.length > 0)
                      expect(text, message.key).not.toContain(part)
                    for (const [at, { argument, kinds, type }] of message.values.entries()) {
                      const isChoice = kinds.includes('select') || kinds.includes('plural')
                      const isMasked =
                        hiddenBy[hidden].includes(type ?? '') || (ofMain && type === 'words')
                      if (!isChoice && isMasked)
                        expect(text, `${message.key}.${argument}`).not.toContain(`${whole}${at}.`)
                    }
                  }
            }),
            { numRuns: 3 },
          )
        } finally {
          readLanguageFrom(() => 'en')
        }
      },
    )
  },
)

/** What has to stay when only amounts are hidden, so that the risk can be seen. */
const risk = {
  percent: [
    ...[
      'accounts.state.headroom.share',
      'accounts.state.ltv-and-margin-call.ltv',
      'accounts.state.ltv-and-margin-call.marginCall',
    ],
    ...[
      'alerts.notice.ltv-room.ltv',
      'alerts.notice.ltv-room.liquidation',
      'alerts.notice.ltv-room.percent',
      'alerts.percent.percent',
    ],
    'overview.loan-margin-call.level',
  ],
  marketPrice: [
    'alerts.price.above.price',
    'alerts.price.below-already.price',
    'alerts.price.text.price',
  ],
}

describe('UX-46 figures that show risk', () => {
  it.each(
    Object.entries(risk).flatMap(([type, names]) => names.map((name) => [name, type] as const)),
  )('%s is a %s', (name, type) => {
    const at = name.lastIndexOf('.')
    expect(declaredType(name.slice(0, at), name.slice(at + 1))).toBe(type)
  })
})

describe('UX-46 values that carry their type', () => {
  const figure = fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `${whole}.${part}`)

  it('are masked by it in any place', () => {
    fc.assert(
      fc.property(figure, (amount) => {
        for (const value of [
          { amount },
          { price: amount },
          { exchangeText: `no more than ${amount}` },
        ]) {
          expect(
            withHidden('amounts', () =>
              textOf(messageOf('outcomes.answer.happened', { message: value })),
            ),
          ).toBe(`What happened: ${mask}`)
        }
      }),
    )
    expect(
      withHidden('all', () => textOf(messageOf('trade.quoted', { text: { name: 'order-7' } }))),
    ).toBe('“order-7”')
    expect(textOf(messageOf('trade.quoted', { text: { exchangeText: 'at least 5' } }))).toBe(
      '“at least 5”',
    )
  })

  it('are masked as text of the exchange if their type is unknown', () => {
    const odd = { key: 'trade.quoted', values: { text: { grams: '12.5' } } } as unknown as Message
    expect(withHidden('amounts', () => textOf(odd))).toBe(`“${mask}”`)
  })
})

describe('UX-46 text outside the catalogue', () => {
  it('is masked as text of the exchange if it has a digit while amounts are hidden, and unchanged otherwise', () => {
    expect(withHidden('amounts', () => textOf('Bought 0.01 BTC at 64000'))).toBe(mask)
    expect(withHidden('amounts', () => textOf('Not enough balance'))).toBe('Not enough balance')
    expect(textOf('Bought 0.01 BTC at 64000')).toBe('Bought 0.01 BTC at 64000')
  })

  it('is masked in place of a message if it came from elsewhere, but not if composed here', () => {
    const from = messageOf('outcomes.answer.happened', { message: 'Bought 0.01' })
    expect(withHidden('amounts', () => textOf(from))).toBe(`What happened: ${mask}`)
    const nested = messageOf('outcomes.answer.happened', {
      message: messageOf('orders.act.buy-at-market', { amount: '0.01', market: 'BTC_USDT' }),
    })
    expect(withHidden('amounts', () => textOf(nested))).toBe(
      `What happened: Buy ${mask} BTC_USDT at market`,
    )
    expect(withHidden('amounts', () => t('common.and-more', { more: 3 }))).toContain('3')
  })
})
