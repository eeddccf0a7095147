// Alerts by mail, over a real socket to a mail server with TLS and the faults of real ones.
import { hostname } from 'node:os'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMailClient } from '../../../src/main/exchange/outgoing-mail.js'
import { authorityIn } from '../../../src/main/away/certificate-authority.js'
import { type DestinationSettings, newDestination } from '../../../src/shared/away/away.js'
import { fail, ok } from '../../../src/shared/result.js'
import { aRaised, createAwayHarness, startOfAway } from '../../support/away-harness.js'
import { type Certificate, createAuthority } from '../../support/certificates.js'
import { settled, settledUntil } from '../../support/fake-clock.js'
import { readMail, type SmtpWish, startFakeSmtp } from '../../support/fake-smtp.js'
import { valueOf } from '../../support/test-storage.js'
import { worded } from '../../support/worded.js'

const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const password = 'CANARY word'

/** Closed with the test. */
async function aFakeSmtp(certificate: Certificate, wish: SmtpWish = {}) {
  const server = await startFakeSmtp(certificate, wish)
  onTestFinished(server.close)
  return server
}

async function mailWorld(wish: SmtpWish = {}, some: Partial<DestinationSettings> = {}) {
  const server = await aFakeSmtp(certificate, { password, ...wish })
  const timers = new Set<{ ms: number; run: () => void }>()
  const world = createAwayHarness(
    () => Promise.resolve(fail({ cause: 'NO_ROUTE', sent: false })),
    startOfAway,
    createMailClient({
      trust: {},
      after: (ms, run) => {
        const timer = { ms, run }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    }),
  )
  const settings: DestinationSettings = {
    ...newDestination('email'),
    address: '127.0.0.1',
    authority: valueOf(authorityIn(authority.cert)),
    levels: ['danger', 'caution', 'info'],
    mail: {
      security: wish.security ?? 'tls',
      port: server.port,
      user: 'me@example.com',
      from: 'me@example.com',
      to: 'phone@example.com',
    },
    ...some,
  }
  const id = await world.add(settings, password)
  const destination = () => world.away().view().destinations[0]
  /** Until the attempt that goes on has ended. */
  const tried = async (state: 'sent' | 'refused' | 'queued'): Promise<void> => {
    await settledUntil(() => {
      const [entry] = world.away().view().history
      return entry?.state === state && (state !== 'queued' || destination()?.fault != null)
    })
    await settled()
  }
  /** Until this many attempts have failed. */
  const failures = async (count: number): Promise<void> => {
    await settledUntil(() => world.logged.length === count)
    await settled()
  }
  return {
    ...world,
    failures,
    server,
    settings,
    id,
    tried,
    /** Time limits of this many milliseconds end. */
    expire: (ms: number): void => {
      for (const timer of timers) if (timer.ms === ms) timer.run()
    },
    fault: () => worded(destination()?.fault?.message),
  }
}

const unwatched = /CANARY|Q0FOQVJZ/

describe('ALR-10 an alert by mail', () => {
  it.each(['tls', 'starttls'] as const)('arrives once over %s, as plain text', async (security) => {
    const { away, server, tried } = await mailWorld({ security })
    const words = () => ({ title: 'Позика: маржин-кол '.repeat(5), text: '.\n..\nЗастава.' })
    away().raised(aRaised({ words }))
    await tried('sent')
    expect(server.messages).toMatchObject([{ from: 'me@example.com', to: 'phone@example.com' }])
    const [message = { from: '', to: '', bytes: '' }] = server.messages
    const { headers, text } = readMail(message)
    expect(text).toBe('.\n..\nЗастава.\r\n')
    expect(headers.get('Subject')).toBe('Позика: маржин-кол '.repeat(5).trim())
    expect(Object.fromEntries(headers)).toMatchObject({
      From: 'me@example.com',
      To: 'phone@example.com',
      Date: 'Mon, 02 Mar 2026 12:00:00 +0000',
      'Auto-Submitted': 'auto-generated',
      Importance: 'high',
      'Content-Type': 'text/plain; charset=utf-8',
    })
    for (const line of message.bytes.split('\r\n')) expect(line.length).toBeLessThan(77)
  })

  it('says nothing before TLS but what begins it, and never the name of this computer', async () => {
    const { away, server, tried } = await mailWorld({ security: 'starttls' })
    away().raised(aRaised())
    await tried('sent')
    expect(server.lines.filter(({ secure }) => !secure).map(({ text }) => text)).toEqual([
      'EHLO [127.0.0.1]',
      'STARTTLS',
    ])
    expect(inspect([server.lines, server.messages])).not.toContain(hostname())
  })

  it('names the server that it wants, which may have a certificate for each name', async () => {
    const { away, settings, id } = await mailWorld()
    const named = await aFakeSmtp(authority.issue({ names: ['localhost'] }), { password })
    if (settings.mail === null) throw new Error('it is mail')
    const moved = {
      ...settings,
      address: 'localhost',
      mail: { ...settings.mail, port: named.port },
    }
    await away().save({ id, settings: moved, secret: password })
    expect(await away().test(id)).toEqual(ok(null))
    expect(named.names).toEqual(['localhost'])
  })

  it.each([
    ['no STARTTLS', { security: 'starttls', fault: 'no-starttls' }, {}],
    ['STARTTLS where TLS is expected', { security: 'starttls' }, { security: 'tls' }],
  ] as const)('is not sent to a server with %s', async (_, wish, chosen) => {
    const { away, server, settings, id, fault, tried } = await mailWorld(wish)
    if (settings.mail === null) throw new Error('it is mail')
    const changed = { ...settings, mail: { ...settings.mail, ...chosen } }
    await away().save({ id, settings: changed, secret: null })
    away().raised(aRaised())
    await tried('queued')
    expect(fault()).toMatch(/does not use TLS at this port in this way/)
    expect(server.messages).toEqual([])
    expect(inspect(server.lines)).not.toMatch(/AUTH|MAIL/)
  })

  it('is held back by an authority that was not chosen, another host and an old certificate', async () => {
    for (const [made, said] of [
      [createAuthority().issue({ names: ['127.0.0.1'] }), /could not be verified/],
      [authority.issue({ names: ['mail.example'] }), /is for another server/],
      [authority.issue({ names: ['127.0.0.1'], from: -9, until: -1 }), /has expired/],
    ] as const)
      for (const security of ['tls', 'starttls'] as const) {
        const { away, settings, id } = await mailWorld({ security })
        const other = await aFakeSmtp(made, { security, password })
        if (settings.mail === null) throw new Error('it is mail')
        const moved = { ...settings, mail: { ...settings.mail, port: other.port } }
        await away().save({ id, settings: moved, secret: password })
        expect(worded(await away().test(id))).toMatchObject({ error: { message: said } })
        expect(inspect(other.lines)).not.toMatch(/AUTH|MAIL/)
      }
  })

  it('is refused by an unknown authority', async () => {
    const { away, server, id } = await mailWorld({}, { authority: null })
    expect(worded(await away().test(id))).toMatchObject({
      error: { message: /choose its authority/ },
    })
    expect(server.lines).toEqual([])
  })

  it.each([
    ['an unknown recipient', { fault: 'unknown' }, /refused the message \(code 550\)/],
    ['a full mailbox', { fault: 'full' }, /refused the message \(code 552\)/],
  ] as const)('is not sent again after %s, and says so', async (_, wish, said) => {
    const { away, server, tried, fault, pass, notices } = await mailWorld(wish)
    away().raised(aRaised())
    await tried('refused')
    expect(fault()).toMatch(said)
    expect(worded(notices)).toMatchObject([{ title: 'An alert was not delivered' }])
    await pass(600, 60)
    expect(server.connections()).toBe(1)
    expect(away().view().history).toMatchObject([{ state: 'refused', endedAt: startOfAway }])
  })

  it('is sent again after a server turned everyone away', async () => {
    const { away, server, tried, fault, pass, failures } = await mailWorld({
      fault: 'turned-away',
    })
    away().raised(aRaised())
    for (const attempt of [1, 2, 3, 4]) {
      await failures(attempt)
      expect(fault()).toMatch(/does not take the message yet \(code 554\)/)
      if (attempt === 4) server.options.fault = null
      await pass(40, 40)
    }
    await tried('sent')
    expect(server.messages).toHaveLength(1)
  })

  it('is sent again after a sign-in that was refused once', async () => {
    const { away, server, tried, fault, pass } = await mailWorld({ password: 'another one' })
    away().raised(aRaised())
    await tried('queued')
    expect(fault()).toMatch(/did not accept the user name and password \(code 535\)/)
    server.options.password = password
    await pass(6)
    await tried('sent')
    expect(server.messages).toHaveLength(1)
  })

  it('signs in three times, then once for each new alert until the destination is saved', async () => {
    const world = await mailWorld({ password: 'another one' })
    const { away, server, settings, id, fault, pass, notices, failures } = world
    const signIns = () => server.lines.filter(({ text }) => text.startsWith('AUTH')).length
    away().raised(aRaised())
    for (const attempt of [1, 2, 3]) {
      await failures(attempt)
      expect(away().view().history).toMatchObject([{ state: attempt < 3 ? 'queued' : 'refused' }])
      await pass(60, 60)
    }
    expect(fault()).toMatch(/app password/)
    expect(worded(notices)).toMatchObject([{ title: 'An alert was not delivered' }])
    away().raised(aRaised({ alertId: 'a2', at: startOfAway + 200 }))
    await failures(4)
    await pass(600, 60)
    expect(signIns()).toBe(4)
    await away().save({ id, settings, secret: 'a third one' })
    away().raised(aRaised({ alertId: 'a3', at: startOfAway + 1000 }))
    await failures(5)
    expect(signIns()).toBe(5)
    expect(away().view().history).toMatchObject([{ state: 'queued' }, {}, {}])
  })

  it('is sent once by a server that takes more than half a minute to answer', async () => {
    const { away, server, tried, expire } = await mailWorld({ fault: 'mute' })
    away().raised(aRaised())
    await settledUntil(() => server.messages.length === 1)
    expire(30_000)
    server.answer()
    await tried('sent')
    expect(server.messages).toHaveLength(1)
  })

  it('is given up after three times without an answer, and says that it may have arrived', async () => {
    const world = await mailWorld({ fault: 'mute' })
    const { away, server, expire, fault, pass, notices, failures } = world
    away().raised(aRaised())
    for (const attempt of [1, 2, 3]) {
      await settledUntil(() => server.messages.length === attempt)
      expect(away().view().history).toMatchObject([{ state: 'queued' }])
      expire(180_000)
      await failures(attempt)
      await pass(40, 40)
    }
    expect(away().view().history).toMatchObject([{ state: 'unanswered' }])
    expect(fault()).toMatch(/is not sent again\. It may have arrived/)
    expect(worded(notices)).toMatchObject([{ title: 'An alert may not have arrived' }])
    await pass(600, 60)
    expect(server.connections()).toBe(3)
  })

  it('is sent again after greylisting', async () => {
    const { away, server, tried, fault, pass } = await mailWorld({ fault: 'greylisted' })
    away().raised(aRaised())
    await tried('queued')
    expect(fault()).toMatch(/does not take the message yet \(code 451\)/)
    await pass(6)
    await tried('sent')
    expect(server.messages).toHaveLength(1)
  })

  it('has the same Message-ID after an answer that was lost, and says that it may arrive twice', async () => {
    const { away, server, tried, fault, pass } = await mailWorld({ fault: 'dropped' })
    away().raised(aRaised())
    await tried('queued')
    expect(fault()).toMatch(/may arrive twice/)
    server.options.fault = null
    await pass(6)
    await tried('sent')
    const ids = server.messages.map((message) => readMail(message).headers.get('Message-ID'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^<[\da-f-]{36}@example\.com>$/)
  })

  it.each(['closed', 'huge', 'odd'] as const)(
    'is tried again after a server fails: %s',
    async (how) => {
      const { away, server, tried, fault, pass } = await mailWorld({ fault: how })
      away().raised(aRaised())
      await tried('queued')
      expect(fault()).toMatch(/cannot be reached/)
      server.options.fault = null
      await pass(6)
      await tried('sent')
      expect(server.messages).toHaveLength(1)
    },
  )

  it('does not wait forever for a server that says nothing', async () => {
    const { away, server, tried, expire, fault } = await mailWorld({ fault: 'silent' })
    away().raised(aRaised())
    await settledUntil(() => server.connections() === 1)
    expire(30_000)
    await tried('queued')
    expect(fault()).toMatch(/cannot be reached/)
  })

  it.each(['save', 'remove'] as const)(
    'is tested with its password to the end if a slow server greets during: %s',
    async (change) => {
      const { away, server, settings, id } = await mailWorld({ fault: 'silent' })
      const testing = away().test(id)
      await settledUntil(() => server.connections() === 1)
      const changing =
        change === 'save'
          ? away().save({ id, settings: { ...settings, on: false }, secret: null })
          : away().remove(id)
      await settled()
      server.greet()
      expect(await Promise.all([testing, changing])).toEqual([ok(null), ok(null)])
      expect(server.messages).toHaveLength(1)
    },
  )

  it('is not sent, and ends nothing, if a slow server greets after its password was wiped', async () => {
    const { away, server, tried, fault } = await mailWorld({ fault: 'silent' })
    away().raised(aRaised())
    await settledUntil(() => server.connections() === 1)
    away().close()
    server.greet()
    await tried('queued')
    expect(fault()).toMatch(/cannot be reached/)
    expect(inspect(server.lines)).not.toMatch(/AUTH|MAIL/)
  })

  it('is previewed exactly, without the password', async () => {
    const { away, server, settings, id } = await mailWorld()
    const previewed = valueOf(away().preview({ id, settings, secret: null }))
    expect(previewed.requests).toEqual([
      [
        `smtps://127.0.0.1:${String(server.port)}`,
        'From: me@example.com',
        'To: phone@example.com',
        `Subject: ${previewed.alert?.title ?? ''}`,
        '',
        previewed.alert?.text,
      ].join('\n'),
    ])
    expect(server.connections()).toBe(0)
    expect(await away().test(id)).toEqual(ok(null))
    expect(readMail(server.messages[0] ?? { from: '', to: '', bytes: '' })).toMatchObject({
      text: 'Alerts reach you here.\r\n',
    })
  })
})

it('is not sent with an authority that was damaged since it was chosen', async () => {
  const { server, settings, id } = await mailWorld()
  const send = createMailClient({ trust: {}, after: () => () => undefined })
  if (settings.mail === null) throw new Error('it is mail')
  expect(
    await send({
      mail: {
        ...settings.mail,
        host: '127.0.0.1',
        password: null,
        id,
        at: 0,
        subject: '',
        text: '',
        critical: false,
      },
      authority: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    }),
  ).toMatchObject({ ok: false, error: { cause: 'TLS_REFUSED', sent: false } })
  expect(server.lines).toEqual([])
})

describe('SEC-1 the password of a mailbox', () => {
  it('goes to the server it was entered for, over TLS, and is nowhere else', async () => {
    const world = await mailWorld({ fault: 'dropped' })
    const { away, server, settings, id, tried, pass } = world
    away().raised(aRaised())
    await tried('queued')
    server.options.fault = 'unknown'
    await pass(6)
    await tried('refused')
    if (settings.mail === null) throw new Error('it is mail')
    const moved = { ...settings, mail: { ...settings.mail, port: server.port + 1 } }
    const refused = await away().save({ id, settings: moved, secret: null })
    expect(worded(refused)).toMatchObject({ error: { fields: { secret: [/Enter it again/] } } })
    const { views, notices, asked, logged, repository } = world
    const stored = [repository.destinations(), repository.pending(), repository.history(50)]
    expect(inspect([refused, views, notices, asked, logged, stored], { depth: 20 })).not.toMatch(
      unwatched,
    )
    for (const { text, secure } of server.lines)
      if (unwatched.test(text) || text.startsWith('AUTH')) expect(secure).toBe(true)
  })
})
