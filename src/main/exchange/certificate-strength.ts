// Refuses certificates signed with SHA-1 or MD5. OpenSSL does that by itself; the BoringSSL inside Electron does not.
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'

/** Object identifiers of signature algorithms over a broken digest, as DER hex. */
const broken: ReadonlySet<string> = new Set([
  '2a864886f70d010102', // md2WithRSAEncryption
  '2a864886f70d010104', // md5WithRSAEncryption
  '2a864886f70d010105', // sha1WithRSAEncryption
  '2b0e03021d', // sha1WithRSASignature
  '2a8648ce380403', // dsa-with-sha1
  '2a8648ce3d0401', // ecdsa-with-SHA1
])

type Part = { tag: number; start: number; end: number }

const sequenceTag = 0x30
const identifierTag = 0x06

/** One DER element beginning at `at`, or null where the bytes do not hold one. */
const element = (der: Buffer, at: number): Part | null => {
  const tag = der[at]
  const first = der[at + 1]
  if (tag === undefined || first === undefined) return null
  const more = first < 0x80 ? 0 : first & 0x7f
  if (more > 4 || at + 2 + more > der.length) return null
  const length = more === 0 ? first : der.readUIntBE(at + 2, more)
  const start = at + 2 + more
  return start + length > der.length ? null : { tag, start, end: start + length }
}

/** The algorithm a certificate is signed with, as DER hex of its identifier (RFC 5280, 4.1.1.2); null where it cannot be read. */
export const signatureAlgorithm = (der: Buffer): string | null => {
  const certificate = element(der, 0)
  if (certificate?.tag !== sequenceTag) return null
  const content = element(der, certificate.start)
  const algorithm = content && element(der, content.end)
  const identifier = algorithm?.tag === sequenceTag ? element(der, algorithm.start) : null
  return identifier?.tag === identifierTag ? der.subarray(identifier.start, identifier.end).toString('hex') : null
}

/** Without the trusted root: nobody relies on what a root says of itself. */
const chainOf = (leaf: DetailedPeerCertificate): DetailedPeerCertificate[] => {
  const chain: DetailedPeerCertificate[] = []
  const seen = new Set<string>()
  let current: DetailedPeerCertificate | undefined = leaf
  while (current?.raw !== undefined && !seen.has(current.fingerprint256)) {
    seen.add(current.fingerprint256)
    chain.push(current)
    current = current.issuerCertificate
  }
  const root = chain.at(-1)
  return root !== undefined && chain.length > 1 && root.issuerCertificate?.fingerprint256 === root.fingerprint256
    ? chain.slice(0, -1)
    : chain
}

const isStrong = (algorithm: string | null): boolean => algorithm !== null && !broken.has(algorithm)

export const isStronglySigned = (socket: TLSSocket): boolean => {
  // A resumed session was checked when it was first set up.
  if (socket.isSessionReused()) return true
  const chain = chainOf(socket.getPeerCertificate(true))
  return chain.length > 0 && chain.every(({ raw }) => isStrong(signatureAlgorithm(raw)))
}
