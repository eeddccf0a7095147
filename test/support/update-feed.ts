// A maker of Plimsoll with a key, and the feed it keeps on this computer: honest, broken, or
// hostile.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { feedName, publicKeyOf, signedFeed } from '../../tools/package/feed.mjs'

export { feedName }

export type OfferedFile = { name: string; system: string; arch: string }
/** Unix seconds, for a feed whose end is not what is tested. */
export const farFuture = 4_000_000_000

type Answer = (response: ServerResponse, request: IncomingMessage) => void

export type UpdateFeed = {
  url: string
  publicKey: string
  /** As it is beside the packaged app. */
  config: string
  /** What was asked for, oldest first. */
  asked: string[]
  /** The headers of every request, oldest first. */
  headers: OutgoingHttpHeaders[]
  /** Offers this as the file of one system, Linux unless told otherwise. */
  offer(version: string, file: Buffer, notes: string, own?: Partial<OfferedFile>): void
  /** What the maker would serve for this, signed. */
  signed(feed: object): string
  /** Serves this in place of a file from now on; null makes it unknown. */
  replace(name: string, content: Buffer | string | null): void
  /** Answers requests for a file in its own way from now on. */
  answer(name: string, how: Answer): void
  stop(): Promise<void>
}

export function linuxFile(version: string): string {
  return `Plimsoll-${version}-linux-x86_64.AppImage`
}

export function fileOffered(file: Buffer, { name, system, arch }: OfferedFile) {
  return {
    system,
    arch,
    name,
    size: file.length,
    sha512: createHash('sha512').update(file).digest('base64'),
  }
}

export function makeKey(): { pem: string; publicKey: string } {
  const pem = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  return { pem, publicKey: publicKeyOf(pem) }
}

export async function startUpdateFeed(): Promise<UpdateFeed> {
  const { pem, publicKey } = makeKey()
  const answers = new Map<string, Answer>()
  const asked: string[] = []
  const headers: OutgoingHttpHeaders[] = []
  const server: Server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1))
    asked.push(name)
    headers.push(request.headers)
    const answer = answers.get(name)
    if (answer === undefined) response.writeHead(404).end()
    else answer(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${String(port)}/`
  const serve = (name: string, content: Buffer | string): void => {
    answers.set(name, (response) =>
      response.writeHead(200, { 'Content-Length': Buffer.byteLength(content) }).end(content),
    )
  }
  const signed = (feed: object): string =>
    signedFeed({ expires: farFuture, ...feed } as Parameters<typeof signedFeed>[0], pem, publicKey)
  return {
    url,
    publicKey,
    config: JSON.stringify({ url, publicKey }),
    asked,
    headers,
    signed,
    offer(version, file, notes, own = {}) {
      const offered = { name: linuxFile(version), system: 'linux', arch: process.arch, ...own }
      serve(feedName, signed({ version, notes, files: [fileOffered(file, offered)] }))
      serve(offered.name, file)
    },
    replace(name, content) {
      if (content === null) answers.delete(name)
      else serve(name, content)
    },
    answer: (name, how) => void answers.set(name, how),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
