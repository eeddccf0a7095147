// `npm run bench`: every measurement in sequence; `npm run bench -- client` only the named ones.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const known = ['client', 'simulator', 'product', 'page', 'electron']
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(
    `There is no measurement named ${unknown.join(', ')}. There are: ${known.join(', ')}.`,
  )
  process.exit(2)
}

let status = 0
for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n── ${name}`)
  const ended =
    spawnSync(process.execPath, [...process.execArgv, join(here, `${name}.mjs`)], {
      stdio: 'inherit',
    }).status ?? 1
  status ||= ended
}
process.exit(status)
