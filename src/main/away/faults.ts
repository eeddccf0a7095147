// Why a service did not take a message, as the user can act on it.
import { hostOf, type DestinationSettings } from '../../shared/away/away.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { OutgoingReply } from '../exchange/outgoing-client.js'
import type { WireFailure } from '../exchange/errors.js'

/** The host, as an argument of a message. */
export function placeOf(settings: DestinationSettings): { host: string } {
  return { host: hostOf(settings) }
}

type Words = (values: { host: string }) => Message

const unreachable: Words = (values) => messageOf('away.fault.unreachable', values)
const silent: Words = (values) => messageOf('away.fault.silent', values)
const silentRepeats: Words = (values) => messageOf('away.fault.silent-repeats', values)

const wireWords: Partial<Record<WireFailure['cause'], Words>> = {
  TLS_REFUSED: (values) => messageOf('away.fault.tls', values),
  PROXY_FAILED: (values) => messageOf('away.fault.proxy', values),
  DNS_FAILED: (values) => messageOf('away.fault.dns', values),
  TIMEOUT: silent,
  RESET: silent,
  TRUNCATED: silent,
  TOO_LARGE: silent,
  BAD_HTTP: silent,
  BAD_ENCODING: silent,
}

/** `hasIds`: the service recognizes a message that is sent again. */
export function wireFault(
  { cause }: Pick<WireFailure, 'cause'>,
  settings: DestinationSettings,
  hasIds: boolean,
): Message {
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
