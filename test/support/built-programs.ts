// Programs of the product built for plain Node, as the product's own build makes them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')

export type BuiltPrograms = { path(name: string): string; dispose(): void }

/** Builds programs for plain Node into a folder of their own below node_modules, where their packages resolve. */
export const buildPrograms = async (entries: { [name: string]: string }, external: string[] = []): Promise<BuiltPrograms> => {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'plimsoll-test-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      rollupOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
        external: ['keytar', 'electron', ...external],
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return {
    path: (name) => join(folder, `${name}.mjs`),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const buildBroker = (): Promise<BuiltPrograms> => buildPrograms({ broker: 'src/main/vault/broker-entry.ts' })
