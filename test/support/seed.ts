// One seed for everything a test draws: the same in every run of the gate, so that nothing is red
// by chance; another one each time where PLIMSOLL_RANDOM_SEED=1 says so, as the scheduled workflow
// does. What that finds becomes a case of its own.
const usual = 20_261_122

const isScheduled = process.env['PLIMSOLL_RANDOM_SEED'] === '1'

export const seedOfRun = isScheduled ? Math.floor(Math.random() * 2 ** 31) : usual

/**
 * How many cases to draw: the gate needs enough of them to find the bug, and the scheduled run
 * draws many more.
 */
export function casesOf({ gate, scheduled }: { gate: number; scheduled: number }): number {
  return isScheduled ? scheduled : gate
}
