// A week of virtual time in which Plimsoll runs: what leaves the computer without an alert.
import { expect, it } from 'vitest'
import type { OutgoingReply } from '../../../src/main/exchange/outgoing-client.js'
import { type DestinationSettings, newDestination } from '../../../src/shared/away/away.js'
import { ok } from '../../../src/shared/result.js'
import { aRaised, createAwayHarness, startOfAway } from '../../support/away-harness.js'
import { settled } from '../../support/fake-clock.js'

const day = 86_400
const watch = { on: true, minutes: 15 } as const
const mail = {
  security: 'tls',
  port: 465,
  user: 'me@example.com',
  from: 'me@example.com',
  to: 'phone@example.com',
} as const
const destinations: [DestinationSettings, string][] = [
  [{ ...newDestination('email'), address: 'smtp.example.com', mail, watch }, 'a password'],
  [
    { ...newDestination('telegram'), topic: '4711', watch },
    '123456789:AAEabcdefghijklmnopqrstuvwxyz0123456',
  ],
  [{ ...newDestination('webhook'), address: 'https://hook.example/in', watch }, 's'.repeat(32)],
  [{ ...newDestination('ping'), address: 'https://ping.example/a-path', watch }, ''],
]

it('ALR-11 sends nothing by e-mail, Telegram and webhook in a week of watching, and pings at its pace', async () => {
  const sent: { place: string; day: number; text: string }[] = []
  const note = (place: string, text: string): { ok: true; value: OutgoingReply } => {
    sent.push({ place, day: Math.floor((world.clock() - startOfAway) / day), text })
    return ok({ status: 200, body: '{"ok":true}', retryAfterMs: null })
  }
  const world = createAwayHarness(
    ({ baseUrl, body }) => Promise.resolve(note(new URL(baseUrl).host, body ?? '')),
    startOfAway,
    (outgoing) => {
      note(outgoing.mail.host, outgoing.mail.subject)
      return Promise.resolve(ok({ status: 250, body: '', retryAfterMs: null }))
    },
  )
  const { add, near, pass, raise } = world
  for (const [settings, secret] of destinations) await add(settings, secret)
  expect(world.away().view().destinations).toHaveLength(destinations.length)

  for (let hour = 0; hour < 7 * 24; hour += 1) {
    near(hour % 48 < 10)
    await pass(3600, 60)
  }
  expect([...new Set(sent.map(({ place }) => place))]).toEqual(['ping.example'])
  const perDay = Array.from({ length: 7 }, (_, at) => sent.filter((one) => one.day === at).length)
  // A ping every ten minutes of the fifteen that the service waits, and one at the beginning.
  expect(Math.max(...perDay)).toBeLessThanOrEqual(day / 600 + 1)
  expect(Math.min(...perDay)).toBeGreaterThanOrEqual(day / 900)

  // All of them would have sent something.
  sent.length = 0
  raise(aRaised({ at: world.clock() }))
  await settled()
  await pass(5)
  expect([...new Set(sent.map(({ place }) => place))].sort()).toEqual([
    'api.telegram.org',
    'hook.example',
    'smtp.example.com',
  ])
}, 120_000)
