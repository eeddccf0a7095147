import { capital } from '../../../shared/domain/order-sentences.js'
import { outcomeOf, sideWords } from '../../format/order-words.js'
import type { IntentItem, MarketBlock, OrderIntent } from '../../../shared/domain/trading.js'

export type AnswerAct = 'filled' | 'not-filled' | 'lift'

/** A question to the person: what is answered, and what has to be typed to mean it. */
export type AnswerQuestion = {
  intent: OrderIntent
  act: AnswerAct
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

/** What can be said of an intent that is unknown or did not fit. Every answer is about one market, and is given by typing it. */
export type Answers = {
  /** Of an intent of one order, or of an investment. */
  whole: AnswerPair | null
  /** Of each unknown order of a bulk request, by its index. */
  rows: ReadonlyMap<number, AnswerPair>
  /** Of all unknown orders of a market, where there are several and one word says of all what became of them. */
  markets: readonly AnswerPair[]
  lifts: readonly AnswerQuestion[]
}

export const tailOf = (id: string): string => id.slice(-4)

type Asked = Pick<AnswerQuestion, 'intent' | 'item' | 'type' | 'what'> & { outcome: string; subject: string }

/** `name`: of its row, where its buttons stand beside those of others and are short. */
const pairOf = ({ outcome, subject, ...common }: Asked, name = ''): AnswerPair => {
  const answer = (act: 'filled' | 'not-filled', words: string): AnswerQuestion => ({
    ...common,
    act,
    label: name === '' ? `It was ${words}…` : `${capital(words)}…`,
    title: `Was this ${words}: ${subject}?`,
    answer: `It was ${words}`,
  })
  return { name, yes: answer('filled', outcome), no: answer('not-filled', `not ${outcome}`) }
}

const orderName = (item: IntentItem): string =>
  `${sideWords[item.side].toLowerCase()} ${item.amount} ${item.market}${item.price === null ? '' : ` at ${item.price}`}`

const answersForInvestment = (intent: OrderIntent, id: string): Answers => {
  const common = { intent, item: null, type: tailOf(id), what: 'tail' as const }
  const lift: AnswerQuestion = {
    ...common,
    act: 'lift',
    label: 'Lift the block…',
    title: 'Lift the block on this investment?',
    answer: `Lift the block on …${tailOf(id)}`,
  }
  return {
    whole: pairOf({ ...common, outcome: 'closed', subject: `the investment …${tailOf(id)}` }),
    rows: new Map(),
    markets: [],
    lifts: intent.blocks ? [lift] : [],
  }
}

export const answersFor = (intent: OrderIntent, blocks: readonly MarketBlock[]): Answers => {
  if (intent.investmentId !== null) {
    if (intent.state === 'unknown') return answersForInvestment(intent, intent.investmentId)
    return { whole: null, rows: new Map(), markets: [], lifts: [] }
  }
  const unknown = intent.items.filter(({ state }) => state === 'unknown')
  const common = { intent, what: 'market' as const }
  const [only] = intent.items.length === 1 ? unknown : []
  const rows = only === undefined ? unknown : []
  const markets = [...new Set(rows.map(({ market }) => market))]
  const blocked = new Set(blocks.filter(({ intentId }) => intentId === intent.id).map(({ market }) => market))
  return {
    whole:
      only === undefined ? null : pairOf({ ...common, item: null, type: only.market, outcome: outcomeOf(only), subject: orderName(only) }),
    rows: new Map(
      rows.map((item) => [
        item.index,
        pairOf(
          { ...common, item: item.index, type: item.market, outcome: outcomeOf(item), subject: orderName(item) },
          `Row ${item.index + 1}`,
        ),
      ]),
    ),
    markets: markets.flatMap((market) => {
      const here = rows.filter((item) => item.market === market)
      const [outcome, another] = new Set(here.map(outcomeOf))
      if (outcome === undefined || another !== undefined || here.length < 2) return []
      const name = `All ${here.length} on ${market}`
      return [pairOf({ ...common, item: null, type: market, outcome, subject: `all ${here.length} on ${market}` }, name)]
    }),
    lifts: [...blocked].map((market) => ({
      ...common,
      act: 'lift',
      item: null,
      type: market,
      label: blocked.size === 1 ? 'Lift the block…' : `Lift the block on ${market}…`,
      title: `Lift the block on ${market}?`,
      answer: `Lift the block on ${market}`,
    })),
  }
}
