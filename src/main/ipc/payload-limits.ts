// Guards both directions of the wall: only values that JSON carries unchanged get through, and only so many of them.

export type PlainLimits = { bytes: number; depth: number }
export type PlainVerdict = 'plain' | 'not-plain' | 'too-big' | 'too-deep'

/** What the page may hand in. Every form of Plimsoll is far below it. */
export const askLimits: PlainLimits = { bytes: 64 * 1024, depth: 8 }

/** What main may hand out: room for ten thousand positions, and an end to a value that never ends. */
export const replyLimits: PlainLimits = { bytes: 32 * 1024 * 1024, depth: 12 }

type Walk = { left: number; depth: number }

const spend = (walk: Walk, bytes: number): boolean => (walk.left -= bytes) >= 0

// The length first: a text far beyond the budget is not even counted.
const spendText = (walk: Walk, text: string): boolean => text.length <= walk.left && spend(walk, Buffer.byteLength(text) + 2)

const weighArray = (list: readonly unknown[], walk: Walk, depth: number): PlainVerdict => {
  // Holes and extra members do not survive JSON.
  for (let at = 0; at < list.length; at += 1) {
    if (!Object.hasOwn(list, at)) return 'not-plain'
    const verdict = weigh(list[at], walk, depth + 1)
    if (verdict !== 'plain') return verdict
  }
  return Reflect.ownKeys(list).length === list.length + 1 ? 'plain' : 'not-plain'
}

const weighObject = (value: object, walk: Walk, depth: number): PlainVerdict => {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return 'not-plain'
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key !== 'string' || key === '__proto__') return 'not-plain'
    const member = Object.getOwnPropertyDescriptor(value, key)
    // A getter is code that would run while the value is being copied.
    if (member === undefined || !('value' in member) || !member.enumerable) return 'not-plain'
    if (member.value === undefined) continue
    if (!spendText(walk, key)) return 'too-big'
    const verdict = weigh(member.value, walk, depth + 1)
    if (verdict !== 'plain') return verdict
  }
  return 'plain'
}

const weigh = (value: unknown, walk: Walk, depth: number): PlainVerdict => {
  if (!spend(walk, 1)) return 'too-big'
  if (value === null || typeof value === 'boolean') return 'plain'
  if (typeof value === 'string') return spendText(walk, value) ? 'plain' : 'too-big'
  if (typeof value === 'number') return Number.isFinite(value) ? 'plain' : 'not-plain'
  if (typeof value !== 'object') return 'not-plain'
  if (depth >= walk.depth) return 'too-deep'
  return Array.isArray(value) ? weighArray(value, walk, depth) : weighObject(value, walk, depth)
}

/**
 * Whether JSON carries `value` unchanged, within `limits`. An object's absent members may be written as undefined.
 * Ends soon on anything, however large or circular. Depth counts nested arrays and objects.
 */
export const weighPlain = (value: unknown, limits: PlainLimits): PlainVerdict =>
  weigh(value, { left: limits.bytes, depth: limits.depth }, 0)
