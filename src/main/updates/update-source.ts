// Whether this installation can update itself, and if not, how it is updated. Decided from how it was packaged, never by asking anybody.
import path from 'node:path'
import type { AppImage } from './appimage-installer.js'
import { readFeedConfig, type FeedConfig } from './update-feed.js'

export type UpdateSource = { feed: FeedConfig; appImage: AppImage | null } | { whyOff: string }

export type UpdateSourceParts = {
  packaged: boolean
  platform: NodeJS.Platform
  environment: { readonly [name: string]: string | undefined }
  /** The program that runs. */
  program: string
  /** What it was started with. */
  words: readonly string[]
  /** The text of update-feed.json beside the app, or null where there is none. */
  readConfig: () => string | null
  /** Where a path really leads; null where it leads nowhere. */
  realPath: (place: string) => string | null
  /** Whether this is a file itself, and not a link to one. */
  isFile: (place: string) => boolean
}

/**
 * The AppImage this runs from. Programs started by another AppImage inherit its variables, and must not replace it: only the one whose
 * content this program is counts as ours.
 */
const ownAppImage = ({ environment, program, realPath, isFile }: UpdateSourceParts): AppImage | null => {
  const { APPIMAGE: file, APPDIR: folder } = environment
  if (file === undefined || folder === undefined || !path.isAbsolute(file) || !path.isAbsolute(folder) || !isFile(file)) return null
  const [shown, runs] = [realPath(folder), realPath(program)]
  return shown !== null && runs !== null && path.dirname(runs) === shown ? { file, folder } : null
}

export const updateSource = (parts: UpdateSourceParts): UpdateSource => {
  const { packaged, platform, words, readConfig } = parts
  if (!packaged) return { whyOff: 'This Plimsoll runs from its source. Update it there.' }
  const text = readConfig()
  const feed = text === null ? null : readFeedConfig(text)
  if (feed === null) return { whyOff: 'This Plimsoll was packaged without a place to get updates from. Install a newer one over it.' }
  if (platform === 'darwin') return { feed, appImage: null }
  if (platform === 'win32') {
    // The installer starts Plimsoll again without any words, which would watch another folder's account, or none.
    return words.some((word) => /^(--?|\/)user-data-dir\b/i.test(word))
      ? { whyOff: 'This Plimsoll was started with a data folder of its own. Quit it and install a newer one over it.' }
      : { feed, appImage: null }
  }
  const appImage = ownAppImage(parts)
  if (appImage === null) return { whyOff: 'This Plimsoll was installed as a package of the system. Install a newer package over it.' }
  return { feed, appImage }
}
