// Margin calls and liquidation: the account's equity is weighed against what its positions must keep.
import { absolute, compare, divide, isNegative, multiply, negate, toStep, type Decimal } from '../../shared/money.js'
import type { Position, World } from '../world.js'
import { accountFigures, closeWhole, execute, isFutures, positionFigures, strengthOf, unrealizedPnl } from './margin.js'
import { markOf, marketOf } from './prices.js'

/** Margin call comes while the account still has this many times the maintenance margin. */
const marginCallTimes = '2'
/** Up to here the account is watched closely. */
const nearTimes = '6'
const eventsKept = 100

const resultOf = (world: World, position: Position): Decimal => unrealizedPnl(position, markOf(world, position))

/** States of specification 3.3: in liquidation all positions are, in a margin call those that lose. */
const markStates = (world: World): void => {
  const figures = accountFigures(world)
  world.marginNear = compare(figures.equity, multiply(figures.maintenance, nearTimes)) < 0
  const under = compare(figures.equity, figures.maintenance) < 0
  const called = compare(figures.equity, multiply(figures.maintenance, marginCallTimes)) < 0
  for (const position of world.positions) {
    const losing = isNegative(resultOf(world, position))
    const state = under ? 'liquidation' : called && losing ? 'margin_call' : null
    const isNew = state !== position.liquidationState
    position.liquidationState = state
    if (state === null || !isNew) continue
    world.ids.event += 1
    const event = positionFigures(world, structuredClone(position), figures)
    world.marginEvents.push({ number: world.ids.event, kind: state, ...event })
    if (world.marginEvents.length > eventsKept) world.marginEvents.shift()
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
  const onMargin = world.positions.filter((position) => !isFutures(position.market))
  const ranked = (onMargin.length > 0 ? onMargin : world.positions).map((position) => ({ position, result: resultOf(world, position) }))
  return ranked.toSorted((a, b) => compare(a.result, b.result))[0]?.position
}

/** A quarter of a position in whole steps of its market, at least one of them. */
const quarterOf = (world: World, position: Position): Decimal => {
  const step = marketOf(world, position).amountStep
  const part = toStep(divide(absolute(position.amount), '4', 12), step, 'down')
  return part === '0' ? step : part
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
  execute(world, marketOf(world, position), position.side, isNegative(position.amount) ? part : negate(part))
}
