// A position as the stream writes it: the same figures as the REST answer, under other names.
import { cut, type Decimal } from '../../shared/money.js'
import { secondsOf } from '../engine/identifiers.js'
import { accountFigures, liquidationPrice, marginOf, marketOf, notional, unrealizedPnl } from '../engine/margin.js'
import { markPrice } from '../engine/prices.js'
import type { MarginEvent, Position, World } from '../world.js'

const places = 8

type Figures = { mark: Decimal; margin: Decimal; freeMargin: Decimal; liquidationPrice: Decimal | null }

const record = (position: Position, figures: Figures) => ({
  id: position.id,
  market: position.market,
  ctime: secondsOf(position.openedMicros),
  mtime: secondsOf(position.modifiedMicros),
  amount: position.amount,
  amount_in_money: cut(notional(position, figures.mark), places),
  base_price: position.basePrice,
  pnl: cut(unrealizedPnl(position, figures.mark), places),
  liq_price: figures.liquidationPrice,
  liq_stage: position.liquidationState,
  unrealized_funding: position.unrealizedFunding,
  funding: position.funding,
  margin: figures.margin,
  free_margin: cut(figures.freeMargin, places),
  realized_pnl: cut(position.realizedPnl, places),
  position_side: position.side,
})

export type PositionRecord = ReturnType<typeof record>

export const positionRecords = (world: World): PositionRecord[] => {
  const figures = accountFigures(world)
  return world.positions.map((position) =>
    record(position, {
      mark: markPrice(marketOf(world, position.market)),
      margin: marginOf(world, position),
      freeMargin: figures.freeMargin,
      liquidationPrice: liquidationPrice(world, position, figures),
    }),
  )
}

export const eventRecord = (event: MarginEvent): PositionRecord => record(event.position, event)
