// Fetches what an update needs from a server that may be hostile: no redirect is followed, nothing is read past its limit, and nothing
// is waited for without an end. It travels through Node, as everything does here: Chromium's resolver is made to find nobody.
import { createHash } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { rootCertificates } from 'node:tls'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Timing } from '../../shared/time.js'
import type { SignedFile, UpdateFault } from './update-feed.js'

export type Fetching = { after: Timing['after']; stop: AbortSignal }

export const feedLimits = { bytes: 256 * 1024, ms: 15_000 }
/** A download that brings less than this in that time is given up: one that drips would go on for weeks. */
export const minimumRate = { bytes: 64 * 1024, ms: 30_000 }

/** Nothing here tells one installation from another, or which version asks. */
const headers = { 'User-Agent': 'Plimsoll', Accept: '*/*', 'Accept-Encoding': 'identity', 'Cache-Control': 'no-cache' }

class Refused extends Error {
  constructor(readonly fault: UpdateFault) {
    super(fault.detail)
  }
}

const refuse = (kind: UpdateFault['kind'], detail: string): Refused => new Refused({ kind, detail })

const respond = (address: URL, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options = { headers, signal, agent: false } as const
    const request =
      address.protocol === 'https:'
        ? // Whom it trusts is named, so that nothing in the environment adds anybody.
          https.get(address, { ...options, ca: [...rootCertificates], minVersion: 'TLSv1.2', rejectUnauthorized: true }, resolve)
        : http.get(address, options, resolve)
    request.on('error', reject)
  })

const answerOf = async (address: URL, signal: AbortSignal): Promise<IncomingMessage> => {
  const response = await respond(address, signal)
  // Later than here, nobody may be listening any more.
  response.on('error', () => undefined)
  if (response.statusCode === 200) return response
  response.destroy()
  throw refuse('unreachable', `answered ${String(response.statusCode)}; no redirect is followed`)
}

const detailOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** Sockets write, too. */
const isNetworkError = (thrown: Error): boolean => 'code' in thrown && /^(EPIPE|ECONN|ETIMEDOUT)/.test(String(thrown.code))

/** What the disk says, as against what the network says. */
const isDiskError = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'syscall' in thrown &&
  /^(open|write|fsync|unlink|rm|mkdir)$/.test(String(thrown.syscall)) &&
  !isNetworkError(thrown)

const faultOf = (thrown: unknown, stop: AbortSignal): UpdateFault => {
  if (stop.aborted) return { kind: 'cancelled', detail: 'given up' }
  if (thrown instanceof Refused) return thrown.fault
  return { kind: isDiskError(thrown) ? 'no-room' : 'unreachable', detail: detailOf(thrown) }
}

/** A small text, whole. */
export const fetchText = async (address: URL, { after, stop }: Fetching): Promise<Result<string, UpdateFault>> => {
  const late = new AbortController()
  const cancel = after(feedLimits.ms, () => late.abort())
  try {
    const response = await answerOf(address, AbortSignal.any([stop, late.signal]))
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > feedLimits.bytes) throw refuse('broken-feed', `more than ${String(feedLimits.bytes)} bytes`)
      chunks.push(chunk)
    }
    return ok(Buffer.concat(chunks).toString('utf8'))
  } catch (thrown) {
    return fail(late.signal.aborted ? { kind: 'unreachable', detail: 'no whole answer in time' } : faultOf(thrown, stop))
  } finally {
    cancel()
  }
}

/** Whether a file on disk is, byte for byte, the signed one. */
export const isSignedFile = async (path: string, { size, sha512 }: SignedFile): Promise<boolean> => {
  let handle: FileHandle | null = null
  try {
    handle = await open(path, 'r')
    if ((await handle.stat()).size !== size) return false
    const hash = createHash('sha512')
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk as Buffer)
    return hash.digest('base64') === sha512
  } catch {
    return false
  } finally {
    await handle?.close()
  }
}

/** Passes on exactly the signed bytes, and fails at the first that cannot be one of them. */
const checking = ({ size, sha512 }: SignedFile, onBytes: (bytes: number) => void) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash('sha512')
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > size) throw refuse('bad-file', `more than the ${String(size)} bytes that were signed`)
      hash.update(chunk)
      onBytes(bytes)
      yield chunk
    }
    // A line that broke fails before it gets here: what ends short was sent short.
    if (bytes < size || hash.digest('base64') !== sha512) throw refuse('bad-file', `${String(bytes)} bytes, and not those that were signed`)
  }

const wholePercent = (bytes: number, size: number): number => (bytes * 100 - ((bytes * 100) % size)) / size

export type Download = { address: URL; file: SignedFile; target: string; onPercent: (percent: number) => void }

/** A signed file onto the disk, or nothing there. */
export const fetchFile = async (
  { address, file, target, onPercent }: Download,
  { after, stop }: Fetching,
): Promise<Result<null, UpdateFault>> => {
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
    return fail(late.signal.aborted ? { kind: 'unreachable', detail: 'it came too slowly' } : faultOf(thrown, stop))
  } finally {
    cancel()
  }
}
