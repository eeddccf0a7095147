// A certificate authority from a file: what it is, and whether it can be one.
import { X509Certificate } from 'node:crypto'
import type { Authority } from '../../shared/away/away.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'

/** Characters of one certificate, and of the file that it is in. */
export const mostPem = 16 * 1024
export const mostCertificateBytes = 256 * 1024

const blocks = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g
/** Also one that is encrypted, whose block has headers, or that is not complete. */
const privateKey = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/
const mostSubject = 200

function refused(message: Message): Problem {
  return { code: 'bad-input', message, fields: { authority: [message] } }
}

export const expiredAuthority: Problem = refused(messageOf('away.authority.expired'))

export function isExpired({ until }: Pick<Authority, 'until'>, now: UnixSeconds): boolean {
  return now >= until
}

/**
 * The certificate of one server may be its own authority: then its own signature verifies. A key of
 * a kind that is not known cannot be checked.
 */
function isSelfSigned(certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)
  } catch {
    return false
  }
}

/** A name is anything that whoever made the certificate wrote there. */
function subjectOf({ subject, fingerprint256 }: X509Certificate): string {
  const line = subject.replaceAll('\n', ', ').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
  return line === '' ? fingerprint256 : line.slice(0, mostSubject)
}

function secondsOf(date: string): UnixSeconds | undefined {
  const ms = Date.parse(date)
  return Number.isNaN(ms) ? undefined : ms / 1000
}

function read(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

/** One authority, and nothing else. A file with a private key is refused: none may be stored. */
export function authorityIn(text: string): Result<Authority, Problem> {
  if (privateKey.test(text)) return fail(refused(messageOf('away.authority.private-key')))
  const certificates = [...text.matchAll(blocks)].filter(([, label]) => label === 'CERTIFICATE')
  if (certificates.length > 1) return fail(refused(messageOf('away.authority.several')))
  const certificate = read(certificates[0]?.[0] ?? '')
  if (certificate === null) return fail(refused(messageOf('away.authority.none')))
  if (!certificate.ca && !isSelfSigned(certificate))
    return fail(refused(messageOf('away.authority.not-one')))
  const pem = certificate.toString()
  // Older versions of Node have the dates only as text, such as "Nov 28 12:54:16 2026 GMT".
  const [from, until] = [certificate.validFrom, certificate.validTo].map(secondsOf)
  if (pem.length > mostPem || from === undefined || until === undefined)
    return fail(refused(messageOf('away.authority.none')))
  return ok({
    pem,
    subject: subjectOf(certificate),
    from,
    until,
    fingerprint: certificate.fingerprint256,
  })
}
