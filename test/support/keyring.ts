// A real gnome-keyring on a private D-Bus session with its own home: nothing here sees the keyring
// of whoever runs the tests.
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leaveOut } from './leave-out.js'

/**
 * `unlocked` a keyring that works · `uninitialised` the service runs but no login keyring was ever
 * made · `activatable` the bus starts the service by itself on the first call, with no login
 * keyring · `absent` a bus without the service · `no-bus` no bus at all.
 */
export type KeyringKind = 'unlocked' | 'uninitialised' | 'activatable' | 'absent' | 'no-bus'

export type Keyring = {
  /** Hand this, and nothing else, to the process under test. */
  readonly env: { readonly [name: string]: string }
  readonly home: string
  readonly password: string
  secretTool(args: string[], input?: string): Promise<{ code: number; out: string }>
  /** Null where there is no collection or no service. */
  isLocked(): Promise<boolean | null>
  lock(): Promise<void>
  /** Restarts the daemon with this password; with a wrong one the keyring stays locked. */
  unlock(password?: string): Promise<void>
  stopDaemon(): void
  resumeDaemon(): void
  killDaemon(): Promise<void>
  startDaemon(password: string | null): Promise<void>
  /** Makes the service able to ask for a password on this X display. */
  allowPrompts(display: string): void
  daemonPid(): number
  dispose(): Promise<void>
}

const programs = ['gnome-keyring-daemon', 'dbus-daemon', 'secret-tool', 'gdbus']
const missing = programs.filter(
  (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
)

/**
 * For `describe.skipIf(keyringMissing())`. Says aloud what is missing, and fails instead of
 * skipping where PLIMSOLL_REQUIRE_KEYRING=1: a suite that quietly tests nothing is worse than none.
 */
export function keyringMissing(): boolean {
  if (process.platform !== 'linux') {
    leaveOut('keychain on a real keyring', 'only Linux has a keyring for tests alone.')
    return true
  }
  if (missing.length === 0) return false
  const how =
    'On Debian: sudo apt-get install gnome-keyring libsecret-1-0 libsecret-tools dbus libglib2.0-bin'
  leaveOut(
    'keychain on a real keyring',
    `${missing.join(', ')} not installed. ${how}`,
    'PLIMSOLL_REQUIRE_KEYRING',
  )
  return true
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  ms = 60_000,
): Promise<void> {
  const end = Date.now() + ms
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Gave up waiting until ${what}`)
    await pause(20)
  }
}

function ended(child: ChildProcess): Promise<void> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))
}

function run(
  file: string,
  args: string[],
  env: { readonly [name: string]: string },
  input = '',
): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const child = execFile(file, args, { env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({
        code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
        out: stdout + stderr,
      })
    })
    // A program that fails at once has closed its input before anything could be written to it.
    child.stdin?.on('error', () => undefined).end(input)
  })
}

/**
 * Our own bus configuration: only the services written into this folder can be started by a call.
 */
function busConfig(home: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${home}/bus</listen>
  <servicedir>${home}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
}

function service(name: string, command: string): string {
  return `[D-BUS Service]\nName=${name}\nExec=${command}\n`
}

const prompter = ['/usr/libexec/gcr-prompter', '/usr/lib/gcr/gcr-prompter'].find((path) =>
  existsSync(path),
)

export function prompterMissing(): boolean {
  return prompter === undefined
}

/**
 * For stories on the stand-in for Electron, which keeps keys in memory, on systems without a
 * keychain to have to oneself: a story may hand it to the app and do nothing else with it.
 */
export function keyringInMemory(): Keyring {
  const never = (): never => {
    throw new Error(
      'There is no keychain behind this. Tag the story with what it needs (test/e2e/support/needs.ts).',
    )
  }
  const home = tmpdir()
  const acts = {
    secretTool: never,
    isLocked: never,
    lock: never,
    unlock: never,
    stopDaemon: never,
    resumeDaemon: never,
    killDaemon: never,
  }
  return {
    ...acts,
    env: {},
    home,
    password: '',
    startDaemon: never,
    allowPrompts: never,
    daemonPid: never,
    dispose: async () => undefined,
  }
}

export async function startKeyring(kind: KeyringKind): Promise<Keyring> {
  if (process.platform !== 'linux')
    throw new Error('Only Linux lets a test have a keychain to itself.')
  const home = mkdtempSync(join(tmpdir(), 'plimsoll-keyring-'))
  chmodSync(home, 0o700)
  mkdirSync(join(home, 'services'))
  mkdirSync(join(home, 'tmp'))
  const password = `pw-${randomUUID()}`
  const withoutBus = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: home,
    TMPDIR: join(home, 'tmp'),
  }
  const env =
    kind === 'no-bus'
      ? withoutBus
      : { ...withoutBus, DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/bus` }
  const children = new Set<ChildProcess>()
  let daemon: ChildProcess | null = null
  let busEnv: { readonly [name: string]: string } = env

  const keep = (child: ChildProcess): ChildProcess => {
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }

  const ask = (args: string[]): Promise<{ code: number; out: string }> =>
    run('gdbus', ['call', '--session', '--timeout', '5', ...args], env)

  const isLocked = async (): Promise<boolean | null> => {
    const answer = await ask([
      ...[
        '--dest',
        'org.freedesktop.secrets',
        '--object-path',
        '/org/freedesktop/secrets/collection/login',
      ],
      ...[
        '--method',
        'org.freedesktop.DBus.Properties.Get',
        'org.freedesktop.Secret.Collection',
        'Locked',
      ],
    ])
    return answer.code !== 0 ? null : answer.out.includes('true')
  }

  const serviceUp = async (): Promise<boolean> => {
    const answer = await ask([
      ...['--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'],
      ...['--method', 'org.freedesktop.DBus.NameHasOwner', 'org.freedesktop.secrets'],
    ])
    return answer.out.includes('true')
  }

  const spawnDaemon = async (unlockWith: string | null): Promise<void> => {
    const unlock = unlockWith === null ? [] : ['--unlock']
    const child = keep(
      spawn('gnome-keyring-daemon', ['--foreground', ...unlock, '--components=secrets'], {
        env: busEnv,
        stdio: ['pipe', 'ignore', 'ignore'],
      }),
    )
    child.stdin?.on('error', () => undefined).end(unlockWith ?? '')
    daemon = child
    await until('the secret service is on the bus', serviceUp)
  }

  const killDaemon = async (): Promise<void> => {
    if (daemon === null) return
    daemon.kill('SIGKILL')
    await ended(daemon)
    daemon = null
  }

  const unlockedWithin = async (tries: number): Promise<boolean> => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      if ((await isLocked()) === false) return true
      await pause(20)
    }
    return false
  }

  const startDaemon = async (unlockWith: string | null): Promise<void> => {
    await spawnDaemon(unlockWith)
    if (!Object.is(unlockWith, password)) return
    // Once in hundreds of starts it takes the name on the bus and leaves the keyring it has just
    // made shut for good; started again, it opens it.
    for (let starts = 1; !(await unlockedWithin(200)); starts += 1) {
      if (starts === 3)
        throw new Error(
          'gnome-keyring-daemon was given the right password three times and did not unlock its keyring',
        )
      await killDaemon()
      await until('the name is free again', async () => !(await serviceUp()))
      await spawnDaemon(unlockWith)
    }
  }

  const daemonPid = (): number => {
    if (daemon?.pid === undefined) throw new Error('This keyring has no daemon of its own')
    return daemon.pid
  }

  const dispose = async (): Promise<void> => {
    const left = [...children]
    for (const child of left) child.kill('SIGKILL')
    await Promise.all(left.map(ended))
    // A service that the bus started itself is not our child: it ends when it sees the bus gone, or
    // here.
    for (const pid of processesOf(home)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Already gone.
      }
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }

  if (kind === 'activatable') {
    writeFileSync(
      join(home, 'services', 'secrets.service'),
      service(
        'org.freedesktop.secrets',
        '/usr/bin/gnome-keyring-daemon --start --foreground --components=secrets',
      ),
    )
  }
  if (kind !== 'no-bus') {
    writeFileSync(join(home, 'bus.conf'), busConfig(home))
    keep(
      spawn('dbus-daemon', [`--config-file=${home}/bus.conf`, '--nofork', '--nopidfile'], {
        env,
        stdio: 'ignore',
      }),
    )
    await until('the bus listens', () => existsSync(join(home, 'bus')))
  }
  if (kind === 'unlocked') await startDaemon(password)
  if (kind === 'uninitialised') await startDaemon(null)

  return {
    env,
    home,
    password,
    secretTool: (args, input) => run('secret-tool', args, env, input),
    isLocked,
    lock: async () => {
      await ask([
        ...['--dest', 'org.freedesktop.secrets', '--object-path', '/org/freedesktop/secrets'],
        ...[
          '--method',
          'org.freedesktop.Secret.Service.Lock',
          "['/org/freedesktop/secrets/collection/login']",
        ],
      ])
      await until('the login keyring is locked', async () => (await isLocked()) === true)
    },
    unlock: async (with_ = password) => {
      await killDaemon()
      await startDaemon(with_)
    },
    stopDaemon: () => void process.kill(daemonPid(), 'SIGSTOP'),
    resumeDaemon: () => void process.kill(daemonPid(), 'SIGCONT'),
    killDaemon,
    startDaemon,
    allowPrompts: (display) => {
      if (prompter === undefined) throw new Error('gcr-prompter is not installed')
      busEnv = { ...env, DISPLAY: display }
      for (const name of [
        'org.gnome.keyring.SystemPrompter',
        'org.gnome.keyring.PrivatePrompter',
      ]) {
        writeFileSync(
          join(home, 'services', `${name}.service`),
          service(name, `/usr/bin/env DISPLAY=${display} ${prompter}`),
        )
      }
    },
    daemonPid,
    dispose,
  }
}

/** Every process but this one whose environment names this keyring's home. */
export function processesOf(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').includes(home)
      } catch {
        return false
      }
    })
    .map((name) => Number.parseInt(name, 10))
}
