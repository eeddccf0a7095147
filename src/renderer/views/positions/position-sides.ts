import type { PositionSide } from '../../../shared/domain/order.js'

const sides = { LONG: true, SHORT: true, BOTH: true } satisfies Record<PositionSide, true>

/** Whether this version knows the value (specification 2.7); others are shown raw, with a hint. */
export const knownPositionSide = (side: string): side is PositionSide => Object.hasOwn(sides, side)
