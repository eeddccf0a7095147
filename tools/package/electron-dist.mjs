// Which Electron a package is made from when it is only checked: the one on this computer, or a
// stand-in with nothing but its fuses.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** @typedef {{ kind: 'official' | 'override' | 'stand-in', folder: string }} ElectronDist */

/**
 * The marker in every Electron program, before the version, the length and the fuses themselves.
 */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/**
 * Electron's defaults, except for the last, which stays on: anything packaging fails to set is
 * noticed.
 */
const factory = '101101011'

/**
 * A folder that packages like Electron for Linux but cannot run.
 * @param {string} folder
 */
export function makeStandInDist(folder) {
  mkdirSync(path.join(folder, 'locales'), { recursive: true })
  mkdirSync(path.join(folder, 'resources'), { recursive: true })
  const program = path.join(folder, 'electron')
  writeFileSync(
    program,
    Buffer.concat([Buffer.from(sentinel), Buffer.from([1, factory.length]), Buffer.from(factory)]),
  )
  chmodSync(program, 0o755)
  for (const name of [
    'chrome-sandbox',
    'LICENSE',
    'LICENSES.chromium.html',
    'version',
    'locales/en-US.pak',
  ])
    writeFileSync(
      path.join(folder, name),
      'Stands in for a file of Electron where its program cannot be fetched.\n',
    )
}

/**
 * @param {string} folder where a stand-in may be made
 * @param {boolean} onlyStandIn even where Electron is
 * @returns {ElectronDist}
 */
export function findElectronDist(folder, onlyStandIn = false) {
  const standIn = () => {
    if (process.platform !== 'linux')
      throw new Error(
        'Electron is not installed, and a stand-in for it exists for Linux only. Run: npx install-electron',
      )
    makeStandInDist(folder)
    return /** @type {ElectronDist} */ ({ kind: 'stand-in', folder })
  }
  if (onlyStandIn) return standIn()
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override && existsSync(path.join(override, 'electron')))
    return { kind: 'override', folder: override }
  const official = path.join(
    path.dirname(createRequire(import.meta.url).resolve('electron/package.json')),
    'dist',
  )
  if (existsSync(path.join(official, 'version'))) return { kind: 'official', folder: official }
  return standIn()
}
