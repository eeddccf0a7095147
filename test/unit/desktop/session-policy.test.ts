import { describe, expect, it, vi } from 'vitest'
import {
  applySessionPolicy,
  guardContents,
  homeUrl,
  installPagePolicy,
  mayLoad,
  mayNavigate,
  partition,
  type PolicyContents,
  type PolicySession,
  stoppedUrl,
} from '../../../src/main/desktop/page-isolation.js'

type Handler<K extends keyof PolicySession> = PolicySession[K] extends (handler: infer H) => unknown
  ? NonNullable<H>
  : never

function aSession() {
  const set: {
    request?: Handler<'setPermissionRequestHandler'>
    check?: Handler<'setPermissionCheckHandler'>
    device?: Handler<'setDevicePermissionHandler'>
    before?: (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void
    download?: (event: { preventDefault(): void }) => void
    spelling?: boolean
  } = {}
  const session: PolicySession = {
    setPermissionRequestHandler: (handler) => {
      if (handler) set.request = handler
    },
    setPermissionCheckHandler: (handler) => {
      if (handler) set.check = handler
    },
    setDevicePermissionHandler: (handler) => {
      if (handler) set.device = handler
    },
    setSpellCheckerEnabled: (on) => {
      set.spelling = on
    },
    webRequest: {
      onBeforeRequest: ((listener: typeof set.before) => {
        if (listener) set.before = listener
      }) as PolicySession['webRequest']['onBeforeRequest'],
    },
    on: (_event, listener) => {
      set.download = listener
    },
  }
  return { session, set }
}

function aPage(address: string) {
  const listeners = new Map<string, (details: { preventDefault(): void; url: string }) => void>()
  let openHandler: Parameters<PolicyContents['setWindowOpenHandler']>[0] | undefined
  const webRtc = vi.fn()
  const contents: PolicyContents = {
    getURL: () => address,
    setWindowOpenHandler: (handler) => {
      openHandler = handler
    },
    setWebRTCIPHandlingPolicy: webRtc,
    on: (event: string, listener: (details: { preventDefault(): void; url: string }) => void) =>
      listeners.set(event, listener),
  }
  /** Whether the event was prevented. */
  const emit = (event: string, url = ''): boolean => {
    const preventDefault = vi.fn()
    listeners.get(event)?.({ preventDefault, url })
    return preventDefault.mock.calls.length > 0
  }
  const open = (url: string) =>
    openHandler?.({
      url,
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' },
    })
  return { contents, emit, open, webRtc }
}

describe('the session', () => {
  it('REN-8 denies requests, checks and devices alike', () => {
    const { session, set } = aSession()
    applySessionPolicy(session, true)
    const answers: boolean[] = []
    const nobody = {} as Electron.WebContents
    for (const permission of [
      'notifications',
      'geolocation',
      'clipboard-read',
      'media',
      'midi',
      'openExternal',
      'fullscreen',
    ] as const) {
      set.request?.(
        nobody,
        permission,
        (granted) => answers.push(granted),
        {} as Electron.PermissionRequest,
      )
      answers.push(
        set.check?.(
          nobody,
          permission,
          'app://plimsoll',
          {} as Electron.PermissionCheckHandlerHandlerDetails,
        ) ?? true,
      )
    }
    for (const deviceType of ['hid', 'serial', 'usb'] as const) {
      answers.push(
        set.device?.({ deviceType, origin: 'app://plimsoll', device: {} as Electron.USBDevice }) ??
          true,
      )
    }
    expect(answers).toHaveLength(17)
    expect(answers.every((granted) => !granted)).toBe(true)
  })

  const ways: [url: string, allowed: boolean][] = [
    [homeUrl, true],
    ['app://plimsoll/assets/x.js', true],
    ['app://locked/assets/x.js', true],
    ['data:image/png;base64,AA', true],
    ['app://other/index.html', false],
    ['https://example.com/', false],
    ['http://127.0.0.1:8080/', false],
    ['ws://127.0.0.1/', false],
    ['wss://example.com/', false],
    ['file:///etc/passwd', false],
    ['ftp://example.com/', false],
    ['blob:app://plimsoll/1', false],
    ['chrome-extension://abc/x.js', false],
    ['not an address', false],
  ]
  it.each(ways)('REN-4 lets %s load: %s', (url, allowed) => {
    expect(mayLoad(url)).toBe(allowed)
    const { session, set } = aSession()
    applySessionPolicy(session, true)
    const answers: unknown[] = []
    set.before?.({ url }, (response) => answers.push(response))
    expect(answers).toEqual([{ cancel: !allowed }])
  })

  it('lets developer tools load their own files, but not in a packaged app', () => {
    const answers = [true, false].map((packaged) => {
      const { session, set } = aSession()
      applySessionPolicy(session, packaged)
      let cancelled: boolean | undefined
      set.before?.({ url: 'devtools://devtools/bundled/x.js' }, ({ cancel }) => {
        cancelled = cancel
      })
      return cancelled
    })
    expect(answers).toEqual([true, false])
  })

  it('REN-12 stores nothing on disk: memory only, no downloads, no spelling dictionaries', () => {
    const { session, set } = aSession()
    applySessionPolicy(session, true)
    const preventDefault = vi.fn()
    set.download?.({ preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
    expect(set.spelling).toBe(false)
    expect(partition.startsWith('persist:')).toBe(false)
  })
})

describe('a page', () => {
  it.each([
    'https://example.com/',
    'file:///etc/passwd',
    'app://plimsoll/stopped.html',
    homeUrl,
    'javascript:1',
    'data:text/html,x',
  ])('REN-6 does not navigate to %s', (url) => {
    const { contents, emit } = aPage(homeUrl)
    guardContents(contents, vi.fn())
    expect(
      ['will-navigate', 'will-frame-navigate', 'will-redirect'].map((event) => emit(event, url)),
    ).toEqual([true, true, true])
  })

  it('returns to the start from the page that says the window stopped, and nowhere else', () => {
    const { contents, emit } = aPage(stoppedUrl)
    guardContents(contents, vi.fn())
    expect(emit('will-navigate', homeUrl)).toBe(false)
    expect(emit('will-navigate', 'https://example.com/')).toBe(true)
    expect(mayNavigate(homeUrl, homeUrl)).toBe(false)
  })

  it('REN-6 opens no window; the address goes to the list of links', () => {
    const { contents, open } = aPage(homeUrl)
    const openLink = vi.fn()
    guardContents(contents, openLink)
    expect(open('https://example.com/')).toEqual({ action: 'deny' })
    expect(openLink).toHaveBeenCalledWith('https://example.com/')
  })

  it('REN-9 attaches no webview', () => {
    const { contents, emit } = aPage(homeUrl)
    guardContents(contents, vi.fn())
    expect(emit('will-attach-webview')).toBe(true)
  })

  it('REN-4 has no network access through WebRTC', () => {
    const { contents, webRtc } = aPage(homeUrl)
    guardContents(contents, vi.fn())
    expect(webRtc).toHaveBeenCalledWith('disable_non_proxied_udp')
  })

  it('is protected from its first moment, and so is every session', () => {
    const listeners = new Map<string, (...words: unknown[]) => void>()
    const app = {
      isPackaged: true,
      on: (event: string, listener: (...words: unknown[]) => void) =>
        listeners.set(event, listener),
    }
    installPagePolicy(app as unknown as Parameters<typeof installPagePolicy>[0], vi.fn())
    const { contents, emit } = aPage(homeUrl)
    const { session, set } = aSession()
    listeners.get('web-contents-created')?.({}, contents)
    listeners.get('session-created')?.(session)
    expect(emit('will-navigate', 'https://example.com/')).toBe(true)
    expect(Object.keys(set).sort()).toEqual([
      'before',
      'check',
      'device',
      'download',
      'request',
      'spelling',
    ])
  })
})
