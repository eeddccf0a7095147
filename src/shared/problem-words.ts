import { t, textOf, type MessageOrText } from './messages/messages.js'

type ProblemFields = { [field: string]: MessageOrText[] }

function joined(texts: readonly MessageOrText[]): string {
  return texts.map(textOf).join(' ')
}

/**
 * Every problem there is. The catalogue has its texts, `problems.<code>.title`, `.money` and
 * `.next`.
 */
export const problemCodes = [
  'bad-key-or-signature',
  'key-disabled',
  'key-asleep',
  'no-permission',
  'b2b-only',
  'credit-line-off',
  'no-loan',
  'clock-wrong',
  'nonce-conflict',
  'rate-limited',
  'refused',
  'not-found',
  'region-unavailable',
  'exchange-trouble',
  'maintenance',
  'not-understood',
  'unreachable',
  'timeout',
  'tls',
  'outcome-unknown',
  'not-delivered',
  'keychain-unavailable',
  'keychain-locked',
  'keychain-trouble',
  'amounts-hidden',
  'key-locked',
  'store-trouble',
  'system-refused',
  'bad-input',
  'trading-off',
  'over-limit',
  'order-unresolved',
  'cancelled',
  'bad-sender',
  'busy',
  'gone',
  'internal',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/**
 * What the user reads about a problem: what happened, what it means for their money, and the one
 * next step.
 */
export type ProblemWords = { title: string; money: string; next: string }

export function wordsFor(code: ProblemCode): ProblemWords {
  return {
    title: t(`problems.${code}.title`),
    money: t(`problems.${code}.money`),
    next: t(`problems.${code}.next`),
  }
}

/** What is wrong with the field; null if nothing is. */
export function fieldText(
  problem: { fields?: ProblemFields } | null,
  field: string,
): string | null {
  const texts = problem?.fields?.[field]
  return texts === undefined ? null : joined(texts)
}

/** What is wrong, by field. */
export function fieldTexts(fields: ProblemFields = {}): { [field: string]: string } {
  return Object.fromEntries(Object.entries(fields).map(([field, texts]) => [field, joined(texts)]))
}

/** What its own message says beyond its title; empty if nothing. */
export function beyondTitle({
  code,
  message,
}: {
  code: ProblemCode
  message: MessageOrText
}): string {
  const { title } = wordsFor(code)
  const text = textOf(message)
  return text === title || text === `${title}.` ? '' : text
}
