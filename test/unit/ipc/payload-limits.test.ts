import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestLimits, replyLimits, checkPayload } from '../../../src/main/ipc/payload-limits.js'

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

describe('checkPayload', () => {
  it('IPC-5 calls plain whatever JSON carries unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'))
        expect(checkPayload(value, requestLimits)).toBe('plain')
      }),
      { numRuns: 2000 },
    )
  })

  const circular: unknown[] = []
  circular.push(circular)
  const withGetter = Object.defineProperty({}, 'secret', { get: () => 'x', enumerable: true })
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a function', () => undefined],
    ['a symbol', Symbol('x')],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a Date', new Date(0)],
    ['a Map', new Map()],
    ['a Set', new Set()],
    ['a typed array', new Uint8Array(2)],
    ['an error', new Error('x')],
    ['an instance', new URL('app://plimsoll/')],
    ['a getter', withGetter],
    ['a symbol key', { [Symbol('x')]: 1 }],
    ['a hidden member', Object.defineProperty({}, 'x', { value: 1 })],
    ['its own __proto__', JSON.parse('{"__proto__":1}')],
    ['undefined in a list', [undefined]],
    ['a hole in a list', new Array(3)],
    ['a list with a name', Object.assign([1], { name: 1 })],
    ['a promise', Promise.resolve()],
  ])('IPC-7 refuses %s, at any depth', (_name, value) => {
    expect(checkPayload(value, replyLimits)).toBe('not-plain')
    expect(checkPayload({ a: [{ b: value === undefined ? [value] : value }] }, replyLimits)).toBe('not-plain')
  })

  it('lets an object leave a member out by writing undefined', () => {
    expect(checkPayload({ a: undefined }, requestLimits)).toBe('plain')
  })

  it('IPC-2 refuses what is nested deeper than eight', () => {
    expect(checkPayload(nested(8), requestLimits)).toBe('plain')
    expect(checkPayload(nested(9), requestLimits)).toBe('too-deep')
    expect(checkPayload(circular, requestLimits)).toBe('too-deep')
  })

  it('IPC-2 refuses more than 64 KB, counted as it travels', () => {
    expect(checkPayload('x'.repeat(64 * 1024 - 3), requestLimits)).toBe('plain')
    expect(checkPayload('x'.repeat(64 * 1024), requestLimits)).toBe('too-big')
    expect(checkPayload('€'.repeat(22 * 1024), requestLimits)).toBe('too-big')
    expect(checkPayload({ ['k'.repeat(70_000)]: 1 }, requestLimits)).toBe('too-big')
    expect(
      checkPayload(
        Array.from({ length: 70_000 }, () => 0),
        requestLimits,
      ),
    ).toBe('too-big')
  })

  it('IPC-2 ends soon on a value that names itself over and over', () => {
    const wide = Array.from({ length: 7 }).reduce<unknown>((inner) => Array.from({ length: 100 }, () => inner), 1)
    expect(checkPayload(wide, requestLimits)).toBe('too-big')
  })

  it('has room for ten thousand positions in a reply', () => {
    const position = { id: '1', market: 'BTC_USDT', amount: '1'.repeat(30), list: [null, true, 1] }
    expect(checkPayload({ ok: true, value: Array.from({ length: 10_000 }, () => ({ ...position })) }, replyLimits)).toBe('plain')
  })
})
