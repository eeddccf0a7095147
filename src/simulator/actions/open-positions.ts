// Specification 4.7 and 2.7.
import { cut } from '../../shared/money.js'
import { accepted, refused, written } from '../answer.js'
import type { Action } from '../action.js'
import { secondsOf } from '../engine/identifiers.js'
import { held } from '../engine/ledger.js'
import {
  accountFigures,
  collateralAsset,
  liquidationPrice,
  marginOf,
  marketOf,
  pnlPercent,
  unrealizedPnl,
  type AccountFigures,
} from '../engine/margin.js'
import { markPrice } from '../engine/prices.js'
import type { Position, World } from '../world.js'

const places = 8

/** A level that is not set is left out. */
const tpslOf = ({ takeProfit, stopLoss }: Position) =>
  takeProfit === null && stopLoss === null
    ? null
    : {
        ...(takeProfit === null ? {} : { takeProfitId: takeProfit.id, takeProfit: takeProfit.price }),
        ...(stopLoss === null ? {} : { stopLossId: stopLoss.id, stopLoss: stopLoss.price }),
      }

const onWire = (world: World, position: Position, figures: AccountFigures) => {
  const mark = markPrice(marketOf(world, position.market))
  return {
    positionId: position.id,
    market: position.market,
    openDate: secondsOf(position.openedMicros),
    modifyDate: secondsOf(position.modifiedMicros),
    amount: position.amount,
    basePrice: position.basePrice,
    liquidationPrice: liquidationPrice(world, position, figures),
    liquidationState: position.liquidationState,
    pnl: cut(position.realizedPnl, places),
    pnlPercent: pnlPercent(position, mark),
    margin: marginOf(world, position),
    freeMargin: cut(figures.freeMargin, places),
    funding: position.funding,
    unrealizedPnl: cut(unrealizedPnl(position, mark), places),
    unrealizedFunding: position.unrealizedFunding,
    tpsl: tpslOf(position),
    positionSide: position.side,
  }
}

type WirePosition = ReturnType<typeof onWire>
type Shown = { print: string; positions: WirePosition[]; text: string }
const remembered = new WeakMap<World, Shown>()

/** Everything the figures follow from, in one line: as long as it stays the same, they do. */
const printOf = (world: World): string => {
  let print = `${held(world.ledger, 'collateral', collateralAsset)} ${world.leverage}`
  for (const one of world.positions) {
    const { ticks } = marketOf(world, one.market)
    print += `;${one.id} ${ticks} ${one.modifiedMicros} ${one.amount} ${one.basePrice} ${one.realizedPnl} ${one.funding} `
    print += `${one.unrealizedFunding} ${one.liquidationState ?? ''} ${one.takeProfit?.id ?? ''} ${one.stopLoss?.id ?? ''}`
  }
  return print
}

/** Worked out once for as long as nothing changes: clients ask much more often than prices move. */
const allOnWire = (world: World): Shown => {
  const print = printOf(world)
  const known = remembered.get(world)
  if (known?.print === print) return known
  const figures = accountFigures(world)
  const positions = world.positions.map((position) => onWire(world, position, figures))
  const shown = { print, positions, text: JSON.stringify(positions) }
  remembered.set(world, shown)
  return shown
}

export const openPositions: Action = ({ world, body }) => {
  const market = body['market']
  if (market !== undefined && market !== null) {
    if (typeof market !== 'string') return refused(422, 30, 'Validation failed', { market: ['Market field should be a string.'] })
    if (market === '') return refused(422, 31, 'Validation failed', { market: ['Market field should not be empty string.'] })
    if (!Object.hasOwn(world.markets, market) || world.markets[market]?.collateral !== true)
      return refused(422, 31, 'Validation failed', { market: ['Market is not available.'] })
  }
  const all = allOnWire(world)
  return typeof market === 'string' ? accepted(all.positions.filter((position) => position.market === market)) : written(all.text)
}
