// node tools/bootstrap.mjs <npm script> [words…]
// node tools/bootstrap.mjs -- <program> [words…]
// Installs the packages if needed, then runs the script, or the program itself, with the project's
// own Node first in PATH.
import './plain-failure.mjs'
import path from 'node:path'
import { endLike, runHere } from './child.mjs'
import {
  installWhereNeeded,
  projectEnvironment,
  projectNode,
  readJson,
  root,
  runNpm,
  say,
  stop,
  windows,
} from './install.mjs'

const [script, ...words] = process.argv.slice(2)
if (script === undefined)
  stop('Which script? Write: node tools/bootstrap.mjs <npm script> [words…]')
await installWhereNeeded()

if (script === 'test:all') {
  const { bringSystemPackages } = await import('./bootstrap-system.mjs')
  bringSystemPackages(say)
}

const env = projectEnvironment()
const plainFailure = new URL('plain-failure.mjs', import.meta.url).href

/**
 * Windows starts the programs of packages through a shell, which splits arguments at spaces.
 * @param {readonly string[]} line
 */
function runProgram([program = '', ...its]) {
  return program === 'node'
    ? runHere(projectNode(), ['--import', plainFailure, ...its], { cwd: root, env })
    : runHere(program, windows ? its.map((word) => `"${word}"`) : its, {
        cwd: root,
        env,
        shell: windows,
      })
}

/** @param {string} name */
function runScript(name) {
  const text = readJson(path.join(root, 'package.json'))?.scripts?.[name]
  if (text === undefined) stop(`There is no script "${name}" in package.json.`)
  // A script that only starts Node is started without npm and its shell: neither forwards signals
  // and exit codes reliably.
  const plain = /^node ([\w./:= -]+)$/.exec(text)?.[1]?.split(' ')
  return plain
    ? runProgram(['node', ...plain, ...words])
    : runNpm(['run', '--silent', name, ...(words.length > 0 ? ['--', ...words] : [])], { env })
}

endLike(await (script === '--' ? runProgram(words) : runScript(script)))
