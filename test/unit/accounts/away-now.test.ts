// What became of an alert that quiet hours of a destination held back.
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAccountsHarness } from '../../support/accounts-harness.js'
import { valueOf } from '../../support/test-storage.js'

describe('an alert of an account that was held back', () => {
  it('is known while the account is open, and over once the account is removed', async () => {
    const harness = await createAccountsHarness(2)
    onTestFinished(async () => {
      await harness.close()
      harness.closeStore()
    })
    const { accounts, profiles, exchange, pass } = harness
    const [id = '', other = ''] = profiles.map((profile) => profile.id)
    // Not open yet: it may still apply.
    expect(accounts.alertNow(id, 'any')).toBeNull()
    await accounts.start({ demo: false })
    exchange(id).ltv = '76'
    await pass(60)
    const alertId =
      accounts
        .find(id)
        ?.alerts.view()
        .attention.find(({ alert }) => alert.kind === 'margin-call')?.alert.id ?? ''
    expect(accounts.alertNow(id, alertId)).toMatchObject({ kind: 'open', urgent: true })
    expect(accounts.alertNow(other, alertId)).toEqual({ kind: 'over' })
    expect(accounts.alertRemaining(id, 'unknown')).toBeNull()
    expect(accounts.placeOfAlert('unknown')).toBeNull()
    expect(accounts.placeOfAlert(alertId)).toEqual({ profileId: id, screen: 'loans' })
    exchange(id).ltv = '72'
    await pass(60)
    expect(accounts.alertNow(id, alertId)).toEqual({ kind: 'over' })
    // An early step goes on, which nobody away has been notified of.
    const left = accounts.alertRemaining(id, alertId)
    expect(left).toMatchObject({ profileId: id, level: 'caution', critical: false, urgent: false })
    expect(left?.words({ percentages: false, accountName: false }).text).toMatch(/^Since /u)
    exchange(id).ltv = '40'
    await pass(60)
    expect(accounts.alertNow(id, alertId)).toEqual({ kind: 'over' })
    expect(accounts.alertRemaining(id, alertId)).toBeNull()
    valueOf(await accounts.remove(other))
    expect(accounts.alertNow(other, 'any')).toEqual({ kind: 'over' })
  })
})
