// The product's own budgets, by processor time: test/bench, without what is beside a peer.
import { runBenches } from './vitest.mjs'

process.exit(
  runBenches(['confirm', 'history'].flatMap((name) => ['--exclude', `**/${name}.bench.ts`])),
)
