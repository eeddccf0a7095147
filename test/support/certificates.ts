// X.509 certificates made on the spot, so that the suite needs no openssl and no file that can
// expire.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type Certificate = { cert: string; key: string }

export type CertificateWish = {
  /** DNS names and IPv4 addresses the certificate is for. */
  names?: string[]
  /** Days from now. */
  from?: number
  until?: number
  hash?: 'sha256' | 'sha1'
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const long = length < 0x80 ? [] : length < 0x100 ? [0x81] : [0x82]
  const size = length < 0x100 ? [length] : [length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...long, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts)
const octets = (...parts: Buffer[]): Buffer => tlv(0x04, ...parts)
const bits = (content: Buffer): Buffer => tlv(0x03, Buffer.from([0]), content)
const yes = tlv(0x01, Buffer.from([0xff]))

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const arcs = rest.flatMap((arc) => {
    const septets = [arc & 0x7f]
    for (let left = arc >> 7; left > 0; left >>= 7) septets.unshift((left & 0x7f) | 0x80)
    return septets
  })
  return tlv(0x06, Buffer.from([first * 40 + second, ...arcs]))
}

const signatureKinds = { sha256: '1.2.840.10045.4.3.2', sha1: '1.2.840.10045.4.1' }

function commonName(name: string): Buffer {
  return sequence(tlv(0x31, sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from(name)))))
}

const dayMs = 86_400_000

function time(days: number): Buffer {
  const stamp = new Date(Date.now() + days * dayMs).toISOString().replaceAll(/[-:T]|\.\d{3}/g, '')
  return tlv(0x18, Buffer.from(stamp))
}

function altName(name: string): Buffer {
  return /^[\d.]+$/.test(name)
    ? tlv(0x87, Buffer.from(name.split('.').map(Number)))
    : tlv(0x82, Buffer.from(name))
}

const extension = (id: string, ...content: Buffer[]): Buffer => sequence(oid(id), ...content)

type Party = { name: string; publicKey: KeyObject; privateKey: KeyObject }

function party(name: string): Party {
  return {
    name,
    ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  }
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function keyIdOf({ publicKey }: Party): Buffer {
  return createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()
}

function certify(
  subject: Party,
  issuer: Party,
  isAuthority: boolean,
  wish: CertificateWish,
): Certificate {
  const { names = [], from = -1, until = 1, hash = 'sha256' } = wish
  const extensions = [
    extension('2.5.29.19', yes, octets(sequence(...(isAuthority ? [yes] : [])))),
    extension('2.5.29.14', octets(octets(keyIdOf(subject)))),
    extension('2.5.29.35', octets(sequence(tlv(0x80, keyIdOf(issuer))))),
    ...(names.length > 0 ? [extension('2.5.29.17', octets(sequence(...names.map(altName))))] : []),
  ]
  const kind = sequence(oid(signatureKinds[hash]))
  const serial = randomBytes(8)
  serial[0] = 0x01
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, serial),
    kind,
    commonName(issuer.name),
    sequence(time(from), time(until)),
    commonName(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  )
  return {
    cert: pem(sequence(body, kind, bits(sign(hash, body, issuer.privateKey)))),
    key: subject.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** A certificate authority of the test's own, and what it vouches for. */
export function createAuthority(wish: Pick<CertificateWish, 'from' | 'until'> = {}) {
  const authority = party('Plimsoll test authority')
  const { cert } = certify(authority, authority, true, wish)
  return {
    /** To be trusted. */
    cert,
    issue: (wish: CertificateWish): Certificate =>
      certify(party(wish.names?.[0] ?? 'nobody'), authority, false, wish),
  }
}

export function selfSigned(wish: CertificateWish): Certificate {
  const one = party(wish.names?.[0] ?? 'nobody')
  return certify(one, one, false, wish)
}
