// Builds every program that a test starts, once before the tests, into a folder below node_modules,
// where their packages resolve.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

/** Programs that tests start as processes of their own, by the name they get. */
export const programList = {
  broker: 'src/main/keychain/broker-entry.ts',
  storageWorker: 'src/main/accounts/storage-worker.ts',
  quitter: 'test/support/keychain-quitter.ts',
  app: 'test/support/keychain-electron.ts',
  reporter: 'test/support/environment-reporter.ts',
  pinger: 'test/support/exchange-programs/pinger.ts',
  glutton: 'test/support/exchange-programs/glutton.ts',
  answerReader: 'test/support/exchange-programs/answer-reader.ts',
  sender: 'test/support/exchange-programs/order-sender.ts',
  sleeper: 'test/support/exchange-programs/order-sleeper.ts',
  script: 'test/support/simulator-script.ts',
  nonceWriter: 'test/support/storage-programs/nonce-writer.ts',
  loanSampler: 'test/support/storage-programs/loan-sampler.ts',
  storageReader: 'test/support/storage-programs/storage-reader.ts',
  backupMaker: 'test/support/storage-programs/backup-maker.ts',
  storageHolder: 'test/support/storage-programs/storage-holder.ts',
  flexReader: 'test/support/storage-programs/flex-reader.ts',
  awayWatcher: 'test/support/away-watcher.ts',
  settingsReader: 'test/support/storage-programs/settings-reader.ts',
}

declare module 'vitest' {
  interface ProvidedContext {
    programs: string
  }
}

const root = resolve(import.meta.dirname, '../..')

async function buildAll(folder: string): Promise<void> {
  const usual = { configFile: false, root, logLevel: 'error' } as const
  await build({
    ...usual,
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      rollupOptions: {
        input: Object.fromEntries(
          Object.entries(programList).map(([name, path]) => [name, join(root, path)]),
        ),
        external: ['keytar', 'electron', 'libsql', 'axios', 'undici', 'conf'],
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  await build({
    ...usual,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'src/simulator/cli.ts',
      outDir: join(folder, 'simulator'),
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: 'cli.mjs' } },
    },
  })
}

export default async ({ provide }: TestProject): Promise<() => void> => {
  // The projects of a run share what the first of them builds.
  const already = process.env['PLIMSOLL_TEST_PROGRAMS']
  if (already !== undefined) {
    provide('programs', already)
    return () => undefined
  }
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'plimsoll-test-'))
  // One of them runs as another user.
  chmodSync(folder, 0o755)
  await buildAll(folder)
  provide('programs', folder)
  process.env['PLIMSOLL_TEST_PROGRAMS'] = folder
  return () => {
    delete process.env['PLIMSOLL_TEST_PROGRAMS']
    rmSync(folder, { recursive: true, force: true })
  }
}
