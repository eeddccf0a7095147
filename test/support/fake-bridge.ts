// A stand-in for window.plimsoll that plays a scene: it answers every channel, pushes every topic, and can be told to answer otherwise.
// Plain code without Node or Electron, so the same one serves unit tests and the page in a browser.
import type { Profile } from '../../src/shared/domain/account.js'
import type { ConnectStep } from '../../src/shared/domain/connect.js'
import type { Bridge, Channel, Pushes, Reply, Requests, Topic } from '../../src/shared/ipc/contract.js'
import type { Alert, AlertState } from '../../src/shared/domain/alert.js'
import { activeProfile } from '../../src/shared/domain/session.js'
import { fail, ok } from '../../src/shared/result.js'
import { aProfile, demoProfile, now } from '../fixtures/portfolio/accounts.js'
import type { Scene } from '../fixtures/portfolio/scenes.js'
import { createFakeFlex } from './fake-flex.js'
import { createFakeMining } from './fake-mining.js'
import { createFakeTrading } from './fake-trading.js'

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
  /** So many records come in at the top of the investment history, or at its foot. */
  growFlex(count: number, where: 'top' | 'foot'): void
  /** How many listeners the page holds, over all topics. */
  listeners(): number
}

type Hear = (payload: never) => void

const token = '$2y$10$stream.token.Fake0123456789abcdefghijABCDEFGHIJ0123456789'

export const createFakeBridge = (scene: Scene): FakeBridge => {
  let { session, portfolio, connection, settings, alerts, alertHistory } = scene
  const asked: Asked[] = []
  const hears = new Map<Topic, Set<Hear>>()
  const overrides = new Map<Channel, unknown>()
  const gates = new Map<Channel, { open: () => void; passed: Promise<void> }>()
  let drafts = 0
  let draftProfile: Profile | null = null

  const push = <T extends Topic>(topic: T, payload: Pushes[T]): void => {
    if (topic === 'session') session = payload as Pushes['session']
    if (topic === 'portfolio') portfolio = payload as Pushes['portfolio']
    if (topic === 'connection') connection = payload as Pushes['connection']
    if (topic === 'flex') flex.heed(payload as Pushes['flex'])
    if (topic === 'trading') trading.heed(payload as Pushes['trading'])
    if (topic === 'mining') mining.heed(payload as Pushes['mining'])
    if (topic === 'alerts') alerts = payload as Pushes['alerts']
    if (topic === 'settings') settings = payload as Pushes['settings']
    for (const hear of hears.get(topic) ?? []) (hear as (value: Pushes[T]) => void)(payload)
  }
  const flex = createFakeFlex(scene.flex, push)
  const mining = createFakeMining(scene.mining, push)
  const trading = createFakeTrading(scene.trading, () => session, push)
  const pushSession = (part: Partial<Pushes['session']>): void => {
    push('session', { ...session, ...part })
    const id = activeProfile(session)?.id ?? null
    push('portfolio', { ...portfolio, profileId: id })
    push('alerts', { ...alerts, profileId: id })
    push('flex', { ...scene.flex.view, profileId: id })
    push('mining', { ...scene.mining, profileId: id })
    push('trading', { ...scene.trading.view, profileId: id })
    push('connection', { ...connection, profileId: id, state: id === null ? 'off' : 'online' })
  }

  /** An alert as it is now, in the history and in what needs attention. */
  const changeAlerts = (change: (alert: Alert) => Alert): void => {
    alertHistory = alertHistory.map(change)
    const items = alerts.attention.map((item) => {
      const alert = change(item.alert)
      return { ...item, alert, quiet: alert.state.kind !== 'active' }
    })
    push('alerts', {
      ...alerts,
      attention: [...items.filter(({ quiet }) => !quiet), ...items.filter(({ quiet }) => quiet)],
      unread: alertHistory.filter(({ readAt }) => readAt === null).length,
      revision: alerts.revision + 1,
    })
  }
  const putAlert = (id: string, state: AlertState): void => changeAlerts((alert) => (alert.id === id ? { ...alert, state } : alert))

  const usual: { [C in Channel]: (payload: Requests[C]['ask']) => Reply<C> | Promise<Reply<C>> } = {
    'session/read': () => ok(session),
    'session/enter-demo': () => {
      pushSession({ demo: demoProfile, keyState: 'accepted', keyProblem: null })
      return ok(null)
    },
    'session/leave-demo': () => {
      pushSession({ demo: null })
      return ok(null)
    },
    'demo/act': () => ok(null),
    'notices/dismiss': ({ id }) => {
      pushSession({ notices: session.notices.filter((notice) => notice.id !== id) })
      return ok(null)
    },
    'connect/check': async (form) => {
      const draftId = form.draftId ?? `draft-${(drafts += 1)}`
      const step = (name: ConnectStep['name'], state: ConnectStep['state']): ConnectStep => ({ name, state, problem: null })
      push('connect-steps', { draftId, steps: [step('ping', 'running'), step('balance', 'waiting')] })
      await Promise.resolve()
      push('connect-steps', { draftId, steps: [step('ping', 'passed'), step('balance', 'running')] })
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
      if (draftProfile === null) return fail({ code: 'gone', message: 'This draft is no longer there.' })
      const profile = { ...draftProfile, keyStorage: storage }
      pushSession({
        profiles: [...session.profiles.filter(({ id }) => id !== profile.id), profile],
        activeProfileId: profile.id,
        keyState: 'accepted',
        keyProblem: null,
      })
      return ok(profile)
    },
    'connect/discard': () => ok(null),
    'profiles/rename': ({ id, name }) => {
      pushSession({ profiles: session.profiles.map((profile) => (profile.id === id ? { ...profile, name } : profile)) })
      return ok(null)
    },
    'profiles/switch': ({ id }) => {
      pushSession({ activeProfileId: id })
      return ok(null)
    },
    'profiles/delete': ({ id }) => {
      const profiles = session.profiles.filter((profile) => profile.id !== id)
      pushSession({ profiles, activeProfileId: session.activeProfileId === id ? (profiles[0]?.id ?? null) : session.activeProfileId })
      return ok(null)
    },
    'profiles/unlock': () => {
      pushSession({ keyState: 'accepted', keyProblem: null })
      return ok(null)
    },
    'portfolio/read': () => ok(portfolio),
    'portfolio/refresh': () => ok(null),
    'alerts/read': () => ok(alerts),
    'alerts/page': ({ after, limit, kinds, levels, unreadOnly }) => {
      const fitting = alertHistory.filter(
        ({ kind, level, readAt }) =>
          (kinds === null || kinds.includes(kind)) && (levels === null || levels.includes(level)) && (!unreadOnly || readAt === null),
      )
      const start = after === null ? 0 : fitting.findIndex(({ id }) => id === after.id) + 1
      return ok({ alerts: fitting.slice(start, start + limit), more: fitting.length > start + limit })
    },
    'alerts/acknowledge': ({ id }) => {
      putAlert(id, { kind: 'acknowledged', at: now })
      return ok(null)
    },
    'alerts/snooze': ({ id, until }) => {
      putAlert(id, { kind: 'snoozed', at: now, until })
      return ok(null)
    },
    'alerts/mark-read': ({ ids }) => {
      changeAlerts((alert) => (ids === null || ids.includes(alert.id) ? { ...alert, readAt: alert.readAt ?? now } : alert))
      return ok(null)
    },
    'alerts/test-notification': () => ok(null),
    'credit-line/history': ({ from }) => {
      const points = scene.ltvHistory.filter(({ at }) => at >= from)
      return ok({ from, to: now, points, gapAtEnd: now - (points.at(-1)?.at ?? now) > 900 })
    },
    'place/take': () => ok({ screen: null }),
    ...flex.answers,
    ...mining.answers,
    ...trading.answers,
    'connection/read': () => ok(connection),
    'updates/read': () => ok({ state: 'off', why: 'This Plimsoll runs from its source. Update it there.' }),
    'updates/look': () => ok(null),
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
  }

  return {
    bridge: {
      ask: async <C extends Channel>(channel: C, payload: Requests[C]['ask']): Promise<Reply<C>> => {
        asked.push({ channel, payload })
        // What a question brings is decided when it is asked; holding it only delays the reply, as a slow main would.
        const reply = overrides.has(channel) ? (overrides.get(channel) as Reply<C>) : usual[channel](payload)
        await gates.get(channel)?.passed
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
      let open = (): void => undefined
      const passed = new Promise<void>((resolve) => {
        open = resolve
      })
      gates.set(channel, { open, passed })
    },
    release: (channel) => {
      gates.get(channel)?.open()
      gates.delete(channel)
    },
    growFlex: flex.grow,
    listeners: () => [...hears.values()].reduce((sum, set) => sum + set.size, 0),
  }
}
