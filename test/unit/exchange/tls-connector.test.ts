import { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { isStronglySigned, signatureAlgorithm } from '../../../src/main/exchange/tls-connector.js'
import { createAuthority } from '../../support/certificates.js'

const authority = createAuthority()

function derOf(hash: 'sha256' | 'sha1'): Buffer {
  return new X509Certificate(authority.issue({ names: ['x.example'], hash }).cert).raw
}

type Link = { raw: Buffer; fingerprint256: string; issuerCertificate?: Link }

/**
 * A socket whose server presented these certificates, its own first; the last one is a self-signed
 * root.
 */
function socketWith(ders: Buffer[], reused = false): TLSSocket {
  const links = ders.map((raw, index): Link => ({ raw, fingerprint256: String(index) }))
  for (const [index, link] of links.entries()) link.issuerCertificate = links[index + 1] ?? link
  const socket: Pick<TLSSocket, 'isSessionReused'> & { getPeerCertificate: () => Link | object } = {
    isSessionReused: () => reused,
    getPeerCertificate: () => links[0] ?? {},
  }
  return socket as unknown as TLSSocket
}

describe('the signature of a certificate', () => {
  it('is read from its DER', () => {
    expect(signatureAlgorithm(derOf('sha256'))).toBe('2a8648ce3d040302')
    expect(signatureAlgorithm(derOf('sha1'))).toBe('2a8648ce3d0401')
  })

  it('is not guessed for anything but a certificate', () => {
    for (const der of [
      Buffer.alloc(0),
      Buffer.from([0x30]),
      Buffer.from([0x30, 0x82]),
      Buffer.from([0x30, 0x03, 0x02, 0x01, 0x01]),
      Buffer.from('hello'),
      Buffer.alloc(50, 0x30),
    ]) {
      expect(signatureAlgorithm(der)).toBeNull()
    }
    const whole = derOf('sha256')
    for (let length = 0; length < whole.length; length += 7)
      expect(signatureAlgorithm(whole.subarray(0, length))).toBeNull()
  })
})

describe('a server’s certificates', () => {
  const strong = derOf('sha256')
  const weak = derOf('sha1')

  it('NET-5 are strong when each up to the root is', () => {
    expect(isStronglySigned(socketWith([strong, strong, strong]))).toBe(true)
  })

  it.each([
    ['its own', [weak, strong, strong]],
    ['one in between', [strong, weak, strong]],
  ])('NET-5 are weak when %s is', (_name, ders) => {
    expect(isStronglySigned(socketWith(ders))).toBe(false)
  })

  it('NET-5 may have a root that signed itself long ago', () => {
    expect(isStronglySigned(socketWith([strong, strong, weak]))).toBe(true)
  })

  it('NET-5 are weak when the only one is, and when there is none', () => {
    expect(isStronglySigned(socketWith([weak]))).toBe(false)
    expect(isStronglySigned(socketWith([]))).toBe(false)
  })

  it('are not requested again when a session is resumed', () => {
    expect(isStronglySigned(socketWith([], true))).toBe(true)
  })
})
