import { describe, expect, it } from 'vitest'
import { subscribeFirst, type Source } from '../../../../src/renderer/stores/subscribe-first.js'
import { onlyOfProfile } from '../../../../src/renderer/stores/only-of-profile.js'
import type { Problem } from '../../../../src/shared/domain/problem.js'
import { fail, ok, type Result } from '../../../../src/shared/result.js'

const trouble: Problem = { code: 'internal', message: 'No answer.' }

const setup = () => {
  const order: string[] = []
  const seen: string[] = []
  const problems: (Problem | null)[] = []
  let push: (value: string) => void = () => undefined
  let answer: (result: Result<string, Problem>) => void = () => undefined
  const source: Source<string> = {
    listen: (hear) => {
      order.push('listen')
      push = hear
      return () => order.push('stop')
    },
    ask: () => {
      order.push('ask')
      return new Promise((resolve) => {
        answer = resolve
      })
    },
  }
  const stop = subscribeFirst(source, { value: (value) => seen.push(value), problem: (problem) => problems.push(problem) })
  const settle = async (result: Result<string, Problem>): Promise<void> => {
    answer(result)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { order, seen, problems, stop, settle, push: (value: string) => push(value) }
}

describe('keeping up with a value of main', () => {
  it('listens before it asks', () => {
    expect(setup().order).toEqual(['listen', 'ask'])
  })

  it('takes the first answer when no push came before it', async () => {
    const { seen, settle, push } = setup()
    await settle(ok('answer'))
    push('newer')
    expect(seen).toEqual(['answer', 'newer'])
  })

  it('drops a first answer that a push has overtaken', async () => {
    const { seen, settle, push } = setup()
    push('pushed')
    await settle(ok('old answer'))
    expect(seen).toEqual(['pushed'])
  })

  it('drops a late failure that a push has overtaken, and forgets an earlier one at the next push', async () => {
    const overtaken = setup()
    overtaken.push('pushed')
    await overtaken.settle(fail(trouble))
    expect(overtaken.problems).toEqual([null])
    const failed = setup()
    await failed.settle(fail(trouble))
    failed.push('pushed')
    expect(failed.problems).toEqual([trouble, null])
  })

  it('delivers nothing after it was stopped', async () => {
    const { order, seen, problems, stop, settle, push } = setup()
    stop()
    push('late')
    await settle(ok('late'))
    expect([seen, problems]).toEqual([[], []])
    expect(order.at(-1)).toBe('stop')
  })
})

describe('figures of another profile', () => {
  it('are dropped, whichever of session and figures is ahead', () => {
    const view = { profileId: 'b' }
    expect(onlyOfProfile(view, 'b')).toBe(view)
    expect(onlyOfProfile(view, 'a')).toBeNull()
    expect(onlyOfProfile(view, null)).toBeNull()
    expect(onlyOfProfile({ profileId: null }, null)).toBeNull()
    expect(onlyOfProfile(null, 'a')).toBeNull()
  })
})
