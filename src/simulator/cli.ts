// The command line: parses flags, passes in the real clock and timer or a frozen time, and prints
// where it listens.
import { setFlagsFromString } from 'node:v8'
import type { Result } from '../shared/result.js'
import { readCliOptions, settle, usage, type CliOptions } from './cli-options.js'
import { startSimulator, type Simulator, type Ticker } from './simulator.js'
import { readState, writeState } from './state-file.js'

const realClock = (): number => Date.now() / 1000

const realTicker: Ticker = (seconds, tick) => {
  const timer = setInterval(tick, seconds * 1000)
  return () => clearInterval(timer)
}

/**
 * Whether V8 releases memory early instead of keeping it for speed. The scene with years of history
 * would otherwise outgrow a small machine; the others are small, and respond faster without it.
 */
function spareMemory(spare: boolean): void {
  setFlagsFromString(spare ? '--optimize-for-size' : '--no-optimize-for-size')
}

const wrongUse = 2
const failed = 1

function end(code: number, words: string): void {
  process.stderr.write(words)
  process.exitCode = code
}

/** Also saved once at the start, so that an unwritable file is reported then and not at the end. */
async function keep(state: string | null, simulator: Simulator): Promise<Result<null, string>> {
  return state === null ? { ok: true, value: null } : writeState(state, simulator.standing())
}

async function serve(options: CliOptions): Promise<void> {
  const { port, dialect, onlySpecified, at, speed, state } = options
  // Until the scene is known: the state file may be large.
  spareMemory(true)
  const kept = state === null ? null : await readState(state)
  if (kept?.ok === false) return end(wrongUse, `${kept.error}\n`)
  const resume = kept?.value ?? undefined
  const settled = settle(
    options,
    resume === undefined ? null : { seed: resume.world.seed, scene: resume.scene },
  )
  if (!settled.ok) return end(wrongUse, `${settled.error}\n`)
  spareMemory(settled.value.scene === 'heavy')
  const simulator = await startSimulator({
    port,
    dialect,
    onlySpecified,
    ...settled.value,
    callerClock: realClock,
    ...(at === null
      ? { clock: realClock, autoAdvance: { ticker: realTicker, speed } }
      : { clock: () => at }),
    report: (error) =>
      process.stderr.write(
        `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      ),
    resume,
  })
  const written = await keep(state, simulator)
  if (!written.ok) {
    await simulator.stop()
    return end(wrongUse, `${written.error}\n`)
  }
  const leave = async (): Promise<void> => {
    await simulator.stop()
    const last = await keep(state, simulator)
    if (!last.ok) process.stderr.write(`${last.error}\n`)
    process.exit(last.ok ? 0 : failed)
  }
  // A signal may arrive twice, from the terminal and from the parent process; the second must not
  // interrupt the first shutdown.
  let leaving: Promise<void> | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void (leaving ??= leave()))
  process.stdout.write(`${JSON.stringify({ url: simulator.url, keys: simulator.keys })}\n`)
}

async function run(): Promise<void> {
  const read = readCliOptions(process.argv.slice(2))
  if (!read.ok) end(wrongUse, `${read.error}\n\n${usage}`)
  else if (read.value.help) process.stdout.write(usage)
  else await serve(read.value)
}

/** How to fix it, if known. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as Error & { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `port ${port} is in use. Choose another with --port N; 0 takes any free one.`
  if (code === 'EACCES' && port !== undefined)
    return `this user may not listen on port ${port}. Choose one from 1024 with --port N.`
  return error.message
}

run().catch((error: unknown) => end(failed, `The simulator could not start: ${whyNot(error)}\n`))
