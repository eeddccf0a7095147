// Main's CPU time in real Electron: test/e2e/bench/electron.spec.ts.
process.env.PLIMSOLL_BENCH = '1'
process.argv.push('electron.spec.ts')
await import('../e2e.mjs')
