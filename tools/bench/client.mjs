// The cost of a signed call: bundles the product's own client with the measuring code and runs it
// in a separate process.
import { spawnSync } from 'node:child_process'
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

const ran = spawnSync(process.execPath, [join(folder, 'bench.mjs')], { stdio: 'inherit' })
process.exit(ran.status ?? 1)
