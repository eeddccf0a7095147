// Builds the platform, the desktop and the accounts, and connects them. Makes no decisions.
import { app, session, shell } from 'electron'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Accounts, createAccounts } from './accounts/accounts.js'
import { finishImport } from './accounts/late-settings.js'
import { createSettingsTransfer } from './accounts/settings-transfer.js'
import { createLeaving, type LeaveAnswer } from './accounts/leave-question.js'
import { sampleAwayWords } from './alerts/away-words.js'
import { clockText, localMinutes } from './alerts/notification-text.js'
import { mostCertificateBytes } from './away/certificate-authority.js'
import { openAway } from './away/away.js'
import type { startDemo } from './demo/demo-account.js'
import { createExchangeClient, createPublicClient } from './exchange/exchange-client.js'
import type { Flags } from './desktop/startup.js'
import { createLinkOpening, type LinkInbox } from './desktop/app-links.js'
import { isMiniAddress, openPageSession, page } from './desktop/page-isolation.js'
import { createQuitRequest, installShutdown } from './desktop/shutdown.js'
import { createSettingsChanges } from './settings/stored-settings.js'
import { createSupport } from './support/support.js'
import { openUpdateService } from './updates/update-service.js'
import { createFamilyPolicy } from './exchange/address-family.js'
import { createOutgoingClient } from './exchange/outgoing-client.js'
import { createMailClient } from './exchange/outgoing-mail.js'
import type { Trust } from './exchange/tls-connector.js'
import { systemTiming as timing } from './exchange/timing.js'
import { createHandlers } from './ipc-handlers.js'
import { mountChannels } from './ipc/ipc-server.js'
import { createPush } from './ipc/push.js'
import { createRouter } from './ipc/router.js'
import type { RequestedPlace } from '../shared/desktop/channels.js'
import type { MiniView } from '../shared/desktop/mini.js'
import { hiddenFigures } from '../shared/settings/settings.js'
import { formatTag, readFormatsFrom } from '../shared/formats.js'
import { messageOf } from '../shared/messages/messages.js'
import { fail } from '../shared/result.js'
import { createDestinationSecrets } from './keychain/destination-secrets.js'
import { createLock, type Lock } from './lock/lock.js'
import { createPassphrase } from './lock/passphrase.js'
import { openPassphraseFiles } from './lock/stored-passphrase.js'
import { openPlatform } from './platform.js'
import { openDesktop } from './desktop/desktop.js'
import {
  cancelReportConfirm,
  looserLockConfirm,
  newDestinationConfirm,
  notCancelledFact,
  pingedFact,
  proxyConfirm,
} from './desktop/dialogs.js'
import type { Privacy } from './desktop/menu.js'
import { createMiniUpdates, miniView } from './desktop/mini-view.js'
import { type TrayAccount, trayView } from './desktop/tray.js'

const clock = (): number => Date.now() / 1000

const every = (seconds: number, act: () => void): void => void setInterval(act, seconds * 1000)

/** The simulator is as large as the rest of main, and only the demo needs it. */
const startDemoWhenAsked: typeof startDemo = async (ports, copy) => {
  const demo = await import('./demo/demo-account.js').catch(() => null)
  if (demo !== null) return demo.startDemo(ports, copy)
  const message = messageOf('accounts.demo.cannot-start')
  return fail({ code: 'internal', reason: 'DEMO_NOT_LOADED', message })
}

/** What the fatal-error handler needs from parts that are built later. */
export type FatalErrorHooks = { stops: (() => void)[]; log: (what: string, fault: unknown) => void }

/**
 * Opens what is stored, connects every part and starts monitoring. Returns the handler for a second
 * start; null if nothing can be stored: the user has then been shown why, and the program ends.
 * @param built the folder of the built programs
 */
export async function buildPlimsoll(
  flags: Flags,
  built: string,
  fatalError: FatalErrorHooks,
  links: LinkInbox,
): Promise<((second: Flags) => void) | null> {
  const platform = openPlatform({ app, clock, built, takesKeys: !flags.demoOnly })
  if (platform === null) {
    app.exit(1)
    return null
  }
  const {
    folder,
    log,
    settings,
    keychain,
    storageThread,
    storage,
    history,
    appState,
    systemRegion,
  } = platform
  fatalError.log = (what, fault) => log.error(what, fault)
  const finished = finishImport(storage, settings)
  if (!finished.ok) log.warn('imported settings not written', { reason: finished.error.reason })

  const lock: Lock = createLock({
    clock,
    timing,
    settings: settings.settings,
    systemRegion,
    passphrase: createPassphrase({
      files: openPassphraseFiles(folder, log),
      clock,
      timing,
      changed: () => lock.changed(),
    }),
    accounts: {
      lock: (keepsKeys) => accounts.lock(keepsKeys),
      unlock: () => accounts.unlockAll(),
      counts: () => accounts.lockCounts(),
      isArmed: () => accounts.isAnyArmed(),
      holdsKey: (apiKey, apiSecret) => accounts.holdsKey(apiKey, apiSecret),
    },
    idleSeconds: () => desktop.presence.idleSeconds(),
    clear: () => {
      support.drop()
      settingsImport.drop()
      void desktop.clipboard
        .clearSecret()
        .catch((fault: unknown) => log.warn('the clipboard was not cleared', { fault }))
    },
    log: (what, detail) => log.info(what, detail),
  })
  const privacy = (): Privacy =>
    lock.locked() ? 'locked' : settings.settings().hideAmounts ? 'hidden' : 'shown'
  const amountsHidden = (): boolean => privacy() !== 'shown'
  readFormatsFrom(() => {
    const dates = formatTag(settings.settings().formats, systemRegion)
    return { numbers: amountsHidden() ? null : dates, dates }
  })
  const quitRequest = createQuitRequest(app)
  const desktop = openDesktop({
    app,
    quit: quitRequest.quit,
    clock,
    timing,
    built,
    dataFolder: folder,
    pageSession: await openPageSession(session, built),
    settings: settings.settings,
    privacy,
    place: { read: settings.windowPlace, write: (place) => void settings.rememberWindow(place) },
    miniPlace: { read: settings.miniPlace, write: (place) => void settings.rememberMini(place) },
    timesLocked: lock.times,
    log: (what, fault) => log.warn(what, fault),
  })
  const { window, mini, tray } = desktop
  const push = createPush({
    window: window.current,
    after: timing.after,
    windowShown: window.isShown,
    locked: lock.locked,
    onFault: (topic, fault) => log.error('a push failed', { topic, fault }),
  })
  // What it shows is masked, or empty while Plimsoll is locked, by what makes it.
  const miniPush = createPush({
    window: mini.current,
    after: timing.after,
    windowShown: () => true,
    locked: () => false,
    onFault: (topic, fault) => log.error('a push failed', { topic, fault }),
  })
  const outgoingTrust: Trust = {
    proxy: () => settings.settings().proxy,
    families: createFamilyPolicy(() => settings.settings().addressFamily),
  }
  const away = openAway({
    clock,
    newId: randomUUID,
    repository: storage.away,
    secrets: createDestinationSecrets(keychain, storage.keychainEntries),
    send: createOutgoingClient({ trust: outgoingTrust, clock }),
    sendMail: createMailClient({ trust: outgoingTrust, after: timing.after }),
    isWatching: () => accounts.isWatching(),
    isNear: () => accounts.isNearMarginCall(),
    alertNow: (profileId, alertId) => accounts.alertNow(profileId, alertId),
    remaining: (profileId, alertId) => accounts.alertRemaining(profileId, alertId),
    localMinutes,
    clockText: (at, readAt = clock()) => clockText(at, readAt),
    coolDownSeconds: () => settings.settings().alerts.coolDownMinutes * 60,
    sample: (said) => sampleAwayWords(said, (at) => clockText(at, clock())),
    after: timing.after,
    chooseCertificate: () => desktop.openFile('certificate', mostCertificateBytes),
    confirm: (wanted) => desktop.ask(newDestinationConfirm(wanted)),
    // A dialog above a hidden window may not be seen.
    confirmCancel: (pinged) => {
      window.show()
      return desktop.ask(cancelReportConfirm(pinged))
    },
    showPinged: (pinged) => {
      window.show()
      return desktop.showQuitNotice(pingedFact(pinged))
    },
    showNotCancelled: (time) => {
      window.show()
      return desktop.showQuitNotice(notCancelledFact(time))
    },
    changed: (view) => push.push('away', view),
    notify: appState.notify,
    log: (what, detail) => log.warn(what, detail),
  })
  const accounts: Accounts = createAccounts({
    clock,
    timing,
    storage,
    history,
    keychain,
    appState,
    desktop,
    lock,
    log,
    redactSecret: platform.redactSecret,
    settings: settings.settings,
    amountsHidden,
    away,
    exchange: {
      createClient: createExchangeClient,
      createPublicClient,
      startDemo: startDemoWhenAsked,
    },
    push: push.push,
  })
  const updates = openUpdateService({
    app: {
      isPackaged: app.isPackaged,
      getVersion: () => app.getVersion(),
      quit: () => {
        leaving.restarting()
        app.quit()
      },
    },
    shell,
    platform: process.platform,
    resources: process.resourcesPath,
    folder,
    after: timing.after,
    clock,
    unfinishedOrders: accounts.orders.unfinished,
    ordersUnderWay: accounts.orders.inFlight,
    openDialogs: desktop.openDialogs,
    changed: (view) => push.push('updates', view),
    log: (what, detail) => log.warn(what, { detail }),
  })
  const notLoaded = (fault: unknown): void => log.warn('a part was not loaded', { fault })
  const support = createSupport({
    clock,
    notLoaded,
    newId: randomUUID,
    redact: platform.redactDocument,
    facts: {
      about: () => appState.view().about,
      settings: settings.settings,
      accounts: accounts.forSupport,
      database: storageThread.inspect,
      databaseProblem: storage.problem,
    },
    log: platform.logReader,
    files: desktop.files,
    folders: desktop.folders,
    notices: () => readFile(platform.noticesFile, 'utf8'),
  })
  const changes = createSettingsChanges({
    file: settings,
    confirmProxy: (before, after) => desktop.ask(proxyConfirm(before, after)),
    confirmLooserLock: (changes) => desktop.ask(looserLockConfirm(changes)),
    changed: (now, some) => {
      desktop.apply(now)
      if (some.alerts !== undefined) accounts.alertSettingsChanged()
      if (some.proxy !== undefined || some.addressFamily !== undefined)
        accounts.connectionSettingsChanged()
      if (some.liveUpdates !== undefined || some.liveUpdatesOff !== undefined)
        accounts.streamSettingsChanged()
      if (
        some.hideAmounts !== undefined ||
        some.hidePercentages !== undefined ||
        some.language !== undefined ||
        some.formats !== undefined
      ) {
        repaintMenus()
        accounts.wordsChanged()
      }
      if (some.miniWindow !== undefined) paintTray()
      push.push('settings', now)
    },
  })
  const settingsImport = createSettingsTransfer({
    clock,
    newId: randomUUID,
    settings,
    changeSettings: changes.change,
    storage,
    accounts: accounts.importing,
    files: desktop.files,
    openFile: desktop.openFile,
    ask: desktop.ask,
    notify: appState.notify,
    notLoaded,
  })
  const router = createRouter({
    page,
    shown: () => accounts.shown()?.profile.id ?? null,
    locked: lock.locked,
    ticks: timing.ticks,
    onFault: (channel, fault) => log.error('a request failed', { channel, fault }),
    handlers: createHandlers({
      accounts,
      appState,
      updates,
      desktop,
      lock,
      away,
      support,
      mini: {
        view: () => viewOfMini(),
        openMain: window.show,
        close: () => {
          // It can be closed although the disk refuses to remember that.
          if (!changes.change({ miniWindow: false }).ok) mini.want(false)
        },
      },
      takesKeys: !flags.demoOnly,
      settingsImport,
      // Settings of an import that could not be written yet come before what is changed by hand.
      settings: {
        read: settings.settings,
        change: (some) => (settingsImport.tend(), changes.changeByPage(some)),
      },
    }),
  })
  const pageGone = (page: string): void => {
    accounts.pageGone(page)
    support.drop()
    settingsImport.drop()
  }
  const removeChannels = mountChannels(router, pageGone, isMiniAddress)

  appState.subscribe((view) => push.push('app-state', view))
  let statuses: readonly TrayAccount[] = []
  const updateMini = createMiniUpdates({
    isOpen: () => mini.current() !== null,
    send: (view) => miniPush.push('mini', view),
  })
  const viewOfMini = (): MiniView =>
    miniView(statuses, privacy(), hiddenFigures(settings.settings()))
  const paintTray = (): void => {
    const { miniWindow } = settings.settings()
    tray.paint(trayView(statuses, privacy(), hiddenFigures(settings.settings()), miniWindow))
    updateMini(viewOfMini)
  }
  accounts.statuses.on((now) => {
    statuses = now
    paintTray()
    // How many accounts are monitored meanwhile.
    if (lock.locked()) lock.changed()
  })
  /**
   * Whether amounts are hidden has changed, or the language, or the format of numbers and dates.
   */
  const repaintMenus = (): void => {
    paintTray()
    desktop.repaintMenu()
  }
  let wasLocked = lock.locked()
  lock.changes.on((view) => {
    push.push('lock', view)
    const isLocked = view.locked !== null
    if (isLocked === wasLocked) return
    wasLocked = isLocked
    repaintMenus()
    if (!isLocked) accounts.unlocked()
    desktop.lockChanged()
  })
  desktop.acts.on((act) => {
    if (act === 'refresh') accounts.refreshAll()
    else if (act === 'lock') lock.lock('by-hand')
    else if (act === 'quit') quitRequest.quit()
    else if (act === 'mini') changes.change({ miniWindow: !settings.settings().miniWindow })
    else if (act === 'hide-amounts' || act === 'show-amounts') {
      settingsImport.tend()
      changes.change({ hideAmounts: act === 'hide-amounts' })
    } else window.show()
    if (typeof act === 'object') accounts.show(act.show)
  })
  const showAccount = (profileId: string): boolean =>
    accounts.shown()?.profile.id === profileId || accounts.show(profileId).ok
  const showPlace = ({ profileId, screen }: RequestedPlace): void => {
    window.show()
    desktop.wantPlace({ profileId, screen })
    push.push('requested-screen', { wanted: true })
  }
  desktop.noticeClicked.on(({ profileId, screen }) => {
    const isThere = showAccount(profileId)
    // An account that is gone has nothing to show, and another's figures would be taken for its
    // own.
    if (isThere || screen === 'settings') showPlace({ profileId, screen })
    else window.show()
  })
  desktop.noticeOutcome.on(accounts.notificationOutcome)
  desktop.noticesLost.on(accounts.notificationsLost)
  desktop.noticeOutcome.on((notifications) => appState.setAbout({ notifications }))
  if (!desktop.notificationsSupported()) appState.setAbout({ notifications: 'none' })
  desktop.windowShown.on((shown) => {
    accounts.setHidden(!shown)
    push.seen(shown)
  })
  desktop.pageSeen.on(() => push.seen(true))
  desktop.miniClosed.on(() => void changes.change({ miniWindow: false }))
  desktop.miniShortcut.on((miniShortcut) => appState.setAbout({ miniShortcut }))
  desktop.trayShown.on((shown) => appState.setAbout({ trayShown: shown }))
  desktop.hideExplained.on(() => void changes.change({ closeExplained: true }))
  desktop.powerChanged.on((what) => {
    accounts.powerChanged(what)
    if (what === 'lock') lock.happened('screen-locked')
    else if (what === 'suspend') lock.happened('sleep')
    else if (what === 'resume') away.resumed()
    else if (what === 'session-end') leaving.sessionEnding()
  })

  const leaving = createLeaving({
    exposures: accounts.exposures,
    report: away.stopReport,
    isLocked: lock.locked,
    timesLocked: lock.times,
    accepted: { read: settings.left, write: (print) => void settings.rememberLeft(print) },
    // A dialog above a hidden window may not be seen.
    ask: (question) => {
      window.show()
      return desktop.askOnQuit(question)
    },
    show: (place) => {
      if (place !== null && showAccount(place.profileId)) showPlace(place)
      else window.show()
    },
    clockText: (at) => clockText(at, clock()),
    timing,
  })
  let report: LeaveAnswer['report'] = 'ask'
  installShutdown({
    app,
    isRequested: quitRequest.isUnderWay,
    onOutside: leaving.sessionEnding,
    mayQuit: async () => {
      const answer = await leaving.mayQuit()
      report = answer.report
      return answer.quits
    },
    after: timing.after,
    log: (what, fault) => log.error(what, fault),
    first: async () => {
      desktop.beginQuit()
      await accounts.beforeQuit()
      await leaving.unlessHurried(report, () => away.beforeQuit(report))
    },
    steps: [
      { name: 'window', run: () => (window.saveBounds(), mini.savePlace()) },
      { name: 'keys', run: () => desktop.releaseKeys() },
      { name: 'ipc', run: () => (push.stop(), miniPush.stop(), removeChannels()) },
      { name: 'drafts', run: () => accounts.drafts.close() },
      { name: 'clipboard', run: () => desktop.clipboard.clearSecret() },
      { name: 'away', run: () => away.close() },
      { name: 'accounts', run: () => accounts.close() },
      { name: 'notifications', run: () => desktop.notifier.close() },
      // Before slow steps: no key stays in memory because of a backup.
      { name: 'keychain', run: () => keychain.close() },
      { name: 'storage thread', run: () => storageThread.close() },
      { name: 'history', run: () => history.close() },
      { name: 'storage', run: () => storage.close() },
      { name: 'tray', run: () => tray.destroy() },
    ],
  })
  fatalError.stops.push(
    () => mini.endBegins(),
    () => accounts.stop(),
    () => away.close(),
    () => keychain.close(),
    () => storageThread.stop(),
    () => storage.close(),
  )

  every(1, () => {
    lock.tick()
    accounts.tick()
    away.tick()
  })
  every(60, () => {
    void storage.tend()
    accounts.tend()
    away.tend()
    settingsImport.tend()
  })

  paintTray()
  desktop.apply(settings.settings())
  if (!(await desktop.begin(flags))) accounts.setHidden(true)
  log.info('started', {
    version: app.getVersion(),
    electron: process.versions.electron,
    platform: process.platform,
    demo: flags.demo,
  })

  links.openWith(
    createLinkOpening({
      alertPlace: accounts.placeOfAlert,
      showAccount,
      showPlace,
      log: (what, detail) => log.warn(what, detail),
    }),
  )
  // Not awaited: the keychain may keep a prompt open for long, and a second start must be handled
  // meanwhile.
  void accounts.start(flags)

  return (second) => {
    window.show()
    // A second start with --demo must not take an account off the screen; only the user does that.
    if (second.demo && appState.view().activeProfileId === null) void accounts.enterDemo()
  }
}
