// From a confirmation to the first byte of its order: test/bench/confirm.bench.ts.
import { runBenches } from './vitest.mjs'

process.exit(runBenches(['confirm.bench.ts']))
