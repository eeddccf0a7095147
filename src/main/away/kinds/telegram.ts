// A chat with the user's own bot (core.telegram.org/bots/api): messages are posted as JSON to an
// address that contains the bot's token. Without a parse mode the text is plain, whatever is in it.
// A message that is sent again arrives again, because there are no ids to recognize it by.
import { z } from 'zod'
import { splitAddress } from '../../../shared/away/away.js'
import { parseJson } from '../../../shared/json.js'
import { messageOf } from '../../../shared/messages/messages.js'
import type { OutgoingReply } from '../../exchange/outgoing-client.js'
import { tokenPlace } from '../../exchange/outgoing-signer.js'
import { isGood, placeOf } from '../faults.js'
import type { Kind, OutgoingMessage } from './kind.js'

const longestText = 4096

const accepted = z.object({ ok: z.literal(true), result: z.object({ message_id: z.number() }) })
const refused = z.object({
  ok: z.literal(false),
  error_code: z.number(),
  description: z.string(),
  parameters: z.object({ retry_after: z.number().nonnegative().optional() }).optional(),
})

function refusalIn({ body }: OutgoingReply): z.infer<typeof refused> | null {
  return refused.safeParse(parseJson(body)).data ?? null
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
      ...(secret && { inPath: secret }),
    }
  },
  push: null,
  cancel: null,
  fault: (reply, settings) => {
    const place = placeOf(settings)
    if (isGood(reply.status))
      return accepted.safeParse(parseJson(reply.body)).success
        ? null
        : messageOf('away.fault.not-telegram', place)
    const refusal = refusalIn(reply)
    if (refusal === null) return null
    const { error_code: code, description } = refusal
    // A token that was revoked is refused with 401, one in another form with 404.
    if (code === 401 || code === 404) return messageOf('away.fault.bot-token', place)
    if (code === 403) return messageOf('away.fault.blocked')
    const isChat = /\bchat\b|peer_id|user not found/i.test(description)
    return code === 400 && isChat ? messageOf('away.fault.chat') : null
  },
  waits: (reply) => refusalIn(reply)?.parameters?.retry_after ?? 0,
  hasIds: false,
  replaces: () => true,
  dailyMessages: () => null,
}
