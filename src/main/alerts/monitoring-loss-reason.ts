// Why monitoring is lost, from the state of the key and the problem of the latest poll.
import type { KeyState } from '../../shared/accounts/account.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { ProblemCode } from '../../shared/problem.js'

/**
 * Why monitoring is lost, as text that works alone in a notification, and the key states or problem
 * codes that mean so.
 */
export type LossReason = { why: string; text: Message; from: readonly (KeyState | ProblemCode)[] }

const unknownTrouble: LossReason = {
  why: 'trouble',
  text: messageOf('alerts.loss.trouble'),
  from: [],
}
const noAnswer: LossReason = {
  why: 'no-answer',
  text: messageOf('alerts.loss.no-answer'),
  from: [],
}
/** The exchange cannot be reached, and it is known what helps. */
export const otherFamily: LossReason = {
  why: 'other-family',
  text: messageOf('alerts.loss.offline'),
  from: [],
}
const lossReasons: readonly LossReason[] = [
  { why: 'maintenance', text: messageOf('alerts.loss.maintenance'), from: ['maintenance'] },
  { why: 'offline', text: messageOf('alerts.loss.offline'), from: ['unreachable', 'timeout'] },
  { why: 'not-safe', text: messageOf('alerts.loss.not-safe'), from: ['tls'] },
  { why: 'throttled', text: messageOf('alerts.loss.throttled'), from: ['rate-limited'] },
  {
    why: 'key-rejected',
    text: messageOf('alerts.loss.key-rejected'),
    from: ['rejected', 'bad-key-or-signature', 'key-disabled', 'key-asleep'],
  },
  {
    why: 'keychain',
    text: messageOf('alerts.loss.keychain'),
    from: ['locked-or-missing', 'keychain-trouble', 'keychain-locked', 'keychain-unavailable'],
  },
  { why: 'session-ended', text: messageOf('alerts.loss.session-ended'), from: ['session-ended'] },
  { why: 'not-entered', text: messageOf('alerts.loss.not-entered'), from: ['not-entered'] },
  {
    why: 'not-understood',
    text: messageOf('alerts.loss.not-understood'),
    from: ['not-understood'],
  },
  { why: 'clock', text: messageOf('alerts.loss.clock'), from: ['clock-wrong'] },
  {
    why: 'exchange-trouble',
    text: messageOf('alerts.loss.exchange-trouble'),
    from: ['exchange-trouble'],
  },
  {
    why: 'not-allowed',
    text: messageOf('alerts.loss.not-allowed'),
    from: ['no-permission', 'b2b-only', 'credit-line-off', 'region-unavailable'],
  },
  { why: 'other-program', text: messageOf('alerts.loss.other-program'), from: ['nonce-conflict'] },
  { why: 'locked', text: messageOf('alerts.loss.locked'), from: ['key-locked'] },
  unknownTrouble,
  noAnswer,
  otherFamily,
]

/** From an alert's cause; null if a version with other reasons wrote it. */
export function lossReasonText(why: unknown): Message | null {
  return lossReasons.find((known) => known.why === why)?.text ?? null
}

function reasonFrom(sign: KeyState | ProblemCode): LossReason | undefined {
  return lossReasons.find(({ from }) => from.includes(sign))
}

export function lossReasonFor(code: ProblemCode): Message {
  return (reasonFrom(code) ?? unknownTrouble).text
}

/** An explanation of the failure takes precedence over the key state. */
const explanations: readonly ProblemCode[] = ['maintenance', 'clock-wrong']

/** `code`: why the latest poll failed; null if there was no response at all. */
export function reasonOf(key: KeyState, code: ProblemCode | null): LossReason {
  const known = code === null ? undefined : reasonFrom(code)
  if (code !== null && known !== undefined && explanations.includes(code)) return known
  return reasonFrom(key) ?? known ?? (code === null ? noAnswer : unknownTrouble)
}

/** In the largest unit of which there are at least two, never rounded up. `skew`: seconds. */
export function clockOff(skew: number): Message {
  const seconds = skew < 0 ? -skew : skew
  const [size, unit] =
    seconds < 120
      ? ([1, 's'] as const)
      : seconds < 7200
        ? ([60, 'min'] as const)
        : ([3600, 'h'] as const)
  return messageOf('alerts.loss.clock-off', { amount: (seconds - (seconds % size)) / size, unit })
}

export function nextStep(why: string, code: ProblemCode | null): Message {
  if (code === null) return messageOf('alerts.loss.no-answer-text')
  return why === 'maintenance'
    ? messageOf('alerts.loss.maintenance-text')
    : messageOf(`problems.${code}.next`)
}
