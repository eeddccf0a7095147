// Requests to servers other than the exchange's, such as those of a messaging service: over the
// same connections, with the same trust and limits, and never a redirect.
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import type { WireFailure } from './errors.js'
import type { Secret } from '../keychain/secret.js'
import { createHttpClient, type HttpCall, httpLimits } from './http-client.js'
import { bearerOf, pathWith, webhookSignature } from './outgoing-signer.js'
import { retryAfterMs } from './timing.js'
import type { Trust } from './tls-connector.js'

/** `baseUrl`: scheme and host. `path` begins with a slash. */
export type OutgoingRequest = Pick<HttpCall, 'method' | 'path' | 'headers'> & {
  baseUrl: string
  body: string | null
  /** PEM of the only authority whose certificates are accepted; the built-in ones if absent. */
  authority?: string
  /** Sent as a bearer token. */
  bearer?: Secret
  /** Replaces `place` in the path: nothing but the transport has both together. */
  inPath?: { place: string; secret: Secret }
  /** Signs `content`; sent as `Webhook-Signature`. */
  signed?: { secret: Secret; content: string }
}

export type OutgoingReply = {
  status: number
  body: string
  /** Milliseconds the server asks to wait; null if it does not. */
  retryAfterMs: number | null
  /** What a mail server replied to. */
  step?: MailStep
}

/** `greeting`: everything before the sign-in. `message`: MAIL, RCPT or DATA. */
export type MailStep = 'greeting' | 'sign-in' | 'message'

/** `detail`: Node's code, such as why a certificate was not accepted. */
export type OutgoingFailure = Pick<WireFailure, 'cause' | 'sent'> &
  Partial<Pick<WireFailure, 'detail'>>

export type OutgoingClient = (
  request: OutgoingRequest,
) => Promise<Result<OutgoingReply, OutgoingFailure>>

/** What a connection trusts if the user chose an authority for it. */
export function trusting(trust: Trust, authority: string | undefined): Trust {
  return authority === undefined ? trust : { ...trust, chosenAuthority: authority }
}

/** What is sent as the path. */
export function pathOf({ path, inPath }: OutgoingRequest): string {
  return inPath ? pathWith(path, inPath.place, inPath.secret) : path
}

/** What is sent, with what is made of the secret. */
export function headersOf({ headers, bearer, signed }: OutgoingRequest): Record<string, string> {
  return {
    ...headers,
    ...(bearer && { Authorization: bearerOf(bearer) }),
    ...(signed && { 'Webhook-Signature': webhookSignature(signed.secret, signed.content) }),
    'User-Agent': 'Plimsoll',
    Accept: '*/*',
  }
}

const limits = { ...httpLimits, maxAnswer: 64 * 1024, maxRequest: 16 * 1024 }
const deadline = 15_000

/** Each request has a connection of its own: they are few, and to several servers. */
export function createOutgoingClient({
  trust,
  clock,
}: {
  trust: Trust
  clock: Clock
}): OutgoingClient {
  return async (request) => {
    const { baseUrl, method, body } = request
    const http = createHttpClient({
      baseUrl,
      trust: trusting(trust, request.authority),
      limits,
      paths: '/',
    })
    if (!http.ok) return fail({ cause: 'ADDRESS_REFUSED', sent: false })
    const outcome = await http.value.send({
      method,
      path: pathOf(request),
      headers: headersOf(request),
      body: body === null ? null : Buffer.from(body, 'utf8'),
      deadline,
      freshSocket: true,
    })
    http.value.close()
    if (!outcome.ok) return outcome
    const { status, body: answer } = outcome.value
    return ok({
      status,
      body: answer.toString('utf8'),
      retryAfterMs: retryAfterMs(outcome.value, clock()),
    })
  }
}
