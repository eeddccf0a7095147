// The wall: every channel, and the part that answers it.
import { activeProfile } from '../../shared/domain/session.js'
import { fail, ok } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import type { Session } from '../accounts/session.js'
import { page } from '../app/scheme.js'
import { systemTiming as timing } from '../exchange/timing.js'
import { mountBoard } from '../ipc/board.js'
import { createHandlers, type HandlerPorts } from '../ipc/handlers/all.js'
import { noKeys } from '../ipc/handlers/connect.js'
import { createRouter } from '../ipc/router.js'
import type { Clipboard } from '../shell/clipboard.js'
import type { Store } from '../store/store.js'
import type { Watchman } from '../watch/alerts/watchman.js'
import { ltvHistory } from '../watch/ltv-history.js'
import type { Watch } from '../watch/watch.js'
import type { AccountsWiring } from './accounts-wiring.js'

export type WallParts = Pick<HandlerPorts, 'settings' | 'updates' | 'flex' | 'mining'> & {
  clock: Clock
  store: Pick<Store, 'samples'>
  session: Session
  accounts: AccountsWiring
  removeProfile: HandlerPorts['profiles']['remove']
  watch: Watch
  watchman: Omit<Watchman, 'acknowledge'>
  acknowledgeAlert: HandlerPorts['alerts']['acknowledge']
  takePlace: HandlerPorts['alerts']['takePlace']
  trading: HandlerPorts['trading'] & {
    /** Hears of every page that will not speak again. */
    pageGone(page: string): void
  }
  clipboard: Clipboard
  onFault(channel: string, fault: unknown): void
}

/** Opens the door. Gives back what closes it. */
export const wireWall = (parts: WallParts): (() => void) => {
  const { clock, store, session, watch, watchman, trading, clipboard } = parts
  const { accounts, profiles, drafts, streamToken, demo } = parts.accounts

  const lastLtv: HandlerPorts['alerts']['ltvHistory'] = (from) => {
    const profile = activeProfile(session.view())
    const window = { from, to: clock() }
    if (profile === null) return ok(ltvHistory([], window))
    const memory = (profile.region === 'demo' ? demo()?.memory : undefined) ?? store
    const samples = memory.samples.loans(profile.id, window)
    return samples.ok ? ok(ltvHistory(samples.value, window)) : samples
  }

  const router = createRouter({
    page,
    ticks: timing.ticks,
    onFault: parts.onFault,
    handlers: createHandlers({
      session: {
        read: session.view,
        enterDemo: accounts.enterDemo,
        leaveDemo: accounts.leaveDemo,
        dismissNotice: session.dismiss,
      },
      demo: {
        act: (what) =>
          (session.view().demo === null ? undefined : demo()?.levers.pull(what)) ??
          fail({ code: 'gone', message: 'The demo is not open, so there is nothing to try this on.' }),
      },
      connect: session.view().about.takesKeys ? drafts : noKeys,
      profiles: { rename: profiles.rename, remove: parts.removeProfile, switchTo: accounts.switchTo, unlock: accounts.unlock },
      portfolio: { read: watch.portfolio, refresh: watch.refreshNow },
      alerts: {
        read: watchman.view,
        page: watchman.page,
        acknowledge: parts.acknowledgeAlert,
        snooze: watchman.snooze,
        markRead: watchman.markRead,
        sendTest: watchman.sendTest,
        ltvHistory: lastLtv,
        takePlace: parts.takePlace,
      },
      trading,
      updates: parts.updates,
      flex: parts.flex,
      mining: parts.mining,
      connection: {
        read: watch.connection,
        fetchStreamToken: streamToken.fetch,
        revealStreamToken: streamToken.reveal,
        copyStreamToken: streamToken.copy,
      },
      settings: parts.settings,
      clipboard: {
        copy: async (text) => {
          await clipboard.copy(text)
          return ok(null)
        },
      },
    }),
  })
  return mountBoard(router, trading.pageGone)
}
