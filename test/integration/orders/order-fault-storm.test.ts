// The figure: nothing executed twice, nothing lost, nothing mislabelled. A small run here;
// `npm run test:orders` runs the whole one.
import { expect, it } from 'vitest'
import { programPath } from '../../support/built-programs.js'
import { type Figures, runKills, runStorm } from '../../support/order-fault-storm.js'
import { countsText, report } from '../../support/request-storm.js'
import { casesOf, seedOfRun } from '../../support/seed.js'
import { quickFolder } from '../../support/test-storage.js'

function wish(name: string, usual: number): number {
  return Number.parseInt(process.env[name] ?? '', 10) || usual
}

const orders = wish('PLIMSOLL_ORDERS', casesOf({ gate: 420, scheduled: 1050 }))
/** Of two accounts. */
const besideOrders = Math.ceil(orders / 3)
const kills = wish('PLIMSOLL_ORDER_KILLS', casesOf({ gate: 6, scheduled: 12 }))
const seed = wish('PLIMSOLL_ORDER_SEED', seedOfRun)

/**
 * Of all orders, of which about a third get no answer, one in a hundred at most; a small run may
 * stray from that by chance, by four deviations.
 */
function mostLeftUnknown(confirmed: number): number {
  return 0.01 * confirmed + 4 * Math.sqrt(0.01 * confirmed)
}

const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)

/** Orders in every figure; and they add up. */
function printFigures(name: string, figures: Figures): void {
  const {
    confirmed,
    states,
    arrived,
    neverArrived,
    executed,
    twice,
    lost,
    mislabelled,
    withoutAnswer,
    leftUnknown,
  } = figures
  report(
    `${name}: ${confirmed} orders confirmed (${countsText(states)})`,
    `${name}: ${arrived} orders reached the exchange, ${neverArrived} never did; ${executed} orders carried out`,
    `${name}: ${twice} orders executed twice, ${lost} lost, ${mislabelled} mislabelled (seed ${seed})`,
  )
  const percent = ((100 * leftUnknown) / confirmed).toFixed(2)
  report(
    `${name}: ${leftUnknown} orders left unknown, ${percent} % of all, of ${withoutAnswer} whose answer did not come`,
  )
  expect(sum(Object.values(states))).toBe(confirmed)
  expect(leftUnknown, 'left unknown').toBeLessThanOrEqual(mostLeftUnknown(confirmed))
  expect(arrived + neverArrived).toBe(confirmed)
  expect(executed).toBeLessThanOrEqual(arrived)
}

/** States that some of so many orders end in, whatever the seed and the timing. */
function statesMet(orders: number): string[] {
  return [
    ...['placed', 'not-executed', 'done'],
    ...(orders >= 400 ? ['rejected', 'not-sent'] : []),
    ...(orders >= 1000 ? ['accepted'] : []),
  ]
}

async function notExecutedTwice(
  name: string,
  some: { orders: number; accounts: 1 | 2 },
): Promise<void> {
  const figures = await runStorm({ folder: quickFolder(), seed, ...some })
  printFigures(name, figures)
  expect(figures).toMatchObject({ twice: 0, lost: 0, mislabelled: 0 })
  // A run that met nothing would prove nothing.
  expect(figures.confirmed).toBeGreaterThanOrEqual(some.orders)
  expect(figures.refusedConfirms).toBeGreaterThan(some.orders / 16)
  for (const state of statesMet(some.orders))
    expect(figures.states, `of ${JSON.stringify(figures.states)}`).toHaveProperty(state)
}

it(`ORD-1 ORD-2 ORD-3 ORD-24 of ${orders} orders, cancels and closes through every fault none is executed twice, lost or mislabelled (seed ${seed})`, async () => {
  await notExecutedTwice('faults', { orders, accounts: 1 })
})

it(`ORD-1 ORD-2 ORD-3 ORD-24 nor of ${besideOrders} orders of two accounts at once, over one journal (seed ${seed})`, async () => {
  await notExecutedTwice('two accounts', { orders: besideOrders, accounts: 2 })
})

it(`ORD-4 ORD-24 ${kills} SIGKILLs at any moment lose nothing and repeat nothing (seed ${seed})`, async () => {
  const figures = await runKills({
    folder: quickFolder(),
    kills,
    seed,
    program: programPath('sender'),
  })
  printFigures('kills', figures)
  expect(figures).toMatchObject({ twice: 0, lost: 0, mislabelled: 0, kills })
  expect(figures.arrived).toBeGreaterThan(1.5 * kills)
})
