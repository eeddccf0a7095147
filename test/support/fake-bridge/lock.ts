// The lock as the page sees it. What main would do beside it, reloading the page, a test does
// itself.
import type { LockView } from '../../../src/shared/lock/lock.js'
import type { Pushes, Reply, Requests } from '../../../src/shared/contract.js'
import { ok } from '../../../src/shared/result.js'

type LockChannel = keyof Requests & `lock/${string}`

export const unlocked: LockView = {
  locked: null,
  passphrase: 'none',
  retryAt: null,
  utcTimes: false,
  language: 'system',
  formats: 'plain',
}

export function createFakeLock(
  view: LockView = unlocked,
  push: <T extends 'lock'>(topic: T, payload: Pushes[T]) => void,
): { [C in LockChannel]: (payload: Requests[C]['ask']) => Reply<C> } {
  let latest = view
  const tell = (some: Partial<LockView>): void => {
    latest = { ...latest, ...some }
    push('lock', latest)
  }
  return {
    'lock/read': () => ok(latest),
    'lock/now': () => ok(null),
    'lock/unlock': () => ok(null),
    'lock/reset-passphrase': () => ok(null),
    'lock/change-passphrase': ({ next }) => {
      tell({ passphrase: next === null ? 'none' : 'set' })
      return ok(null)
    },
  }
}
