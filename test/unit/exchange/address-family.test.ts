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

/** For several addresses, as Node reports them. */
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
  /** What the name resolves to, or why it cannot be resolved. */
  names: readonly LookupAddress[] | Error
  ipv4: Ending
  ipv6: Ending
  choice: AddressFamilyChoice
}

type OpenedSocket = { over: string; destroy(): void }

function setup(some: Partial<World> = {}, memory?: FamilyMemory) {
  const world: World = { names: [v6, v4], ipv4: 'done', ipv6: 'done', choice: 'automatic', ...some }
  let seconds = 0
  const policy: FamilyPolicy = createFamilyPolicy(
    () => world.choice,
    memory,
    () => seconds * 1000,
  )
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
  const pass = (some: number): void => {
    seconds += some
  }
  /** Connects this many times, this many seconds apart. */
  const connectOften = (times: number, every = 10): string[] =>
    Array.from({ length: times }, () => {
      pass(every)
      return connect().outcomes
    }).flat()
  return { world, policy, timers, lookups, opened, destroyed, waiting, connect, pass, connectOften }
}

const over4 = 'over 192.0.2.1'
const over6 = 'over 2001:db8::1'
const noRoute: Ending = { refused: ['ENETUNREACH'] }

describe('the address family of a connection to the exchange', () => {
  it('is initially the one that the system prefers, then the one that connected, whatever the resolver’s order becomes', () => {
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
    [['EAFNOSUPPORT']],
    [['EACCES']],
    [['EPERM']],
    [['EINVAL']],
    [['ENETUNREACH', 'EHOSTUNREACH']],
  ] as [[string, ...string[]]][])(
    'NET-18 switches from a known family after half a minute without a route, and returns with the route: %s',
    (refused) => {
      const { world, policy, connect, connectOften } = setup()
      connect()
      world.ipv6 = { refused }
      expect(connectOften(4)).toEqual(Array(4).fill(refused[0]))
      expect(policy.known(host)).toBe('ipv6')
      expect(connectOften(3)).toEqual([over4, over4, over4])
      expect(policy.known(host)).toBe('ipv4')
      world.ipv6 = 'done'
      expect(connect().outcomes).toEqual([over6])
      expect(policy.known(host)).toBe('ipv6')
      world.ipv6 = { refused }
      expect(connect().outcomes).toEqual([refused[0]])
    },
  )

  it('NET-18 switches from a known family after half a minute without an address of the host', () => {
    const { world, connect, connectOften } = setup()
    connect()
    world.names = [v4]
    expect(connectOften(4)).toEqual(Array(4).fill('NO_ADDRESS'))
    expect(connectOften(1)).toEqual([over4])
    world.names = [v4, v6]
    expect(connect().outcomes).toEqual([over6])
  })

  it('NET-18 does not switch in a short interruption, however many calls it affects', () => {
    const { world, destroyed, connect, connectOften } = setup()
    connect()
    world.ipv6 = noRoute
    expect(new Set(connectOften(299, 0.1))).toEqual(new Set(['ENETUNREACH']))
    // What was opened over the other family was closed with nothing sent.
    expect(new Set(destroyed)).toEqual(new Set(['192.0.2.1']))
    world.ipv6 = 'done'
    expect(connect().outcomes).toEqual([over6])
    world.names = [v4]
    expect(connect().outcomes).toEqual(['NO_ADDRESS'])
    world.names = [v6, v4]
    expect(connect().outcomes).toEqual([over6])
  })

  it('NET-18 does not switch after two bursts of calls, or if nothing was tried for more than a minute', () => {
    const { world, connect, pass, connectOften } = setup()
    connect()
    world.ipv6 = noRoute
    for (let burst = 0; burst < 2; burst += 1) {
      pass(40)
      expect(connectOften(5, 0)).toEqual(Array(5).fill('ENETUNREACH'))
    }
    const seldom = setup()
    seldom.connect()
    seldom.world.ipv6 = noRoute
    expect(seldom.connectOften(6, 61)).toEqual(Array(6).fill('ENETUNREACH'))
  })

  it('NET-18 counts the half minute from when the other one connects, because after an outage one is often back first', () => {
    const { world, connect, connectOften } = setup({ ipv4: noRoute })
    world.ipv4 = 'done'
    connect()
    for (const ipv4 of [noRoute, { handshake: 'CERT_HAS_EXPIRED' }] satisfies Ending[]) {
      world.ipv6 = noRoute
      world.ipv4 = ipv4
      expect(connectOften(20)).toEqual(Array(20).fill('ENETUNREACH'))
      world.ipv4 = 'done'
      expect(connectOften(3)).toEqual(Array(3).fill('ENETUNREACH'))
      world.ipv6 = 'done'
      expect(connect().outcomes).toEqual([over6])
    }
  })

  it('NET-18 starts counting again after the network was gone or changed, or the known one only failed', () => {
    const { world, policy, connect, connectOften } = setup()
    connect()
    const leave = (): void => {
      world.ipv6 = noRoute
      expect(connectOften(5).at(-1)).toBe(over4)
    }
    leave()
    world.ipv4 = noRoute
    expect(connect().outcomes).toEqual(['ENETUNREACH'])
    world.ipv4 = 'done'
    leave()
    policy.present(host)
    leave()
    for (const failure of ['ETIMEDOUT', 'CERT_HAS_EXPIRED']) {
      world.ipv6 = { handshake: failure }
      expect(connect().outcomes).toEqual([failure])
      leave()
    }
  })

  it('NET-18 switches exactly after half a minute and three attempts, whatever happened before', () => {
    const step = fc.record({
      after: fc.integer({ min: 1, max: 40 }),
      ipv6: fc.constantFrom<Ending>('done', noRoute, noRoute, noRoute, { refused: ['ETIMEDOUT'] }),
      ipv4: fc.constantFrom<Ending>('done', 'done', 'done', noRoute),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const { world, connect, pass } = setup()
        connect()
        /** Seconds from the first attempt during which only the other one has connected. */
        let moments: number[] = []
        let now = 0
        for (const { after, ipv6, ipv4 } of steps) {
          pass(after)
          now += after
          Object.assign(world, { ipv6, ipv4 })
          const isAbsent = ipv6 === noRoute && ipv4 === 'done'
          const [first = now] = moments
          const isOver = moments.length >= 3 && (moments.at(-1) ?? now) - first >= 30
          expect(connect().outcomes.includes(over4)).toBe(isAbsent && isOver)
          moments = isAbsent ? [...moments, now] : []
        }
      }),
    )
  })

  it('NET-18 does not use a connection over the other one that is ready after the known one is back', () => {
    const { world, waiting, destroyed, connect, connectOften } = setup()
    connect()
    world.ipv6 = noRoute
    expect(connectOften(5).at(-1)).toBe(over4)
    world.ipv4 = 'slow'
    const late = connect()
    world.ipv6 = 'done'
    expect(connect().outcomes).toEqual([over6])
    destroyed.length = 0
    for (const ready of waiting) ready()
    expect(late.outcomes).toEqual([over6])
    expect(destroyed).toEqual(['192.0.2.1'])
  })

  it('NET-18 remembers a choice for the next run, but not a fallback', () => {
    const saved: string[] = []
    const memory: FamilyMemory = {
      read: () => [[host, 'ipv6']],
      save: (name, family) => saved.push(`${name} ${family}`),
    }
    const { world, connect, connectOften } = setup({ ipv6: noRoute }, memory)
    expect(connectOften(5).at(-1)).toBe(over4)
    expect(saved).toEqual([])
    world.choice = 'ipv4'
    expect(connect().outcomes).toEqual([over4])
    expect(saved).toEqual([`${host} ipv4`])
  })

  it('NET-18 does not switch from a known family when a connection is refused, reset, slow or times out', async () => {
    const { world, policy, timers, connect } = setup()
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
      expect(connect().outcomes).not.toEqual([over4])
    }
    for (const ending of ['hangs', 'slow in handshake'] as const) {
      world.ipv6 = ending
      const { outcomes, destroy } = connect()
      await timers.ring(familyLimitMs)
      expect(outcomes).toEqual([])
      expect(timers.pending()).toBe(0)
      destroy()
    }
    expect(policy.known(host)).toBe('ipv6')
  })

  it.each([{ refused: ['ETIMEDOUT'] }, { refused: ['ECONNREFUSED'] }, 'hangs'] satisfies Ending[])(
    'NET-18 knows after three failures in a row whether the other one would connect, and sends nothing over it: %j',
    async (ipv6) => {
      const { world, policy, timers, opened, destroyed, connect } = setup()
      connect()
      const failOnce = async (): Promise<void> => {
        opened.length = 0
        destroyed.length = 0
        const { outcomes, destroy } = connect()
        if (world.ipv6 === 'hangs') await timers.ring(familyLimitMs)
        destroy()
        expect(outcomes).not.toContain(over4)
        expect(timers.pending()).toBe(0)
      }
      world.ipv6 = ipv6
      for (let time = 1; time <= 2; time += 1) {
        await failOnce()
        expect(opened).toEqual([['2001:db8::1']])
      }
      await failOnce()
      expect(opened).toEqual([['2001:db8::1'], ['192.0.2.1']])
      expect(destroyed).toContain('192.0.2.1')
      expect(policy.worksInstead(host)).toBe('ipv4')
      expect(policy.known(host)).toBe('ipv6')

      world.ipv4 = { refused: ['ETIMEDOUT'] }
      await failOnce()
      expect(policy.worksInstead(host)).toBeNull()
      world.ipv4 = 'done'
      await failOnce()
      world.choice = 'ipv6'
      expect(policy.worksInstead(host)).toBeNull()
      world.choice = 'automatic'
      world.ipv6 = 'done'
      expect(connect().outcomes).toEqual([over6])
      expect(policy.worksInstead(host)).toBeNull()
    },
  )

  it('does not check the other one if the user chose one, nor twice at a time, and gives up after five seconds', async () => {
    const chosen = setup({ choice: 'ipv6', ipv6: { refused: ['ETIMEDOUT'] } })
    chosen.connectOften(9)
    expect(chosen.opened.flat()).not.toContain('192.0.2.1')

    const { world, policy, timers, opened, destroyed, waiting, connect, connectOften } = setup()
    connect()
    world.ipv6 = { refused: ['ETIMEDOUT'] }
    world.ipv4 = 'slow'
    connectOften(9)
    expect(opened.flat().filter((address) => address === '192.0.2.1')).toHaveLength(1)
    await timers.ring(familyLimitMs)
    expect(destroyed).toEqual(['192.0.2.1'])
    for (const ready of waiting) ready()
    expect(policy.worksInstead(host)).toBeNull()
    expect(timers.pending()).toBe(0)
  })

  it('ignores what was found out about the other one once the known one connected again', () => {
    const { world, policy, waiting, connect, connectOften } = setup()
    connect()
    for (const ipv6 of [{ refused: ['ETIMEDOUT'] }, noRoute] satisfies Ending[]) {
      world.ipv6 = ipv6
      world.ipv4 = 'slow'
      connectOften(5)
      world.ipv6 = 'done'
      connect()
      for (const ready of waiting.splice(0)) ready()
      expect([policy.worksInstead(host), policy.hasLeft(host)]).toEqual([null, false])
    }
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

  it('switches during the first connection if it is refused or broken off, also in the handshake', () => {
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

  it('does not switch if the server could not prove its identity', () => {
    const { opened, policy, connect } = setup({ ipv6: { handshake: 'CERT_HAS_EXPIRED' } })
    expect(connect().outcomes).toEqual(['CERT_HAS_EXPIRED'])
    expect(opened).toEqual([['2001:db8::1']])
    expect(policy.known(host)).toBeNull()
  })

  it.each(['hangs', 'slow in handshake'] as const)(
    'switches when the first connection is not ready within five seconds, and ends the attempt that %s',
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

  it('NET-18 does not switch in a slow first connection after another one is ready over the same family', async () => {
    const { world, timers, waiting, opened, connect } = setup({ ipv6: 'slow' })
    const late = connect()
    world.ipv6 = 'done'
    expect(connect().outcomes).toEqual(['over 2001:db8::1'])
    await timers.ring(familyLimitMs)
    for (const ready of waiting) ready()
    expect(late.outcomes).toEqual(['over 2001:db8::1'])
    expect(opened.flat()).not.toContain('192.0.2.1')
  })

  it('is only the chosen one, even if it fails and the other would work', () => {
    for (const code of ['ENETUNREACH', 'ECONNREFUSED']) {
      const { opened, connect } = setup({ choice: 'ipv6', ipv6: { refused: [code] } })
      expect(connect().outcomes).toEqual([code === 'ENETUNREACH' ? 'NO_IPV6' : code])
      expect(opened).toEqual([['2001:db8::1']])
    }
    const { timers, connect } = setup({ choice: 'ipv4', ipv4: 'hangs' })
    expect(connect().outcomes).toEqual([])
    expect(timers.pending()).toBe(0)
  })

  it('is refused with its own message if the chosen one has no address, by name or literally', () => {
    expect(setup({ choice: 'ipv6', names: [v4] }).connect().outcomes).toEqual(['NO_IPV6'])
    const { opened, lookups, connect } = setup({ choice: 'ipv4' })
    expect(connect('2001:db8::1').outcomes).toEqual(['NO_IPV4'])
    expect(connect('192.0.2.1').outcomes).toEqual(['over 192.0.2.1'])
    expect(lookups).toEqual([])
    expect(opened).toEqual([['192.0.2.1']])
  })

  it('passes every address of the family to one attempt, in the order of the resolver', () => {
    const { opened, connect } = setup({
      names: [v4, v6, otherV4],
      ipv4: { refused: ['ECONNREFUSED'] },
    })
    expect(connect().outcomes).toEqual(['over 2001:db8::1'])
    expect(opened).toEqual([['192.0.2.1', '192.0.2.2'], ['2001:db8::1']])
  })

  it('reports the first error when both families fail', () => {
    const both: Partial<World> = {
      ipv6: { refused: ['ECONNREFUSED'] },
      ipv4: { refused: ['ENETUNREACH'] },
    }
    expect(setup(both).connect().outcomes).toEqual(['ECONNREFUSED'])
    expect(setup({ ...both, names: [v4, v6] }).connect().outcomes).toEqual(['ENETUNREACH'])
  })

  it("reports the resolver's error when a name does not resolve", () => {
    expect(setup({ names: errorWith('EAI_AGAIN') }).connect().outcomes).toEqual(['EAI_AGAIN'])
    expect(setup({ names: [] }).connect().outcomes).toEqual(['ENOTFOUND'])
  })

  it('is remembered for each host separately', () => {
    const { world, policy, connect } = setup()
    connect()
    world.names = [v4, v6]
    expect(connect('another.example').outcomes).toEqual(['over 192.0.2.1'])
    expect([policy.known(host), policy.known('another.example')]).toEqual(['ipv6', 'ipv4'])
  })

  it('is not tried further once the call was cancelled', () => {
    const { opened, destroyed, timers, connect } = setup({ ipv6: 'hangs' })
    const { outcomes, destroy } = connect()
    destroy()
    expect(outcomes).toEqual(['ECONNRESET'])
    expect(destroyed).toEqual(['2001:db8::1'])
    expect(opened).toEqual([['2001:db8::1']])
    expect(timers.pending()).toBe(0)
  })

  it('is never mixed: an attempt has addresses of one family, each address has one attempt, and a choice leaves only its own', () => {
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
