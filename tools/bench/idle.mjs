// Processor time while nobody looks, and while nobody does anything: test/e2e/bench/idle.spec.ts.
process.env.PLIMSOLL_BENCH = '1'
process.argv.push('idle.spec.ts')
await import('../e2e.mjs')
