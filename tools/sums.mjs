// node tools/sums.mjs FOLDER
// The checksum of each installer and list in a folder, in the format of sha256sum. Plain Node:
// Windows and macOS have no such program.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const [folder] = process.argv.slice(2)
const names =
  folder === undefined ? [] : readdirSync(folder).filter((name) => name.startsWith('Plimsoll-'))
if (folder === undefined || names.length === 0) {
  console.error(
    'Which folder? Write: node tools/sums.mjs FOLDER, where it holds what `npm run package` made.',
  )
  process.exit(1)
}
for (const name of names.sort()) {
  const sum = createHash('sha256')
    .update(readFileSync(path.join(folder, name)))
    .digest('hex')
  console.log(`${sum}  ${name}`)
}
