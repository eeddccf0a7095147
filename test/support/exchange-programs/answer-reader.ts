// Asks for one thing several times through the whole client and says how each went, the least
// milliseconds of processor time of the heavy ones, how much the process grew over the first of
// them, and how much of its heap is still held after: in a process of its own, where nothing else
// is weighed. Started with --expose-gc.
import '../english-catalogue.js'
import { createTestClient } from '../test-client.js'

const [baseUrl = '', what = 'positions', light = '1', heavy = '1'] = process.argv.slice(2)

/** A client of its own each time: one that has failed often rests before it asks again. */
async function ask(): Promise<{ outcome: string; worked: number }> {
  const client = createTestClient({ baseUrl, deadlines: { read: 30_000, order: 30_000 } })
  const asks = {
    positions: () => client.openPositions(),
    balances: () => client.mainBalance(),
    history: () => client.flexHistory({}),
  }
  const began = process.cpuUsage()
  const answer = await asks[what as keyof typeof asks]()
  const { user, system } = process.cpuUsage(began)
  client.close()
  return {
    outcome: answer.ok ? 'answered' : (answer.error.reason ?? answer.error.code),
    worked: (user + system) / 1000,
  }
}

async function askAll(count: string): Promise<{ outcome: string; worked: number }[]> {
  const asked = []
  for (let turn = 0; turn < Number.parseInt(count, 10); turn += 1) asked.push(await ask())
  return asked
}

/** The most this process ever held, in bytes. */
const most = (): number => process.resourceUsage().maxRSS * 1024

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const before = await askAll(light)
const [held, heapBefore] = [most(), heap()]
const after = await askAll(heavy)
const grown = most() - held
const left = heap() - heapBefore
const outcomes = [...before, ...after].map(({ outcome }) => outcome)
process.stdout.write(
  JSON.stringify({ outcomes, worked: Math.min(...after.map(({ worked }) => worked)), grown, left }),
)
