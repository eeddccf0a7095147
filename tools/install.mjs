// Makes sure the packages in package-lock.json are installed. Runs before everything else: plain
// Node without dependencies. Prints to stderr, so that a script's stdout contains only its own
// output.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { endLike, runHere } from './child.mjs'
import { oneAtATime } from './lock.mjs'
import { isWritable } from './writable.mjs'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
export const windows = process.platform === 'win32'

/** @param {string} text */
export function say(text) {
  return process.stderr.write(`${text}\n`)
}

/** @type {(text: string) => never} */
export function stop(text) {
  say(text)
  process.exit(1)
}

/**
 * @param {string} file
 * @returns {{ packages?: Record<string, Entry>, scripts?: Record<string, string>,
 *   optionalDependencies?: Record<string, string> } | null}
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {boolean} [peer]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * The package that brings the project's Node to this machine, if there is one: package.json lists
 * it under "optionalDependencies".
 */
const nodePackage = `node-${windows ? 'win' : process.platform}-${process.arch}`
/** @param {number} oldest */
const older = (oldest) => Number.parseInt(process.versions.node, 10) < oldest

/** Why packages have to be installed, or null if the installed ones match the lockfile. */
function whyInstall() {
  const wanted = readJson(path.join(root, 'package-lock.json'))?.packages
  if (!wanted)
    return stop('package-lock.json is missing or cannot be read. Get it back from the repository.')
  if (!existsSync(modules)) return 'node_modules is not there yet'
  // npm writes this list last: without it, an installation was interrupted.
  const installed = readJson(path.join(modules, '.package-lock.json'))?.packages
  if (!installed) return 'an earlier installation did not finish'
  for (const [name, entry] of Object.entries(wanted)) {
    if (name === '') continue
    const found = installed[name]
    // Packages for other platforms are in the lockfile and, correctly, nowhere else.
    if (!found && (entry.optional || entry.devOptional || entry.peer)) continue
    if (!found || found.version !== entry.version || found.integrity !== entry.integrity)
      return 'package-lock.json has changed since'
  }
  if (Object.keys(installed).some((name) => !Object.hasOwn(wanted, name)))
    return 'package-lock.json has changed since'
  const { dependencies, devDependencies, optionalDependencies = {} } = wanted[''] ?? {}
  // Without the Node from a package, this one has to do.
  const node = older(24) && nodePackage in optionalDependencies ? { [nodePackage]: '' } : {}
  const direct = { ...dependencies, ...devDependencies, ...node }
  const lost = Object.keys(direct).find(
    (name) => !existsSync(path.join(modules, name, 'package.json')),
  )
  return lost === undefined ? null : `${lost} is missing from node_modules`
}

/** The path inside packages. @param {string} place */
const nodeFolderIn = (place) => path.join(place, nodePackage, 'bin')
/**
 * Windows does not find `node.cmd` under the name `node`, and would use the computer's own.
 * @param {string} place
 */
const nodeIn = (place) => path.join(nodeFolderIn(place), windows ? 'node.exe' : 'node')

const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'

/**
 * This environment, with these folders first in its path.
 * @param {readonly string[]} folders
 */
function withFirst(...folders) {
  return {
    ...process.env,
    [pathName]: [...folders, process.env[pathName]].join(path.delimiter),
  }
}

/**
 * Runs npm: the one that started this, on the Node that started it or the one given; a bare `npm`
 * if this was started manually.
 * @param {readonly string[]} words
 * @param {import('node:child_process').SpawnOptions} options
 * @param {string} node
 */
export function runNpm(words, options, node = process.env.npm_node_execpath ?? process.execPath) {
  const cli = process.env.npm_execpath
  const own = { cwd: root, ...options }
  if (cli?.endsWith('.js')) return runHere(node, [cli, ...words], own)
  if (!windows) return runHere('npm', words, own)
  // There it is started through a shell, which splits arguments at spaces.
  const quoted = words.map((word) => `"${word}"`)
  return runHere('npm', quoted, { ...own, shell: true })
}

/**
 * No package runs its own scripts while it is installed (SUP-2), whichever npm this is, and none
 * that fits this computer is omitted, whatever npm's configuration: optional ones contain its
 * programs. What npm prints also goes to stderr.
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {string} [node]
 */
function cleanInstall(options, node) {
  return runNpm(
    ['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'],
    { stdio: ['inherit', 2, 2], ...options },
    node,
  )
}

const notInstalled =
  'The packages could not be installed; npm says why above. Nothing else was done.'

/**
 * Only the project's own Node, in a separate folder, as specified in the lockfile; null if this one
 * is of the same line, or no package brings one. Many packages require a newer one than this has to
 * be, and npm checks the one it runs on: this avoids its warnings.
 * @returns {Promise<string | null>} the folder
 */
async function fetchOwnNode() {
  const entry = readJson(path.join(root, 'package-lock.json'))?.packages?.[
    `node_modules/${nodePackage}`
  ]
  if (
    entry?.version === undefined ||
    Number.parseInt(entry.version, 10) === Number.parseInt(process.versions.node, 10)
  )
    return null
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-node-'))
  const wanted = { dependencies: { [nodePackage]: entry.version } }
  const packages = { '': wanted, [`node_modules/${nodePackage}`]: { ...entry, optional: false } }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, ...wanted }))
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
  )
  const result = await cleanInstall({ cwd: folder })
  if (result.code === 0 && existsSync(nodeIn(path.join(folder, 'node_modules')))) return folder
  rmSync(folder, { recursive: true, force: true })
  if (result.signal !== null) endLike(result)
  return stop(notInstalled)
}

async function install() {
  const why = whyInstall()
  if (why === null) return
  if (!isWritable(root))
    stop(`Packages have to be installed, because ${why}; but this user may not write to ${root}.`)
  say(`Installing packages, because ${why}. This happens once.`)
  const folder = await fetchOwnNode()
  const place = folder === null ? null : path.join(folder, 'node_modules')
  const result = await (place === null
    ? cleanInstall()
    : cleanInstall({ env: withFirst(nodeFolderIn(place)) }, nodeIn(place)))
  if (folder !== null) rmSync(folder, { recursive: true, force: true })
  if (result.signal !== null) endLike(result)
  if (result.code !== 0) stop(notInstalled)
}

/** The project's own Node, if a package brings it. */
export function projectNode() {
  return existsSync(nodeIn(modules)) ? nodeIn(modules) : process.execPath
}

function bringsNode() {
  return (
    readJson(path.join(root, 'package.json'))?.optionalDependencies?.[nodePackage] !== undefined
  )
}

/**
 * Ends the process if the computer's own Node is too old for its task.
 * @param {boolean} brought whether there is, or will be, a Node of the project's
 */
function stopOnOldNode(brought) {
  const own = process.versions.node
  if (older(20)) stop(`Plimsoll needs Node 20 or newer to begin with; this is ${own}.`)
  if (brought || !older(24)) return
  if (!bringsNode())
    stop(
      `Plimsoll needs Node 24 or newer on ${process.platform}-${process.arch}, where no package brings it; this is ${own}.`,
    )
  stop(
    `Plimsoll needs Node 24 or newer; this is ${own}, and ${nodePackage} could not be installed: npm left out optional packages, or could not fetch it.`,
  )
}

/** Installs if needed; ends the process with a message if that fails. */
export async function installWhereNeeded() {
  stopOnOldNode(bringsNode())
  if (whyInstall() !== null) {
    await oneAtATime(
      root,
      () => say('Another Plimsoll command is installing packages in this folder. Waiting for it.'),
      install,
    )
  }
  // npm skips an optional package that it cannot fetch.
  stopOnOldNode(projectNode() !== process.execPath)
}

/** An environment with the project's own Node and tools first. */
export function projectEnvironment() {
  return withFirst(path.join(modules, '.bin'), nodeFolderIn(modules))
}

// When run directly, as the first step of a run: beside what installs the system's packages.
if (process.argv[1] === fileURLToPath(import.meta.url)) await installWhereNeeded()
