// All open accounts, and which one is on screen. All are monitored, whichever is shown, including
// while the demo is.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Profile } from '../../shared/accounts/account.js'
import { keychainAnswerMs, keychainWaits, soon } from '../../shared/accounts/keychain-wait.js'
import type { Problem } from '../../shared/problem.js'
import { sameJson } from '../../shared/json.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Timing } from '../../shared/time.js'
import type { CopyOf } from '../../shared/accounts/app-state.js'
import type { DemoCopy, DemoLevers } from '../demo/demo-account.js'
import type { Account } from './account.js'
import type { AppState } from './app-state.js'
import { type KeyTrouble, keyAwaited } from './credential-store.js'
import type { ProfileRepository } from './profile-repository.js'
import { messageOf } from '../../shared/messages/messages.js'

/**
 * The keychain was called and did not respond, but may later, e.g. just after the computer started.
 * It may have shown a prompt.
 */
const passingFaults: readonly (string | undefined)[] = ['KEYCHAIN_TIMEOUT', 'KEYCHAIN_CRASH']

/** There was no keychain to call, so no prompt appeared: it may be started later. */
const absences: readonly (string | undefined)[] = ['KEYCHAIN_NO_SERVICE', 'KEYCHAIN_NO_BUS']

/** Consecutive retries: a prompt that is never answered must not keep coming back. */
const mostKeyRetries = 5

const didNotAnswer = ({ reason }: Problem): boolean => reason === 'KEYCHAIN_TIMEOUT'

function lacksKeychainKey({ profile, key }: Account): boolean {
  return (
    profile.keyStorage === 'keychain' &&
    (key.state === 'locked-or-missing' || key.state === 'keychain-trouble')
  )
}

/** What ends when the user leaves the demo: its account, then its simulator. */
export type OpenDemo = { account: Account; levers: DemoLevers; tend(): void; stop(): Promise<void> }

/** A practice copy, and which account it is of. */
type Copying = { copy: DemoCopy; of: CopyOf }

const unknownProfile: Problem = { code: 'gone', message: messageOf('accounts.no-such-account') }
const demoCancelled: Problem = { code: 'gone', message: messageOf('accounts.demo.left') }

function differsOnlyInName(a: Profile, b: Profile): boolean {
  return sameJson({ ...a, name: '' }, { ...b, name: '' })
}

async function endDemo({ account, stop }: OpenDemo): Promise<void> {
  await account.close()
  await stop()
}

export function createOpenAccounts(parts: {
  profiles: Pick<ProfileRepository, 'list' | 'activeId' | 'setActive'>
  open(profile: Profile): Account
  /** Whether the keychain stores and returns items at all now. May bring up a system prompt. */
  keychainWorks(): Promise<Result<null, KeyTrouble>>
  /** The user tries again: a call waiting for a keychain prompt is abandoned. */
  endKeychainWait(): void
  timing: Pick<Timing, 'after'>
  openDemo(copy: DemoCopy | null): Promise<Result<OpenDemo, Problem>>
  appState: AppState
  /** Another account is on screen, or none. */
  shownChanged(account: Account | null): void
  /** Accounts were opened or closed. */
  listChanged(): void
}) {
  const { profiles, appState } = parts
  const accounts = new Map<string, Account>()
  let demo: OpenDemo | null = null
  let copyOf: CopyOf | null = null
  let entering: Promise<Result<null, Problem>> | null = null
  /** Counts decisions: a demo still starting is stopped if the user decides otherwise. */
  let demoRequest = 0
  let hidden = false
  let onScreen: Account | null = null
  let opening = false
  let closed = false
  /** Kept closed until the work on their stored data is finished: how many such works there are. */
  const keptClosed = new Map<string, number>()
  /** The list could not be read last time. */
  let listUnread = false

  /** Accounts whose keys are to be loaded, one at a time, as each may bring up a system prompt. */
  const keyQueue = new Set<Account>()
  const keyRetries = new Map<string, number>()
  let loadingKeys = false

  const queueMissingKeys = (): void => {
    for (const account of accounts.values()) if (lacksKeychainKey(account)) keyQueue.add(account)
  }

  /**
   * The keychain returned no key. If it works all the same, perhaps because it was just unlocked,
   * accounts without keys are loaded once more; if not, the others are not loaded, because each
   * would bring up the prompt again.
   */
  const checkKeychain = async ({ key: { state, problem } }: Account): Promise<void> => {
    // A keychain that did not respond has been waited for already.
    const works =
      state === 'keychain-trouble' && problem !== null && didNotAnswer(problem)
        ? fail({ state, problem })
        : await parts.keychainWorks()
    if (works.ok) {
      queueMissingKeys()
      return
    }
    for (const account of [...keyQueue]) {
      if (account.profile.keyStorage !== 'keychain') continue
      keyQueue.delete(account)
      account.keyMissing(works.error)
    }
  }

  /**
   * Accounts queued behind one that is waiting for its key wait as well, and say so. Returns the
   * function that ends it.
   */
  const tellOfWaiting = ({ profile }: Account): (() => void) => {
    if (profile.keyStorage !== 'keychain') return () => undefined
    return parts.timing.after(keychainAnswerMs, () => {
      for (const account of keyQueue)
        if (account.profile.keyStorage === 'keychain') account.keyMissing(keyAwaited)
    })
  }

  /** The user asks for it: pending waits are abandoned. */
  const unlockNow = (account: Account): Promise<Result<null, Problem>> => {
    keyQueue.delete(account)
    keyRetries.delete(account.profile.id)
    const unlocking = account.unlock()
    if (account.profile.keyStorage === 'keychain') parts.endKeychainWait()
    return unlocking
  }

  /** Processes the queue, the account on screen first. */
  const loadKeys = async (): Promise<void> => {
    if (loadingKeys) return
    loadingKeys = true
    try {
      let isChecked = false
      while (keyQueue.size > 0) {
        // Keys held in memory are available immediately, and each account starts monitoring.
        await nextTurn()
        const next = onScreen !== null && keyQueue.has(onScreen) ? onScreen : [...keyQueue][0]
        if (next === undefined) break
        keyQueue.delete(next)
        const unlocked = await next.unlock().finally(tellOfWaiting(next))
        if (isChecked || next.profile.keyStorage !== 'keychain') continue
        if (unlocked.ok) {
          isChecked = true
          queueMissingKeys()
        } else if (keyQueue.size > 0 && lacksKeychainKey(next)) {
          isChecked = true
          await checkKeychain(next)
        }
      }
    } finally {
      loadingKeys = false
    }
  }

  const retryKeys = (): void => {
    for (const account of accounts.values()) {
      const { id } = account.profile
      const tries = keyRetries.get(id) ?? 0
      if (account.key.state === 'accepted') keyRetries.delete(id)
      if (!lacksKeychainKey(account)) continue
      const reason = account.key.problem?.reason
      if (passingFaults.includes(reason) && tries < mostKeyRetries) {
        keyRetries.set(id, tries + 1)
        keyQueue.add(account)
      } else if (absences.includes(reason)) keyQueue.add(account)
    }
    void loadKeys()
  }

  /** Shows the account that should be on screen. */
  const showWanted = (profiles: Profile[], activeProfileId: string | null): void => {
    const account = demo?.account ?? accounts.get(activeProfileId ?? '') ?? null
    if (account !== onScreen) {
      onScreen?.setVisibility('background')
      onScreen = account
      onScreen?.setVisibility(hidden ? 'hidden' : 'screen')
    }
    const { state, problem } = account?.key ?? { state: 'unknown', problem: null }
    appState.setAccounts({
      profiles,
      activeProfileId,
      demo: demo?.account.profile ?? null,
      copyOf,
      keyState: state,
      keyProblem: problem,
    })
    parts.shownChanged(account)
  }

  /**
   * If the list cannot be read, keep what is shown: a broken disk must not look like an
   * installation without accounts.
   */
  const readProfiles = (): Profile[] => {
    const list = profiles.list()
    listUnread = !list.ok
    if (list.ok) return list.value
    appState.notify({
      level: 'danger',
      title: messageOf('accounts.list-unread'),
      text: list.error.message,
    })
    return appState.view().profiles
  }

  /** The account last on screen, or else the first. */
  const lastShown = (known: readonly Profile[]): string | null => {
    const last = profiles.activeId()
    return (known.find(({ id }) => last.ok && id === last.value) ?? known[0])?.id ?? null
  }

  const saveActive = (profileId: string | null): void => {
    const saved = profiles.setActive(profileId)
    if (!saved.ok) {
      const text = messageOf('accounts.choice-not-recorded.text', { message: saved.error.message })
      appState.notify({
        level: 'caution',
        title: messageOf('accounts.choice-not-recorded.title'),
        text,
      })
    }
  }

  const open = (profile: Profile): void => {
    const account = parts.open(profile)
    account.setVisibility('background')
    accounts.set(profile.id, account)
    keyQueue.add(account)
  }

  const mayOpen = ({ id }: Profile): boolean => !accounts.has(id) && !keptClosed.has(id)

  const keepClosed = (profileIds: readonly string[], change: 1 | -1): void => {
    for (const id of profileIds) {
      const works = (keptClosed.get(id) ?? 0) + change
      if (works > 0) keptClosed.set(id, works)
      else keptClosed.delete(id)
    }
  }

  const close = (account: Account): Promise<void> => {
    accounts.delete(account.profile.id)
    keyQueue.delete(account)
    keyRetries.delete(account.profile.id)
    if (onScreen === account) onScreen = null
    return account.close()
  }

  /**
   * Closes accounts that are gone or have a new key, and shows the one that should be on screen.
   * Others are left alone.
   */
  const syncAccounts = (known: Profile[], activeProfileId: string | null): void => {
    for (const account of [...accounts.values()]) {
      const profile = known.find(({ id }) => id === account.profile.id)
      if (profile === undefined || !differsOnlyInName(profile, account.profile)) void close(account)
      else if (profile.name !== account.profile.name) account.rename(profile)
    }
    const active = known.find(({ id }) => id === activeProfileId)
    if (active !== undefined && mayOpen(active)) open(active)
    showWanted(known, activeProfileId)
    parts.listChanged()
  }

  /**
   * Opens the remaining accounts, of which there may be many, one at a time so that the window
   * stays responsive; then loads missing keys.
   */
  const openRest = async (): Promise<void> => {
    if (opening) return
    opening = true
    try {
      for (;;) {
        await nextTurn()
        const next = closed ? undefined : appState.view().profiles.find(mayOpen)
        if (next === undefined) break
        open(next)
        parts.listChanged()
      }
    } finally {
      opening = false
    }
    await loadKeys()
  }

  /** Shows nothing in its place. */
  const stopDemo = async (): Promise<void> => {
    const running = demo
    demo = null
    copyOf = null
    entering = null
    if (running === null) return
    if (onScreen === running.account) onScreen = null
    await endDemo(running)
  }

  const beginDemo = async (
    mine: number,
    copying: Copying | null,
  ): Promise<Result<null, Problem>> => {
    const started = await parts.openDemo(copying?.copy ?? null).finally(() => {
      if (demoRequest === mine) entering = null
    })
    const isGone =
      copying !== null && !appState.view().profiles.some(({ id }) => id === copying.of.profileId)
    if (demoRequest !== mine || isGone) {
      if (started.ok) await endDemo(started.value)
      return fail(demoCancelled)
    }
    if (!started.ok) return started
    demo = started.value
    copyOf = copying?.of ?? null
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
      entering = beginDemo(demoRequest, null)
    }
    return entering
  }

  /** Only one demo can start at a time. */
  const enterCopy = (copying: Copying): Promise<Result<null, Problem>> => {
    if (closed) return Promise.resolve(fail(demoCancelled))
    if (entering === null) {
      demoRequest += 1
      entering = beginDemo(demoRequest, copying)
    }
    return entering
  }

  /** Shows another account; leaves the demo if it is on. Does not wait. */
  const show = (profileId: string): Result<null, Problem> => {
    const isThere = onScreen?.profile.id === profileId
    // Selecting the account already on screen cancels a demo that is still starting.
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

  /** The list of profiles changed: opens new ones and closes removed ones. */
  const profilesChanged = (): void => {
    if (closed) return
    const known = readProfiles()
    // A copy ends with its account.
    if (copyOf !== null && !listUnread && !known.some(({ id }) => id === copyOf?.profileId)) {
      demoRequest += 1
      void stopDemo()
    }
    const { activeProfileId } = appState.view()
    const isThere = known.some(({ id }) => id === activeProfileId)
    const next = isThere ? activeProfileId : lastShown(known)
    syncAccounts(known, next)
    if (!isThere && !listUnread) saveActive(next)
    void openRest()
  }

  const all = (): Account[] => [...accounts.values(), ...(demo === null ? [] : [demo.account])]

  return {
    /**
     * Opens every account, or only the demo if requested. With no profile, nothing is opened and
     * the keychain is not called.
     */
    start: async ({ demo: straightToDemo }: { demo: boolean }): Promise<Result<null, Problem>> => {
      const known = readProfiles()
      const first = lastShown(known)
      appState.setAccounts({ profiles: known, activeProfileId: first })
      if (straightToDemo) {
        const entered = await enterDemo()
        if (entered.ok || demo !== null) return entered
        appState.notify({
          level: 'danger',
          title: messageOf('accounts.demo.not-opened'),
          text: entered.error.message,
        })
      }
      syncAccounts(known, first)
      await openRest()
      return ok(null)
    },
    show,
    /**
     * Loads an account's key again, and retries it if the exchange had refused it. Returns within
     * ten seconds.
     */
    unlock: (profileId: string): Promise<Result<null, Problem>> => {
      const account = accounts.get(profileId)
      if (account === undefined) return Promise.resolve(fail(unknownProfile))
      const unlocking = unlockNow(account).then((unlocked) => {
        if (!unlocked.ok || account.profile.keyStorage !== 'keychain') return unlocked
        // The keychain is unlocked now, perhaps for the others as well.
        queueMissingKeys()
        void loadKeys()
        return unlocked
      })
      return soon(parts.timing, unlocking, keychainWaits)
    },
    /**
     * After a lock: reloads the keys it wiped. The first one stored in the keychain decides: fails
     * if the keychain returns neither it nor anything else, and then no other is requested. Waits
     * as long as the keychain does.
     */
    unlockAll: async (): Promise<Result<null, Problem>> => {
      const inKeychain = [...accounts.values()].filter(
        ({ profile }) => profile.keyStorage === 'keychain',
      )
      const first = inKeychain.find((account) => account === onScreen) ?? inKeychain[0]
      if (first !== undefined) {
        const unlocked = await unlockNow(first)
        // A keychain that did not respond, and a try superseded by another, need no check that
        // would bring up one more prompt.
        if (!unlocked.ok && (didNotAnswer(unlocked.error) || unlocked.error.code === 'gone'))
          return unlocked
        const works: Result<null, KeyTrouble> = unlocked.ok ? unlocked : await parts.keychainWorks()
        if (!works.ok) return fail(works.error.problem)
      }
      for (const account of all()) if (account.key.state === 'locked') keyQueue.add(account)
      void loadKeys()
      return ok(null)
    },
    enterDemo,
    enterCopy,
    leaveDemo: async (): Promise<Result<null, Problem>> => {
      if (closed || (demo === null && entering === null)) return ok(null)
      demoRequest += 1
      const stopped = stopDemo()
      syncAccounts(readProfiles(), appState.view().activeProfileId)
      void openRest()
      await stopped
      return ok(null)
    },
    profilesChanged,
    /**
     * About once a minute: reads a list that could not be read again, and retries a keychain that
     * did not respond.
     */
    tend: (): void => {
      if (listUnread) profilesChanged()
      retryKeys()
    },
    /** A profile was added or has a new key: reopens and shows it. */
    saved: (profileId: string): void => {
      const account = accounts.get(profileId)
      // A profile with a new key may look the same, so its key is loaded again.
      if (account !== undefined) void close(account)
      show(profileId)
    },
    /** Closes accounts, and reopens them, on screen if one was, once `act` has finished. */
    whileClosed: async <T>(profileIds: readonly string[], act: () => T): Promise<T> => {
      keepClosed(profileIds, 1)
      try {
        const ended = profileIds.flatMap((id) => {
          const account = accounts.get(id)
          return account === undefined ? [] : [close(account)]
        })
        profilesChanged()
        await Promise.all(ended)
        return act()
      } finally {
        keepClosed(profileIds, -1)
        profilesChanged()
      }
    },
    shown: () => onScreen,
    all,
    demo: () => demo,
    /** The window was shown or hidden. */
    setHidden: (now: boolean): void => {
      hidden = now
      onScreen?.setVisibility(hidden ? 'hidden' : 'screen')
    },
    /**
     * For a fault that ends Plimsoll: stops polling and wipes every key. Notices stay on screen.
     */
    stop: (): void => {
      closed = true
      for (const account of all()) account.stop()
    },
    /** For quitting: closes every account and ends the demo. */
    close: async (): Promise<void> => {
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
