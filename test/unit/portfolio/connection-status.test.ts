import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkingConnection, withPing } from '../../../src/main/portfolio/connection-status.js'
import { problem } from '../../support/scripted-client.js'

const now = 1_760_000_000
const fresh = checkingConnection('a', 'https://exchange.example')

describe('the connection', () => {
  it('is being checked until the first answer, then online or offline with the reason', () => {
    expect(fresh.state).toBe('checking')
    const online = withPing(fresh, { at: now, ms: 12, problem: null }, -0.4)
    expect(online).toMatchObject({ state: 'online', problem: null, pings: [{ at: now, ms: 12 }], clockSkew: -0.4 })
    const offline = withPing(online, { at: now + 10, ms: null, problem: problem('unreachable') }, -0.4)
    expect(offline).toMatchObject({ state: 'offline', problem: { code: 'unreachable' } })
    expect(offline.pings.map(({ ms }) => ms)).toEqual([12, null])
    expect(withPing(offline, { at: now + 20, ms: 8, problem: null }, null)).toMatchObject({
      state: 'online',
      problem: null,
      clockSkew: null,
    })
  })

  it('57 a check that was put off says nothing of the line: what was known stays, with the end of the wait', () => {
    const online = withPing(fresh, { at: now, ms: 12, problem: null }, 0)
    const wait = { ...problem('rate-limited'), retryAt: now + 30 }
    const waiting = withPing(online, { at: now + 10, ms: null, problem: wait }, 0)
    expect(waiting).toMatchObject({ state: 'online', problem: { code: 'rate-limited', retryAt: now + 30 }, pings: online.pings })
    const offline = withPing(online, { at: now + 10, ms: null, problem: problem('unreachable') }, 0)
    expect(withPing(offline, { at: now + 20, ms: null, problem: problem('busy') }, 0).state).toBe('offline')
  })

  it('keeps the last ten minutes and no more, oldest first', () => {
    let view = fresh
    for (let at = 0; at <= 3600; at += 10) view = withPing(view, { at: now + at, ms: 1, problem: null }, null)
    expect(view.pings).toHaveLength(60)
    expect(view.pings[0]?.at).toBe(now + 3010)
    expect(view.pings.at(-1)?.at).toBe(now + 3600)
  })

  it('stays bounded and in order whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 400 }), (times) => {
        const view = times.reduce((before, at) => withPing(before, { at: now + at, ms: 1, problem: null }, null), fresh)
        expect(view.pings.length).toBeLessThanOrEqual(120)
        expect(view.pings.map(({ at }) => at)).toEqual(view.pings.map(({ at }) => at).toSorted((one, other) => one - other))
      }),
    )
  })
})
