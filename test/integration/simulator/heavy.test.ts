// The heavy scene from the built command line: its memory use.
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/v4/endpoints.js'
import { openSimulatorRuns, type SimulatorRuns } from '../../support/built-simulator.js'
import { signedCaller } from '../../support/signed-call.js'

const megabytes = 1024
let built: SimulatorRuns
beforeAll(async () => {
  built = openSimulatorRuns()
})
afterEach(() => built.endAll())
afterAll(() => built.dispose())

/** The most memory a process has ever used, in MB. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / megabytes
}

describe('the heavy scene', () => {
  it.runIf(process.platform === 'linux')(
    'stays under 300 MB through hours, pages and polls',
    async () => {
      const run = built.run('--scene', 'heavy')
      const { url, keys } = await run.line()
      const [key] = keys
      if (key === undefined) throw new Error('a key expected')
      const call = signedCaller(url, key, Date.now())
      for (let offset = 0; offset < 20_000; offset += 1000) {
        expect(
          (await call(endpoints.flexHistory.path, { body: { limit: 1000, offset } })).status,
        ).toBe(200)
      }
      for (let n = 0; n < 20; n += 1) {
        expect((await call(endpoints.openPositions.path)).status).toBe(200)
        expect((await call(endpoints.mainBalance.path)).status).toBe(200)
        await fetch(`${url}/__sim/advance`, {
          method: 'POST',
          body: JSON.stringify({ seconds: 180 }),
        })
      }
      const whole = await call(endpoints.flexHistory.path, { body: { limit: 100_000 } })
      expect((whole.json as { data: unknown[] }).data).toHaveLength(100_000)
      // 13.22: a filter of half a million action types blocks nobody.
      const filtered = await call(endpoints.flexHistory.path, {
        body: { limit: 100_000, actionTypes: Array<number>(450_000).fill(6) },
      })
      expect(
        (filtered.json as { data: { actionType: number }[] }).data.every(
          ({ actionType }) => actionType === 6,
        ),
      ).toBe(true)
      const peak = await peakOf(run.child.pid)
      console.log(`peak memory of the heavy scene: ${peak.toFixed(0)} MB`)
      expect(peak).toBeLessThan(300)
    },
  )
})
