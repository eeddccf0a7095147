// A practice copy of an account: its latest responses in the built-in simulator. The copy has no
// key or ids of the account, and exists only in memory.
import { copyOf } from '../../shared/demo/account-copy.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { fail, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { createOpenAccounts } from './open-accounts.js'

const notOpen: Problem = { code: 'gone', message: messageOf('accounts.no-such-account') }

/** Copies only the account on screen. */
export async function enterCopyOf(
  accounts: Pick<ReturnType<typeof createOpenAccounts>, 'enterCopy' | 'shown'>,
  profileId: string,
  now: UnixSeconds,
): Promise<Result<null, Problem>> {
  const account = accounts.shown()
  if (account?.profile.id !== profileId || account.profile.region === 'demo') return fail(notOpen)
  const { profile, monitor, invested } = account
  const copied = copyOf(
    {
      portfolio: monitor.portfolio(),
      prices: account.prices(),
      markets: account.markets(),
      invested: invested.view(),
    },
    now,
  )
  if (!copied.ok) return fail({ code: 'busy', message: messageOf(`copy.obstacle.${copied.error}`) })
  return accounts.enterCopy({
    copy: { account: copied.value, name: profile.name },
    of: { profileId: profile.id, name: profile.name, at: copied.value.at },
  })
}
