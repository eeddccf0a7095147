// What the user reads before confirming: the same in sentences, in figures and as the exact body.
import type { Profile } from '../../shared/domain/account.js'
import { type Consequence, effectOf, lessens } from '../../shared/domain/order-effect.js'
import { bulkBalanceWords, currenciesOf } from '../../shared/domain/order-rules.js'
import { effectSentence, levelSentences, orderDoubts } from '../../shared/domain/order-sentences.js'
import type { OrderSide } from '../../shared/domain/order.js'
import type { OrderPreview, OrderTotal, PreviewItem } from '../../shared/domain/trading.js'
import { add, asEstimate } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { OrderDraft, DraftItem } from './order-draft.js'
import { actOf, ageText, counted, currencySentence, itemAct, marketsOf, regionName } from './order-text.js'
import type { Line, Reference, KnownPositions } from './order-notional.js'

type Warning = OrderPreview['warnings'][number]

const previewItem = (item: DraftItem, consequence: Consequence | null): PreviewItem => {
  const { field: _field, ...shown } = item
  return { ...shown, effect: consequence?.effect ?? null }
}

const referenceText = ({ from, at }: Reference, now: UnixSeconds): string => {
  const age = at === null ? '' : `, ${ageText(at, now)} old`
  switch (from) {
    case 'mark':
      return `the mark price of your open position${age}`
    case 'entry':
      return 'the entry price of your open position'
    case 'last-fill':
      return 'the price your last order there was filled at'
  }
}

const levelWarnings = (item: DraftItem, consequence: Consequence, reference: Reference | null, now: UnixSeconds): Warning[] => {
  // An entry price or an old fill is no price of now: measured by it, a level that is right would be warned of.
  const price = reference?.from !== 'mark' ? null : { mark: reference.price, words: referenceText(reference, now) }
  return orderDoubts(item, consequence, price).map(({ field, text }) => ({ field, text }))
}

const excludedByIoc = { postOnly: 'post-only', rpi: 'RPI' } as const

const flagWarnings = (item: DraftItem): Warning[] =>
  (['postOnly', 'rpi'] as const)
    .filter((flag) => item.ioc && item[flag])
    .map((flag) => ({
      field: `${item.field}ioc`,
      text: `Immediate-or-cancel and ${excludedByIoc[flag]} exclude each other; the exchange refuses such an order.`,
    }))

const duplicateWarnings = (items: readonly DraftItem[]): Warning[] => {
  const seen = new Map<string, number>()
  return items.flatMap((item, number) => {
    const key = [item.market, item.side, item.amount, item.price].join(' ')
    const first = seen.get(key)
    if (first === undefined) seen.set(key, number)
    return first === undefined ? [] : [{ field: `${item.field}amount`, text: `Row ${number + 1} is the same order as row ${first + 1}.` }]
  })
}

const hedgeWarnings = ({ field, market, positionSide }: DraftItem, { met }: Consequence): Warning[] => {
  if (met !== undefined) return []
  const text =
    positionSide === null || positionSide === 'BOTH'
      ? `On ${market} you hold positions of a side (LONG, SHORT). In hedge mode the exchange refuses an order without a side.`
      : `On ${market} you hold a position without a side. Without hedge mode the exchange may refuse an order with one.`
  return [{ field: `${field}positionSide`, text }]
}

const totalsOf = (items: readonly DraftItem[], lines: readonly Line[]): OrderTotal[] => {
  const totals = new Map<string, OrderTotal>()
  for (const [number, item] of items.entries()) {
    const key = `${item.market} ${item.side}`
    const before = totals.get(key)
    const notional = lines[number]?.notional ?? null
    totals.set(key, {
      market: item.market,
      side: item.side,
      orders: (before?.orders ?? 0) + 1,
      amount: add(before?.amount ?? '0', item.amount),
      notional: notional === null || before?.notional === null ? null : add(before?.notional ?? '0', notional),
      quote: currenciesOf(item.market).quote,
    })
  }
  return [...totals.values()]
}

const sideNoun: Record<OrderSide, string> = { buy: 'buying', sell: 'selling' }

const totalSentence = ({ market, side, orders, amount, notional, quote }: OrderTotal): string =>
  `${counted(orders, 'order')} ${sideNoun[side]} ${amount} ${currenciesOf(market).base} on ${market}${notional === null ? '' : `, about ${asEstimate(notional)} ${quote}`}.`

const closeSentences = (draft: OrderDraft): string[] => [
  `Close the fixed-term investment ${draft.investmentId ?? ''}.`,
  'The exchange returns the funds to the main balance. Its API does not say how much, nor whether interest is lost; its own pages contradict each other.',
]

const collateralSentence = 'A collateral order: it uses this account’s collateral balance and changes its collateral positions.'

const marketSentences = (
  item: DraftItem,
  consequence: Consequence,
  line: Line | undefined,
  reference: Reference | null,
  parts: { now: UnixSeconds; limited: boolean },
): string[] => {
  const notional = line?.notional ?? null
  return [
    `${itemAct(item)}.`,
    currencySentence(item.market),
    collateralSentence,
    effectSentence(item, consequence),
    ...levelSentences(item, consequence),
    ...(item.positionSide === null ? [] : [`Position side ${item.positionSide}.`]),
    notional === null || reference === null
      ? 'Notional unknown here: the price is the market’s.'
      : `Notional about ${asEstimate(notional)} ${line?.quote ?? ''}, by ${referenceText(reference, parts.now)}. The price is the market’s.`,
    ...(parts.limited && lessens(consequence.effect) ? ['It reduces risk, so no limit holds it back.'] : []),
  ]
}

const bulkSentences = (draft: OrderDraft, totals: readonly OrderTotal[]): string[] => {
  const sentences = [`${actOf(draft)}.`, bulkBalanceWords, ...marketsOf(draft.items).map(currencySentence), ...totals.map(totalSentence)]
  if (draft.items.length > 1)
    sentences.push(
      draft.stopOnFail === true
        ? 'They are tried in their order; at the first that fails the exchange stops, and the ones behind it are not tried.'
        : 'Every one of them is tried, whatever becomes of the others.',
    )
  return sentences
}

export const previewOf = (parts: {
  draft: OrderDraft
  profile: Profile
  known: KnownPositions
  lines: readonly Line[]
  references: readonly (Reference | null)[]
  /** Whether limits are on. */
  limited: boolean
  now: UnixSeconds
}): Pick<
  OrderPreview,
  'kind' | 'act' | 'sentences' | 'profile' | 'items' | 'investmentId' | 'stopOnFail' | 'warnings' | 'totals' | 'mark'
> => {
  const { draft, known, lines, references, now } = parts
  const { id, name, region, baseUrl, keyHint } = parts.profile
  const [item] = draft.items
  const totals = totalsOf(draft.items, lines)
  const single = draft.kind === 'market' && item !== undefined ? { item, consequence: effectOf(item, known.list) } : null
  const reference = references[0] ?? null
  const what =
    single !== null
      ? marketSentences(single.item, single.consequence, lines[0], reference, parts)
      : draft.kind === 'close-investment'
        ? closeSentences(draft)
        : bulkSentences(draft, totals)
  return {
    kind: draft.kind,
    act: actOf(draft),
    sentences: [...what, `Sent for the profile “${name}” (${regionName(region)}, key ${keyHint}).`],
    profile: { id, name, region, baseUrl, keyHint },
    items: draft.items.map((one) => previewItem(one, single?.consequence ?? null)),
    investmentId: draft.investmentId,
    stopOnFail: draft.stopOnFail,
    warnings: [
      ...(single === null ? [] : levelWarnings(single.item, single.consequence, reference, now)),
      ...draft.items.flatMap(flagWarnings),
      ...duplicateWarnings(draft.items),
      ...(single === null ? [] : hedgeWarnings(single.item, single.consequence)),
    ],
    totals,
    mark: single !== null && reference?.from === 'mark' ? reference.price : null,
  }
}
