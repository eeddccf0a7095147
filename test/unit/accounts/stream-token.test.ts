import { describe, expect, it } from 'vitest'
import { createStreamToken } from '../../../src/main/accounts/stream-token.js'
import { fail, ok } from '../../../src/shared/result.js'
import {
  createFakeExchangeClient,
  later,
  problem,
  type Answer,
  type FakeExchangeClient,
} from '../../support/fake-exchange-client.js'
import { createFakeClock } from '../../support/fake-clock.js'

function setup() {
  const time = createFakeClock()
  const client = createFakeExchangeClient(time.clock)
  const open: { client: FakeExchangeClient | null } = { client }
  const copied: string[] = []
  const box = { asked: 0, agrees: true }
  const token = createStreamToken({
    clock: time.clock,
    timing: { after: time.after },
    fetchToken: () => open.client?.streamToken() ?? Promise.resolve(fail(problem('gone'))),
    copySecret: async (text) => {
      copied.push(text)
      return { clearsAt: time.clock() + 30 }
    },
    confirmReveal: () => {
      box.asked += 1
      return Promise.resolve(box.agrees ? ok(null) : fail(problem('cancelled')))
    },
  })
  return { time, client, open, copied, box, token }
}

describe('the stream token', () => {
  it('stays in main: the page learns its length, and the token itself only when the user wants to see it', async () => {
    const { time, token } = setup()
    expect(await token.fetch()).toEqual(
      ok({ fetchedAt: time.clock(), keptUntil: time.clock() + 600, length: 14 }),
    )
    expect(await token.show()).toEqual(ok({ token: 'stream-token-1' }))
  })

  it('is shown only after the user agreed in a system dialog, once for each that is fetched', async () => {
    const { token, box, time } = setup()
    box.agrees = false
    await token.fetch()
    expect(await token.show()).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    box.agrees = true
    expect((await token.show()).ok).toBe(true)
    await time.pass(10)
    expect((await token.show()).ok).toBe(true)
    expect(box.asked).toBe(2)
    await token.fetch()
    await token.show()
    expect(box.asked).toBe(3)
  })

  it('is not shown if it was dropped while the dialog was open', async () => {
    const { token } = setup()
    await token.fetch()
    const shown = token.show()
    token.drop()
    expect(await shown).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('is copied through the clipboard that clears itself', async () => {
    const { time, token, copied } = setup()
    await token.fetch()
    expect(await token.copy()).toEqual(ok({ clearsAt: time.clock() + 30 }))
    expect(copied).toEqual(['stream-token-1'])
  })

  it('is dropped after ten minutes, including time asleep', async () => {
    const awake = setup()
    await awake.token.fetch()
    await awake.time.pass(599)
    expect((await awake.token.show()).ok).toBe(true)
    await awake.time.pass(1)
    expect(await awake.token.show()).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await awake.token.copy()).toMatchObject({ ok: false, error: { code: 'gone' } })
    const asleep = setup()
    await asleep.token.fetch()
    asleep.time.sleep(3600)
    expect((await asleep.token.show()).ok).toBe(false)
  })

  it('UX-48 is dropped with the account, even while being fetched', async () => {
    const { time, client, token } = setup()
    await token.fetch()
    token.drop()
    expect((await token.show()).ok).toBe(false)
    const reply = later<Answer<{ token: string }>>()
    client.answer('token', () => reply.promise)
    const fetched = token.fetch()
    token.drop()
    reply.settle(ok({ value: { token: 'of the old account' }, at: time.clock() }))
    expect(await fetched).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect((await token.show()).ok).toBe(false)
  })

  it('is requested once, however often the button is pressed', async () => {
    const { client, token } = setup()
    await Promise.all([token.fetch(), token.fetch(), token.fetch()])
    expect(client.count('token')).toBe(1)
    await token.fetch()
    expect(client.count('token')).toBe(2)
  })

  it('gives the reason if there is none', async () => {
    const { client, open, token } = setup()
    client.refuse('token', problem('rate-limited'))
    expect(await token.fetch()).toMatchObject({ ok: false, error: { code: 'rate-limited' } })
    open.client = null
    expect(await token.fetch()).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await token.show()).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('leaves no timer behind when fetched and dropped repeatedly', async () => {
    const { time, token } = setup()
    for (let turn = 0; turn < 50; turn += 1) await token.fetch()
    expect(time.pending()).toBe(1)
    token.drop()
    expect(time.pending()).toBe(0)
  })
})
