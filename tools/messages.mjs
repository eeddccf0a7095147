// Sorts the catalogues in resources/locales and generates the types of their keys and arguments:
// `npm run messages`. With --check it changes nothing, and fails if it would change a file, or if
// the catalogues have errors.
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  argumentTypes,
  catalogueFaults,
  catalogueText,
  unusedKeys,
} from './messages/catalogues.mjs'

const root = path.dirname(import.meta.dirname)
const folder = 'resources/locales'
const typesFile = 'src/shared/messages/message-arguments.ts'

/** @param {string} name */
const read = (name) => readFileSync(path.join(root, name), 'utf8')

/** @type {Record<string, import('./messages/catalogues.mjs').Catalogue>} */
const catalogues = Object.fromEntries(
  readdirSync(path.join(root, folder)).map((name) => [
    path.basename(name, '.json'),
    JSON.parse(read(`${folder}/${name}`)),
  ]),
)
const english = catalogues['en'] ?? {}
const sources = globSync('src/**/*.{ts,svelte}', { cwd: root })
  .filter((name) => name.replaceAll('\\', '/') !== typesFile)
  .map(read)

const faults = [
  ...catalogueFaults(catalogues),
  ...unusedKeys(english, sources).map((key) => `en.json: "${key}" is not used in src`),
]
const isReadable = !faults.some((fault) => fault.includes('is not an ICU message'))

/** @type {[name: string, text: string][]} */
const generated = Object.entries(catalogues).map(([language, catalogue]) => [
  `${folder}/${language}.json`,
  catalogueText(catalogue),
])
if (isReadable) generated.push([typesFile, argumentTypes(english)])
const stale = generated.filter(([name, text]) => read(name) !== text)

if (process.argv.includes('--check'))
  faults.push(...stale.map(([name]) => `${name} is not as generated: run \`npm run messages\``))
else for (const [name, text] of stale) writeFileSync(path.join(root, name), text)

for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
