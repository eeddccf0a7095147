import { describe, expect, it, vi } from 'vitest'
import {
  cleanEnvironment,
  harden,
  parseFlags,
  refusalText,
  refusedSwitches,
  takeSingleInstance,
  type Flags,
} from '../../../src/main/desktop/startup.js'

function setup(
  own: {
    packaged?: boolean
    platform?: NodeJS.Platform
    inspected?: boolean
    line?: string[]
    environment?: Record<string, string>
    switches?: string[]
  } = {},
) {
  const calls: unknown[][] = []
  const streams = [vi.fn(), vi.fn()]
  const parts: Parameters<typeof harden>[0] = {
    app: {
      isPackaged: own.packaged ?? true,
      enableSandbox: () => calls.push(['enableSandbox']),
      commandLine: {
        appendSwitch: (...words) => calls.push(words),
        hasSwitch: (name) => own.switches?.includes(name) ?? false,
      },
    },
    platform: own.platform ?? 'linux',
    inspected: own.inspected ?? false,
    line: own.line ?? ['/opt/plimsoll/plimsoll'],
    environment: own.environment ?? {},
    streams: streams.map(
      (on) => ({ on }) as unknown as Parameters<typeof harden>[0]['streams'][number],
    ),
  }
  return { result: harden(parts), calls, streams, environment: parts.environment }
}

describe('hardening', () => {
  it('REN-2 sandboxes every page before anything is opened', () => {
    expect(setup().calls).toContainEqual(['enableSandbox'])
  })

  it('warns, and starts, if a developer disabled the sandbox as root', () => {
    const { calls, result } = setup({ packaged: false, switches: ['no-sandbox'] })
    expect(calls).not.toContainEqual(['enableSandbox'])
    expect(result.warnings.join()).toContain('--no-sandbox')
  })

  it('REN-2 a packaged app keeps its sandbox whatever the command line says', () => {
    expect(setup({ packaged: true, switches: ['no-sandbox'] }).calls).toContainEqual([
      'enableSandbox',
    ])
  })

  it('REN-2 a packaged app does not start without a sandbox, wherever that was requested, and says what helps', () => {
    // An AppImage adds the switch by itself, and Electron takes it from the environment: neither is
    // on the command line.
    const { refused, unconfined } = setup({ packaged: true, switches: ['no-sandbox'] }).result
    expect([refused, unconfined]).toEqual([['--no-sandbox'], true])
    expect(refusalText({ refused, unconfined })).toMatch(
      /sandbox.*Nothing was opened.*use the \.deb/s,
    )
    expect(setup({ packaged: true }).result.unconfined).toBe(false)
  })

  it('REN-2 only the unpublished build for end-to-end tests may be driven without one', () => {
    expect(setup({ inspected: true, switches: ['no-sandbox'] }).result).toMatchObject({
      refused: [],
      unconfined: false,
    })
  })

  it('REN-13 names debugging switches first: whoever used one knows what was requested', () => {
    const { refused, unconfined } = setup({
      switches: ['no-sandbox'],
      line: ['plimsoll', '--inspect'],
    }).result
    expect([refused, unconfined]).toEqual([['--inspect'], false])
    expect(refusalText({ refused, unconfined })).toContain(
      'does not start with --inspect: it takes only the switches it knows',
    )
  })

  it('REN-4 gives Chromium a resolver that finds nothing', () => {
    expect(setup().calls).toContainEqual(['host-resolver-rules', 'MAP * ~NOTFOUND'])
  })

  const doors = [
    '--inspect',
    '--inspect=127.0.0.1:9229',
    '--inspect-brk',
    '--inspect-brk=0',
    '--inspect-port=1',
    '--inspect-publish-uid=http',
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--remote-debugging-address=0.0.0.0',
    '--remote-allow-origins=*',
    '--disable-web-security',
    '-inspect',
    '--INSPECT',
    '--Remote-Debugging-Port=1',
    '--js-flags=--expose-gc',
    '--proxy-server=http://evil.example',
    '--host-resolver-rules=',
    '--load-extension=/tmp/x',
    '--enable-features=Anything',
    '--disable-site-isolation-trials',
    '--renderer-cmd-prefix=/tmp/x',
    '--whatever-comes-next',
  ]
  it.each(doors)('REN-13 a packaged app refuses to start with %s', (word) => {
    expect(setup({ line: ['plimsoll', '--demo', word] }).result.refused).toEqual([word])
  })

  it('REN-13 accepts a slash for a switch on Windows, where it is a path elsewhere', () => {
    expect(refusedSwitches(['/inspect'], 'win32')).toEqual(['/inspect'])
    expect(refusedSwitches(['/inspect', '/home/x'], 'linux')).toEqual([])
  })

  it('REN-13 accepts its own switches, the data folder, and how a desktop draws it', () => {
    const line = [
      'plimsoll',
      '--demo',
      '--hidden',
      '--user-data-dir=/tmp/inspect',
      '--ozone-platform=wayland',
      '--lang=de',
      'inspect',
      '--',
      '',
      '-',
    ]
    expect(refusedSwitches(line, 'linux')).toEqual([])
    expect(
      refusedSwitches(
        ['-psn_0_12345', '-NSDocumentRevisionsDebugMode', 'YES', '-AppleLanguages', '(de)'],
        'darwin',
      ),
    ).toEqual([])
    expect(refusedSwitches(['-Embedding', '--updated'], 'win32')).toEqual([])
    expect(refusedSwitches(['-psn_0_12345'], 'linux')).toEqual(['-psn_0_12345'])
  })

  it('REN-13 only a program with an open inspector, which the fuse forbids in every release, may be driven', () => {
    const line = ['plimsoll', '--inspect=0', '--remote-debugging-port=0']
    expect(setup({ inspected: true, line }).result.refused).toEqual([])
    expect(setup({ inspected: false, line }).result.refused).toEqual(line.slice(1))
  })

  it('allows debugging a development build', () => {
    expect(setup({ packaged: false, line: ['electron', '.', '--inspect'] }).result.refused).toEqual(
      [],
    )
  })

  it('NET-3 removes NODE_TLS_REJECT_UNAUTHORIZED from the environment and says so', () => {
    const { environment, result } = setup({
      environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0', HOME: '/home/x' },
    })
    expect(environment).toEqual({ HOME: '/home/x' })
    expect(result.warnings.join()).toContain('always checks certificates')
    expect(cleanEnvironment({ HOME: '/home/x' })).toEqual([])
  })

  it('survives the closing of its terminal', () => {
    for (const on of setup().streams) expect(on).toHaveBeenCalledWith('error', expect.any(Function))
  })
})

describe('flags', () => {
  it.each<[string[], Flags]>([
    [['plimsoll'], { demo: false, demoOnly: false, hidden: false, link: null }],
    [['plimsoll', '--demo'], { demo: true, demoOnly: false, hidden: false, link: null }],
    [
      ['electron', '.', '--user-data-dir=/tmp/x', '--hidden'],
      { demo: false, demoOnly: false, hidden: true, link: null },
    ],
    [['electron', '.', '--demo-only'], { demo: false, demoOnly: true, hidden: false, link: null }],
    [['--hidden', '--demo'], { demo: true, demoOnly: false, hidden: true, link: null }],
    [
      ['--demonstrate', '-demo', 'demo', '--DEMO', '--demo=1', '--user-data-dir=--demo'],
      { demo: false, demoOnly: false, hidden: false, link: null },
    ],
    [
      ['plimsoll', '--demo', '--hidden', '--', 'plimsoll://loans'],
      { demo: false, demoOnly: false, hidden: false, link: 'plimsoll://loans' },
    ],
  ])('reads %j', (line, flags) => {
    expect(parseFlags(line)).toEqual(flags)
  })
})

describe('single instance', () => {
  const anApp = (first: boolean) => {
    const listeners = new Map<string, (event: unknown, line: string[]) => void>()
    const app = {
      requestSingleInstanceLock: () => first,
      on: (event: string, listener: (event: unknown, line: string[]) => void) =>
        listeners.set(event, listener),
    } as unknown as Parameters<typeof takeSingleInstance>[0]
    return { app, second: (line: string[]) => listeners.get('second-instance')?.({}, line) }
  }

  it('FLT-10 the first one receives the flags of every later one', () => {
    const { app, second } = anApp(true)
    const onSecond = vi.fn()
    expect(takeSingleInstance(app, onSecond)).toBe(true)
    second(['plimsoll', '--demo', '--original-process-start-time=1'])
    expect(onSecond).toHaveBeenCalledWith({
      demo: true,
      demoOnly: false,
      hidden: false,
      link: null,
    })
  })

  it('FLT-10 a later one exits', () => {
    expect(takeSingleInstance(anApp(false).app, vi.fn())).toBe(false)
  })
})
