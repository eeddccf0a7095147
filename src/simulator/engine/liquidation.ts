// Margin calls and liquidation: the account's equity is weighed against what its positions must keep.
import { absolute, compare, divide, isNegative, multiply, negate, type Decimal } from '../../shared/money.js'
import type { MarginEvent, Position, World } from '../world.js'
import {
  accountFigures,
  closeWhole,
  execute,
  isFutures,
  liquidationPrice,
  marginOf,
  marketOf,
  strengthOf,
  unrealizedPnl,
  type AccountFigures,
} from './margin.js'
import { markPrice } from './prices.js'

/** Margin call comes while the account still has this many times the maintenance margin. */
const marginCallTimes = '2'
/** Up to here the account is watched closely. */
const nearTimes = '6'
const eventsKept = 100
const sharePlaces = 12

const noteEvent = (world: World, position: Position, kind: MarginEvent['kind'], figures: AccountFigures): void => {
  world.ids.event += 1
  world.marginEvents.push({
    number: world.ids.event,
    kind,
    position: structuredClone(position),
    mark: markPrice(marketOf(world, position.market)),
    margin: marginOf(world, position),
    freeMargin: figures.freeMargin,
    liquidationPrice: liquidationPrice(world, position, figures),
  })
  if (world.marginEvents.length > eventsKept) world.marginEvents.shift()
}

/** States of specification 3.3: in liquidation all positions are, in a margin call those that lose. */
const markStates = (world: World): void => {
  const figures = accountFigures(world)
  world.marginNear = compare(figures.equity, multiply(figures.maintenance, nearTimes)) < 0
  const under = compare(figures.equity, figures.maintenance) < 0
  const called = compare(figures.equity, multiply(figures.maintenance, marginCallTimes)) < 0
  for (const position of world.positions) {
    const losing = isNegative(unrealizedPnl(position, markPrice(marketOf(world, position.market))))
    const state = under ? 'liquidation' : called && losing ? 'margin_call' : null
    const news = state !== null && state !== position.liquidationState
    position.liquidationState = state
    if (news) noteEvent(world, position, state, figures)
  }
}

/** Sets the liquidation states; an account that was already in liquidation when last looked at, and still is, loses positions by force. */
export const watchMargin = (world: World): void => {
  if (world.positions.length === 0) return
  const { equity, maintenance } = strengthOf(world)
  if (compare(equity, maintenance) < 0 && world.positions.some((position) => position.liquidationState === 'liquidation')) {
    closeByForce(world, equity)
  }
  markStates(world)
}

/** Margin positions before futures, the greatest loss first. */
const firstToClose = (world: World): Position | undefined => {
  const rank = (position: Position) => ({
    futures: isFutures(position.market),
    result: unrealizedPnl(position, markPrice(marketOf(world, position.market))),
  })
  let first: { position: Position; futures: boolean; result: Decimal } | undefined
  for (const position of world.positions) {
    const one = { position, ...rank(position) }
    const sooner = first === undefined || (one.futures === first.futures ? compare(one.result, first.result) < 0 : first.futures)
    if (sooner) first = one
  }
  return first?.position
}

/** A quarter of a position in whole steps of its market, at least one of them. */
const quarterOf = (world: World, position: Position): Decimal => {
  const step = marketOf(world, position.market).amountStep
  const steps = divide(divide(absolute(position.amount), '4', sharePlaces), step, 0)
  return steps === '0' ? step : multiply(steps, step)
}

/** A quarter first, the rest the next time; everything where nothing is left to lose. */
const closeByForce = (world: World, equity: Decimal): void => {
  if (compare(equity, '0') <= 0) {
    for (const position of world.positions) closeWhole(world, position)
    return
  }
  const position = firstToClose(world)
  if (position === undefined) return
  const part = quarterOf(world, position)
  if (position.trimmed || compare(part, absolute(position.amount)) >= 0) {
    closeWhole(world, position)
    return
  }
  position.trimmed = true
  execute(world, marketOf(world, position.market), position.side, isNegative(position.amount) ? part : negate(part))
}
