import { describe, expect, it, vi } from 'vitest'
import { parseFlags, takeSingleInstance } from '../../../src/main/desktop/lifecycle/flags.js'

describe('flags', () => {
  it.each<[string[], ReturnType<typeof parseFlags>]>([
    [['plimsoll'], { demo: false, demoOnly: false, hidden: false }],
    [['plimsoll', '--demo'], { demo: true, demoOnly: false, hidden: false }],
    [['electron', '.', '--user-data-dir=/tmp/x', '--hidden'], { demo: false, demoOnly: false, hidden: true }],
    [['electron', '.', '--demo-only'], { demo: false, demoOnly: true, hidden: false }],
    [['--hidden', '--demo'], { demo: true, demoOnly: false, hidden: true }],
    [['--demonstrate', '-demo', 'demo', '--DEMO', '--demo=1', '--user-data-dir=--demo'], { demo: false, demoOnly: false, hidden: false }],
  ])('reads %j', (line, flags) => {
    expect(parseFlags(line)).toEqual(flags)
  })
})

describe('one instance', () => {
  const anApp = (first: boolean) => {
    const listeners = new Map<string, (event: unknown, line: string[]) => void>()
    const app = {
      requestSingleInstanceLock: () => first,
      on: (event: string, listener: (event: unknown, line: string[]) => void) => listeners.set(event, listener),
    } as unknown as Parameters<typeof takeSingleInstance>[0]
    return { app, second: (line: string[]) => listeners.get('second-instance')?.({}, line) }
  }

  it('FLT-10 the first one hears the flags of every later one', () => {
    const { app, second } = anApp(true)
    const onSecond = vi.fn()
    expect(takeSingleInstance(app, onSecond)).toBe(true)
    second(['plimsoll', '--demo', '--original-process-start-time=1'])
    expect(onSecond).toHaveBeenCalledWith({ demo: true, demoOnly: false, hidden: false })
  })

  it('FLT-10 a later one is told to end', () => {
    expect(takeSingleInstance(anApp(false).app, vi.fn())).toBe(false)
  })
})
