import { defineConfig } from 'vitest/config'

const suite = (name: string, limits: { testTimeout: number; fileParallelism?: boolean }) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], environment: 'node' as const, ...limits },
})

export default defineConfig({
  test: {
    projects: [
      suite('unit', { testTimeout: 10_000 }),
      suite('contract', { testTimeout: 10_000 }),
      suite('integration', { testTimeout: 60_000, fileParallelism: false }),
    ],
  },
})
