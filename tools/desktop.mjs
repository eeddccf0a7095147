// Runs a Playwright suite that needs a desktop: without the user's session bus, and as root on
// Linux as an unprivileged user in a loopback-only network, so that Chromium's sandbox stays on and
// any attempt to leave the computer is visible. Its workers start the screens. Works wherever the
// checkout is, including below a folder only root may enter.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const user = 'plimsoll-test'
const linux = process.platform === 'linux'

/** @param {string} command */
const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** Why a desktop is not possible here, or null. */
export function whyNoDesktop() {
  if (!linux || process.env.PLIMSOLL_OWN_DISPLAY === '1') return null
  return has('Xvfb') ? null : 'Xvfb not installed. On Debian: sudo apt-get install xvfb'
}

/** @param {string} file */
function userReads(file) {
  return spawnSync('runuser', ['-u', user, '--', 'test', '-r', file]).status === 0
}

/**
 * The unprivileged user's home. @param {readonly string[]} writable folders that become that user's
 */
function ordinaryHome(writable) {
  if (spawnSync('id', ['-u', user]).status !== 0)
    execFileSync('useradd', ['--create-home', '--shell', '/bin/bash', user])
  for (const folder of writable) execFileSync('chown', ['-R', user, folder])
  return execFileSync('getent', ['passwd', user], { encoding: 'utf8' }).split(':')[5]
}

/** Shell words that make this checkout appear at another path. @param {string} view */
const show = (view) => [`chmod 755 '${view}'`, `mount --bind . '${view}'`, `cd '${view}'`]

/**
 * A path where the unprivileged user can access a checkout below a folder only root may enter: to
 * be mounted for the suite only. Null if that is not possible or does not help.
 * @param {readonly string[]} readable
 */
function viewFor(readable) {
  const view = mkdtempSync(path.join(tmpdir(), 'plimsoll-view-'))
  const seen = readable.map(
    (file) => `runuser -u ${user} -- test -r '${file.replace(process.cwd(), view)}'`,
  )
  if (spawnSync('unshare', ['-m', 'sh', '-c', [...show(view), ...seen].join(' && ')]).status === 0)
    return view
  rmdirSync(view)
  return null
}

/**
 * The suite's own, for a folder that it recreates. If one is named for keeping failures, everyone
 * may read it, whichever user the suite ran as.
 */
function outputFolder() {
  const kept = process.env.PLIMSOLL_FAILURES
  if (kept !== undefined) mkdirSync(kept, { recursive: true })
  const output = mkdtempSync(path.join(kept ?? tmpdir(), 'plimsoll-e2e-'))
  if (kept !== undefined) chmodSync(output, 0o755)
  return output
}

/**
 * @param {{ config: string, words: readonly string[], environment: Record<string, string>,
 *   readable: readonly string[] }} suite
 * @returns {number} the exit code
 */
export function runOnDesktop({ config, words, environment, readable }) {
  const output = outputFolder()
  const command = ['playwright', 'test', '--config', config, ...words]
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    ...environment,
    PLIMSOLL_E2E_OUTPUT: path.join(output, 'stories'),
    PLIMSOLL_AS_BUILT: '1',
  }

  // Nothing listens there: no test may touch the user's own keyring.
  if (linux) env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent'
  /** The path of the checkout for the suite, if different. @type {string | null} */
  let view = null
  if (linux && process.getuid?.() === 0) {
    const report = process.env.PLIMSOLL_TEST_REPORT
    const home = ordinaryHome([output, ...(report === undefined ? [] : [path.dirname(report)])])
    const reached = readable.every(userReads)
    if (!reached) view = viewFor(readable)
    if (reached || view !== null) {
      command.unshift('runuser', '-u', user, '--')
      const alone = spawnSync('unshare', ['-n', 'true']).status === 0
      const apart = [...(alone ? ['-n'] : []), ...(view === null ? [] : ['-m'])]
      const before = [
        ...(alone ? ['ip link set lo up'] : []),
        ...(view === null ? [] : show(view)),
        'exec "$@"',
      ]
      if (apart.length > 0)
        command.unshift('unshare', ...apart, 'sh', '-c', before.join(' && '), 'sh')
      if (alone) env.PLIMSOLL_ONLY_LOOPBACK = '1'
      Object.assign(env, { HOME: home, USER: user, LOGNAME: user })
      delete env.XDG_RUNTIME_DIR
    } else {
      console.error(
        `\nThe sandbox is OFF for this run: ${user} may not read ${process.cwd()}, so the suite runs as root.\n`,
      )
      env.PLIMSOLL_NO_SANDBOX = '1'
    }
  }
  if (view !== null) {
    const here = process.cwd()
    for (const [name, value] of Object.entries(env)) env[name] = value?.replaceAll(here, view)
  }
  const [program = 'playwright', ...rest] = command
  const windows = process.platform === 'win32'
  // Windows starts npm's commands through a shell, which splits arguments at spaces.
  const { status } = spawnSync(program, windows ? rest.map((word) => `"${word}"`) : rest, {
    stdio: 'inherit',
    env,
    shell: windows,
  })
  // What was mounted there is gone with the suite.
  if (view !== null) rmdirSync(view)
  // Failures are kept for inspection.
  if (status === 0) rmSync(output, { recursive: true, force: true })
  return status ?? 1
}
