// Asks one address several times through the product's own transport and says how each went, how
// many milliseconds of processor time the cheapest of the rest took, and how much the whole process
// grew over the first of them: in a process of its own, where nothing else is weighed.
import { createHttpClient } from '../../../src/main/exchange/http-client.js'

const [baseUrl = '', first = '1', rest = '1'] = process.argv.slice(2)
const opened = createHttpClient({ baseUrl })
if (!opened.ok) throw new Error(opened.error)
const http = opened.value

async function ask(): Promise<{ outcome: string; worked: number }> {
  const began = process.cpuUsage()
  const call = {
    path: '/api/v4/public/ping',
    headers: {},
    body: null,
    deadline: 30_000,
    freshSocket: false,
  } as const
  const answer = await http.send({ method: 'GET', ...call })
  const { user, system } = process.cpuUsage(began)
  return { outcome: answer.ok ? 'answered' : answer.error.cause, worked: (user + system) / 1000 }
}

async function askAll(count: number): Promise<{ outcome: string; worked: number }[]> {
  const asked = []
  for (let turn = 0; turn < count; turn += 1) asked.push(await ask())
  return asked
}

/** The most this process ever held, in bytes. */
const most = (): number => process.resourceUsage().maxRSS * 1024

const before = await askAll(Number.parseInt(first, 10))
const held = most()
const heavy = await askAll(1)
const grown = most() - held
const after = [...heavy, ...(await askAll(Number.parseInt(rest, 10) - 1))]
const outcomes = [...before, ...after].map(({ outcome }) => outcome)
process.stdout.write(
  JSON.stringify({ outcomes, worked: Math.min(...after.map(({ worked }) => worked)), grown }),
)
http.close()
