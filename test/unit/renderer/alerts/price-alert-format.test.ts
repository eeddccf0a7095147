import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFormatsFrom } from '../../../../src/shared/formats.js'
import {
  distanceOf,
  draftOf,
  emptyDraft,
  levelHint,
  marketSuggestions,
  readDraft,
  ruleText,
  stateText,
} from '../../../../src/renderer/alerts/price-alert-format.js'
import {
  distanceToLevel,
  hasReachedLevel,
  type LevelRule,
  type PriceAlertRule,
  rearmPrice,
} from '../../../../src/shared/alerts/price-alert.js'
import { compare } from '../../../../src/shared/money.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import { aMarket, someMarkets, someTickers } from '../../../fixtures/portfolio/market.js'
import { aPriceAlert } from '../../../fixtures/portfolio/price-alerts.js'

function draft(more: Partial<typeof emptyDraft>) {
  return readDraft({ ...emptyDraft, market: 'BTC_USDT', ...more })
}

function faults(more: Partial<typeof emptyDraft>) {
  const read = draft(more)
  return read.ok ? {} : read.error
}

describe('a typed price alert', () => {
  it('is read unchanged, and every error is named beside its field', () => {
    expect(draft({ market: ' eth_usdt ', price: '3200.50', repeats: false })).toEqual({
      ok: true,
      value: { market: 'ETH_USDT', rule: { kind: 'above', price: '3200.50' }, repeats: false },
    })
    expect(draft({ kind: 'move', percent: '2.5 %', minutes: '10', direction: 'up' })).toMatchObject(
      {
        value: { rule: { kind: 'move', percent: '2.5', minutes: 10, direction: 'up' } },
      },
    )
    expect(faults({ market: '', price: '' })).toEqual({
      market: 'Market is empty.',
      price: 'Price is empty.',
    })
    expect(faults({ price: '1,5' })).toHaveProperty(
      'price',
      expect.stringContaining('“1,5” has a comma'),
    )
    expect(faults({ price: '0.00' })).toHaveProperty('price', 'Price “0.00” is zero.')
    expect(faults({ kind: 'move', percent: 'x', minutes: 'y' })).toEqual({
      percent: expect.stringContaining('is not a number') as string,
      minutes: expect.stringContaining('is not a whole number') as string,
    })
    expect(faults({ kind: 'move', percent: '100', minutes: '10' })).toEqual({
      percent: 'Between 0.1 and 99 percent.',
    })
    expect(faults({ kind: 'move', percent: '5', minutes: '0' })).toEqual({
      minutes: 'Between 1 and 1440 minutes, which is a day.',
    })
  })

  it('returns to the form as set', () => {
    const rules: PriceAlertRule[] = [
      { kind: 'below', price: '0.00000001' },
      { kind: 'move', percent: '99', minutes: 1440, direction: 'either' },
    ]
    for (const rule of rules) {
      const settings = { market: 'BTC_USDT', rule, repeats: false }
      expect(readDraft(draftOf(settings))).toEqual({ ok: true, value: settings })
    }
  })
})

describe('the text of a price alert', () => {
  it('says what it waits for, the distance, and whether it has been reached', () => {
    expect(ruleText({ kind: 'below', price: '90000' })).toBe('Below 90000')
    expect(ruleText({ kind: 'move', percent: '5', minutes: 90, direction: 'either' })).toBe(
      '5\u00a0% up or down within 1 h 30 min',
    )
    expect(levelHint({ kind: 'above', price: '110' }, '100')).toEqual({
      text: '10\u00a0% away. The price is 100 now.',
      beyond: false,
    })
    expect(levelHint({ kind: 'above', price: '100' }, '100')).toMatchObject({ beyond: true })
    expect(levelHint({ kind: 'above', price: '100' }, null)).toBeNull()
    expect(levelHint(null, '100')).toBeNull()
  })

  it('has a distance only while armed: for a move, the remainder', () => {
    const move = aPriceAlert({
      rule: { kind: 'move', percent: '5', minutes: 15, direction: 'either' },
    })
    expect(distanceOf(aPriceAlert(), '80000')).toBe('25')
    expect(distanceOf(aPriceAlert({ state: 'triggered' }), '80000')).toBeNull()
    expect(distanceOf(aPriceAlert(), null)).toBeNull()
    expect([
      distanceOf({ ...move, moved: '-1.5' }, '1'),
      distanceOf({ ...move, moved: '7' }, '1'),
      distanceOf(move, '1'),
    ]).toEqual(['3.5', '0', null])
  })

  it('names its state, with the time it triggered', () => {
    const stateOf = (more: Parameters<typeof aPriceAlert>[0]) =>
      stateText(aPriceAlert(more), now, null)
    expect(stateOf({})).toMatchObject({ text: 'Active', title: 'Not triggered yet.' })
    expect(stateOf({ triggeredAt: now - 60 })).toMatchObject({
      text: 'Active',
      title: expect.stringMatching(/^Triggered last \d\d:\d\d\.$/) as string,
    })
    expect(stateOf({ state: 'ended', triggeredAt: now - 86_400 * 3 }).text).toMatch(
      /^Ended \d{4}-\d\d-\d\d$/,
    )
    readFormatsFrom(() => ({ numbers: 'cs-CZ', dates: 'cs-CZ' }))
    expect(stateOf({ state: 'ended', triggeredAt: now - 86_400 * 3 }).text).toMatch(
      /^Ended \d\d\. \d\d\. \d{4}$/,
    )
    readFormatsFrom(() => ({ numbers: null, dates: null }))
    expect(stateOf({ state: 'beyond' }).title).toBe('It is active once the price is below 99500.')
  })

  it('offers open markets that match the input, those that begin with it first', () => {
    const names = (typed: string) =>
      marketSuggestions(someMarkets(), someTickers(), typed).map(({ value }) => value)
    expect(names('btc')).toEqual(['BTC_USDT', 'BTC_PERP', 'ETH_BTC'])
    expect(
      marketSuggestions(
        [aMarket('OLD_USDT', { isOpen: false }), aMarket('NEW_USDT')],
        someTickers(),
        '',
      ),
    ).toEqual([{ value: 'NEW_USDT', note: 'no price' }])
    expect(marketSuggestions(null, null, 'btc')).toEqual([])
    expect(
      marketSuggestions(
        Array.from({ length: 900 }, (_, at) => aMarket(`M${at}_USDT`)),
        null,
        '',
      ),
    ).toHaveLength(50)
  })
})

describe('a level', () => {
  const figures = fc
    .integer({ min: 1, max: 10_000_000 })
    .map((cents) =>
      cents % 100 === 0
        ? `${cents / 100}`
        : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
    )
  const rules = fc.record({
    kind: fc.constantFrom('above' as const, 'below' as const),
    price: figures,
  })

  it('is either reached or a percentage away, and where it arms again it is never reached', () => {
    fc.assert(
      fc.property(rules, figures, (rule: LevelRule, price) => {
        expect(compare(distanceToLevel(rule, price), '0')).toBeGreaterThanOrEqual(0)
        if (hasReachedLevel(rule, price)) expect(distanceToLevel(rule, price)).toBe('0')
        expect(hasReachedLevel(rule, rearmPrice(rule))).toBe(false)
        expect(hasReachedLevel(rule, rule.price)).toBe(true)
      }),
    )
  })
})
