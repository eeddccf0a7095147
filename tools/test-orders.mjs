// The figure behind the order engine: 20,000 orders, cancels and closes through every fault, a
// third as many of two accounts in parallel, and 100 kills of a program that sends, counted at the
// exchange. A bulk request or cancel counts once per row. Also 20,000 transfers, 20,000 changes of
// stop losses and take profits, 5,000 resting orders with stream messages, lists and restarts in
// any order, and the actions offered to 10,000 random accounts with a low margin level, judged by
// the simulator.
// `npm run test:orders -- --orders 2000 --kills 20 --seed 7` runs less, or repeats a run.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runHere } from './child.mjs'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '100' },
    transfers: { type: 'string', default: '20000' },
    levels: { type: 'string', default: '20000' },
    resting: { type: 'string', default: '5000' },
    accounts: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})

const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-orders-'))
const report = path.join(folder, 'report.txt')
console.log(`seed ${values.seed}`)
const { code } = await runHere(
  'vitest',
  [
    'run',
    '--project',
    'integration',
    '--project',
    'unit',
    '--reporter=dot',
    'test/integration/orders/order-fault-storm.test.ts',
    'test/integration/orders/transfer-fault-storm.test.ts',
    'test/integration/orders/level-fault-storm.test.ts',
    'test/unit/orders/resting-orders.test.ts',
    'test/unit/shared/portfolio/margin-answer.test.ts',
  ],
  {
    env: {
      ...process.env,
      PLIMSOLL_ORDERS: values.orders,
      PLIMSOLL_ORDER_KILLS: values.kills,
      PLIMSOLL_ORDER_SEED: values.seed,
      PLIMSOLL_TRANSFERS: values.transfers,
      PLIMSOLL_LEVELS: values.levels,
      PLIMSOLL_RESTING: values.resting,
      PLIMSOLL_MARGIN_ACCOUNTS: values.accounts,
      PLIMSOLL_ORDER_REPORT: report,
    },
    shell: process.platform === 'win32',
  },
)

/** The results recorded by the runs; empty if they did not get that far. */
function read() {
  try {
    return readFileSync(report, 'utf8')
  } catch {
    return 'no figure: the runs did not end\n'
  }
}

process.stdout.write(`\n${read()}`)
rmSync(folder, { recursive: true, force: true })
process.exit(code ?? 1)
