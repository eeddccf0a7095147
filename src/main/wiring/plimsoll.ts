// The parts list: builds every part of main and connects them. Decisions live in the parts.
import { app, clipboard as systemClipboard, dialog as systemDialog, Menu, nativeTheme, powerMonitor, session, shell } from 'electron'
import ElectronStore from 'electron-store'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { activeProfile, type SessionView } from '../../shared/domain/session.js'
import type { Settings } from '../../shared/domain/settings.js'
import type { Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { createSession } from '../accounts/session.js'
import type { Flags } from '../app/flags.js'
import { countOpenBoxes } from '../app/open-boxes.js'
import { listPageFiles } from '../app/page-files.js'
import { installQuitOrder } from '../app/quit-order.js'
import { createSchemeHandler, scheme } from '../app/scheme.js'
import { installPagePolicy, partition } from '../app/session-policy.js'
import { systemTiming as timing } from '../exchange/timing.js'
import { closeForeignDoors } from '../ipc/board.js'
import { createPush, toLiveWindow } from '../ipc/push.js'
import { openLog } from '../log/log-writer.js'
import { createRedactor } from '../log/redactor.js'
import { createClipboard } from '../shell/clipboard.js'
import { showFatal } from '../shell/fatal-box.js'
import { createFileSaver } from '../shell/file-saver.js'
import { createLinks } from '../shell/links.js'
import { menuTemplate } from '../shell/menu.js'
import { menuView, type MenuAct } from '../shell/menu-view.js'
import { createQuestionBox } from '../shell/question-box.js'
import { proxyQuestion } from '../shell/question-words.js'
import { createQuestions } from '../shell/questions.js'
import { trayView } from '../shell/tray-view.js'
import { startAct } from '../shell/window-manners.js'
import { openSettingsFile } from '../store/settings-file.js'
import { openStore } from '../store/store.js'
import { launchBroker } from '../vault/broker-launcher.js'
import { desktopFamily } from '../vault/keychain-help.js'
import { createSystemKeychain } from '../vault/system-keychain.js'
import { createVault } from '../vault/vault.js'
import { glance } from '../watch/glance.js'
import { createWatch } from '../watch/watch.js'
import { wireAccounts } from './accounts-wiring.js'
import { wireAlarm } from './alarm-wiring.js'
import { wireEarnings } from './earnings-wiring.js'
import { createSettingsChanges } from '../app/settings-changes.js'
import { wireTrading } from './trading-wiring.js'
import { wireUpdates } from './updates-wiring.js'
import { wireWall } from './wall-wiring.js'
import { wireWindow } from './window-wiring.js'

const clock: Clock = () => Date.now() / 1000
const { after } = timing
const { platform } = process

/** Again and again until quitting; a part that throws here ends in the last resort like any other fault. */
const every = (seconds: number, act: () => void): void => void setInterval(act, seconds * 1000)

/** What the last resort needs of parts that are built later. */
export type LastWords = { stops: (() => void)[]; log: (what: string, fault: unknown) => void }

/**
 * Opens what is kept, connects every part and begins to watch. Gives back what a second start wants of this one; null where nothing can
 * be kept, which the person has then been told, and the program ends.
 * @param built the folder of the built programs
 */
export const buildPlimsoll = async (flags: Flags, built: string, lastWords: LastWords): Promise<((second: Flags) => void) | null> => {
  const folder = app.getPath('userData')

  const redactor = createRedactor()
  const log = openLog({ folder: path.join(folder, 'logs'), redactor, clock })
  lastWords.log = (what, fault) => log.error(what, fault)
  const links = createLinks({ hosts: [], openExternal: (address) => shell.openExternal(address), log: (what) => log.warn(what) })
  installPagePolicy(app, { openLink: (address) => void links.open(address) })

  const { file: settingsFile, notices: settingsNotices } = openSettingsFile({
    folder,
    clock,
    log,
    openFile: (options) => {
      const file = new ElectronStore(options)
      closeForeignDoors()
      return file
    },
  })
  const vault = createVault({
    keychain: createSystemKeychain(platform, () => launchBroker(path.join(built, 'main', 'keychain-broker.js'), process.env)),
    platform,
    desktop: desktopFamily(process.env['XDG_CURRENT_DESKTOP']),
    watchSecret: (secret) => redactor.watch(secret),
    warn: (event, details) => log.warn(event, details),
  })

  const about = {
    version: app.getVersion(),
    electron: process.versions.electron,
    chromium: process.versions.chrome,
    node: process.versions.node,
    keychain: vault.describe(),
    dataFolder: folder,
    thirdPartyNotices: path.join(app.isPackaged ? process.resourcesPath : built, 'third-party-notices.txt'),
    trayShown: false,
    takesKeys: !flags.demoOnly,
  }
  const accountSession = createSession({ clock, newId: randomUUID, about, acknowledge: (id) => store.incidents.acknowledge(id) })
  const tellOfStore = (problem: Problem | null): void => {
    const title = 'Plimsoll cannot record anything now'
    if (problem === null) accountSession.withdraw(title)
    else accountSession.notify({ level: 'danger', title, text: problem.message })
  }

  const opened = openStore({ folder, clock, log, onTrouble: tellOfStore })
  if (!opened.ok) {
    log.error('not started', opened.error)
    showFatal(systemDialog, opened.error)
    app.exit(1)
    return null
  }
  const { store, notices: storeNotices } = opened.value

  accountSession.remind([...settingsNotices, ...storeNotices])

  const watch = createWatch({ clock, timing })
  const clipboard = createClipboard({ clipboard: systemClipboard, clock, after })
  const wired = wireAccounts({
    clock,
    store,
    vault,
    redactor,
    session: accountSession,
    watch,
    clipboard,
    ask: (question) => ask(question),
    proxy: () => settingsFile.settings().proxy,
    openOrders: (profileId) => trading.openOrders(profileId),
    ordersUnderWay: () => orders.openCount(),
    tellSteps: (progress) => push.push('connect-steps', progress),
  })
  const { accounts, active, profiles, drafts } = wired

  const act = (what: MenuAct): void => {
    if (what === 'open') window.show()
    if (what === 'refresh') void watch.refreshNow()
    if (what === 'quit') app.quit()
  }
  const { dialog, open: boxesOpen } = countOpenBoxes(systemDialog)
  const pageFiles = await listPageFiles(path.join(built, 'renderer'))
  const pageSession = session.fromPartition(partition)
  pageSession.protocol.handle(scheme, createSchemeHandler(pageFiles))
  const { window, tray } = wireWindow({
    clock,
    platform,
    packaged: app.isPackaged,
    built,
    resources: path.join(app.getAppPath(), 'out', 'resources'),
    pageSession,
    dialog,
    settings: settingsFile.settings,
    markExplained: () => void settings.change({ closeExplained: true }),
    place: { read: () => settingsFile.windowPlace(), write: (place) => void settingsFile.rememberWindow(place) },
    quitting: () => quit.quitting(),
    quit: () => app.quit(),
    onShown: (shown) => watch.setHidden(!shown),
    onAct: act,
    onTrayShown: (shown) => accountSession.setAbout({ trayShown: shown }),
    log: (what, fault) => log.warn(what, fault),
  })
  const push = createPush({
    send: toLiveWindow(window.current),
    after,
    onFault: (topic, fault) => log.error('a push failed', { topic, fault }),
  })
  const { watchman, guard, takePlace, orderElsewhere } = wireAlarm({
    clock,
    platform,
    store,
    settings: settingsFile.settings,
    changed: (view) => {
      push.push('alerts', view)
      paintTray()
    },
    goThere: () => {
      window.show()
      push.push('place', { wanted: true })
    },
    log: (what) => log.warn(what),
  })
  const files = createFileSaver({ dialog, window: window.current })
  const ask = createQuestions({ show: createQuestionBox({ dialog, window: window.current }), ticks: timing.ticks, clock })
  const { orders, ...trading } = wireTrading({
    clock,
    store,
    session: accountSession,
    watch,
    active,
    watchman,
    orderElsewhere,
    files,
    ask,
    changed: (view) => push.push('trading', view),
    log: (what, details) => log.info(what, details),
  })
  const { investments, mining, ...earnings } = wireEarnings({
    clock,
    folder,
    store,
    session: accountSession,
    active,
    watchman,
    files,
    flexChanged: (view) => push.push('flex', view),
    exportChanged: (progress) => push.push('flex-export', progress),
    miningChanged: (view) => push.push('mining', view),
    log,
  })
  const updates = wireUpdates({
    app,
    platform,
    resources: process.resourcesPath,
    folder,
    store,
    orders,
    boxesOpen,
    changed: (view) => push.push('updates', view),
    log: (what, detail) => log.warn(what, { detail }),
  })
  let followed: Profile | null = null
  const followAccount = (view: SessionView): void => {
    const profile = activeProfile(view)
    const was = followed
    followed = profile
    // Every preview names the account: one with another name, key or address is another to the orders, though not to the records.
    if (JSON.stringify(profile) !== JSON.stringify(was)) trading.follow(profile)
    if (profile?.id !== was?.id) earnings.follow(profile)
  }
  const paintTray = (): void => tray.paint(trayView(glance(accountSession.view(), watch.portfolio(), clock(), watchman.view())))

  const applySettings = ({ theme, tray: wanted }: Settings): void => {
    nativeTheme.themeSource = theme
    tray.want(wanted)
  }
  const settings = createSettingsChanges({
    file: settingsFile,
    confirmProxy: (before, after) => ask(proxyQuestion(before, after)),
    changed: (now, some) => {
      applySettings(now)
      if (some.alerts !== undefined) watchman.settingsChanged()
      // What is open goes the old way; the next call opens its own.
      if (some.proxy !== undefined) active.client()?.dropSockets()
      push.push('settings', now)
    },
  })

  const removeProfile = async (id: string): Promise<Result<null, Problem>> => {
    const removed = await profiles.remove(id)
    if (removed.ok) earnings.forget(id)
    return removed
  }

  const closeBoard = wireWall({
    clock,
    store,
    session: accountSession,
    accounts: wired,
    removeProfile,
    watch,
    watchman,
    acknowledgeAlert: earnings.acknowledgeAlert,
    takePlace,
    trading: orders,
    flex: investments,
    mining,
    updates,
    settings: { read: settingsFile.settings, change: settings.changeByPage },
    clipboard,
    onFault: (channel, fault) => log.error('a request failed', { channel, fault }),
  })
  accountSession.subscribe((view) => push.push('session', view))
  accountSession.subscribe(guard)
  accountSession.subscribe(followAccount)
  accountSession.subscribe(orders.refresh)
  accountSession.subscribe(paintTray)
  watch.onPortfolio((view) => push.push('portfolio', view))
  watch.onPortfolio(watchman.portfolio)
  watch.onPortfolio(paintTray)
  watch.onPortfolio(orders.refresh)
  watch.onConnection((view) => push.push('connection', view))
  watch.onConnection(orders.refresh)

  const quit = installQuitOrder({
    app,
    after,
    log: (what, fault) => log.error(what, fault),
    first: orders.beforeQuit,
    steps: [
      { name: 'window', run: () => window.rememberPlace() },
      { name: 'door', run: () => (push.stop(), closeBoard()) },
      { name: 'drafts', run: () => drafts.close() },
      { name: 'clipboard', run: () => clipboard.clearSecret() },
      { name: 'accounts', run: () => accounts.close() },
      { name: 'alarm', run: () => watchman.end() },
      { name: 'earnings', run: () => earnings.close() },
      { name: 'vault', run: () => vault.close() },
      { name: 'store', run: () => store.close() },
      { name: 'tray', run: () => tray.destroy() },
    ],
  })
  lastWords.stops.push(
    () => active.close(),
    () => vault.close(),
    () => store.close(),
  )

  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(menuView({ platform, packaged: app.isPackaged, name: app.getName() }), act)))
  // Not every system says that it woke up, and none that the process was stopped: the watch notices both by itself.
  watch.onGap(orders.slept)
  watch.onGap(earnings.slept)
  powerMonitor.on('resume', () => {
    watch.resumed()
    watchman.resumed()
    orders.slept()
    earnings.slept()
  })
  every(1, () => {
    paintTray()
    trading.tend()
  })
  every(30, () => void tray.lookForHost())
  every(60, () => void store.tend())
  app.on('activate', () => window.show())

  applySettings(settingsFile.settings())
  paintTray()
  await tray.lookForHost()
  const begin = startAct(flags, settingsFile.settings(), tray.shown())
  if (begin === 'show') window.show()
  else if (begin === 'minimize') window.showMinimized()
  else watch.setHidden(true)
  log.info('started', { version: about.version, electron: about.electron, platform, demo: flags.demo })

  // Not waited for: the keychain may keep a prompt open for long, and a second start must be answered meanwhile. Deleting what was
  // marked comes last, so that it does not delay the account that is monitored.
  void accounts.start(flags).then(() => profiles.finishDeletions())

  return (second) => {
    window.show()
    // A wish for the demo must not take an account from the watch; that is for its owner to do.
    if (second.demo && accountSession.view().activeProfileId === null) void accounts.enterDemo()
  }
}
