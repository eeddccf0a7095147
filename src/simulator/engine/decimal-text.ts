// What can be read off a decimal's text without working anything out. The service asks these of every call, thousands of times a second.
import type { Decimal } from '../../shared/money.js'

const anyDigit = /[1-9]/

export const isNothing = (amount: Decimal): boolean => !anyDigit.test(amount)
export const isBelowZero = (amount: Decimal): boolean => amount.startsWith('-') && anyDigit.test(amount)
export const isAboveZero = (amount: Decimal): boolean => !amount.startsWith('-') && anyDigit.test(amount)

/** How many decimal places say something: "1.50" has one. */
export const placesOf = (amount: Decimal): number => {
  const point = amount.indexOf('.')
  if (point < 0) return 0
  let end = amount.length
  while (amount.charAt(end - 1) === '0') end -= 1
  return end - point - 1
}

const tenthPart = /^(?:1|0\.0*1)$/

/** The number of places of a step like "0.001" or "1"; null for steps like "10" or "0.5". */
export const placesOfStep = (step: Decimal): number | null => (tenthPart.test(step) ? placesOf(step) : null)

const wholeOf = (amount: Decimal): string => {
  const point = amount.indexOf('.')
  return (point < 0 ? amount : amount.slice(0, point)).replace(/^0+(?=\d)/, '')
}

/** Whether `a` is less than `b`, neither of them below zero: longer whole parts are larger, equal ones are compared digit by digit. */
export const isLess = (a: Decimal, b: Decimal): boolean => {
  const [wholeA, wholeB] = [wholeOf(a), wholeOf(b)]
  if (wholeA.length !== wholeB.length) return wholeA.length < wholeB.length
  if (wholeA !== wholeB) return wholeA < wholeB
  const [pointA, pointB] = [a.indexOf('.'), b.indexOf('.')]
  const [restA, restB] = [pointA < 0 ? '' : a.slice(pointA + 1), pointB < 0 ? '' : b.slice(pointB + 1)]
  const places = restA.length > restB.length ? restA.length : restB.length
  return restA.padEnd(places, '0') < restB.padEnd(places, '0')
}
