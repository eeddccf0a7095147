// The foundation of everything else: the log, the settings, the keychain, the stored data, and the
// app state the window shows.
import { type App, dialog as systemDialog, shell } from 'electron'
import ElectronStore from 'electron-store'
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import type { Notice } from '../shared/accounts/app-state.js'
import type { Problem } from '../shared/problem.js'
import { createSignal } from '../shared/signal.js'
import type { Clock } from '../shared/time.js'
import { englishOf, messageOf } from '../shared/messages/messages.js'
import { createAppState } from './accounts/app-state.js'
import { createLinkOpener, installPagePolicy } from './desktop/page-isolation.js'
import { removeForeignChannels } from './ipc/ipc-server.js'
import { createLogReader } from './logging/log-reader.js'
import { openLog } from './logging/log-writer.js'
import { createRedactor } from './logging/redactor.js'
import { showFatalDialog } from './desktop/dialogs.js'
import { openHistoryDatabase } from './investments/history-database.js'
import { languageFor } from '../shared/messages/language.js'
import { readLanguageFrom } from '../shared/messages/messages.js'
import { openSettingsFile } from './settings/stored-settings.js'
import { openStorage } from './accounts/storage.js'
import { createStorageThread } from './accounts/storage-thread.js'
import { desktopSessionText, systemText } from './support/system-words.js'
import { exchangeSites } from './exchange/exchange-sites.js'
import { openKeychain } from './keychain/open-keychain.js'

/**
 * Null if nothing can be stored; the user has then been shown why.
 * @param built the folder of the built programs
 */
export function openPlatform(parts: { app: App; clock: Clock; built: string; takesKeys: boolean }) {
  const { app, clock, built } = parts
  const folder = app.getPath('userData')
  const redactor = createRedactor(app.getPath('home'))
  const logFolder = path.join(folder, 'logs')
  const log = openLog({ folder: logFolder, redactor, clock })
  // Only the exchange's sites.
  const openLink = createLinkOpener(
    exchangeSites,
    (address) => shell.openExternal(address),
    (what) => log.warn(what),
  )
  installPagePolicy(app, openLink)

  const settingsNotice = createSignal<Notice>()
  const { file: settings, notices: settingsNotices } = openSettingsFile({
    folder,
    clock,
    log,
    onNotice: settingsNotice.emit,
    openFile: (options) => {
      const file = new ElectronStore(options)
      removeForeignChannels()
      return file
    },
  })
  readLanguageFrom(() => languageFor(settings.settings().language, app.getLocale()))
  const systemRegion = app.getSystemLocale()
  const noticesFile = path.join(
    app.isPackaged ? process.resourcesPath : built,
    'third-party-notices.txt',
  )
  const keychain = openKeychain({ built, redactSecret: redactor.add, warn: log.warn })

  const storageTrouble = createSignal<Problem | null>()
  const storageThread = createStorageThread(path.join(built, 'main', 'storage-worker.js'), folder)
  const opened = openStorage({
    folder,
    clock,
    log,
    onTrouble: storageTrouble.emit,
    thread: storageThread,
  })
  if (!opened.ok) {
    log.error('not started', { ...opened.error, message: englishOf(opened.error.message) })
    showFatalDialog(systemDialog, opened.error)
    return null
  }
  const { storage, notices: storageNotices } = opened.value
  const history = openHistoryDatabase({
    folder: storage.readOnly ? null : folder,
    log,
    exportElsewhere: storageThread.exportHistory,
  })
  const listed = storage.profiles.list()
  if (listed.ok) history.flex.keepOnly(listed.value.map(({ id }) => id))

  const appState = createAppState({
    clock,
    newId: randomUUID,
    about: {
      version: app.getVersion(),
      commit: __COMMIT__,
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      node: process.versions.node,
      system: systemText({
        platform: process.platform,
        release: os.release(),
        version: os.version(),
        arch: process.arch,
      }),
      systemRegion,
      desktopSession: desktopSessionText(process.platform, process.env),
      keychain: keychain.describe(),
      notifications: 'untried',
      dataFolder: redactor.text(folder),
      thirdPartyNotices: redactor.text(noticesFile),
      trayShown: false,
      miniShortcut: 'off',
      takesKeys: parts.takesKeys,
    },
    acknowledge: (id) => storage.incidents.acknowledge(id),
  })
  const showStorageTrouble = (problem: Problem | null): void => {
    const title = messageOf('exchange.database.cannot-record')
    if (problem === null) appState.withdraw(title)
    else appState.notify({ level: 'danger', title, text: problem.message })
  }
  storageTrouble.on(showStorageTrouble)
  showStorageTrouble(storage.readOnly ? null : storage.problem())
  settingsNotice.on((notice) => appState.remind([notice]))
  appState.remind([...settingsNotices, ...storageNotices])

  return {
    folder,
    log,
    settings,
    keychain,
    storageThread,
    storage,
    history,
    appState,
    noticesFile,
    systemRegion,
    redactSecret: redactor.add,
    redactDocument: redactor.document,
    logReader: createLogReader({ folder: logFolder, redact: redactor.document }),
  }
}
