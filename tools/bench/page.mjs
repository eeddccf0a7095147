// The page's CPU time with the heaviest account: test/page/bench.
process.env.PLIMSOLL_BENCH = '1'
await import('../page.mjs')
