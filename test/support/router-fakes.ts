import { channels, type Channel } from '../../src/shared/ipc/contract.js'
import type { Handlers, RouterPorts, Sender } from '../../src/main/ipc/router.js'
import type { ConnectForm } from '../../src/shared/domain/connect.js'
import { fail } from '../../src/shared/result.js'

/** Plimsoll's own page in its main frame. */
export const ourPage: Sender = { url: 'app://plimsoll/index.html', mainFrame: true, page: '1.1' }
export const page = { protocol: 'app:', host: 'plimsoll' }

export const aConnectForm = (some: Partial<ConnectForm> = {}): ConnectForm => ({
  draftId: null,
  profileId: null,
  name: 'Main account',
  region: 'custom',
  baseUrl: 'http://127.0.0.1:4000',
  dialect: 'spec',
  apiKey: 'k'.repeat(32),
  apiSecret: 's'.repeat(64),
  ...some,
})

/** Handlers that note what reached them and answer "gone". Single ones can be replaced. */
export const notingHandlers = (own: Partial<Handlers> = {}) => {
  const reached: { channel: string; ask: unknown }[] = []
  const note = (channel: string) => (ask: unknown) => {
    reached.push({ channel, ask })
    return fail({ code: 'gone' as const, message: 'noted' })
  }
  const handlers: Handlers = {
    'session/read': note('session/read'),
    'session/enter-demo': note('session/enter-demo'),
    'session/leave-demo': note('session/leave-demo'),
    'demo/act': note('demo/act'),
    'notices/dismiss': note('notices/dismiss'),
    'connect/check': note('connect/check'),
    'connect/save': note('connect/save'),
    'connect/discard': note('connect/discard'),
    'accounts/read': note('accounts/read'),
    'profiles/rename': note('profiles/rename'),
    'profiles/switch': note('profiles/switch'),
    'profiles/delete': note('profiles/delete'),
    'profiles/unlock': note('profiles/unlock'),
    'portfolio/read': note('portfolio/read'),
    'portfolio/refresh': note('portfolio/refresh'),
    'alerts/read': note('alerts/read'),
    'alerts/page': note('alerts/page'),
    'alerts/acknowledge': note('alerts/acknowledge'),
    'alerts/snooze': note('alerts/snooze'),
    'alerts/mark-read': note('alerts/mark-read'),
    'alerts/test-notification': note('alerts/test-notification'),
    'credit-line/history': note('credit-line/history'),
    'place/take': note('place/take'),
    'trading/read': note('trading/read'),
    'trading/allow': note('trading/allow'),
    'trading/arm': note('trading/arm'),
    'trading/disarm': note('trading/disarm'),
    'trading/change-limits': note('trading/change-limits'),
    'trading/favourite': note('trading/favourite'),
    'orders/prepare': note('orders/prepare'),
    'orders/confirm': note('orders/confirm'),
    'orders/discard': note('orders/discard'),
    'orders/read': note('orders/read'),
    'orders/page': note('orders/page'),
    'orders/look': note('orders/look'),
    'orders/resolve': note('orders/resolve'),
    'orders/lift-block': note('orders/lift-block'),
    'orders/export': note('orders/export'),
    'flex/read': note('flex/read'),
    'flex/rows': note('flex/rows'),
    'flex/facets': note('flex/facets'),
    'flex/earnings': note('flex/earnings'),
    'flex/story': note('flex/story'),
    'flex/sync': note('flex/sync'),
    'flex/search': note('flex/search'),
    'flex/export': note('flex/export'),
    'flex/cancel-export': note('flex/cancel-export'),
    'flex/saved-filters': note('flex/saved-filters'),
    'flex/save-filter': note('flex/save-filter'),
    'flex/delete-filter': note('flex/delete-filter'),
    'mining/read': note('mining/read'),
    'mining/add': note('mining/add'),
    'mining/remove': note('mining/remove'),
    'mining/check': note('mining/check'),
    'mining/acknowledge': note('mining/acknowledge'),
    'connection/read': note('connection/read'),
    'updates/read': note('updates/read'),
    'updates/look': note('updates/look'),
    'updates/download': note('updates/download'),
    'updates/later': note('updates/later'),
    'updates/install': note('updates/install'),
    'stream-token/fetch': note('stream-token/fetch'),
    'stream-token/reveal': note('stream-token/reveal'),
    'stream-token/copy': note('stream-token/copy'),
    'settings/read': note('settings/read'),
    'settings/change': note('settings/change'),
    'clipboard/copy': note('clipboard/copy'),
    ...own,
  }
  return { handlers, reached }
}

export const allChannels = Object.keys(channels).filter((name): name is Channel => Object.hasOwn(channels, name))

/** Ports of a router whose clock stands wherever `ticks` says. */
export const routerPorts = (own: Partial<RouterPorts> & { handlers: Handlers }): RouterPorts & { faults: unknown[] } => {
  const faults: unknown[] = []
  return { page, shown: () => null, ticks: () => 0, onFault: (channel, fault) => faults.push([channel, fault]), faults, ...own }
}
