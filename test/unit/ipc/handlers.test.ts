import { describe, expect, it } from 'vitest'
import { createHandlers, type HandlerPorts } from '../../../src/main/ipc-handlers.js'
import type { Handlers } from '../../../src/main/ipc/router.js'
import type { Pushes } from '../../../src/shared/ipc/contract.js'
import { noAlerts, type AlertQuery } from '../../../src/shared/domain/alert.js'
import { noConnection } from '../../../src/shared/domain/connection.js'
import { noPortfolio } from '../../../src/shared/domain/portfolio.js'
import type { Problem } from '../../../src/shared/domain/problem.js'
import type { SessionView } from '../../../src/shared/domain/session.js'
import { noFlex } from '../../../src/shared/domain/flex-history.js'
import { noMining } from '../../../src/shared/domain/mining.js'
import { defaultTradeLimits, noTrading } from '../../../src/shared/domain/trading.js'
import { defaultSettings } from '../../../src/shared/domain/settings.js'
import { fail, ok } from '../../../src/shared/result.js'
import { about } from '../../support/fake-accounts.js'
import { aConnectForm, allChannels } from '../../support/router-fakes.js'

/** Whether a type holds a member of one of these names at any depth. */
type KeyNames = 'apiKey' | 'apiSecret' | 'secret' | 'credentials'
type Holding<T, Depth extends 0[]> = Depth['length'] extends 8
  ? never
  : T extends string | number | boolean | null | undefined
    ? never
    : T extends readonly (infer Member)[]
      ? Holding<Member, [...Depth, 0]>
      : string extends keyof T
        ? Holding<T[keyof T], [...Depth, 0]>
        : T extends object
          ? (keyof T & KeyNames extends never ? never : true) | { [Name in keyof T]-?: Holding<T[Name], [...Depth, 0]> }[keyof T]
          : never
type HoldsKey<T> = [Holding<T, []>] extends [never] ? false : true

const page = '1.1'
const sessionView: SessionView = {
  profiles: [],
  activeProfileId: null,
  demo: null,
  keyState: 'unknown',
  keyProblem: null,
  notices: [],
  about,
}
/** With an account on screen, unless told otherwise. */
const setup = ({ isOpen } = { isOpen: true }) => {
  const called: unknown[][] = []
  const refused = fail<Problem>({ code: 'gone', message: 'x' })
  const note =
    (name: string) =>
    (...words: unknown[]) => {
      called.push([name, ...words])
      return refused
    }
  const later =
    (name: string) =>
    (...words: unknown[]) =>
      Promise.resolve(note(name)(...words))
  const never =
    (name: string) =>
    async (...words: unknown[]) =>
      void note(name)(...words)
  const onScreen =
    <Ports>(account: Ports) =>
    () =>
      isOpen ? account : null
  const ports: HandlerPorts = {
    session: { read: () => sessionView, enterDemo: note('enterDemo'), leaveDemo: note('leaveDemo'), dismissNotice: note('dismissNotice') },
    demo: { act: note('act') },
    connect: { check: note('check'), save: note('save'), discard: note('discard') },
    profiles: {
      summaries: () => ({ accounts: [] }),
      rename: note('rename'),
      switchTo: note('switchTo'),
      remove: note('remove'),
      unlock: note('unlock'),
    },
    portfolio: onScreen({ read: () => noPortfolio, refresh: note('refresh') }),
    alerts: {
      read: () => noAlerts,
      onScreen: onScreen({
        page: note('page'),
        acknowledge: note('acknowledge'),
        snooze: note('snooze'),
        markRead: note('markRead'),
        ltvHistory: note('ltvHistory'),
      }),
      sendTest: note('sendTest'),
      takePlace: () => 'credit-line',
    },
    trading: onScreen({
      read: () => noTrading,
      allow: later('allow'),
      arm: later('arm'),
      disarm: note('disarm'),
      changeLimits: later('changeLimits'),
      favourite: note('favourite'),
      prepare: note('prepare'),
      confirm: later('confirm'),
      discard: note('discard'),
      intent: note('intent'),
      page: note('orderPage'),
      look: later('look'),
      resolve: note('resolve'),
      liftBlock: note('liftBlock'),
      exportAll: later('exportOrders'),
    }),
    flex: onScreen({
      read: () => noFlex,
      rows: note('rows'),
      facets: note('facets'),
      earnings: later('earnings'),
      story: later('story'),
      sync: note('sync'),
      search: later('search'),
      exportAll: later('exportFlex'),
      cancelExport: note('cancelExport'),
      savedFilters: note('savedFilters'),
      saveFilter: note('saveFilter'),
      deleteFilter: note('deleteFilter'),
    }),
    mining: onScreen({
      read: () => noMining,
      add: note('add'),
      remove: note('removeMiner'),
      check: note('checkMiner'),
      acknowledge: note('seenMiner'),
    }),
    updates: {
      view: () => ({ state: 'idle', found: null }),
      look: never('lookForUpdate'),
      download: never('download'),
      later: note('later'),
      install: never('install'),
    },
    connection: onScreen({
      read: () => noConnection,
      fetchStreamToken: note('fetchStreamToken'),
      revealStreamToken: note('revealStreamToken'),
      copyStreamToken: note('copyStreamToken'),
    }),
    settings: { read: () => defaultSettings, change: note('change') },
    clipboard: { copy: never('copy') },
  }
  return { handlers: createHandlers(ports), called }
}

describe('the handlers', () => {
  it('answer every channel of the contract and no other', () => {
    expect(Object.keys(setup().handlers).sort()).toEqual([...allChannels].sort())
  })

  it('give what main knows at once', () => {
    const { handlers } = setup()
    expect(handlers['session/read'](null, page)).toEqual(ok(sessionView))
    expect(handlers['portfolio/read'](null, page)).toEqual(ok(noPortfolio))
    expect(handlers['connection/read'](null, page)).toEqual(ok(noConnection))
    expect(handlers['settings/read'](null, page)).toEqual(ok(defaultSettings))
    expect(handlers['alerts/read'](null, page)).toEqual(ok(noAlerts))
    expect(handlers['place/take'](null, page)).toEqual(ok({ screen: 'credit-line' }))
  })

  it('translate each ask to its port, word for word', () => {
    const { handlers, called } = setup()
    const form = aConnectForm()
    handlers['session/enter-demo'](null, page)
    handlers['session/leave-demo'](null, page)
    handlers['demo/act']({ act: 'jump', hours: 1 }, page)
    handlers['notices/dismiss']({ id: 'n' }, page)
    handlers['connect/check'](form, page)
    handlers['connect/save']({ draftId: 'd', storage: 'session' }, page)
    handlers['connect/discard']({ draftId: 'd' }, page)
    handlers['profiles/rename']({ id: 'p', name: 'New' }, page)
    handlers['profiles/switch']({ id: 'p' }, page)
    handlers['profiles/delete']({ id: 'p' }, page)
    handlers['profiles/unlock']({ id: 'p' }, page)
    handlers['portfolio/refresh'](null, page)
    handlers['stream-token/fetch'](null, page)
    handlers['stream-token/reveal'](null, page)
    handlers['stream-token/copy'](null, page)
    const query: AlertQuery = { after: null, limit: 50, kinds: null, levels: ['danger'], unreadOnly: true }
    handlers['alerts/page'](query, page)
    handlers['alerts/acknowledge']({ id: 'a' }, page)
    handlers['alerts/snooze']({ id: 'a', until: 5 }, page)
    handlers['alerts/mark-read']({ ids: ['a'] }, page)
    handlers['alerts/test-notification'](null, page)
    handlers['credit-line/history']({ from: 7 }, page)
    handlers['settings/change']({ theme: 'dark' }, page)
    handlers['clipboard/copy']({ text: 't' }, page)
    const ticket = { kind: 'close-investment', investmentId: 'i', typedTail: 'i' } as const
    handlers['trading/allow']({ allowed: true }, page)
    handlers['trading/arm'](null, page)
    handlers['trading/disarm'](null, page)
    handlers['trading/change-limits'](defaultTradeLimits, page)
    handlers['trading/favourite']({ market: 'BTC_USDT', on: true }, page)
    handlers['orders/prepare'](ticket, page)
    handlers['orders/confirm']({ token: 't' }, page)
    handlers['orders/discard']({ token: 't' }, page)
    handlers['orders/read']({ id: 'i' }, page)
    handlers['orders/page']({ after: null, limit: 5, states: null, kinds: null }, page)
    handlers['orders/look']({ id: 'i' }, page)
    handlers['orders/resolve']({ id: 'i', item: null, as: 'filled', typed: 'BTC_USDT' }, page)
    handlers['orders/lift-block']({ id: 'i', typed: 'BTC_USDT' }, page)
    handlers['orders/export']({ format: 'csv' }, page)
    expect(called).toEqual([
      ['enterDemo'],
      ['leaveDemo'],
      ['act', { act: 'jump', hours: 1 }],
      ['dismissNotice', 'n'],
      ['check', form],
      ['save', 'd', 'session'],
      ['discard', 'd'],
      ['rename', 'p', 'New'],
      ['switchTo', 'p'],
      ['remove', 'p'],
      ['unlock', 'p'],
      ['refresh'],
      ['fetchStreamToken'],
      ['revealStreamToken'],
      ['copyStreamToken'],
      ['page', query],
      ['acknowledge', 'a'],
      ['snooze', 'a', 5],
      ['markRead', ['a']],
      ['sendTest'],
      ['ltvHistory', 7],
      ['change', { theme: 'dark' }],
      ['copy', 't'],
      ['allow', true],
      ['arm'],
      ['disarm'],
      ['changeLimits', defaultTradeLimits],
      ['favourite', 'BTC_USDT', true],
      // Only the page that prepared an order can confirm it.
      ['prepare', ticket, page],
      ['confirm', 't', page],
      ['discard', 't'],
      ['intent', 'i'],
      ['orderPage', { after: null, limit: 5, states: null, kinds: null }],
      ['look', 'i'],
      ['resolve', { id: 'i', item: null, as: 'filled', typed: 'BTC_USDT' }],
      ['liftBlock', 'i', 'BTC_USDT'],
      ['exportOrders', 'csv'],
    ])
  })

  it('SEC-2 12.12 have no channel whose reply, and no topic whose content, could hold a key or a secret, however deep', () => {
    // The compiler is the judge: an assignment below does not compile where a type holds one.
    const inReplies: HoldsKey<{ [C in keyof Handlers]: Awaited<ReturnType<Handlers[C]>> }> = false
    const inTopics: HoldsKey<Pushes> = false
    const seesOne: HoldsKey<{ deep: readonly ({ kept?: { apiSecret: string } } | null)[] }> = true
    expect([inReplies, inTopics, seesOne]).toEqual([false, false, true])
  })
})
