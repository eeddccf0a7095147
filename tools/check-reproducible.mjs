// SUP-10: two builds of the same source are the same, byte for byte. Each in a folder of its own, so that no path finds its way in.
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { root } from './build.mjs'

const wanted = ['src', 'resources', 'electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json']
const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('electron-vite/package.json')), 'bin', 'electron-vite.js')

/**
 * @param {string} name
 * @returns {Map<string, string>} each file and its sum
 */
const buildIn = (name) => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), name)))
  try {
    for (const one of wanted) cpSync(path.join(root, one), path.join(folder, one), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
    const { status, stderr } = spawnSync(process.execPath, [cli, 'build'], { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The build failed: ${stderr}`)
    const out = path.join(folder, 'out')
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return new Map(
      files
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => [path.relative(out, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [first, second] = [buildIn('plimsoll-one-'), buildIn('plimsoll-another-')]
const names = new Set([...first.keys(), ...second.keys()])
const different = [...names].filter((name) => first.get(name) !== second.get(name)).sort()
for (const name of different) console.error(`reproducible: ${name} differs`)
if (different.length === 0) {
  const all = createHash('sha256')
    .update([...first].sort().flat().join('\n'))
    .digest('hex')
  console.error(`reproducible: ${names.size} files, twice the same; together ${all}`)
}
process.exit(different.length === 0 && names.size > 10 ? 0 : 1)
