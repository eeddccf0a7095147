// All accounts put together as the app does it, over the real client and the real store; the
// keychain is in memory, and there is no window.
import type { KeychainAdapter } from '../../src/main/keychain/keychain-adapter.js'
import type { Timing } from '../../src/shared/time.js'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Account } from '../../src/main/accounts/account.js'
import { type Accounts, createAccounts } from '../../src/main/accounts/accounts.js'
import { startDemo } from '../../src/main/demo/demo-account.js'
import {
  createExchangeClient,
  createPublicClient,
} from '../../src/main/exchange/exchange-client.js'
import { createAppState } from '../../src/main/accounts/app-state.js'
import { systemTiming } from '../../src/main/exchange/timing.js'
import { openHistoryDatabase } from '../../src/main/investments/history-database.js'
import { openStorage } from '../../src/main/accounts/storage.js'
import { createLockHarness } from './lock-harness.js'
import { createMemoryKeychain } from './memory-keychain.js'
import { createKeychain } from '../../src/main/keychain/keychain.js'
import type { AlertNotification } from '../../src/shared/alerts/alert.js'
import { defaultSettings, type Settings } from '../../src/shared/settings/settings.js'
import type { Pushes, Topic } from '../../src/shared/contract.js'
import { ok } from '../../src/shared/result.js'
import { about } from './fake-accounts.js'
import { valueOf } from './test-storage.js'

const wallClock = (): number => Date.now() / 1000

/**
 * What outlives a restart: the keychain, and what is kept in a folder, which is removed on `close`
 * where it is a folder of its own.
 */
export function createDisk(own: { folder?: string; keychain?: KeychainAdapter } = {}) {
  const folder = own.folder ?? mkdtempSync(path.join(tmpdir(), 'plimsoll-harness-'))
  const { storage } = valueOf(openStorage({ folder, clock: wallClock }))
  return {
    folder,
    keychain: own.keychain ?? createMemoryKeychain(),
    storage,
    history: openHistoryDatabase({ folder }),
    close: () => {
      storage.close()
      if (own.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Disk = ReturnType<typeof createDisk>

type Pushed = { [T in Topic]: { topic: T; payload: Pushes[T] } }[Topic]

/** On the computer's own time where no other is handed in. */
export function createConnectedAccounts(
  disk: Disk,
  { clock, timing }: { clock: () => number; timing: Timing } = {
    clock: wallClock,
    timing: systemTiming,
  },
) {
  const { keychain, storage, history } = disk
  const appState = createAppState({ clock, newId: randomUUID, about, acknowledge: () => ok(null) })
  const copied: string[] = []
  const pushed: Pushed[] = []
  const notices: AlertNotification[] = []
  const settings: Settings = { ...defaultSettings }
  const { lock } = createLockHarness({ clock, timing, settings: () => settings }, () => accounts)
  const accounts: Accounts = createAccounts({
    clock,
    timing,
    storage,
    history,
    keychain: createKeychain({ adapter: keychain, platform: 'linux' }),
    redactSecret: () => undefined,
    appState,
    settings: () => settings,
    amountsHidden: () => settings.hideAmounts,
    away: { raised: () => undefined, acknowledged: () => undefined },
    desktop: {
      ask: () => Promise.resolve(ok(null)),
      files: { choose: () => Promise.resolve(null), saveText: () => Promise.resolve(ok(null)) },
      clipboard: {
        copySecret: async (text) => {
          copied.push(text)
          return { clearsAt: clock() + 30 }
        },
      },
      notifier: {
        notify: (notice) => notices.push(notice),
        withdraw: () => undefined,
        missed: () => [],
      },
      presence: { screenLocked: () => false, idleSeconds: () => 0 },
    },
    exchange: { createClient: createExchangeClient, createPublicClient, startDemo },
    push: (topic, payload) => pushed.push({ topic, payload } as Pushed),
    lock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  return {
    appState,
    accounts,
    lock,
    settings,
    /** The account on screen. @throws Error where there is none */
    shown: (): Account => {
      const account = accounts.shown()
      if (account === null) throw new Error('no account is on screen')
      return account
    },
    keychain,
    copied,
    /** Everything that was pushed to the page, in order. */
    pushed,
    notices,
    close: async () => {
      accounts.drafts.close()
      await accounts.close()
      history.close()
    },
  }
}

export type ConnectedAccounts = ReturnType<typeof createConnectedAccounts>
