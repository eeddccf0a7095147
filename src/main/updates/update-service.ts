import { shell, type App } from 'electron'
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { UpdateView } from '../../shared/domain/update.js'
import type { Timing } from '../../shared/time.js'
import { createAppImageInstaller, startWhenGone } from './appimage-installer.js'
import { updateSource, type UpdateSource } from './update-source.js'
import { createManualInstaller, createUpdateEngine, type Installer } from './update-engine.js'
import { createRestartBlocker, createUpdates, type RestartBlockerParts, type Updates } from './updates.js'
import { createWindowsInstaller, loadVerifier, startInstaller } from './windows-installer.js'

export type UpdateServiceParts = RestartBlockerParts & {
  app: Pick<App, 'getVersion' | 'quit' | 'isPackaged'>
  platform: NodeJS.Platform
  /** Electron's folder beside the archive. */
  resources: string
  /** The data folder. */
  folder: string
  after: Timing['after']
  changed(view: UpdateView): void
  log(what: string, detail: string): void
}

const orNull = <T>(read: () => T): T | null => {
  try {
    return read()
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
    if (platform === 'darwin') return createManualInstaller((file) => shell.showItemInFolder(file))
    return createWindowsInstaller({
      publisherName: feed.publisherName,
      loadVerifier: () => loadVerifier(app.getVersion()),
      start: (file) => startInstaller(file, resources),
      quit,
    })
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
    restartBlocker: createRestartBlocker(parts),
    changed,
    log,
  })
}
