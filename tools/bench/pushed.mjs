// 500 positions that change every second, for a minute: test/page/bench/pushed.bench.ts.
process.env.PLIMSOLL_BENCH = '1'
process.argv.push('pushed.bench.ts')
await import('../page.mjs')
