import { messagesByEnglish } from '../messages/by-english.js'
import type { Told } from '../messages/messages.js'

const subjectMessage = messagesByEnglish('exchange', 'subject.')

/** The subject of a call ("the main balance"): endpoints give it in English. */
export function subjectTold({ subject }: { subject: string }): Told {
  return subjectMessage(subject)
}
