import { sideWords } from '../../format/order-words.js'
import type { MarketBlock, OrderIntent } from '../../../shared/domain/trading.js'

export type AnswerAct = 'filled' | 'not-filled' | 'lift'

/** A question to the person: what is answered, and what has to be typed to mean it. */
export type AnswerQuestion = {
  intent: OrderIntent
  act: AnswerAct
  /** The order it is about; null for the whole intent. */
  item: number | null
  /** What has to be typed: the market, or the last four characters of the investment's id. */
  type: string
  what: 'market' | 'tail'
  label: string
  title: string
}

export const tailOf = (id: string): string => id.slice(-4)

/** What can be said of an intent that is unknown or did not fit. Every answer is about one market, and is given by typing it. */
export const answersFor = (intent: OrderIntent, blocks: readonly MarketBlock[]): AnswerQuestion[] => {
  if (intent.kind === 'close-investment') {
    if (intent.state !== 'unknown' || intent.investmentId === null) return []
    const common = { intent, item: null, type: tailOf(intent.investmentId), what: 'tail' as const }
    const deciding: AnswerQuestion[] = [
      { ...common, act: 'filled', label: 'It was closed…', title: 'Was the investment closed?' },
      { ...common, act: 'not-filled', label: 'It was not closed…', title: 'Was the investment left open?' },
    ]
    const lift: AnswerQuestion = { ...common, act: 'lift', label: 'Lift the block…', title: 'Lift the block on this investment?' }
    return intent.blocks ? [...deciding, lift] : deciding
  }
  const unknown = intent.items.filter(({ state }) => state === 'unknown')
  const whole = intent.items.length === 1
  const resolving = unknown.flatMap((item): AnswerQuestion[] => {
    const which = whole ? '' : `Row ${item.index + 1}: `
    const order = `${sideWords[item.side].toLowerCase()} ${item.amount} ${item.market}`
    const common = { intent, item: whole ? null : item.index, type: item.market, what: 'market' as const }
    return [
      { ...common, act: 'filled', label: `${which}Resolve as filled…`, title: `Was this filled: ${order}?` },
      { ...common, act: 'not-filled', label: `${which}Resolve as not filled…`, title: `Was this not filled: ${order}?` },
    ]
  })
  const blocked = new Set(blocks.filter(({ intentId }) => intentId === intent.id).map(({ market }) => market))
  const lifting = [...blocked].map((market): AnswerQuestion => {
    const label = blocked.size === 1 ? 'Lift the block…' : `Lift the block on ${market}…`
    return { intent, act: 'lift', item: null, type: market, what: 'market', label, title: `Lift the block on ${market}?` }
  })
  return [...resolving, ...lifting]
}
