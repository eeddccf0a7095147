// One type-check per process, each with only the libraries that process really has, in parallel,
// the longest first. Not `tsc -b`, which only checks whether a project's own files changed: it
// would pass a test that a change in src/ has just broken.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * svelte-check and typescript-eslint still need the API of TypeScript 6. TypeScript 7 checks the
 * rest in a fifth of the time, if its binary for this system is installed: npm silently skips an
 * optional package that does not exist or could not be fetched.
 */
const fast = existsSync(`node_modules/@typescript/typescript-${process.platform}-${process.arch}`)
const compiler = `node_modules/${fast ? 'typescript-7' : 'typescript'}/bin/tsc`
const projects = [
  'test',
  'src/main',
  'tools',
  'src/simulator',
  'src/v4',
  'src/preload',
  'src/shared',
]
/** @type {[command: string, ...args: string[]][]} */
const waiting = [
  [
    'svelte-check',
    '--tsconfig',
    'src/renderer/tsconfig.json',
    '--fail-on-warnings',
    '--output',
    'human',
  ],
  ...projects.map((project) => {
    const known = `node_modules/.cache/plimsoll/${project.replace('/', '-')}.tsbuildinfo`
    return /** @type {[string, ...string[]]} */ ([
      'node',
      compiler,
      '-p',
      project,
      // Several checkers in one process repeat much of each other's work; several projects do not.
      ...(fast ? ['--checkers', '1'] : []),
      '--incremental',
      '--tsBuildInfoFile',
      known,
      '--pretty',
    ])
  }),
]

let failed = 0

async function checkOneAfterTheOther() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [command, ...args] = next
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    /** @type {Buffer[]} */
    const said = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => said.push(piece))
    const code = await new Promise((done) => child.once('close', done))
    process.stderr.write(Buffer.concat(said))
    if (code === 0) continue
    failed += 1
    console.error(`types: ${[command, ...args].join(' ')} failed`)
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, checkOneAfterTheOther))
process.exit(failed === 0 ? 0 : 1)
