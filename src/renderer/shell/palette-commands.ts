// What the palette offers. Nothing in it moves money or destroys anything: a market leads to a
// ticket, a position to its review, and arming to a system dialog.
import { type Message, type MessageKey, messageOf, t } from '../../shared/messages/messages.js'
import type { Exported } from '../../shared/orders/trading.js'
import { mayUseMargin } from '../../shared/portfolio/margin.js'
import { marketOffers } from '../markets/market-search.js'
import { whereWords } from '../components/words.js'
import {
  activityTabs,
  investmentTabs,
  type ScreenName,
  screens,
  settingsTabs,
} from './navigation-store.svelte.js'
import type { Stores } from '../stores.js'
import { tradeTabs } from '../orders/kinds/order-kinds.js'
import { mostShown } from './command-search.js'
import { type Command, named, searchWords } from './palette-command.js'
import { riskCommands } from './palette-risk.js'
import { directAccounts } from './shortcuts.js'

type Action = Omit<Command, 'title' | 'keywords'> & {
  title: Message
  /** Additional search terms. */
  words?: Message
  /** Without this, it requires an account on screen. */
  always?: boolean
  /** Only if this is true. */
  when?: (stores: Stores) => boolean
}

const theme = ({ settings }: Stores) => settings.value.theme

function exportText({ saved, rows, file }: Exported): string {
  if (!saved) return t('common.export.nothing')
  return file === null
    ? t('common.export.done', { rows })
    : t('common.export.done-named', { rows, file })
}

async function exportJournal({ navigation, trading, announcer }: Stores): Promise<void> {
  navigation.goToOrders()
  const answer = await trading.exportAll('csv')
  if (answer !== null) announcer.say(exportText(answer))
}

function checkForUpdates({ navigation, updates }: Stores): void {
  navigation.enter('settings', () => {
    navigation.settingsTab = 'about'
    updates.act('check')
  })
}

/** One line adds one. */
export const actions: readonly Action[] = [
  {
    id: 'refresh',
    title: messageOf('shell.action.refresh'),
    icon: 'refresh',
    words: messageOf('shell.action.refresh.words'),
    run: ({ portfolio }) => portfolio.refresh(),
  },
  {
    id: 'shortcuts',
    title: messageOf('shell.action.shortcuts'),
    icon: 'info',
    words: messageOf('shell.action.shortcuts.words'),
    always: true,
    run: ({ navigation }) => (navigation.shortcutsShown = true),
  },
  {
    id: 'hide-amounts',
    title: messageOf('shell.action.hide-amounts'),
    icon: 'unseen',
    words: messageOf('shell.action.hide-amounts.words'),
    always: true,
    when: ({ settings }) => !settings.amountsHidden,
    run: ({ settings }) => settings.hideAmounts(true),
  },
  {
    id: 'show-amounts',
    title: messageOf('shell.action.show-amounts'),
    icon: 'eye',
    words: messageOf('shell.action.show-amounts.words'),
    always: true,
    when: ({ settings }) => settings.amountsHidden,
    run: ({ settings }) => settings.hideAmounts(false),
  },
  {
    id: 'mini-open',
    title: messageOf('shell.action.mini-open'),
    icon: 'eye',
    words: messageOf('shell.action.mini-open.words'),
    always: true,
    when: ({ settings }) => !settings.value.miniWindow,
    run: ({ settings }) => settings.change({ miniWindow: true }),
  },
  {
    id: 'mini-close',
    title: messageOf('shell.action.mini-close'),
    icon: 'unseen',
    words: messageOf('shell.action.mini-open.words'),
    always: true,
    when: ({ settings }) => settings.value.miniWindow,
    run: ({ settings }) => settings.change({ miniWindow: false }),
  },
  {
    id: 'lock',
    title: messageOf('shell.action.lock'),
    icon: 'lock',
    words: messageOf('shell.action.lock.words'),
    run: ({ lock }) => lock.lock(),
  },
  {
    id: 'theme-light',
    title: messageOf('shell.action.theme-light'),
    icon: 'eye',
    words: messageOf('shell.action.theme-light.words'),
    always: true,
    when: (stores) => theme(stores) !== 'light',
    run: ({ settings }) => settings.change({ theme: 'light' }),
  },
  {
    id: 'theme-dark',
    title: messageOf('shell.action.theme-dark'),
    icon: 'eye',
    words: messageOf('shell.action.theme-dark.words'),
    always: true,
    when: (stores) => theme(stores) !== 'dark',
    run: ({ settings }) => settings.change({ theme: 'dark' }),
  },
  {
    id: 'theme-system',
    title: messageOf('shell.action.theme-system'),
    icon: 'eye',
    words: messageOf('shell.action.theme-system.words'),
    always: true,
    when: (stores) => theme(stores) !== 'system',
    run: ({ settings }) => settings.change({ theme: 'system' }),
  },
  {
    id: 'utc-on',
    title: messageOf('shell.action.utc-on'),
    icon: 'clock',
    words: messageOf('shell.action.utc-on.words'),
    always: true,
    when: ({ settings }) => !settings.value.utcTimes,
    run: ({ settings }) => settings.change({ utcTimes: true }),
  },
  {
    id: 'utc-off',
    title: messageOf('shell.action.utc-off'),
    icon: 'clock',
    words: messageOf('shell.action.utc-off.words'),
    always: true,
    when: ({ settings }) => settings.value.utcTimes,
    run: ({ settings }) => settings.change({ utcTimes: false }),
  },
  {
    id: 'test-notification',
    title: messageOf('shell.action.test-notification'),
    icon: 'bell',
    words: messageOf('shell.action.test-notification.words'),
    run: ({ alerts }) => alerts.sendTestInPassing(),
  },
  {
    id: 'export-journal',
    title: messageOf('shell.action.export-journal'),
    icon: 'export',
    words: messageOf('shell.action.export-journal.words'),
    run: exportJournal,
  },
  {
    id: 'settings-file',
    title: messageOf('shell.action.settings-file'),
    icon: 'export',
    words: messageOf('shell.action.settings-file.words'),
    run: ({ navigation }) =>
      navigation.enter('settings', () => (navigation.settingsTab = 'support')),
  },
  {
    id: 'move-balance',
    title: messageOf('shell.action.transfer'),
    icon: 'wallet',
    words: messageOf('shell.action.transfer.words'),
    when: ({ portfolio: { view } }) =>
      view !== null && (view.tradeBalance.value ?? view.collateralBalance.value) !== null,
    run: ({ transfers }) => transfers.addCollateral(),
  },
  {
    id: 'margin-answer',
    title: messageOf('shell.action.margin-answer'),
    icon: 'loans',
    words: messageOf('shell.action.margin-answer.words'),
    when: ({ portfolio: { view } }) => view !== null && mayUseMargin(view),
    run: ({ navigation }) => navigation.go('margin-answer'),
  },
  {
    id: 'check-updates',
    title: messageOf('shell.action.check-updates'),
    icon: 'refresh',
    words: messageOf('shell.action.check-updates.words'),
    run: checkForUpdates,
  },
  {
    id: 'first-steps',
    title: messageOf('shell.action.first-steps'),
    icon: 'check',
    words: messageOf('shell.action.first-steps.words'),
    run: ({ navigation }) => navigation.goToFirstSteps(),
  },
  {
    id: 'add-account',
    title: messageOf('shell.add-account'),
    icon: 'plus',
    words: messageOf('shell.action.add-account.words'),
    run: ({ navigation }) => navigation.addAccount(),
  },
  {
    id: 'copy',
    title: messageOf('copy.practise'),
    icon: 'overview',
    words: messageOf('copy.title'),
    when: ({ appState }) => appState.profile !== null && !appState.demo,
    run: ({ appState }) => {
      const { profile, failedRequest } = appState
      return profile && failedRequest.note(appState.enterCopy(profile.id), 'copy')
    },
  },
  {
    id: 'demo',
    title: messageOf('shell.action.demo'),
    icon: 'overview',
    always: true,
    when: ({ appState }) => appState.profile === null,
    run: ({ appState }) => appState.failedRequest.note(appState.enterDemo(), 'demo'),
  },
]

function part(screen: ScreenName, name: MessageKey): Message {
  return messageOf('shell.palette.place', {
    screen: messageOf(`common.screen.${screen}`),
    part: { key: name },
  })
}

function places({ tradeForms }: Stores): Command[] {
  return [
    ...screens.map((screen): Command => ({
      id: `screen:${screen}`,
      ...named(messageOf(`common.screen.${screen}`)),
      icon: screen,
      run: ({ navigation }) => navigation.go(screen),
    })),
    ...tradeTabs.map((tab): Command => ({
      id: `trade:${tab}`,
      ...named(part('trade', `common.trade-tab.${tab}`)),
      icon: 'trade',
      run: ({ navigation }) => navigation.enter('trade', () => (tradeForms.tab = tab)),
    })),
    ...investmentTabs.map((tab): Command => ({
      id: `investments:${tab}`,
      ...named(part('investments', `common.investment-tab.${tab}`)),
      icon: 'investments',
      run: ({ navigation }) =>
        navigation.enter('investments', () => (navigation.investmentTab = tab)),
    })),
    ...activityTabs.map((tab): Command => ({
      id: `activity:${tab}`,
      ...named(part('activity', `common.activity-tab.${tab}`)),
      icon: 'activity',
      run: ({ navigation }) => navigation.enter('activity', () => (navigation.activityTab = tab)),
    })),
    ...settingsTabs.map((tab): Command => ({
      id: `settings:${tab}`,
      ...named(part('settings', `common.settings-tab.${tab}`)),
      icon: 'settings',
      run: ({ navigation }) => navigation.go('settings', tab),
    })),
    {
      id: 'settings:price-alerts',
      ...named(part('settings', 'alerts.price-alerts.title')),
      icon: 'bell',
      run: ({ navigation }) => navigation.go('price-alerts'),
    },
  ]
}

function accountCommands({ accounts, appState }: Stores): Command[] {
  return accounts.lines.map(({ profile, colour }) => ({
    id: `account:${profile.id}`,
    title: profile.name,
    keywords: searchWords(messageOf('shell.palette.account.words')),
    icon: 'wallet',
    colour,
    note: t(
      profile.id === appState.profile?.id
        ? 'shell.palette.account.on-screen'
        : 'shell.palette.account.show',
      {
        where: whereWords(profile),
      },
    ),
    run: (stores) => stores.accounts.show(profile.id),
  }))
}

/**
 * A market order for it, to be filled in, previewed and confirmed there. What was already typed for
 * that market stays.
 */
function openTicket({ navigation, tradeForms, palette }: Stores, market: string): void {
  navigation.enter('trade', () => {
    if (tradeForms.market.marketName === market) tradeForms.tab = 'market'
    else tradeForms.fillMarket({ market, side: 'buy', amount: '', positionSide: null })
    palette.lookAt(market)
  })
}

function marketCommand(market: string, note: string): Command {
  return {
    id: `market:${market}`,
    title: market,
    icon: 'trade',
    note: note === '' ? t('shell.palette.ticket') : t('shell.palette.ticket.note', { note }),
    run: (stores) => openTicket(stores, market),
  }
}

function marketCommands({ trading, portfolio, markets, clock }: Stores, typed: string): Command[] {
  return marketOffers(typed, {
    view: trading.view,
    positions: portfolio.view?.positions.value ?? null,
    list: markets.view?.markets ?? null,
    onCollateral: true,
    now: clock.now,
  })
    .slice(0, mostShown)
    .map(({ value, note }) => marketCommand(value, note))
}

/** More would push other entries out of sight. */
const mostRecent = 5

/** Viewed, then traded, newest first. */
function recentMarkets({ palette, trading }: Stores): Command[] {
  const traded = [...(trading.view?.open ?? []), ...(trading.view?.recent ?? [])].flatMap(
    ({ items }) => items.flatMap(({ market, target }) => (target?.kind === 'purses' ? [] : market)),
  )
  const names = [...palette.lookedAt, ...traded].filter((name, at, all) => all.indexOf(name) === at)
  return names.slice(0, mostRecent).map((name) => marketCommand(name, ''))
}

function offeredActions(stores: Stores): Command[] {
  return actions
    .filter(
      ({ always, when }) =>
        (always === true || stores.appState.profile !== null) && when?.(stores) !== false,
    )
    .map(({ title, words, ...action }) => ({
      ...action,
      ...named(title, ...(words === undefined ? [] : [words])),
    }))
}

/** Everything that can be found by typing. Without an account on screen there are few targets. */
export function commandsFor(stores: Stores, typed: string): Command[] {
  return [
    ...(stores.appState.profile === null ? [] : places(stores)),
    ...accountCommands(stores),
    ...offeredActions(stores),
    ...(stores.appState.profile === null
      ? []
      : [...riskCommands(stores), ...marketCommands(stores, typed)]),
  ]
}

export type CommandGroup = { title: string; commands: Command[] }

/** What is shown before anything is typed. Each command once. */
export function firstGroups(stores: Stores): CommandGroup[] {
  const none = stores.appState.profile === null
  const all = commandsFor(stores, '')
  const used = stores.palette.used
    .flatMap((id) => all.filter((command) => command.id === id && !id.startsWith('market:')))
    .slice(0, mostRecent)
  const others = (commands: Command[]): Command[] =>
    commands.filter((one) => !used.some(({ id }) => id === one.id))
  const groups: CommandGroup[] = [
    { title: t('shell.palette.used'), commands: used },
    {
      title: t('shell.palette.recent-markets'),
      commands: none ? [] : others(recentMarkets(stores)),
    },
    {
      title: t('shell.screens'),
      commands: none ? [] : others(places(stores).slice(0, screens.length)),
    },
    {
      title: t('shell.accounts'),
      commands: others(accountCommands(stores).slice(0, directAccounts)),
    },
    { title: t('shell.palette.actions'), commands: others(offeredActions(stores)) },
  ]
  return groups.filter(({ commands }) => commands.length > 0)
}
