import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freshnessOf } from '../../../src/shared/portfolio/feed.js'
import { directionOf, isFutures } from '../../../src/shared/portfolio/position.js'
import { wordsFor } from '../../../src/shared/problem-words.js'
import { activeProfile } from '../../../src/shared/accounts/app-state.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import type { Problem } from '../../../src/shared/problem.js'

const trouble: Problem = { code: 'unreachable', message: 'No route.' }

describe('freshness', () => {
  const live = { asOf: 1000, source: 'live', every: 10, problem: null } as const

  test('RTL-8 is fresh for two intervals, late for three, stale after', () => {
    expect(freshnessOf(live, 1020)).toBe('fresh')
    expect(freshnessOf(live, 1020.1)).toBe('late')
    expect(freshnessOf(live, 1030)).toBe('late')
    expect(freshnessOf(live, 1030.1)).toBe('stale')
  })

  test('RTL-8 shows a failed check at once', () => {
    expect(freshnessOf({ ...live, problem: trouble }, 1001)).toBe('late')
  })

  test('is stale for remembered values however recent', () => {
    expect(freshnessOf({ ...live, source: 'cache' }, 1000)).toBe('stale')
    expect(freshnessOf({ ...live, every: null }, 1000)).toBe('stale')
    expect(freshnessOf({ ...live, asOf: null, source: 'none' }, 1000)).toBe('none')
  })
})

describe('direction of a position', () => {
  test.each([
    [{ amount: '0.1', positionSide: 'LONG' }, 'long'],
    [{ amount: '0.1', positionSide: 'SHORT' }, 'short'],
    [{ amount: '-0.1', positionSide: 'LONG' }, 'long'],
    [{ amount: '-0.1', positionSide: 'BOTH' }, 'short'],
    [{ amount: '0.1', positionSide: 'BOTH' }, 'long'],
    [{ amount: '-0.1' }, 'short'],
    [{ amount: '0.5', positionSide: 'BOTH', liquidationPrice: '78000' }, 'unclear'],
    [{ amount: '0.5', liquidationPrice: '50000' }, 'long'],
    [{ amount: '0.5', liquidationPrice: null }, 'long'],
    [{ amount: null, positionSide: 'BOTH' }, 'unclear'],
    [{ amount: '0.1', positionSide: 'DIAGONAL' }, 'unclear'],
    // In profit, which the rest of the account needs: liquidated between entry and mark (70000).
    [
      { amount: '0.5', positionSide: 'BOTH', liquidationPrice: '68000', unrealizedPnl: '5000' },
      'long',
    ],
    [
      {
        amount: '0.5',
        liquidationPrice: '68000',
        unrealizedPnl: '5000',
        liquidationState: 'margin_call',
      },
      'long',
    ],
    [{ amount: '0.5', liquidationPrice: '70000', unrealizedPnl: '5000' }, 'long'],
    // Beyond its liquidation price if long (mark 58000), which only a liquidation explains.
    [{ amount: '0.5', liquidationPrice: '68000', unrealizedPnl: '-1000' }, 'unclear'],
    [
      {
        amount: '0.5',
        liquidationPrice: '68000',
        unrealizedPnl: '-1000',
        liquidationState: 'margin_call',
      },
      'unclear',
    ],
    [
      {
        amount: '0.5',
        liquidationPrice: '68000',
        unrealizedPnl: '-1000',
        liquidationState: 'liquidation',
      },
      'long',
    ],
    // If short it is beyond it as well.
    [
      {
        amount: '0.5',
        liquidationPrice: '68000',
        unrealizedPnl: '-4000',
        liquidationState: 'liquidation',
      },
      'unclear',
    ],
    [{ amount: '0', liquidationPrice: '68000', unrealizedPnl: '0' }, 'unclear'],
    // A margin call of an unsigned short position (mark 77000).
    [
      {
        amount: '0.5',
        liquidationPrice: '78000',
        unrealizedPnl: '-8500',
        liquidationState: 'margin_call',
      },
      'unclear',
    ],
  ])('%j is %s', (position, direction) => {
    expect(directionOf({ entryPrice: '60000', ...position })).toBe(direction)
  })

  test('is known for a signed position that is not beyond its liquidation price, whatever its figures', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 })
    const amount = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(
        price,
        price,
        price,
        amount,
        fc.boolean(),
        fc.boolean(),
        (entry, mark, end, size, isShort, isCalled) => {
          fc.pre(isShort ? mark <= end : mark >= end)
          const units = isShort ? -size : size
          const position = {
            amount: String(units),
            entryPrice: String(entry),
            liquidationPrice: String(end),
            positionSide: 'BOTH',
            unrealizedPnl: String((mark - entry) * units),
            liquidationState: isCalled ? 'margin_call' : null,
          }
          expect(directionOf(position)).toBe(isShort ? 'short' : 'long')
        },
      ),
    )
  })

  test('recognises futures by their name', () => {
    expect(isFutures('BTC_PERP')).toBe(true)
    expect(isFutures('PERP_USDT')).toBe(false)
  })
})

test('every problem says what happened, what it means for money, and one next step', () => {
  // A typed table cannot miss a code, but it can contain an empty or unfinished sentence.
  for (const code of [
    'unreachable',
    'tls',
    'outcome-unknown',
    'keychain-locked',
    'refused',
    'no-loan',
    'internal',
  ] as const) {
    for (const sentence of Object.values(wordsFor(code))) expect(sentence).toMatch(/^[A-Z].{9,}/)
  }
  expect(wordsFor('outcome-unknown').money).toContain('Do not send it again')
})

test('shows the demo’s profile before the chosen one', () => {
  const profile = (id: string): Profile => ({
    id,
    name: id,
    region: 'custom',
    baseUrl: 'https://exchange.example',
    dialect: 'spec',
    keyHint: 'abcd…wxyz',
    keyStorage: 'keychain',
    createdAt: 0,
  })
  expect(activeProfile({ profiles: [profile('a')], activeProfileId: 'a', demo: null })?.id).toBe(
    'a',
  )
  expect(
    activeProfile({ profiles: [profile('a')], activeProfileId: 'a', demo: profile('demo') })?.id,
  ).toBe('demo')
  expect(activeProfile({ profiles: [], activeProfileId: 'gone', demo: null })).toBeNull()
})
