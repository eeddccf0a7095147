// Runs measurements of test/bench.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)

/** @param {readonly string[]} words @returns {number} the exit code */
export function runBenches(words) {
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'bench', ...words], {
    stdio: 'inherit',
  })
  return status ?? 1
}
