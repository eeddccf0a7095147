import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/**
 * Tests that set a time zone or measure this process's own heap: each file in a process of its own.
 */
const ownProcess = [
  'test/unit/accounts/day-of-ten-accounts.test.ts',
  'test/unit/investments/periods.test.ts',
  'test/unit/alerts/day-of-monitoring.test.ts',
]

/**
 * Integration tests that leave nothing behind for the next file, so that they share processes: not
 * those that measure a process, replace what belongs to it, or start a long one.
 */
const sharing = [
  ...[
    ...['accounts', 'alerts', 'capabilities', 'desktop', 'lock', 'logging', 'mining', 'package'],
    ...['settings', 'support', 'updates'],
  ].map((folder) => `test/integration/${folder}/*.test.ts`),
  // One that long would run alone at the end.
  'test/integration/demo/!(demo-rehearsal).test.ts',
  'test/integration/database/!(small-disks).test.ts',
  // These two count sockets, timers and what is thrown in their process.
  'test/integration/exchange/!(client-wire|client-secrets).test.ts',
  'test/integration/portfolio/*-repository.test.ts',
]

/** A limit ends what hangs, and judges no speed: a test takes as long as the computer lets it. */
const patient = { testTimeout: 600_000, hookTimeout: 600_000 }
const globalSetup = 'test/support/build-programs.ts'
const setupFiles = ['fast-check-seed', 'every-language', 'skip-context'].map(
  (name) => `test/support/${name}.ts`,
)

/**
 * One group of files: none judges speed, and what one measures (memory, open files, children) is of
 * its own process, so none must be alone. They wait for processes, disks and sockets nearly half of
 * the time, so there are more of them at once than processors.
 */
const integration = {
  ...patient,
  globalSetup: ['test/support/collect-skipped.ts', globalSetup],
  setupFiles,
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
}

const storesOfThePage = svelte({ configFile: 'src/renderer/svelte.config.js' })

export default defineConfig({
  test: {
    environment: 'node',
    projects: [
      {
        plugins: [storesOfThePage],
        test: {
          name: 'unit',
          include: ['test/{unit,contract}/**/*.test.ts'],
          exclude: ownProcess,
          // No file leaves anything behind for the next, so all of them share two processes.
          isolate: false,
          ...patient,
          setupFiles,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'unit-own-process',
          include: ownProcess,
          ...patient,
          setupFiles,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      // Before those that share: the longest files are here, and the short ones fill the end.
      {
        plugins: [storesOfThePage],
        test: {
          ...integration,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: sharing,
        },
      },
      {
        plugins: [storesOfThePage],
        test: { ...integration, name: 'integration-shared', include: sharing, isolate: false },
      },
      // Figures of speed: `npm run bench`, never the gate.
      {
        test: {
          name: 'bench',
          include: ['test/bench/**/*.bench.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
