// SUP-10: what was built is what its source gives, byte for byte. Built once more in another folder, so that no path finds its way in.
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { buildWhereNeeded, root } from './build.mjs'
import { filesBelow } from './package/archive.mjs'

const wanted = ['src', 'resources', 'electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json']
const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('electron-vite/package.json')), 'bin', 'electron-vite.js')

/**
 * @param {string} folder
 * @returns {Map<string, string>} each file and its sum
 */
const sumsOf = (folder) =>
  new Map(
    filesBelow(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    ]),
  )

const buildElsewhere = () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'plimsoll-again-')))
  try {
    for (const one of wanted) cpSync(path.join(root, one), path.join(folder, one), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
    const { status, stderr } = spawnSync(process.execPath, [cli, 'build'], { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The build failed: ${stderr}`)
    return sumsOf(path.join(folder, 'out'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (!(await buildWhereNeeded())) process.exit(1)
const [built, again] = [sumsOf(path.join(root, 'out')), buildElsewhere()]
const names = new Set([...built.keys(), ...again.keys()])
const different = [...names].filter((name) => built.get(name) !== again.get(name)).sort()
for (const name of different) console.error(`reproducible: ${name} differs`)
if (different.length === 0) {
  const all = createHash('sha256')
    .update([...built].sort().flat().join('\n'))
    .digest('hex')
  console.error(`reproducible: ${names.size} files, as in out/; together ${all}`)
}
process.exit(different.length === 0 && names.size > 10 ? 0 : 1)
