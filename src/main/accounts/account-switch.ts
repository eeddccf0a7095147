// Which account is open: the last one at start, another one on a switch, the demo above them all while it is on.
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Account, ActiveAccount } from './active-account.js'
import type { Session } from './session.js'

export type RunningDemo<Keys, Client, Memory> = { account: Account<Keys, Client, Memory>; stop(): Promise<void> }

export type AccountSwitchPorts<Keys, Client, Memory> = {
  profiles: {
    /** Without those that are being deleted. */
    list(): Result<Profile[], Problem>
    activeId(): Result<string | null, Problem>
    setActive(profileId: string | null): Result<null, Problem>
  }
  /** How a stored profile is opened. */
  accountOf(profile: Profile): Account<Keys, Client, Memory>
  startDemo(): Promise<Result<RunningDemo<Keys, Client, Memory>, Problem>>
  active: ActiveAccount<Keys, Client, Memory>
  session: Session
}

export type AccountSwitch = {
  /** Opens the demo if asked to, else the account that was open last. With no profile nothing is opened and no keychain touched. */
  start(flags: { demo: boolean }): Promise<Result<null, Problem>>
  /** Opens another profile; leaves the demo if it is on. How its key fares is told through the session. */
  switchTo(profileId: string): Result<null, Problem>
  /** Asks for the active profile's key again, and tries it again if the exchange had refused it. */
  unlock(profileId: string): Promise<Result<null, Problem>>
  enterDemo(): Promise<Result<null, Problem>>
  leaveDemo(): Promise<Result<null, Problem>>
  /** The list of profiles changed: shows it, and opens another if the active one is no longer in it. */
  listChanged(): void
  /** For quitting: closes the account and ends the demo. */
  close(): Promise<void>
}

const unknownProfile: Problem = { code: 'gone', message: 'There is no such profile any more.' }
const notActive: Problem = { code: 'gone', message: 'Only the profile that is open can be unlocked.' }
const demoCancelled: Problem = { code: 'gone', message: 'The demo was left before it had started.' }

export const createAccountSwitch = <Keys, Client, Memory>(ports: AccountSwitchPorts<Keys, Client, Memory>): AccountSwitch => {
  const { profiles, active, session } = ports
  let demo: RunningDemo<Keys, Client, Memory> | null = null
  let entering: Promise<Result<null, Problem>> | null = null
  /** Counts decisions: a demo that was still starting when the person decided otherwise is stopped. */
  let decision = 0

  /** Where the list cannot be read, what is shown stays: a broken disk must not look like an installation without accounts. */
  const listed = (): Profile[] => {
    const list = profiles.list()
    if (list.ok) return list.value
    session.notify({ level: 'danger', title: 'The list of accounts could not be read', text: list.error.message })
    return session.view().profiles
  }

  const find = (profileId: string): Profile | undefined => listed().find((profile) => profile.id === profileId)

  const setActive = (profileId: string | null): void => {
    session.setActive(profileId)
    const kept = profiles.setActive(profileId)
    if (!kept.ok) {
      const text = `${kept.error.message} At the next start another account may be open first.`
      session.notify({ level: 'caution', title: 'The choice of account could not be recorded', text })
    }
  }

  const openActive = (): Promise<Result<null, Problem>> => {
    const profile = find(session.view().activeProfileId ?? '')
    if (profile !== undefined) return active.open(ports.accountOf(profile))
    active.close()
    return Promise.resolve(ok(null))
  }

  /** The demo's account must be closed or replaced by the caller first. */
  const stopDemo = async (): Promise<void> => {
    const running = demo
    demo = null
    entering = null
    session.setDemo(null)
    await running?.stop()
  }

  const beginDemo = async (mine: number): Promise<Result<null, Problem>> => {
    const started = await ports.startDemo()
    if (decision !== mine) {
      if (started.ok) await started.value.stop()
      return fail(demoCancelled)
    }
    entering = null
    if (!started.ok) return started
    demo = started.value
    active.close()
    session.setDemo(demo.account.profile)
    return active.open(demo.account)
  }

  const enterDemo = (): Promise<Result<null, Problem>> => {
    if (demo !== null) return Promise.resolve(ok(null))
    if (entering === null) {
      decision += 1
      entering = beginDemo(decision)
    }
    return entering
  }

  const switchTo = (profileId: string): Result<null, Problem> => {
    const profile = find(profileId)
    if (profile === undefined) return fail(unknownProfile)
    decision += 1
    active.close()
    // Before the demo is stopped: stopping it would otherwise open the account again that was open before it.
    session.setProfiles(listed())
    setActive(profileId)
    void stopDemo()
    void active.open(ports.accountOf(profile))
    return ok(null)
  }

  return {
    start: ({ demo: straightToDemo }) => {
      const known = listed()
      const last = profiles.activeId()
      session.setProfiles(known)
      session.setActive((known.find(({ id }) => last.ok && id === last.value) ?? known[0])?.id ?? null)
      return straightToDemo ? enterDemo() : openActive()
    },
    switchTo,
    unlock: (profileId) => {
      if (demo !== null || session.view().activeProfileId !== profileId) return Promise.resolve(fail(notActive))
      return openActive()
    },
    enterDemo,
    leaveDemo: async () => {
      if (demo === null && entering === null) return ok(null)
      decision += 1
      active.close()
      const stopped = stopDemo()
      void openActive()
      await stopped
      return ok(null)
    },
    listChanged: () => {
      const known = listed()
      const { activeProfileId } = session.view()
      session.setProfiles(known)
      if (known.some(({ id }) => id === activeProfileId)) return
      if (demo === null) active.close()
      setActive(known[0]?.id ?? null)
      if (demo === null) void openActive()
    },
    close: async () => {
      decision += 1
      active.close()
      await stopDemo()
    },
  }
}
