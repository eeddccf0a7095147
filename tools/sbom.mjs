// node tools/sbom.mjs
// Writes what ships from this machine to stdout, as CycloneDX.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildWhereNeeded, root } from './build.mjs'
import { billOfMaterials } from './package/bom.mjs'
import { whatShips } from './package/shipped.mjs'

if (!(await buildWhereNeeded())) process.exit(1)
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
process.stdout.write(`${JSON.stringify(billOfMaterials(manifest, whatShips(root)), null, 2)}\n`)
