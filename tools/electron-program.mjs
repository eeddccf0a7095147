// The path of Electron's program. Its package downloads it on first use: here the download is
// announced and has a time limit.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Help for users who have no Electron program. */
export const howToGetElectron = 'Where github.com can be reached: npx install-electron'

/** A download that takes longer than this has stalled. */
const longestDownload = 15 * 60_000

/**
 * @param {string} folder of the package
 * @returns {string | null}
 */
function installedIn(folder) {
  const note = path.join(folder, 'path.txt')
  // The package writes this file last: without it, unpacking was interrupted.
  const name = existsSync(note) ? readFileSync(note, 'utf8') : null
  const other = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const program = other
    ? path.join(other, name ?? 'electron')
    : name === null
      ? null
      : path.join(folder, 'dist', name)
  return program !== null && existsSync(program) ? program : null
}

/**
 * @param {string} folder of the package
 * @returns {Promise<void>} settled when it has ended, however it went
 */
function download(folder) {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [path.join(folder, 'install.js')],
      { timeout: longestDownload },
      () => done(),
    )
  })
}

/**
 * The program, or null if it is neither here nor downloadable.
 * @param {(text: string) => void} say
 * @param {string} folder of the package; another one in tests
 * @returns {Promise<string | null>}
 */
export async function findElectron(say, folder = packageFolder()) {
  const installed = installedIn(folder)
  // Another program was specified instead: that one or none.
  if (installed !== null || process.env.ELECTRON_OVERRIDE_DIST_PATH) return installed
  say('Downloading Electron from github.com. This happens once and may take some minutes.')
  await download(folder)
  return installedIn(folder)
}

function packageFolder() {
  return path.dirname(createRequire(import.meta.url).resolve('electron/package.json'))
}
