// A stand-in for window.plimsoll that plays a scene: it answers every channel, pushes every topic,
// and can be told to answer otherwise. Plain code without Node or Electron, so the same one serves
// unit tests and the page in a browser.
import type { SampledHistory } from '../../../src/shared/portfolio/sampled-history.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import type { AutostartView } from '../../../src/shared/desktop/autostart.js'
import type { ConnectStep } from '../../../src/shared/accounts/connect.js'
import type {
  Bridge,
  Channel,
  Pushes,
  Reply,
  Requests,
  Topic,
} from '../../../src/shared/contract.js'
import type { Alert, AlertState } from '../../../src/shared/alerts/alert.js'
import { noStreamedPrices } from '../../../src/shared/markets/streamed-prices.js'
import { noStreamedPositions } from '../../../src/shared/portfolio/streamed-positions.js'
import type { AccountsView } from '../../../src/shared/accounts/account-summary.js'
import { activeProfile } from '../../../src/shared/accounts/app-state.js'
import { fail, ok } from '../../../src/shared/result.js'
import { someCapabilities } from '../../fixtures/portfolio/capabilities.js'
import { aProfile, aSummary, demoProfile, now } from '../../fixtures/portfolio/accounts.js'
import { type AccountScene, aMiniView, type Scene } from '../../fixtures/portfolio/scenes.js'
import { createFakeCalls } from './calls.js'
import { createFakeFlex } from './flex.js'
import { createFakeLock } from './lock.js'
import { createFakeAway } from './away.js'
import { createFakeMining } from './mining.js'
import { createFakeGaps } from './gaps.js'
import { createFakePriceAlerts } from './price-alerts.js'
import { settingsFileAnswers } from './settings-file.js'
import { createFakeSupport } from './support.js'
import type { FakeKnown } from './targets.js'
import { createFakeTrading } from './trading.js'

export type Asked = { channel: Channel; payload: unknown }

export type FakeBridge = {
  bridge: Bridge
  /** Everything the page asked, oldest first. */
  asked: Asked[]
  push<T extends Topic>(topic: T, payload: Pushes[T]): void
  /** From now on the channel answers this; `null` gives it its usual answer back. */
  answer<C extends Channel>(channel: C, reply: Reply<C> | null): void
  /** Answers of the channel wait until `release` is called. */
  hold(channel: Channel): void
  release(channel: Channel): void
  /** Lets one of the answers through that wait, counted from the oldest; the channel stays held. */
  releaseOne(channel: Channel, at: number): void
  /** How many answers of the channel wait. */
  waiting(channel: Channel): number
  /** So many records come in at the top of the investment history, or at its foot. */
  growFlex(count: number, where: 'top' | 'foot'): void
  /** From now on the log holds so many lines. */
  growLog(lines: number): void
  /** So many calls go out, newest last. */
  growCalls(count: number): void
  /** How many listeners the page holds, over all topics. */
  listeners(): number
}

type Hear = (payload: never) => void

const token = '$2y$10$stream.token.Fake0123456789abcdefghijABCDEFGHIJ0123456789'

/** What main makes of these samples. */
function sampled<Point extends { at: number }>(
  all: readonly Point[],
  from: number,
): SampledHistory<Point> {
  const points = all.filter(({ at }) => at >= from)
  return { from, to: now, points, gapAtEnd: now - (points.at(-1)?.at ?? now) > 900 }
}

export function createFakeBridge(scene: Scene): FakeBridge {
  let { appState, settings, accounts = null } = scene
  let autostart: AutostartView = {
    system: 'linux',
    state: 'off',
    starts: false,
    file: '/home/user/.config/autostart/plimsoll.desktop',
  }
  const asked: Asked[] = []
  const hears = new Map<Topic, Set<Hear>>()
  const overrides = new Map<Channel, unknown>()
  /** What lets each waiting answer of a held channel through, the oldest first. */
  const gates = new Map<Channel, (() => void)[]>()
  const support = createFakeSupport()
  let drafts = 0
  let draftProfile: Profile | null = null

  const push = <T extends Topic>(topic: T, payload: Pushes[T]): void => {
    if (topic === 'accounts') accounts = payload as Pushes['accounts']
    if (topic === 'app-state') appState = payload as Pushes['app-state']
    if (topic === 'settings') settings = payload as Pushes['settings']
    if (topic === 'away') away.receive(payload as Pushes['away'])
    if (typeof payload === 'object' && 'profileId' in payload)
      placeOf(payload.profileId).receive(topic, payload)
    for (const hear of hears.get(topic) ?? []) (hear as (value: Pushes[T]) => void)(payload)
  }
  const away = createFakeAway(push)
  const createPlace = ({
    portfolio,
    invested,
    prices,
    markets,
    worthHistory,
    connection,
    alerts,
    alertHistory,
    ltvHistory,
    marginHistory,
    ...part
  }: AccountScene) => {
    const place = {
      portfolio,
      invested,
      prices,
      markets,
      worthHistory,
      connection,
      alerts,
      alertHistory,
      ltvHistory,
      marginHistory,
      flexView: part.flex.view,
      miningView: part.mining,
      priceAlertsView: part.priceAlerts,
      tradingView: part.trading.view,
      flex: createFakeFlex(part.flex, push),
      mining: createFakeMining(part.mining, push),
      priceAlerts: createFakePriceAlerts(part.priceAlerts, push),
      gaps: createFakeGaps(part.gaps ?? [], () => activeProfile(appState)?.id ?? null, push),
      calls: createFakeCalls(part.calls, () => activeProfile(appState)?.id ?? null, push),
      lists: part.lists,
      trading: createFakeTrading(
        part.trading,
        () => appState,
        (): FakeKnown => place,
        push,
      ),
      receive: (topic: Topic, payload: unknown): void => {
        if (topic === 'portfolio') place.portfolio = payload as Pushes['portfolio']
        if (topic === 'invested') place.invested = payload as Pushes['invested']
        if (topic === 'prices') place.prices = payload as Pushes['prices']
        if (topic === 'markets') place.markets = payload as Pushes['markets']
        if (topic === 'connection') place.connection = payload as Pushes['connection']
        if (topic === 'alerts') place.alerts = payload as Pushes['alerts']
        if (topic === 'flex') place.flex.receive(payload as Pushes['flex'])
        if (topic === 'trading') place.trading.receive(payload as Pushes['trading'])
        if (topic === 'price-alerts') place.priceAlerts.receive(payload as Pushes['price-alerts'])
        if (topic === 'mining') place.mining.receive(payload as Pushes['mining'])
      },
    }
    return place
  }
  const common = createPlace(scene)
  const places = new Map(
    Object.entries(scene.apart ?? {}).map(([id, part]) => [id, createPlace(part)]),
  )
  const placeOf = (profileId: string | null) => places.get(profileId ?? '') ?? common
  /** Of the account on screen, as main sees it. */
  const here = () => placeOf(activeProfile(appState)?.id ?? null)

  /** As a test set it; until then every account is well, and that on screen has the key it has. */
  const accountsNow = (): AccountsView =>
    accounts ?? {
      accounts: [...appState.profiles, ...(appState.demo === null ? [] : [appState.demo])].map(
        (profile) =>
          aSummary({
            profile,
            ...(profile.id === activeProfile(appState)?.id && { keyState: appState.keyState }),
          }),
      ),
    }
  const pushAppState = (part: Partial<Pushes['app-state']>): void => {
    push('app-state', { ...appState, ...part })
    const given = accounts
    push('accounts', accountsNow())
    accounts = given
    const id = activeProfile(appState)?.id ?? null
    const {
      portfolio,
      invested,
      prices,
      markets,
      alerts,
      connection,
      flexView,
      miningView,
      tradingView,
      priceAlertsView,
    } = here()
    push('portfolio', { ...portfolio, profileId: id })
    push('invested', { ...invested, profileId: id })
    push('prices', { ...prices, profileId: id })
    push('markets', { ...markets, profileId: id })
    push('alerts', { ...alerts, profileId: id })
    push('flex', { ...flexView, profileId: id })
    push('mining', { ...miningView, profileId: id })
    push('monitoring-gaps', here().gaps.view())
    push('price-alerts', { ...priceAlertsView, profileId: id })
    push('trading', { ...tradingView, profileId: id })
    push('calls', { ...here().calls.view(), profileId: id })
    push('connection', { ...connection, profileId: id, state: id === null ? 'off' : 'online' })
  }
  /** Each question goes to the account that is on screen when it is asked. */
  const inTurn = <T extends object>(answersOf: () => T): T =>
    Object.fromEntries(
      Object.keys(answersOf()).map((channel) => [
        channel,
        (payload: never) =>
          (answersOf() as Record<string, (payload: never) => unknown>)[channel]?.(payload),
      ]),
    ) as T

  /** An alert as it is now, in the history and in what needs attention. */
  const changeAlerts = (change: (alert: Alert) => Alert): void => {
    const place = here()
    place.alertHistory = place.alertHistory.map(change)
    const items = place.alerts.attention.map((item) => {
      const alert = change(item.alert)
      return { ...item, alert, quiet: alert.state.kind !== 'active' }
    })
    push('alerts', {
      ...place.alerts,
      attention: [...items.filter(({ quiet }) => !quiet), ...items.filter(({ quiet }) => quiet)],
      unread: place.alertHistory.filter(({ readAt }) => readAt === null).length,
      revision: place.alerts.revision + 1,
    })
  }
  const putAlert = (id: string, state: AlertState): void =>
    changeAlerts((alert) => (alert.id === id ? { ...alert, state } : alert))

  const usual: { [C in Channel]: (payload: Requests[C]['ask']) => Reply<C> | Promise<Reply<C>> } = {
    'app-state/read': () => ok(appState),
    'demo/enter': () => {
      pushAppState({ demo: demoProfile, keyState: 'accepted', keyProblem: null })
      return ok(null)
    },
    'demo/leave': () => {
      pushAppState({ demo: null, copyOf: null })
      return ok(null)
    },
    'demo/copy': ({ id }) => {
      const of = appState.profiles.find((profile) => profile.id === id)
      const copyOf = { profileId: id, name: of?.name ?? '', at: now }
      const demo = { ...demoProfile, name: `Copy of ${copyOf.name}` }
      pushAppState({ demo, copyOf, keyState: 'accepted', keyProblem: null })
      return ok(null)
    },
    'demo/act': () => ok(null),
    'notices/dismiss': ({ id }) => {
      pushAppState({ notices: appState.notices.filter((notice) => notice.id !== id) })
      return ok(null)
    },
    'connect/check': async (form) => {
      const draftId = form.draftId ?? `draft-${(drafts += 1)}`
      const step = (name: ConnectStep['name'], state: ConnectStep['state']): ConnectStep => ({
        name,
        state,
        problem: null,
      })
      push('connect-steps', {
        draftId,
        steps: [step('ping', 'running'), step('balance', 'waiting')],
      })
      await Promise.resolve()
      push('connect-steps', {
        draftId,
        steps: [step('ping', 'passed'), step('balance', 'running')],
      })
      await Promise.resolve()
      const steps = [step('ping', 'passed'), step('balance', 'passed')]
      push('connect-steps', { draftId, steps })
      const key = form.apiKey ?? 'kept-key-kept'
      draftProfile = aProfile({
        id: form.profileId ?? `profile-${drafts}`,
        name: form.name,
        region: form.region,
        baseUrl: form.baseUrl ?? 'https://whitebit.com',
        dialect: form.dialect ?? 'live',
        keyHint: `${key.slice(0, 4)}…${key.slice(-4)}`,
      })
      return ok({ draftId, steps, passed: true, remarks: [] })
    },
    'connect/save': ({ storage }) => {
      if (draftProfile === null)
        return fail({ code: 'gone', message: 'This draft is no longer there.' })
      const profile = { ...draftProfile, keyStorage: storage }
      pushAppState({
        profiles: [...appState.profiles.filter(({ id }) => id !== profile.id), profile],
        activeProfileId: profile.id,
        keyState: 'accepted',
        keyProblem: null,
      })
      return ok(profile)
    },
    'connect/discard': () => ok(null),
    'accounts/read': () => ok(accountsNow()),
    'profiles/rename': ({ id, name }) => {
      pushAppState({
        profiles: appState.profiles.map((profile) =>
          profile.id === id ? { ...profile, name } : profile,
        ),
      })
      return ok(null)
    },
    'profiles/switch': ({ id }) => {
      pushAppState({ activeProfileId: id, demo: null })
      return ok(null)
    },
    'profiles/delete': ({ id }) => {
      const profiles = appState.profiles.filter((profile) => profile.id !== id)
      pushAppState({
        profiles,
        activeProfileId:
          appState.activeProfileId === id ? (profiles[0]?.id ?? null) : appState.activeProfileId,
      })
      return ok(null)
    },
    'profiles/unlock': ({ id }) => {
      if (activeProfile(appState)?.id === id)
        pushAppState({ keyState: 'accepted', keyProblem: null })
      const given = accountsNow().accounts.map((one) =>
        one.profile.id === id ? { ...one, keyState: 'accepted' as const } : one,
      )
      push('accounts', { accounts: given })
      return ok(null)
    },
    'profiles/reset': () => ok(null),
    'capabilities/read': ({ id }) => ok(someCapabilities(id)),
    'capabilities/check': () => ok(null),
    'capabilities/stop-check': () => ok(null),
    'portfolio/read': () => ok(here().portfolio),
    'portfolio/refresh': () => ok(here().portfolio),
    'portfolio/export-balances': () =>
      ok({ saved: true, rows: 3, file: '/home/me/plimsoll-balances.csv' }),
    'portfolio/export-positions': () =>
      ok({ saved: true, rows: 5, file: '/home/me/plimsoll-positions.csv' }),
    'portfolio/export-open-orders': () =>
      ok({ saved: true, rows: 3, file: '/home/me/plimsoll-open-orders.csv' }),
    'alerts/read': () => ok(here().alerts),
    'alerts/page': ({ after, limit, kinds, levels, unreadOnly }) => {
      const fitting = here().alertHistory.filter(
        ({ kind, level, readAt }) =>
          (kinds === null || kinds.includes(kind)) &&
          (levels === null || levels.includes(level)) &&
          (!unreadOnly || readAt === null),
      )
      const start = after === null ? 0 : fitting.findIndex(({ id }) => id === after.id) + 1
      return ok({
        alerts: fitting.slice(start, start + limit),
        more: fitting.length > start + limit,
      })
    },
    'alerts/export': () => ok({ saved: true, rows: 2, file: '/home/me/plimsoll-alerts.csv' }),
    'alerts/acknowledge': ({ id }) => {
      putAlert(id, { kind: 'acknowledged', at: now })
      return ok(null)
    },
    'alerts/snooze': ({ id, until }) => {
      putAlert(id, { kind: 'snoozed', at: now, until })
      return ok(null)
    },
    'alerts/mark-read': ({ ids }) => {
      changeAlerts((alert) =>
        ids === null || ids.includes(alert.id) ? { ...alert, readAt: alert.readAt ?? now } : alert,
      )
      return ok(null)
    },
    'alerts/test-notification': () => ok(null),
    'credit-line/history': ({ from }) => ok(sampled(here().ltvHistory, from)),
    'portfolio/margin-history': ({ from }) => ok(sampled(here().marginHistory, from)),
    'prices/read': () => ok(here().prices),
    'live-prices/read': () => ok(noStreamedPrices),
    'live-prices/watch': () => ok(null),
    'live-positions/read': () => ok(noStreamedPositions),
    'markets/read': () => ok(here().markets),
    'portfolio/worth-history': ({ from }) => {
      const points = here().worthHistory.filter(({ at }) => at >= from)
      const dayAgo = here().worthHistory.findLast(({ at }) => at <= now - 86_400) ?? null
      const { currency } = settings
      return ok({
        currency,
        from,
        to: now,
        points,
        gapAtEnd: now - (points.at(-1)?.at ?? now) > 1800,
        dayAgo,
      })
    },
    'window/catch-up': () => ok(null),
    'requested-screen/take': () => ok({ screen: null }),
    'mini/read': () => ok(scene.mini ?? aMiniView()),
    'mini/open': () => ok(null),
    'mini/close': () => ok(null),
    ...inTurn(() => here().flex.answers),
    ...away.answers,
    ...inTurn(() => here().mining.answers),
    ...inTurn(() => here().gaps.answers),
    ...inTurn(() => here().priceAlerts.answers),
    'investments/active-fixed': () => ok(here().lists.fixed),
    'investments/open-flex': () => ok(here().lists.flex),
    'investments/invested': () => ok(here().invested),
    'mining/pool-accounts': () => ok(here().lists.pool),
    ...inTurn(() => here().trading.answers),
    ...inTurn(() => here().calls.answers),
    'connection/read': () => ok(here().connection),
    'updates/read': () =>
      ok({ state: 'off', why: 'This Plimsoll runs from its source. Update it there.' }),
    'updates/check': () => ok(null),
    'updates/download': () => ok(null),
    'updates/later': () => ok(null),
    'updates/install': () => ok(null),
    'stream-token/fetch': () => ok({ fetchedAt: now, keptUntil: now + 600, length: token.length }),
    'stream-token/reveal': () => ok({ token }),
    'stream-token/copy': () => ok({ clearsAt: now + 30 }),
    'settings/read': () => ok(settings),
    'settings/change': (part) => {
      push('settings', { ...settings, ...part })
      return ok(settings)
    },
    'clipboard/copy': () => ok(null),
    ...createFakeLock(scene.lock, push),
    'autostart/read': () => ok(autostart),
    'autostart/change': ({ on }) => {
      autostart = { ...autostart, state: on ? 'on' : 'off', starts: on }
      return ok(autostart)
    },
    ...support.answers,
    ...settingsFileAnswers,
  }

  return {
    bridge: {
      ask: async <C extends Channel>(
        channel: C,
        payload: Requests[C]['ask'],
      ): Promise<Reply<C>> => {
        asked.push({ channel, payload })
        // What a question brings is decided when it is asked; holding it only delays the reply, as
        // a slow main would.
        const reply = overrides.has(channel)
          ? (overrides.get(channel) as Reply<C>)
          : usual[channel](payload)
        const gate = gates.get(channel)
        await (gate === undefined ? null : new Promise<void>((open) => gate.push(open)))
        return reply
      },
      listen: (topic, hear) => {
        const set = hears.get(topic) ?? new Set<Hear>()
        hears.set(topic, set)
        set.add(hear)
        return () => {
          set.delete(hear)
        }
      },
    },
    asked,
    push,
    answer: (channel, reply) => {
      if (reply === null) overrides.delete(channel)
      else overrides.set(channel, reply)
    },
    hold: (channel) => {
      if (!gates.has(channel)) gates.set(channel, [])
    },
    release: (channel) => {
      const gate = gates.get(channel) ?? []
      gates.delete(channel)
      for (const open of gate) open()
    },
    releaseOne: (channel, at) => gates.get(channel)?.splice(at, 1)[0]?.(),
    waiting: (channel) => gates.get(channel)?.length ?? 0,
    growFlex: (count, where) => here().flex.grow(count, where),
    growLog: support.growLog,
    growCalls: (count) => here().calls.grow(count),
    listeners: () => [...hears.values()].reduce((sum, set) => sum + set.size, 0),
  }
}
