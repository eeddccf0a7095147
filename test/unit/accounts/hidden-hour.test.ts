// What an hour costs in which nobody looks: three accounts are monitored, the window is in the
// tray.
import type { Menu } from 'electron'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTray, trayView } from '../../../src/main/desktop/tray.js'
import { createPush } from '../../../src/main/ipc/push.js'
import type { Topic } from '../../../src/shared/contract.js'
import { createAccountsHarness } from '../../support/accounts-harness.js'

const hour = 3600
/**
 * About 1.4 a second for each account: that many calls are due, and two looks every five seconds.
 */
const mostTimers = 15_500

async function running() {
  const harness = await createAccountsHarness(3)
  const { accounts, time } = harness
  onTestFinished(harness.closeStore)
  const window = { shown: true }
  const sent: { topic: Topic; payload: unknown }[] = []
  const push = createPush({
    window: () => ({
      isDestroyed: () => false,
      webContents: {
        isCrashed: () => false,
        send: (topic, payload) => void sent.push({ topic, payload }),
      },
    }),
    after: time.after,
    windowShown: () => window.shown,
    locked: () => false,
    onFault: (topic, fault) => {
      throw new Error(topic, { cause: fault })
    },
  })
  harness.onPush(({ topic, payload }) => push.push(topic, payload))
  const painted = { image: 0, tooltip: 0, menu: 0 }
  const tray = createTray({
    create: () => ({
      setImage: () => void (painted.image += 1),
      setToolTip: () => void (painted.tooltip += 1),
      setTitle: () => undefined,
      setContextMenu: () => void (painted.menu += 1),
      destroy: () => undefined,
      isDestroyed: () => false,
      on: () => undefined,
    }),
    picture: (shape) => shape,
    menuFrom: () => ({}) as Menu,
    hasHost: () => Promise.resolve(true),
    windowHidden: () => !window.shown,
    onAct: () => undefined,
    clickOpens: true,
    hasTitle: false,
    repaintsAll: false,
    onShownChange: () => undefined,
    clock: time.clock,
    log: (what, fault) => {
      throw new Error(what, { cause: fault })
    },
  })
  tray.want(true)
  accounts.statuses.on((now) => tray.paint(trayView(now)))
  await accounts.start({ demo: false })
  await harness.pass(60)
  const see = (is: boolean): void => {
    window.shown = is
    push.seen(is)
    accounts.setHidden(!is)
  }
  return { ...harness, sent, painted, see }
}

describe('an hour in the tray with three accounts', () => {
  it('RES-9 sends the page nothing, repaints the tray for its age alone, and wakes up only to poll', async () => {
    const { see, sent, painted, time, pass, pushed, close } = await running()
    see(false)
    await pass(60)
    sent.length = 0
    pushed.length = 0
    Object.assign(painted, { image: 0, tooltip: 0, menu: 0 })
    const armed = time.armed()
    await pass(hour)
    expect(sent).toEqual([])
    // There was something to send.
    expect(pushed.length).toBeGreaterThan(1000)
    expect(painted.image).toBe(0)
    expect(painted.menu).toBeLessThanOrEqual(hour / 30)
    expect(painted.tooltip).toBeLessThanOrEqual(hour / 30)
    // Of three accounts together: polls, and the look at each that notices sleep and silence.
    expect(time.armed() - armed).toBeLessThanOrEqual(mostTimers)
    await close()
  })

  it('RES-9 sends the current value of every topic that changed, once, when somebody looks again', async () => {
    const { see, sent, pushed, exchange, profiles, pass, close } = await running()
    const [shown] = profiles
    see(false)
    sent.length = 0
    await pass(600)
    pushed.length = 0
    exchange(shown?.id ?? '').ltv = '82'
    await pass(600)
    expect(sent).toEqual([])
    const latest = new Map(pushed.map(({ topic, payload }) => [topic, payload]))
    see(true)
    expect(Object.fromEntries(sent.map(({ topic, payload }) => [topic, payload]))).toEqual(
      Object.fromEntries(latest),
    )
    expect(new Set(sent.map(({ topic }) => topic)).size).toBe(sent.length)
    const alerts = sent.find(({ topic }) => topic === 'alerts')
    expect(JSON.stringify(alerts?.payload)).toContain('82')
    await close()
  })
})
