// What the system did not show is shown once possible: what still applies, in its current state.
// How that is noticed: linux-notifier.test.ts.
import { afterEach, describe, expect, it } from 'vitest'
import { lockNoticeId } from '../../../src/main/alerts/lock-notice.js'
import { type AccountsHarness, createAccountsHarness } from '../../support/accounts-harness.js'
import { valueOf } from '../../support/test-storage.js'

const open: AccountsHarness[] = []
afterEach(async () => {
  for (const harness of open.splice(0)) {
    await harness.close()
    harness.closeStore()
  }
})

async function started(
  count: number,
  ...options: [Parameters<typeof createAccountsHarness>[1]?]
): Promise<AccountsHarness> {
  const harness = await createAccountsHarness(count, ...options)
  open.push(harness)
  await harness.accounts.start({ demo: false })
  await harness.pass(30)
  return harness
}

const idAt = ({ profiles }: AccountsHarness, number: number): string => profiles[number]?.id ?? ''

async function setLtv(harness: AccountsHarness, number: number, ltv: string): Promise<void> {
  harness.exchange(idAt(harness, number)).ltv = ltv
  await harness.pass(20)
}

/**
 * What the user is notified of from here on, though the system shows none of it until it is back.
 */
function from({ notified }: AccountsHarness): () => typeof notified {
  const before = notified.length
  return () => notified.slice(before)
}

/** The system can show notifications again, and showed none of these. */
async function back(harness: AccountsHarness, missed: readonly { id: string }[]): Promise<void> {
  harness.accounts.notificationsLost({ missed: [...new Set(missed.map(({ id }) => id))], gone: [] })
  await harness.pass(15)
}

const marginCall = expect.stringContaining('LTV has reached margin call')
const stepOne = expect.stringContaining('LTV has reached your step of 65\u00a0%')

describe('ALR-8 a notification that was not shown', () => {
  it('is shown once possible, in its current state, with its sound, and repeats from then on', async () => {
    const harness = await started(1)
    const missed = from(harness)
    await setLtv(harness, 0, '76')
    await harness.pass(150)
    expect(missed()).toHaveLength(2)
    await setLtv(harness, 0, '77')
    const shown = from(harness)
    await back(harness, missed())
    expect(shown()).toMatchObject([
      {
        title: marginCall,
        body: expect.stringContaining('LTV 77,'),
        urgency: 'critical',
        silent: false,
      },
    ])
    expect(shown()[0]?.id).toBe(missed()[0]?.id)
    await harness.pass(95)
    expect(shown()).toHaveLength(1)
    await harness.pass(30)
    expect(shown()).toHaveLength(2)
  })

  it('is not shown if acknowledged, snoozed or over', async () => {
    for (const react of ['acknowledge', 'snooze', 'recover'] as const) {
      const harness = await started(1)
      const missed = from(harness)
      await setLtv(harness, 0, '76')
      const alerts = harness.accounts.shown()?.alerts
      const [raised] = harness.openAlerts(idAt(harness, 0))
      if (react === 'acknowledge') alerts?.acknowledge(raised?.id ?? '')
      else if (react === 'snooze') alerts?.snooze(raised?.id ?? '', harness.time.clock() + 3600)
      else await setLtv(harness, 0, '25')
      const shown = from(harness)
      await back(harness, missed())
      expect(shown(), react).toEqual([])
    }
  })

  it('includes an early step within its cool-down, of any account, and others are not shown again', async () => {
    const harness = await started(3)
    await setLtv(harness, 2, '66')
    const missed = from(harness)
    await setLtv(harness, 1, '66')
    expect(missed()).toMatchObject([{ title: stepOne, profileId: idAt(harness, 1) }])
    const shown = from(harness)
    await back(harness, missed())
    expect(shown()).toMatchObject([{ title: stepOne, profileId: idAt(harness, 1) }])
  })

  it('does not count towards the limit for all accounts: a loss of monitoring of them all is shown within 15 seconds', async () => {
    const harness = await started(3)
    const missed = from(harness)
    for (let times = 0; times < 3; times += 1) {
      for (const { id } of harness.profiles) harness.exchange(id).mode = 'down'
      await harness.pass(180)
      if (times === 2) break
      for (const { id } of harness.profiles) harness.exchange(id).mode = 'fine'
      await harness.pass(60)
      harness.accounts.notificationsLost({ missed: missed().map(({ id }) => id), gone: [] })
    }
    const shown = from(harness)
    await back(harness, missed())
    expect(shown()).toMatchObject([{ title: '3 accounts are not monitored' }])
  })

  it('is shown at the next start with its sound if Plimsoll was quit before', async () => {
    const before = await started(1)
    await setLtv(before, 0, '66')
    before.missed.push(...before.notified.map(({ id }) => id))
    await before.close()
    const after = await started(1, { after: { time: before.time, memory: before.memory } })
    await setLtv(after, 0, '66')
    expect(after.notified[0]).toMatchObject({ title: stepOne, silent: false })
  })

  it('is shown for as long as it applies if it says what is not monitored while Plimsoll is locked', async () => {
    const harness = await started(1)
    harness.settings.lock = { ...harness.settings.lock, dropsKeys: true }
    harness.lock.lock('by-hand')
    const shown = from(harness)
    await back(harness, [{ id: lockNoticeId }])
    expect(shown()).toMatchObject([{ id: lockNoticeId }])
    valueOf(await harness.lock.unlock(null))
    await back(harness, [{ id: lockNoticeId }])
    expect(shown()).toHaveLength(1)
  })
})

describe('ALR-8 notifications lost with the service that showed them', () => {
  it('are shown again without a sound if critical, and otherwise not', async () => {
    const harness = await started(2)
    await setLtv(harness, 0, '76')
    await setLtv(harness, 1, '66')
    const gone = harness.notified.map(({ id }) => id)
    const shown = from(harness)
    harness.accounts.notificationsLost({ missed: [], gone })
    expect(shown()).toMatchObject([{ title: marginCall, silent: true }])
    await harness.pass(15)
    expect(shown()).toHaveLength(1)
  })
})
