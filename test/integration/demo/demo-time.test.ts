// The demo's exchange can be sent hours ahead. That is a lesson, not a fault of this computer's
// clock.
import { expect, it, onTestFinished } from 'vitest'
import { attentionOf } from '../../../src/renderer/portfolio/overview/attention.js'
import { anAppState } from '../../fixtures/portfolio/accounts.js'
import { openDemoHarness } from '../../support/demo-harness.js'
import { aTicket } from '../../support/order-harness.js'
import { valueOf } from '../../support/test-storage.js'

it('NET-15 sends orders in the demo one hour ahead, without blaming this computer’s clock', async () => {
  const { time, profile, levers, monitor, orders, underWay, close } = await openDemoHarness()
  onTestFinished(close)
  await expect.poll(() => monitor.connection().clockSkew).not.toBeNull()
  await expect.poll(() => monitor.portfolio().positions.source).toBe('live')
  expect(levers.pull({ act: 'jump', hours: 1 })).toEqual({ ok: true, value: null })
  await time.pass(10)
  await expect.poll(() => monitor.connection().clockSkew ?? 0).toBeLessThan(-3500)
  valueOf(await orders.arm())
  expect(orders.read().obstacles).toEqual([])
  const preview = valueOf(orders.prepare(aTicket({ amount: '0.001' }), 'page'))
  const { intentId } = valueOf(await orders.confirm(preview.token, 'page'))
  await expect.poll(underWay).toBe(0)
  expect(valueOf(orders.intent(intentId)).state).toBe('acknowledged')
  const attention = attentionOf({
    appState: anAppState({ demo: profile, activeProfileId: null, keyState: 'accepted' }),
    portfolio: monitor.portfolio(),
    connection: monitor.connection(),
    alerts: null,
    mining: null,
    now: time.clock(),
    zone: null,
  })
  expect(attention.map(({ key }) => key)).not.toContain('clock')
})
