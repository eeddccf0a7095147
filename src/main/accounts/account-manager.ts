// Every account that is open, and which one is on screen. All of them are monitored, whichever is shown, also while the demo is.
import { setImmediate as untilNextTurn } from 'node:timers/promises'
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { DemoLevers } from '../demo/demo-levers.js'
import type { Account } from './account.js'
import type { KeyTrouble } from './credential-store.js'
import type { Session } from './app-state.js'

/** What ends when the demo is left: its account, and then its simulator. */
export type OpenDemo = { account: Account; levers: DemoLevers; tend(): void; stop(): Promise<void> }

export type AccountManagerPorts = {
  profiles: {
    /** Without those that are being deleted. */
    list(): Result<Profile[], Problem>
    activeId(): Result<string | null, Problem>
    setActive(profileId: string | null): Result<null, Problem>
  }
  open(profile: Profile): Account
  /** Whether the keychain takes and gives anything at all now. May bring up a prompt of the system. */
  keychainWorks(): Promise<Result<null, KeyTrouble>>
  openDemo(): Promise<Result<OpenDemo, Problem>>
  session: Session
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
  /** Asks for an account's key again, and tries it again if the exchange had refused it. */
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
  /** For a fault that ends Plimsoll: nothing is asked any more and every key is wiped. What stands on the screen stays there. */
  stop(): void
  /** For quitting: closes every account and ends the demo. */
  close(): Promise<void>
}

const unknownProfile: Problem = { code: 'gone', message: 'There is no such account any more.' }
const demoCancelled: Problem = { code: 'gone', message: 'The demo was left before it had started.' }

const sameButForName = (a: Profile, b: Profile): boolean => JSON.stringify({ ...a, name: '' }) === JSON.stringify({ ...b, name: '' })

export const createAccountManager = (ports: AccountManagerPorts): AccountManager => {
  const { profiles, session } = ports
  const accounts = new Map<string, Account>()
  let demo: OpenDemo | null = null
  let entering: Promise<Result<null, Problem>> | null = null
  /** Counts decisions: a demo that was still starting when the person decided otherwise is stopped. */
  let decision = 0
  let hidden = false
  let onScreen: Account | null = null
  let opening = false
  /** Accounts whose key is still to be asked for, one at a time: each may bring up a prompt of the system. */
  const locked = new Set<Account>()
  let unlocking = false
  let closed = false
  /** The list could not be read when it was asked for last. */
  let isUnread = false

  /** Brings the account on screen that is to be there, and tells of it. */
  const showWanted = (profiles: Profile[], activeProfileId: string | null): void => {
    const account = demo?.account ?? accounts.get(activeProfileId ?? '') ?? null
    if (account !== onScreen) {
      onScreen?.setShown('background')
      onScreen = account
      onScreen?.setShown(hidden ? 'hidden' : 'screen')
    }
    const { state, problem } = account?.key ?? { state: 'unknown', problem: null }
    session.setAccounts({ profiles, activeProfileId, demo: demo?.account.profile ?? null, keyState: state, keyProblem: problem })
    ports.shownChanged(account)
  }

  /** Where the list cannot be read, what is shown stays: a broken disk must not look like an installation without accounts. */
  const listed = (): Profile[] => {
    const list = profiles.list()
    isUnread = !list.ok
    if (list.ok) return list.value
    session.notify({ level: 'danger', title: 'The list of accounts could not be read', text: list.error.message })
    return session.view().profiles
  }

  const rememberChoice = (profileId: string | null): void => {
    const kept = profiles.setActive(profileId)
    if (!kept.ok) {
      const text = `${kept.error.message} At the next start another account may be shown first.`
      session.notify({ level: 'caution', title: 'The choice of account could not be recorded', text })
    }
  }

  const isOfKeychain = ({ profile, key }: Account): boolean =>
    profile.keyStorage === 'keychain' && (key.state === 'locked-or-missing' || key.state === 'keychain-trouble')

  const waitAgain = (): void => {
    for (const account of accounts.values()) if (isOfKeychain(account)) locked.add(account)
  }

  /**
   * The keychain gave no key. Where it works all the same, perhaps because it was opened just now, those without theirs are asked for once
   * more; where it does not, the others are not asked for, because each of them would bring up the prompt anew.
   */
  const judgeKeychain = async (): Promise<void> => {
    const works = await ports.keychainWorks()
    if (works.ok) {
      waitAgain()
      return
    }
    for (const account of [...locked]) {
      if (account.profile.keyStorage !== 'keychain') continue
      locked.delete(account)
      account.keyMissing(works.error)
    }
  }

  /** Asks for the keys of those that wait, one after another, the one on screen first. */
  const unlockWaiting = async (): Promise<void> => {
    if (unlocking) return
    unlocking = true
    try {
      let judged = false
      while (locked.size > 0) {
        // Keys that are held in memory are all there at once, and each begins to be monitored.
        await untilNextTurn()
        const next = onScreen !== null && locked.has(onScreen) ? onScreen : [...locked][0]
        if (next === undefined) break
        locked.delete(next)
        const unlocked = await next.unlock()
        if (judged || next.profile.keyStorage !== 'keychain') continue
        if (unlocked.ok) {
          judged = true
          waitAgain()
        } else if (locked.size > 0 && isOfKeychain(next)) {
          judged = true
          await judgeKeychain()
        }
      }
    } finally {
      unlocking = false
    }
  }

  const open = (profile: Profile): void => {
    const account = ports.open(profile)
    account.setShown('background')
    accounts.set(profile.id, account)
    locked.add(account)
  }

  const close = (account: Account): void => {
    accounts.delete(account.profile.id)
    locked.delete(account)
    if (onScreen === account) onScreen = null
    void account.close()
  }

  /** Closes what is gone or has another key, and brings the one on screen that is to be there. Others are left alone. */
  const follow = (known: Profile[], activeProfileId: string | null): void => {
    for (const account of [...accounts.values()]) {
      const profile = known.find(({ id }) => id === account.profile.id)
      if (profile === undefined || !sameButForName(profile, account.profile)) close(account)
      else if (profile.name !== account.profile.name) account.rename(profile)
    }
    const active = known.find(({ id }) => id === activeProfileId)
    if (active !== undefined && !accounts.has(active.id)) open(active)
    showWanted(known, activeProfileId)
    ports.listChanged()
  }

  const nextClosed = async (): Promise<Profile | undefined> => {
    await untilNextTurn()
    return closed ? undefined : session.view().profiles.find(({ id }) => !accounts.has(id))
  }

  /** Opens the others, which may be many, one at a time so that the window is not held up; then asks for the keys that are wanted. */
  const openRest = async (): Promise<void> => {
    if (opening) return
    opening = true
    try {
      for (let next = await nextClosed(); next !== undefined; next = await nextClosed()) {
        open(next)
        ports.listChanged()
      }
    } finally {
      opening = false
    }
    await unlockWaiting()
  }

  /** What comes on screen in its place is said by the caller. */
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
    const started = await ports.openDemo().finally(() => {
      if (decision === mine) entering = null
    })
    if (decision !== mine) {
      if (started.ok) {
        await started.value.account.close()
        await started.value.stop()
      }
      return fail(demoCancelled)
    }
    if (!started.ok) return started
    demo = started.value
    const { profiles: known, activeProfileId } = session.view()
    showWanted(known, activeProfileId)
    ports.listChanged()
    return demo.account.unlock()
  }

  const enterDemo = (): Promise<Result<null, Problem>> => {
    if (closed) return Promise.resolve(fail(demoCancelled))
    if (demo !== null) return Promise.resolve(ok(null))
    if (entering === null) {
      decision += 1
      entering = beginDemo(decision)
    }
    return entering
  }

  const show = (profileId: string): Result<null, Problem> => {
    const isThere = onScreen?.profile.id === profileId
    // Whoever chooses the account on screen again wants no other, and no demo that is only starting.
    if (isThere && (demo !== null || entering === null)) return ok(null)
    const known = listed()
    if (closed || !known.some(({ id }) => id === profileId)) return fail(unknownProfile)
    decision += 1
    void stopDemo()
    follow(known, profileId)
    rememberChoice(profileId)
    void openRest()
    return ok(null)
  }

  const profilesChanged = (): void => {
    if (closed) return
    const known = listed()
    const { activeProfileId } = session.view()
    const last = profiles.activeId()
    const isThere = known.some(({ id }) => id === activeProfileId)
    const next = isThere ? activeProfileId : (known.find(({ id }) => last.ok && id === last.value) ?? known[0])?.id
    follow(known, next ?? null)
    if (!isThere && !isUnread) rememberChoice(next ?? null)
    void openRest()
  }

  return {
    start: async ({ demo: straightToDemo }) => {
      const known = listed()
      const last = profiles.activeId()
      const first = known.find(({ id }) => last.ok && id === last.value) ?? known[0]
      session.setAccounts({ profiles: known, activeProfileId: first?.id ?? null })
      if (straightToDemo) {
        const entered = await enterDemo()
        if (entered.ok || demo !== null) return entered
        session.notify({ level: 'danger', title: 'The demo could not be opened', text: entered.error.message })
      }
      follow(known, first?.id ?? null)
      await openRest()
      return ok(null)
    },
    show,
    unlock: async (profileId) => {
      const account = accounts.get(profileId)
      if (account === undefined) return fail(unknownProfile)
      locked.delete(account)
      const unlocked = await account.unlock()
      if (!unlocked.ok || account.profile.keyStorage !== 'keychain') return unlocked
      // The keychain is open now, perhaps for the others as well.
      waitAgain()
      void unlockWaiting()
      return unlocked
    },
    enterDemo,
    leaveDemo: async () => {
      if (closed || (demo === null && entering === null)) return ok(null)
      decision += 1
      const stopped = stopDemo()
      follow(listed(), session.view().activeProfileId)
      void openRest()
      await stopped
      return ok(null)
    },
    profilesChanged,
    tend: () => {
      if (isUnread) profilesChanged()
    },
    saved: (profileId) => {
      const account = accounts.get(profileId)
      // The same profile with a new key may look the same: its key is fetched anew.
      if (account !== undefined) close(account)
      show(profileId)
    },
    shown: () => onScreen,
    all: () => [...accounts.values(), ...(demo === null ? [] : [demo.account])],
    demo: () => demo,
    setHidden: (now) => {
      hidden = now
      onScreen?.setShown(hidden ? 'hidden' : 'screen')
    },
    stop: () => {
      closed = true
      for (const account of [...accounts.values(), ...(demo === null ? [] : [demo.account])]) account.stop()
    },
    close: async () => {
      closed = true
      decision += 1
      const open = [...accounts.values()]
      accounts.clear()
      locked.clear()
      onScreen = null
      await Promise.all([...open.map((account) => account.close()), stopDemo()])
      ports.shownChanged(null)
    },
  }
}
