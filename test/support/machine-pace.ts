// How fast this computer is, so that a promise in milliseconds means the same work on every one. A rented computer with old cores takes
// twice as long for the same thing; a change that takes twice as long must still be seen there.
import { isDecimal } from '../../src/shared/money.js'

const texts = Array.from({ length: 12_000 }, (_, n) => `[${1_795_000_000 + n * 15},"25.${n}","1.${n * 7}"]`)

/** Parsing, checking, making objects and sorting: what the measured parts of Plimsoll spend their time with. */
const work = (): number => {
  const rows = JSON.parse(`[${texts.join()}]`) as [number, string, string][]
  const kept = rows
    .filter(([, ratio, amount]) => isDecimal(ratio) && isDecimal(amount))
    .map(([at, ratio, amount]) => ({ at, ratio, amount, key: `${ratio} ${amount}` }))
  return kept.sort((a, b) => (a.key < b.key ? -1 : 1)).length
}

/** Milliseconds. The promises are for a computer that does the work above in this time. */
const thereMs = 5

const measure = (): number => {
  const times: number[] = []
  for (let n = 0; n < 30; n += 1) {
    const before = performance.now()
    work()
    times.push(performance.now() - before)
  }
  return Math.min(...times)
}

let pace: number | null = null

/** How long a computer as slow as this one may take for what is promised in `ms`. Never less than that. */
export const onThisComputer = (ms: number): number => {
  if (pace === null) {
    pace = Math.max(1, measure() / thereMs)
    if (pace > 1)
      console.info(`This computer takes ${pace.toFixed(2)} times as long as the one the promises are for; budgets are stretched by that.`)
  }
  return ms * pace
}
