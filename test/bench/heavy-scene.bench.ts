// Processor time of another process, which only Linux reports.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, it } from 'vitest'
import { openSimulatorRuns, type SimulatorRuns } from '../support/built-simulator.js'
import { expectWithinBudget } from '../support/budget.js'

let built: SimulatorRuns
beforeAll(async () => {
  built = openSimulatorRuns()
})
afterAll(() => built.dispose())

it.runIf(process.platform === 'linux')(
  'the heavy scene of the simulator starts in two seconds',
  async () => {
    const run = built.run('--scene', 'heavy')
    await run.line()
    // Hundredths of a second.
    const fields =
      (await readFile(`/proc/${String(run.child.pid)}/stat`, 'utf8')).split(') ')[1]?.split(' ') ??
      []
    expectWithinBudget(
      'the heavy scene until it listens',
      (Number(fields[11]) + Number(fields[12])) * 10,
      2_000,
    )
  },
)
