// What a market order would do, in sentences: the same in the ticket, in the preview and in the system dialog.
import { asEstimateBeside, type Decimal } from '../money.js'
import {
  beyondHedge,
  type Consequence,
  type Level,
  levelChanges,
  type LevelFault,
  levelFaults,
  type Levels,
  levels,
  type Ordered,
} from './order-effect.js'
import { currenciesOf } from './order-rules.js'

export const levelNames: Record<Level, string> = { stopLoss: 'stop loss', takeProfit: 'take profit' }

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** `consequence` null: positions have not been seen yet. */
export const effectSentence = (order: Ordered, consequence: Consequence | null): string => {
  const { base } = currenciesOf(order.market)
  if (consequence === null) return 'Its effect on your positions is unknown: no positions have been read yet.'
  const { effect, held, after, remains } = consequence
  switch (effect) {
    case 'opens':
      return `It opens a ${remains} position of ${after ?? ''} ${base}. None is open on ${order.market} now.`
    case 'increases':
      return `It increases your ${remains} position from ${held ?? ''} to ${after ?? ''} ${base}.`
    case 'reduces':
      return `It reduces your ${remains} position from ${held ?? ''} to ${after ?? ''} ${base}.`
    case 'closes':
      return `It closes your ${order.side === 'buy' ? 'short' : 'long'} position of ${held ?? ''} ${base}, by what is known now.`
    case 'flips':
      return `It closes your ${remains === 'short' ? 'long' : 'short'} position of ${held ?? ''} ${base} and opens a ${remains} one of ${after ?? ''} ${base}.`
    case 'not-known':
      return `What it does to your ${order.market} position is unknown from what the exchange sends.`
  }
}

/** What its levels will do, and which protection they replace. */
export const levelSentences = (order: Ordered & Levels, consequence: Consequence | null): string[] => {
  const { base, quote } = currenciesOf(order.market)
  const remains = consequence?.remains ?? 'not-known'
  const changes = consequence === null ? [] : levelChanges(order, consequence)
  return levels.flatMap((level) => {
    const price = order[level]
    if (price === null) return []
    const name = capital(levelNames[level])
    if (remains === 'none') return [`${name} ${price} ${quote}: no position remains for it to guard.`]
    const rises = (remains === 'long') === (level === 'takeProfit')
    const act =
      remains === 'not-known' ? `at ${price} ${quote}` : `closes it if the price ${rises ? 'rises' : 'falls'} to ${price} ${quote}`
    const change = changes.find((one) => one.level === level)
    if (change === undefined) return [`${name}: ${act}.`]
    const from = change.from === null ? `Sets a ${levelNames[level]} at` : `Replaces ${levelNames[level]} ${change.from} →`
    return [`${name}: ${act}.`, `${from} ${change.to} for the whole position of ${change.size} ${base}.`]
  })
}

/** The mark price that positions imply, and how to call it. */
export type SeenMark = { mark: Decimal; words: string }

/** A doubt about an order, by the field of the ticket it is about. `impossible`: it can be right at no price. */
export type OrderDoubt = { field: Level | 'amount'; text: string; impossible: boolean }

const faultText = (fault: LevelFault, order: Levels, remains: string, price: SeenMark | null): string => {
  const name = levelNames[fault.level]
  const level = order[fault.level] ?? ''
  const isLong = remains === 'long'
  if (fault.fault === 'guards-nothing') return `This order leaves no position, so its ${name} would guard nothing.`
  if (fault.fault === 'crossed') {
    const place = isLong ? 'below' : 'above'
    return `The stop loss of a ${remains} position lies ${place} its take profit; ${level} is not ${place} ${order.takeProfit ?? ''}, so one of the two would close it at once.`
  }
  const place = (fault.level === 'stopLoss') === isLong ? 'below' : 'above'
  const beside = price === null ? '' : `${asEstimateBeside(price.mark, level)}, ${price.words}`
  return `The ${name} of a ${remains} position lies ${place} the price; ${level} is not ${place} ${beside}. The exchange refuses it, or it closes the position at once.`
}

/** `price`: what the levels are measured by, and how it is called ("the mark price of your open position"). */
export const orderDoubts = (order: Ordered & Levels, consequence: Consequence, price: SeenMark | null): OrderDoubt[] => {
  const beyond = beyondHedge(order, consequence)
  const { base } = currenciesOf(order.market)
  const doubts = levelFaults(order, consequence, price?.mark ?? null).map((fault): OrderDoubt => {
    return { field: fault.level, impossible: fault.fault === 'crossed', text: faultText(fault, order, consequence.remains, price) }
  })
  if (beyond === null) return doubts
  const open = beyond.held === null ? 'none is open' : `only ${beyond.held} ${base} is open`
  const text = `In hedge mode this can only reduce a ${order.positionSide ?? ''} position, and ${open} on ${order.market}. The exchange refuses it.`
  return [{ field: 'amount', impossible: false, text }, ...doubts]
}
