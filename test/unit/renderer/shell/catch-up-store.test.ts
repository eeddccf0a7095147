import { describe, expect, it } from 'vitest'
import { CatchUpStore } from '../../../../src/renderer/shell/catch-up-store.svelte.js'
import type { Bridge, Reply } from '../../../../src/shared/contract.js'
import { fail, ok } from '../../../../src/shared/result.js'
import { createFakeClock, settled } from '../../../support/fake-clock.js'
import { createFakeSight } from '../../../support/fake-sight.js'

type Answer = Reply<'window/catch-up'>

function setup() {
  const time = createFakeClock(1_760_000_000)
  const page = createFakeSight(time.after)
  const waiting: ((answer: Answer) => void)[] = []
  const asked: string[] = []
  const bridge = {
    ask: (channel: string) => {
      asked.push(channel)
      return new Promise((answer) => waiting.push(answer as (answer: Answer) => void))
    },
    listen: () => () => undefined,
  } as unknown as Bridge
  const store = new CatchUpStore(bridge, page.sight, time.clock)
  const reply = async (answer: Answer): Promise<void> => {
    waiting.shift()?.(answer)
    await settled()
  }
  return { ...page, time, store, asked, reply }
}

describe('a page that was hidden', () => {
  it('marks what it shows as old from then on, until main has sent what changed', async () => {
    const { store, see, asked, reply } = setup()
    store.open()
    expect(store.behind).toBe(false)
    see(false)
    expect([store.behind, asked]).toEqual([true, []])
    see(true)
    expect([store.behind, asked]).toEqual([true, ['window/catch-up']])
    await reply(ok(null))
    expect(store.behind).toBe(false)
  })

  it('does not take the reply to an earlier question for the newest', async () => {
    const { store, see, reply } = setup()
    store.open()
    for (const is of [false, true, false, true]) see(is)
    await reply(ok(null))
    expect(store.behind).toBe(true)
    await reply(ok(null))
    expect(store.behind).toBe(false)
  })

  it('remains marked while main does not answer, and asks again every second', async () => {
    const { store, time, see, asked, reply } = setup()
    store.open()
    see(false)
    see(true)
    await reply(fail({ code: 'busy', message: '' }))
    expect(store.behind).toBe(true)
    await time.pass(1)
    expect(asked).toHaveLength(2)
    await reply(ok(null))
    expect(store.behind).toBe(false)
    await time.pass(60)
    expect(asked).toHaveLength(2)
  })

  it('asks no more once it is hidden again', async () => {
    const { time, see, asked, reply, store } = setup()
    store.open()
    see(false)
    see(true)
    await reply(fail({ code: 'busy', message: '' }))
    see(false)
    await time.pass(60)
    expect(asked).toHaveLength(1)
  })

  it('dates what arrives when it is seen again by when it was hidden', async () => {
    const { store, time, see, reply } = setup()
    store.open()
    await time.pass(10)
    const hiddenAt = time.clock()
    see(false)
    await time.pass(7200)
    see(true)
    expect(store.newsSince()).toBe(hiddenAt)
    await reply(ok(null))
    expect(store.newsSince()).toBe(time.clock())
  })

  it('that was loaded while hidden is marked when it is seen first, and asks', async () => {
    const { store, see, asked, reply } = setup()
    see(false)
    store.open()
    expect(store.behind).toBe(true)
    see(true)
    expect(asked).toEqual(['window/catch-up'])
    await reply(ok(null))
    expect(store.behind).toBe(false)
    store.close()
    see(false)
    expect(store.behind).toBe(false)
  })
})
