// Main's CPU time in real Electron: the specs in test/e2e/bench.
process.env.PLIMSOLL_BENCH = '1'
await import('../e2e.mjs')
