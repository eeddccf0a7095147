// The meaning of some codes with which the exchange refuses an order: its own text is brief, or
// missing. The public documentation names them. They apply only to orders; other endpoints use the
// same numbers for something else.
import { type Message, messageOf } from '../messages/messages.js'

const meanings: ReadonlyMap<number, Message> = new Map([
  [115, messageOf('exchange.refusal-code.115')],
  [116, messageOf('exchange.refusal-code.116')],
  [155, messageOf('exchange.refusal-code.155')],
  [160, messageOf('exchange.refusal-code.160')],
  [250, messageOf('exchange.refusal-code.250')],
])

/** Null if there is no code, or none that needs explaining. */
export function refusalMeaning(code: number | null): Message | null {
  return code === null ? null : (meanings.get(code) ?? null)
}

/** A refusal in our terms, followed by the meaning of its code. */
export function refusalMessage(refusal: Message, code: number | null): Message {
  const meaning = refusalMeaning(code)
  return meaning === null
    ? refusal
    : messageOf('exchange.refusal-code.with-meaning', { refusal, meaning })
}
