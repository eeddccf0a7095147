// Updates: where they come from, what puts them in place, and what they must wait for.
import { shell, type App } from 'electron'
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isUnfinished } from '../../shared/domain/trading.js'
import type { UpdateView } from '../../shared/domain/update.js'
import { createAppImageInstaller, startWhenGone } from '../app/appimage-installer.js'
import { createHandInstaller } from '../app/hand-installer.js'
import { createRestartGate } from '../app/restart-gate.js'
import { updateSource, type UpdateSource } from '../app/update-source.js'
import { createUpdateEngine, type Installer } from '../app/updater.js'
import { createUpdates, type Updates } from '../app/updates.js'
import { createWindowsInstaller, loadStarter } from '../app/windows-installer.js'
import { systemTiming } from '../exchange/timing.js'
import type { Orders } from '../orders/orders.js'
import type { Store } from '../store/store.js'

export type UpdatesParts = {
  app: Pick<App, 'getVersion' | 'quit' | 'isPackaged'>
  platform: NodeJS.Platform
  /** Electron's folder beside the archive. */
  resources: string
  /** The data folder. */
  folder: string
  store: Pick<Store, 'orders'>
  orders: Pick<Orders, 'read' | 'openCount' | 'waiting'>
  boxesOpen(): number
  changed(view: UpdateView): void
  log(what: string, detail: string): void
}

const orNull = <T>(look: () => T): T | null => {
  try {
    return look()
  } catch {
    return null
  }
}

export const wireUpdates = ({ app, platform, resources, folder, store, orders, boxesOpen, changed, log }: UpdatesParts): Updates => {
  const configFile = path.join(resources, 'update-feed.json')
  const downloads = path.join(folder, 'updates')
  const words = process.argv.slice(1)
  const quit = (): void => app.quit()

  const installerFor = ({ feed, appImage }: Exclude<UpdateSource, { whyOff: string }>): Installer => {
    if (appImage !== null) return createAppImageInstaller({ appImage, words, environment: process.env, start: startWhenGone, quit })
    if (platform === 'darwin') return createHandInstaller((file) => shell.showItemInFolder(file))
    return createWindowsInstaller({ publisherName: feed.publisherName, load: () => loadStarter(app.getVersion()), quit })
  }

  const source = updateSource({
    packaged: app.isPackaged,
    platform,
    environment: process.env,
    program: process.execPath,
    words,
    readConfig: () => (existsSync(configFile) ? readFileSync(configFile, 'utf8') : null),
    realPath: (place) => orNull(() => realpathSync(place)),
    isFile: (place) => orNull(() => lstatSync(place).isFile()) === true,
  })
  // What an update left behind. On Windows the installer that just ran may still be in use: then the next start removes it.
  if (!('whyOff' in source)) orNull(() => rmSync(downloads, { recursive: true, force: true }))

  return createUpdates({
    engine:
      'whyOff' in source
        ? null
        : createUpdateEngine({
            feed: source.feed,
            here: { version: app.getVersion(), platform, arch: process.arch },
            finish: platform === 'darwin' ? 'by-hand' : 'restart',
            folder: downloads,
            installer: installerFor(source),
            after: systemTiming.after,
          }),
    whyOff: 'whyOff' in source ? source.whyOff : '',
    whyNotNow: createRestartGate({
      unfinishedOrders: () => {
        const everywhere = store.orders.unfinished()
        // Those of the demo are in a record of their own, which only the open account's view sees.
        if (!everywhere.ok) return null
        const written = everywhere.value.map(orders.waiting).filter((newer) => newer === undefined || isUnfinished(newer))
        return written.length + orders.read().open.filter(isUnfinished).length
      },
      ordersUnderWay: orders.openCount,
      boxesOpen,
    }),
    changed,
    log,
  })
}
