// Loads the keys of the accounts that wait for theirs, one at a time: each may bring up a prompt of the system.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Result } from '../../shared/result.js'
import type { Account } from './account.js'
import type { KeyTrouble } from './credential-store.js'

export type KeyQueueParts = {
  accounts(): Iterable<Account>
  onScreen(): Account | null
  /** Whether the keychain takes and gives anything at all now. May bring up a prompt of the system. */
  keychainWorks(): Promise<Result<null, KeyTrouble>>
}

export type KeyQueue = {
  add(account: Account): void
  remove(account: Account): void
  clear(): void
  /** The keychain gave a key just now: it is asked again for those that it gave none. */
  addMissing(): void
  /** Goes through the queue, the account on screen first. */
  run(): Promise<void>
}

const lacksKeychainKey = ({ profile, key }: Account): boolean =>
  profile.keyStorage === 'keychain' && (key.state === 'locked-or-missing' || key.state === 'keychain-trouble')

export const createKeyQueue = ({ accounts, onScreen, keychainWorks }: KeyQueueParts): KeyQueue => {
  const waiting = new Set<Account>()
  let running = false

  const addMissing = (): void => {
    for (const account of accounts()) if (lacksKeychainKey(account)) waiting.add(account)
  }

  /**
   * The keychain gave no key. Where it works all the same, perhaps because it was opened just now, those without theirs are loaded once
   * more; where it does not, the others are not loaded, because each of them would bring up the prompt anew.
   */
  const checkKeychain = async (): Promise<void> => {
    const works = await keychainWorks()
    if (works.ok) {
      addMissing()
      return
    }
    for (const account of [...waiting]) {
      if (account.profile.keyStorage !== 'keychain') continue
      waiting.delete(account)
      account.keyMissing(works.error)
    }
  }

  const nextAccount = (): Account | undefined => {
    const shown = onScreen()
    return shown !== null && waiting.has(shown) ? shown : [...waiting][0]
  }

  return {
    add: (account) => waiting.add(account),
    remove: (account) => waiting.delete(account),
    clear: () => waiting.clear(),
    addMissing,
    run: async () => {
      if (running) return
      running = true
      try {
        let isChecked = false
        while (waiting.size > 0) {
          // Keys that are held in memory are all there at once, and each begins to be monitored.
          await nextTurn()
          const next = nextAccount()
          if (next === undefined) break
          waiting.delete(next)
          const unlocked = await next.unlock()
          if (isChecked || next.profile.keyStorage !== 'keychain') continue
          if (unlocked.ok) {
            isChecked = true
            addMissing()
          } else if (waiting.size > 0 && lacksKeychainKey(next)) {
            isChecked = true
            await checkKeychain()
          }
        }
      } finally {
        running = false
      }
    },
  }
}
