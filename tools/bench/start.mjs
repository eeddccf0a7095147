// The start in real Electron, and its memory: test/e2e/bench/start.spec.ts.
process.env.PLIMSOLL_BENCH = '1'
process.argv.push('start.spec.ts')
await import('../e2e.mjs')
