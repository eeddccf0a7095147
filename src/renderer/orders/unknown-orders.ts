// What the user can say about an order whose outcome is unknown, or whose response was a mismatch,
// and the positions that are evidence for either.
import type {
  Evidence,
  EvidencePosition,
  IntentItem,
  MarketBlock,
  OrderIntent,
} from '../../shared/orders/trading.js'
import { type OrderKind, takesAway } from '../../shared/orders/order-ticket.js'
import { t, textOf } from '../../shared/messages/messages.js'
import { compare, isDecimal, subtract } from '../../shared/money.js'
import { shownAmount } from '../components/shown-text.svelte.js'
import { walletWords } from '../components/words.js'
import { orderKinds } from './kinds/order-kinds.js'
import { type Answered, type Outcome, outcomeOf } from './order-states.js'

/** A question to the user: what is answered, and what must be typed to confirm it. */
export type AnswerQuestion = {
  intent: OrderIntent
  act: 'filled' | 'not-filled' | 'lift'
  /** The answer; null if only a block is lifted. */
  was: Answered | null
  /** The order it is about; null for all unknown ones of the market. */
  item: number | null
  /** What must be typed: the market, the asset, or the end of the investment's id. */
  type: string
  what: 'market' | 'asset' | 'tail'
  /** On the button that opens the question. */
  label: string
  readonly title: string
  /** On the button that answers it. */
  readonly answer: string
}

/** Both answers to one question. */
export type AnswerPair = { name: string; yes: AnswerQuestion; no: AnswerQuestion }

/** Every answer is about one market, and is confirmed by typing it. */
export type Answers = {
  /** For an intent of one order, or of an investment. */
  whole: AnswerPair | null
  /** For each unknown order of a bulk request, by its index. */
  rows: ReadonlyMap<number, AnswerPair>
  /** For all unknown orders of a market, if there are several and one answer covers all of them. */
  markets: readonly AnswerPair[]
  lifts: readonly AnswerQuestion[]
}

function orderName({ side, target, amount, market, price }: IntentItem): string {
  if (target?.kind === 'purses')
    return t('trade.subject.transfer', {
      amount,
      asset: market,
      fromWallet: walletWords[target.from],
      toWallet: walletWords[target.to],
    })
  const words = { side: target?.kind === 'position' ? target.direction : side, amount, market }
  return price === null
    ? t('trade.subject.market', words)
    : t('trade.subject.limit', { ...words, price })
}

export function answersFor(intent: OrderIntent, blocks: readonly MarketBlock[]): Answers {
  const { investmentId } = intent
  const isTransfer = intent.items.some(({ target }) => target?.kind === 'purses')
  const what = investmentId !== null ? 'tail' : isTransfer ? 'asset' : 'market'
  /** `name`: of its row, if its buttons are beside those of others and short. */
  const pairOf = (
    item: number | null,
    type: string,
    outcome: Outcome,
    subject: () => string,
    name = '',
  ): AnswerPair => {
    const answer = (act: 'filled' | 'not-filled', was: Answered): AnswerQuestion => ({
      intent,
      act,
      was,
      item,
      type,
      what,
      label: t(name === '' ? `outcomes.was.${was}.label` : `outcomes.was.${was}.short`),
      // It stays open for a while: both follow the language.
      get title() {
        return t(`outcomes.was.${was}.title`, { subject: subject() })
      },
      get answer() {
        return t(`outcomes.was.${was}.answer`)
      },
    })
    return { name, yes: answer('filled', outcome), no: answer('not-filled', `not-${outcome}`) }
  }
  const liftOf = (type: string, label = t('trade.lift.label')): AnswerQuestion => ({
    intent,
    act: 'lift',
    was: null,
    item: null,
    type,
    what,
    label,
    get title() {
      if (what === 'asset') return t('trade.lift.title-asset', { asset: type })
      return what === 'tail'
        ? t('trade.lift.title-investment')
        : t('trade.lift.title', { market: type })
    },
    get answer() {
      if (what === 'asset') return t('trade.lift.answer-asset', { asset: type })
      return t('trade.lift.answer', { market: what === 'tail' ? `…${type}` : type })
    },
  })
  if (investmentId !== null) {
    const isUnknown = intent.state === 'unknown'
    const tail = investmentId.slice(-4)
    return {
      whole: isUnknown
        ? pairOf(null, tail, 'closed', () => t('trade.subject.investment', { tail }))
        : null,
      rows: new Map(),
      markets: [],
      lifts: isUnknown && intent.blocks ? [liftOf(tail)] : [],
    }
  }
  const unknown = intent.items.filter(({ state }) => state === 'unknown')
  const [only] = intent.items.length === 1 ? unknown : []
  const rows = only === undefined ? unknown : []
  const blocked = new Set(
    blocks.filter(({ intentId }) => intentId === intent.id).map(({ market }) => market),
  )
  return {
    whole:
      only === undefined ? null : pairOf(null, only.market, outcomeOf(only), () => orderName(only)),
    rows: new Map(
      rows.map((item) => {
        const name = t('trade.row', { row: item.index + 1 })
        return [
          item.index,
          pairOf(item.index, item.market, outcomeOf(item), () => orderName(item), name),
        ]
      }),
    ),
    markets: [...new Set(rows.map(({ market }) => market))].flatMap((market) => {
      const here = rows.filter((item) => item.market === market)
      const [outcome, another] = new Set(here.map(outcomeOf))
      if (outcome === undefined || another !== undefined || here.length < 2) return []
      const count = { count: here.length, market }
      return [
        pairOf(
          null,
          market,
          outcome,
          () => t('trade.subject.all', count),
          t('trade.all-on', count),
        ),
      ]
    }),
    lifts: [...blocked].map((market) =>
      liftOf(market, blocked.size === 1 ? undefined : t('trade.lift.label-on', { market })),
    ),
  }
}

function liftedWords(
  what: AnswerQuestion['what'],
  type: string,
  kind: OrderKind,
  act: string,
): string {
  if (what === 'tail') return t('outcomes.meaning.lift-investment', { act })
  if (what === 'asset') return t('outcomes.meaning.lift-asset', { asset: type, act })
  return t(
    takesAway(kind) ? 'outcomes.meaning.lift-market-ask-again' : 'outcomes.meaning.lift-market',
    { market: type, act },
  )
}

/** The meaning and the effect of an answer. The first sentence is announced with the question. */
export function meaningOf({
  intent,
  act: answer,
  what,
  type,
}: AnswerQuestion): [about: string, ...rest: string[]] {
  const { kind } = intent
  const act = textOf(intent.act)
  const { meaning } = orderKinds[kind].unknown
  if (answer === 'lift') {
    return [liftedWords(what, type, kind, act), meaning.lifted, t('outcomes.meaning.stays-listed')]
  }
  const writtenDown = t('outcomes.meaning.written-down')
  if (answer === 'filled') return [meaning.filled, writtenDown]
  return [meaning['not-filled'], meaning['if-wrong'], writtenDown]
}

function differenceOf(
  before: EvidencePosition | null,
  after: EvidencePosition | null,
  bothLooked: boolean,
): { difference: string; changed: boolean } {
  if (!bothLooked)
    return { difference: t('outcomes.evidence.difference.not-known'), changed: false }
  if (before === null)
    return { difference: t('outcomes.evidence.difference.opened'), changed: true }
  if (after === null) return { difference: t('outcomes.evidence.difference.gone'), changed: true }
  if (
    before.amount === null ||
    after.amount === null ||
    !isDecimal(before.amount) ||
    !isDecimal(after.amount)
  )
    return { difference: t('outcomes.evidence.difference.not-sent'), changed: false }
  const way = compare(after.amount, before.amount)
  if (way !== 0)
    return {
      difference: `${way > 0 ? '+' : ''}${shownAmount(subtract(after.amount, before.amount))}`,
      changed: true,
    }
  return before.modifiedAt === after.modifiedAt
    ? { difference: t('outcomes.evidence.difference.none'), changed: false }
    : { difference: t('outcomes.evidence.difference.touched'), changed: true }
}

/** One row per position present in either snapshot, market by market. */
export function evidenceRows({ before, after }: Pick<Evidence, 'before' | 'after'>) {
  const markets = [
    ...new Set([...Object.keys(before?.positions ?? {}), ...Object.keys(after?.positions ?? {})]),
  ].sort()
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
