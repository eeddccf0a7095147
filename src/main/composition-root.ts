// Builds the platform, the desktop and the accounts, and connects them. Never a decision.
import { app } from 'electron'
import type { Settings } from '../shared/domain/settings.js'
import type { Clock } from '../shared/time.js'
import { createAccounts } from './accounts/accounts.js'
import { accountChannels } from './accounts/accounts-ipc.js'
import type { Flags } from './desktop/lifecycle/flags.js'
import { openPageSession } from './desktop/page/page-session.js'
import { installQuitOrder } from './desktop/lifecycle/shutdown.js'
import { homeUrl, page, stoppedUrl } from './desktop/page/app-scheme.js'
import { createSettingsChanges } from './settings/settings-changes.js'
import { openUpdateService } from './updates/update-service.js'
import { systemTiming as timing } from './exchange/timing.js'
import { openDoor } from './ipc-wiring.js'
import { createPush, toLiveWindow } from './ipc/push.js'
import { openPlatform } from './platform.js'
import { openDesktop } from './desktop/desktop.js'
import { proxyQuestion } from './desktop/dialogs/confirm-texts.js'
import { trayView } from './desktop/tray/tray-view.js'

const clock: Clock = () => Date.now() / 1000

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
  const platform = openPlatform({ app, clock, built, takesKeys: !flags.demoOnly })
  if (platform === null) {
    app.exit(1)
    return null
  }
  const { folder, log, settings, vault, store, history, session } = platform
  lastWords.log = (what, fault) => log.error(what, fault)

  const desktop = openDesktop({
    app,
    clock,
    timing,
    built,
    pageSession: await openPageSession(built),
    homeUrl,
    stoppedUrl,
    settings: settings.settings,
    place: { read: settings.windowPlace, write: (place) => void settings.rememberWindow(place) },
    log: (what, fault) => log.warn(what, fault),
  })
  const { window, tray } = desktop
  const push = createPush({
    send: toLiveWindow(window.current),
    after: timing.after,
    onFault: (topic, fault) => log.error('a push failed', { topic, fault }),
  })
  const accounts = createAccounts({
    ...{ clock, timing, store, history, vault, session, log },
    watchSecret: platform.watchSecret,
    settings: settings.settings,
    ask: desktop.ask,
    files: desktop.files,
    clipboard: desktop.clipboard,
    notifier: desktop.notifier,
    presence: desktop.presence,
    push: push.push,
  })
  const updates = openUpdateService({
    app,
    platform: process.platform,
    resources: process.resourcesPath,
    folder,
    after: timing.after,
    unfinishedOrders: accounts.orders.unfinished,
    ordersUnderWay: accounts.orders.underWay,
    boxesOpen: desktop.boxesOpen,
    changed: (view) => push.push('updates', view),
    log: (what, detail) => log.warn(what, { detail }),
  })
  const changes = createSettingsChanges({
    file: settings,
    confirmProxy: (before, after) => desktop.ask(proxyQuestion(before, after)),
    changed: (now: Settings, some) => {
      desktop.apply(now)
      if (some.alerts !== undefined) accounts.alertSettingsChanged()
      if (some.proxy !== undefined) accounts.proxyChanged()
      push.push('settings', now)
    },
  })
  const closeDoor = openDoor({
    page,
    shown: () => accounts.shown()?.profile.id ?? null,
    ticks: timing.ticks,
    onFault: (channel, fault) => log.error('a request failed', { channel, fault }),
    pageGone: accounts.pageGone,
    ports: {
      ...accountChannels({ accounts, session, takesKeys: !flags.demoOnly, takePlace: desktop.takePlace }),
      updates,
      settings: { read: settings.settings, change: changes.changeByPage },
      clipboard: desktop.clipboard,
    },
  })

  session.subscribe((view) => push.push('session', view))
  accounts.standing.on((standing) => tray.paint(trayView(standing)))
  desktop.acts.on((act) => {
    if (act === 'refresh') accounts.refreshAll()
    else if (act === 'quit') app.quit()
    else window.show()
    if (typeof act === 'object') accounts.show(act.show)
  })
  desktop.noticeClicked.on(({ profileId, screen }) => {
    const isThere = accounts.shown()?.profile.id === profileId || accounts.show(profileId).ok
    window.show()
    // Of an account that is gone nothing is left to show, and another's figures would be taken for its own.
    if (!isThere && screen !== 'settings') return
    desktop.wantPlace(screen)
    push.push('place', { wanted: true })
  })
  desktop.noticeSaid.on(accounts.noticeSaid)
  desktop.windowShown.on((shown) => accounts.setHidden(!shown))
  desktop.trayShown.on((shown) => session.setAbout({ trayShown: shown }))
  desktop.hidingExplained.on(() => void changes.change({ closeExplained: true }))
  desktop.powerChanged.on(accounts.powerChanged)

  installQuitOrder({
    app,
    after: timing.after,
    log: (what, fault) => log.error(what, fault),
    first: accounts.beforeQuit,
    steps: [
      { name: 'window', run: () => window.rememberPlace() },
      { name: 'door', run: () => (push.stop(), closeDoor()) },
      { name: 'drafts', run: () => accounts.drafts.close() },
      { name: 'clipboard', run: () => desktop.clipboard.clearSecret() },
      { name: 'accounts', run: () => accounts.close() },
      { name: 'history', run: () => history.close() },
      { name: 'vault', run: () => vault.close() },
      { name: 'store', run: () => store.close() },
      { name: 'tray', run: () => tray.destroy() },
    ],
  })
  lastWords.stops.push(
    () => accounts.stop(),
    () => vault.close(),
    () => store.close(),
  )

  every(1, accounts.tick)
  every(30, () => void tray.lookForHost())
  every(60, () => {
    store.tend()
    accounts.tend()
  })

  tray.paint(trayView([]))
  desktop.apply(settings.settings())
  if (!(await desktop.begin(flags))) accounts.setHidden(true)
  log.info('started', { version: app.getVersion(), electron: process.versions.electron, platform: process.platform, demo: flags.demo })

  // Not waited for: the keychain may keep a prompt open for long, and a second start must be answered meanwhile.
  void accounts.start(flags)

  return (second) => {
    window.show()
    // A wish for the demo must not take an account from the screen; that is for its owner to do.
    if (second.demo && session.view().activeProfileId === null) void accounts.enterDemo()
  }
}
