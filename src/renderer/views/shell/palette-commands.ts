// What the palette offers. Nothing in it moves money or destroys anything: a market leads to a ticket, and a ticket to a review.
import type { IconName } from '../../components/icon-paths.js'
import { marketOffers } from '../../format/market-search.js'
import {
  activityTabTitles,
  counted,
  investmentTabTitles,
  screenTitles,
  settingsTabTitles,
  tradeTabTitles,
  whereWords,
} from '../../format/words.js'
import { activityTabs, investmentTabs, screens, settingsTabs } from '../../stores/navigation.svelte.js'
import type { Stores } from '../../stores/stores.js'
import { tradeTabs } from '../../stores/trade-forms.svelte.js'
import { mostShown, type Searchable } from '../../format/command-search.js'
import { directAccounts } from './shortcuts.js'

export type Command = Searchable & {
  icon: IconName
  /** The colour of the account it shows. */
  colour?: number
  note?: string
  run: (stores: Stores) => unknown
}

type Action = Command & {
  /** Without this it needs an account on screen. */
  always?: boolean
  /** Only where this is so. */
  when?: (stores: Stores) => boolean
}

const theme = ({ settings }: Stores) => settings.value.theme

const exportJournal = async ({ navigation, trading, announcer }: Stores): Promise<void> => {
  navigation.goToOrders()
  const answer = await trading.exportAll('csv')
  if (answer !== null)
    announcer.say(answer.saved ? `${counted(answer.rows, 'row')} written to ${answer.file ?? 'the file'}.` : 'Nothing was exported.')
}

const checkForUpdates = ({ navigation, updates }: Stores): void => {
  navigation.enter('settings', () => {
    navigation.settingsTab = 'about'
    updates.act('check')
  })
}

/** One line adds one. */
export const actions: readonly Action[] = [
  { id: 'refresh', title: 'Refresh now', icon: 'refresh', keywords: 'reload update', run: ({ portfolio }) => portfolio.refresh() },
  {
    id: 'shortcuts',
    title: 'Show keyboard shortcuts',
    icon: 'info',
    keywords: 'keys help',
    always: true,
    run: ({ navigation }) => (navigation.shortcutsShown = true),
  },
  {
    id: 'hide-amounts',
    title: 'Hide amounts',
    icon: 'unseen',
    keywords: 'privacy mask figures balances',
    always: true,
    when: ({ settings }) => !settings.amountsHidden,
    run: ({ settings }) => settings.hideAmounts(true),
  },
  {
    id: 'show-amounts',
    title: 'Show amounts',
    icon: 'eye',
    keywords: 'privacy unmask figures balances',
    always: true,
    when: ({ settings }) => settings.amountsHidden,
    run: ({ settings }) => settings.hideAmounts(false),
  },
  { id: 'lock', title: 'Lock now', icon: 'lock', keywords: 'privacy leave passphrase', run: ({ lock }) => lock.lock() },
  {
    id: 'theme-light',
    title: 'Light theme',
    icon: 'eye',
    keywords: 'appearance colours',
    always: true,
    when: (stores) => theme(stores) !== 'light',
    run: ({ settings }) => settings.change({ theme: 'light' }),
  },
  {
    id: 'theme-dark',
    title: 'Dark theme',
    icon: 'eye',
    keywords: 'appearance colours night',
    always: true,
    when: (stores) => theme(stores) !== 'dark',
    run: ({ settings }) => settings.change({ theme: 'dark' }),
  },
  {
    id: 'theme-system',
    title: 'Theme of the system',
    icon: 'eye',
    keywords: 'appearance colours automatic',
    always: true,
    when: (stores) => theme(stores) !== 'system',
    run: ({ settings }) => settings.change({ theme: 'system' }),
  },
  {
    id: 'utc-on',
    title: 'Times in UTC',
    icon: 'clock',
    keywords: 'time zone clock',
    always: true,
    when: ({ settings }) => !settings.value.utcTimes,
    run: ({ settings }) => settings.change({ utcTimes: true }),
  },
  {
    id: 'utc-off',
    title: 'Times in local time',
    icon: 'clock',
    keywords: 'time zone clock utc',
    always: true,
    when: ({ settings }) => settings.value.utcTimes,
    run: ({ settings }) => settings.change({ utcTimes: false }),
  },
  {
    id: 'test-notification',
    title: 'Send a test notification',
    icon: 'bell',
    keywords: 'alert notify',
    run: ({ alerts }) => alerts.sendTestInPassing(),
  },
  { id: 'export-journal', title: 'Export the order journal as CSV…', icon: 'export', keywords: 'orders file save', run: exportJournal },
  { id: 'check-updates', title: 'Check for updates', icon: 'refresh', keywords: 'version newer', run: checkForUpdates },
  {
    id: 'first-steps',
    title: 'Go through the first steps',
    icon: 'check',
    keywords: 'onboarding welcome begin',
    run: ({ navigation }) => navigation.goToFirstSteps(),
  },
  {
    id: 'add-account',
    title: 'Add an account',
    icon: 'plus',
    keywords: 'profile key connect',
    run: ({ navigation }) => navigation.addAccount(),
  },
  {
    id: 'demo',
    title: 'Try the demo',
    icon: 'overview',
    always: true,
    when: ({ appState }) => appState.profile === null,
    run: ({ appState }) => appState.failedRequest.note(appState.enterDemo(), 'demo'),
  },
]

const places = ({ tradeForms }: Stores): Command[] => [
  ...screens.map((screen): Command => ({
    id: `screen:${screen}`,
    title: screenTitles[screen],
    icon: screen,
    run: ({ navigation }) => navigation.go(screen),
  })),
  ...tradeTabs.map((tab): Command => ({
    id: `trade:${tab}`,
    title: `${screenTitles.trade}: ${tradeTabTitles[tab]}`,
    icon: 'trade',
    run: ({ navigation }) => navigation.enter('trade', () => (tradeForms.tab = tab)),
  })),
  ...investmentTabs.map((tab): Command => ({
    id: `investments:${tab}`,
    title: `${screenTitles.investments}: ${investmentTabTitles[tab]}`,
    icon: 'investments',
    run: ({ navigation }) => navigation.enter('investments', () => (navigation.investmentTab = tab)),
  })),
  ...activityTabs.map((tab): Command => ({
    id: `activity:${tab}`,
    title: `${screenTitles.activity}: ${activityTabTitles[tab]}`,
    icon: 'activity',
    run: ({ navigation }) => navigation.enter('activity', () => (navigation.activityTab = tab)),
  })),
  ...settingsTabs.map((tab): Command => ({
    id: `settings:${tab}`,
    title: `${screenTitles.settings}: ${settingsTabTitles[tab]}`,
    icon: 'settings',
    run: ({ navigation }) => navigation.go('settings', tab),
  })),
  {
    id: 'settings:price-alarms',
    title: `${screenTitles.settings}: Price alarms`,
    icon: 'bell',
    run: ({ navigation }) => navigation.go('price-alarms'),
  },
]

const accountCommands = ({ accounts, appState }: Stores): Command[] =>
  accounts.lines.map(({ profile, colour }) => ({
    id: `account:${profile.id}`,
    title: profile.name,
    keywords: 'account',
    icon: 'wallet',
    colour,
    note: `${profile.id === appState.profile?.id ? 'On screen' : 'Show this account'}, ${whereWords(profile)}`,
    run: (stores) => stores.accounts.show(profile.id),
  }))

/** A market order on it, to be filled in, previewed and confirmed there. What was typed for that market already stays. */
const openTicket = ({ navigation, tradeForms, palette }: Stores, market: string): void =>
  navigation.enter('trade', () => {
    if (tradeForms.market.marketName === market) tradeForms.tab = 'market'
    else tradeForms.fillMarket({ market, side: 'buy', amount: '', positionSide: null })
    palette.lookAt(market)
  })

const marketCommand = (market: string, note: string): Command => ({
  id: `market:${market}`,
  title: market,
  icon: 'trade',
  note: note === '' ? 'Open the order ticket' : `Open the order ticket, ${note}`,
  run: (stores) => openTicket(stores, market),
})

const marketCommands = ({ trading, portfolio, markets, clock }: Stores, typed: string): Command[] =>
  marketOffers(typed, {
    view: trading.view,
    positions: portfolio.view?.positions.value ?? null,
    list: markets.view?.markets ?? null,
    onCollateral: true,
    now: clock.now,
  })
    .slice(0, mostShown)
    .map(({ value, note }) => marketCommand(value, note))

/** More would push what else there is out of sight. */
const mostRecent = 5

/** Looked at, then traded, the newest first. */
const recentMarkets = ({ palette, trading }: Stores): Command[] => {
  const traded = [...(trading.view?.open ?? []), ...(trading.view?.recent ?? [])].flatMap(({ items }) => items.map(({ market }) => market))
  const names = [...palette.lookedAt, ...traded].filter((name, at, all) => all.indexOf(name) === at)
  return names.slice(0, mostRecent).map((name) => marketCommand(name, ''))
}

const offeredActions = (stores: Stores): Command[] =>
  actions.filter(({ always, when }) => (always === true || stores.appState.profile !== null) && when?.(stores) !== false)

/** Everything that can be found by typing. Without an account on screen there is little to go to. */
export const commandsFor = (stores: Stores, typed: string): Command[] => [
  ...(stores.appState.profile === null ? [] : places(stores)),
  ...accountCommands(stores),
  ...offeredActions(stores),
  ...(stores.appState.profile === null ? [] : marketCommands(stores, typed)),
]

export type CommandGroup = { title: string; commands: Command[] }

/** What stands there before anything is typed. Each command once. */
export const firstGroups = (stores: Stores): CommandGroup[] => {
  const none = stores.appState.profile === null
  const all = commandsFor(stores, '')
  const used = stores.palette.used
    .flatMap((id) => all.filter((command) => command.id === id && !id.startsWith('market:')))
    .slice(0, mostRecent)
  const groups: CommandGroup[] = [
    { title: 'Used last', commands: used },
    { title: 'Recent markets', commands: none ? [] : recentMarkets(stores) },
    { title: 'Screens', commands: none ? [] : places(stores).slice(0, screens.length) },
    { title: 'Accounts', commands: accountCommands(stores).slice(0, directAccounts) },
    { title: 'Actions', commands: offeredActions(stores) },
  ]
  return groups
    .map(({ title, commands }) => ({
      title,
      commands: commands.filter((one) => title === 'Used last' || !used.some(({ id }) => id === one.id)),
    }))
    .filter(({ commands }) => commands.length > 0)
}
