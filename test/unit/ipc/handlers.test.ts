import { describe, expect, it } from 'vitest'
import type { Channel, Pushes, Reply, Requests } from '../../../src/shared/contract.js'
import { noAlerts, type AlertQuery } from '../../../src/shared/alerts/alert.js'
import { noConnection } from '../../../src/shared/portfolio/connection.js'
import { noMarkets, noPrices } from '../../../src/shared/markets/market.js'
import { noStreamedPrices } from '../../../src/shared/markets/streamed-prices.js'
import { noStreamedPositions } from '../../../src/shared/portfolio/streamed-positions.js'
import { noPortfolio } from '../../../src/shared/portfolio/portfolio.js'
import type { AppStateView } from '../../../src/shared/accounts/app-state.js'
import { noFlex } from '../../../src/shared/investments/flex-history.js'
import { noMining } from '../../../src/shared/mining/mining.js'
import { noPriceAlerts } from '../../../src/shared/alerts/price-alert.js'
import {
  defaultTradeLimits,
  everyIntent,
  type IntentQuery,
  noTrading,
} from '../../../src/shared/orders/trading.js'
import { defaultSettings } from '../../../src/shared/settings/settings.js'
import type { LogQuery } from '../../../src/shared/support/support.js'
import { ok } from '../../../src/shared/result.js'
import { about } from '../../support/fake-accounts.js'
import { aConnectForm, allChannels, recordedHandlers } from '../../support/router-fakes.js'

/** Whether a type has a member with one of these names at any depth. */
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
          ? | (keyof T & KeyNames extends never ? never : true)
            | { [Name in keyof T]-?: Holding<T[Name], [...Depth, 0]> }[keyof T]
          : never
type HoldsKey<T> = [Holding<T, []>] extends [never] ? false : true

const page = '1.1'
const sessionView: AppStateView = {
  profiles: [],
  activeProfileId: null,
  demo: null,
  keyState: 'unknown',
  keyProblem: null,
  notices: [],
  about,
}

describe('the handlers', () => {
  it('cover every channel of the contract and no other', () => {
    expect(Object.keys(recordedHandlers().handlers).sort()).toEqual([...allChannels].sort())
  })

  it('return at once what main knows', () => {
    const { handlers } = recordedHandlers({
      'appState.view': sessionView,
      'account.monitor.portfolio': noPortfolio,
      'account.monitor.connection': noConnection,
      'account.markets': noMarkets,
      'account.prices': noPrices,
      'account.streamedPrices.view': noStreamedPrices,
      'account.streamedPositions.view': noStreamedPositions,
      'account.alerts.priceAlerts.view': noPriceAlerts,
      'settings.read': defaultSettings,
      'accounts.alerts': noAlerts,
      'desktop.takePlace': { screen: 'loans', profileId: 'a' },
    })
    expect(handlers['app-state/read'].handle(null, page)).toEqual(ok(sessionView))
    expect(handlers['portfolio/read'].handle(null, page)).toEqual(ok(noPortfolio))
    expect(handlers['connection/read'].handle(null, page)).toEqual(ok(noConnection))
    expect(handlers['markets/read'].handle(null, page)).toEqual(ok(noMarkets))
    expect(handlers['prices/read'].handle(null, page)).toEqual(ok(noPrices))
    expect(handlers['live-prices/read'].handle(null, page)).toEqual(ok(noStreamedPrices))
    expect(handlers['live-positions/read'].handle(null, page)).toEqual(ok(noStreamedPositions))
    expect(handlers['price-alerts/read'].handle(null, page)).toEqual(ok(noPriceAlerts))
    expect(handlers['settings/read'].handle(null, page)).toEqual(ok(defaultSettings))
    expect(handlers['alerts/read'].handle(null, page)).toEqual(ok(noAlerts))
    expect(handlers['requested-screen/take'].handle(null, page)).toEqual(
      ok({ screen: 'loans', profileId: 'a' }),
    )
  })

  it('return empty views and refuse what needs an account if none is on screen', () => {
    const { handlers, called } = recordedHandlers({ 'accounts.shown': null })
    expect(handlers['portfolio/read'].handle(null, page)).toEqual(ok(noPortfolio))
    expect(handlers['connection/read'].handle(null, page)).toEqual(ok(noConnection))
    expect(handlers['markets/read'].handle(null, page)).toEqual(ok(noMarkets))
    expect(handlers['prices/read'].handle(null, page)).toEqual(ok(noPrices))
    expect(handlers['live-prices/read'].handle(null, page)).toEqual(ok(noStreamedPrices))
    expect(handlers['live-positions/read'].handle(null, page)).toEqual(ok(noStreamedPositions))
    expect(handlers['price-alerts/read'].handle(null, page)).toEqual(ok(noPriceAlerts))
    expect(handlers['trading/read'].handle(null, page)).toEqual(ok(noTrading))
    expect(handlers['flex/read'].handle(null, page)).toEqual(ok(noFlex))
    expect(handlers['mining/read'].handle(null, page)).toEqual(ok(noMining))
    expect(handlers['trading/disarm'].handle(null, page)).toEqual(ok(null))
    expect(handlers['orders/confirm'].handle({ token: 't' }, page)).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(handlers['stream-token/fetch'].handle(null, page)).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(called).toEqual([])
  })

  it('translate each request exactly into one call of a service', async () => {
    const { handlers, called } = recordedHandlers()
    const expected: unknown[][] = []
    const expectCall = async <C extends Channel>(
      channel: C,
      ask: Requests[C]['ask'],
      ...call: [path: string, ...words: unknown[]]
    ) => {
      expected.push(call)
      await handlers[channel].handle(ask, page)
    }
    const form = aConnectForm()
    await expectCall('demo/enter', null, 'accounts.enterDemo')
    await expectCall('demo/leave', null, 'accounts.leaveDemo')
    await expectCall('demo/copy', { id: 'a' }, 'accounts.copy', 'a')
    await expectCall('notices/dismiss', { id: 'n' }, 'appState.dismiss', 'n')
    await expectCall('connect/check', form, 'accounts.drafts.check', form)
    await expectCall(
      'connect/save',
      { draftId: 'd', storage: 'session' },
      'accounts.drafts.save',
      'd',
      'session',
    )
    await expectCall('connect/discard', { draftId: 'd' }, 'accounts.drafts.discard', 'd')
    await expectCall('profiles/rename', { id: 'p', name: 'New' }, 'accounts.rename', 'p', 'New')
    await expectCall('profiles/switch', { id: 'p' }, 'accounts.show', 'p')
    await expectCall('profiles/delete', { id: 'p' }, 'accounts.remove', 'p')
    await expectCall('profiles/unlock', { id: 'p' }, 'accounts.unlock', 'p')
    await expectCall('stream-token/fetch', null, 'account.streamToken.fetch')
    await expectCall('stream-token/reveal', null, 'account.streamToken.show')
    await expectCall('stream-token/copy', null, 'account.streamToken.copy')

    await expectCall('portfolio/refresh', null, 'account.refresh')
    await expectCall('portfolio/worth-history', { from: 7 }, 'account.worthHistory', 7)
    await expectCall('portfolio/export-balances', null, 'account.exports.balances')
    await expectCall('portfolio/export-positions', null, 'account.exports.positions')
    await expectCall('portfolio/export-open-orders', null, 'account.exports.openOrders')
    await expectCall('portfolio/margin-history', { from: 7 }, 'account.monitor.marginHistory', 7)
    await expectCall('credit-line/history', { from: 7 }, 'account.monitor.ltvHistory', 7)
    const alerts: AlertQuery = {
      after: null,
      limit: 50,
      kinds: null,
      levels: ['danger'],
      unreadOnly: true,
    }
    await expectCall('alerts/page', alerts, 'account.alerts.page', alerts)
    await expectCall('alerts/export', null, 'account.exportAlerts')
    await expectCall('alerts/acknowledge', { id: 'a' }, 'account.acknowledgeAlert', 'a')
    await expectCall('alerts/snooze', { id: 'a', until: 5 }, 'account.alerts.snooze', 'a', 5)
    await expectCall('alerts/mark-read', { ids: ['a'] }, 'account.alerts.markRead', ['a'])
    await expectCall('alerts/test-notification', null, 'accounts.sendTestNotice')

    const ticket = { kind: 'close-investment', investmentId: 'i', typedTail: 'i' } as const
    const resolution = { id: 'i', item: null, as: 'filled', typed: 'BTC_USDT' } as const
    const orders: IntentQuery = { ...everyIntent, after: null, limit: 5 }
    await expectCall('trading/allow', { allowed: true }, 'account.orders.allow', true)
    await expectCall('trading/arm', { passphrase: 'p' }, 'account.orders.arm', 'p')
    await expectCall('trading/disarm', null, 'account.orders.disarm')
    await expectCall(
      'trading/change-limits',
      defaultTradeLimits,
      'account.orders.changeLimits',
      defaultTradeLimits,
    )
    await expectCall(
      'trading/favourite',
      { market: 'BTC_USDT', on: true },
      'account.orders.favourite',
      'BTC_USDT',
      true,
    )
    // Only the page that prepared an order can confirm it.
    await expectCall('orders/prepare', ticket, 'account.orders.prepare', ticket, page)
    await expectCall('orders/confirm', { token: 't' }, 'account.orders.confirm', 't', page)
    await expectCall('orders/discard', { token: 't' }, 'account.orders.discard', 't')
    await expectCall('orders/read', { id: 'i' }, 'account.orders.intent', 'i')
    await expectCall('orders/page', orders, 'account.orders.page', orders)
    await expectCall('orders/markets', null, 'account.orders.markets')
    await expectCall('orders/reconcile', { id: 'i' }, 'account.orders.checkNow', 'i')
    await expectCall('orders/resolve', resolution, 'account.orders.resolve', resolution)
    await expectCall(
      'orders/lift-block',
      { id: 'i', typed: 'BTC_USDT' },
      'account.orders.liftBlock',
      'i',
      'BTC_USDT',
    )
    await expectCall('orders/export', { format: 'csv' }, 'account.orders.exportAll', 'csv')

    await expectCall('flex/sync', { act: 'pause' }, 'account.investments.sync', 'pause')
    await expectCall('flex/cancel-export', { id: 'e' }, 'account.investments.cancelExport', 'e')
    await expectCall('mining/remove', { name: 'm' }, 'account.mining.remove', 'm')
    await expectCall('mining/acknowledge', { name: 'm' }, 'account.acknowledgePayout', 'm')

    await expectCall('demo/act', { act: 'jump', hours: 1 }, 'demo.pull', { act: 'jump', hours: 1 })
    await expectCall('updates/install', null, 'updates.install')
    await expectCall('settings/change', { theme: 'dark' }, 'settings.change', { theme: 'dark' })
    await expectCall('lock/now', null, 'lock.lock', 'by-hand')
    await expectCall('lock/unlock', { passphrase: 'p' }, 'lock.unlock', 'p')
    await expectCall(
      'lock/reset-passphrase',
      { apiKey: 'k', apiSecret: 's' },
      'lock.resetPassphrase',
      'k',
      's',
    )
    await expectCall(
      'lock/change-passphrase',
      { before: null, next: 'n' },
      'lock.changePassphrase',
      null,
      'n',
    )
    await expectCall('autostart/change', { on: true, replace: false }, 'desktop.autostart.change', {
      on: true,
      replace: false,
    })
    await expectCall('clipboard/copy', { text: 't' }, 'desktop.clipboard.copy', 't')
    await expectCall('data-folder/open', null, 'desktop.folders.openData')
    const query: LogQuery = { levels: 'errors', search: 'x', part: { from: 'newest' }, limit: 9 }
    await expectCall('log/read', query, 'support.readLog', query)
    await expectCall('support/prepare', null, 'support.prepare')
    await expectCall(
      'support/read-file',
      { id: 'b', name: 'about.txt', from: 3, count: 4 },
      'support.readFile',
      'b',
      'about.txt',
      3,
      4,
    )
    await expectCall('support/save', { id: 'b', leaveOut: ['about.txt'] }, 'support.save', 'b', [
      'about.txt',
    ])
    await expectCall('settings-file/save', null, 'settingsImport.save')
    await expectCall('settings-file/open', null, 'settingsImport.open')
    await expectCall('settings-file/review', { id: 'f' }, 'settingsImport.review', 'f')
    await expectCall(
      'settings-file/import',
      { id: 'f', mode: 'replace' },
      'settingsImport.apply',
      'f',
      'replace',
    )
    await expectCall('settings-file/discard', { id: 'f' }, 'settingsImport.discard', 'f')
    await expectCall('support/show-in-folder', null, 'support.showInFolder')
    await expectCall('support/discard', { id: 'b' }, 'support.discard', 'b')
    await expectCall('support/notices', { from: 0, count: 5 }, 'support.readNotices', 0, 5)
    expect(called).toEqual(expected)
  })

  it('SEC-2 have no channel whose reply, and no topic whose content, could contain a key or a secret, at any depth', () => {
    // Checked by the compiler: an assignment below does not compile if a type contains one.
    const inReplies: HoldsKey<{ [C in Channel]: Reply<C> }> = false
    const inTopics: HoldsKey<Pushes> = false
    const seesOne: HoldsKey<{ deep: readonly ({ kept?: { apiSecret: string } } | null)[] }> = true
    expect([inReplies, inTopics, seesOne]).toEqual([false, false, true])
  })
})
