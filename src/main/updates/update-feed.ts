// Accepts from an update feed only what its maker has signed, what is for this system, and what
// moves forward; and downloads updates from a potentially hostile server: no redirects, no read
// past its limit, and no unlimited wait. It uses Node's network stack like everything here:
// Chromium's resolver is disabled.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { rootCertificates } from 'node:tls'
import { parseJson } from '../../shared/json.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { isoTime, type Timing, type UnixSeconds } from '../../shared/time.js'

/**
 * Where updates come from, and the key their maker signs with: 32 bytes of Ed25519, in base64.
 * Packaged with the app. The name is the one in the certificate that Windows installers are signed
 * with, if the maker has one.
 */
export type FeedConfig = { url: string; publicKey: string; publisherName: string | null }

export type UpdateFault = {
  kind:
    | 'unreachable'
    | 'bad-signature'
    | 'expired'
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

/** One file for all systems, so that its content and the signature over it change together. */
export const feedName = 'plimsoll-updates.json'

/** Precedes the signed text: a signature made for anything else is not valid for a feed. */
const signedAs = 'Plimsoll updates 1\n'

/** An installer as its maker signed it; `sha512` is in base64. */
export type SignedFile = { name: string; size: number; sha512: string }

type FeedFile = SignedFile & { system: string; arch: string }
/** `expires`: from then on, a newer version may exist that this feed does not name. */
export type Feed = {
  version: string
  notes: string
  files: readonly FeedFile[]
  expires: UnixSeconds
}

/** What runs here: an offer must match it exactly. */
export type Here = { version: string; platform: NodeJS.Platform; arch: string }

export type Release = Pick<Feed, 'version' | 'notes'> & { file: SignedFile }

const longestNotes = 20_000
/** Bytes. Ours are a tenth of that. */
const largestFile = 1_000_000_000
/** The file type each system is updated with. */
const endings: { readonly [platform: string]: string } = {
  linux: '.AppImage',
  win32: '.exe',
  darwin: '.dmg',
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null
}

const bytesIn = (base64: string): number => Buffer.from(base64, 'base64').length

/** https anywhere; http only on this computer, for tests. */
function mayHoldFeed(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(address)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}

/**
 * Null for anything but a complete configuration: then there is no feed, and nothing is ever
 * checked.
 */
export function readFeedConfig(text: string): FeedConfig | null {
  const read = parseJson(text)
  if (!isRecord(read)) return null
  const { url, publicKey, publisherName = null } = read
  if (
    typeof url !== 'string' ||
    typeof publicKey !== 'string' ||
    !mayHoldFeed(url) ||
    bytesIn(publicKey) !== 32
  )
    return null
  if (publisherName !== null && (typeof publisherName !== 'string' || publisherName === ''))
    return null
  return { url: url.endsWith('/') ? url : `${url}/`, publicKey, publisherName }
}

/** Whether the maker has signed exactly this text as a feed. `signature` is base64 of 64 bytes. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
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

/**
 * The name becomes part of an address and of a path, so only our own naming pattern is accepted.
 */
function isFeedFile(value: unknown): value is FeedFile {
  if (!isRecord(value)) return false
  const { system, arch, name, size, sha512 } = value
  if (typeof system !== 'string' || typeof arch !== 'string') return false
  if (typeof name !== 'string' || !/^Plimsoll-[\w.-]{1,100}$/.test(name)) return false
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1 || size > largestFile)
    return false
  return typeof sha512 === 'string' && bytesIn(sha512) === 64
}

function feedIn(value: unknown): Feed | null {
  if (!isRecord(value)) return null
  const { version, notes, files, expires } = value
  if (typeof expires !== 'number' || !Number.isSafeInteger(expires)) return null
  if (
    typeof version !== 'string' ||
    typeof notes !== 'string' ||
    !Array.isArray(files) ||
    !files.every(isFeedFile)
  )
    return null
  return { version, notes: notes.slice(0, longestNotes), files, expires }
}

/** Nothing inside it is read before its signature is verified. */
export function readFeed(text: string, publicKey: string): Result<Feed, UpdateFault> {
  const envelope = parseJson(text)
  if (
    !isRecord(envelope) ||
    typeof envelope['signed'] !== 'string' ||
    typeof envelope['signature'] !== 'string'
  )
    return fail({ kind: 'broken-feed', detail: 'this is no signed feed' })
  if (!isSigned(envelope['signed'], envelope['signature'], publicKey))
    return fail({ kind: 'bad-signature', detail: feedName })
  const feed = feedIn(parseJson(envelope['signed']))
  return feed === null
    ? fail({ kind: 'broken-feed', detail: 'fields are missing or wrong' })
    : ok(feed)
}

/** Otherwise a server that keeps serving an old feed would hide every newer version for good. */
export function currentFeed(feed: Feed, now: UnixSeconds): Result<Feed, UpdateFault> {
  if (now < feed.expires) return ok(feed)
  return fail({ kind: 'expired', detail: `${feed.version}: expired at ${isoTime(feed.expires)}` })
}

/**
 * Three whole numbers, as in every release, so that they sort; null for anything else, so that
 * nothing odd is ever newer.
 */
function sortable(version: string): string | null {
  return /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version)
    ? version.replace(/\d+/g, (part) => part.padStart(6, '0'))
    : null
}

/**
 * Compares an offered version with the running one. A feed that offers an older version is an
 * attack or a mistake.
 */
export function compareVersions(
  offered: string,
  running: string,
): Result<'newer' | 'same', UpdateFault> {
  const [next, now] = [sortable(offered), sortable(running)]
  if (next === null || now === null)
    return fail({
      kind: 'broken-feed',
      detail: `version ${JSON.stringify(offered)} cannot be compared`,
    })
  if (next < now) return fail({ kind: 'downgrade', detail: `${offered} is older than ${running}` })
  return ok(next === now ? 'same' : 'newer')
}

/**
 * What a feed offers to this Plimsoll; null if nothing is newer. An installer for another system or
 * processor is not an offer.
 */
export function offerIn(feed: Feed, here: Here): Result<Release | null, UpdateFault> {
  const compared = compareVersions(feed.version, here.version)
  if (!compared.ok) return compared
  if (compared.value === 'same') return ok(null)
  const ending = endings[here.platform]
  const [file, ...more] = feed.files.filter(
    ({ system, arch, name }) =>
      system === here.platform &&
      arch === here.arch &&
      ending !== undefined &&
      name.endsWith(ending),
  )
  if (file === undefined || more.length > 0)
    return fail({
      kind: 'not-for-here',
      detail: `${feed.version} has ${file === undefined ? 'no' : 'more than one'} file for this system`,
    })
  return ok({ version: feed.version, notes: feed.notes, file })
}

type Fetching = { after: Timing['after']; stop: AbortSignal }

export const feedLimits = { bytes: 256 * 1024, ms: 15_000 }
/** A download slower than this is aborted: one that trickles would continue for weeks. */
export const minimumRate = { bytes: 64 * 1024, ms: 30_000 }

/** Nothing here identifies an installation, or the version that asks. */
const headers = {
  'User-Agent': 'Plimsoll',
  Accept: '*/*',
  'Accept-Encoding': 'identity',
  'Cache-Control': 'no-cache',
}

class Refused extends Error {
  constructor(readonly fault: UpdateFault) {
    super(fault.detail)
  }
}

const refuse = (kind: UpdateFault['kind'], detail: string): Refused => new Refused({ kind, detail })

async function answerOf(address: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { headers, signal, agent: false } as const
    const request =
      address.protocol === 'https:'
        ? // Trust is explicit, so that the environment cannot add authorities.
          https.get(
            address,
            {
              ...options,
              ca: [...rootCertificates],
              minVersion: 'TLSv1.2',
              rejectUnauthorized: true,
            },
            resolve,
          )
        : http.get(address, options, resolve)
    request.on('error', reject)
  })
  // After this point nothing may be listening any more.
  response.on('error', () => undefined)
  if (response.statusCode === 200) return response
  response.destroy()
  throw refuse('unreachable', `answered ${String(response.statusCode)}; no redirect is followed`)
}

/** A disk error as opposed to a network error: sockets write, too. */
function isDiskError({ syscall = '', code = '' }: NodeJS.ErrnoException): boolean {
  return (
    /^(open|write|fsync|unlink|rm|mkdir)$/.test(syscall) && !/^(EPIPE|ECONN|ETIMEDOUT)/.test(code)
  )
}

function faultOf(thrown: unknown, stop: AbortSignal): UpdateFault {
  if (stop.aborted) return { kind: 'cancelled', detail: 'given up' }
  if (thrown instanceof Refused) return thrown.fault
  if (!(thrown instanceof Error)) return { kind: 'unreachable', detail: String(thrown) }
  return { kind: isDiskError(thrown) ? 'no-room' : 'unreachable', detail: thrown.message }
}

/** A small text, complete. */
export async function fetchText(
  address: URL,
  { after, stop }: Fetching,
): Promise<Result<string, UpdateFault>> {
  const late = new AbortController()
  const cancel = after(feedLimits.ms, () => late.abort())
  try {
    const response = await answerOf(address, AbortSignal.any([stop, late.signal]))
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > feedLimits.bytes)
        throw refuse('broken-feed', `more than ${String(feedLimits.bytes)} bytes`)
      chunks.push(chunk)
    }
    return ok(Buffer.concat(chunks).toString('utf8'))
  } catch (thrown) {
    return fail(
      late.signal.aborted
        ? { kind: 'unreachable', detail: 'no whole answer in time' }
        : faultOf(thrown, stop),
    )
  } finally {
    cancel()
  }
}

/** Whether a file on disk is, byte for byte, the signed one. */
export async function isSignedFile(path: string, { size, sha512 }: SignedFile): Promise<boolean> {
  let handle: FileHandle | null = null
  try {
    handle = await open(path, 'r')
    if ((await handle.stat()).size !== size) return false
    const hash = createHash('sha512')
    for await (const chunk of handle.createReadStream({ autoClose: false }))
      hash.update(chunk as Buffer)
    return hash.digest('base64') === sha512
  } catch {
    return false
  } finally {
    await handle?.close()
  }
}

/** Passes on exactly the signed bytes, and fails at the first that cannot be one of them. */
function checking({ size, sha512 }: SignedFile, onBytes: (bytes: number) => void) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash('sha512')
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > size)
        throw refuse('bad-file', `more than the ${String(size)} bytes that were signed`)
      hash.update(chunk)
      onBytes(bytes)
      yield chunk
    }
    // A dropped connection fails earlier: a short result was sent short.
    if (bytes < size || hash.digest('base64') !== sha512)
      throw refuse('bad-file', `${String(bytes)} bytes, and not those that were signed`)
  }
}

function wholePercent(bytes: number, size: number): number {
  return (bytes * 100 - ((bytes * 100) % size)) / size
}

/** Writes a signed file to disk, or leaves nothing there. */
export async function fetchFile(
  {
    address,
    file,
    target,
    onPercent,
  }: { address: URL; file: SignedFile; target: string; onPercent: (percent: number) => void },
  { after, stop }: Fetching,
): Promise<Result<null, UpdateFault>> {
  const late = new AbortController()
  const signal = AbortSignal.any([stop, late.signal])
  let received = 0
  let seen = 0
  const checkRate = (): void => {
    if (received - seen < minimumRate.bytes) return late.abort()
    seen = received
    cancel = after(minimumRate.ms, checkRate)
  }
  let cancel = after(minimumRate.ms, checkRate)
  const onBytes = (bytes: number): void => {
    received = bytes
    onPercent(wholePercent(bytes, file.size))
  }
  let handle: FileHandle | null = null
  try {
    await rm(target, { force: true })
    handle = await open(target, 'wx', 0o600)
    const response = await answerOf(address, signal)
    await pipeline(response, checking(file, onBytes), handle.createWriteStream(), { signal })
    return ok(null)
  } catch (thrown) {
    await handle?.close().catch(() => undefined)
    await rm(target, { force: true }).catch(() => undefined)
    return fail(
      late.signal.aborted
        ? { kind: 'unreachable', detail: 'it came too slowly' }
        : faultOf(thrown, stop),
    )
  } finally {
    cancel()
  }
}
