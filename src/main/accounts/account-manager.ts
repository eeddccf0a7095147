// Every account that is open, and which one is on screen. All of them are monitored, whichever is shown, also while the demo is.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { DemoLevers } from '../demo/demo-levers.js'
import type { Account } from './account.js'
import type { AppState } from './app-state.js'
import { createKeyQueue, type KeyQueueParts } from './key-queue.js'
import type { ProfileRepository } from './profile-repository.js'

/** What ends when the demo is left: its account, and then its simulator. */
export type OpenDemo = { account: Account; levers: DemoLevers; tend(): void; stop(): Promise<void> }

export type AccountManagerParts = {
  profiles: Pick<ProfileRepository, 'list' | 'activeId' | 'setActive'>
  open(profile: Profile): Account
  keychainWorks: KeyQueueParts['keychainWorks']
  openDemo(): Promise<Result<OpenDemo, Problem>>
  appState: AppState
  /** Another account is on screen, or none. */
  shownChanged(account: Account | null): void
  /** Accounts were opened or closed. */
  listChanged(): void
}

export type AccountManager = {
  /** Opens every account, or only the demo where it is asked for. With no profile nothing is opened and no keychain touched. */
  start(flags: { demo: boolean }): Promise<Result<null, Problem>>
  /** Shows another account; leaves the demo if it is on. Waits for nothing. */
  show(profileId: string): Result<null, Problem>
  /** Loads an account's key again, and tries it again if the exchange had refused it. */
  unlock(profileId: string): Promise<Result<null, Problem>>
  enterDemo(): Promise<Result<null, Problem>>
  leaveDemo(): Promise<Result<null, Problem>>
  /** The list of profiles changed: opens what is new, closes what is gone. */
  profilesChanged(): void
  /** A profile was added, or has another key: opens it anew and shows it. */
  saved(profileId: string): void
  shown(): Account | null
  all(): Account[]
  demo(): OpenDemo | null
  /** The window came into view, or left it. */
  setHidden(hidden: boolean): void
  /** About once a minute: a list that could not be read is read again. */
  tend(): void
  /** For a fault that ends Plimsoll: nothing is polled any more and every key is wiped. Notices stay on the screen. */
  stop(): void
  /** For quitting: closes every account and ends the demo. */
  close(): Promise<void>
}

const unknownProfile: Problem = { code: 'gone', message: 'There is no such account any more.' }
const demoCancelled: Problem = { code: 'gone', message: 'The demo was left before it had started.' }

const differsOnlyInName = (a: Profile, b: Profile): boolean => JSON.stringify({ ...a, name: '' }) === JSON.stringify({ ...b, name: '' })

export const createAccountManager = (parts: AccountManagerParts): AccountManager => {
  const { profiles, appState } = parts
  const accounts = new Map<string, Account>()
  let demo: OpenDemo | null = null
  let entering: Promise<Result<null, Problem>> | null = null
  /** Counts decisions: a demo that was still starting when the user decided otherwise is stopped. */
  let demoRequest = 0
  let hidden = false
  let onScreen: Account | null = null
  let opening = false
  let closed = false
  /** The list could not be read the last time. */
  let listUnread = false

  const keyQueue = createKeyQueue({ accounts: () => accounts.values(), onScreen: () => onScreen, keychainWorks: parts.keychainWorks })

  /** Brings the account on screen that is to be there. */
  const showWanted = (profiles: Profile[], activeProfileId: string | null): void => {
    const account = demo?.account ?? accounts.get(activeProfileId ?? '') ?? null
    if (account !== onScreen) {
      onScreen?.setVisibility('background')
      onScreen = account
      onScreen?.setVisibility(hidden ? 'hidden' : 'screen')
    }
    const { state, problem } = account?.key ?? { state: 'unknown', problem: null }
    appState.setAccounts({ profiles, activeProfileId, demo: demo?.account.profile ?? null, keyState: state, keyProblem: problem })
    parts.shownChanged(account)
  }

  /** Where the list cannot be read, what is shown stays: a broken disk must not look like an installation without accounts. */
  const readProfiles = (): Profile[] => {
    const list = profiles.list()
    listUnread = !list.ok
    if (list.ok) return list.value
    appState.notify({ level: 'danger', title: 'The list of accounts could not be read', text: list.error.message })
    return appState.view().profiles
  }

  const saveActive = (profileId: string | null): void => {
    const saved = profiles.setActive(profileId)
    if (!saved.ok) {
      const text = `${saved.error.message} At the next start another account may be shown first.`
      appState.notify({ level: 'caution', title: 'The choice of account could not be recorded', text })
    }
  }

  const open = (profile: Profile): void => {
    const account = parts.open(profile)
    account.setVisibility('background')
    accounts.set(profile.id, account)
    keyQueue.add(account)
  }

  const close = (account: Account): void => {
    accounts.delete(account.profile.id)
    keyQueue.remove(account)
    if (onScreen === account) onScreen = null
    void account.close()
  }

  /** Closes what is gone or has another key, and brings the one on screen that is to be there. Others are left alone. */
  const syncAccounts = (known: Profile[], activeProfileId: string | null): void => {
    for (const account of [...accounts.values()]) {
      const profile = known.find(({ id }) => id === account.profile.id)
      if (profile === undefined || !differsOnlyInName(profile, account.profile)) close(account)
      else if (profile.name !== account.profile.name) account.rename(profile)
    }
    const active = known.find(({ id }) => id === activeProfileId)
    if (active !== undefined && !accounts.has(active.id)) open(active)
    showWanted(known, activeProfileId)
    parts.listChanged()
  }

  const nextClosed = async (): Promise<Profile | undefined> => {
    await nextTurn()
    return closed ? undefined : appState.view().profiles.find(({ id }) => !accounts.has(id))
  }

  /** Opens the others, which may be many, one at a time so that the window is not held up; then loads the keys that are missing. */
  const openRest = async (): Promise<void> => {
    if (opening) return
    opening = true
    try {
      for (let next = await nextClosed(); next !== undefined; next = await nextClosed()) {
        open(next)
        parts.listChanged()
      }
    } finally {
      opening = false
    }
    await keyQueue.run()
  }

  /** Brings nothing on screen in its place. */
  const stopDemo = async (): Promise<void> => {
    const running = demo
    demo = null
    entering = null
    if (running === null) return
    if (onScreen === running.account) onScreen = null
    await running.account.close()
    await running.stop()
  }

  const beginDemo = async (mine: number): Promise<Result<null, Problem>> => {
    const started = await parts.openDemo().finally(() => {
      if (demoRequest === mine) entering = null
    })
    if (demoRequest !== mine) {
      if (started.ok) {
        await started.value.account.close()
        await started.value.stop()
      }
      return fail(demoCancelled)
    }
    if (!started.ok) return started
    demo = started.value
    const { profiles: known, activeProfileId } = appState.view()
    showWanted(known, activeProfileId)
    parts.listChanged()
    return demo.account.unlock()
  }

  const enterDemo = (): Promise<Result<null, Problem>> => {
    if (closed) return Promise.resolve(fail(demoCancelled))
    if (demo !== null) return Promise.resolve(ok(null))
    if (entering === null) {
      demoRequest += 1
      entering = beginDemo(demoRequest)
    }
    return entering
  }

  const show = (profileId: string): Result<null, Problem> => {
    const isThere = onScreen?.profile.id === profileId
    // Whoever chooses the account on screen again wants no other, and no demo that is only starting.
    if (isThere && (demo !== null || entering === null)) return ok(null)
    const known = readProfiles()
    if (closed || !known.some(({ id }) => id === profileId)) return fail(unknownProfile)
    demoRequest += 1
    void stopDemo()
    syncAccounts(known, profileId)
    saveActive(profileId)
    void openRest()
    return ok(null)
  }

  const profilesChanged = (): void => {
    if (closed) return
    const known = readProfiles()
    const { activeProfileId } = appState.view()
    const last = profiles.activeId()
    const isThere = known.some(({ id }) => id === activeProfileId)
    const next = isThere ? activeProfileId : (known.find(({ id }) => last.ok && id === last.value) ?? known[0])?.id
    syncAccounts(known, next ?? null)
    if (!isThere && !listUnread) saveActive(next ?? null)
    void openRest()
  }

  return {
    start: async ({ demo: straightToDemo }) => {
      const known = readProfiles()
      const last = profiles.activeId()
      const first = known.find(({ id }) => last.ok && id === last.value) ?? known[0]
      appState.setAccounts({ profiles: known, activeProfileId: first?.id ?? null })
      if (straightToDemo) {
        const entered = await enterDemo()
        if (entered.ok || demo !== null) return entered
        appState.notify({ level: 'danger', title: 'The demo could not be opened', text: entered.error.message })
      }
      syncAccounts(known, first?.id ?? null)
      await openRest()
      return ok(null)
    },
    show,
    unlock: async (profileId) => {
      const account = accounts.get(profileId)
      if (account === undefined) return fail(unknownProfile)
      keyQueue.remove(account)
      const unlocked = await account.unlock()
      if (!unlocked.ok || account.profile.keyStorage !== 'keychain') return unlocked
      // The keychain is open now, perhaps for the others as well.
      keyQueue.addMissing()
      void keyQueue.run()
      return unlocked
    },
    enterDemo,
    leaveDemo: async () => {
      if (closed || (demo === null && entering === null)) return ok(null)
      demoRequest += 1
      const stopped = stopDemo()
      syncAccounts(readProfiles(), appState.view().activeProfileId)
      void openRest()
      await stopped
      return ok(null)
    },
    profilesChanged,
    tend: () => {
      if (listUnread) profilesChanged()
    },
    saved: (profileId) => {
      const account = accounts.get(profileId)
      // The same profile with a new key may look the same: its key is loaded anew.
      if (account !== undefined) close(account)
      show(profileId)
    },
    shown: () => onScreen,
    all: () => [...accounts.values(), ...(demo === null ? [] : [demo.account])],
    demo: () => demo,
    setHidden: (now) => {
      hidden = now
      onScreen?.setVisibility(hidden ? 'hidden' : 'screen')
    },
    stop: () => {
      closed = true
      for (const account of [...accounts.values(), ...(demo === null ? [] : [demo.account])]) account.stop()
    },
    close: async () => {
      closed = true
      demoRequest += 1
      const open = [...accounts.values()]
      accounts.clear()
      keyQueue.clear()
      onScreen = null
      await Promise.all([...open.map((account) => account.close()), stopDemo()])
      parts.shownChanged(null)
    },
  }
}
