// Memory while hidden, over real minutes in real Electron: test/e2e/bench/memory.spec.ts.
process.env.PLIMSOLL_BENCH = '1'
process.argv.push('memory.spec.ts')
await import('../e2e.mjs')
