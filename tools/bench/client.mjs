// The cost of a signed call: bundles the product's own client with the measuring code and runs it
// in a separate process.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
// Inside node_modules, so that the bundle finds its external packages.
const folder = join(root, 'node_modules/.plimsoll-bench/client')

await build({
  configFile: false,
  root,
  logLevel: 'error',
  ssr: { target: 'node' },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: { bench: join(here, 'client/bench.ts'), server: join(here, 'client/server.ts') },
      output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
})

const peer = join(here, 'node_modules/ccxt/js/ccxt.js')
if (!existsSync(peer)) {
  console.log('Installing the peers to measure against (67 MB, once).')
  // Without a network the rows against them are left out, and the output says so.
  spawnSync('npm', ['ci', '--no-audit', '--omit=optional'], {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
}

const ran = spawnSync(process.execPath, [join(folder, 'bench.mjs')], {
  stdio: 'inherit',
  env: { ...process.env, PLIMSOLL_BENCH_CCXT: peer },
})
process.exit(ran.status ?? 1)
