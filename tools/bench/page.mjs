// The page's CPU time with the heaviest account: test/page/bench/heavy.bench.ts.
process.env.PLIMSOLL_BENCH = '1'
process.argv.push('heavy.bench.ts')
await import('../page.mjs')
