// Orders: the one door through which money moves, and everything that can keep it shut.
import { powerMonitor } from 'electron'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderIntent, TradingView } from '../../shared/domain/trading.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import type { Session } from '../accounts/session.js'
import { systemTiming as timing } from '../exchange/timing.js'
import { needsAttention } from '../orders/order-book.js'
import { createOrders } from '../orders/orders.js'
import { createOrdersElsewhere, type NewsElsewhere } from '../orders/orders-elsewhere.js'
import type { FileSaver } from '../shell/file-saver.js'
import type { Ask } from '../shell/questions.js'
import type { Store } from '../store/store.js'
import { openTradingMemory, type TradingMemory } from '../store/trading-memory.js'
import type { Watchman } from '../watch/alerts/watchman.js'
import type { Watch } from '../watch/watch.js'
import type { AccountsWiring } from './accounts-wiring.js'

export type TradingParts = {
  clock: Clock
  store: Store
  session: Session
  watch: Watch
  active: AccountsWiring['active']
  watchman: Pick<Watchman, 'orders'>
  /** A notification of the operating system. */
  orderElsewhere(news: NewsElsewhere): void
  files: FileSaver
  ask: Ask
  changed(view: TradingView): void
  log(what: string, details: object): void
}

/** Away from the computer for so many seconds, whoever sits down next may be somebody else. */
const idleLimit = 600

export const wireTrading = (parts: TradingParts) => {
  const { clock, store, session, watch, active, watchman, files, ask, changed, log } = parts
  let screenLocked = false
  let demoMemory: TradingMemory | null = null

  const orders = createOrders({
    clock,
    timing,
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    newId: randomUUID,
    client: (profileId) => (active.profile()?.id === profileId ? active.client() : null),
    circumstances: () => ({
      keyState: session.view().keyState,
      locked: screenLocked,
      positions: watch.portfolio().positions,
      balance: watch.portfolio().balance,
      connection: watch.connection(),
      journal: {
        problem: demoMemory === null ? store.problem() : null,
        readOnly: demoMemory === null && store.readOnly,
        restored: demoMemory === null && store.incidents.ordersDisabledUntilAcknowledged(),
      },
    }),
    ask,
    saveText: files.saveText,
    changed,
    refreshAfterWrite: () => void watch.refreshNow(),
    troubles: (profileId, list) => watchman.orders(profileId, list),
    troubleElsewhere: (intent) => elsewhere.turned(intent),
    log,
  })

  /** Of one account that need attention, by what is known now. */
  const openOrders = (profileId: string): Result<OrderIntent[], Problem> => {
    const written = store.orders.open(profileId)
    return written.ok ? ok(written.value.map((intent) => orders.waiting(intent.id) ?? intent).filter(needsAttention)) : written
  }

  const elsewhere = createOrdersElsewhere({
    profiles: () => session.view().profiles,
    openOrders,
    underWay: orders.openCount,
    tell: (news) => {
      const { act, profileName, because } = news
      const what =
        because === 'unknown'
          ? `The result of “${act}” is unknown.`
          : `Mismatch: the exchange accepted something else than was sent for “${act}”.`
      const text = `${what} Open “${profileName}” and resolve it on the Trade screen.`
      session.notify({ level: 'danger', title: `An order of “${profileName}” needs you`, text })
      // The window may be hidden for days.
      parts.orderElsewhere(news)
    },
  })

  /** What becomes of an order that is still on its way is written down first. */
  const closeWhenIdle = (memory: TradingMemory): void => {
    if (orders.openCount() === 0) memory.close()
    else timing.after(500, () => closeWhenIdle(memory))
  }

  const follow = (profile: Profile | null): void => {
    orders.end()
    const was = demoMemory
    demoMemory = profile?.region === 'demo' ? openTradingMemory(profile) : null
    if (profile !== null) orders.start(profile, demoMemory ?? store)
    if (was !== null) closeWhenIdle(was)
    if (profile !== null) elsewhere.opened(profile.id)
  }

  // There is no such event on Linux: there, being away for long has the same effect.
  powerMonitor.on('lock-screen', () => {
    screenLocked = true
    orders.disarm('the screen was locked')
  })
  powerMonitor.on('unlock-screen', () => {
    screenLocked = false
    orders.refresh()
  })
  powerMonitor.on('suspend', () => orders.disarm('sleep'))

  return {
    orders,
    openOrders,
    follow,
    /** About once a second. */
    tend: (): void => {
      if (orders.read().armedUntil !== null && powerMonitor.getSystemIdleTime() >= idleLimit) orders.disarm('nobody was there')
      orders.refresh()
    },
  }
}
