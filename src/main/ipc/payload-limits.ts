// Guards both directions between page and main: only values that JSON carries unchanged get through, and only so many of them.

export type PayloadLimits = { bytes: number; depth: number }
export type PayloadVerdict = 'plain' | 'not-plain' | 'too-big' | 'too-deep'

/** What the page may hand in. Every form of Plimsoll is far below it. */
export const requestLimits: PayloadLimits = { bytes: 64 * 1024, depth: 8 }

/** What main may hand out: room for ten thousand positions, and an end to a value that never ends. */
export const replyLimits: PayloadLimits = { bytes: 32 * 1024 * 1024, depth: 12 }

type Budget = { bytesLeft: number; depth: number }

const spend = (budget: Budget, bytes: number): boolean => (budget.bytesLeft -= bytes) >= 0

// The length first: a text far beyond the budget is not even counted.
const spendText = (budget: Budget, text: string): boolean => text.length <= budget.bytesLeft && spend(budget, Buffer.byteLength(text) + 2)

const checkArray = (list: readonly unknown[], budget: Budget, depth: number): PayloadVerdict => {
  // Holes and extra members do not survive JSON.
  for (let at = 0; at < list.length; at += 1) {
    if (!Object.hasOwn(list, at)) return 'not-plain'
    const verdict = check(list[at], budget, depth + 1)
    if (verdict !== 'plain') return verdict
  }
  return Reflect.ownKeys(list).length === list.length + 1 ? 'plain' : 'not-plain'
}

const checkObject = (value: object, budget: Budget, depth: number): PayloadVerdict => {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return 'not-plain'
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key !== 'string' || key === '__proto__') return 'not-plain'
    const member = Object.getOwnPropertyDescriptor(value, key)
    // A getter is code that would run while the value is being copied.
    if (member === undefined || !('value' in member) || !member.enumerable) return 'not-plain'
    if (member.value === undefined) continue
    if (!spendText(budget, key)) return 'too-big'
    const verdict = check(member.value, budget, depth + 1)
    if (verdict !== 'plain') return verdict
  }
  return 'plain'
}

const check = (value: unknown, budget: Budget, depth: number): PayloadVerdict => {
  if (!spend(budget, 1)) return 'too-big'
  if (value === null || typeof value === 'boolean') return 'plain'
  if (typeof value === 'string') return spendText(budget, value) ? 'plain' : 'too-big'
  if (typeof value === 'number') return Number.isFinite(value) ? 'plain' : 'not-plain'
  if (typeof value !== 'object') return 'not-plain'
  if (depth >= budget.depth) return 'too-deep'
  return Array.isArray(value) ? checkArray(value, budget, depth) : checkObject(value, budget, depth)
}

/**
 * Whether JSON carries `value` unchanged, within `limits`. An object's absent members may be written as undefined.
 * Ends soon on anything, however large or circular. Depth counts nested arrays and objects.
 */
export const checkPayload = (value: unknown, limits: PayloadLimits): PayloadVerdict =>
  check(value, { bytesLeft: limits.bytes, depth: limits.depth }, 0)
