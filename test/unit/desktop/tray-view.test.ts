import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { trayIconFile } from '../../../src/main/desktop/tray.js'
import { trayView, type TrayAccount, type TrayShape } from '../../../src/main/desktop/tray.js'
import { messageOf, readLanguageFrom } from '../../../src/shared/messages/messages.js'

afterEach(() => readLanguageFrom(() => 'en'))

function anAccount(some: Partial<TrayAccount> = {}): TrayAccount {
  return {
    profileId: 'a',
    demo: false,
    level: 'fine',
    account: 'Main account',
    headline: 'All clear.',
    balances: [
      messageOf('accounts.state.balance', { asset: 'BTC', amount: '0.5' }),
      messageOf('accounts.state.balance', { asset: 'USDT', amount: '1200' }),
    ],
    ltv: messageOf('accounts.state.ltv-and-margin-call', { ltv: '25', marginCall: '75' }),
    headroom: messageOf('accounts.state.headroom', { share: '66.6' }),
    age: messageOf('accounts.state.checked', { ago: '12 s ago' }),
    asOf: 1000,
    oldFrom: null,
    load: null,
    brief: messageOf('accounts.state.ltv', { ltv: '25' }),
    ...some,
  }
}

function menuOf(...accounts: TrayAccount[]): string[] {
  return trayView(accounts).items.map((item) => {
    if (item.enabled === false) return item.label ?? ''
    if (item.act === undefined) return '—'
    return typeof item.act === 'string' ? `<${item.act}>` : `${item.act.show} → ${item.label}`
  })
}

describe('the tray', () => {
  it('UX-51 shows balances, LTV with headroom and age, then the actions', () => {
    expect(menuOf(anAccount())).toEqual([
      'Main account',
      'All clear.',
      '—',
      'BTC 0.5',
      'USDT 1200',
      '—',
      'LTV 25 · margin call at 75',
      'Collateral may fall 66.6\u00a0% before margin call',
      '—',
      'Checked 12 s ago',
      '—',
      '<open>',
      '<mini>',
      '<refresh>',
      '<hide-amounts>',
      '<lock>',
      '<quit>',
    ])
  })

  it('leaves out what is unknown, without doubled separators', () => {
    expect(menuOf(anAccount({ balances: [], ltv: null, headroom: null }))).toEqual([
      'Main account',
      'All clear.',
      '—',
      'Checked 12 s ago',
      '—',
      '<open>',
      '<mini>',
      '<refresh>',
      '<hide-amounts>',
      '<lock>',
      '<quit>',
    ])
  })

  it('UX-75 opens the mini window, or closes it', () => {
    const itemOf = (isOpen: boolean) =>
      trayView([anAccount()], 'shown', 'all', isOpen).items.find(({ act }) => act === 'mini')
    expect(itemOf(true)).toEqual({ act: 'mini', label: 'Close the mini window' })
    expect(itemOf(false)).toEqual({ act: 'mini', label: 'Show the mini window' })
    const locked = trayView([anAccount()], 'locked', 'all', true)
    expect(locked.items.some(({ act }) => act === 'mini')).toBe(false)
  })

  it('has nothing to refresh without an account', () => {
    expect(menuOf()).toEqual([
      'No account is connected',
      '—',
      '<open>',
      '<mini>',
      '<hide-amounts>',
      '<quit>',
    ])
    expect(trayView([])).toMatchObject({
      shape: 'idle',
      tooltip: 'Plimsoll: No account is connected',
    })
  })

  it.each([
    ['fine', 'watching'],
    ['caution', 'caution'],
    ['danger', 'alarm'],
    ['unmonitored', 'unmonitored'],
  ] as const)('UX-67 shows "%s" by its own shape: %s', (level, shape) => {
    expect(trayView([anAccount({ level })]).shape).toBe(shape)
  })

  it('puts the headline, the headroom and the age into the tooltip', () => {
    expect(trayView([anAccount()]).tooltip).toBe(
      'Plimsoll, Main account: All clear.\nCollateral may fall 66.6\u00a0% before margin call\nChecked 12 s ago',
    )
  })

  it('fits the tooltip into the limit of Windows, with the age, however long names and headlines are', () => {
    const lengths = [0, 1, 12, 40, 60, 80, 500]
    for (const name of lengths)
      for (const words of lengths)
        for (const headroom of [
          null,
          anAccount().headroom,
          'No headroom: margin call is reached',
        ]) {
          const { tooltip } = trayView([
            anAccount({
              headline: 'x'.repeat(words),
              account: 'y'.repeat(name),
              headroom,
              age: 'Checked 59 min ago',
            }),
          ])
          expect(tooltip.length).toBeLessThanOrEqual(127)
          expect(tooltip.split('\n').at(-1)).toBe('Checked 59 min ago')
          expect(tooltip).toMatch(/^Plimsoll, /)
        }
  })

  it('shortens the name before the headline, and drops the headroom before it cuts the headline', () => {
    const lost = 'Loan and positions not monitored: the exchange cannot be reached'
    expect(trayView([anAccount({ account: 'n'.repeat(60), headline: lost })]).tooltip).toBe(
      `Plimsoll, ${'n'.repeat(19)}…: ${lost}\nChecked 12 s ago`,
    )
    expect(trayView([anAccount({ account: 'n'.repeat(60) })]).tooltip).toBe(
      `Plimsoll, ${'n'.repeat(19)}…: All clear.\nCollateral may fall 66.6\u00a0% before margin call\nChecked 12 s ago`,
    )
  })

  it('has a title for the macOS menu bar: the LTV, or nothing', () => {
    expect(trayView([anAccount()]).title).toBe('LTV 25')
    expect(trayView([]).title).toBe('')
  })

  it('shows names of people and servers as text: no mnemonics, control or direction marks, no endless lines', () => {
    const [name, headline] = menuOf(
      anAccount({ account: 'Me & You', headline: 'A\n\u202eB\u0007C\u2028D' }),
    )
    expect([name, headline]).toEqual(['Me && You', 'A  B C D'])
    const [long] = menuOf(anAccount({ account: 'z'.repeat(200) }))
    expect(long).toHaveLength(80)
  })

  it('UX-64 is redrawn in another language', () => {
    const { gist } = trayView([anAccount()])
    readLanguageFrom(() => 'uk')
    const other = trayView([anAccount()])
    expect(other.gist).not.toBe(gist)
    expect(other.items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Відкрити Plimsoll', 'Приховати суми', 'Вийти']),
    )
  })

  it('its fingerprint changes with everything but the age', () => {
    const gist = trayView([anAccount()]).gist
    expect(trayView([anAccount({ age: 'Checked 1 min ago' })]).gist).toBe(gist)
    const changes: Partial<TrayAccount>[] = [
      { level: 'danger' },
      { account: 'B' },
      { headline: 'x' },
      { balances: [] },
      { ltv: null },
      { headroom: null },
      { brief: 'LTV 26' },
    ]
    for (const change of changes) expect(trayView([anAccount(change)]).gist).not.toBe(gist)
  })
})

describe('the tray of several accounts', () => {
  const worst = anAccount({
    profileId: 'b',
    account: 'Beta & Co',
    level: 'danger',
    headline: 'LTV has reached margin call',
    brief: 'LTV 76',
  })
  const lost = anAccount({
    profileId: 'c',
    account: 'Gamma',
    level: 'unmonitored',
    headline: 'Key locked or missing',
    brief: null,
  })

  it('RES-8, UX-51 lists every account by name, the worst first as given, each opening itself', () => {
    expect(menuOf(lost, worst, anAccount())).toEqual([
      'c → Gamma: Key locked or missing',
      'b → Beta && Co: LTV has reached margin call · LTV 76',
      'a → Main account: All clear. · LTV 25',
      '—',
      '<open>',
      '<mini>',
      '<refresh>',
      '<hide-amounts>',
      '<lock>',
      '<quit>',
    ])
  })

  it('has the icon, the tooltip and the title of the worst', () => {
    expect(trayView([worst, anAccount()])).toMatchObject({ shape: 'alarm', title: 'LTV 76' })
    expect(trayView([worst, anAccount()]).tooltip).toMatch(
      /^Plimsoll, Beta & Co: LTV has reached margin call/,
    )
    expect(trayView([lost, worst]).shape).toBe('unmonitored')
  })

  it('says beside a danger how many others are not monitored, before its headroom', () => {
    const gone = { ...lost, profileId: 'd' }
    expect(trayView([worst, lost, anAccount()]).tooltip).toBe(
      'Plimsoll, Beta & Co: LTV has reached margin call\n1 account not monitored\nChecked 12 s ago',
    )
    const none = {
      ...worst,
      account: 'B',
      headline: 'Liquidation',
      headroom: 'No headroom: margin call is reached',
    }
    expect(trayView([none, lost, gone]).tooltip).toBe(
      `Plimsoll, B: Liquidation\n2 accounts not monitored\n${none.headroom}\nChecked 12 s ago`,
    )
    const beside = (...accounts: TrayAccount[]): string => trayView(accounts).tooltip
    expect(beside(worst, anAccount())).not.toContain('not monitored')
    expect(
      beside(worst, { ...lost, demo: true }),
      'the demo is no account of theirs',
    ).not.toContain('not monitored')
    expect(beside({ ...worst, level: 'caution' }, lost)).not.toContain('not monitored')
  })

  it('fits the tooltip into the limit of Windows, with the unmonitored others if there is room', () => {
    for (const words of [0, 12, 40, 60, 70, 80, 500]) {
      const headline = 'x'.repeat(words)
      const { tooltip } = trayView([{ ...worst, headline }, ...Array<TrayAccount>(30).fill(lost)])
      expect(tooltip.length).toBeLessThanOrEqual(127)
      expect(tooltip.split('\n').at(-1)).toBe('Checked 12 s ago')
      expect(tooltip.includes('30 accounts not monitored')).toBe(words <= 60)
    }
  })

  it('RES-8 lists a margin call before the limit, however many accounts are unreachable', () => {
    const unseen = Array.from({ length: 41 }, (_, at) => ({ ...lost, profileId: `p${at}` }))
    const items = menuOf(worst, ...unseen)
    expect(items[0]).toBe('b → Beta && Co: LTV has reached margin call · LTV 76')
    expect(trayView([worst, ...unseen])).toMatchObject({ shape: 'alarm', title: 'LTV 76' })
  })

  it("SEC-16 shows each account's state while locked, without figures, and opens the lock screen", () => {
    const shown = trayView(
      [
        {
          ...worst,
          headline: messageOf('accounts.state.locked-since', { time: '14:02' }),
          headroom: 'Collateral may fall 3\u00a0%',
        },
        anAccount(),
      ],
      'locked',
    )
    expect(shown.items).toEqual([
      { label: 'Plimsoll is locked', enabled: false },
      { type: 'separator' },
      { act: { show: 'b' }, label: 'Beta && Co: Locked since 14:02' },
      {
        act: { show: anAccount().profileId },
        label: `${anAccount().account}: ${anAccount().headline}`,
      },
      { type: 'separator' },
      { act: 'open', label: 'Unlock…' },
      { act: 'refresh', label: 'Refresh now' },
      { act: 'quit', label: 'Quit' },
    ])
    expect([shown.title, shown.tooltip]).toEqual([
      '',
      expect.stringMatching(/^Plimsoll, Beta & Co: Locked since 14:02\n/),
    ])
    expect(trayView([], 'locked')).toMatchObject({ shape: 'idle', tooltip: 'Plimsoll: Locked' })
  })

  it('lists as many as fit the screen, and the others in a submenu', () => {
    const fifty = Array.from({ length: 50 }, (_, at) => anAccount({ profileId: `p${at}` }))
    const { items } = trayView(fifty)
    expect(items.slice(0, 30).every(({ act }) => act !== undefined)).toBe(true)
    const rest = items[30]
    expect(rest).toMatchObject({ label: '20 more' })
    expect(rest?.submenu).toHaveLength(20)
    expect(rest?.submenu?.at(-1)).toMatchObject({ act: { show: 'p49' } })
  })

  it('its fingerprint changes with what is shown of any of them, and not with an age', () => {
    const { gist } = trayView([worst, anAccount()])
    expect(trayView([worst, anAccount({ age: 'Checked 1 h ago' })]).gist).toBe(gist)
    expect(trayView([worst, anAccount({ headline: 'x' })]).gist).not.toBe(gist)
    expect(trayView([anAccount(), worst]).gist).not.toBe(gist)
    expect(trayView([worst, anAccount({ brief: 'LTV 26' })]).gist).not.toBe(gist)
  })

  it('its fingerprint stays the same for figures that are not shown', () => {
    const { gist } = trayView([worst, anAccount()])
    const figures = {
      balances: ['BTC 0.6'],
      ltv: 'LTV 25.0001 · margin call at 75',
      headroom: 'Collateral may fall 66.5\u00a0% before margin call',
    }
    expect(trayView([worst, anAccount(figures)]).gist).toBe(gist)
    expect(
      trayView([{ ...worst, balances: [], ltv: 'LTV 76.0001 · margin call at 75' }, anAccount()])
        .gist,
    ).toBe(gist)
  })
})

describe('the tray icon', () => {
  it.each<[NodeJS.Platform, TrayShape, string]>([
    ['linux', 'watching', 'watching-22.png'],
    ['win32', 'alarm', 'alarm-16.png'],
    ['darwin', 'unmonitored', 'unmonitoredTemplate.png'],
    ['darwin', 'caution', 'cautionTemplate.png'],
  ])('on %s of "%s" is %s', (platform, shape, file) => {
    expect(trayIconFile('/r', shape, platform)).toBe(path.join('/r', 'tray', file))
  })

  it('UX-46 UX-51 shows everything in words and no figure while amounts are hidden, in menu, tooltip and title', () => {
    const reached = messageOf('overview.loan-margin-call', { ltv: '0.7612', level: '0.75' })
    const rose = messageOf('alerts.price.above', { market: 'BTC_USDT', price: '64000.5' })
    const danger = anAccount({
      profileId: 'b',
      account: 'Desk 2',
      level: 'danger',
      headline: reached,
    })
    for (const accounts of [[anAccount()], [danger, anAccount({ headline: rose })]]) {
      const { tooltip, title, items, gist } = trayView(
        accounts.map((one) => ({ ...one, age: null })),
        'hidden',
      )
      const all = JSON.stringify([tooltip, title, items, gist]).replaceAll('Desk 2', '')
      expect(all).not.toMatch(/\d/)
      expect(items.map(({ label }) => label)).toContain('Show amounts')
      expect(title).toBe('')
    }
    expect(JSON.stringify(trayView([anAccount()]))).toMatch(/1200.*66\.6/)
    const { items, tooltip } = trayView([danger], 'hidden')
    expect(tooltip).toContain('Loan: LTV ••••• has reached margin call')
    expect(items.map(({ label }) => label)).toEqual(
      expect.arrayContaining([
        'Desk 2',
        'BTC •••••',
        'LTV ••••• · margin call at •••••',
        'Checked 12 s ago',
      ]),
    )
  })

  it('UX-46 shows LTV and headroom, and no amount, if only amounts are hidden', () => {
    const { items, tooltip, title } = trayView(
      [anAccount({ level: 'danger' })],
      'hidden',
      'amounts',
    )
    const labels = items.flatMap(({ label }) => label ?? [])
    expect(labels).toContain('LTV 25 · margin call at 75')
    expect(labels).toContain('Collateral may fall 66.6\u00a0% before margin call')
    expect(title).toBe('LTV 25')
    expect([...labels, tooltip].join('\n')).not.toMatch(/0\.5|1200/)
    expect(labels).toContain('BTC •••••')
  })

  it('UX-46 is redrawn at once when amounts are hidden or shown', () => {
    expect(trayView([anAccount()], 'hidden').gist).not.toBe(trayView([anAccount()], 'shown').gist)
  })
})
