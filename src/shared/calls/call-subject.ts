import { type Message, type MessageKey, messageOf } from '../messages/messages.js'

type EndOf<Key> = Key extends `exchange.subject.${infer End}` ? End : never

/** What a call is about, as the key of its text: `exchange.subject.<subject>`. */
export type CallSubject = EndOf<MessageKey>

/** "the main balance". */
export function subjectMessage(subject: CallSubject): Message {
  return messageOf(`exchange.subject.${subject}`)
}
