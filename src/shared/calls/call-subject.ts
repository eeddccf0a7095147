import { messagesByEnglish } from '../messages/by-english.js'
import type { Told } from '../messages/messages.js'

const subjectMessage = messagesByEnglish('exchange', 'subject.')

/** What a call is about ("the main balance"): an endpoint says it in English. */
export const subjectTold = ({ subject }: { subject: string }): Told => subjectMessage(subject)
