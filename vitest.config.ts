import { defineConfig } from 'vitest/config'

const suite = (name: string, limits: { testTimeout: number; fileParallelism?: boolean; retry?: number }) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], environment: 'node' as const, ...limits },
})

export default defineConfig({
  test: {
    projects: [
      suite('unit', { testTimeout: 10_000 }),
      suite('contract', { testTimeout: 10_000 }),
      // Real programs, disks and clocks. A second try only where nobody watches, and then it is counted and told as unsteady.
      suite('integration', { testTimeout: 60_000, fileParallelism: false, retry: process.env['CI'] === 'true' ? 1 : 0 }),
    ],
  },
})
