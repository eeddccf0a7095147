// Queries on 100,000 records beside the bare SQL: test/bench/history.bench.ts.
import { runBenches } from './vitest.mjs'

process.exit(runBenches(['history.bench.ts']))
