import { describe, expect, it } from 'vitest'
import { worthOfAccounts } from '../../../../../src/renderer/portfolio/overview/accounts-worth.js'
import { groupsOfWorth } from '../../../../../src/renderer/portfolio/overview/worth-groups.js'
import { omissionTexts } from '../../../../../src/renderer/portfolio/net-worth.js'
import type {
  NotCounted,
  PartOfWorth,
  WorthPart,
  WorthSummary,
} from '../../../../../src/shared/portfolio/net-worth.js'
import { aProfile, demoProfile } from '../../../../fixtures/portfolio/accounts.js'
import { aFeed } from '../../../../fixtures/portfolio/figures.js'

function counted(part: WorthPart, worth: string): PartOfWorth {
  return {
    part,
    worth,
    why: null,
    isEstimate: false,
    feed: aFeed([]),
  }
}

function missing(part: WorthPart, why: NotCounted): PartOfWorth {
  return {
    part,
    worth: null,
    why,
    isEstimate: false,
    feed: aFeed([]),
  }
}

describe("lines of an account's worth", () => {
  it('add up what belongs together, and mark incomplete ones', () => {
    const groups = groupsOfWorth([
      counted('main', '1'),
      counted('trade', '2'),
      missing('collateral', 'not-read'),
      missing('unrealized', 'needs-collateral'),
      counted('flexible', '4'),
      counted('fixed', '5'),
      counted('loan-collateral', '40'),
      missing('borrowed', 'not-read'),
      counted('loan', '-10'),
    ])
    expect(
      groups.map(({ group, worth, why, isPartial }) => [group, worth, why, isPartial]),
    ).toEqual([
      ['balances', '3', null, true],
      ['pnl', null, 'needs-collateral', false],
      ['investments', '9', null, false],
      ['loan-collateral', '40', null, false],
      ['debt', '-10', null, true],
    ])
  })

  it('omit a missing loan and what this key may not read, but not a debt that could not be read', () => {
    const parts = [
      counted('main', '1'),
      missing('flexible', 'not-available'),
      missing('fixed', 'not-available'),
    ]
    const noDebt = [counted('loan-collateral', '0'), counted('borrowed', '0'), counted('loan', '0')]
    expect(groupsOfWorth([...parts, ...noDebt]).map(({ group }) => group)).toEqual(['balances'])
    const unread = groupsOfWorth([...parts, counted('borrowed', '0'), missing('loan', 'not-read')])
    expect(unread.map(({ group, worth, isPartial }) => [group, worth, isPartial])).toEqual([
      ['balances', '1', false],
      ['debt', '0', true],
    ])
  })
})

describe('missing parts of a value', () => {
  it('are one text for each kind, with parts missing for the same reason together', () => {
    expect(
      omissionTexts([
        { kind: 'unpriced', assets: ['A', 'B'] },
        { kind: 'results', count: 1 },
        { kind: 'funding', count: 2 },
        { kind: 'unreadable', part: 'fixed', count: 2 },
        { kind: 'more', part: 'flexible' },
        { kind: 'part', part: 'flexible', why: 'not-available' },
        { kind: 'part', part: 'trade', why: 'not-read' },
        { kind: 'part', part: 'fixed', why: 'not-available' },
      ]),
    ).toEqual([
      '2 assets without a price (A, B)',
      'unrealized PnL of 1 position, not sent',
      'accrued funding of 2 positions, not sent by the exchange',
      '2 rows of fixed investments that could not be read',
      'more of flexible investments than Plimsoll reads',
      'flexible investments, fixed investments (not available to this key)',
      'trade balance (could not be read)',
    ])
  })

  it('name five of many assets and count the others', () => {
    const assets = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
    expect(omissionTexts([{ kind: 'unpriced', assets }])).toEqual([
      '7 assets without a price (A, B, C, D, E, 2 more)',
    ])
    expect(omissionTexts([{ kind: 'unpriced', assets: assets.slice(0, 6) }])).toEqual([
      '6 assets without a price (A, B, C, D, E, F)',
    ])
  })
})

describe('the total of all accounts', () => {
  const worth = (total: string, part: Partial<WorthSummary> = {}): WorthSummary => ({
    currency: 'USDT',
    total,
    omissions: [],
    asOf: 1,
    isStale: false,
    ...part,
  })
  const line = (name: string, value: WorthSummary | null) => ({
    profile: aProfile({ id: name, name }),
    summary: { worth: value },
  })
  const denied = [{ kind: 'part', part: 'fixed', why: 'not-available' }] as const

  it('sums those with a value, and names what is missing or old in each, identical ones once', () => {
    const lines = [
      line('A', worth('0.1', { omissions: [...denied] })),
      line('B', worth('0.2', { omissions: [...denied] })),
      line('C', worth('-5', { isStale: true })),
      line('D', null),
      { profile: aProfile({ id: 'E', name: 'E' }), summary: null },
      { profile: demoProfile, summary: { worth: worth('1000000') } },
    ]
    expect(worthOfAccounts(lines)).toEqual({
      total: '-4.7',
      currency: 'USDT',
      left: [
        '“D”, “E” (no value yet)',
        '“A”, “B”: fixed investments (not available to this key)',
        '“C”: some figures are stale',
        'the demo account',
      ],
    })
  })

  it('is missing for one account and the demo, or while accounts use different currencies', () => {
    expect(
      worthOfAccounts([
        line('A', worth('1')),
        { profile: demoProfile, summary: { worth: worth('9') } },
      ]),
    ).toBeNull()
    expect(
      worthOfAccounts([line('A', worth('1')), line('B', worth('1', { currency: 'BTC' }))]),
    ).toBeNull()
    expect(worthOfAccounts([line('A', null), line('B', null)])).toBeNull()
  })
})
