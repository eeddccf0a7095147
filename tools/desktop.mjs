// Runs a Playwright suite that needs a desktop: without the session bus of whoever runs it, and as
// root on Linux as an ordinary user in a network of nothing but loopback, so that Chromium's
// sandbox stays on and what tries to leave the computer shows. Its workers start the screens.
// Wherever the checkout lies: the suite is the same below a folder that only root may enter.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const user = 'plimsoll-test'
const linux = process.platform === 'linux'

/** @param {string} command */
const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** Why there can be no desktop here, or null. */
export function whyNoDesktop() {
  if (!linux || process.env.PLIMSOLL_OWN_DISPLAY === '1') return null
  return has('Xvfb') ? null : 'Xvfb not installed. On Debian: sudo apt-get install xvfb'
}

/** @param {string} file */
function userReads(file) {
  return spawnSync('runuser', ['-u', user, '--', 'test', '-r', file]).status === 0
}

/** The ordinary user's home. @param {readonly string[]} writable folders that become that user's */
function ordinaryHome(writable) {
  if (spawnSync('id', ['-u', user]).status !== 0)
    execFileSync('useradd', ['--create-home', '--shell', '/bin/bash', user])
  for (const folder of writable) execFileSync('chown', ['-R', user, folder])
  return execFileSync('getent', ['passwd', user], { encoding: 'utf8' }).split(':')[5]
}

/** Shell words that show this checkout at another place. @param {string} view */
const show = (view) => [`chmod 755 '${view}'`, `mount --bind . '${view}'`, `cd '${view}'`]

/**
 * A place where the ordinary user gets to a checkout below a folder that is root's alone: to be
 * mounted for the suite, and for nobody else. Null where that is not possible or does not help.
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
 * The suite's own, for a folder that it makes anew. Where one is named to keep what failed,
 * everybody may read it, whoever the suite ran as.
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

  // Nobody listens there: no test may touch the keyring of whoever runs it.
  if (linux) env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent'
  /** Where the checkout lies for the suite, when not where it is. @type {string | null} */
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
  // Windows starts npm's commands through a shell, which takes words apart at blanks.
  const { status } = spawnSync(program, windows ? rest.map((word) => `"${word}"`) : rest, {
    stdio: 'inherit',
    env,
    shell: windows,
  })
  // What was mounted there went with the suite.
  if (view !== null) rmdirSync(view)
  // What failed is kept to be looked at.
  if (status === 0) rmSync(output, { recursive: true, force: true })
  return status ?? 1
}
