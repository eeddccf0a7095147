// Believes of an update feed only what its maker has signed, what is for this system, and what leads forward.
import { createPublicKey, verify } from 'node:crypto'
import { parseJson } from '../../shared/json.js'
import { fail, ok, type Result } from '../../shared/result.js'

/**
 * Where updates come from, and the key their maker signs with: 32 bytes of Ed25519, in base64. Packaged with the app. The name stands
 * in the certificate that Windows installers are signed with, where the maker has one.
 */
export type FeedConfig = { url: string; publicKey: string; publisherName: string | null }

export type UpdateFault = {
  kind:
    | 'unreachable'
    | 'bad-signature'
    | 'downgrade'
    | 'broken-feed'
    | 'not-for-here'
    | 'bad-file'
    | 'no-room'
    | 'cancelled'
    | 'cannot-install'
    | 'not-started'
  /** For the log. */
  detail: string
}

/** One file for all systems, so that what it says and the signature over it change at once. */
export const feedName = 'plimsoll-updates.json'

/** Stands before what is signed: a signature made for anything else is none for a feed. */
const signedAs = 'Plimsoll updates 1\n'

/** An installer as its maker signed it; `sha512` is in base64. */
export type SignedFile = { name: string; size: number; sha512: string }

type FeedFile = SignedFile & { system: string; arch: string }
export type Feed = { version: string; notes: string; files: readonly FeedFile[] }

/** What runs here: an offer has to be for exactly this. */
export type Here = { version: string; platform: NodeJS.Platform; arch: string }

export type Release = Pick<Feed, 'version' | 'notes'> & { file: SignedFile }

const longestNotes = 20_000
/** Bytes. Ours are a tenth of that. */
const largestFile = 1_000_000_000
/** What each system is updated with. */
const endings: { readonly [platform: string]: string } = { linux: '.AppImage', win32: '.exe', darwin: '.dmg' }

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } => typeof value === 'object' && value !== null
const bytesIn = (base64: string): number => Buffer.from(base64, 'base64').length

/** https anywhere; http on this computer only, where tests keep their feed. */
const mayHoldFeed = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(address)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}

/** Null for anything that is not a whole configuration: then there is no feed, and nothing is ever checked. */
export const readFeedConfig = (text: string): FeedConfig | null => {
  const read = parseJson(text)
  if (!isRecord(read)) return null
  const { url, publicKey, publisherName = null } = read
  if (typeof url !== 'string' || typeof publicKey !== 'string' || !mayHoldFeed(url) || bytesIn(publicKey) !== 32) return null
  if (publisherName !== null && (typeof publisherName !== 'string' || publisherName === '')) return null
  return { url: url.endsWith('/') ? url : `${url}/`, publicKey, publisherName }
}

/** Whether the maker has signed exactly this text as a feed. `signature` is base64 of 64 bytes. */
export const isSigned = (text: string, signature: string, publicKey: string): boolean => {
  const bytes = Buffer.from(signature, 'base64')
  if (bytes.length !== 64) return false
  try {
    const x = Buffer.from(publicKey, 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(`${signedAs}${text}`, 'utf8'), key, bytes)
  } catch {
    return false
  }
}

/** The name becomes part of an address and of a path, so it is spelt as ours are and no other way. */
const isFeedFile = (value: unknown): value is FeedFile => {
  if (!isRecord(value)) return false
  const { system, arch, name, size, sha512 } = value
  if (typeof system !== 'string' || typeof arch !== 'string') return false
  if (typeof name !== 'string' || !/^Plimsoll-[\w.-]{1,100}$/.test(name)) return false
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1 || size > largestFile) return false
  return typeof sha512 === 'string' && bytesIn(sha512) === 64
}

const feedIn = (value: unknown): Feed | null => {
  if (!isRecord(value)) return null
  const { version, notes, files } = value
  if (typeof version !== 'string' || typeof notes !== 'string' || !Array.isArray(files) || !files.every(isFeedFile)) return null
  return { version, notes: notes.slice(0, longestNotes), files }
}

/** Nothing inside it is read before its signature holds. */
export const readFeed = (text: string, publicKey: string): Result<Feed, UpdateFault> => {
  const envelope = parseJson(text)
  if (!isRecord(envelope) || typeof envelope['signed'] !== 'string' || typeof envelope['signature'] !== 'string')
    return fail({ kind: 'broken-feed', detail: 'this is no signed feed' })
  if (!isSigned(envelope['signed'], envelope['signature'], publicKey)) return fail({ kind: 'bad-signature', detail: feedName })
  const feed = feedIn(parseJson(envelope['signed']))
  return feed === null ? fail({ kind: 'broken-feed', detail: 'fields are missing or wrong' }) : ok(feed)
}

/** Three whole numbers, as every release has, so that they sort; null for anything else, so that nothing odd is ever newer. */
const sortable = (version: string): string | null =>
  /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version) ? version.replace(/\d+/g, (part) => part.padStart(6, '0')) : null

/** How an offered version stands to the one that runs. A feed that leads back is not an offer but an attack, or a mistake. */
export const compareVersions = (offered: string, running: string): Result<'newer' | 'same', UpdateFault> => {
  const [next, now] = [sortable(offered), sortable(running)]
  if (next === null || now === null) return fail({ kind: 'broken-feed', detail: `version ${JSON.stringify(offered)} cannot be compared` })
  if (next < now) return fail({ kind: 'downgrade', detail: `${offered} is older than ${running}` })
  return ok(next === now ? 'same' : 'newer')
}

/** What a feed offers to this Plimsoll; null where there is nothing newer. An installer of another system or processor is no offer. */
export const offerIn = (feed: Feed, here: Here): Result<Release | null, UpdateFault> => {
  const compared = compareVersions(feed.version, here.version)
  if (!compared.ok) return compared
  if (compared.value === 'same') return ok(null)
  const ending = endings[here.platform]
  const [file, ...more] = feed.files.filter(
    ({ system, arch, name }) => system === here.platform && arch === here.arch && ending !== undefined && name.endsWith(ending),
  )
  if (file === undefined || more.length > 0)
    return fail({ kind: 'not-for-here', detail: `${feed.version} has ${file === undefined ? 'no' : 'more than one'} file for this system` })
  return ok({ version: feed.version, notes: feed.notes, file })
}
