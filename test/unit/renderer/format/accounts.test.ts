import { describe, expect, it } from 'vitest'
import {
  elsewhereText,
  graveKey,
  graveTitle,
  headroomTold,
  nearestText,
  positionsTold,
  worseElsewhere,
} from '../../../../src/renderer/format/accounts.js'
import type { RiskLevel } from '../../../../src/shared/domain/alert.js'
import { aProfile, aSummary } from '../../../fixtures/portfolio/accounts.js'

const account = (name: string, level: RiskLevel) => aSummary({ profile: aProfile({ id: name, name }), level })
const words = (shown: RiskLevel, ...others: RiskLevel[]): string | null => {
  const found = worseElsewhere([account('here', shown), ...others.map((level, at) => account(`other ${at + 1}`, level))], 'here')
  return found === null ? null : elsewhereText(found)
}

describe('the state of other accounts', () => {
  it('is told where one is worse off than the account on screen', () => {
    expect(words('fine', 'fine', 'danger')).toBe('Danger: other 2')
    expect(words('fine', 'caution')).toBe('Caution: other 1')
    expect(words('danger', 'unmonitored')).toBeNull()
    expect(words('caution', 'danger', 'caution', 'danger')).toBe('Danger: 2 accounts')
  })

  it('is not told where none is', () => {
    expect(words('fine')).toBeNull()
    expect(words('fine', 'fine')).toBeNull()
    expect(words('danger', 'danger', 'caution')).toBeNull()
    expect(words('unmonitored', 'danger')).toBe('Danger: other 1')
  })

  it('is told where nothing is known yet of the account on screen', () => {
    expect(worseElsewhere([account('b', 'caution')], 'a')?.accounts).toHaveLength(1)
    expect(worseElsewhere([], 'a')).toBeNull()
  })
})

describe('the headroom of an account in a cell', () => {
  const told = (part: Parameters<typeof aSummary>[0]) => headroomTold(aSummary(part))

  it('says how far the collateral may fall, cut downwards', () => {
    expect(told({ headroom: '0.66619' }).text).toBe('may fall 66.6\u202f%')
    expect(told({ headroom: '0.0004' }).text).toBe('may fall less than 0.1\u202f%')
  })

  it('says where there is none left', () => {
    for (const headroom of ['0', '-0.04']) expect(told({ headroom })).toEqual({ text: 'margin call reached', spoken: null, tone: 'danger' })
  })

  it('tells no loan from a loan that was not seen', () => {
    expect(told({ loan: 'no-loan', ltv: null, headroom: null }).text).toBe('no loan')
    for (const [loan, spoken] of [
      [null, 'The loan was not seen yet'],
      ['not-enabled', 'The loan cannot be seen with this key'],
      ['loan', 'Headroom cannot be told'],
    ] as const)
      expect(told({ loan, ltv: null, headroom: null })).toEqual({ text: '—', spoken, tone: 'plain' })
    expect(told({ headroom: 'much' }).text).toBe('—')
  })
})

describe('the open risk of an account in a cell', () => {
  it('counts positions, and tells none from not seen', () => {
    const risk = (positions: number) => positionsTold({ openRisk: { positions, unrealized: [], nearest: null } }).text
    expect([risk(0), risk(1), risk(14)]).toEqual(['no positions', '1 position', '14 positions'])
    expect(positionsTold({ openRisk: null })).toEqual({ text: '—', spoken: 'Positions were not seen yet', tone: 'plain' })
  })

  it('names the position nearest to liquidation', () => {
    const near = (distance: string) =>
      nearestText({ openRisk: { positions: 1, unrealized: [], nearest: { market: 'BTC_USDT', distance } } })
    expect(near('0.1239')).toBe('BTC_USDT 12.3\u202f% from liquidation')
    expect(near('0')).toBe('BTC_USDT at liquidation')
    expect(near('-0.01')).toBe('BTC_USDT at liquidation')
    expect(near('near')).toBeNull()
    expect(nearestText({ openRisk: null })).toBeNull()
    expect(nearestText({ openRisk: { positions: 1, unrealized: [], nearest: null } })).toBeNull()
  })
})

describe('an account in danger', () => {
  const danger = aSummary({ level: 'danger', headline: 'LTV has reached margin call' })

  it('is told with its name', () => {
    expect(graveTitle(danger)).toBe('“Main”: LTV has reached margin call')
  })

  it('is news again when it is in another danger, and not for another reason why it cannot be seen', () => {
    expect(graveKey({ ...danger, headline: 'LTV has reached liquidation' })).not.toBe(graveKey(danger))
    const unmonitored = aSummary({ level: 'unmonitored', headline: 'No answer in time' })
    expect(graveKey({ ...unmonitored, headline: 'The exchange cannot be reached' })).toBe(graveKey(unmonitored))
    expect(graveKey(unmonitored)).not.toBe(graveKey(danger))
    expect(graveKey({ ...danger, profile: aProfile({ id: 'b' }) })).not.toBe(graveKey(danger))
  })
})
