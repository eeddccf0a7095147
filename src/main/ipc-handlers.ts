// The handlers of all features: every channel of the contract has one, or this does not compile.
import { accountHandlers } from './accounts/accounts-ipc.js'
import type { Accounts } from './accounts/accounts.js'
import type { AppState } from './accounts/app-state.js'
import type { SettingsImport } from './accounts/settings-transfer.js'
import { alertHandlers } from './alerts/alerts-ipc.js'
import { awayHandlers } from './away/away-ipc.js'
import type { Away } from './away/away.js'
import { callHandlers } from './calls/calls-ipc.js'
import { capabilityHandlers } from './capabilities/capabilities-ipc.js'
import { demoHandlers } from './demo/demo-ipc.js'
import { desktopHandlers } from './desktop/desktop-ipc.js'
import { miniHandlers } from './desktop/mini-ipc.js'
import { investmentHandlers } from './investments/investments-ipc.js'
import type { Handlers } from './ipc/router.js'
import { lockHandlers } from './lock/lock-ipc.js'
import type { Lock } from './lock/lock.js'
import { marketHandlers } from './markets/markets-ipc.js'
import { miningHandlers } from './mining/mining-ipc.js'
import { orderHandlers } from './orders/orders-ipc.js'
import { portfolioHandlers } from './portfolio/portfolio-ipc.js'
import { settingsHandlers } from './settings/settings-ipc.js'
import { supportHandlers } from './support/support-ipc.js'
import { updateHandlers } from './updates/updates-ipc.js'

/** @param parts.takesKeys whether keys are accepted at all */
export function createHandlers(parts: {
  accounts: Accounts
  appState: AppState
  takesKeys: boolean
  lock: Lock
  away: Away
  settingsImport: SettingsImport
  updates: Parameters<typeof updateHandlers>[0]
  settings: Parameters<typeof settingsHandlers>[0]
  desktop: Parameters<typeof desktopHandlers>[0]
  mini: Parameters<typeof miniHandlers>[0]
  support: Parameters<typeof supportHandlers>[0]
}): Handlers {
  const { accounts } = parts
  return {
    ...accountHandlers(accounts, parts.appState, parts.takesKeys, parts.settingsImport),
    ...capabilityHandlers(accounts.find),
    ...demoHandlers(accounts.demo, accounts.copy),
    ...portfolioHandlers(accounts.shown),
    ...marketHandlers(accounts.shown),
    ...alertHandlers(accounts.shown, accounts),
    ...awayHandlers(parts.away),
    ...orderHandlers(accounts.shown),
    ...callHandlers(accounts.shown),
    ...investmentHandlers(accounts.shown),
    ...miningHandlers(accounts.shown),
    ...updateHandlers(parts.updates),
    ...settingsHandlers(parts.settings),
    ...lockHandlers(parts.lock),
    ...desktopHandlers(parts.desktop),
    ...miniHandlers(parts.mini),
    ...supportHandlers(parts.support),
  }
}
