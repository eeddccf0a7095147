import { flushSync, tick } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import {
  closenessOf,
  mostShown,
  searchCommands,
} from '../../../../src/renderer/shell/command-search.js'
import { screens, settingsTabs } from '../../../../src/renderer/shell/navigation-store.svelte.js'
import { createLaterStores } from '../../../../src/renderer/later-stores.js'
import { createStores, type Stores } from '../../../../src/renderer/stores.js'
import {
  actions,
  commandsFor,
  firstGroups,
} from '../../../../src/renderer/shell/palette-commands.js'
import { readLanguageFrom } from '../../../../src/shared/messages/messages.js'
import type { Channel } from '../../../../src/shared/contract.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import { calmAccounts } from '../../../fixtures/portfolio/many-accounts.js'
import { manyMarkets } from '../../../fixtures/portfolio/market.js'
import { type Scene, scenes } from '../../../fixtures/portfolio/scenes.js'
import { aTrading, notArmed, tradingScene } from '../../../fixtures/portfolio/trading.js'
import { readyScene } from '../../../page/trade-screen.js'
import { createFakeSight } from '../../../support/fake-sight.js'
import { createFakeBridge } from '../../../support/fake-bridge/fake-bridge.js'

async function opened(scene: Scene) {
  const fake = createFakeBridge(scene)
  const stores = createStores(fake.bridge, () => now, createFakeSight().sight)
  stores.open()
  stores.addLater(createLaterStores)
  await tick()
  await expect.poll(() => stores.settings.latest).not.toBeNull()
  await expect.poll(() => stores.accounts.latest).not.toBeNull()
  flushSync()
  return { fake, stores }
}

function titles(stores: Stores, typed: string): string[] {
  return searchCommands(typed, commandsFor(stores, typed), stores.palette.used).map(
    ({ title }) => title,
  )
}

function commandOf(stores: Stores, id: string, typed = '') {
  const command = commandsFor(stores, typed).find((one) => one.id === id)
  if (command === undefined) throw new Error(`no ${id}`)
  return command
}

/** What a command may ask of main. None of these moves money or removes anything. */
const harmless: ReadonlySet<Channel> = new Set<Channel>([
  'lock/now',
  'profiles/switch',
  'portfolio/refresh',
  'settings/change',
  'alerts/test-notification',
  'orders/export',
  'updates/check',
  'demo/enter',
  'demo/copy',
  'clipboard/copy',
  'alerts/acknowledge',
  'alerts/snooze',
  // Opens a review, and gives it up.
  'orders/prepare',
  'orders/discard',
  // Gives up the right to send.
  'trading/disarm',
])

describe('UX-66 the palette', () => {
  it('sends main nothing that moves money or removes anything, whatever is chosen', async () => {
    for (const scene of [readyScene(), scenes.twoProfiles(), scenes.welcome()]) {
      const { fake, stores } = await opened(scene)
      const all = commandsFor(stores, '')
      expect(all.length).toBeGreaterThan(0)
      const before = fake.asked.length
      for (const command of all) await command.run(stores)
      const asked = fake.asked.slice(before).map(({ channel }) => channel)
      expect(asked.filter((channel) => !harmless.has(channel))).toEqual([])
      expect(asked.length).toBeGreaterThan(0)
      stores.close()
    }
  })

  it('contains every screen, tab, account and action, each with a unique id', async () => {
    const { stores } = await opened(readyScene())
    const ids = commandsFor(stores, '').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining([
        ...screens.map((one) => `screen:${one}`),
        ...settingsTabs.map((one) => `settings:${one}`),
      ]),
    )
    expect(ids).toEqual(
      expect.arrayContaining([
        'trade:bulk',
        'trade:open-orders',
        'activity:orders',
        'investments:earnings',
      ]),
    )
    expect(ids).toEqual(
      expect.arrayContaining(actions.filter(({ when }) => when === undefined).map(({ id }) => id)),
    )
    commandOf(stores, 'investments:open').run(stores)
    expect([stores.navigation.screen, stores.navigation.investmentTab]).toEqual([
      'investments',
      'open',
    ])
    commandOf(stores, 'trade:bulk').run(stores)
    expect([stores.navigation.screen, stores.tradeForms.tab]).toEqual(['trade', 'bulk'])
    commandOf(stores, 'settings:alerts').run(stores)
    expect([stores.navigation.screen, stores.navigation.settingsTab]).toEqual([
      'settings',
      'alerts',
    ])
  })

  it('opens the ticket with a market, and keeps the input for the same one', async () => {
    const { fake, stores } = await opened(readyScene())
    stores.tradeForms.tab = 'close'
    commandOf(stores, 'market:BTC_USDT', 'btc').run(stores)
    expect([stores.navigation.screen, stores.tradeForms.tab]).toEqual(['trade', 'market'])
    expect(stores.tradeForms.market).toMatchObject({ market: 'BTC_USDT', amount: '', side: 'buy' })
    stores.tradeForms.market.amount = '0.5'
    commandOf(stores, 'market:BTC_USDT', 'btc').run(stores)
    expect(stores.tradeForms.market.amount).toBe('0.5')
    expect(fake.asked.some(({ channel }) => channel.startsWith('orders/'))).toBe(false)
    expect(
      firstGroups(stores).find(({ title }) => title === 'Recent markets')?.commands[0]?.title,
    ).toBe('BTC_USDT')
    stores.forgetAccount()
    expect(stores.palette.lookedAt).toEqual([])
  })

  it('lists the last used first', async () => {
    const { stores } = await opened(readyScene())
    stores.palette.use('refresh')
    stores.palette.use('screen:mining')
    const [first] = firstGroups(stores)
    expect([first?.title, first?.commands.map(({ title }) => title)]).toEqual([
      'Used last',
      ['Mining', 'Refresh now'],
    ])
    const all = firstGroups(stores).flatMap(({ commands }) => commands.map(({ id }) => id))
    expect(new Set(all).size).toBe(all.length)
  })

  it('offers only what changes something', async () => {
    const { stores } = await opened(readyScene())
    const offered = (): string[] => commandsFor(stores, '').map(({ id }) => id)
    expect(offered()).toContain('theme-dark')
    expect(offered()).toContain('utc-on')
    await commandOf(stores, 'theme-dark').run(stores)
    await commandOf(stores, 'utc-on').run(stores)
    expect(stores.settings.value).toMatchObject({ theme: 'dark', utcTimes: true })
    expect(offered()).not.toContain('theme-dark')
    expect(offered()).toContain('utc-off')
  })

  it('offers the possible actions on the welcome screen', async () => {
    const { stores } = await opened(scenes.welcome())
    const ids = commandsFor(stores, 'btc').map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['shortcuts', 'theme-dark', 'demo']))
    expect(
      ids.filter((id) => /^(?:screen|market|settings|trade)/.test(id) || id === 'refresh'),
    ).toEqual([])
  })

  it(`shows ${mostShown} at most of fifty accounts and a thousand markets`, async () => {
    const scene = calmAccounts(50)
    const { fake, stores } = await opened(scene)
    const listed = manyMarkets(['BTC', 'ETH'], 1000)
    const { view } = stores.markets
    if (view === null) throw new Error('no markets')
    fake.push('markets', { ...view, markets: { ...view.markets, value: listed } })
    flushSync()
    expect(titles(stores, 'c')).toHaveLength(mostShown)
    expect(titles(stores, 'client 42')).toContain('Client 42')
    expect(titles(stores, listed[777]?.name ?? '')).toContain(listed[777]?.name)
    expect(
      firstGroups(stores).reduce((sum, { commands }) => sum + commands.length, 0),
    ).toBeLessThan(50)
  })
})

describe('ALR-6 the palette in a margin call', () => {
  const crisis = () =>
    opened({
      ...scenes.marginCall(),
      trading: tradingScene(aTrading({ readOnly: false, obstacles: [notArmed] })),
    })

  it.each<[string, RegExp[]]>([
    ['ltv', [/^Copy the LTV$/, /^What if: repay or add collateral$/]],
    ['repay', [/^What if: repay or add collateral$/]],
    ['snooze', [/^Snooze for 1 hour: /, /^Snooze for 8 hours: /, /^Snooze for 24 hours: /]],
    ['acknowledge', [/^Acknowledge: /]],
    ['enable trading', [/^Arm trading for 15 minutes…$/]],
    ['close', [/^Close .*BTC_USDT…$/]],
    ['liquidation price', [/^Copy the liquidation price of /]],
    ['price alert', [/^Add a price alert…$/]],
  ])('finds the related commands by “%s”', async (typed, wanted) => {
    const { stores } = await crisis()
    const found = titles(stores, typed)
    for (const title of wanted) expect(found.filter((one) => title.test(one))).not.toEqual([])
    stores.close()
  })

  it('acknowledges and snoozes the alert it names, and starts closing and arming without a request to main', async () => {
    const { fake, stores } = await crisis()
    const [one = '', other = ''] =
      stores.alerts.view?.attention.filter(({ quiet }) => !quiet).map(({ alert }) => alert.id) ?? []
    const before = fake.asked.length
    await commandOf(stores, `acknowledge:${one}`).run(stores)
    await commandOf(stores, `snooze:8:${other}`).run(stores)
    const position = stores.portfolio.view?.positions.value?.[0]
    commandOf(stores, `close:${position?.id ?? ''}`).run(stores)
    expect(stores.enabling.wanted?.then).toEqual({ act: 'close', position })
    commandOf(stores, 'arm').run(stores)
    expect(stores.enabling.wanted).toEqual({ then: null })
    commandOf(stores, 'what-if').run(stores)
    expect([stores.navigation.screen, stores.navigation.whatIfWanted]).toEqual(['loans', true])
    expect(fake.asked.slice(before)).toEqual([
      { channel: 'alerts/acknowledge', payload: { id: one } },
      { channel: 'alerts/snooze', payload: { id: other, until: now + 8 * 3600 } },
    ])
  })

  it('copies no figure while amounts are hidden', async () => {
    const { stores } = await opened(scenes.marginCall())
    const copies = (): string[] =>
      commandsFor(stores, '').flatMap(({ id }) => (id.startsWith('copy-') ? [id] : []))
    expect(copies().length).toBeGreaterThan(1)
    await stores.settings.hideAmounts(true)
    flushSync()
    expect(copies()).toEqual([])
  })
})

describe('UX-64 the palette in another language', () => {
  afterEach(() => readLanguageFrom(() => 'en'))

  it('finds everything by its words in the current language, and in English', async () => {
    const { stores } = await opened(readyScene())
    const english = commandsFor(stores, '')
    readLanguageFrom(() => 'uk')
    const worded = commandsFor(stores, '')
    expect(worded.map(({ id }) => id)).toEqual(english.map(({ id }) => id))
    for (const { id, title } of english) {
      const now = worded.find((one) => one.id === id)
      const found = (typed: string): boolean =>
        now !== undefined && closenessOf(typed, now) !== null
      expect([id, found(title), found(now?.title ?? '')]).toEqual([id, true, true])
    }
    expect(titles(stores, 'ніч')).toContain('Темна тема')
    expect(titles(stores, 'night')).toContain('Темна тема')
    expect(titles(stores, 'налаштування')[0]).toBe('Налаштування')
    expect(titles(stores, 'settings')[0]).toBe('Налаштування')
    expect(firstGroups(stores).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Екрани', 'Рахунки', 'Дії']),
    )
  })
})
