// The updates of this installation: where they come from, and how they are installed.
import type { App, Shell } from 'electron'
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { UpdateView } from '../../shared/updates/update.js'
import type { Clock, Timing } from '../../shared/time.js'
import { messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import {
  createUpdateEngine,
  createRestartBlocker,
  createUpdates,
  type RestartBlockerParts,
  type Updates,
} from './updates.js'
import { type FeedConfig, readFeedConfig } from './update-feed.js'
import {
  createAppImageInstaller,
  createManualInstaller,
  createWindowsInstaller,
  type Installer,
  loadVerifier,
  startInstaller,
  startWhenGone,
} from './update-installers.js'

/**
 * Whether this installation can update itself, and if not, how it is updated: decided from how it
 * was packaged, without any request.
 */
export function updateSource(parts: {
  packaged: boolean
  platform: NodeJS.Platform
  environment: { readonly [name: string]: string | undefined }
  /** The running program. */
  program: string
  /** Its arguments. */
  words: readonly string[]
  /** The text of update-feed.json beside the app, or null if there is none. */
  readConfig: () => string | null
  /** The resolved path; null if it does not exist. */
  realPath: (place: string) => string | null
  /** Whether this is a regular file, not a link. */
  isFile: (place: string) => boolean
}):
  | { feed: FeedConfig; appImage: { file: string; folder: string } | null }
  | { whyOff: MessageOrText } {
  const { packaged, platform, environment, program, words, realPath } = parts
  if (!packaged) return { whyOff: messageOf('accounts.update.from-source') }
  const text = parts.readConfig()
  const feed = text === null ? null : readFeedConfig(text)
  if (feed === null) return { whyOff: messageOf('accounts.update.no-feed') }
  if (platform === 'darwin') return { feed, appImage: null }
  if (platform === 'win32') {
    // The installer restarts Plimsoll without arguments, so it would monitor another folder's
    // account, or none.
    return words.some((word) => /^(--?|\/)user-data-dir\b/i.test(word))
      ? { whyOff: messageOf('accounts.update.own-folder') }
      : { feed, appImage: null }
  }
  // Programs started by another AppImage inherit its variables, and must not replace it: only the
  // one that contains this program is ours.
  const { APPIMAGE: file = '', APPDIR: folder = '' } = environment
  const ours =
    path.isAbsolute(file) &&
    path.isAbsolute(folder) &&
    parts.isFile(file) &&
    path.dirname(realPath(program) ?? '') === realPath(folder)
  if (!ours) return { whyOff: messageOf('accounts.update.system-package') }
  return { feed, appImage: { file, folder } }
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

export function openUpdateService(
  parts: RestartBlockerParts & {
    app: Pick<App, 'getVersion' | 'quit' | 'isPackaged'>
    shell: Pick<Shell, 'showItemInFolder'>
    platform: NodeJS.Platform
    /** Electron's folder beside the archive. */
    resources: string
    /** The data folder. */
    folder: string
    after: Timing['after']
    clock: Clock
    changed(view: UpdateView): void
    log(what: string, detail: string): void
  },
): Updates {
  const { app, platform, resources, folder, after, clock, changed, log } = parts
  const configFile = path.join(resources, 'update-feed.json')
  const downloads = path.join(folder, 'updates')
  const words = process.argv.slice(1)
  const quit = (): void => app.quit()

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
  const open = { restartBlocker: createRestartBlocker(parts), changed, log }
  if ('whyOff' in source) return createUpdates({ ...open, engine: null, whyOff: source.whyOff })

  const { feed, appImage } = source
  const installer = (): Installer => {
    if (appImage !== null)
      return createAppImageInstaller({
        appImage,
        words,
        environment: process.env,
        start: startWhenGone,
        quit,
      })
    if (platform === 'darwin')
      return createManualInstaller((file) => parts.shell.showItemInFolder(file))
    return createWindowsInstaller({
      publisherName: feed.publisherName,
      loadVerifier: () => loadVerifier(app.getVersion()),
      start: (file) => startInstaller(file, resources),
      quit,
    })
  }
  // Left over from an update. On Windows the installer that just ran may still be in use: then the
  // next start removes it.
  orNull(() => rmSync(downloads, { recursive: true, force: true }))
  const engine = createUpdateEngine({
    feed,
    here: { version: app.getVersion(), platform, arch: process.arch },
    finish: platform === 'darwin' ? 'by-hand' : 'restart',
    folder: downloads,
    installer: installer(),
    after,
    clock,
  })
  return createUpdates({ ...open, engine, whyOff: '' })
}
