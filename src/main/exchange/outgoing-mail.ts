// Messages to a mail server, over the connections of all other requests, with the same trust and a
// deadline, and never without TLS. The protocol itself is nodemailer's, which is loaded with the
// first message.
import { isIP, type Socket } from 'node:net'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Timing } from '../../shared/time.js'
import { beforeSending } from './http-client.js'
import { type Mail, mailBytes } from './mail-message.js'
import { type OutgoingFailure, type OutgoingReply, trusting } from './outgoing-client.js'
import { createConnector, laterTls, type OpenSocket, type Trust } from './tls-connector.js'

/** `authority`: PEM of the only one whose certificates are accepted. */
export type OutgoingMail = { mail: Mail; authority?: string }

/** `status` is the code of the server's reply. */
export type OutgoingMailClient = (
  wanted: OutgoingMail,
) => Promise<Result<OutgoingReply, OutgoingFailure>>

/** Milliseconds until the server is given the message, and from then until its answer. */
const deadlines = { message: 30_000, answer: 180_000 }
const mostBytes = 16 * 1024
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
      const expire = (): void => end(fail(stop()))
      let cancel = after(deadlines.message, expire)
      // Many servers filter a message before they answer: whoever gives up then sends it twice.
      const given = (): void => {
        if (isOver) return
        cancel()
        cancel = after(deadlines.answer, expire)
      }
      const begin = (socket: Socket): void => {
        const session = loaded.sendOverSmtp({ mail, bytes, socket, tls, given })
        stop = session.stop
        void session.outcome.then((outcome) =>
          end(outcome.ok ? ok({ ...outcome.value, body: '', retryAfterMs: null }) : outcome),
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
