// The simulator's command line as it is built: one self-contained file for Node, started as a
// process of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulatorPath } from './built-programs.js'

export type StartLine = {
  url: string
  keys: {
    name: string
    apiKey: string
    apiSecret: string
    b2b: boolean
    creditLine: boolean
    mining: boolean
  }[]
}

export type Run = {
  child: ChildProcess
  said: { out: string; err: string }
  /** The exit code; null where a signal ended it. */
  exit: Promise<number | null>
  /** What it prints when it listens. Fails with what it said where it ends before that. */
  line(): Promise<StartLine>
}

export type SimulatorRuns = {
  /** An empty folder of its own, gone at the end. */
  folder: string
  run(...args: string[]): Run
  /** Ends what is still running. */
  endAll(): void
  dispose(): void
}

export function openSimulatorRuns(): SimulatorRuns {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-simulator-'))
  const file = simulatorPath()
  const started: ChildProcess[] = []
  const endAll = (): void => {
    for (const child of started.splice(0))
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  }
  return {
    folder,
    run: (...args) => {
      const child = spawn(process.execPath, [file, ...args], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      started.push(child)
      const said = { out: '', err: '' }
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text))
      const exit = once(child, 'close').then(([code]) => code as number | null)
      const line = async (): Promise<StartLine> => {
        while (!said.out.includes('\n')) {
          const ended = await Promise.race([
            once(child.stdout, 'data').then(() => false),
            exit.then(() => true),
          ])
          if (ended && !said.out.includes('\n'))
            throw new Error(`the simulator ended before it listened: ${said.err}`)
        }
        return JSON.parse(said.out.slice(0, said.out.indexOf('\n'))) as StartLine
      }
      return { child, said, exit, line }
    },
    endAll,
    dispose: () => {
      endAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
