// Runs a Playwright suite that needs a desktop: with a display and a session bus of its own, and as root on Linux as an ordinary user
// in a network of nothing but loopback, so that Chromium's sandbox stays on and what tries to leave the computer shows.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const user = 'plimsoll-test'
const linux = process.platform === 'linux'

/** @param {string} command */
const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** Why there can be no desktop here, or null. */
export const whyNoDesktop = () => {
  if (!linux) return null
  if (!has('dbus-run-session')) return 'dbus-run-session is missing (Debian: dbus-daemon).'
  const ownDisplay = process.env.DISPLAY && process.env.PLIMSOLL_OWN_DISPLAY === '1'
  return ownDisplay || has('xvfb-run') ? null : 'xvfb-run is missing (Debian: xvfb, xauth).'
}

/**
 * @param {readonly string[]} readable files the ordinary user has to be able to read
 * @param {readonly string[]} writable folders that become that user's
 */
const ordinaryUser = (readable, writable) => {
  if (spawnSync('id', ['-u', user]).status !== 0) execFileSync('useradd', ['--create-home', '--shell', '/bin/bash', user])
  const home = execFileSync('getent', ['passwd', user], { encoding: 'utf8' }).split(':')[5]
  /** @param {string} file */
  const reads = (file) => spawnSync('runuser', ['-u', user, '--', 'test', '-r', file]).status === 0
  if (!readable.every(reads)) {
    console.error(`\nThe sandbox is OFF for this run: ${user} may not read ${process.cwd()}, so the suite runs as root.\n`)
    return null
  }
  for (const folder of writable) execFileSync('chown', ['-R', user, folder])
  return { home }
}

/**
 * @param {{ config: string, words: readonly string[], environment: Record<string, string>, readable: readonly string[] }} suite
 * @returns {number} the exit code
 */
export const runOnDesktop = ({ config, words, environment, readable }) => {
  const output = mkdtempSync(path.join(tmpdir(), 'plimsoll-e2e-'))
  const command = ['playwright', 'test', '--config', config, ...words]
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, ...environment, PLIMSOLL_E2E_OUTPUT: output, PLIMSOLL_AS_BUILT: '1' }

  if (linux) {
    // A bus of the suite's own: no test may touch the keyring of whoever runs it.
    command.unshift('dbus-run-session', '--')
    if (!process.env.DISPLAY || process.env.PLIMSOLL_OWN_DISPLAY !== '1') command.unshift('xvfb-run', '-a', '-s', '-screen 0 1920x1200x24')
  }
  if (linux && process.getuid?.() === 0) {
    const report = process.env.PLIMSOLL_TEST_REPORT
    const ordinary = ordinaryUser(readable, [output, ...(report === undefined ? [] : [path.dirname(report)])])
    if (ordinary !== null) {
      command.unshift('runuser', '-u', user, '--')
      if (spawnSync('unshare', ['-n', 'true']).status === 0) {
        command.unshift('unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh')
        env.PLIMSOLL_ONLY_LOOPBACK = '1'
      }
      Object.assign(env, { HOME: ordinary.home, USER: user, LOGNAME: user })
      delete env.XDG_RUNTIME_DIR
    } else {
      env.PLIMSOLL_NO_SANDBOX = '1'
    }
  }
  const [program = 'playwright', ...rest] = command
  const windows = process.platform === 'win32'
  // Windows starts npm's commands through a shell, which takes words apart at blanks.
  return spawnSync(program, windows ? rest.map((word) => `"${word}"`) : rest, { stdio: 'inherit', env, shell: windows }).status ?? 1
}
