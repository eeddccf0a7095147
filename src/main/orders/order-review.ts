// What a person reads before confirming: the same in sentences, in figures and as the exact body.
import type { Profile } from '../../shared/domain/account.js'
import type { OrderSide } from '../../shared/domain/order.js'
import { bulkBalanceWords, currenciesOf } from '../../shared/domain/order-rules.js'
import type { Position } from '../../shared/domain/position.js'
import type { OrderEffect, OrderReview, OrderTotal, ReviewItem } from '../../shared/domain/trading.js'
import { add, compare, type Decimal } from '../../shared/money.js'
import type { Draft, DraftItem } from './draft.js'
import { effectOf, positionMet } from './order-effect.js'
import { actOf, counted, currencySentence, itemAct, marketsOf, regionName } from './order-words.js'
import type { Line, Reference } from './order-worth.js'

type Warning = OrderReview['warnings'][number]

const effectWords: Record<OrderEffect, (market: string) => string> = {
  opens: (market) => `It opens a new position on ${market}.`,
  increases: (market) => `It increases the position that is open on ${market}.`,
  reduces: (market) => `It reduces the position that is open on ${market}.`,
  closes: (market) => `It closes the position that is open on ${market}, by what is known now.`,
  flips: (market) => `It closes the position that is open on ${market} and opens one in the other direction.`,
  'not-known': (market) => `What it does to an open position on ${market} cannot be told from here.`,
}

const reviewItem = (item: DraftItem, isMarket: boolean, positions: readonly Position[]): ReviewItem => {
  const { field: _field, ...shown } = item
  return { ...shown, effect: isMarket ? effectOf(item, positions) : null }
}

const referenceWords: Record<Reference['from'], string> = {
  mark: 'the price your open position is valued at',
  base: 'the base price of your open position',
  'last-fill': 'the price your last order there was filled at',
  typed: 'the price you typed',
}

const protectiveWarnings = (item: DraftItem, reference: Reference | null): Warning[] => {
  if (reference === null || reference.from === 'typed') return []
  const warnings: Warning[] = []
  const against = `${referenceWords[reference.from]} (${reference.price})`
  const warn = (field: string, text: string): void => void warnings.push({ field, text })
  const { side, stopLoss, takeProfit } = item
  const wrong = (level: Decimal, below: boolean): boolean => compare(level, reference.price) < 0 !== below
  if (stopLoss !== null && wrong(stopLoss, side === 'buy'))
    warn(
      'stopLoss',
      `A stop loss of a ${side} lies ${side === 'buy' ? 'below' : 'above'} the price; ${stopLoss} does not, measured by ${against}.`,
    )
  if (takeProfit !== null && wrong(takeProfit, side !== 'buy'))
    warn(
      'takeProfit',
      `A take profit of a ${side} lies ${side === 'buy' ? 'above' : 'below'} the price; ${takeProfit} does not, measured by ${against}.`,
    )
  return warnings
}

const flagWarnings = (item: DraftItem): Warning[] => {
  const warnings: Warning[] = []
  if (item.ioc && item.postOnly)
    warnings.push({
      field: `${item.field}ioc`,
      text: 'Immediate-or-cancel and post-only exclude each other; the exchange refuses such an order.',
    })
  if (item.ioc && item.rpi)
    warnings.push({
      field: `${item.field}ioc`,
      text: 'Immediate-or-cancel and RPI exclude each other; the exchange refuses such an order.',
    })
  return warnings
}

const duplicateWarnings = (items: readonly DraftItem[]): Warning[] => {
  const seen = new Map<string, number>()
  return items.flatMap((item, number) => {
    const key = [item.market, item.side, item.amount, item.price].join(' ')
    const first = seen.get(key)
    if (first === undefined) seen.set(key, number)
    return first === undefined ? [] : [{ field: `${item.field}amount`, text: `Row ${number + 1} is the same order as row ${first + 1}.` }]
  })
}

const hedgeWarnings = (items: readonly DraftItem[], positions: readonly Position[]): Warning[] =>
  items.flatMap((item) => {
    const met = positionMet(item, positions)
    if (met !== undefined) return []
    return [
      {
        field: `${item.field}positionSide`,
        text:
          item.positionSide === null || item.positionSide === 'BOTH'
            ? `On ${item.market} you hold positions of a side (LONG, SHORT). In hedge mode the exchange refuses an order without a side.`
            : `On ${item.market} you hold a position without a side. Without hedge mode the exchange may refuse an order with one.`,
      },
    ]
  })

const totalsOf = (items: readonly DraftItem[], lines: readonly Line[]): OrderTotal[] => {
  const totals = new Map<string, OrderTotal>()
  for (const [number, item] of items.entries()) {
    const key = `${item.market} ${item.side}`
    const before = totals.get(key)
    const worth = lines[number]?.worth ?? null
    totals.set(key, {
      market: item.market,
      side: item.side,
      orders: (before?.orders ?? 0) + 1,
      amount: add(before?.amount ?? '0', item.amount),
      worth: worth === null || before?.worth === null ? null : add(before?.worth ?? '0', worth),
      money: currenciesOf(item.market).money,
    })
  }
  return [...totals.values()]
}

const sideNoun: Record<OrderSide, string> = { buy: 'buying', sell: 'selling' }

const totalSentence = ({ market, side, orders, amount, worth, money }: OrderTotal): string =>
  `${counted(orders, 'order')} ${sideNoun[side]} ${amount} ${currenciesOf(market).stock} on ${market}${worth === null ? '' : `, about ${worth} ${money}`}.`

const closeSentences = (draft: Draft): string[] => [
  `Close the fixed-term investment ${draft.investmentId ?? ''}.`,
  'The exchange returns the funds to the main balance. Its interface does not say how much, nor whether interest is lost; its own pages say different things about that.',
]

const collateralWords = 'A collateral order: it uses this account’s collateral balance and changes its collateral positions.'

const orderSentences = (
  draft: Draft,
  items: readonly ReviewItem[],
  totals: readonly OrderTotal[],
  reference: Reference | null,
): string[] => {
  const [item] = draft.items
  const sentences: string[] = []
  if (draft.kind === 'market' && item !== undefined) {
    sentences.push(`${itemAct(item)}.`, currencySentence(item.market), collateralWords)
    sentences.push(effectWords[items[0]?.effect ?? 'not-known'](item.market))
    if (item.stopLoss !== null) sentences.push(`With a stop loss at ${item.stopLoss}.`)
    if (item.takeProfit !== null) sentences.push(`With a take profit at ${item.takeProfit}.`)
    if (item.positionSide !== null) sentences.push(`Position side ${item.positionSide}.`)
    const [total] = totals
    sentences.push(
      total?.worth === undefined || total.worth === null || reference === null
        ? 'What it is worth cannot be known here: the price is the market’s.'
        : `Worth about ${total.worth} ${total.money}, by ${referenceWords[reference.from]}. The price is the market’s.`,
    )
    return sentences
  }
  sentences.push(`${actOf(draft)}.`, bulkBalanceWords, ...marketsOf(draft.items).map(currencySentence), ...totals.map(totalSentence))
  if (draft.items.length > 1)
    sentences.push(
      draft.stopOnFail === true
        ? 'They are tried in their order; at the first that fails the exchange stops, and the ones behind it are not tried.'
        : 'Every one of them is tried, whatever becomes of the others.',
    )
  return sentences
}

export const reviewOf = (parts: {
  draft: Draft
  profile: Profile
  positions: readonly Position[]
  lines: readonly Line[]
  references: readonly (Reference | null)[]
}): Pick<OrderReview, 'kind' | 'act' | 'sentences' | 'profile' | 'items' | 'investmentId' | 'stopOnFail' | 'warnings' | 'totals'> => {
  const { draft, positions, lines, references } = parts
  const { id, name, region, baseUrl, keyHint } = parts.profile
  const isMarket = draft.kind === 'market'
  const items = draft.items.map((item) => reviewItem(item, isMarket, positions))
  const totals = totalsOf(draft.items, lines)
  const what = draft.kind === 'close-investment' ? closeSentences(draft) : orderSentences(draft, items, totals, references[0] ?? null)
  return {
    kind: draft.kind,
    act: actOf(draft),
    sentences: [...what, `Sent for the profile “${name}” (${regionName(region)}, key ${keyHint}).`],
    profile: { id, name, region, baseUrl, keyHint },
    items,
    investmentId: draft.investmentId,
    stopOnFail: draft.stopOnFail,
    warnings: [
      ...(isMarket ? draft.items.flatMap((item, number) => protectiveWarnings(item, references[number] ?? null)) : []),
      ...draft.items.flatMap(flagWarnings),
      ...duplicateWarnings(draft.items),
      ...(isMarket ? hedgeWarnings(draft.items, positions) : []),
    ],
    totals,
  }
}
