// node tools/bootstrap.mjs <npm script> [words…]
// Installs the packages where needed, then runs the script with the project's own Node first in line.
import path from 'node:path'
import { endLike, runHere } from './child.mjs'
import { installWhereNeeded, projectEnvironment, projectNode, readJson, root, runNpm, say, stop } from './install.mjs'

const [script, ...words] = process.argv.slice(2)
if (script === undefined) stop('Which script? Write: node tools/bootstrap.mjs <npm script> [words…]')
await installWhereNeeded()

if (script === 'test:all') {
  const { bringSystemPackages } = await import('./bootstrap-system.mjs')
  bringSystemPackages(say)
}

const text = readJson(path.join(root, 'package.json'))?.scripts?.[script]
if (text === undefined) stop(`There is no script "${script}" in package.json.`)

const env = projectEnvironment()
// A script that only starts Node is started without npm and its shell in between: neither passes signals and exit codes on faithfully.
const plain = /^node ([\w./:= -]+)$/.exec(text)?.[1]?.split(' ')
endLike(
  plain
    ? await runHere(projectNode(), [...plain, ...words], { cwd: root, env })
    : await runNpm(['run', '--silent', script, ...(words.length > 0 ? ['--', ...words] : [])], { env }),
)
