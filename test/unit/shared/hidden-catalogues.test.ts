// UX-46: which values of which message stay readable while only amounts are hidden. Every message of both catalogues is filled with figures that
// stand nowhere else, so a new sentence that would show an amount fails here.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { afterEach, describe, expect, it } from 'vitest'
import { textWithoutFigures } from '../../../src/shared/hidden-amounts.js'
import { english } from '../../../src/shared/messages/en/english.js'
import { addCatalogue, type MessageKey, readLanguageFrom, textOf } from '../../../src/shared/messages/messages.js'
import { ukrainian } from '../../../src/shared/messages/uk/ukrainian.js'

addCatalogue('uk', ukrainian)
afterEach(() => readLanguageFrom(() => 'en'))

type Slots = { figures: Set<string>; counts: Set<string>; choices: Map<string, string[]> }

function collect(elements: readonly MessageFormatElement[], into: Slots): Slots {
  for (const element of elements) {
    if (element.type === TYPE.argument || element.type === TYPE.number) into.figures.add(element.value)
    if (element.type === TYPE.tag) collect(element.children, into)
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      if (element.type === TYPE.plural) into.counts.add(element.value)
      else into.choices.set(element.value, Object.keys(element.options))
      for (const { value } of Object.values(element.options)) collect(value, into)
    }
  }
  return into
}

const figureAt = (at: number): string => `${71 + at}.39184${at}`

/** With every choice it offers, one after the other. */
function fillings({ figures, counts, choices }: Slots): Record<string, string | number>[] {
  const names = [...figures].filter((name) => !counts.has(name) && !choices.has(name))
  const base = Object.fromEntries(names.map((name, at) => [name, name === 'market' ? 'BTC_USDT' : figureAt(at)]))
  const counted = Object.fromEntries([...counts].map((name) => [name, 2]))
  const first = Object.fromEntries([...choices].map(([name, [option = 'other']]) => [name, option]))
  const rest = [...choices].flatMap(([name, options]) => options.map((option) => ({ ...first, [name]: option })))
  return [first, ...rest].map((chosen) => ({ ...base, ...counted, ...chosen }))
}

/** "area.name: value" of whatever stays, by the value's name. */
function readable(catalogue: Readonly<Record<string, Readonly<Record<string, string>>>>, hidden: 'amounts' | 'all'): string[] {
  const found = new Set<string>()
  for (const [area, messages] of Object.entries(catalogue))
    for (const [name, message] of Object.entries(messages)) {
      for (const values of fillings(collect(parse(message), { figures: new Set(), counts: new Set(), choices: new Map() }))) {
        const tags = Object.fromEntries(
          [...message.matchAll(/<(\w+)>/gu)].map(([, tag = '']) => [tag, (parts: string[]) => parts.join('')]),
        )
        const text = textOf({ key: `${area}.${name}` as MessageKey, values: { ...values, ...tags } as never })
        const shown = textWithoutFigures(text, [], hidden)
        for (const [slot, value] of Object.entries(values))
          if (String(value).includes('.') && shown.includes(String(value))) found.add(`${area}.${name}: ${slot}`)
      }
    }
  return [...found].sort()
}

/** By sentence and value: what is no amount. */
const noAmount = [
  /: (?:ltv|percent|headroom|distance)$/,
  /^accounts\.state\.headroom: share$/,
  /^accounts\.state\.ltv-and-margin-call: marginCall$/,
  /^alerts\.notice\.ltv: threshold$/,
  /^alerts\.notice\.ltv-(?:room|reached): liquidation$/,
  /^alerts\.(?:early\.hint-below|typed\.ltv-past-liquidation): liquidation$/,
  /^overview\.loan-(?:initial|margin-call|liquidation): level$/,
  /^alerts\.(?:price|alarm-state)\.[a-z-]+: price$/,
  /^trade\.market-now\.fee: (?:maker|taker)$/,
  /^trade\.price-as-of: age$/,
]
/** What has to stay, or nobody sees the risk. */
const risk = [
  ...['accounts.state.headroom: share', 'accounts.state.ltv-and-margin-call: ltv', 'accounts.state.ltv-and-margin-call: marginCall'],
  ...['alerts.notice.ltv-room: ltv', 'alerts.notice.ltv-room: liquidation', 'alerts.notice.ltv-room: percent', 'alerts.percent: percent'],
  ...['alerts.price.above: price', 'alerts.price.below-already: price', 'alerts.price.text: price', 'overview.loan-margin-call: level'],
]

describe.each([
  ['en', english],
  ['uk', ukrainian],
] as const)('UX-46 while amounts are hidden, in %s', (language, catalogue) => {
  it('only percentages, LTV with its levels, and prices of markets stay in a sentence', () => {
    readLanguageFrom(() => language)
    const found = readable(catalogue, 'amounts')
    expect(found.filter((one) => !noAmount.some((pattern) => pattern.test(one)))).toEqual([])
    expect(found).toEqual(expect.arrayContaining(risk))
  })

  it('nothing stays where percentages are hidden as well', () => {
    readLanguageFrom(() => language)
    expect(readable(catalogue, 'all')).toEqual([])
  })
})
