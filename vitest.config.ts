import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/**
 * Tests that set a time zone or measure this process's own heap: each file in its own process.
 */
const ownProcess = [
  'test/unit/accounts/day-of-ten-accounts.test.ts',
  'test/unit/investments/periods.test.ts',
  'test/unit/alerts/day-of-monitoring.test.ts',
]

/**
 * Integration tests that leave nothing behind for the next file, so that they can share processes:
 * not those that measure a process, replace parts of it, or start a long one.
 */
const sharing = [
  ...[
    ...['accounts', 'alerts', 'capabilities', 'desktop', 'lock', 'logging', 'mining', 'package'],
    ...['settings', 'support', 'updates'],
  ].map((folder) => `test/integration/${folder}/*.test.ts`),
  // Such a long file would run alone at the end.
  'test/integration/demo/!(demo-rehearsal).test.ts',
  'test/integration/database/!(small-disks).test.ts',
  // These two count sockets, timers and errors of their process.
  'test/integration/exchange/!(client-wire|client-secrets).test.ts',
  'test/integration/portfolio/*-repository.test.ts',
]

/** The timeout only ends a test that hangs: how long a test takes depends on the computer. */
const patient = { testTimeout: 600_000, hookTimeout: 600_000 }
const globalSetup = 'test/support/build-programs.ts'
const setupFiles = ['fast-check-seed', 'every-language', 'skip-context'].map(
  (name) => `test/support/${name}.ts`,
)

/**
 * One group of files: none checks speed, and what one measures (memory, open files, children)
 * belongs to its own process, so none has to run alone. They wait for processes, disks and sockets
 * nearly half of the time, so more of them run at once than there are processors.
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
      // Before the shared ones: the longest files are here, and the short ones fill the gaps at the
      // end.
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
      // Measures speed: `npm run bench`, never the gate.
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
