// Why a service did not take a message, as the user can act on it.
import { hostOf, type DestinationSettings } from '../../shared/away/away.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { OutgoingFailure, OutgoingReply } from '../exchange/outgoing-client.js'
import type { WireFailure } from '../exchange/errors.js'
import { isExpired } from './certificate-authority.js'

/** The host, as an argument of a message. */
export function placeOf(settings: DestinationSettings): { host: string } {
  return { host: hostOf(settings) }
}

type Words = (values: { host: string }) => Message

const unreachable: Words = (values) => messageOf('away.fault.unreachable', values)
const silent: Words = (values) => messageOf('away.fault.silent', values)
const silentRepeats: Words = (values) => messageOf('away.fault.silent-repeats', values)

const wireWords: Partial<Record<WireFailure['cause'], Words>> = {
  PROXY_FAILED: (values) => messageOf('away.fault.proxy', values),
  DNS_FAILED: (values) => messageOf('away.fault.dns', values),
  TIMEOUT: silent,
  RESET: silent,
  TRUNCATED: silent,
  TOO_LARGE: silent,
  BAD_HTTP: silent,
  BAD_ENCODING: silent,
}

const outOfTime: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])
const otherName: ReadonlySet<string> = new Set([
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
])

/** The server does not speak TLS, or not at this point. */
const otherSecurity = /^(NO_STARTTLS$|ERR_SSL_)/

/** Why the certificate of a server was not accepted. */
function certificateFault(
  detail: string,
  settings: DestinationSettings,
  now: UnixSeconds,
): Message {
  const { authority } = settings
  const values = placeOf(settings)
  if (authority !== null && isExpired(authority, now))
    return messageOf('away.fault.authority-expired', values)
  if (settings.mail !== null && otherSecurity.test(detail))
    return messageOf('away.fault.mail-security', values)
  if (outOfTime.has(detail)) return messageOf('away.fault.tls-expired', values)
  if (otherName.has(detail)) return messageOf('away.fault.tls-name', values)
  return messageOf(authority === null ? 'away.fault.tls' : 'away.fault.tls-authority', values)
}

/** `hasIds`: the service recognizes a message that is sent again. */
export function wireFault(
  { cause, detail = '' }: Pick<OutgoingFailure, 'cause' | 'detail'>,
  settings: DestinationSettings,
  { hasIds, now }: { hasIds: boolean; now: UnixSeconds },
): Message {
  if (cause === 'TLS_REFUSED') return certificateFault(detail, settings, now)
  const words = wireWords[cause] ?? unreachable
  return (words === silent && !hasIds ? silentRepeats : words)(placeOf(settings))
}

export const tooManyRequests = 429

export function isGood(status: number): boolean {
  return status >= 200 && status < 300
}

/** Null if the response accepts the request. */
export function replyFault(
  { status }: Pick<OutgoingReply, 'status'>,
  settings: DestinationSettings,
): Message | null {
  if (isGood(status)) return null
  const values = { ...placeOf(settings), status }
  if (status >= 300 && status < 400) return messageOf('away.fault.redirect', values)
  if (status === 404) return messageOf('away.fault.missing', values)
  if (status === tooManyRequests) return messageOf('away.fault.limit', values)
  return messageOf(status >= 500 ? 'away.fault.trouble' : 'away.fault.refused', values)
}
