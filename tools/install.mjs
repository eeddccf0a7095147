// Makes sure the packages in package-lock.json are installed. Runs before anything is: plain Node, no dependency. Says what it does on
// stderr, so that a script's stdout stays its own.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { endLike, runHere } from './child.mjs'
import { oneAtATime } from './lock.mjs'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const windows = process.platform === 'win32'

/** @param {string} text */
export const say = (text) => process.stderr.write(`${text}\n`)
/** @type {(text: string) => never} */
export const stop = (text) => {
  say(text)
  process.exit(1)
}
/**
 * @param {string} file
 * @returns {{ packages?: Record<string, Entry>, scripts?: Record<string, string> } | null}
 */
export const readJson = (file) => {
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
 */

/** Why packages have to be installed, or null where what is there is what the lockfile says. */
const whyInstall = () => {
  const wanted = readJson(path.join(root, 'package-lock.json'))?.packages
  if (!wanted) return stop('package-lock.json is missing or cannot be read. Get it back from the repository.')
  if (!existsSync(modules)) return 'node_modules is not there yet'
  // npm writes this list last of all: without it an installation was interrupted.
  const installed = readJson(path.join(modules, '.package-lock.json'))?.packages
  if (!installed) return 'an earlier installation did not finish'
  for (const [name, entry] of Object.entries(wanted)) {
    if (name === '') continue
    const found = installed[name]
    // Packages for other platforms are in the lockfile and, rightly, nowhere else.
    if (!found && (entry.optional || entry.devOptional || entry.peer)) continue
    if (!found || found.version !== entry.version || found.integrity !== entry.integrity) return 'package-lock.json has changed since'
  }
  const direct = { ...wanted['']?.dependencies, ...wanted['']?.devDependencies }
  const lost = Object.keys(direct).find((name) => !existsSync(path.join(modules, name, 'package.json')))
  return lost === undefined ? null : `${lost} is missing from node_modules`
}

/**
 * Runs npm: the one that started this, on the Node that started it; a bare `npm` where this was started by hand.
 * @param {readonly string[]} words
 * @param {import('node:child_process').SpawnOptions} options
 */
export const runNpm = (words, options) => {
  const cli = process.env.npm_execpath
  const own = { cwd: root, ...options }
  if (cli?.endsWith('.js')) return runHere(process.env.npm_node_execpath ?? process.execPath, [cli, ...words], own)
  if (!windows) return runHere('npm', words, own)
  // There it is started through a shell, which takes words apart at blanks.
  const quoted = words.map((word) => `"${word}"`)
  return runHere('npm', quoted, { ...own, shell: true })
}

const install = async () => {
  const why = whyInstall()
  if (why === null) return
  say(`Installing packages, because ${why}. This happens once.`)
  // What npm prints goes to stderr as well.
  const result = await runNpm(['ci', '--no-audit', '--no-fund'], { stdio: ['inherit', 2, 2] })
  if (result.signal !== null) endLike(result)
  if (result.code !== 0) stop('The packages could not be installed; npm says why above. Nothing else was done.')
}

/** Installs if needed; ends the process with a sentence where it cannot. */
export const installWhereNeeded = async () => {
  if (Number.parseInt(process.versions.node, 10) < 20)
    stop(`Plimsoll needs Node 20 or newer to begin with; this is ${process.versions.node}.`)

  if (whyInstall() !== null) {
    await oneAtATime(root, () => say('Another Plimsoll command is installing packages in this folder. Waiting for it.'), install)
  }
}

const nodeFolder = path.join(modules, 'node', 'bin')

/** The project's own Node, where its package has it: Windows starts no `node.cmd` by the name `node`, and would take the computer's own. */
export const projectNode = () => {
  const program = path.join(nodeFolder, windows ? 'node.exe' : 'node')
  return existsSync(program) ? program : process.execPath
}

/** The environment in which the project's own Node and tools come first. */
export const projectEnvironment = () => {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [pathName]: [path.join(modules, '.bin'), nodeFolder, process.env[pathName]].join(path.delimiter) }
}

// Called by name, before anything else of a run: beside what installs the system's packages.
if (process.argv[1] === fileURLToPath(import.meta.url)) await installWhereNeeded()
