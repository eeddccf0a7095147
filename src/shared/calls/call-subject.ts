import { messagesByEnglish } from '../messages/by-english.js'
import type { Told } from '../messages/messages.js'

const subjectMessage = messagesByEnglish('exchange', 'subject.')

/** What a call is about ("the main balance"): an endpoint says it in English. */
export function subjectTold({ subject }: { subject: string }): Told {
  return subjectMessage(subject)
}
