// One type-check per process, each with only the libraries that process really has.
import { spawnSync } from 'node:child_process'

const projects = ['src/shared', 'src/v4', 'src/simulator', 'src/main', 'src/preload', 'test', 'tools']
/** @type {[command: string, ...args: string[]][]} */
const checks = [
  ...projects.map((project) => /** @type {[string, ...string[]]} */ (['tsc', '-p', `${project}/tsconfig.json`])),
  ['svelte-check', '--tsconfig', 'src/renderer/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
]

let failed = 0
for (const [command, ...args] of checks) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    failed += 1
    console.error(`types: ${[command, ...args].join(' ')} failed`)
  }
}
process.exit(failed === 0 ? 0 : 1)
