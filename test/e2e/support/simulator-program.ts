// The built simulator in its own process. test/integration/tools/simulate.test.ts checks that `npm
// run simulate` starts it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export type SimulatedKey = {
  name: string
  apiKey: string
  apiSecret: string
  b2b: boolean
  creditLine: boolean
  mining: boolean
}

export type SimulatorProgram = {
  url: string
  port: string
  key(name: 'full' | 'plain'): SimulatedKey
  control(method: 'GET' | 'POST' | 'DELETE', name: string, body?: object): Promise<unknown>
  calls(): Promise<{ at: number; path: string; body?: unknown; outcome?: unknown }[]>
  stop(): Promise<number | null>
}

const program = path.resolve(import.meta.dirname, '../../../out/simulator/cli.js')

async function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  if (child.stdout === null) throw new Error('The simulator has no stdout')
  for await (const piece of child.stdout) {
    text += String(piece)
    if (text.includes('\n')) break
  }
  if (!text.includes('\n')) throw new Error(`The simulator ended before it listened: ${text}`)
  return text.slice(0, text.indexOf('\n'))
}

export async function startSimulatorProgram(flags: string[] = []): Promise<SimulatorProgram> {
  const child = spawn(process.execPath, [program, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, keys } = JSON.parse(await firstLine(child)) as { url: string; keys: SimulatedKey[] }
  const control: SimulatorProgram['control'] = async (method, name, body) => {
    const answer = await fetch(`${url}/__sim/${name}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
    })
    if (!answer.ok)
      throw new Error(`${method} ${name}: ${String(answer.status)} ${await answer.text()}`)
    return answer.json()
  }
  return {
    url,
    port: new URL(url).port,
    key: (name) => {
      const found = keys.find((key) => key.name === name)
      if (found === undefined) throw new Error(`The simulator has no key called ${name}`)
      return found
    },
    control,
    calls: async () =>
      (await control('GET', 'calls')) as {
        at: number
        path: string
        body?: unknown
        outcome?: unknown
      }[],
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const ended = once(child, 'exit')
      child.kill()
      await ended
      return child.exitCode
    },
  }
}
