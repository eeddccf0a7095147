// Messages to a mail server: what is sent, over the connections of all other requests, with the
// same trust and a deadline, and never without TLS. The protocol itself is nodemailer's, which is
// loaded with the first message.
import { isIP, type Socket } from 'node:net'
import type { MailSettings } from '../../shared/away/away.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Timing, UnixSeconds } from '../../shared/time.js'
import type { Secret } from '../keychain/secret.js'
import { beforeSending } from './http-client.js'
import { type OutgoingFailure, type OutgoingReply, trusting } from './outgoing-client.js'
import { createConnector, laterTls, type OpenSocket, type Trust } from './tls-connector.js'

export type Mail = MailSettings & {
  host: string
  password: Secret | null
  /** The same for every attempt. */
  id: string
  at: UnixSeconds
  subject: string
  text: string
  critical: boolean
}

/** `authority`: PEM of the only one whose certificates are accepted. */
export type OutgoingMail = { mail: Mail; authority?: string }

/** `status` is the code of the server's reply. */
export type OutgoingMailClient = (
  wanted: OutgoingMail,
) => Promise<Result<OutgoingReply, OutgoingFailure>>

/** Milliseconds for everything. */
const deadline = 30_000
const mostBytes = 16 * 1024
/** Bytes of text in an encoded word, so that its line has at most 76 characters (RFC 2047, 2). */
const mostInWord = 39
const encodedLine = 76

/** One line: nothing in a title can begin another header. */
function lineOf(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Text of a header: as it is if it is plain and short, otherwise as encoded words (RFC 2047). */
function headerText(text: string): string {
  const line = lineOf(text)
  if (/^[\x20-\x7e]{0,60}$/.test(line) && !line.includes('=?')) return line
  const words: string[] = []
  let word = ''
  for (const character of line.toWellFormed()) {
    if (Buffer.byteLength(word + character) > mostInWord) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word]
    .map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`)
    .join('\r\n ')
}

function headersOf({ from, to, subject, id, at, critical }: Mail): [name: string, text: string][] {
  return [
    ['From', lineOf(from)],
    ['To', lineOf(to)],
    ['Subject', headerText(subject)],
    ['Date', new Date(at * 1000).toUTCString().replace('GMT', '+0000')],
    ['Message-ID', lineOf(`<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`)],
    ['Auto-Submitted', 'auto-generated'],
    ...(critical ? [['Importance', 'high'] satisfies [string, string]] : []),
    ['MIME-Version', '1.0'],
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Transfer-Encoding', 'base64'],
  ]
}

/** The bytes of a message, without attachments or markup. */
export function mailBytes(mail: Mail): Buffer {
  const body = Buffer.from(`${mail.text.toWellFormed()}\r\n`).toString('base64')
  const lines = body.match(new RegExp(`.{1,${String(encodedLine)}}`, 'g')) ?? []
  const head = headersOf(mail).map(([name, text]) => `${name}: ${text}`)
  return Buffer.from([...head, '', ...lines, ''].join('\r\n'))
}

/** As a person reads it. */
export function mailText({ security, host, port, from, to, subject, text }: Mail): string {
  const server = `${security === 'tls' ? 'smtps' : 'smtp'}://${host}:${String(port)}`
  return [server, `From: ${from}`, `To: ${to}`, `Subject: ${lineOf(subject)}`, '', text].join('\n')
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost'])

export function createMailClient({
  trust,
  after,
}: {
  trust: Trust
  after: Timing['after']
}): OutgoingMailClient {
  return async ({ mail, authority }) => {
    const bytes = mailBytes(mail)
    if (bytes.length > mostBytes) return fail({ cause: 'REQUEST_TOO_LARGE', sent: false })
    const loaded = await import('./smtp-session.js').catch(() => null)
    if (loaded === null) return fail({ cause: 'CONNECT_FAILED', sent: false })
    const trusted = { ...trusting(trust, authority) }
    // As for every other connection: a remote proxy could not reach this computer.
    if (loopback.has(mail.host)) {
      delete trusted.proxy
      delete trusted.families
    }
    const tls = laterTls(trusted)
    const connect = createConnector(trusted, [])
    return new Promise((resolve) => {
      let opening: OpenSocket | null = null
      let isOver = false
      let stop = (): OutgoingFailure => ({ cause: 'CONNECT_TIMEOUT', sent: false })
      const end = (outcome: Result<OutgoingReply, OutgoingFailure>): void => {
        isOver = true
        cancel()
        opening?.destroy()
        resolve(outcome)
      }
      const cancel = after(deadline, () => end(fail(stop())))
      const begin = (socket: Socket): void => {
        const session = loaded.sendOverSmtp({ mail, bytes, socket, tls })
        stop = session.stop
        void session.outcome.then((outcome) =>
          end(outcome.ok ? ok({ status: outcome.value, body: '', retryAfterMs: null }) : outcome),
        )
      }
      opening = connect(
        {
          hostname: mail.host,
          protocol: mail.security === 'tls' ? 'https:' : 'http:',
          port: String(mail.port),
          // A server may have a certificate for each of its names. An address is not a name.
          ...(isIP(mail.host) === 0 && { servername: mail.host }),
        },
        (error, socket) => {
          if (error !== null) end(fail(beforeSending(error)))
          else if (isOver) socket.destroy()
          else begin(socket)
        },
      )
    })
  }
}
