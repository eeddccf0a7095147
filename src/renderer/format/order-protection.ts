// Whether a stop loss and a take profit can mean what they say. There is no live price: all this can lean on is the base price of a
// position that is open, so it warns and explains; it refuses only what cannot be right at any price.
import type { OrderSide, PositionSide } from '../../shared/domain/order.js'
import { asPercent, absolute, compare, divide, isDecimal, isNegative, isZero, subtract, type Decimal } from '../../shared/money.js'

type Protected = { side: OrderSide; positionSide: PositionSide | null; stopLoss: Decimal | null; takeProfit: Decimal | null }

export type ProtectionRemark = { field: 'stopLoss' | 'takeProfit'; text: string; impossible: boolean }

const words = { stopLoss: 'stop loss', takeProfit: 'take profit' } as const

/** Whether the order adds to the side its levels protect. One that reduces a hedged side says nothing about their sense. */
const adds = ({ side, positionSide }: Pick<Protected, 'side' | 'positionSide'>): boolean =>
  (positionSide !== 'LONG' && positionSide !== 'SHORT') || (side === 'buy') === (positionSide === 'LONG')

export const protectionRemarks = (order: Protected, basePrice: Decimal | null): ProtectionRemark[] => {
  const { stopLoss, takeProfit } = order
  if (!adds(order)) return []
  const long = order.side === 'buy'
  const direction = long ? 'long' : 'short'
  const remarks: ProtectionRemark[] = []
  if (stopLoss !== null && takeProfit !== null) {
    const order = compare(stopLoss, takeProfit)
    if (order === 0 || order > 0 === long) {
      remarks.push({
        field: 'takeProfit',
        impossible: true,
        text: `For a ${direction} position the take profit lies ${long ? 'above' : 'below'} the stop loss. ${takeProfit} is not ${long ? 'above' : 'below'} ${stopLoss}, so one of the two would close it at once.`,
      })
    }
  }
  if (basePrice === null || !isDecimal(basePrice) || isZero(basePrice)) return remarks
  for (const field of ['stopLoss', 'takeProfit'] as const) {
    const level = order[field]
    if (level === null) continue
    const shouldBeBelow = (field === 'stopLoss') === long
    const place = compare(level, basePrice)
    if (place === 0 || place < 0 === shouldBeBelow) continue
    remarks.push({
      field,
      impossible: false,
      text: `A ${words[field]} of a ${direction} position usually lies ${shouldBeBelow ? 'below' : 'above'} the price; ${level} is ${place > 0 ? 'above' : 'below'} your position’s base price ${basePrice}. It can still be right if the price has moved that far: the interface gives no live price, so check it on the exchange.`,
    })
  }
  return remarks
}

/** "6.2 % below the base price", cut, never rounded up; null where there is no base price. */
export const distanceFromBase = (level: Decimal, basePrice: Decimal | null): string | null => {
  if (basePrice === null || !isDecimal(basePrice) || isZero(basePrice)) return null
  const away = subtract(level, basePrice)
  if (isZero(away)) return 'at the base price'
  return `${asPercent(divide(absolute(away), absolute(basePrice), 18))}\u202f% ${isNegative(away) ? 'below' : 'above'} the base price`
}
