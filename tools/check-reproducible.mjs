// SUP-10: the build output matches its source, byte for byte. Built once more in another folder, so
// that no path leaks into it.
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWhereNeeded, bundle, root } from './build.mjs'
import { filesBelow } from './package/archive.mjs'

const wanted = [
  'src',
  'resources',
  'tools/package',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
]

/**
 * @param {string} folder
 * @returns {Map<string, string>} each file and its sum
 */
function sumsOf(folder) {
  return new Map(
    filesBelow(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    ]),
  )
}

async function buildElsewhere() {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'plimsoll-again-')))
  try {
    for (const one of wanted)
      cpSync(path.join(root, one), path.join(folder, one), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
    const { code, chatter } = await bundle(folder)
    if (code !== 0) throw new Error(`The build failed: ${chatter}`)
    return sumsOf(path.join(folder, 'out'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (!(await buildWhereNeeded())) process.exit(1)
const [built, again] = [sumsOf(path.join(root, 'out')), await buildElsewhere()]
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
