// What a person can say of an order nobody knows about, or whose answer was a mismatch, and the positions that speak for either.
import type { Evidence, EvidencePosition, IntentItem, MarketBlock, OrderIntent } from '../../../shared/domain/trading.js'
import { type OrderKind, takesAway } from '../../../shared/domain/order-ticket.js'
import { capital } from '../../../shared/domain/order-sentences.js'
import { compare, isDecimal, subtract } from '../../../shared/money.js'
import { itemSide, outcomeOf } from '../../format/order-words.js'

/** A question to the person: what is answered, and what has to be typed to mean it. */
export type AnswerQuestion = {
  intent: OrderIntent
  act: 'filled' | 'not-filled' | 'lift'
  /** The order it is about; null for all of the market that are unknown. */
  item: number | null
  /** What has to be typed: the market, or the last four characters of the investment's id. */
  type: string
  what: 'market' | 'tail'
  /** On the button that opens the question. */
  label: string
  title: string
  /** On the button that answers it. */
  answer: string
}

/** Both answers to one question. */
export type AnswerPair = { name: string; yes: AnswerQuestion; no: AnswerQuestion }

/** Every answer is about one market, and is given by typing it. */
export type Answers = {
  /** Of an intent of one order, or of an investment. */
  whole: AnswerPair | null
  /** Of each unknown order of a bulk request, by its index. */
  rows: ReadonlyMap<number, AnswerPair>
  /** Of all unknown orders of a market, where there are several and one word says of all what became of them. */
  markets: readonly AnswerPair[]
  lifts: readonly AnswerQuestion[]
}

const orderName = (item: IntentItem): string =>
  `${itemSide(item).toLowerCase()} ${item.amount} ${item.market}${item.price === null ? '' : ` at ${item.price}`}`

export const answersFor = (intent: OrderIntent, blocks: readonly MarketBlock[]): Answers => {
  const { investmentId } = intent
  const what = investmentId === null ? 'market' : 'tail'
  /** `name`: of its row, where its buttons stand beside those of others and are short. */
  const pairOf = (item: number | null, type: string, outcome: string, subject: string, name = ''): AnswerPair => {
    const answer = (act: 'filled' | 'not-filled', words: string): AnswerQuestion => {
      const label = name === '' ? `It was ${words}…` : `${capital(words)}…`
      return { intent, act, item, type, what, label, title: `Was this ${words}: ${subject}?`, answer: `It was ${words}` }
    }
    return { name, yes: answer('filled', outcome), no: answer('not-filled', `not ${outcome}`) }
  }
  const liftOf = (type: string, subject: string, on: string, label = 'Lift the block…'): AnswerQuestion => {
    const words = { label, title: `Lift the block on ${subject}?`, answer: `Lift the block on ${on}` }
    return { intent, act: 'lift', item: null, type, what, ...words }
  }
  if (investmentId !== null) {
    const isUnknown = intent.state === 'unknown'
    const tail = investmentId.slice(-4)
    return {
      whole: isUnknown ? pairOf(null, tail, 'closed', `the investment …${tail}`) : null,
      rows: new Map(),
      markets: [],
      lifts: isUnknown && intent.blocks ? [liftOf(tail, 'this investment', `…${tail}`)] : [],
    }
  }
  const unknown = intent.items.filter(({ state }) => state === 'unknown')
  const [only] = intent.items.length === 1 ? unknown : []
  const rows = only === undefined ? unknown : []
  const blocked = new Set(blocks.filter(({ intentId }) => intentId === intent.id).map(({ market }) => market))
  return {
    whole: only === undefined ? null : pairOf(null, only.market, outcomeOf(only), orderName(only)),
    rows: new Map(
      rows.map((item) => [item.index, pairOf(item.index, item.market, outcomeOf(item), orderName(item), `Row ${item.index + 1}`)]),
    ),
    markets: [...new Set(rows.map(({ market }) => market))].flatMap((market) => {
      const here = rows.filter((item) => item.market === market)
      const [outcome, another] = new Set(here.map(outcomeOf))
      if (outcome === undefined || another !== undefined || here.length < 2) return []
      return [pairOf(null, market, outcome, `all ${here.length} on ${market}`, `All ${here.length} on ${market}`)]
    }),
    lifts: [...blocked].map((market) => liftOf(market, market, market, blocked.size === 1 ? undefined : `Lift the block on ${market}…`)),
  }
}

const writtenDown = 'Plimsoll writes down that you said it, with the evidence as it is now.'

type Seen = { filled: string; notFilled: string; ifWrong: string; lifted: string }

const ofNewOrders: Seen = {
  filled: 'the order or its position is there',
  notFilled: 'it is not there',
  ifWrong: 'If you are wrong and send it again, it is executed twice.',
  lifted: 'If it was executed after all, the next one comes on top of it.',
}
const ofCancels: Seen = {
  filled: 'it is not among the open orders any more, and was cancelled',
  notFilled: 'it is still among the open orders',
  ifWrong: 'If you are wrong and send another in its place, that one stands alone or beside it, and both may fill.',
  lifted: 'If it was not cancelled after all, it still rests there, and the next one comes on top of it.',
}
const whatIsSeen: Record<OrderKind, Seen> = {
  market: ofNewOrders,
  bulk: ofNewOrders,
  'close-investment': { ...ofNewOrders, filled: 'the investment is closed and the funds are in your main balance' },
  cancel: ofCancels,
  'cancel-all': ofCancels,
  'close-position': {
    filled: 'the position is not open any more',
    notFilled: 'the position is open as it was',
    ifWrong: 'If you are wrong and send an order the other way, that one opens a position instead of closing this one.',
    lifted: 'If it was closed after all, an order the other way opens a position.',
  },
}

/** What an answer stands for, and what it does. The first sentence is read out with the question. */
export const meaningOf = ({ intent: { kind, act }, act: answer, what, type }: AnswerQuestion): [about: string, ...rest: string[]] => {
  const seen = whatIsSeen[kind]
  if (answer === 'lift') {
    const again = what === 'tail' ? 'This investment can be closed again' : `Orders on ${type} can be sent again`
    const targets = takesAway(kind) ? ', and this can be asked for again' : ''
    return [
      `${again}${targets}, although it is still not known what became of “${act}”.`,
      seen.lifted,
      'It stays listed as it is. Only the block goes.',
    ]
  }
  if (answer === 'filled') return [`Say so only if you have seen it on the exchange: ${seen.filled}.`, writtenDown]
  return [`Say so only if you have looked on the exchange and ${seen.notFilled}.`, seen.ifWrong, writtenDown]
}

const differenceOf = (
  before: EvidencePosition | null,
  after: EvidencePosition | null,
  bothLooked: boolean,
): { difference: string; changed: boolean } => {
  if (!bothLooked) return { difference: 'not known', changed: false }
  if (before === null) return { difference: 'opened', changed: true }
  if (after === null) return { difference: 'gone', changed: true }
  if (before.amount === null || after.amount === null || !isDecimal(before.amount) || !isDecimal(after.amount))
    return { difference: 'amount not sent', changed: false }
  const way = compare(after.amount, before.amount)
  if (way !== 0) return { difference: `${way > 0 ? '+' : ''}${subtract(after.amount, before.amount)}`, changed: true }
  return before.modifiedAt === after.modifiedAt
    ? { difference: 'none', changed: false }
    : { difference: 'changed, same amount', changed: true }
}

/** One row for each position seen at either look, market by market. */
export const evidenceRows = ({ before, after }: Pick<Evidence, 'before' | 'after'>) => {
  const markets = [...new Set([...Object.keys(before?.positions ?? {}), ...Object.keys(after?.positions ?? {})])].sort()
  return markets.flatMap((market) => {
    const was = before?.positions[market] ?? []
    const is = after?.positions[market] ?? []
    return [...new Set([...was, ...is].map(({ id }) => id))].map((id) => {
      const old = was.find((position) => position.id === id) ?? null
      const now = is.find((position) => position.id === id) ?? null
      return {
        key: `${market} ${id}`,
        market,
        id,
        positionSide: (now ?? old)?.positionSide ?? null,
        before: old,
        after: now,
        ...differenceOf(old, now, before !== null && after !== null),
      }
    })
  })
}
