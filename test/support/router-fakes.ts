import { page } from '../../src/main/desktop/page-isolation.js'
import { createHandlers } from '../../src/main/ipc-handlers.js'
import { channels, type Channel } from '../../src/shared/contract.js'
import type { Handlers, RouterParts, Sender } from '../../src/main/ipc/router.js'
import type { ConnectForm } from '../../src/shared/accounts/connect.js'
import type { Problem } from '../../src/shared/problem.js'
import { fail } from '../../src/shared/result.js'

/** Plimsoll's own page in its main frame. */
export const ourPage: Sender = { url: 'app://plimsoll/index.html', mainFrame: true, page: '1.1' }
/** The page of the mini window. */
export const miniPage: Sender = { url: 'app://mini/mini.html', mainFrame: true, page: 'mini' }

export function aConnectForm(some: Partial<ConnectForm> = {}): ConnectForm {
  return {
    draftId: null,
    profileId: null,
    name: 'Main account',
    region: 'custom',
    baseUrl: 'http://127.0.0.1:4000',
    dialect: 'spec',
    apiKey: 'k'.repeat(32),
    apiSecret: 's'.repeat(64),
    ...some,
  }
}

export const allChannels = Object.keys(channels).filter((name): name is Channel =>
  Object.hasOwn(channels, name),
)

/**
 * Handlers over services that record every call by its path, of the account on screen for example
 * `account.orders.prepare`, and answer "gone". `answers`: by path, what a call gives instead.
 */
export function recordedHandlers(answers: { [path: string]: unknown } = {}) {
  const called: unknown[][] = []
  const service = (path: string): never =>
    new Proxy((): void => undefined, {
      get: (_target, member) => service(`${path}.${String(member)}`),
      apply: (_target, _this, words: unknown[]) => {
        if (Object.hasOwn(all, path)) return all[path]
        called.push([path, ...words])
        return fail<Problem>({ code: 'gone', message: 'noted' })
      },
    }) as never
  const all: typeof answers = {
    'accounts.shown': service('account'),
    'accounts.demo': service('demo'),
    ...answers,
  }
  const handlers = createHandlers({
    accounts: service('accounts'),
    appState: service('appState'),
    takesKeys: true,
    lock: service('lock'),
    away: service('away'),
    settingsImport: service('settingsImport'),
    updates: service('updates'),
    settings: service('settings'),
    desktop: service('desktop'),
    mini: service('mini'),
    support: service('support'),
  })
  return { handlers, called }
}

/**
 * The real schemas, with handlers that note what reached them and answer "gone". Single ones can be
 * replaced.
 */
export function notingHandlers(own: { [C in Channel]?: Handlers[C]['handle'] } = {}) {
  const reached: { channel: string; ask: unknown }[] = []
  const note = (channel: string) => (ask: unknown) => {
    reached.push({ channel, ask })
    return fail<Problem>({ code: 'gone', message: 'noted' })
  }
  const entries = Object.entries(recordedHandlers().handlers)
  const noting = entries.map(([channel, { schema }]) => [
    channel,
    { schema, handle: own[channel as Channel] ?? note(channel) },
  ])
  return { handlers: Object.fromEntries(noting) as Handlers, reached }
}

/** Parts of a router whose clock shows what `ticks` says. */
export function routerParts(
  own: Partial<RouterParts> & { handlers: Handlers },
): RouterParts & { faults: unknown[] } {
  const faults: unknown[] = []
  return {
    page,
    shown: () => null,
    locked: () => false,
    ticks: () => 0,
    onFault: (channel, fault) => faults.push([channel, fault]),
    faults,
    ...own,
  }
}
