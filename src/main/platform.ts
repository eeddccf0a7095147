// What everything else stands on: the log, the settings, the keychain, what is kept on this computer, and what the person must be told.
import { type App, dialog as systemDialog, shell } from 'electron'
import ElectronStore from 'electron-store'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Problem } from '../shared/domain/problem.js'
import { createSignal } from '../shared/signal.js'
import type { Clock } from '../shared/time.js'
import { createSession } from './accounts/app-state.js'
import { guardPages } from './desktop/page/page-session.js'
import { closeForeignDoors } from './ipc/ipc-server.js'
import { openLog } from './logging/log-writer.js'
import { createRedactor } from './logging/redactor.js'
import { showFatal } from './desktop/dialogs/fatal-dialog.js'
import { createLinks } from './desktop/links.js'
import { openHistory } from './investments/history-database.js'
import { openSettingsFile } from './settings/settings-file.js'
import { openStore } from './accounts/storage.js'
import { openVault } from './keychain/open-vault.js'

/**
 * Null where nothing can be kept, which the person has then been told.
 * @param built the folder of the built programs
 */
export const openPlatform = (parts: { app: App; clock: Clock; built: string; takesKeys: boolean }) => {
  const { app, clock, built } = parts
  const folder = app.getPath('userData')
  const redactor = createRedactor()
  const log = openLog({ folder: path.join(folder, 'logs'), redactor, clock })
  const links = createLinks({ hosts: [], openExternal: (address) => shell.openExternal(address), log: (what) => log.warn(what) })
  guardPages(app, (address) => void links.open(address))

  const { file: settings, notices: settingsNotices } = openSettingsFile({
    folder,
    clock,
    log,
    openFile: (options) => {
      const file = new ElectronStore(options)
      closeForeignDoors()
      return file
    },
  })
  const vault = openVault({
    built,
    watchSecret: (secret) => redactor.watch(secret),
    warn: (event, details) => log.warn(event, details),
  })

  const storeTrouble = createSignal<Problem | null>()
  const opened = openStore({ folder, clock, log, onTrouble: storeTrouble.emit })
  if (!opened.ok) {
    log.error('not started', opened.error)
    showFatal(systemDialog, opened.error)
    return null
  }
  const { store, notices: storeNotices } = opened.value
  const history = openHistory({ folder: store.readOnly ? null : folder, log })
  const listed = store.profiles.list()
  if (listed.ok) history.keepOnly(listed.value.map(({ id }) => id))

  const session = createSession({
    clock,
    newId: randomUUID,
    about: {
      version: app.getVersion(),
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      node: process.versions.node,
      keychain: vault.describe(),
      dataFolder: folder,
      thirdPartyNotices: path.join(app.isPackaged ? process.resourcesPath : built, 'third-party-notices.txt'),
      trayShown: false,
      takesKeys: parts.takesKeys,
    },
    acknowledge: (id) => store.incidents.acknowledge(id),
  })
  const tellOfStore = (problem: Problem | null): void => {
    const title = 'Plimsoll cannot record anything now'
    if (problem === null) session.withdraw(title)
    else session.notify({ level: 'danger', title, text: problem.message })
  }
  storeTrouble.on(tellOfStore)
  tellOfStore(store.readOnly ? null : store.problem())
  session.remind([...settingsNotices, ...storeNotices])

  return {
    folder,
    log,
    watchSecret: (secret: Parameters<typeof redactor.watch>[0]) => redactor.watch(secret),
    settings,
    vault,
    store,
    history,
    session,
  }
}
