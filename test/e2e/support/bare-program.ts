// Programs in the Electron of the suite without an inspector attached, which keeps objects alive
// and a page visible: for what is measured of their processes. Linux only, because it reads /proc.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type BareProgram = {
  /** Every process of it, by what Chromium calls it. */
  processes(): { pid: number; type: string }[]
  /** Milliseconds of processor time of all processes that run now. */
  worked(): number
  stop(): Promise<void>
}

/** The unit of /proc/<pid>/stat, on every Linux that Electron runs on. */
const ticksPerSecond = 100

function millisecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
  } catch {
    // It ended since it was listed.
    return 0
  }
}

/** `program`: the folder of its package.json. `data`: its data folder, in all its command lines. */
export function startBare({
  program,
  data,
  flags,
  env,
}: {
  program: string
  data: string
  flags: readonly string[]
  env: { [name: string]: string }
}): BareProgram {
  const child = spawn(
    process.env['PLIMSOLL_ELECTRON'] ?? '',
    [
      program,
      `--user-data-dir=${data}`,
      ...flags,
      ...(process.env['PLIMSOLL_NO_SANDBOX'] === '1' ? ['--no-sandbox'] : []),
    ],
    { env, cwd: program, stdio: 'ignore' },
  )
  const processes = (): { pid: number; type: string }[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
          const isOurs = name === String(child.pid) || line.includes(data)
          const type = /--type=(\S+)/.exec(line)?.[1] ?? 'main'
          const sub = /--utility-sub-type=(\S+)/.exec(line)?.[1]
          return isOurs && line !== '' ? [{ pid: Number(name), type: sub ?? type }] : []
        } catch {
          return []
        }
      })
  return {
    processes,
    worked: () => processes().reduce((sum, { pid }) => sum + millisecondsOf(pid), 0),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** It reaches no other computer either, for dictionaries or parts of Chromium. */
const emptyProgram = `
const { app, BrowserWindow, session } = require('electron')
app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
app.whenReady().then(() => {
  session.defaultSession.setSpellCheckerEnabled(false)
  const show = !process.argv.includes('--hidden')
  new BrowserWindow({ width: 1024, height: 700, show }).loadFile('index.html')
})
`

/** A program that shows an empty window, or hides it where `--hidden` is given. */
export function writeEmptyProgram(folder: string): void {
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "empty", "main": "main.cjs" }')
  writeFileSync(path.join(folder, 'main.cjs'), emptyProgram)
  writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><title>Empty</title><h1>Empty</h1>',
  )
}
