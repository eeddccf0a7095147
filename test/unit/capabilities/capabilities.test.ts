import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCapabilities } from '../../../src/main/capabilities/capabilities.js'
import type { CapabilityRepository } from '../../../src/main/capabilities/capability-repository.js'
import {
  endpointFacts,
  findingOf,
  harmlessRead,
} from '../../../src/main/exchange/endpoint-access.js'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import type { CapabilityState } from '../../../src/shared/capabilities/capability.js'
import { problemCodes } from '../../../src/shared/problem-words.js'
import type { Problem, ProblemCode } from '../../../src/shared/problem.js'
import { fail, ok, type Result } from '../../../src/shared/result.js'
import type { Answer } from '../../../src/main/exchange/exchange-client.js'
import { later, problem, type Later } from '../../support/fake-exchange-client.js'
import { aProfile, createTestClock, startOfTest, valueOf } from '../../support/test-storage.js'
import { settled } from '../../support/fake-clock.js'

const balance = { path: '/api/v4/main-account/balance', access: 'any-key' } as const
const ping = { path: '/api/v4/public/ping', access: 'public' } as const
const history = {
  path: '/api/v4/main-account/smart-flex/investments/history',
  access: 'b2b',
} as const

function refusedBy(code: ProblemCode, message = 'no'): Result<never, Problem> {
  return fail(problem(code, { server: { status: 403, code: 0, message } }))
}

const moneyPaths = endpointFacts.filter(({ movesMoney }) => movesMoney).map(({ path }) => path)

const profile = aProfile()

function setup(memory = openMemoryStorage([profile], () => startOfTest), key = profile) {
  const time = createTestClock()
  const tried: string[] = []
  let saves = 0
  let reply: (path: string) => Promise<Answer<null>> = () =>
    Promise.resolve(ok({ value: null, at: time.clock() }))
  let hasKey = true
  let pool: string | null = null
  const capabilities = openCapabilities(
    key,
    {
      load: memory.capabilities.load,
      save: (...some) => {
        saves += 1
        return memory.capabilities.save(...some)
      },
    },
    {
      clock: time.clock,
      endpoints: endpointFacts,
      findingOf,
      client: () =>
        hasKey
          ? {
              tryEndpoint: (path, poolAccount) => {
                if (harmlessRead(path, poolAccount) === null) return null
                tried.push(path)
                return reply(path)
              },
            }
          : null,
      poolAccount: () => pool,
    },
  )
  const stateOf = (path: string): CapabilityState | undefined =>
    capabilities.view().endpoints.find((one) => one.path === path)?.state
  return {
    ...time,
    memory,
    capabilities,
    tried,
    stateOf,
    saves: () => saves,
    replies: (next: typeof reply) => {
      reply = next
    },
    dropKey: () => {
      hasKey = false
    },
    pool: (name: string) => {
      pool = name
    },
  }
}

describe('what a key can do', () => {
  it('UX-5 is untested until an answer shows it, and then as shown, with the time', () => {
    const { capabilities, advance, stateOf } = setup()
    expect(new Set(capabilities.view().endpoints.map(({ state }) => state))).toEqual(
      new Set(['not-tried']),
    )
    capabilities.ended(balance, ok({}))
    advance(5)
    capabilities.ended(history, refusedBy('b2b-only', 'Please contact support'))
    expect(capabilities.view().endpoints.filter(({ at }) => at !== null)).toMatchObject([
      { path: balance.path, state: 'works', at: startOfTest, code: null, said: '' },
      {
        path: history.path,
        state: 'not-enabled',
        at: startOfTest + 5,
        code: 'b2b-only',
        said: 'Please contact support',
      },
    ])
    capabilities.ended(history, ok({}))
    expect(stateOf(history.path)).toBe('works')
  })

  it('stays unchanged if an answer says nothing about it', () => {
    const { capabilities, stateOf, advance } = setup()
    capabilities.ended(balance, ok({}))
    advance(60)
    capabilities.ended(balance, fail(problem('timeout')))
    capabilities.ended(balance, refusedBy('key-disabled'))
    expect(stateOf(balance.path)).toBe('works')
    expect(capabilities.keyUsedAt()).toBe(startOfTest)
  })

  it('is learned from answered signed calls, not from public ones', () => {
    const { capabilities, advance } = setup()
    capabilities.ended(ping, ok({}))
    capabilities.ended(history, refusedBy('b2b-only'))
    expect(capabilities.keyUsedAt()).toBeNull()
    advance(3)
    capabilities.ended(balance, ok({}))
    expect(capabilities.view().keyUsedAt).toBe(startOfTest + 3)
  })

  it('is stored when it changes, and otherwise once an hour, not with every poll', () => {
    const { capabilities, advance, saves, memory } = setup()
    for (let poll = 0; poll < 3600; poll += 1) {
      capabilities.ended(balance, ok({}))
      advance(1)
    }
    expect(saves()).toBe(1)
    capabilities.ended(balance, ok({}))
    expect(saves()).toBe(2)
    capabilities.ended(balance, refusedBy('no-permission'))
    expect(saves()).toBe(3)
    advance(9)
    capabilities.ended(balance, refusedBy('no-permission'))
    capabilities.close()
    expect(valueOf(memory.capabilities.load(profile))).toEqual({
      findings: [
        [
          balance.path,
          { state: 'no-permission', code: 'no-permission', said: 'no', at: startOfTest + 3609 },
        ],
      ],
      keyUsedAt: startOfTest + 3600,
    })
  })

  it('survives a restart for the same key at the same address only', () => {
    const { capabilities, memory } = setup()
    capabilities.ended(balance, ok({}))
    capabilities.close()
    expect(setup(memory).stateOf(balance.path)).toBe('works')
    expect(setup(memory).capabilities.keyUsedAt()).toBe(startOfTest)
    for (const other of [
      aProfile({ keyHint: 'othe…rkey' }),
      aProfile({ baseUrl: 'https://other.example' }),
    ]) {
      expect(setup(memory, other).stateOf(balance.path)).toBe('not-tried')
      expect(setup(memory, other).capabilities.keyUsedAt()).toBeNull()
    }
  })

  it('does not change once the account is closed', () => {
    const { capabilities, memory, saves } = setup()
    capabilities.close()
    capabilities.ended(balance, ok({}))
    capabilities.close()
    expect(saves()).toBe(0)
    expect(valueOf(memory.capabilities.load(profile)).findings).toEqual([])
  })

  it('is still learned if the disk refuses, and stored with the next change', () => {
    const memory = openMemoryStorage([profile], () => startOfTest)
    let broken = true
    const repository = {
      load: memory.capabilities.load,
      save: (...some: Parameters<CapabilityRepository['save']>) =>
        broken ? fail(problem('store-trouble')) : memory.capabilities.save(...some),
    }
    const capabilities = openCapabilities(profile, repository, {
      clock: () => startOfTest,
      endpoints: endpointFacts,
      findingOf,
      client: () => null,
      poolAccount: () => null,
    })
    capabilities.ended(balance, ok({}))
    expect(capabilities.keyUsedAt()).toBe(startOfTest)
    broken = false
    capabilities.ended(balance, ok({}))
    expect(valueOf(memory.capabilities.load(profile))).toMatchObject({
      findings: [[balance.path, {}]],
      keyUsedAt: startOfTest,
    })
  })
})

describe('Check now', () => {
  it('calls every read once, one at a time, shows its progress, and moves no money', async () => {
    const { capabilities, tried, replies, pool } = setup()
    const open: Later<Answer<null>>[] = []
    replies(() => {
      const one = later<Answer<null>>()
      open.push(one)
      return one.promise
    })
    pool('pool-1')
    const checking = capabilities.check()
    const reads = endpointFacts.filter(({ check }) => check !== 'own-act')
    for (const [done, { path, subject }] of reads.entries()) {
      expect(capabilities.view().checking).toEqual({ done, of: reads.length, subject })
      expect(tried).toHaveLength(done + 1)
      expect(tried.at(-1)).toBe(path)
      open[done]?.settle(ok({ value: null, at: startOfTest }))
      await settled()
    }
    expect(await checking).toEqual(ok(null))
    expect(capabilities.view().checking).toBeNull()
    expect(tried.filter((path) => moneyPaths.includes(path))).toEqual([])
  })

  it('never moves money, however the exchange answers', async () => {
    const codes = problemCodes
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.constantFrom(...codes)), { minLength: 20, maxLength: 40 }),
        fc.boolean(),
        async (answers, named) => {
          const { capabilities, tried, replies, pool } = setup()
          if (named) pool('pool-1')
          let at = 0
          replies(() => {
            const code = answers[(at += 1) % answers.length] ?? null
            return Promise.resolve(
              code === null ? ok({ value: null, at: startOfTest }) : refusedBy(code),
            )
          })
          await capabilities.check()
          expect(tried.filter((path) => moneyPaths.includes(path))).toEqual([])
          expect(new Set(tried).size).toBe(tried.length)
          expect(capabilities.view().checking).toBeNull()
        },
      ),
    )
  })

  it.each([
    'rate-limited',
    'unreachable',
    'timeout',
    'key-disabled',
    'bad-key-or-signature',
    'busy',
    'maintenance',
  ] as const)('ends at %s, which affects everything, and says so', async (code) => {
    const { capabilities, tried, replies } = setup()
    replies((path) =>
      Promise.resolve(
        path === balance.path ? refusedBy(code) : ok({ value: null, at: startOfTest }),
      ),
    )
    expect(await capabilities.check()).toMatchObject({ ok: false, error: { code } })
    expect(tried.at(-1)).toBe(balance.path)
    expect(capabilities.view().checking).toBeNull()
  })

  it.each([
    'no-permission',
    'b2b-only',
    'not-found',
    'exchange-trouble',
    'not-understood',
    'refused',
  ] as const)('continues after %s, which affects one endpoint', async (code) => {
    const { capabilities, tried, replies } = setup()
    replies(() => Promise.resolve(refusedBy(code)))
    expect(await capabilities.check()).toEqual(ok(null))
    expect(tried).toHaveLength(endpointFacts.filter(({ check }) => check === 'read').length)
  })

  it('sends nothing more once it is stopped or the account is closed', async () => {
    for (const end of ['stopCheck', 'close'] as const) {
      const { capabilities, tried, replies } = setup()
      const held = later<Answer<null>>()
      replies(() => held.promise)
      const checking = capabilities.check()
      capabilities[end]()
      expect(capabilities.view().checking).toBeNull()
      held.settle(ok({ value: null, at: startOfTest }))
      expect(await checking).toMatchObject({ ok: false, error: { code: 'cancelled' } })
      expect(tried).toHaveLength(1)
    }
  })

  it('runs once at a time, and only with a key that the exchange accepts', async () => {
    const { capabilities, tried, replies, dropKey } = setup()
    const held = later<Answer<null>>()
    replies(() => held.promise)
    const checking = capabilities.check()
    expect(await capabilities.check()).toEqual(ok(null))
    expect(tried).toHaveLength(1)
    dropKey()
    held.settle(ok({ value: null, at: startOfTest }))
    expect(await checking).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await capabilities.check()).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(tried).toHaveLength(1)
  })
})
