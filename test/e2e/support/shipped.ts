// The program as shipped cannot be driven: it is started, observed from outside and ended like any
// other program.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Shipped = {
  child: ChildProcess
  folder: string
  said(): string
  /** Titles of its windows on this display. */
  windows(): string[]
  log(): string
  /** Presses Enter in every window. */
  answer(): void
  /** Exit code after it was asked to end, or null when it had to be killed. */
  end(): Promise<number | null>
}

const program = process.env['PLIMSOLL_SHIPPED'] ?? ''

export function startShipped(
  flags: string[],
  environment: { [name: string]: string } = {},
): Shipped {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-data-'))
  const child = spawn(program, [`--user-data-dir=${folder}`, ...flags], {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => (said += piece.toString()))
  return {
    child,
    folder,
    said: () => said,
    windows: () => {
      const found = spawnSync('xdotool', ['search', '--onlyvisible', '--name', 'Plimsoll'], {
        encoding: 'utf8',
      }).stdout.trim()
      return found === ''
        ? []
        : found
            .split('\n')
            .map((id) =>
              spawnSync('xdotool', ['getwindowname', id], { encoding: 'utf8' }).stdout.trim(),
            )
    },
    answer: () =>
      void spawnSync('xdotool', ['search', '--onlyvisible', '--name', 'Plimsoll', 'key', 'Return']),
    log: () => {
      try {
        return readFileSync(path.join(folder, 'logs', 'plimsoll.log'), 'utf8')
      } catch {
        return ''
      }
    },
    end: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        // Only stops a program that hangs: demo.spec.ts, which can disable limits, checks that
        // quitting depends on none.
        const slow = setTimeout(() => child.kill('SIGKILL'), 60_000)
        await ended
        clearTimeout(slow)
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
      return child.exitCode
    },
  }
}

/** Starts it, waits until it has ended by itself, and returns how. */
export async function runShipped(
  flags: string[],
  environment: { [name: string]: string } = {},
): Promise<{ code: number | null; said: string }> {
  const started = startShipped(flags, environment)
  if (started.child.exitCode === null) await once(started.child, 'exit')
  const code = started.child.exitCode
  await started.end()
  return { code, said: started.said() }
}
