// The product's own budgets: test/bench, by processor time.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)
process.exit(
  spawnSync(process.execPath, [vitest, 'run', '--project', 'bench'], { stdio: 'inherit' }).status ??
    1,
)
