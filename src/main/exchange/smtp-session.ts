// One message over SMTP, on a socket that is open. A chunk of its own: the library is needed only
// by those who send mail.
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Mail } from './mail-message.js'
import type { MailStep, OutgoingFailure } from './outgoing-client.js'
import { passwordOf } from './outgoing-signer.js'
import { codeOf, type laterTls, UntrustedServer } from './tls-connector.js'

const accepted = 250
/** A lower code of an error is an answer to something else: the message was not accepted by it. */
const firstRefusal = 400
const limits = { maxResponseSize: 64 * 1024, socketCloseTimeout: 0 }
const certificateCode = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_)/

function memberOf(error: unknown, name: string): unknown {
  return error instanceof Error && name in error ? Reflect.get(error, name) : undefined
}

/** Why the server was not trusted; null if that is not what happened. */
function distrust(error: unknown): string | null {
  if (error instanceof UntrustedServer) return 'WEAK_SIGNATURE'
  if (memberOf(error, 'command') === 'STARTTLS') return 'NO_STARTTLS'
  const original = memberOf(error, 'originalCode')
  const code = typeof original === 'string' ? original : codeOf(error)
  return certificateCode.test(code) ? code : null
}

type MailReply = { status: number; step: MailStep }

/** The server's reply: also one that refuses is an answer. */
export function sendOverSmtp({
  mail,
  bytes,
  socket,
  tls,
  given,
}: {
  mail: Mail
  bytes: Buffer
  socket: Socket
  tls: ReturnType<typeof laterTls>
  /** Called as the server is given the message. */
  given: () => void
}): { outcome: Promise<Result<MailReply, OutgoingFailure>>; stop: () => OutgoingFailure } {
  const { host, port, security, user, password, from, to } = mail
  const isTls = security === 'tls'
  const session = new SMTPConnection({
    host,
    port,
    connection: socket,
    secure: isTls,
    secured: isTls,
    requireTLS: !isTls,
    // The name of this computer is nobody's business.
    name: '[127.0.0.1]',
    tls,
    ...limits,
  })
  /** The server was given the message, or part of it. */
  let isGiven = false
  const message = new Readable({
    read() {
      isGiven = true
      given()
      this.push(bytes)
      this.push(null)
    },
  })

  const lost = (): OutgoingFailure =>
    isGiven ? { cause: 'RESET', sent: true } : { cause: 'CONNECT_FAILED', sent: false }

  let step: MailStep = 'greeting'
  const outcome = new Promise<Result<MailReply, OutgoingFailure>>((resolve) => {
    const settle = (result: Result<MailReply, OutgoingFailure>): void => {
      resolve(result)
      session.close()
    }
    const failed = (error: unknown): void => {
      const reason = isGiven ? null : distrust(error)
      const code = memberOf(error, 'responseCode')
      if (reason !== null) settle(fail({ cause: 'TLS_REFUSED', sent: false, detail: reason }))
      else if (typeof code === 'number' && code >= firstRefusal) settle(ok({ status: code, step }))
      else settle(fail(lost()))
    }
    // Kept for its life: an unhandled error event would end the process.
    session.on('error', failed)
    session.once('end', () => failed(null))
    session.connect((refused) => {
      if (refused) return failed(refused)
      // It may have been wiped meanwhile: nothing may be thrown here, the process would end.
      if (!password || password.wiped) return failed(null)
      step = 'sign-in'
      const credentials = { user, pass: passwordOf(password) }
      session.login({ credentials }, (denied) => {
        if (denied) return failed(denied)
        step = 'message'
        session.send({ from, to: [to], size: bytes.length }, message, (error) => {
          if (error) failed(error)
          else settle(ok({ status: accepted, step }))
        })
      })
    })
  })
  return {
    outcome,
    stop: () => {
      const failure: OutgoingFailure = isGiven
        ? { cause: 'TIMEOUT', sent: true }
        : { cause: 'CONNECT_TIMEOUT', sent: false }
      session.close()
      return failure
    },
  }
}
