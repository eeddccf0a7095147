import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountColours,
  coloursOf,
  elsewhereText,
  graveKey,
  graveTitle,
  headroomSummary,
  initialOf,
  nearestText,
  positionsSummary,
  typedTo,
  worseElsewhere,
} from '../../../../src/renderer/accounts/account-format.js'
import type { RiskLevel } from '../../../../src/shared/alerts/alert.js'
import { aProfile, aSummary, demoProfile, now } from '../../../fixtures/portfolio/accounts.js'
import { hostileTexts } from '../../../fixtures/portfolio/hostile-text.js'
import { channels, contrast, token, tokens } from '../../../support/colours.js'

function account(name: string, level: RiskLevel) {
  return aSummary({ profile: aProfile({ id: name, name }), level })
}

function words(shown: RiskLevel, ...others: RiskLevel[]): string | null {
  const found = worseElsewhere(
    [account('here', shown), ...others.map((level, at) => account(`other ${at + 1}`, level))],
    'here',
  )
  return found === null ? null : elsewhereText(found)
}

describe('the state of other accounts', () => {
  it('is shown if one is worse than the account on screen', () => {
    expect(words('fine', 'fine', 'danger')).toBe('Danger: other 2')
    expect(words('fine', 'caution')).toBe('Caution: other 1')
    expect(words('danger', 'unmonitored')).toBeNull()
    expect(words('caution', 'danger', 'caution', 'danger')).toBe('Danger: 2 accounts')
  })

  it('is not shown if none is', () => {
    expect(words('fine')).toBeNull()
    expect(words('fine', 'fine')).toBeNull()
    expect(words('danger', 'danger', 'caution')).toBeNull()
    expect(words('unmonitored', 'danger')).toBe('Danger: other 1')
  })

  it('is shown if nothing is known yet of the account on screen', () => {
    expect(worseElsewhere([account('b', 'caution')], 'a')?.accounts).toHaveLength(1)
    expect(worseElsewhere([], 'a')).toBeNull()
  })
})

describe('the headroom of an account in a cell', () => {
  const headroomOf = (part: Parameters<typeof aSummary>[0]) => headroomSummary(aSummary(part))

  it('is how far the collateral may fall, rounded down', () => {
    expect(headroomOf({ headroom: '0.66619' }).text).toBe('may fall 66.6\u00a0%')
    expect(headroomOf({ headroom: '0.0004' }).text).toBe('may fall less than 0.1\u00a0%')
  })

  it('says if there is none left', () => {
    for (const headroom of ['0', '-0.04'])
      expect(headroomOf({ headroom })).toEqual({
        text: 'margin call reached',
        spoken: null,
        tone: 'danger',
      })
  })

  it('distinguishes no loan from a loan that was not seen', () => {
    expect(headroomOf({ loan: 'no-loan', ltv: null, headroom: null }).text).toBe('no loan')
    for (const [loan, spoken] of [
      [null, 'The loan was not seen yet'],
      ['not-enabled', 'The loan cannot be seen with this key'],
      ['loan', 'Headroom unavailable'],
    ] as const)
      expect(headroomOf({ loan, ltv: null, headroom: null })).toEqual({
        text: '—',
        spoken,
        tone: 'plain',
      })
    expect(headroomOf({ headroom: 'much' }).text).toBe('—')
  })
})

describe('the open risk of an account in a cell', () => {
  it('counts positions, and distinguishes none from not seen', () => {
    const risk = (positions: number) =>
      positionsSummary({ openRisk: { positions, unrealized: [], nearest: null } }).text
    expect([risk(0), risk(1), risk(14)]).toEqual(['no positions', '1 position', '14 positions'])
    expect(positionsSummary({ openRisk: null })).toEqual({
      text: '—',
      spoken: 'Positions were not seen yet',
      tone: 'plain',
    })
  })

  it('names the position nearest to liquidation', () => {
    const near = (distance: string) =>
      nearestText({
        openRisk: { positions: 1, unrealized: [], nearest: { market: 'BTC_USDT', distance } },
      })
    expect(near('0.1239')).toBe('BTC_USDT 12.3\u00a0% from liquidation')
    expect(near('0')).toBe('BTC_USDT at liquidation')
    expect(near('-0.01')).toBe('BTC_USDT at liquidation')
    expect(near('near')).toBeNull()
    expect(nearestText({ openRisk: null })).toBeNull()
    expect(nearestText({ openRisk: { positions: 1, unrealized: [], nearest: null } })).toBeNull()
  })
})

describe('an account in danger', () => {
  const danger = aSummary({ level: 'danger', headline: 'LTV has reached margin call' })

  it('is announced by name', () => {
    expect(graveTitle(danger)).toBe('“Main”: LTV has reached margin call')
  })

  it('is announced again for another danger, but not for another reason of not being seen', () => {
    expect(graveKey({ ...danger, headline: 'LTV has reached liquidation' })).not.toBe(
      graveKey(danger),
    )
    const unmonitored = aSummary({ level: 'unmonitored', headline: 'No answer in time' })
    expect(graveKey({ ...unmonitored, headline: 'The exchange cannot be reached' })).toBe(
      graveKey(unmonitored),
    )
    expect(graveKey(unmonitored)).not.toBe(graveKey(danger))
    expect(graveKey({ ...danger, profile: aProfile({ id: 'b' }) })).not.toBe(graveKey(danger))
  })
})

function profilesOf(ids: readonly string[]) {
  return ids.map((id, at) => aProfile({ id, createdAt: now + at }))
}

const ids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 60 })

describe('the colour of an account', () => {
  it('is unique while there are enough', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { maxLength: accountColours }), (some) => {
        expect(new Set(coloursOf(profilesOf(some)).values()).size).toBe(some.length)
      }),
    )
  })

  it('does not change when another account is added, wherever it is in the list', () => {
    fc.assert(
      fc.property(ids, fc.uuid(), fc.nat(), (some, id, place) => {
        fc.pre(!some.includes(id))
        const before = profilesOf(some)
        const added = aProfile({ id, createdAt: now + 1000 })
        const after = coloursOf(before.toSpliced(place % (before.length + 1), 0, added))
        for (const [known, colour] of coloursOf(before)) expect(after.get(known)).toBe(colour)
      }),
    )
  })

  it('does not depend on the order of the list, nor on the demo', () => {
    fc.assert(
      fc.property(ids, (some) => {
        const list = profilesOf(some)
        const colours = coloursOf(list)
        expect(coloursOf(list.toReversed())).toEqual(new Map([...colours].toReversed()))
        const early = { ...demoProfile, createdAt: 0 }
        const withDemo = coloursOf([early, ...list])
        for (const [id, colour] of colours) expect(withDemo.get(id)).toBe(colour)
        expect(withDemo.get('demo')).toBeTypeOf('number')
      }),
    )
  })

  it('is used as often as any other if there are more accounts than colours', () => {
    const counts = Array.from({ length: accountColours }, () => 0)
    for (const colour of coloursOf(
      profilesOf(Array.from({ length: 48 }, (_, at) => `account ${at}`)),
    ).values())
      counts[colour] = (counts[colour] ?? 0) + 1
    expect(counts).toEqual(Array.from({ length: accountColours }, () => 6))
  })

  it('goes to the older account, and the next one to the younger', () => {
    const [one, other] = [
      aProfile({ id: 'a', createdAt: now }),
      aProfile({ id: 'a', createdAt: now - 1 }),
    ]
    expect(coloursOf([one]).get('a')).toBe(coloursOf([other]).get('a'))
    const clash = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].find(
      (id) => coloursOf([aProfile({ id })]).get(id) === coloursOf([one]).get('a'),
    )
    if (clash === undefined) throw new Error('no two of these ids lead to one colour')
    const both = coloursOf([one, aProfile({ id: clash, createdAt: now + 1 })])
    expect(both.get(clash)).toBe(((both.get('a') ?? 0) + 1) % accountColours)
  })
})

/** Degrees; null for a grey. */
function hue(hex: string): number | null {
  const [red, green, blue] = channels(hex)
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < 0.15) return null
  const turn =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  return (turn * 60 + 360) % 360
}

const grounds = [
  'ground',
  'surface',
  'surface-sunk',
  'surface-raised',
  'hover',
  'selected',
  'danger-wash',
]

describe('the colours of accounts', () => {
  for (const theme of [0, 1] as const) {
    const name = theme === 0 ? 'light' : 'dark'

    it(`contrast with every background, and with their letter: ${name}`, () => {
      for (let at = 0; at < accountColours; at += 1) {
        const colour = token(`account-${at}`, theme)
        for (const ground of grounds)
          expect(
            contrast(colour, token(ground, theme)),
            `${at} on ${ground}`,
          ).toBeGreaterThanOrEqual(3)
        expect(
          contrast(colour, token('on-account', theme)),
          `letter on ${at}`,
        ).toBeGreaterThanOrEqual(4.5)
      }
    })

    it(`are none of the state colours: ${name}`, () => {
      for (let at = 0; at < accountColours; at += 1) {
        const found = hue(token(`account-${at}`, theme))
        // From cyan over blue and violet to pink: no red, no amber, no green.
        expect(found === null || (found > 180 && found < 340), `${at}: ${found}`).toBe(true)
      }
    })
  }

  it('match the number assumed in the code', () => {
    expect(tokens.match(/--account-\d+:/g)).toHaveLength(accountColours)
  })
})

describe('the letter in the badge', () => {
  it('is the first letter or digit of the name', () => {
    expect(
      ['Main', ' savings', '“quoted”', '2nd', 'élan', '😀 fun', '—', ''].map(initialOf),
    ).toEqual(['M', 'S', 'Q', '2', 'É', 'F', '', ''])
  })

  it('is one letter at most, whatever the name', () => {
    for (const name of hostileTexts) expect([...initialOf(name)].length).toBeLessThanOrEqual(2)
  })
})

const names = ['Main', 'Savings', 'Market maker', 'Aaron', 'Market 2', 'Ärger']

describe('typing letters in a list of names', () => {
  it('moves to the next name that begins with one, and from the last to the first', () => {
    expect(typedTo(names, 0, 'm')).toBe(2)
    expect(typedTo(names, 2, 'm')).toBe(4)
    expect(typedTo(names, 4, 'M')).toBe(0)
    expect(typedTo(names, -1, 's')).toBe(1)
    expect(typedTo(names, 0, 'ä')).toBe(5)
  })

  it('moves on with the same letter again', () => {
    expect(typedTo(names, 2, 'mm')).toBe(4)
    expect(typedTo(names, 4, 'mmm')).toBe(0)
  })

  it('takes two of the same as the beginning of a name if one begins that way', () => {
    expect(typedTo(names, 3, 'aa')).toBe(3)
    expect(typedTo(names, 0, 'aa')).toBe(3)
  })

  it('stays while the name still matches, and accepts spaces', () => {
    expect(typedTo(names, 2, 'mar')).toBe(2)
    expect(typedTo(names, 2, 'market 2')).toBe(4)
  })

  it('does not move if no name begins with them', () => {
    expect(typedTo(names, 0, 'x')).toBeNull()
    expect(typedTo([], -1, 'a')).toBeNull()
  })
})
