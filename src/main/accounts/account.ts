// One account, from its key to its alarms: everything that monitors it and acts for it is opened here for its profile and ends with it.
// The demo is an account like any other, over another storage.
import type { Profile, KeyState } from '../../shared/domain/account.js'
import type { AlertSettings, AlertsView } from '../../shared/domain/alert.js'
import type { LtvHistory } from '../../shared/domain/ltv-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Notice } from '../../shared/domain/session.js'
import type { Pushes } from '../../shared/ipc/contract.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { TradingClient } from '../exchange/exchange-client.js'
import { type Investments, openInvestments } from '../investments/investments.js'
import type { InvestmentMemory, InvestmentPorts } from '../investments/ports.js'
import { type Mining, openMining } from '../mining/mining.js'
import { createPayoutAcknowledgement } from '../mining/payout-acknowledgement.js'
import type { MiningMemory } from '../mining/ports.js'
import type { OrderJournal } from '../orders/order-journal.js'
import { openOrders, type Orders } from '../orders/orders.js'
import type { Circumstances, OrdersMemory, OrdersPorts } from '../orders/orders-ports.js'
import { createPollScheduler, type Timing } from '../polling/poll-scheduler.js'
import { type Credentials, wipeCredentials } from '../keychain/secret.js'
import { type AccountAlerts, openAccountAlerts } from '../alerts/account-alerts.js'
import type { AccountNotice, NoticeAbout } from '../alerts/account-notice.js'
import type { AlertMemory } from '../alerts/alert-memory.js'
import { ltvHistory, type LtvSample } from '../portfolio/ltv-history.js'
import { type Monitor, openMonitor } from '../portfolio/monitor.js'
import type { Shown } from '../portfolio/poll-plan.js'
import type { PortfolioMemory } from '../portfolio/portfolio.js'
import type { KeyTrouble } from './credential-store.js'
import { createStreamToken, type StreamToken, type StreamTokenPorts } from './stream-token.js'

/** Where an account's key comes from, and where what is known of it is kept. */
export type AccountStorage = Omit<PortfolioMemory, 'samples'> &
  OrdersMemory & {
    /** A copy for the account to own and to wipe. */
    loadKeys(): Promise<Result<Credentials, KeyTrouble>>
    /** A way to the account's exchange. Asks nothing yet. Accounts with the same host and key share one budget of calls. */
    connect(keys: Credentials): TradingClient
    samples: PortfolioMemory['samples'] & {
      loans(profileId: string, window: { from: UnixSeconds; to: UnixSeconds }): Result<LtvSample[], Problem>
    }
    alerts: AlertMemory
    mining: MiningMemory
    flex: InvestmentMemory['flex']
    savedFilters: InvestmentMemory['filters']
    /** Whether orders can be recorded now. */
    record(): Circumstances['journal']
    /** The account is closed and nothing of it is on its way any more. */
    release(): void
  }

/** What of an account the page is told, by the topic it is pushed on. */
export type AccountTopic = 'portfolio' | 'connection' | 'alerts' | 'trading' | 'flex' | 'flex-export' | 'mining'

/** What every account shares: time, the desktop, the journal of orders, the way out. */
export type AccountPlatform = {
  clock: Clock
  timing: Timing
  newId(): string
  /** So many random bytes, in hex. */
  randomHex(bytes: number): string
  journal: OrderJournal
  notices: {
    settings(): AlertSettings
    /** Minutes since local midnight. */
    localMinutes(at: UnixSeconds): number
    clockText(at: UnixSeconds): string
    /** The name of this account where notices have to say it. */
    nameOf(profile: Profile): string | null
    /** What the system did with the newest one. */
    state(): AlertsView['notifications']
    /** Sorts of notices of which no more are shown now. */
    full(): readonly NoticeAbout[]
    notify(notice: AccountNotice): void
    withdraw(noticeId: string): void
  }
  desktop: {
    ask: OrdersPorts['ask']
    chooseFile: InvestmentPorts['chooseFile']
    saveText: OrdersPorts['saveText']
    copySecret: StreamTokenPorts['copySecret']
    mayReveal(profile: Profile): Promise<Result<null, Problem>>
    screenLocked(): boolean
  }
  /** Something the person must know that is not about the exchange. */
  tell(notice: Pick<Notice, 'level' | 'title' | 'text'>): void
  log(level: 'info' | 'warn', event: string, details?: object): void
  changed<T extends AccountTopic>(account: Account, topic: T, view: Pushes[T]): void
  keyChanged(account: Account): void
}

export type AccountKey = { state: KeyState; problem: Problem | null }

export type Account = {
  readonly profile: Profile
  readonly key: AccountKey
  readonly monitor: Monitor
  readonly alerts: AccountAlerts
  /** Opened anew with another name: every preview says it. */
  readonly orders: Orders
  readonly investments: Investments
  readonly mining: Mining
  readonly streamToken: StreamToken
  /** Fetches the key and goes on with it, in place of the one before. The system may ask for its password. */
  unlock(): Promise<Result<null, Problem>>
  /** Its key cannot be had, and why: it was not asked for. */
  keyMissing(trouble: KeyTrouble): void
  /** The same account under another name. */
  rename(profile: Profile): void
  /** Whether it is on screen. One that leaves the screen is disarmed, and forgets what was fetched for the eye alone. */
  setShown(shown: Shown): void
  acknowledgeAlert(id: string): Result<null, Problem>
  acknowledgePayout(name: string): Result<null, Problem>
  ltvHistory(from: UnixSeconds): Result<LtvHistory, Problem>
  /** Open connections are dropped: the next call takes the way that is set now. */
  dropSockets(): void
  /** The system says that the computer woke up. */
  resumed(): void
  /** Asks nothing more and wipes the key. What is on its way to the exchange is listened to all the same. */
  stop(): void
  /** The same, takes its notices off the screen, and waits until what an export had begun is cleared away. */
  close(): Promise<void>
}

/** Milliseconds between two looks whether anything is still on its way. */
const idleCheck = 500

const closedMeanwhile: Problem = { code: 'gone', message: 'The account was closed, or its key asked for again, in the meantime.' }

const readAnew = (name: string): Pick<Notice, 'level' | 'title' | 'text'> => ({
  level: 'caution',
  title: `The investment history of “${name}” is read anew`,
  text: 'The newest records of its new key are none of those that were kept, so the key most likely belongs to another account of the exchange. What was kept was removed from this computer; nothing was changed at the exchange. If you did not mean to change the account, enter the other key again: its records come back.',
})

/** Opens an account: shows what is remembered of it, and asks nothing before `unlock`. */
export const openAccount = (opened: Profile, storage: AccountStorage, platform: AccountPlatform): Account => {
  const { clock, timing, journal, notices, desktop, log } = platform
  const { id } = opened
  let profile = opened
  let key: AccountKey = { state: 'unknown', problem: null }
  let held: { keys: Credentials; client: TradingClient } | null = null
  /** The exchange refused the key that is held. */
  let isRefused = false
  /** The newest fetching of the key; whatever an older one brings is wiped. */
  let fetching: symbol | null = null
  /** What the parts say while they are being opened is in their views; nobody is told before all of them are there. */
  let isOpen = false
  let isClosed = false

  const client = (): TradingClient | null => held?.client ?? null
  /** A key the exchange has not taken yet is not tried by what can wait. */
  const acceptedClient = (): TradingClient | null => (key.state === 'accepted' ? client() : null)

  const changed = <T extends AccountTopic>(topic: T, view: Pushes[T]): void => {
    if (isOpen) platform.changed(account, topic, view)
  }

  const setKey = (state: KeyState, problem: Problem | null): void => {
    if (!isOpen) return
    key = { state, problem }
    alerts.key(state, problem)
    orders.refresh()
    platform.keyChanged(account)
  }

  const scheduler = createPollScheduler({
    clock,
    timing,
    slept: () => {
      if (isOpen) orders.slept()
    },
  })
  const alerts = openAccountAlerts({ id, demo: opened.region === 'demo' }, storage.alerts, {
    clock,
    timing,
    newId: platform.newId,
    settings: notices.settings,
    localMinutes: notices.localMinutes,
    clockText: notices.clockText,
    accountName: () => notices.nameOf(profile),
    notifications: notices.state,
    full: notices.full,
    notify: notices.notify,
    withdraw: notices.withdraw,
    changed: (view) => changed('alerts', view),
  })
  const monitor = openMonitor(opened, storage, {
    clock,
    timing,
    scheduler,
    portfolioChanged: (view) => {
      if (!isOpen) return
      alerts.portfolio(view)
      orders.refresh()
      changed('portfolio', view)
    },
    connectionChanged: (view) => {
      if (!isOpen) return
      orders.refresh()
      changed('connection', view)
    },
    keyAccepted: () => setKey('accepted', null),
    keyRefused: (problem) => {
      isRefused = true
      setKey('rejected', problem)
    },
  })
  const tradeAs = (named: Profile): Orders =>
    openOrders(named, storage, {
      clock,
      timing,
      randomHex: platform.randomHex,
      newId: platform.newId,
      journal,
      client,
      circumstances: () => ({
        keyState: key.state,
        locked: desktop.screenLocked(),
        positions: monitor.portfolio().positions,
        balance: monitor.portfolio().balance,
        connection: monitor.connection(),
        journal: storage.record(),
      }),
      ask: desktop.ask,
      saveText: desktop.saveText,
      changed: (view) => changed('trading', view),
      refreshAfterWrite: () => void monitor.refreshNow(),
      troubles: (list) => alerts.orders(list),
      log: (what, details) => log('info', what, details),
    })
  let orders = tradeAs(opened)
  const investments = openInvestments(
    opened,
    { flex: storage.flex, filters: storage.savedFilters },
    {
      clock,
      timing,
      newId: platform.newId,
      scheduler,
      client: acceptedClient,
      chooseFile: desktop.chooseFile,
      changed: (view) => changed('flex', view),
      exportChanged: (progress) => changed('flex-export', progress),
      forgotten: () => platform.tell(readAnew(profile.name)),
      log: (event, details) => log('warn', event, details),
    },
  )
  const mining = openMining(opened, storage.mining, {
    clock,
    timing,
    scheduler,
    client: acceptedClient,
    payout: alerts.payout,
    forgotten: alerts.payoutForgotten,
    changed: (view) => changed('mining', view),
  })
  const acknowledgement = createPayoutAcknowledgement({ mining, alerts })
  const streamToken = createStreamToken({
    clock,
    after: timing.after,
    client,
    copySecret: desktop.copySecret,
    mayReveal: () => desktop.mayReveal(profile),
  })

  /** Does what has to wait for the answers of orders that are on their way. */
  const whenIdle = (act: () => void): void => {
    if (journal.underWay(id) === 0) act()
    else timing.after(idleCheck, () => whenIdle(act))
  }

  const dropKey = (): void => {
    const was = held
    held = null
    streamToken.drop()
    if (was === null) return
    whenIdle(() => was.client.close())
    wipeCredentials(was.keys)
  }

  const keyMissing = ({ state, problem }: KeyTrouble): void => {
    dropKey()
    setKey(state, problem)
    monitor.cannot(problem)
  }

  const stop = (): void => {
    if (!isOpen) return
    isOpen = false
    fetching = null
    scheduler.close()
    monitor.close()
    orders.close()
    mining.close()
    dropKey()
  }

  const account: Account = {
    get profile() {
      return profile
    },
    get key() {
      return key
    },
    get orders() {
      return orders
    },
    monitor,
    alerts,
    investments,
    mining,
    streamToken,
    unlock: async () => {
      if (!isOpen) return fail(closedMeanwhile)
      const mine = Symbol('fetching')
      fetching = mine
      if (key.state !== 'accepted') setKey('unknown', null)
      const loaded = await storage.loadKeys()
      if (fetching !== mine) {
        if (loaded.ok) wipeCredentials(loaded.value)
        return fail(closedMeanwhile)
      }
      fetching = null
      if (!loaded.ok) {
        // A key that may work is not given up because the keychain does not give it again.
        if (held === null || isRefused) keyMissing(loaded.error)
        return fail(loaded.error.problem)
      }
      dropKey()
      if (key.state !== 'unknown') setKey('unknown', null)
      isRefused = false
      held = { keys: loaded.value, client: storage.connect(loaded.value) }
      monitor.begin(held.client)
      return ok(null)
    },
    keyMissing,
    rename: (named) => {
      profile = named
      orders.close()
      orders = tradeAs(named)
    },
    setShown: (shown) => {
      monitor.setShown(shown)
      if (shown !== 'background') return
      orders.leave()
      investments.leave()
      streamToken.drop()
    },
    acknowledgeAlert: acknowledgement.ofAlert,
    acknowledgePayout: acknowledgement.ofAccount,
    ltvHistory: (from) => {
      const window = { from, to: clock() }
      const samples = storage.samples.loans(id, window)
      return samples.ok ? ok(ltvHistory(samples.value, window)) : samples
    },
    dropSockets: () => held?.client.dropSockets(),
    resumed: () => {
      scheduler.resumed()
      alerts.resumed()
      orders.slept()
    },
    stop,
    close: async () => {
      if (isClosed) return
      isClosed = true
      stop()
      alerts.close()
      await investments.close()
      whenIdle(() => storage.release())
    },
  }
  isOpen = true
  alerts.portfolio(monitor.portfolio())
  orders.refresh()
  return account
}
