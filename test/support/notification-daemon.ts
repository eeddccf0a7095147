// A real notification daemon (dunst) on a private bus, and a monitor that hears what applications
// ask of it.
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Keyring } from './keyring.js'
import { leaveOut } from './leave-out.js'

/** `at`: when the bus carried it, in Unix seconds. */
export type DaemonNotice = {
  at: number
  title: string
  body: string
  urgency: number | null
  expires: number
}

export type NotificationDaemon = {
  /** Every notice asked for, oldest first, as the daemon got it. */
  notices(): DaemonNotice[]
  /** How many notices applications took back. */
  withdrawn(): number
  /** Clicks the oldest notice on the screen, which closes it. */
  click(): Promise<void>
  /** Closes all notices on the screen. */
  clear(): Promise<void>
  /** How many notices are on the screen. */
  displayed(): Promise<number>
  kill(): Promise<void>
  start(): Promise<void>
  /** It hangs, and everybody who waits for it with it. */
  pause(): void
  goOn(): void
  stop(): Promise<void>
}

const missing = ['dunst', 'dunstctl', 'dbus-monitor'].filter(
  (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
)

/**
 * Says aloud what is missing; fails instead where the suite is required to be whole. Elsewhere than
 * on Linux nothing is missing: it cannot be.
 */
export function daemonMissing(): boolean {
  if (process.platform !== 'linux') return true
  if (missing.length === 0) return false
  leaveOut(
    'notifications',
    `${missing.join(', ')} not installed. On Debian: sudo apt-get install dunst dbus-bin`,
    'PLIMSOLL_REQUIRE_E2E',
  )
  return true
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) =>
    execFile(program, args, { env, timeout: 60_000 }, (fault, out) =>
      fault ? reject(fault) : resolve(out),
    ),
  )
}

function texts(block: string): string[] {
  return [...block.matchAll(/^ {3}string "([\s\S]*?)"$/gm)].map(([, text]) => text ?? '')
}

function noticeOf(block: string): DaemonNotice {
  const [, , title = '', body = ''] = texts(block)
  const urgency = /string "urgency"\s+variant\s+byte (\d+)/.exec(block)?.[1]
  const expires = /^ {3}int32 (-?\d+)$/m.exec(block)?.[1]
  const at = /\btime=(\d+\.\d+)/.exec(block)?.[1]
  return {
    at: at === undefined ? Number.NaN : Number.parseFloat(at),
    title,
    body,
    urgency: urgency === undefined ? null : Number.parseInt(urgency, 10),
    expires: Number.parseInt(expires ?? '-1', 10),
  }
}

/** On the keyring's bus, so that one private session serves both. Needs a display. */
export async function startNotificationDaemon(keyring: Keyring): Promise<NotificationDaemon> {
  const env = {
    ...keyring.env,
    DISPLAY: process.env['DISPLAY'] ?? '',
    XAUTHORITY: process.env['XAUTHORITY'] ?? '',
  }
  const config = path.join(keyring.home, 'dunst')
  mkdirSync(config, { recursive: true })
  writeFileSync(path.join(config, 'dunstrc'), '[global]\n  follow = none\n  idle_threshold = 0\n')
  let log = ''
  const monitor = spawn(
    'dbus-monitor',
    ['--session', "interface='org.freedesktop.Notifications'"],
    {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  monitor.stdout.on('data', (piece: Buffer) => (log += piece.toString('utf8')))
  let daemon: ChildProcess | null = null
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const start = async (): Promise<void> => {
    daemon = spawn('dunst', ['-config', path.join(config, 'dunstrc')], { env, stdio: 'ignore' })
    for (let tries = 0; ; tries += 1) {
      try {
        await run('dunstctl', ['count'], env)
        return
      } catch (fault) {
        if (tries > 600) throw fault
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
  await start()
  const calls = (member: string): string[] =>
    log
      .split(/^(?=method (?:call|return)|signal )/m)
      .filter((block) => block.startsWith('method call') && block.includes(`member=${member}`))
  const displayed = async (): Promise<number> =>
    Number.parseInt(await run('dunstctl', ['count', 'displayed'], env), 10)
  return {
    notices: () => calls('Notify').map(noticeOf),
    withdrawn: () => calls('CloseNotification').length,
    click: async () => {
      const before = await displayed()
      await run('dunstctl', ['action', '0'], env)
      // Some versions of dunst do not close a notice that a command clicked.
      if ((await displayed()) >= before) await run('dunstctl', ['close'], env)
    },
    clear: async () => void (await run('dunstctl', ['close-all'], env)),
    displayed,
    kill: async () => {
      if (daemon !== null) await end(daemon)
    },
    start,
    pause: () => void daemon?.kill('SIGSTOP'),
    goOn: () => void daemon?.kill('SIGCONT'),
    stop: async () => {
      await end(monitor)
      if (daemon !== null) await end(daemon)
    },
  }
}
