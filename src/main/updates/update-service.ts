// Updates: where they come from, what puts them in place, and what they must wait for.
import { shell, type App } from 'electron'
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { UpdateView } from '../../shared/domain/update.js'
import { createAppImageInstaller, startWhenGone } from './appimage-installer.js'
import { createHandInstaller } from './manual-installer.js'
import { createRestartGate, type RestartGateParts } from './restart-check.js'
import { updateSource, type UpdateSource } from './update-source.js'
import { createUpdateEngine, type Installer } from './updater.js'
import { createUpdates, type Updates } from './updates.js'
import { createWindowsInstaller, loadStarter } from './windows-installer.js'

export type UpdateServiceParts = RestartGateParts & {
  app: Pick<App, 'getVersion' | 'quit' | 'isPackaged'>
  platform: NodeJS.Platform
  /** Electron's folder beside the archive. */
  resources: string
  /** The data folder. */
  folder: string
  /** Calls back once, after so many milliseconds. Gives back what cancels it. */
  after(ms: number, act: () => void): () => void
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

export const openUpdateService = (parts: UpdateServiceParts): Updates => {
  const { app, platform, resources, folder, after, changed, log } = parts
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
            after,
          }),
    whyOff: 'whyOff' in source ? source.whyOff : '',
    whyNotNow: createRestartGate(parts),
    changed,
    log,
  })
}
