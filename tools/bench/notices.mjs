// From a change at the exchange to its notification: test/e2e/bench/notices.spec.ts.
process.env.PLIMSOLL_BENCH = '1'
process.argv.push('notices.spec.ts')
await import('../e2e.mjs')
