// A message through the user's own mail server. The Message-ID is the same for every attempt, by
// which some mailboxes know a message they already have; most show it twice.
import { messageOf } from '../../../shared/messages/messages.js'
import type { OutgoingMail } from '../../exchange/outgoing-mail.js'
import { isGood, placeOf } from '../faults.js'
import type { Kind } from './kind.js'

/** Wrong password, sign-in required, or refused that way. */
const accessRefusals: ReadonlySet<number> = new Set([530, 534, 535, 538])
const firstPermanent = 500

/** As a person reads it. */
export function mailText({
  mail: { security, host, port, from, to, subject, text },
}: OutgoingMail): string {
  const server = `${security === 'tls' ? 'smtps' : 'smtp'}://${host}:${String(port)}`
  return [server, `From: ${from}`, `To: ${to}`, `Subject: ${subject}`, '', text].join('\n')
}

export const email: Kind = {
  alert: ({ id, at, title, text, critical }, { settings: { address, mail }, secret }) => {
    if (mail === null) throw new RangeError('a mail server is missing')
    return {
      mail: { ...mail, host: address, password: secret, id, at, subject: title, text, critical },
    }
  },
  push: null,
  cancel: null,
  fault: ({ status }, settings) => {
    if (isGood(status)) return null
    const values = { ...placeOf(settings), status }
    if (accessRefusals.has(status)) return messageOf('away.fault.mail-access', values)
    return messageOf(
      status >= firstPermanent ? 'away.fault.mail-refused' : 'away.fault.mail-later',
      values,
    )
  },
  isFinal: ({ status }) => status >= firstPermanent,
  waits: () => 0,
  hasIds: false,
  replaces: () => true,
  dailyMessages: () => null,
}
