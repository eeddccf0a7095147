// Runs electron-builder as far as the finished folder: everything an installer wraps, and nothing
// that has to be fetched.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const platformFlags = /** @type {Record<string, string>} */ ({
  linux: '--linux',
  darwin: '--mac',
  win32: '--win',
})

/**
 * @param {{ root: string, dist: string, output: string }} parts
 * @returns {Promise<string>} the folder
 */
export async function packFolder({ root, dist, output }) {
  rmSync(output, { recursive: true, force: true })
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('electron-builder/package.json')),
    'cli.js',
  )
  const words = [
    cli,
    platformFlags[process.platform] ?? '--linux',
    'dir',
    `--${process.arch}`,
    '--publish=never',
    `-c.electronDist=${dist}`,
    `-c.directories.output=${output}`,
  ]
  /** @type {Buffer[]} */
  const said = []
  const code = await new Promise((done) => {
    const child = spawn(process.execPath, words, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // What is checked is not distributed: it is not signed, and no certificate of the user's is
      // touched.
      env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', DEBUG: '' },
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => said.push(piece))
    child.once('close', done)
  })
  if (code !== 0)
    throw new Error(`electron-builder ended with ${code}:\n${Buffer.concat(said).toString()}`)
  const folders = {
    linux: 'linux-unpacked',
    darwin: process.arch === 'arm64' ? 'mac-arm64' : 'mac',
    win32: 'win-unpacked',
  }
  return path.join(
    output,
    folders[/** @type {keyof typeof folders} */ (process.platform)] ?? 'linux-unpacked',
  )
}

/**
 * The paths in a packaged folder.
 * @param {string} folder
 */
export function placesIn(folder) {
  if (process.platform === 'darwin') {
    const app = path.join(folder, 'Plimsoll.app')
    return { program: app, resources: path.join(app, 'Contents', 'Resources') }
  }
  return {
    program: path.join(folder, process.platform === 'win32' ? 'Plimsoll.exe' : 'plimsoll'),
    resources: path.join(folder, 'resources'),
  }
}
