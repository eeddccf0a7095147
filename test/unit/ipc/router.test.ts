import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkPayload,
  createRouter,
  type Handlers,
  inFlightCap,
  replyLimits,
  requestLimits,
  type RouterParts,
  type Sender,
} from '../../../src/main/ipc/router.js'
import { requestsPerSecond } from '../../../src/shared/contract.js'
import { miniChannels } from '../../../src/shared/desktop/mini.js'
import { lockedProblem } from '../../../src/shared/lock/lock.js'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { fail, ok, type Result } from '../../../src/shared/result.js'
import {
  aConnectForm,
  allChannels,
  miniPage,
  notingHandlers,
  ourPage,
  routerParts,
} from '../../support/router-fakes.js'
import { casesOf } from '../../support/seed.js'
import { worded } from '../../support/worded.js'

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

describe('checkPayload', () => {
  it('IPC-5 accepts as plain whatever JSON preserves', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'))
        expect(checkPayload(value, requestLimits)).toBe('plain')
      }),
      { numRuns: 2000 },
    )
  })

  const circular: unknown[] = []
  circular.push(circular)
  const withGetter = Object.defineProperty({}, 'secret', { get: () => 'x', enumerable: true })
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a function', () => undefined],
    ['a symbol', Symbol('x')],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a Date', new Date(0)],
    ['a Map', new Map()],
    ['a Set', new Set()],
    ['a typed array', new Uint8Array(2)],
    ['an error', new Error('x')],
    ['an instance', new URL('app://plimsoll/')],
    ['a getter', withGetter],
    ['a symbol key', { [Symbol('x')]: 1 }],
    ['a hidden member', Object.defineProperty({}, 'x', { value: 1 })],
    ['its own __proto__', JSON.parse('{"__proto__":1}')],
    ['undefined in a list', [undefined]],
    ['a hole in a list', new Array(3)],
    ['a list with a name', Object.assign([1], { name: 1 })],
    ['a promise', Promise.resolve()],
  ])('IPC-7 refuses %s, at any depth', (_name, value) => {
    expect(checkPayload(value, replyLimits)).toBe('not-plain')
    expect(checkPayload({ a: [{ b: value === undefined ? [value] : value }] }, replyLimits)).toBe(
      'not-plain',
    )
  })

  it('lets an object omit a member by writing undefined', () => {
    expect(checkPayload({ a: undefined }, requestLimits)).toBe('plain')
  })

  it('IPC-2 refuses more than eight levels of nesting', () => {
    expect(checkPayload(nested(8), requestLimits)).toBe('plain')
    expect(checkPayload(nested(9), requestLimits)).toBe('too-deep')
    expect(checkPayload(circular, requestLimits)).toBe('too-deep')
  })

  it('IPC-2 refuses more than 64 KB as serialized', () => {
    expect(checkPayload('x'.repeat(64 * 1024 - 3), requestLimits)).toBe('plain')
    expect(checkPayload('x'.repeat(64 * 1024), requestLimits)).toBe('too-big')
    expect(checkPayload('€'.repeat(22 * 1024), requestLimits)).toBe('too-big')
    expect(checkPayload({ ['k'.repeat(70_000)]: 1 }, requestLimits)).toBe('too-big')
    expect(
      checkPayload(
        Array.from({ length: 70_000 }, () => 0),
        requestLimits,
      ),
    ).toBe('too-big')
  })

  it('IPC-2 terminates soon on a value that refers to itself repeatedly', () => {
    const wide = Array.from({ length: 7 }).reduce<unknown>(
      (inner) => Array.from({ length: 100 }, () => inner),
      1,
    )
    expect(checkPayload(wide, requestLimits)).toBe('too-big')
  })

  it('accepts a reply of ten thousand positions', () => {
    const position = { id: '1', market: 'BTC_USDT', amount: '1'.repeat(30), list: [null, true, 1] }
    expect(
      checkPayload(
        { ok: true, value: Array.from({ length: 10_000 }, () => ({ ...position })) },
        replyLimits,
      ),
    ).toBe('plain')
  })
})

function setup(own: Parameters<typeof notingHandlers>[0] = {}, ports: Partial<RouterParts> = {}) {
  const { handlers, reached } = notingHandlers(own)
  // A second passes between any two requests, so that only the flood tests reach the limit.
  let now = 0
  const all = routerParts({ handlers, ticks: () => (now += 1000), ...ports })
  return { router: createRouter(all), reached, faults: all.faults }
}

const answeredBy = { ok: false, error: { code: 'gone', message: 'noted' } }

describe('the account of a request', () => {
  const shows = (account: string | null) => setup({}, { shown: () => account })

  it('RES-8 ignores a request from the page of an account that is no longer on screen', async () => {
    const { router, reached } = shows('b')
    for (const account of ['a', '', 'B', null, 7, {}])
      expect(await router.route('mining/remove', { name: 'x' }, ourPage, account)).toMatchObject({
        ok: false,
        error: { code: 'gone' },
      })
    expect(
      await shows(null).router.route('mining/remove', { name: 'x' }, ourPage, 'a'),
    ).toMatchObject({ error: { code: 'gone' } })
    expect(reached).toEqual([])
  })

  it('handles requests for the account on screen, and those that name none', async () => {
    const { router, reached } = shows('b')
    expect(await router.route('mining/remove', { name: 'x' }, ourPage, 'b')).toEqual(answeredBy)
    expect(await router.route('mining/remove', { name: 'y' }, ourPage)).toEqual(answeredBy)
    expect(reached).toHaveLength(2)
  })
})

describe('allowed senders', () => {
  const strangers: [string, Sender][] = [
    ['a frame that is gone', null],
    [
      'a frame inside our page',
      { url: 'app://plimsoll/index.html', mainFrame: false, page: '1.1' },
    ],
    ['another host', { url: 'app://plimsoll.evil/index.html', mainFrame: true, page: '1.1' }],
    ['another host that begins alike', { url: 'app://plimsollx/', mainFrame: true, page: '1.1' }],
    ['a user in the address', { url: 'app://plimsoll@evil/', mainFrame: true, page: '1.1' }],
    ['our host as a user', { url: 'app://user@plimsoll/', mainFrame: true, page: '1.1' }],
    ['our host with a port', { url: 'app://plimsoll:8080/', mainFrame: true, page: '1.1' }],
    ['the web under our name', { url: 'https://plimsoll/', mainFrame: true, page: '1.1' }],
    ['the web', { url: 'https://example.com/', mainFrame: true, page: '1.1' }],
    ['plain http', { url: 'http://127.0.0.1/', mainFrame: true, page: '1.1' }],
    ['a file', { url: 'file:///index.html', mainFrame: true, page: '1.1' }],
    ['written into the address', { url: 'data:text/html,x', mainFrame: true, page: '1.1' }],
    ['nothing at all', { url: 'about:blank', mainFrame: true, page: '1.1' }],
    ['a document of its own', { url: 'about:srcdoc', mainFrame: true, page: '1.1' }],
    ['a blob of ours', { url: 'blob:app://plimsoll/1', mainFrame: true, page: '1.1' }],
    ['developer tools', { url: 'devtools://devtools/x', mainFrame: true, page: '1.1' }],
    ['no address', { url: '', mainFrame: true, page: '1.1' }],
    ['not an address', { url: '::', mainFrame: true, page: '1.1' }],
  ]

  it.each(strangers)('IPC-1 refuses %s, and the handler does not run', async (_name, sender) => {
    const { router, reached } = setup()
    for (const channel of allChannels) {
      expect(await router.route(channel, null, sender)).toMatchObject({
        ok: false,
        error: { code: 'bad-sender' },
      })
    }
    expect(reached).toEqual([])
  })

  it('IPC-13 lets the mini window ask for what it shows, to open the main window and to close', async () => {
    for (const url of ['app://mini/mini.html', 'app://mini-locked/mini.html']) {
      const sender: Sender = { url, mainFrame: true, page: 'mini' }
      const { router, reached } = setup()
      for (const channel of allChannels) {
        const answer = await router.route(channel, null, sender)
        if (channel in miniChannels) expect(answer).toEqual(answeredBy)
        else expect(answer).toMatchObject({ ok: false, error: { code: 'bad-sender' } })
      }
      expect(await router.route('no/such', null, sender)).toMatchObject({
        error: { code: 'bad-sender' },
      })
      expect(reached.map(({ channel }) => channel).sort()).toEqual([
        'mini/close',
        'mini/open',
        'mini/read',
      ])
    }
  })

  it('IPC-13 judges the mini window by itself, whoever asked before', async () => {
    const { router, reached } = setup()
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await router.route('app-state/read', null, ourPage)).toEqual(answeredBy)
      expect(await router.route('orders/confirm', null, miniPage)).toMatchObject({
        error: { code: 'bad-sender' },
      })
      expect(await router.route('mini/read', null, miniPage)).toEqual(answeredBy)
    }
    expect(reached).toHaveLength(6)
  })

  it('IPC-1 checks every frame again, whoever sent the previous request', async () => {
    const { router } = setup()
    for (const [, stranger] of strangers) {
      expect(await router.route('app-state/read', null, ourPage)).toEqual(answeredBy)
      expect(await router.route('app-state/read', null, stranger)).toMatchObject({
        ok: false,
        error: { code: 'bad-sender' },
      })
      expect(await router.route('app-state/read', null, stranger)).toMatchObject({
        ok: false,
        error: { code: 'bad-sender' },
      })
    }
  })

  it.each([
    'app://plimsoll/',
    'app://plimsoll/index.html',
    'app://plimsoll/index.html#/positions',
    'app://locked/index.html',
  ])('IPC-1 accepts our page at %s', async (url) => {
    const { router } = setup()
    expect(
      await router.route('app-state/read', null, { url, mainFrame: true, page: '1.1' }),
    ).toEqual(answeredBy)
  })
})

describe('allowed requests', () => {
  it.each(['nope', '', 'toString', '__proto__', 'constructor', 'app-state'])(
    'refuses the channel "%s"',
    async (channel) => {
      const { router, reached } = setup()
      expect(await router.route(channel, null, ourPage)).toMatchObject({
        ok: false,
        error: { code: 'bad-input' },
      })
      expect(reached).toEqual([])
    },
  )

  it.each(allChannels)(
    'IPC-2 answers any JSON on %s with a typed result, soon, and passes on only what is valid',
    async (channel) => {
      const { router } = setup()
      const json = fc.oneof(
        fc.jsonValue({ maxDepth: 10 }),
        fc.record(
          {
            id: fc.string(),
            name: fc.string(),
            text: fc.string(),
            draftId: fc.string(),
            storage: fc.string(),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          { theme: fc.constantFrom('light', 'pink'), tray: fc.oneof(fc.boolean(), fc.string()) },
          { requiredKeys: [] },
        ),
      )
      await fc.assert(
        fc.asyncProperty(json, async (payload) => {
          const result = await router.route(channel, payload, ourPage)
          expect(result.ok ? 'value' : result.error.code).toMatch(/^(value|gone|bad-input)$/)
        }),
        { numRuns: casesOf({ gate: 300, scheduled: 10_000 }) },
      )
    },
  )

  it('IPC-2 answers values that are not JSON with a typed result too', async () => {
    const { router } = setup()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...allChannels),
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withSparseArray: true,
          withNullPrototype: true,
        }),
        async (channel, payload) => {
          const result = await router.route(channel, payload, ourPage)
          expect(result.ok ? 'value' : result.error.code).toMatch(/^(gone|bad-input)$/)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('IPC-2 refuses a request with an extra member', async () => {
    const { router, reached } = setup()
    expect(await router.route('notices/dismiss', { id: 'a', more: 1 }, ourPage)).toMatchObject({
      error: { code: 'bad-input' },
    })
    expect(
      await router.route('connect/check', { ...aConnectForm(), more: 1 }, ourPage),
    ).toMatchObject({ error: { code: 'bad-input' } })
    expect(reached).toEqual([])
  })

  it.each([
    ['apiKey', ''],
    ['apiSecret', 'x'.repeat(601)],
    ['name', ''],
    ['name', 'x'.repeat(81)],
    ['region', 'demo'],
    ['dialect', 'other'],
    ['baseUrl', 'x'.repeat(301)],
    ['draftId', '../../x'],
    ['profileId', ''],
  ])('IPC-2 names the invalid field %s, and repeats nothing of it', async (field, value) => {
    const { router, reached } = setup()
    const result = await router.route('connect/check', aConnectForm({ [field]: value }), ourPage)
    expect(worded(result)).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fields: { [field]: ['Does not fit.'] } },
    })
    expect(JSON.stringify(result)).not.toContain('xxxx')
    expect(reached).toEqual([])
  })

  it('passes on a valid form unchanged', async () => {
    const { router, reached } = setup()
    const form = aConnectForm({ apiSecret: ` ${'s'.repeat(512)}\n` })
    expect(await router.route('connect/check', form, ourPage)).toEqual(answeredBy)
    expect(reached).toEqual([{ channel: 'connect/check', ask: form }])
  })

  it('IPC-2 refuses what is too large or too deep before reading it', async () => {
    const { router } = setup()
    const large = await router.route('clipboard/copy', { text: 'x'.repeat(70_000) }, ourPage)
    const deep = await router.route('clipboard/copy', [[[[[[[[[1]]]]]]]]], ourPage)
    expect([large, deep]).toMatchObject([
      { error: { reason: 'too-big' } },
      { error: { reason: 'too-deep' } },
    ])
  })
})

describe('replies', () => {
  const boom = Object.assign(new Error('canary-message'), { secret: 'canary-secret' })

  it.each<[string, Handlers['app-state/read']['handle']]>([
    [
      'throws',
      () => {
        throw boom
      },
    ],
    ['rejects', () => Promise.reject(boom)],
    [
      'throws something that is no error',
      () => {
        throw 'canary-secret'
      },
    ],
  ])('IPC-6 when a handler %s, returns only a code and a sentence', async (_name, handler) => {
    const { router, faults } = setup({ 'app-state/read': handler })
    const result = await router.route('app-state/read', null, ourPage)
    expect(result).toMatchObject({ ok: false, error: { code: 'internal', reason: 'HANDLER' } })
    expect(JSON.stringify(result)).not.toContain('canary')
    expect(faults).toHaveLength(1)
  })

  it('IPC-7 contain only plain data', async () => {
    const sneaky = Object.defineProperty({ token: 't' }, 'token', {
      get: () => 't',
      enumerable: true,
    })
    const { router, faults } = setup({ 'stream-token/reveal': () => ok(sneaky) })
    expect(await router.route('stream-token/reveal', null, ourPage)).toMatchObject({
      error: { code: 'internal', reason: 'REPLY' },
    })
    expect(faults).toHaveLength(1)
  })

  it('IPC-6 are sent even if logging the error fails', async () => {
    const { router } = setup(
      {
        'app-state/read': () => {
          throw boom
        },
      },
      {
        onFault: () => {
          throw boom
        },
      },
    )
    expect(await router.route('app-state/read', null, ourPage)).toMatchObject({
      error: { code: 'internal' },
    })
  })

  it('IPC-5 survive JSON unchanged', async () => {
    const { router } = setup({
      'stream-token/fetch': () =>
        ok({ fetchedAt: 1_755_500_000.5, keptUntil: 1_755_500_600.5, length: 40 }),
    })
    const result = await router.route('stream-token/fetch', null, ourPage)
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
  })
})

describe('a flood of requests', () => {
  const never = new Promise<never>(() => undefined)

  it('IPC-10 is refused above the limit of requests in progress, and accepted again when they end', async () => {
    let finish = (): void => undefined
    const slow = new Promise<Result<PortfolioView, never>>((done) => {
      finish = () => done(ok(noPortfolio))
    })
    const { router } = setup({ 'portfolio/refresh': () => slow })
    const under = Array.from({ length: inFlightCap }, () =>
      router.route('portfolio/refresh', null, ourPage),
    )
    expect(await router.route('app-state/read', null, ourPage)).toMatchObject({
      error: { code: 'busy' },
    })
    finish()
    await Promise.all(under)
    expect(await router.route('app-state/read', null, ourPage)).toEqual(answeredBy)
  })

  it('IPC-10 counts a request as ended when its handler throws', async () => {
    const { router } = setup({ 'portfolio/refresh': () => Promise.reject(new Error('x')) })
    for (let at = 0; at < 3 * inFlightCap; at += 1)
      await router.route('portfolio/refresh', null, ourPage)
    expect(await router.route('app-state/read', null, ourPage)).toEqual(answeredBy)
  })

  it('IPC-10 is limited per second, and accepted again in the next', async () => {
    let now = 0
    const { router, reached } = setup({}, { ticks: () => now })
    const burst = await Promise.all(
      Array.from({ length: 10_000 }, () => router.route('app-state/read', null, ourPage)),
    )
    expect(reached).toHaveLength(inFlightCap)
    expect(burst.filter((result) => !result.ok && result.error.code === 'busy')).toHaveLength(
      10_000 - inFlightCap,
    )
    for (let at = inFlightCap; at < requestsPerSecond; at += 1)
      await router.route('app-state/read', null, ourPage)
    expect(reached).toHaveLength(requestsPerSecond)
    expect([router.full(), await router.route('app-state/read', null, ourPage)]).toMatchObject([
      true,
      { error: { code: 'busy' } },
    ])
    now = 1000
    expect(router.full()).toBe(false)
    expect(await router.route('app-state/read', null, ourPage)).toEqual(answeredBy)
  })

  it('IPC-10 is refused without reading the address or the payload', async () => {
    const { router, reached } = setup({}, { ticks: () => 0 })
    for (let at = 0; at < requestsPerSecond; at += 1)
      await router.route('app-state/read', null, ourPage)
    const looked: string[] = []
    const payload = new Proxy(
      {},
      {
        ownKeys: () => (looked.push('payload'), []),
        getPrototypeOf: () => (looked.push('payload'), null),
      },
    )
    const refusals = await Promise.all(
      Array.from({ length: 100 }, () => router.route('app-state/read', payload, ourPage)),
    )
    expect([reached.length, looked]).toEqual([requestsPerSecond, []])
    // One shared answer, which nobody can change.
    expect(new Set(refusals).size).toBe(1)
    expect([
      Object.isFrozen(refusals[0]),
      Object.isFrozen(Reflect.get(refusals[0] ?? {}, 'error')),
    ]).toEqual([true, true])
  })

  it("from an unknown sender does not reduce our page's limit", async () => {
    const { router } = setup({ 'portfolio/refresh': () => never }, { ticks: () => 0 })
    for (let at = 0; at < 1000; at += 1) await router.route('portfolio/refresh', null, null)
    expect(await router.route('app-state/read', null, ourPage)).toEqual(answeredBy)
  })
})

describe('SEC-16 while Plimsoll is locked', () => {
  const open = [
    'lock/read',
    'lock/unlock',
    'lock/reset-passphrase',
    'mini/read',
    'mini/open',
    'mini/close',
  ]
  const asks: Partial<Record<string, unknown>> = {
    'lock/unlock': { passphrase: 'p' },
    'lock/reset-passphrase': { apiKey: 'k', apiSecret: 's' },
  }

  it('answers only the channels that the lock screen and the mini window need', async () => {
    for (const channel of allChannels) {
      const { handlers, reached } = notingHandlers()
      const { route } = createRouter(routerParts({ handlers, locked: () => true }))
      const answer = await route(channel, asks[channel] ?? null, ourPage)
      if (open.includes(channel)) expect(reached).toEqual([{ channel, ask: asks[channel] ?? null }])
      else expect([channel, answer, reached]).toEqual([channel, fail(lockedProblem), []])
    }
    expect(allChannels).toEqual(expect.arrayContaining(open))
  })

  it('answers nothing that was requested before the lock', async () => {
    let locked = false
    let answer: () => void = () => undefined
    const { handlers } = notingHandlers({
      'portfolio/refresh': () =>
        new Promise((resolve) => (answer = () => resolve(ok(noPortfolio)))),
    })
    const { route } = createRouter(routerParts({ handlers, locked: () => locked }))
    const asked = route('portfolio/refresh', null, ourPage)
    locked = true
    answer()
    expect(await asked).toEqual(fail(lockedProblem))
  })

  it('refuses an unknown sender as such, without mentioning the lock', async () => {
    const { route } = createRouter(routerParts({ ...notingHandlers(), locked: () => true }))
    expect(await route('app-state/read', null, null)).toMatchObject({
      ok: false,
      error: { code: 'bad-sender' },
    })
  })
})
