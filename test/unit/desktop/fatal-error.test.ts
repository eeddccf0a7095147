import { describe, expect, it } from 'vitest'
import { installFatalErrorHandler, fatalErrorCode } from '../../../src/main/desktop/shutdown.js'

function setup(own: Partial<Parameters<typeof installFatalErrorHandler>[0]> = {}) {
  const order: string[] = []
  const listeners = new Map<string, (fault: unknown) => void>()
  const process = {
    on: (event: string, listener: (fault: unknown) => void) => listeners.set(event, listener),
  }
  installFatalErrorHandler({
    process: process as unknown as Parameters<typeof installFatalErrorHandler>[0]['process'],
    stops: () => [() => order.push('stop')],
    log: (what) => order.push(`log ${what}`),
    tell: () => order.push('tell'),
    exit: (code) => order.push(`exit ${String(code)}`),
    ...own,
  })
  return { order, fall: (event: string) => listeners.get(event)?.(new Error('boom')) }
}

function broken(): never {
  throw new Error('broken too')
}

describe('the fatal error handler', () => {
  it.each([
    ['uncaughtException', 'log uncaught exception'],
    ['unhandledRejection', 'log unhandled rejection'],
  ])(
    'FLT-14 on %s stops what could send, logs, notifies the user and exits with a code',
    (event, logged) => {
      const { order, fall } = setup()
      fall(event)
      expect(order).toEqual(['stop', logged, 'tell', `exit ${String(fatalErrorCode)}`])
      expect(fatalErrorCode).not.toBe(0)
    },
  )

  it('FLT-14 exits even if every other part is broken', () => {
    const stopped: string[] = []
    const { order, fall } = setup({
      stops: () => [broken, () => stopped.push('vault')],
      log: broken,
      tell: broken,
    })
    fall('uncaughtException')
    expect(stopped).toEqual(['vault'])
    expect(order).toEqual([`exit ${String(fatalErrorCode)}`])
  })

  it('FLT-14 does not start over on a fault while exiting', () => {
    const { order, fall } = setup()
    fall('unhandledRejection')
    fall('uncaughtException')
    expect(order.filter((entry) => entry === 'tell')).toHaveLength(1)
  })

  it('FLT-14 says what it means and what to do', () => {
    let said = ''
    const { fall } = setup({
      tell: (text) => {
        said = text
      },
    })
    fall('uncaughtException')
    expect(said).toContain('nothing is monitored')
    expect(said).toContain('Start it again')
    expect(said).not.toContain('boom')
  })
})
