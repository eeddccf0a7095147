// What a market order would do, in sentences: the same in the ticket, in the preview and in the
// system dialog.
import { type Message, messageOf, type MessageOrText } from '../messages/messages.js'
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

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `consequence` null: positions have not been read yet. */
export function effectSentence(order: Ordered, consequence: Consequence | null): Message {
  const { market } = order
  const { base } = currenciesOf(market)
  if (consequence === null) return messageOf('orders.effect.no-positions')
  const { effect, remains } = consequence
  const [held, after] = [consequence.held ?? '', consequence.after ?? '']
  switch (effect) {
    case 'opens':
      return messageOf('orders.effect.opens', { remains, after, base, market })
    case 'increases':
      return messageOf('orders.effect.increases', { remains, held, after, base })
    case 'reduces':
      return messageOf('orders.effect.reduces', { remains, held, after, base })
    case 'closes':
      return messageOf('orders.effect.closes', {
        held: order.side === 'buy' ? 'short' : 'long',
        size: held,
        base,
      })
    case 'flips':
      return messageOf('orders.effect.flips', { remains, held, after, base })
    case 'not-known':
      return messageOf('orders.effect.not-known', { market })
  }
}

/** What its levels will do, and which protection they replace. */
export function levelSentences(
  order: Ordered & Levels,
  consequence: Consequence | null,
): Message[] {
  const { base, quote } = currenciesOf(order.market)
  const remains = consequence?.remains ?? 'not-known'
  const changes = consequence === null ? [] : levelChanges(order, consequence)
  return levels.flatMap((level) => {
    const price = order[level]
    if (price === null) return []
    if (remains === 'none')
      return [messageOf('orders.level.guards-nothing', { level, price, quote })]
    const way = (remains === 'long') === (level === 'takeProfit') ? 'rises' : 'falls'
    const act =
      remains === 'not-known'
        ? messageOf('orders.level.at', { level, price, quote })
        : messageOf('orders.level.closes', { level, way, price, quote })
    const change = changes.find((one) => one.level === level)
    if (change === undefined) return [act]
    const { from, to, size } = change
    return [
      act,
      from === null
        ? messageOf('orders.level.sets', { level, to, size, base })
        : messageOf('orders.level.replaces', { level, from, to, size, base }),
    ]
  })
}

/** The mark price implied by positions, and its description. */
export type SeenMark = { mark: Decimal; words: MessageOrText }

/**
 * A warning about an order, by the ticket field it concerns. `impossible`: wrong at every price.
 */
export type OrderDoubt = { field: Level | 'amount'; text: Message; impossible: boolean }

function faultText(
  { level, fault }: LevelFault,
  order: Levels,
  remains: string,
  price: SeenMark | null,
): Message {
  const figure = order[level] ?? ''
  switch (fault) {
    case 'guards-nothing':
      return messageOf('orders.doubt.guards-nothing', { level })
    case 'crossed':
      return messageOf('orders.doubt.crossed', {
        remains,
        stopLoss: figure,
        takeProfit: order.takeProfit ?? '',
      })
    case 'wrong-side': {
      const place = (level === 'stopLoss') === (remains === 'long') ? 'below' : 'above'
      const beside = {
        mark: price === null ? '' : asEstimateBeside(price.mark, figure),
        price: price?.words ?? '',
      }
      return messageOf('orders.doubt.wrong-side', { level, remains, place, figure, ...beside })
    }
  }
}

/**
 * `price`: what the levels are measured against, and its description ("the mark price of your open
 * position").
 */
export function orderDoubts(
  order: Ordered & Levels,
  consequence: Consequence,
  price: SeenMark | null,
): OrderDoubt[] {
  const { market } = order
  const beyond = beyondHedge(order, consequence)
  const { base } = currenciesOf(market)
  const doubts = levelFaults(order, consequence, price?.mark ?? null).map((fault): OrderDoubt => {
    return {
      field: fault.level,
      impossible: fault.fault === 'crossed',
      text: faultText(fault, order, consequence.remains, price),
    }
  })
  if (beyond === null) return doubts
  const { held } = beyond
  const positionSide = order.positionSide ?? ''
  const text =
    held === null
      ? messageOf('orders.doubt.hedge-none', { positionSide, market })
      : messageOf('orders.doubt.hedge-less', { positionSide, held, base, market })
  return [{ field: 'amount', impossible: false, text }, ...doubts]
}
