// What may be installed: exact versions from the registry, each with its sha512, and no unreviewed
// install script.
import { readFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
/**
 * None of them runs (.npmrc); each is listed, to show that someone checked what works without it.
 */
const knownScripts = new Set(Object.keys(manifest.allowScripts))
/** The registry's naming scheme for archives. */
const fromRegistry = /^https:\/\/[^/]+\/.+\/-\/[^/]+\.tgz$/
const complaints = []

if (lock.lockfileVersion !== 3)
  complaints.push(`lockfileVersion is ${lock.lockfileVersion}, expected 3`)
for (const [name, range] of Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
})) {
  const version = range.replace(/^npm:@?[^@]+@/, '')
  if (!/^\d+\.\d+\.\d+$/.test(version))
    complaints.push(`${name} is "${range}": pin an exact version`)
}
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  if (entry.link) complaints.push(`${path} comes from a folder`)
  else if (!entry.integrity?.startsWith('sha512-'))
    complaints.push(`${path} has no sha512 integrity`)
  if (entry.resolved && !fromRegistry.test(entry.resolved))
    complaints.push(`${path} does not come from a registry: ${entry.resolved}`)
  if (entry.hasInstallScript && !knownScripts.has(name)) {
    complaints.push(`${path} wants to run an install script and is not in allowScripts`)
  }
}

for (const complaint of complaints) console.error(`lockfile: ${complaint}`)
if (complaints.length === 0)
  console.error(
    `lockfile: ${Object.keys(lock.packages).length - 1} packages, all pinned and hashed`,
  )
process.exit(complaints.length === 0 ? 0 : 1)
