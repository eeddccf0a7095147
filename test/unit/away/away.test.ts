import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  headersOf,
  type OutgoingClient,
  type OutgoingRequest,
} from '../../../src/main/exchange/outgoing-client.js'
import { webhookSignature } from '../../../src/main/exchange/outgoing-signer.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { newDestination } from '../../../src/shared/away/away.js'
import { ok } from '../../../src/shared/result.js'
import {
  aDestination,
  aRaised,
  createAwayHarness,
  createNtfyWorld as ntfyWorld,
  startOfAway,
} from '../../support/away-harness.js'
import type { createFakeNtfy, NtfyFault } from '../../support/fake-ntfy.js'
import { seedOfRun } from '../../support/seed.js'
import { settled } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

const watched = aDestination({ watch: { on: true, minutes: 15 } })

/** Numbers below one, the same in every run of one seed. */
function createRandom(seed: number): () => number {
  let state = seed % 2_147_483_647
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const day = 86_400

describe('ALR-10 an alert while the user is away', () => {
  it('reaches the phone once, at once, under an id of its own', async () => {
    const { away, add, ntfy } = ntfyWorld({ token: 'tk_12345678' })
    await add(aDestination(), 'tk_12345678')
    away().raised(aRaised())
    await settled()
    await settled()
    expect(ntfy.delivered()).toMatchObject([
      { topic: 'plimsoll-test', title: 'USDT loan: LTV has reached margin call', at: startOfAway },
    ])
    expect(away().view()).toMatchObject({
      destinations: [{ queued: 0, lastSentAt: startOfAway, fault: null }],
      history: [{ state: 'sent', endedAt: startOfAway }],
    })
  })

  it('goes nowhere without a destination, while it is off, or with another severity', async () => {
    const { away, add, ntfy, pass } = ntfyWorld()
    away().raised(aRaised())
    await add(aDestination({ on: false }))
    await add(aDestination({ levels: ['caution'] }))
    away().raised(aRaised())
    await pass(60)
    expect(ntfy.requests()).toEqual([])
  })

  it('is not sent once it is acknowledged, and says so in the history', async () => {
    const { away, add, ntfy, pass, fail } = ntfyWorld()
    await add(aDestination())
    fail(() => 'lost')
    away().raised(aRaised())
    await pass(30)
    away().acknowledged(['a1'])
    fail(() => null)
    await pass(600, 5)
    expect(ntfy.delivered()).toEqual([])
    expect(away().view().history).toMatchObject([{ state: 'withdrawn' }])
  })

  it('is given up after an hour, and the user is notified', async () => {
    const { away, add, pass, fail, notices, ntfy } = ntfyWorld()
    await add(aDestination())
    fail(() => 'refuse')
    away().raised(aRaised())
    await pass(3599, 5)
    expect(away().view().destinations).toMatchObject([{ queued: 1 }])
    fail(() => null)
    await pass(2)
    expect(worded(notices)).toMatchObject([{ title: 'An alert was not delivered' }])
    expect(away().view().history).toMatchObject([{ state: 'expired' }])
    expect(ntfy.delivered()).toEqual([])
  })

  it('waits longer after each failure, and news does not wait for it', async () => {
    const { away, add, pass, fail } = ntfyWorld()
    await add(aDestination())
    let tries = 0
    fail(() => ((tries += 1), 'refuse'))
    away().raised(aRaised())
    await pass(3000, 1)
    // 0, 5, 15, 35, 75, 155, 315, 615 and every 300 seconds from then on.
    expect(tries).toBe(15)
    away().raised(aRaised({ alertId: 'a2', key: 'other' }))
    await settled()
    await settled()
    expect(tries).toBe(16)
  })

  it('says the same twice within the cool-down only if it is critical', async () => {
    const { away, add, ntfy, pass } = ntfyWorld()
    await add(aDestination())
    for (const critical of [false, false, true, true])
      away().raised(aRaised({ key: String(critical), critical }))
    await pass(5)
    expect(ntfy.delivered()).toHaveLength(3)
    await pass(900, 30)
    away().raised(aRaised({ key: 'false', critical: false }))
    await pass(5)
    expect(ntfy.delivered()).toHaveLength(4)
  })

  it('is held back by quiet hours, unless it is critical and may break through', async () => {
    const quietHours = { on: true, from: 11 * 60, to: 13 * 60 }
    const { away, add, ntfy, pass } = ntfyWorld()
    await add(aDestination({ topic: 'loud', quietHours }))
    await add(aDestination({ topic: 'silent', quietHours, criticalBreaksQuiet: false }))
    away().raised(aRaised())
    away().raised(aRaised({ key: 'mild', critical: false, urgent: false }))
    await pass(5)
    expect(ntfy.delivered().map(({ topic }) => topic)).toEqual(['loud'])
    expect(
      away()
        .view()
        .history.map(({ state }) => state)
        .sort(),
    ).toEqual(['quiet', 'quiet', 'quiet', 'sent'])
  })

  it('survives a restart between sending and the answer: the same id, shown once', async () => {
    const { away, add, ntfy, pass, fail, restart } = ntfyWorld()
    await add(aDestination())
    fail(() => 'cut')
    away().raised(aRaised())
    await settled()
    restart()
    fail(() => null)
    await pass(10)
    expect(ntfy.delivered().length).toBeGreaterThan(1)
    expect(ntfy.shown().size).toBe(1)
    expect(away().view().history).toMatchObject([{ state: 'sent' }])
  })

  it('says what is wrong: a refused token, a limit, a server that is in trouble', async () => {
    const refused = async (options: Parameters<typeof createFakeNtfy>[1], token = '') => {
      const { away, add, pass } = ntfyWorld(options)
      await add(aDestination(), token)
      away().raised(aRaised())
      await pass(1)
      return worded(away().view().destinations[0]?.fault?.message)
    }
    expect(await refused({ token: 'tk_right-one' }, 'tk_wrong-one')).toBe(
      'ntfy.sh does not let you publish to this topic. Check the topic and its access token.',
    )
    expect(await refused({ daily: 0 })).toBe(
      'ntfy.sh takes no more messages for now. Plimsoll waits and tries again.',
    )
  })

  it('loses none of 10,000 within the hour and shows none twice, whatever fails', async () => {
    const random = createRandom(seedOfRun)
    const { away, add, ntfy, pass, fail, restart, clock } = ntfyWorld()
    await add(aDestination({ address: 'https://ntfy.example' }))
    const faults: NtfyFault[] = ['refuse', 'lost', 'cut', null, null, null]
    fail(() => faults[Math.floor(random() * faults.length)] ?? null)
    for (let number = 0; number < 10_000; number += 1) {
      const title = `alert ${String(number)}`
      away().raised(
        aRaised({
          alertId: title,
          key: title,
          at: clock(),
          critical: random() < 0.5,
          words: () => ({ title, text: '' }),
        }),
      )
      if (random() < 0.02) restart()
      await pass(10, 5)
    }
    fail(() => null)
    await pass(600, 5)
    const titles = [...ntfy.shown().values()].map(({ title }) => title)
    expect(titles).toHaveLength(10_000)
    expect(new Set(titles).size).toBe(10_000)
  })
})

describe('ALR-11 the report that Plimsoll stopped', () => {
  it('never arrives in a week of watching, within the messages that ntfy.sh allows', async () => {
    const { add, ntfy, pass, near, away, clock } = ntfyWorld({ daily: 250 })
    await add(watched)
    const delays: number[] = []
    for (let hour = 0; hour < 7 * 24; hour += 1) {
      // Every second day near a margin call, for ten hours, and an alert at its beginning.
      const isNear = hour % 48 < 10
      near(isNear)
      if (hour % 48 === 0) away().raised(aRaised({ key: String(hour), at: clock() }))
      await pass(1200, 15)
      if (hour % 48 === 0)
        delays.push((away().view().destinations[0]?.armedUntil ?? Infinity) - clock())
      await pass(2400, 15)
    }
    expect(delays.every((delay) => delay <= 300)).toBe(true)
    expect(ntfy.delivered().map(({ title }) => title)).toEqual(
      delays.map(() => 'USDT loan: LTV has reached margin call'),
    )
    expect(ntfy.scheduled()).toHaveLength(1)
    expect(Math.max(...ntfy.perDay())).toBeLessThanOrEqual(250 - 40)
  }, 120_000)

  it('arrives within its delay once nothing pushes it ahead, and names when', async () => {
    const { add, ntfy, pass, stop, setClock, clock } = ntfyWorld()
    await add(watched)
    await pass(1500, 5)
    stop()
    const died = clock()
    setClock(died + 15 * 60)
    expect(ntfy.delivered()).toMatchObject([
      { title: 'Plimsoll stopped watching at 12:20', topic: 'plimsoll-test' },
    ])
    expect(ntfy.delivered()[0]?.at).toBeLessThanOrEqual(died + 15 * 60)
  })

  it('names the day as well if it arrives on another one', async () => {
    const { add, ntfy, pass, stop, setClock, clock } = ntfyWorld()
    setClock(startOfAway + 12 * 3600 - 300)
    await add(watched)
    await pass(60, 5)
    stop()
    setClock(clock() + 15 * 60)
    expect(ntfy.delivered()).toMatchObject([
      { title: 'Plimsoll stopped watching at 2026-03-02 23:55' },
    ])
  })

  it('arrives sooner near a margin call, and returns to its usual delay in time', async () => {
    const { add, ntfy, pass, near, away, clock } = ntfyWorld()
    await add(watched)
    near(true)
    await pass(1200, 5)
    expect((away().view().destinations[0]?.armedUntil ?? 0) - clock()).toBeLessThanOrEqual(300)
    near(false)
    await pass(1200, 5)
    expect(ntfy.delivered()).toEqual([])
    expect((away().view().destinations[0]?.armedUntil ?? 0) - clock()).toBeGreaterThan(300)
  })

  it('arrives while the computer sleeps or is offline, and starts again afterwards', async () => {
    const { add, ntfy, pass, setClock, clock, away, fail } = ntfyWorld()
    await add(watched)
    setClock(clock() + 3600)
    expect(ntfy.delivered()).toHaveLength(1)
    away().resumed()
    await pass(60)
    expect(ntfy.scheduled()).toHaveLength(1)
    fail(() => 'lost')
    await pass(3600, 10)
    expect(ntfy.delivered()).toHaveLength(2)
    fail(() => null)
    await pass(600, 10)
    expect(ntfy.scheduled()).toHaveLength(1)
    // Each is a notification of its own: one that updates another may make no sound.
    expect(ntfy.shown().size).toBe(2)
  })

  it('is not held scheduled by a server that refused it', async () => {
    const { add, pass, away } = ntfyWorld({ token: 'tk_right-one' })
    await add(watched, 'tk_wrong-one')
    await pass(60)
    expect(away().view().destinations[0]).toMatchObject({ armedUntil: null })
    expect(away().view().destinations[0]?.watchFault).not.toBeNull()
  })

  it('is kept by one destination of the public server, which counts all messages together', async () => {
    const { add, away } = ntfyWorld()
    await add(watched)
    const second = { ...watched, topic: 'another', address: 'https://NTFY.sh:443/' }
    expect(worded(await away().save({ id: null, settings: second, secret: '' }))).toMatchObject({
      error: { message: /counts the messages of all destinations together/ },
    })
  })

  it('is kept by each of two tokens of the public server, whose messages it may count together', async () => {
    const { add, away, pass, secrets } = ntfyWorld()
    await add(watched, 'tk_of-one-account')
    await add({ ...watched, topic: 'another' }, 'tk_of-another-one')
    await pass(10)
    expect(
      away()
        .view()
        .destinations.map(({ daily }) => daily?.used),
    ).toEqual([2, 2])
    const same = { id: null, settings: watched, secret: 'tk_of-another-one' }
    expect(worded(await away().save(same))).toMatchObject({ error: { message: /same token/ } })
    secrets.clear()
    const unknown = { id: null, settings: watched, secret: 'tk_of-yet-another' }
    expect(worded(await away().save(unknown))).toMatchObject({ error: { message: /same token/ } })
  })

  it('says on quitting that it could not be cancelled, or not in time', async () => {
    const { add, away, pass, fail, asked, ring, ntfy, halt } = ntfyWorld()
    await add(watched)
    await pass(2)
    fail(() => 'lost')
    await away().beforeQuit()
    expect(asked.slice(-2)).toEqual(['cancel', 'not cancelled: 12:15'])
    halt()
    const quit = away().beforeQuit()
    await settled()
    ring()
    await quit
    expect(asked.slice(-2)).toEqual(['cancel', 'not cancelled: 12:15'])
    expect(ntfy.scheduled()).toHaveLength(1)
  })

  it('says on quitting that a service reports the end of its pings', async () => {
    const { away, add, pass, asked } = createAwayHarness((request) =>
      Promise.resolve(
        ok({
          status: 200,
          body: request.method === 'GET' ? 'OK' : (request.body ?? '{}'),
          retryAfterMs: null,
        }),
      ),
    )
    const ping = { ...newDestination('ping'), address: 'https://hc-ping.example/a-secret-path' }
    const id = await add(ping)
    await pass(2)
    await away().beforeQuit()
    expect(asked.at(-1)).toBe('pings to hc-ping.example stop')
    await add(watched)
    await pass(2)
    await away().beforeQuit()
    expect(asked.at(-1)).toBe('cancel,hc-ping.example')
    const off = { ...ping, on: false }
    await away().save({ id, settings: off, secret: null })
    await pass(60)
    const before = asked.length
    await away().beforeQuit()
    expect(asked).toHaveLength(before)
  })

  it('UX-76 asks nothing on quitting if the user has already decided', async () => {
    const { add, away, pass, asked, ntfy } = ntfyWorld()
    await add(watched)
    await pass(2)
    expect(away().stopReport()).toEqual({ isArmed: true, pinged: [] })
    const before = asked.length
    await away().beforeQuit('leave')
    expect(ntfy.scheduled()).toHaveLength(1)
    await away().beforeQuit('cancel')
    expect([ntfy.scheduled(), asked.length]).toEqual([[], before])
  })

  it('does not keep the app from quitting when nobody answers', async () => {
    const { add, away, pass, ring, nobodyAnswers, ntfy } = ntfyWorld()
    await add(watched)
    await pass(2)
    nobodyAnswers()
    const quit = away().beforeQuit()
    ring()
    await quit
    expect(ntfy.scheduled()).toHaveLength(1)
  })

  it('arrives when no account is monitored any more, such as after a lock without keys', async () => {
    const { add, ntfy, pass, watching } = ntfyWorld()
    await add(watched)
    await pass(10)
    watching(false)
    await pass(1000, 10)
    expect(ntfy.delivered()).toHaveLength(1)
  })

  it('is replaced under the same id after a restart', async () => {
    const { add, ntfy, pass, restart } = ntfyWorld()
    await add(watched)
    for (let times = 0; times < 5; times += 1) {
      await pass(700, 10)
      restart()
    }
    await pass(10)
    expect([ntfy.delivered(), ntfy.scheduled().length]).toEqual([[], 1])
  })

  it('asks on quitting whether it is cancelled; left alone, it arrives', async () => {
    const { add, ntfy, away, agree, asked, setClock, clock, pass } = ntfyWorld()
    await add(watched)
    await pass(2)
    agree(false)
    await away().beforeQuit()
    expect([asked.at(-1), ntfy.scheduled().length]).toEqual(['cancel', 1])
    agree(true)
    await away().beforeQuit()
    expect(ntfy.scheduled()).toEqual([])
    await pass(60)
    setClock(clock() + 7200)
    expect(ntfy.delivered()).toEqual([])
  })

  it('is cancelled when it is switched off, moved elsewhere or removed', async () => {
    const { add, ntfy, away, pass } = ntfyWorld()
    const id = await add(watched)
    await pass(2)
    const off = { ...watched, watch: { ...watched.watch, on: false } }
    await away().save({ id, settings: off, secret: null })
    await pass(2)
    expect(ntfy.scheduled()).toEqual([])
    await away().save({ id, settings: watched, secret: null })
    await pass(2)
    await away().save({ id, settings: { ...watched, topic: 'elsewhere' }, secret: null })
    await pass(2)
    expect(ntfy.scheduled().map(({ topic }) => topic)).toEqual(['elsewhere'])
    await away().remove(id)
    await pass(60)
    expect([ntfy.scheduled(), ntfy.delivered()]).toEqual([[], []])
  })

  it('is scheduled no more at a server that cannot replace it, and says so', async () => {
    const { add, ntfy, away, pass } = ntfyWorld({ isOld: true })
    await add(watched)
    await pass(3600, 10)
    expect(ntfy.delivered()).toHaveLength(1)
    expect(worded(away().view().destinations[0]?.watchFault?.message)).toMatch(/2\.16/)
  })

  it('is a ping to a service of its own kind, at a steady pace', async () => {
    const sent: OutgoingRequest[] = []
    const client: OutgoingClient = (request) => {
      sent.push(request)
      return Promise.resolve(ok({ status: 200, body: 'OK', retryAfterMs: null }))
    }
    const { add, pass, near } = createAwayHarness(client)
    near(true)
    await add({ ...newDestination('ping'), address: 'https://hc.example/ping/1234?rid=1' })
    await pass(day, 30)
    expect(sent.length).toBe(145)
    expect(sent[0]).toEqual({
      baseUrl: 'https://hc.example',
      method: 'GET',
      path: '/ping/1234?rid=1',
      headers: {},
      body: null,
    })
  })
})

describe('a webhook', () => {
  it('is signed, dated, and repeated under the same id', async () => {
    const sent: OutgoingRequest[] = []
    const client: OutgoingClient = (request) => {
      sent.push(request)
      return Promise.resolve(
        ok({ status: sent.length === 1 ? 503 : 204, body: '', retryAfterMs: null }),
      )
    }
    const { add, away, pass } = createAwayHarness(client)
    const address = 'https://hooks.example/in?to=me'
    await add({ ...newDestination('webhook'), address }, 'a-long-secret')
    away().raised(aRaised())
    await settled()
    await settled()
    await pass(10)
    const [first, second] = sent.map(headersOf)
    const [, { path, body } = { path: '', body: null }] = sent
    expect(sent).toHaveLength(2)
    expect(second?.['Webhook-Id']).toBe(first?.['Webhook-Id'])
    expect(path).toBe('/in?to=me')
    const {
      'Webhook-Id': id,
      'Webhook-Timestamp': at,
      'Webhook-Signature': signature,
    } = second ?? {}
    const content = `${id ?? ''}.${at ?? ''}.${body ?? ''}`
    expect(signature).toBe(
      `v1,${createHmac('sha256', 'a-long-secret').update(content).digest('base64')}`,
    )
    expect(Number(at)).toBe(startOfAway + 5)
    expect(JSON.stringify(sent)).not.toContain('a-long-secret')
  })

  it('takes a secret in the form of the specification', () => {
    // The example of the specification.
    const secret = Secret.of('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    const content = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}'
    expect(webhookSignature(secret, content)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })
})

describe('a destination', () => {
  it('is refused with what is wrong in each field, before anyone is asked', async () => {
    const { away, asked } = ntfyWorld()
    const settings = aDestination({ address: 'http://ntfy.example', topic: 'with space' })
    const saved = await away().save({ id: null, settings, secret: 'short' })
    expect(worded(saved)).toMatchObject({
      ok: false,
      error: {
        code: 'bad-input',
        fields: {
          address: ['http is allowed only for this computer (127.0.0.1). Use https.'],
          topic: [/64 letters/],
          secret: [/8 to 256/],
        },
      },
    })
    expect(asked).toEqual([])
  })

  it('is not kept unless the system dialog agrees', async () => {
    const { away, agree } = ntfyWorld()
    agree(false)
    const saved = await away().save({ id: null, settings: aDestination(), secret: '' })
    expect([saved.ok, away().view().destinations]).toEqual([false, []])
  })

  it('SEC-1 keeps its token from another server, and in the keychain alone', async () => {
    const { away, add, repository, secrets } = ntfyWorld()
    const id = await add(aDestination(), 'tk_CANARY-1234')
    const moved = aDestination({ address: 'https://other.example' })
    const saved = await away().save({ id, settings: moved, secret: null })
    expect(worded(saved)).toMatchObject({ error: { fields: { secret: [/Enter it again/] } } })
    expect([...secrets.values()]).toEqual(['tk_CANARY-1234'])
    expect(JSON.stringify([away().view(), repository.destinations()])).not.toContain('CANARY')
    await away().remove(id)
    expect(secrets.size).toBe(0)
  })

  it('never sends a new token to the server of before', async () => {
    const { away, add, pass, ntfy } = ntfyWorld()
    const id = await add(watched, 'tk_of-the-first')
    await pass(2)
    away().raised(aRaised())
    const moved = { ...watched, address: 'https://other.example' }
    await away().save({ id, settings: moved, secret: 'tk_of-the-second' })
    await pass(5)
    for (const { host, bytes } of ntfy.requests())
      expect(bytes).not.toContain(host === 'https://ntfy.sh' ? 'of-the-second' : 'of-the-first')
    expect(new Set(ntfy.requests().map(({ host }) => host)).size).toBe(2)
  })

  it('SEC-1 never tests one server with the token of another while it is saved', async () => {
    for (let steps = 0; steps < 40; steps += 1) {
      const sent: (readonly [string, string | undefined])[] = []
      const { away, add } = createAwayHarness((request) => {
        sent.push([request.baseUrl, headersOf(request)['Authorization']])
        return Promise.resolve(ok({ status: 200, body: '{}', retryAfterMs: null }))
      })
      const id = await add(aDestination({ address: 'https://one.example' }), 'tk_of-one')
      const moved = aDestination({ address: 'https://two.example' })
      const saving = away().save({ id, settings: moved, secret: 'tk_of-two' })
      for (let step = 0; step < steps; step += 1) await Promise.resolve()
      const testing = away().test(id)
      expect(await saving).toEqual(ok(null))
      await testing
      expect(sent).toHaveLength(1)
      expect([
        ['https://one.example', 'Bearer tk_of-one'],
        ['https://two.example', 'Bearer tk_of-two'],
      ]).toContainEqual(sent[0])
    }
  })

  it('is not tested once it is removed, and forgets a token that is loaded after quitting', async () => {
    const { away, add, ntfy } = ntfyWorld()
    const id = await add(aDestination(), 'tk_of-one')
    const removing = away().remove(id)
    const testing = away().test(id)
    expect(await removing).toEqual(ok(null))
    expect(await testing).toMatchObject({ error: { code: 'gone' } })
    const other = await add(aDestination(), 'tk_of-two')
    const tested = away().test(other)
    await Promise.resolve()
    away().close()
    await tested
    expect(ntfy.requests()).toEqual([])
  })

  it('asks again before it says more than before, and not to say less', async () => {
    const { away, add, asked } = ntfyWorld()
    const id = await add(aDestination())
    const change = (part: object) =>
      away().save({ id, settings: { ...aDestination(), ...part }, secret: null })
    await change({ percentages: true })
    await change({ accountName: true, percentages: true })
    expect(asked).toHaveLength(3)
    await change({ percentages: true })
    await change({ on: false })
    expect(asked).toHaveLength(3)
  })

  it('does not take any page for an ntfy server', async () => {
    const { away, add, pass } = createAwayHarness(() =>
      Promise.resolve(ok({ status: 200, body: '<html>Welcome</html>', retryAfterMs: null })),
    )
    await add(aDestination())
    away().raised(aRaised())
    await pass(2)
    expect(worded(away().view().destinations[0])).toMatchObject({
      queued: 1,
      fault: { message: /does not answer like an ntfy server/ },
    })
  })

  it('previews exactly what is sent, and sends nothing for it', async () => {
    const { away, add, ntfy } = ntfyWorld()
    const settings = aDestination({ percentages: true, watch: { on: true, minutes: 30 } })
    const previewed = away().preview({ id: null, settings, secret: null })
    expect(ntfy.requests()).toEqual([])
    if (!previewed.ok) throw new Error('no preview')
    const { alert, stopped, requests } = previewed.value
    expect([alert?.title, stopped?.title]).toEqual([
      'USDT loan: LTV has reached margin call',
      'Plimsoll stopped watching at 12:00',
    ])
    await add(settings)
    const id = away().view().destinations[0]?.id ?? ''
    expect(`${ntfy.requests()[0]?.bytes ?? ''}`).toContain(
      requests[1]?.split('\n')[1]?.replace('plimsoll-id-', `plimsoll-${id}-`),
    )
  })

  it('is tested on request, and the test says what failed', async () => {
    const { away, add, ntfy, fail, pass } = ntfyWorld()
    const id = await add(aDestination())
    expect(await away().test(id)).toEqual(ok(null))
    expect(ntfy.delivered()).toMatchObject([{ title: 'Test message from Plimsoll' }])
    fail(() => 'lost')
    expect(await away().test(id)).toMatchObject({ error: { code: 'busy' } })
    await pass(10)
    expect(worded(await away().test(id))).toMatchObject({
      error: { code: 'not-delivered', message: /cannot be reached/ },
    })
  })
})
