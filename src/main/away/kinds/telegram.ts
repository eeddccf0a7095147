// A chat with the user's own bot (core.telegram.org/bots/api): messages are posted as JSON to an
// address that contains the bot's token. Without a parse mode the text is plain, whatever is in it.
// A message that is sent again arrives again, because there are no ids to recognize it by.
import { splitAddress } from '../../../shared/away/away.js'
import { parseJson } from '../../../shared/json.js'
import { messageOf } from '../../../shared/messages/messages.js'
import { isGood, placeOf } from '../faults.js'
import type { Kind, OutgoingMessage } from './kind.js'

const longestText = 4096
/** What previews show in the place of the token. */
const tokenPlace = '<token>'
/** "Bad Request: chat not found", or of an id that is no user's. */
const chatFault = /\bchat\b|peer_id|user not found/i

/** Undefined if there is none. */
function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isAccepted(answer: unknown): boolean {
  return (
    memberOf(answer, 'ok') === true &&
    typeof memberOf(memberOf(answer, 'result'), 'message_id') === 'number'
  )
}

/** Not cut within a character. */
function textOf({ title, text }: Pick<OutgoingMessage, 'title' | 'text'>): string {
  const whole = `${title}\n\n${text}`
  if (whole.length <= longestText) return whole
  return `${whole.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

export const telegram: Kind = {
  alert: (message, { settings, secret }) => {
    const split = splitAddress(settings.address)
    return {
      baseUrl: split.ok ? split.baseUrl : '',
      method: 'POST',
      path: `/bot${tokenPlace}/sendMessage`,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        chat_id: settings.topic,
        text: textOf(message),
        disable_notification: message.level === 'info' && !message.critical,
        link_preview_options: { is_disabled: true },
      }),
      ...(secret && { inPath: { place: tokenPlace, secret } }),
    }
  },
  push: null,
  cancel: null,
  fault: ({ status, body }, settings) => {
    const answer = parseJson(body)
    const place = placeOf(settings)
    if (isGood(status))
      return isAccepted(answer) ? null : messageOf('away.fault.not-telegram', place)
    // Of another program, its status says what there is to say.
    if (memberOf(answer, 'ok') !== false) return null
    // A token that was revoked is refused with 401, one in another form with 404.
    if (status === 401 || status === 404) return messageOf('away.fault.bot-token', place)
    if (status === 403) return messageOf('away.fault.blocked')
    const description = memberOf(answer, 'description')
    const isChat = typeof description === 'string' && chatFault.test(description)
    return status === 400 && isChat ? messageOf('away.fault.chat') : null
  },
  isFinal: () => false,
  waits: ({ body }) => {
    const seconds = memberOf(memberOf(parseJson(body), 'parameters'), 'retry_after')
    return typeof seconds === 'number' && seconds > 0 ? seconds : 0
  },
  hasIds: false,
  replaces: () => true,
  dailyMessages: () => null,
}
