// node tools/simulate.mjs [--port N] [--seed N] [--scene NAME] …
// Builds if needed and runs the simulator. Prints nothing of its own on stdout.
import path from 'node:path'
import { buildWhereNeeded, root } from './build.mjs'
import { endLike, runHere } from './child.mjs'

if (!(await buildWhereNeeded())) process.exit(1)
endLike(
  await runHere(process.execPath, [
    path.join(root, 'out', 'simulator', 'cli.js'),
    ...process.argv.slice(2),
  ]),
)
