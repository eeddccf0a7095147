// What `npm run bench` judges by: the processor time of a piece of work, beside a reference
// measured in the same run. The tests of the gate hold no time at all: they count, and see to the
// order.
import { isDecimal } from '../../src/shared/money.js'
import { addRow } from '../../tools/bench/rows.mjs'

const texts = Array.from(
  { length: 12_000 },
  (_, n) => `[${1_795_000_000 + n * 15},"25.${n}","1.${n * 7}"]`,
)

/**
 * Parsing, checking, making objects and sorting: what the measured parts of Plimsoll spend their
 * time with.
 */
function referenceWork(): number {
  const rows = JSON.parse(`[${texts.join()}]`) as [number, string, string][]
  const kept = rows
    .filter(([, ratio, amount]) => isDecimal(ratio) && isDecimal(amount))
    .map(([at, ratio, amount]) => ({ at, ratio, amount, key: `${ratio} ${amount}` }))
  return kept.sort((a, b) => (a.key < b.key ? -1 : 1)).length
}

/** Milliseconds that the reference work takes on the computer the budgets are written for. */
const referenceMs = 5

/** Milliseconds of processor time, all threads of this process together. */
export function processorTimeOf(act: () => unknown): number {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * The same for work that takes turns with others; what else this process does meanwhile counts too.
 */
export async function processorTimeWhile(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * How long this computer takes for the reference now, against the one the budgets are written for.
 */
export function measurePace(): number {
  return Math.min(...Array.from({ length: 30 }, () => processorTimeOf(referenceWork))) / referenceMs
}

/**
 * Says the figure beside its budget, and throws where it is more than twice over it. `workedMs` is
 * processor time in milliseconds.
 */
export function expectWithinBudget(what: string, workedMs: number, budgetMs: number): void {
  const pace = measurePace()
  const share = workedMs / (budgetMs * pace)
  addRow({
    work: what,
    peer: `${budgetMs} ms on the reference computer`,
    unit: 'of its budget',
    measured: { min: share, median: share, max: share },
    target: 1,
    bound: 'at most',
  })
  const words = `${what}: ${workedMs.toFixed(1)} ms of processor time, ${share.toFixed(2)} of its budget (${budgetMs} ms on the reference computer, ${(budgetMs * pace).toFixed(1)} ms here)`
  console.info(words)
  if (!(share <= 2)) throw new Error(`More than twice over budget. ${words}`)
}
