// Specification 4.7 and 2.7.
import { cut } from '../../shared/money.js'
import { accepted, refused, written, type Action } from '../answer.js'
import { held } from '../engine/ledger.js'
import { accountFigures, collateralAsset, pnlPercent, positionFigures, unrealizedPnl, type AccountFigures } from '../engine/margin.js'
import { marketNamed, marketOf } from '../engine/prices.js'
import { secondsOf } from '../engine/units.js'
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

const onWire = (world: World, position: Position, account: AccountFigures) => {
  const { mark, margin, freeMargin, liquidationPrice } = positionFigures(world, position, account)
  return {
    positionId: position.id,
    market: position.market,
    openDate: secondsOf(position.openedMicros),
    modifyDate: secondsOf(position.modifiedMicros),
    amount: position.amount,
    basePrice: position.basePrice,
    liquidationPrice,
    liquidationState: position.liquidationState,
    pnl: cut(position.realizedPnl, places),
    pnlPercent: pnlPercent(position, mark),
    margin,
    freeMargin: cut(freeMargin, places),
    funding: position.funding,
    unrealizedPnl: cut(unrealizedPnl(position, mark), places),
    unrealizedFunding: position.unrealizedFunding,
    tpsl: tpslOf(position),
    positionSide: position.side,
  }
}

type Shown = { print: string; positions: ReturnType<typeof onWire>[]; text: string }
const remembered = new WeakMap<World, Shown>()

/** Everything the figures follow from, in one line: as long as it stays the same, they do. */
const printOf = (world: World): string => {
  let print = `${held(world.ledger, 'collateral', collateralAsset)} ${world.leverage}`
  for (const one of world.positions) {
    const { ticks } = marketOf(world, one)
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
  const market = body['market'] ?? null
  const no = (code: number, sentence: string) => refused(422, code, 'Validation failed', { market: [sentence] })
  if (market === null) return written(allOnWire(world).text)
  if (typeof market !== 'string') return no(30, 'Market field should be a string.')
  if (market === '') return no(31, 'Market field should not be empty string.')
  if (marketNamed(world, market)?.collateral !== true) return no(31, 'Market is not available.')
  return accepted(allOnWire(world).positions.filter((position) => position.market === market))
}
