// Resets an account: removes what can be read again, while the account is closed, in a crash-safe
// order. The reset is recorded first; then the investment history goes, which has its own file;
// everything else goes together with the record, in one transaction. A crash before the record
// changes nothing; after it, the next start finishes the reset before opening the account.
import type { Profile } from '../../shared/accounts/account.js'
import type { Notice } from '../../shared/accounts/app-state.js'
import type { Problem } from '../../shared/problem.js'
import { fail, type Result } from '../../shared/result.js'
import type { Confirm, ConfirmRequest } from '../desktop/dialogs.js'
import { messageOf, t } from '../../shared/messages/messages.js'
import type { ResetRepository } from './reset-repository.js'

const orderUnderWay: Problem = {
  code: 'busy',
  message: messageOf('accounts.reset.order-under-way'),
}

const underWay: Problem = { code: 'busy', message: messageOf('accounts.reset.under-way') }

const unknownProfile: Problem = { code: 'gone', message: messageOf('accounts.no-such-profile') }

export function resetAccountConfirm(name: string): ConfirmRequest {
  return {
    title: t('accounts.reset.title'),
    message: t('accounts.reset.question', { name }),
    detail: [
      t('accounts.reset.removed'),
      t('accounts.reset.kept'),
      t('accounts.reset.exchange-unchanged'),
    ].join('\n\n'),
    confirm: t('accounts.reset.confirm', { name }),
  }
}

function incomplete(name: string, { message }: Problem): Pick<Notice, 'level' | 'title' | 'text'> {
  return {
    level: 'caution',
    title: messageOf('accounts.reset.incomplete.title', { name }),
    text: messageOf('accounts.reset.incomplete.text', { message }),
  }
}

export function createAccountReset(parts: {
  resets: ResetRepository
  /** Removes the account's investment history, or fails and leaves all of it in place. */
  forgetHistory(profileId: string): Result<null, Problem>
  find(profileId: string): Pick<Profile, 'name'> | null
  /** Orders of the account waiting for a response. */
  ordersInFlight(profileId: string): number
  ask: Confirm
  /** Closes the accounts, and reopens them once `act` has finished. */
  whileClosed<T>(profileIds: readonly string[], act: () => T): Promise<T>
  notify(notice: Pick<Notice, 'level' | 'title' | 'text'>): void
}) {
  const { resets } = parts
  const running = new Set<string>()

  const refusal = (profileId: string): Problem | null =>
    parts.find(profileId) === null
      ? unknownProfile
      : parts.ordersInFlight(profileId) > 0
        ? orderUnderWay
        : null

  const finish = (profileId: string, name: string): Result<null, Problem> => {
    const forgotten = parts.forgetHistory(profileId)
    if (!forgotten.ok) {
      // Nothing is removed yet. If even the cancellation cannot be recorded, the next start
      // continues.
      resets.cancel(profileId)
      return forgotten
    }
    const finished = resets.finish(profileId)
    if (!finished.ok) parts.notify(incomplete(name, finished.error))
    return finished
  }

  const run = async (profileId: string): Promise<Result<null, Problem>> => {
    const name = parts.find(profileId)?.name ?? ''
    const agreed = await parts.ask(resetAccountConfirm(name))
    if (!agreed.ok) return agreed
    const against = refusal(profileId)
    if (against !== null) return fail(against)
    const begun = resets.begin(profileId)
    if (!begun.ok) return begun
    return parts.whileClosed([profileId], () => finish(profileId, name))
  }

  return {
    /**
     * Asks first. A failure before anything is removed changes nothing; after that, the next start
     * finishes the rest.
     */
    reset: async (profileId: string): Promise<Result<null, Problem>> => {
      const against = refusal(profileId)
      if (against !== null) return fail(against)
      if (running.has(profileId)) return fail(underWay)
      running.add(profileId)
      try {
        return await run(profileId)
      } finally {
        running.delete(profileId)
      }
    },
    /** At start, before any account is opened: finishes what could not finish earlier. */
    finishPending: (): void => {
      const pending = resets.pending()
      for (const profileId of pending.ok ? pending.value : []) {
        if (parts.forgetHistory(profileId).ok) resets.finish(profileId)
      }
    },
  }
}
