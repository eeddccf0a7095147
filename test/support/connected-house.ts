// All accounts put together as the app does it, over the real client and the real store; the keychain is in memory, and there is no window.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Account } from '../../src/main/accounts/account.js'
import { createAccounts } from '../../src/main/accounts/accounts.js'
import { createSession } from '../../src/main/accounts/app-state.js'
import { systemTiming, type Timing } from '../../src/main/exchange/timing.js'
import { openHistory } from '../../src/main/investments/history-database.js'
import { openStore } from '../../src/main/accounts/storage.js'
import { createMemoryKeychain } from '../../src/main/keychain/memory-keychain.js'
import { createVault } from '../../src/main/keychain/vault.js'
import type { AlertNotice } from '../../src/shared/domain/alert.js'
import { defaultSettings, type Settings } from '../../src/shared/domain/settings.js'
import type { Pushes, Topic } from '../../src/shared/ipc/contract.js'
import { ok } from '../../src/shared/result.js'
import { about } from './fake-accounts.js'
import { valueOf } from './store-room.js'

const wallClock = (): number => Date.now() / 1000

/** What outlives a restart: the keychain, and what is kept in a folder, which is removed on `close` where it is a folder of its own. */
export const createDisk = (own: { folder?: string; keychain?: ReturnType<typeof createMemoryKeychain> } = {}) => {
  const folder = own.folder ?? mkdtempSync(path.join(tmpdir(), 'plimsoll-house-'))
  const { store } = valueOf(openStore({ folder, clock: wallClock }))
  return {
    folder,
    keychain: own.keychain ?? createMemoryKeychain(),
    store,
    history: openHistory({ folder }),
    close: () => {
      store.close()
      if (own.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Disk = ReturnType<typeof createDisk>

type Told = { [T in Topic]: { topic: T; payload: Pushes[T] } }[Topic]

/** On the computer's own time where no other is handed in. */
export const createConnectedHouse = (
  disk: Disk,
  { clock, timing }: { clock: () => number; timing: Timing } = { clock: wallClock, timing: systemTiming },
) => {
  const { keychain, store, history } = disk
  const vault = createVault({ keychain, platform: 'linux' })
  const session = createSession({ clock, newId: randomUUID, about, acknowledge: () => ok(null) })
  const copied: string[] = []
  const told: Told[] = []
  const notices: AlertNotice[] = []
  const settings: Settings = { ...defaultSettings }
  const accounts = createAccounts({
    clock,
    timing,
    store,
    history,
    vault,
    watchSecret: () => undefined,
    session,
    settings: () => settings,
    ask: () => Promise.resolve(ok(null)),
    files: { choose: () => Promise.resolve(null), saveText: () => Promise.resolve(ok(null)) },
    clipboard: {
      copySecret: async (text) => {
        copied.push(text)
        return { clearsAt: clock() + 30 }
      },
    },
    notifier: { notify: (notice) => notices.push(notice), withdraw: () => undefined },
    presence: { screenLocked: () => false, idleSeconds: () => 0 },
    push: (topic, payload) => told.push({ topic, payload } as Told),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  return {
    session,
    accounts,
    /** The account on screen. @throws Error where there is none */
    shown: (): Account => {
      const account = accounts.shown()
      if (account === null) throw new Error('no account is on screen')
      return account
    },
    vault,
    copied,
    /** Everything the page was told, in order. */
    told,
    notices,
    close: async () => {
      accounts.drafts.close()
      await accounts.close()
      history.close()
    },
  }
}

export type ConnectedHouse = ReturnType<typeof createConnectedHouse>
