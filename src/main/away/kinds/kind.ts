// What a kind of destination is to the rest: how its requests are made, and what its responses say
// of them. A new kind is a module like these, its entry in kinds.ts, and its parts in
// shared/away/away.ts.
import type { DestinationSettings } from '../../../shared/away/away.js'
import type { AlertLevel } from '../../../shared/alerts/alert.js'
import type { Message } from '../../../shared/messages/messages.js'
import type { Secret } from '../../keychain/secret.js'
import type { OutgoingReply, OutgoingRequest } from '../../exchange/outgoing-client.js'
import type { OutgoingMail } from '../../exchange/outgoing-mail.js'
import type { UnixSeconds } from '../../../shared/time.js'

/** `id`: the same for every attempt, so that the service can recognize a message it already has. */
export type OutgoingMessage = {
  id: string
  at: UnixSeconds
  level: AlertLevel
  critical: boolean
  title: string
  text: string
}

/** `secret`: null if there is none. `series`: how many reports were delivered before. */
export type Target = {
  id: string
  settings: DestinationSettings
  secret: Secret | null
  series: number
}

export type StoppedMessage = { title: string; text: string; minutes: number }

export type Kind = {
  /** Null if this kind is sent no alerts. `now`: when this attempt is made. */
  alert:
    | ((
        message: OutgoingMessage,
        target: Target,
        now: UnixSeconds,
      ) => OutgoingRequest | OutgoingMail)
    | null
  /** Moves the report that Plimsoll stopped further ahead. */
  push: ((message: StoppedMessage, target: Target) => OutgoingRequest) | null
  /** Cancels that report. Null if it cannot be. */
  cancel: ((target: Target) => OutgoingRequest) | null
  /** Why the message was not taken, where the status alone does not say so; null otherwise. */
  fault: (reply: OutgoingReply, settings: DestinationSettings) => Message | null
  /**
   * Whether the message is refused for good: another attempt would end the same way.
   * `refusedSignIns`: how many were refused in a row, this one included.
   */
  isFinal: (reply: OutgoingReply, refusedSignIns: number) => boolean
  /** Seconds to wait, where the body of a response asks for it. */
  waits: (reply: OutgoingReply) => number
  /** Whether a message that is sent again is recognized by its id. Pings are all the same. */
  hasIds: boolean
  /** Whether a good response shows that the service replaces the report instead of adding one. */
  replaces: (reply: OutgoingReply, target: Target) => boolean
  /** How many messages the service takes a day, if it documents that. */
  dailyMessages: (settings: DestinationSettings) => number | null
}
