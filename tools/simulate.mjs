// node tools/simulate.mjs [--port N] [--seed N] [--scene NAME] …
// Installs and builds where needed and runs the simulator. Prints nothing of its own on stdout.
import path from 'node:path'
import { endLike, runHere } from './child.mjs'
import { installWhereNeeded, projectEnvironment, projectNode } from './install.mjs'

await installWhereNeeded()
const { buildWhereNeeded, root } = await import('./build.mjs')
if (!(await buildWhereNeeded())) process.exit(1)
const cli = path.join(root, 'out', 'simulator', 'cli.js')
endLike(await runHere(projectNode(), [cli, ...process.argv.slice(2)], { env: projectEnvironment() }))
