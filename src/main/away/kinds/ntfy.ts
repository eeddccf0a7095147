// ntfy (docs.ntfy.sh/publish): messages are published as JSON to the root of the server. Clients
// show messages with the same sequence id as one, and a scheduled message is replaced by the next
// with its sequence id, or cancelled by DELETE.
import type { DestinationSettings } from '../../../shared/away/away.js'
import { hostOf, splitAddress } from '../../../shared/away/away.js'
import { messageOf } from '../../../shared/messages/messages.js'
import { parseJson } from '../../../shared/json.js'
import type { OutgoingRequest } from '../../exchange/outgoing-client.js'
import { isGood, placeOf } from '../faults.js'
import type { Kind, OutgoingMessage, Target } from './kind.js'

/** What the public server documents; own servers have no daily limit unless they set one. */
const publicDailyMessages = 250

function baseUrlOf({ address }: DestinationSettings): string {
  const split = splitAddress(address)
  return split.ok ? split.baseUrl : ''
}

/** One for each destination: two computers with the same topic must not replace each other's. */
function watchId({ id, series }: Target): string {
  return `plimsoll-${id}-${String(series)}`
}

function withToken({ secret }: Target, request: OutgoingRequest): OutgoingRequest {
  return { ...request, ...(secret && { bearer: secret }) }
}

function publish(target: Target, message: object): OutgoingRequest {
  return withToken(target, {
    baseUrl: baseUrlOf(target.settings),
    method: 'POST',
    path: '/',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ topic: target.settings.topic, ...message }),
  })
}

const priorities = { danger: 4, caution: 3, info: 2 } as const
const highestPriority = 5

function priorityOf({ critical, level }: OutgoingMessage): number {
  return critical ? highestPriority : priorities[level]
}

export const ntfy: Kind = {
  alert: (message, target) =>
    publish(target, {
      title: message.title,
      message: message.text,
      priority: priorityOf(message),
      sequence_id: message.id,
    }),
  push: ({ title, text, minutes }, target) =>
    publish(target, {
      title,
      message: text,
      priority: highestPriority,
      sequence_id: watchId(target),
      delay: `${String(minutes)}m`,
    }),
  cancel: (target) =>
    withToken(target, {
      baseUrl: baseUrlOf(target.settings),
      method: 'DELETE',
      path: `/${target.settings.topic}/${watchId(target)}`,
      headers: {},
      body: null,
    }),
  fault: ({ status, body }, settings) => {
    if (status === 401 || status === 403) return messageOf('away.fault.access', placeOf(settings))
    if (!isGood(status)) return null
    const answer = parseJson(body)
    // Anything else may be another program's page.
    return typeof answer === 'object' && answer !== null
      ? null
      : messageOf('away.fault.not-understood', placeOf(settings))
  },
  isFinal: () => false,
  waits: () => 0,
  hasIds: true,
  // A server before 2.16 ignores sequence ids, and does not return them.
  replaces: ({ body }, target) => {
    const answer = parseJson(body)
    return (
      typeof answer === 'object' &&
      answer !== null &&
      'sequence_id' in answer &&
      answer.sequence_id === watchId(target)
    )
  },
  dailyMessages: (settings) =>
    hostOf(settings).toLowerCase() === 'ntfy.sh' ? publicDailyMessages : null,
}
