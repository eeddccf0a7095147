// A message through the user's own mail server. The Message-ID is the same for every attempt, by
// which some mailboxes know a message they already have; most show it twice.
import { messageOf } from '../../../shared/messages/messages.js'
import type { OutgoingReply } from '../../exchange/outgoing-client.js'
import type { OutgoingMail } from '../../exchange/outgoing-mail.js'
import { isGood, placeOf } from '../faults.js'
import type { Kind } from './kind.js'

/** Wrong password, sign-in required, or refused that way. */
const accessRefusals: ReadonlySet<number> = new Set([530, 534, 535, 538])
const firstPermanent = 500
/** In a row: a server may lock out whoever goes on. */
const mostRefusedSignIns = 3

/** Whether the server refused the user name and password, not only for now. */
export function refusesSignIn({ status, step }: OutgoingReply): boolean {
  return step === 'sign-in' && status >= firstPermanent
}

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
  fault: (reply, settings) => {
    const { status, step } = reply
    if (isGood(status)) return null
    const values = { ...placeOf(settings), status }
    if (refusesSignIn(reply) || accessRefusals.has(status))
      return messageOf('away.fault.mail-access', values)
    return messageOf(
      status >= firstPermanent && step === 'message'
        ? 'away.fault.mail-refused'
        : 'away.fault.mail-later',
      values,
    )
  },
  // A server in trouble may refuse before it knows of a message: only a reply to that is final.
  isFinal: (reply, refusedSignIns) =>
    refusesSignIn(reply)
      ? refusedSignIns >= mostRefusedSignIns
      : reply.step === 'message' && reply.status >= firstPermanent,
  waits: () => 0,
  hasIds: false,
  replaces: () => true,
  dailyMessages: () => null,
}
