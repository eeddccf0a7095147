// The update feed: its content, and the signature over it, in one file. Plain Node: it is signed
// where nothing else runs.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * The name Plimsoll requests, and the prefix of the signed text: src/main/updates/update-feed.ts
 * has the same.
 */
export const feedName = 'plimsoll-updates.json'
const signedAs = 'Plimsoll updates 1\n'

/**
 * Where the address of the feed and the maker's public key are kept; packaged with the app as
 * update-feed.json.
 */
export const settingsFile = path.join('resources', 'update-feed.json')

/**
 * @typedef {{ system: string, arch: string, name: string, size: number, sha512: string }} FeedFile
 */
/**
 * How long a feed is valid after it was signed. Sign it again before that, with or without a new
 * version.
 */
export const validDays = 90

/** @typedef {{ url: string, publicKey: string, publisherName?: string }} FeedSettings */

/**
 * Null if no feed was ever set up: then updates are off.
 * @param {string} root
 * @returns {FeedSettings | null}
 */
export function readSettings(root) {
  const file = path.join(root, settingsFile)
  if (!existsSync(file)) return null
  const { url, publicKey, publisherName } = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new Error(`${settingsFile}: "url" is no https address.`)
  if (typeof publicKey !== 'string' || Buffer.from(publicKey, 'base64').length !== 32)
    throw new Error(`${settingsFile}: "publicKey" is not 32 bytes in base64.`)
  if (publisherName !== undefined && (typeof publisherName !== 'string' || publisherName === ''))
    throw new Error(`${settingsFile}: "publisherName" is empty.`)
  return { url, publicKey, ...(publisherName !== undefined && { publisherName }) }
}

/**
 * In base64, as in the settings.
 * @param {string} pem of a private or a public key
 */
export function publicKeyOf(pem) {
  const key = createPublicKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key.')
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
}

const systems = { linux: 'linux', win: 'win32', mac: 'darwin' }
const architectures = { x86_64: 'x64', x64: 'x64', arm64: 'arm64' }

/**
 * The system and processor of an installer; null for files that are not used for updates, such as
 * the .deb.
 * @param {string} name
 * @param {string} version
 * @returns {{ system: string, arch: string } | null}
 */
export function targetOf(name, version) {
  const [, system, arch, ending] =
    /^Plimsoll-[\d.]+-(linux|win|mac)-(x86_64|x64|arm64)\.(AppImage|exe|dmg)$/.exec(name) ?? []
  if (system === undefined || arch === undefined || !name.startsWith(`Plimsoll-${version}-`))
    return null
  if (ending !== { linux: 'AppImage', win: 'exe', mac: 'dmg' }[system]) return null
  return {
    system: systems[/** @type {keyof typeof systems} */ (system)],
    arch: architectures[/** @type {keyof typeof architectures} */ (arch)],
  }
}

/** The targets of every release. */
const wanted = ['linux x64', 'win32 x64', 'darwin x64', 'darwin arm64']

/**
 * The installers in a folder. Fails if a system has none: its users would be told that there is no
 * update for them.
 * @param {string} folder
 * @param {string} version
 * @returns {Promise<FeedFile[]>}
 */
export async function filesIn(folder, version) {
  /** @type {FeedFile[]} */
  const files = []
  for (const name of readdirSync(folder).sort()) {
    const target = targetOf(name, version)
    if (target === null) continue
    const file = path.join(folder, name)
    const hash = createHash('sha512')
    await pipeline(createReadStream(file), hash)
    files.push({ ...target, name, size: statSync(file).size, sha512: hash.digest('base64') })
  }
  const found = files.map(({ system, arch }) => `${system} ${arch}`)
  const missing = wanted.filter((one) => !found.includes(one))
  if (missing.length > 0)
    throw new Error(`No installer of ${version} for ${missing.join(', ')} in ${folder}.`)
  if (new Set(found).size < found.length)
    throw new Error(`More than one installer of ${version} for the same system in ${folder}.`)
  return files
}

/**
 * The changelog section of a version, as shown to users it is offered to.
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m)
  const section = sections.find((text) => text.split('\n', 1)[0]?.trim().split(' ')[0] === version)
  const notes = section?.split('\n').slice(1).join('\n').trim() ?? ''
  if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`)
  return notes
}

/**
 * The complete file. Refuses a key that no installed Plimsoll would trust.
 * @param {{ version: string, notes: string, files: readonly FeedFile[], expires: number }} feed
 *   `expires` in Unix seconds
 * @param {string} pem the maker's private key
 * @param {string} publicKey as it is packaged
 */
export function signedFeed(feed, pem, publicKey) {
  if (publicKeyOf(pem) !== publicKey)
    throw new Error(
      `This private key does not belong to the public key in ${settingsFile}. No installed Plimsoll would believe what it signs.`,
    )
  const signed = JSON.stringify(feed)
  const signature = sign(
    null,
    Buffer.from(`${signedAs}${signed}`, 'utf8'),
    createPrivateKey(pem),
  ).toString('base64')
  return `${JSON.stringify({ signed, signature }, null, 2)}\n`
}
