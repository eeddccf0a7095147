import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { trayPicture } from '../../../src/main/shell/tray-picture.js'
import { trayView, type TrayGlance, type TrayShape } from '../../../src/main/shell/tray-view.js'

const aGlance = (some: Partial<TrayGlance> = {}): TrayGlance => ({
  level: 'fine',
  account: 'Main account',
  headline: 'All clear.',
  balances: ['BTC 0.5', 'USDT 1200'],
  ltv: 'LTV 25 · margin call at 75',
  headroom: 'Collateral may fall 66.6 % before margin call',
  age: 'Checked 12 s ago',
  brief: 'LTV 25',
  ...some,
})

const empty = aGlance({
  level: 'blind',
  account: null,
  headline: 'No account is connected',
  balances: [],
  ltv: null,
  headroom: null,
  age: null,
  brief: null,
})

const menuOf = (glance: TrayGlance): string[] =>
  trayView(glance).items.map((item) => (item.kind === 'text' ? item.label : item.kind === 'act' ? `<${item.act}>` : '—'))

describe('the tray', () => {
  it('says balances, LTV with headroom and age, then what can be done', () => {
    expect(menuOf(aGlance())).toEqual([
      'Main account',
      'All clear.',
      '—',
      'BTC 0.5',
      'USDT 1200',
      '—',
      'LTV 25 · margin call at 75',
      'Collateral may fall 66.6 % before margin call',
      '—',
      'Checked 12 s ago',
      '—',
      '<open>',
      '<refresh>',
      '<quit>',
    ])
  })

  it('leaves out what is not known, without doubled lines between', () => {
    expect(menuOf(aGlance({ balances: [], ltv: null, headroom: null }))).toEqual([
      'Main account',
      'All clear.',
      '—',
      'Checked 12 s ago',
      '—',
      '<open>',
      '<refresh>',
      '<quit>',
    ])
  })

  it('has nothing to refresh without an account', () => {
    expect(menuOf(empty)).toEqual(['No account is connected', '—', '<open>', '<quit>'])
    expect(trayView(empty)).toMatchObject({ shape: 'idle', tooltip: 'Plimsoll: No account is connected' })
  })

  it.each([
    ['fine', 'watching'],
    ['caution', 'caution'],
    ['danger', 'alarm'],
    ['blind', 'blind'],
  ] as const)('shows "%s" by a shape of its own: %s', (level, shape) => {
    expect(trayView(aGlance({ level })).shape).toBe(shape)
  })

  it('puts the headline, the headroom and the age into the tooltip', () => {
    expect(trayView(aGlance()).tooltip).toBe(
      'Plimsoll, Main account: All clear.\nCollateral may fall 66.6 % before margin call\nChecked 12 s ago',
    )
  })

  it('keeps the tooltip within what Windows shows, and the age in it, however long names and headlines are', () => {
    const lengths = [0, 1, 12, 40, 60, 80, 500]
    for (const name of lengths)
      for (const words of lengths)
        for (const headroom of [null, aGlance().headroom, 'No headroom: margin call is reached']) {
          const { tooltip } = trayView(
            aGlance({ headline: 'x'.repeat(words), account: 'y'.repeat(name), headroom, age: 'Checked 59 min ago' }),
          )
          expect(tooltip.length).toBeLessThanOrEqual(127)
          expect(tooltip.split('\n').at(-1)).toBe('Checked 59 min ago')
          expect(tooltip).toMatch(/^Plimsoll, /)
        }
  })

  it('shortens the name before the headline, and leaves the headroom out before it cuts the headline', () => {
    const lost = 'Loan and positions not monitored: the exchange cannot be reached'
    expect(trayView(aGlance({ account: 'n'.repeat(60), headline: lost })).tooltip).toBe(
      `Plimsoll, ${'n'.repeat(19)}…: ${lost}\nChecked 12 s ago`,
    )
    expect(trayView(aGlance({ account: 'n'.repeat(60) })).tooltip).toBe(
      `Plimsoll, ${'n'.repeat(19)}…: All clear.\nCollateral may fall 66.6 % before margin call\nChecked 12 s ago`,
    )
  })

  it('has a title for the menu bar of macOS: the LTV, or nothing', () => {
    expect(trayView(aGlance()).title).toBe('LTV 25')
    expect(trayView(empty).title).toBe('')
  })

  it('shows names of people and servers as text: no mnemonics, control or direction marks, no endless lines', () => {
    const [name, headline] = menuOf(aGlance({ account: 'Me & You', headline: 'A\n\u202eB\u0007C\u2028D' }))
    expect([name, headline]).toEqual(['Me && You', 'A  B C D'])
    const [long] = menuOf(aGlance({ account: 'z'.repeat(200) }))
    expect(long).toHaveLength(80)
  })

  it('its gist changes with everything but the age', () => {
    const gist = trayView(aGlance()).gist
    expect(trayView(aGlance({ age: 'Checked 1 min ago' })).gist).toBe(gist)
    const changes: Partial<TrayGlance>[] = [
      { level: 'danger' },
      { account: 'B' },
      { headline: 'x' },
      { balances: [] },
      { ltv: null },
      { headroom: null },
      { brief: 'LTV 26' },
    ]
    for (const change of changes) expect(trayView(aGlance(change)).gist).not.toBe(gist)
  })
})

describe('the picture', () => {
  it.each<[NodeJS.Platform, TrayShape, string]>([
    ['linux', 'watching', 'watching-22.png'],
    ['win32', 'alarm', 'alarm-16.png'],
    ['darwin', 'blind', 'blindTemplate.png'],
    ['darwin', 'caution', 'cautionTemplate.png'],
  ])('on %s of "%s" is %s', (platform, shape, file) => {
    expect(trayPicture('/r', shape, platform)).toBe(path.join('/r', 'tray', file))
  })
})
