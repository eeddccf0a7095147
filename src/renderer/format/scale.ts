// Round scales for pictures of decimals. Heights on them are places between 0 and 1, so that no amount ever becomes a float.
import { add, compare, divide, multiply, positionBetween, subtract, type Decimal } from '../../shared/money.js'

export type Scale = {
  low: Decimal
  high: Decimal
  ticks: { value: Decimal; place: number }[]
  /** 0 at the foot of the scale, 1 at its top. */
  placeOf(value: Decimal): number
}

/** The step (1, 2 or 5 times a power of ten) that cuts `span` into at most eight parts. */
export const stepFor = (span: Decimal): Decimal => {
  let power: Decimal = '1'
  while (compare(power, span) > 0) power = multiply(power, '0.1')
  while (compare(multiply(power, '10'), span) <= 0) power = multiply(power, '10')
  const steps = [multiply(power, '0.1'), multiply(power, '0.2'), multiply(power, '0.5'), power]
  return steps.find((step) => compare(multiply(step, '8'), span) >= 0) ?? multiply(power, '2')
}

/** The largest multiple of `step` that is not above `value`. */
export const wholeSteps = (value: Decimal, step: Decimal): Decimal => {
  const whole = multiply(divide(value, step, 0), step)
  return compare(whole, value) > 0 ? subtract(whole, step) : whole
}

export const scaleOf = (low: Decimal, high: Decimal, step: Decimal): Scale => {
  // Adding zero makes the −0 of "-0" a plain zero.
  const placeOf = (value: Decimal): number => (positionBetween(value, low, high) ?? 0) + 0
  const ticks: Scale['ticks'] = []
  for (let value = low; compare(value, high) <= 0; value = add(value, step)) ticks.push({ value, place: placeOf(value) })
  return { low, high, ticks, placeOf }
}
