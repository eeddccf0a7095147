// What the page may ask of the accounts, by the parts that answer it.
import type { AlertScreen } from '../../shared/domain/alert.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail } from '../../shared/result.js'
import type { HandlerPorts } from '../ipc-handlers.js'
import { noKeys } from './connect-ipc.js'
import type { Account } from './account.js'
import type { Accounts } from './accounts.js'
import type { Session } from './app-state.js'

export type AccountChannelParts = {
  accounts: Accounts
  session: Session
  /** Whether a key is taken in at all. */
  takesKeys: boolean
  takePlace(): AlertScreen | null
}

const noDemo: Problem = { code: 'gone', message: 'The demo is not open, so there is nothing to try this on.' }

export const accountChannels = (parts: AccountChannelParts): Omit<HandlerPorts, 'updates' | 'settings' | 'clipboard'> => {
  const { accounts, session } = parts

  /** One part of the account on screen; null with none. */
  const onScreen =
    <Part>(part: (account: Account) => Part) =>
    (): Part | null => {
      const account = accounts.shown()
      return account === null ? null : part(account)
    }

  return {
    session: {
      read: session.view,
      enterDemo: accounts.enterDemo,
      leaveDemo: accounts.leaveDemo,
      dismissNotice: session.dismiss,
    },
    demo: { act: (what) => accounts.demo()?.pull(what) ?? fail(noDemo) },
    connect: parts.takesKeys ? accounts.drafts : noKeys,
    profiles: {
      summaries: accounts.summaries,
      rename: accounts.rename,
      remove: accounts.remove,
      switchTo: accounts.show,
      unlock: accounts.unlock,
    },
    portfolio: onScreen(({ monitor }) => ({ read: monitor.portfolio, refresh: monitor.refreshNow })),
    alerts: {
      read: accounts.alerts,
      onScreen: onScreen(({ alerts, acknowledgeAlert, ltvHistory }) => ({
        page: alerts.page,
        acknowledge: acknowledgeAlert,
        snooze: alerts.snooze,
        markRead: alerts.markRead,
        ltvHistory,
      })),
      sendTest: accounts.sendTestNotice,
      takePlace: parts.takePlace,
    },
    trading: onScreen(({ orders }) => orders),
    flex: onScreen(({ investments }) => investments),
    mining: onScreen(({ mining, acknowledgePayout }) => ({ ...mining, acknowledge: acknowledgePayout })),
    connection: onScreen(({ monitor, streamToken }) => ({
      read: monitor.connection,
      fetchStreamToken: streamToken.fetch,
      revealStreamToken: streamToken.reveal,
      copyStreamToken: streamToken.copy,
    })),
  }
}
