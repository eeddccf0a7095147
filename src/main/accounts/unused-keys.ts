// Warns in time that a key has gone unused: nothing keeps it active while Plimsoll is off, or
// cannot use it.
import type { Profile } from '../../shared/accounts/account.js'
import type { Notice } from '../../shared/accounts/app-state.js'
import {
  saidAfter,
  sleepRule,
  sleepsAfter,
  unusedDays,
} from '../../shared/accounts/key-inactivity.js'
import { sameJson } from '../../shared/json.js'
import type { MessageOrText } from '../../shared/messages/messages.js'
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
  /** The last warning of each account, by profile id. */
  const said = new Map<string, { title: MessageOrText; days: number }>()

  return {
    /**
     * Called when an account opens, before its key is used, and about once a minute. A dismissed
     * notice comes back no earlier than the next day.
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
