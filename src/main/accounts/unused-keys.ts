// Says in time that a key has not been used for long: while Plimsoll is off, or cannot use the key,
// nothing keeps it awake.
import type { Profile } from '../../shared/accounts/account.js'
import type { Notice } from '../../shared/accounts/app-state.js'
import { saidAfter, sleepRule, sleepsAfter, unusedDays } from '../../shared/accounts/key-sleep.js'
import { sameJson } from '../../shared/json.js'
import type { Told } from '../../shared/messages/messages.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { AppState } from './app-state.js'

type UsedKey = {
  profile: Pick<Profile, 'id' | 'name'>
  capabilities: { keyUsedAt(): UnixSeconds | null }
}

function unused(name: string, days: number): Pick<Notice, 'level' | 'title' | 'text'> {
  return {
    level: 'caution',
    title: messageOf('accounts.unused-key.title', { name, days }),
    text: messageOf(
      days < sleepsAfter ? 'accounts.unused-key.soon' : 'accounts.unused-key.asleep',
      {
        rule: sleepRule,
      },
    ),
  }
}

function usedAgain(name: string, days: number): Pick<Notice, 'level' | 'title' | 'text'> {
  return {
    level: 'info',
    title: messageOf('accounts.used-again.title', { name, days }),
    text: messageOf('accounts.used-again.text', { rule: sleepRule }),
  }
}

export function createUnusedKeys({
  clock,
  appState,
}: {
  clock: Clock
  appState: Pick<AppState, 'view' | 'notify' | 'withdraw'>
}) {
  /** What was last said of each account, by the id of its profile. */
  const said = new Map<string, { title: Told; days: number }>()

  return {
    /**
     * As an account is opened, before its key is used, and about once a minute. A notice that was
     * dismissed comes back no sooner than with the next day.
     */
    check: ({ profile: { id, name }, capabilities }: UsedKey): void => {
      const keyUsedAt = capabilities.keyUsedAt()
      const days = keyUsedAt === null ? 0 : unusedDays(keyUsedAt, clock())
      const before = said.get(id)
      if (before?.days === days || (before === undefined && days < saidAfter)) return
      const isShown =
        before !== undefined &&
        appState.view().notices.some(({ title }) => sameJson(title, before.title))
      if (isShown) appState.withdraw(before.title)
      if (days >= saidAfter) {
        const notice = unused(name, days)
        appState.notify(notice)
        said.set(id, { title: notice.title, days })
        return
      }
      said.delete(id)
      if (isShown) appState.notify(usedAgain(name, before.days))
    },
  }
}
