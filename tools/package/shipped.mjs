// What of package-lock.json reaches users: packages beside our code, packages the bundler included,
// and Electron.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { bundledList } from './bundled.mjs'
import { packageAt } from './licences.mjs'

/**
 * @typedef {object} LockEntry
 * @property {string} [name]
 * @property {string} [version]
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */
/** @typedef {{ packages: Record<string, LockEntry> }} Lock */
/**
 * @typedef {object} Shipped
 * @property {string} place
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} terms
 * @property {string | undefined} integrity
 * @property {boolean} beside as a package of its own; otherwise within the built programs, or the
 *   runtime itself
 */

const modules = 'node_modules/'
/** Listed as a dependency but used only while a native part is compiled. */
const compileOnly = `${modules}node-addon-api`
/** What ships uses the C library of ordinary distributions; npm installs both. */
const otherLibrary = /\/@libsql\/linux-.+-musl$/

/**
 * Packages under "dependencies" and what they need, for every system. Those under
 * "optionalDependencies" bring Node to developers: npm has no optional packages for development
 * alone.
 * @param {Lock} lock
 */
export function forWhatShips({ packages }) {
  const own = Object.keys(packages['']?.optionalDependencies ?? {}).map(
    (name) => `${modules}${name}`,
  )
  return Object.entries(packages).filter(
    ([place, { dev }]) => place !== '' && !dev && place !== compileOnly && !own.includes(place),
  )
}

/**
 * The paths of everything that ships for any system: bundled packages, those beside them, and
 * Electron. Requires a build.
 * @param {string} root
 */
export function placesThatShip(root) {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const everywhere = forWhatShips(lock).map(([place]) => place)
  return [...new Set([...everywhere, ...whatShips(root).map(({ place }) => place)])].sort()
}

/**
 * What ships from this machine, ordered by path. Requires a build.
 * @param {string} root
 * @returns {Shipped[]}
 */
export function whatShips(root) {
  /** @type {Lock} */
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const beside = forWhatShips(lock)
    .map(([place]) => place)
    .filter((place) => existsSync(path.join(root, place)) && !otherLibrary.test(place))
  /** @type {string[]} */
  const bundled = ['', 'preload', 'renderer'].flatMap((part) =>
    JSON.parse(readFileSync(path.join(root, 'out', part, bundledList), 'utf8')),
  )
  return [...new Set([...beside, ...bundled, `${modules}electron`])].sort().map((place) => {
    const entry = lock.packages[place]
    if (entry?.version === undefined)
      throw new Error(`${place} is part of what was built and not in package-lock.json.`)
    return {
      place,
      ...packageAt(place, entry),
      version: entry.version,
      integrity: entry.integrity,
      beside: beside.includes(place),
    }
  })
}
