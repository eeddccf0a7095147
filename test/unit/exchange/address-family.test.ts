import type { LookupAddress } from 'node:dns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  attemptsFor,
  connectByFamily,
  createFamilyPolicy,
  familyLimitMs,
  type FamilyMemory,
  type FamilyPolicy,
  type NameLookup,
} from '../../../src/main/exchange/address-family.js'
import { codeOf } from '../../../src/main/exchange/tls-connector.js'
import type {
  AddressFamily,
  AddressFamilyChoice,
} from '../../../src/shared/portfolio/connection.js'
import { createFakeTimer } from '../../support/fake-timer.js'

const host = 'exchange.example'
const v4: LookupAddress = { address: '192.0.2.1', family: 4 }
const otherV4: LookupAddress = { address: '192.0.2.2', family: 4 }
const v6: LookupAddress = { address: '2001:db8::1', family: 6 }

/** Of several addresses, as Node reports them. */
function errorWith(code: string, ...others: string[]): Error {
  const one = Object.assign(new Error(code), { code })
  return others.length === 0
    ? one
    : Object.assign(new AggregateError([one, ...others.map((other) => errorWith(other))]), { code })
}

/**
 * How an attempt ends: accepted and done, an error before anything was accepted, one in the
 * handshake, never, or when `waiting` says so.
 */
type Ending =
  | 'done'
  | 'hangs'
  | 'slow'
  | 'slow in handshake'
  | { refused: [string, ...string[]] }
  | { handshake: string }

type World = {
  /** What the name leads to, or why it cannot be looked up. */
  names: readonly LookupAddress[] | Error
  ipv4: Ending
  ipv6: Ending
  choice: AddressFamilyChoice
}

type OpenedSocket = { over: string; destroy(): void }

function setup(some: Partial<World> = {}, memory?: FamilyMemory) {
  const world: World = { names: [v6, v4], ipv4: 'done', ipv6: 'done', choice: 'automatic', ...some }
  const policy: FamilyPolicy = createFamilyPolicy(() => world.choice, memory)
  const timers = createFakeTimer()
  const lookups: string[] = []
  const opened: string[][] = []
  const destroyed: string[] = []
  const waiting: (() => void)[] = []
  const lookup: NameLookup = (name, done) => {
    lookups.push(name)
    if (world.names instanceof Error) done(world.names, [])
    else done(null, world.names)
  }

  const connect = (to = host) => {
    const outcomes: string[] = []
    const connection = connectByFamily<OpenedSocket>(
      {
        host: to,
        policy,
        lookup,
        after: timers.timer,
        open: (options, reached, done) => {
          let addresses: LookupAddress[] = []
          options.lookup(
            to,
            { all: true },
            (_error, found) => (addresses = found as LookupAddress[]),
          )
          const own = addresses.map(({ address }) => address)
          opened.push(own)
          const ending = addresses[0]?.family === 6 ? world.ipv6 : world.ipv4
          const ready = (): void => {
            reached()
            done(null, { over: own.join(), destroy: () => destroyed.push(own.join()) })
          }
          if (ending === 'slow') waiting.push(ready)
          else if (ending === 'slow in handshake') {
            reached()
            waiting.push(ready)
          } else if (ending === 'done') ready()
          else if (ending !== 'hangs' && 'refused' in ending)
            done(errorWith(...ending.refused), null)
          else if (ending !== 'hangs') {
            reached()
            done(errorWith(ending.handshake), null)
          }
          return {
            destroy: () => {
              destroyed.push(own.join())
              done(errorWith('ECONNRESET'), null)
            },
          }
        },
      },
      (error, socket) =>
        outcomes.push(error === null ? `over ${socket?.over ?? ''}` : codeOf(error)),
    )
    return { outcomes, destroy: () => connection.destroy() }
  }
  return { world, policy, timers, lookups, opened, destroyed, waiting, connect }
}

describe('the family of a connection to the exchange', () => {
  it('is at first the one that the system prefers, and then the one that connected, whatever the resolver’s order becomes', () => {
    const { world, policy, opened, connect } = setup()
    expect(policy.known(host)).toBeNull()
    expect(connect().outcomes).toEqual(['over 2001:db8::1'])
    world.names = [v4, v6]
    expect(connect().outcomes).toEqual(['over 2001:db8::1'])
    expect(policy.known(host)).toBe('ipv6')
    expect(opened).toEqual([['2001:db8::1'], ['2001:db8::1']])
  })

  it.each([
    [['ENETUNREACH']],
    [['EHOSTUNREACH']],
    [['EADDRNOTAVAIL']],
    [['ENETDOWN']],
    [['ENETUNREACH', 'EHOSTUNREACH']],
  ] as [[string, ...string[]]][])(
    'NET-18 changes once one is known where there is no route over it: %s',
    (refused) => {
      const { world, policy, connect } = setup()
      connect()
      world.ipv6 = { refused }
      expect(connect().outcomes).toEqual(['over 192.0.2.1'])
      world.ipv6 = 'done'
      expect(connect().outcomes).toEqual(['over 192.0.2.1'])
      expect(policy.known(host)).toBe('ipv4')
    },
  )

  it('NET-18 changes once one is known where the host has no address of it any more', () => {
    const { world, connect } = setup()
    connect()
    world.names = [v4]
    expect(connect().outcomes).toEqual(['over 192.0.2.1'])
  })

  it('NET-18 does not change once one is known where a connection is refused, reset or times out, or takes long', async () => {
    const { world, policy, opened, timers, connect } = setup()
    connect()
    const failures: Ending[] = [
      ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'].map((code): Ending => ({
        refused: [code],
      })),
      { refused: ['ENETUNREACH', 'ETIMEDOUT'] },
      { handshake: 'ECONNRESET' },
      { handshake: 'ETIMEDOUT' },
      { handshake: 'CERT_HAS_EXPIRED' },
    ]
    for (const ending of failures) {
      world.ipv6 = ending
      expect(connect().outcomes).not.toEqual(['over 192.0.2.1'])
    }
    for (const ending of ['hangs', 'slow in handshake'] as const) {
      world.ipv6 = ending
      const { outcomes } = connect()
      expect(timers.pending()).toBe(0)
      expect(outcomes).toEqual([])
    }
    expect(opened.flat()).not.toContain('192.0.2.1')
    expect(policy.known(host)).toBe('ipv6')
  })

  it('NET-18 is known from an earlier run, for each host', () => {
    const saved: string[] = []
    const memory: FamilyMemory = {
      read: () => [[host, 'ipv4']],
      save: (name, family) => saved.push(`${name} ${family}`),
    }
    const { world, connect } = setup({ ipv4: { refused: ['ETIMEDOUT'] } }, memory)
    expect(connect().outcomes).toEqual(['ETIMEDOUT'])
    world.ipv4 = 'done'
    expect(connect().outcomes).toEqual(['over 192.0.2.1'])
    expect(saved).toEqual([])
    expect(connect('another.example').outcomes).toEqual(['over 2001:db8::1'])
    expect(saved).toEqual(['another.example ipv6'])
  })

  it('changes during the first connection where it is refused or broken off, also in the handshake', () => {
    for (const ipv6 of [
      { refused: ['ECONNREFUSED'] },
      { handshake: 'ECONNRESET' },
      { handshake: 'ETIMEDOUT' },
    ] satisfies Ending[]) {
      const { policy, connect } = setup({ ipv6 })
      expect(connect().outcomes).toEqual(['over 192.0.2.1'])
      expect(policy.known(host)).toBe('ipv4')
    }
  })

  it('does not change where the other side could not prove who it is', () => {
    const { opened, policy, connect } = setup({ ipv6: { handshake: 'CERT_HAS_EXPIRED' } })
    expect(connect().outcomes).toEqual(['CERT_HAS_EXPIRED'])
    expect(opened).toEqual([['2001:db8::1']])
    expect(policy.known(host)).toBeNull()
  })

  it.each(['hangs', 'slow in handshake'] as const)(
    'changes where the first connection is not ready within five seconds, and ends the attempt that %s',
    async (ipv6) => {
      const { timers, destroyed, connect } = setup({ ipv6 })
      const { outcomes } = connect()
      expect(outcomes).toEqual([])
      await timers.ring(familyLimitMs)
      expect(outcomes).toEqual(['over 192.0.2.1'])
      expect(destroyed).toEqual(['2001:db8::1'])
      expect(timers.pending()).toBe(0)
    },
  )

  it('NET-18 is decided for all first connections by the one that is ready first', async () => {
    const { world, timers, waiting, destroyed, policy, connect } = setup({ ipv6: 'hangs' })
    const early = connect()
    world.ipv6 = 'slow'
    const late = connect()
    await timers.ring(familyLimitMs)
    expect(early.outcomes).toEqual(['over 192.0.2.1'])
    for (const ready of waiting) ready()
    expect(late.outcomes).toEqual(['over 192.0.2.1'])
    expect(destroyed).toContain('2001:db8::1')
    expect(policy.known(host)).toBe('ipv4')
  })

  it('NET-18 does not change in a first connection that takes long after another one is ready over the same', async () => {
    const { world, timers, waiting, opened, connect } = setup({ ipv6: 'slow' })
    const late = connect()
    world.ipv6 = 'done'
    expect(connect().outcomes).toEqual(['over 2001:db8::1'])
    await timers.ring(familyLimitMs)
    for (const ready of waiting) ready()
    expect(late.outcomes).toEqual(['over 2001:db8::1'])
    expect(opened.flat()).not.toContain('192.0.2.1')
  })

  it('is only the chosen one, also where it fails and the other would do', () => {
    for (const code of ['ENETUNREACH', 'ECONNREFUSED']) {
      const { opened, connect } = setup({ choice: 'ipv6', ipv6: { refused: [code] } })
      expect(connect().outcomes).toEqual([code === 'ENETUNREACH' ? 'NO_IPV6' : code])
      expect(opened).toEqual([['2001:db8::1']])
    }
    const { timers, connect } = setup({ choice: 'ipv4', ipv4: 'hangs' })
    expect(connect().outcomes).toEqual([])
    expect(timers.pending()).toBe(0)
  })

  it('is refused in words of its own where the chosen one has no address, by name or as written', () => {
    expect(setup({ choice: 'ipv6', names: [v4] }).connect().outcomes).toEqual(['NO_IPV6'])
    const { opened, lookups, connect } = setup({ choice: 'ipv4' })
    expect(connect('2001:db8::1').outcomes).toEqual(['NO_IPV4'])
    expect(connect('192.0.2.1').outcomes).toEqual(['over 192.0.2.1'])
    expect(lookups).toEqual([])
    expect(opened).toEqual([['192.0.2.1']])
  })

  it('gives every address of the family to one attempt, in the order of the resolver', () => {
    const { opened, connect } = setup({
      names: [v4, v6, otherV4],
      ipv4: { refused: ['ECONNREFUSED'] },
    })
    expect(connect().outcomes).toEqual(['over 2001:db8::1'])
    expect(opened).toEqual([['192.0.2.1', '192.0.2.2'], ['2001:db8::1']])
  })

  it('says of two families that fail what the first one met', () => {
    const both: Partial<World> = {
      ipv6: { refused: ['ECONNREFUSED'] },
      ipv4: { refused: ['ENETUNREACH'] },
    }
    expect(setup(both).connect().outcomes).toEqual(['ECONNREFUSED'])
    expect(setup({ ...both, names: [v4, v6] }).connect().outcomes).toEqual(['ENETUNREACH'])
  })

  it('says what the resolver said where a name leads nowhere', () => {
    expect(setup({ names: errorWith('EAI_AGAIN') }).connect().outcomes).toEqual(['EAI_AGAIN'])
    expect(setup({ names: [] }).connect().outcomes).toEqual(['ENOTFOUND'])
  })

  it('is remembered for each host by itself', () => {
    const { world, policy, connect } = setup()
    connect()
    world.names = [v4, v6]
    expect(connect('another.example').outcomes).toEqual(['over 192.0.2.1'])
    expect([policy.known(host), policy.known('another.example')]).toEqual(['ipv6', 'ipv4'])
  })

  it('is not tried further once the call was given up', () => {
    const { opened, destroyed, timers, connect } = setup({ ipv6: 'hangs' })
    const { outcomes, destroy } = connect()
    destroy()
    expect(outcomes).toEqual(['ECONNRESET'])
    expect(destroyed).toEqual(['2001:db8::1'])
    expect(opened).toEqual([['2001:db8::1']])
    expect(timers.pending()).toBe(0)
  })

  it('never mixes: an attempt has addresses of one family, each address has one attempt, and a choice leaves only its own', () => {
    const address = fc
      .integer({ min: 1, max: 254 })
      .chain((last) =>
        fc.constantFrom<LookupAddress>(
          { address: `192.0.2.${last}`, family: 4 },
          { address: `2001:db8::${last}`, family: 6 },
        ),
      )
    const choice = fc.constantFrom<AddressFamilyChoice>('automatic', 'ipv4', 'ipv6')
    const known = fc.constantFrom<AddressFamily | null>(null, 'ipv4', 'ipv6')
    fc.assert(
      fc.property(
        fc.array(address, { maxLength: 8 }),
        choice,
        known,
        (addresses, chosen, earlier) => {
          const attempts = attemptsFor(addresses, chosen, earlier)
          const numbers = { ipv4: 4, ipv6: 6 }
          for (const { family, addresses: own } of attempts) {
            expect(own).toEqual(addresses.filter((one) => one.family === numbers[family]))
            expect(own.length).toBeGreaterThan(0)
          }
          const families = attempts.map(({ family }) => family)
          expect(new Set(families).size).toBe(families.length)
          if (chosen !== 'automatic') expect([[], [chosen]]).toContainEqual(families)
          else expect(attempts.flatMap(({ addresses: own }) => own)).toHaveLength(addresses.length)
          const first = earlier ?? (addresses[0]?.family === 6 ? 'ipv6' : 'ipv4')
          if (chosen === 'automatic' && addresses.some(({ family }) => family === numbers[first]))
            expect(families[0]).toBe(first)
        },
      ),
    )
  })
})
