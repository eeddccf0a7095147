// Why monitoring is lost, in words that can stand alone in a notification.
import type { KeyState } from '../../shared/domain/account.js'
import { wordsFor } from '../../shared/domain/problem-words.js'
import type { ProblemCode } from '../../shared/domain/problem.js'
import type { RiskyFeed } from './freshness.js'

export type LossReason =
  | 'offline'
  | 'not-safe'
  | 'throttled'
  | 'key-rejected'
  | 'keychain'
  | 'session-ended'
  | 'not-understood'
  | 'clock'
  | 'exchange-trouble'
  | 'not-allowed'
  | 'other-program'
  | 'locked'
  | 'trouble'
  | 'no-answer'

const reasonTexts: Record<LossReason, string> = {
  offline: 'the exchange cannot be reached',
  'not-safe': 'the connection is not safe',
  throttled: 'the exchange asks to slow down',
  'key-rejected': 'the exchange rejects the key',
  keychain: 'the keychain gives no key',
  'session-ended': 'the session-only key is gone',
  'not-understood': 'the answers are not understood',
  clock: 'this computer’s clock is off',
  'exchange-trouble': 'the exchange has trouble',
  'not-allowed': 'this key may not ask any more',
  'other-program': 'another program uses the key',
  locked: 'Plimsoll is locked',
  trouble: 'something went wrong',
  'no-answer': 'no answer comes',
}

/** From the cause of an alert; null where it is from a version that knew other reasons. */
export const lossReasonText = (why: unknown): string | null => Object.entries(reasonTexts).find(([known]) => known === why)?.[1] ?? null

const reasonOfCode = (code: ProblemCode): LossReason => {
  switch (code) {
    case 'unreachable':
    case 'timeout':
      return 'offline'
    case 'tls':
      return 'not-safe'
    case 'rate-limited':
      return 'throttled'
    case 'bad-key-or-signature':
    case 'key-disabled':
      return 'key-rejected'
    case 'keychain-locked':
    case 'keychain-unavailable':
    case 'keychain-trouble':
      return 'keychain'
    case 'not-understood':
      return 'not-understood'
    case 'clock-wrong':
      return 'clock'
    case 'exchange-trouble':
      return 'exchange-trouble'
    case 'no-permission':
    case 'b2b-only':
    case 'credit-line-off':
    case 'region-unavailable':
      return 'not-allowed'
    case 'nonce-conflict':
      return 'other-program'
    case 'key-locked':
      return 'locked'
    default:
      return 'trouble'
  }
}

const reasonOfKey: Partial<Record<KeyState, LossReason>> = {
  rejected: 'key-rejected',
  'locked-or-missing': 'keychain',
  'keychain-trouble': 'keychain',
  'session-ended': 'session-ended',
}

const feedsText = (feeds: readonly RiskyFeed[]): string =>
  feeds.length > 1 ? 'Loan and positions' : feeds[0] === 'loan' ? 'Loan' : 'Positions'

/** `code`: why the newest poll failed; null where nothing came at all. */
export const lossText = (
  feeds: readonly RiskyFeed[],
  key: KeyState,
  code: ProblemCode | null,
): { why: LossReason; title: string; text: string; endTitle: string } => {
  const why = reasonOfKey[key] ?? (code === null ? 'no-answer' : reasonOfCode(code))
  const what = feedsText(feeds)
  return {
    why,
    title: `${what} not monitored: ${reasonTexts[why]}`,
    text: code === null ? 'Check the network. If it stays, restart Plimsoll.' : wordsFor(code).next,
    endTitle:
      feeds.length > 1
        ? `${what} are monitored again`
        : feeds[0] === 'loan'
          ? 'The loan is monitored again'
          : 'Positions are monitored again',
  }
}
