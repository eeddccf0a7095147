// node tools/sign-feed.mjs FOLDER
// Writes the signed update feed beside the installers in FOLDER. Needs PLIMSOLL_FEED_PRIVATE_KEY
// and nothing but Node: no package is loaded where that key is. See docs/releasing.md.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  feedName,
  filesIn,
  notesOf,
  readSettings,
  settingsFile,
  signedFeed,
  validDays,
} from './package/feed.mjs'

const root = path.join(import.meta.dirname, '..')

async function main() {
  const [folder] = process.argv.slice(2)
  const pem = process.env.PLIMSOLL_FEED_PRIVATE_KEY
  if (folder === undefined) throw new Error('Say which folder holds the installers.')
  const settings = readSettings(root)
  if (settings === null)
    throw new Error(
      `There is no ${settingsFile}: no Plimsoll looks for updates, so there is nothing to sign.`,
    )
  if (!pem) throw new Error('PLIMSOLL_FEED_PRIVATE_KEY is not set.')
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const notes = notesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version)
  const files = await filesIn(folder, version)
  const expires = Math.floor(Date.now() / 1000) + validDays * 86_400
  writeFileSync(
    path.join(folder, feedName),
    signedFeed({ version, notes, files, expires }, pem, settings.publicKey),
  )
  const until = new Date(expires * 1000).toISOString().slice(0, 10)
  console.error(
    `${feedName} offers ${version} until ${until} as ${files.map(({ name }) => name).join(', ')}.`,
  )
}

try {
  await main()
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : String(fault))
  process.exit(1)
}
