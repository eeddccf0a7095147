// The list of mining accounts and its alert, together: they must never contradict each other.
import { describe, expect, it } from 'vitest'
import { fail } from '../../../src/shared/result.js'
import { createPayoutHarness } from '../../support/payout-harness.js'
import { problem } from '../../support/fake-exchange-client.js'
import { valueOf } from '../../support/test-storage.js'

const day = 86_400
const changedTitle = 'Mining payout of rig was changed'

async function watching() {
  const house = createPayoutHarness()
  house.pays('rig', 'bc1qold')
  await house.open('a')
  valueOf(house.mining().add('rig'))
  await house.time.pass(10)
  return house
}

describe('a changed payout, on its screen and as an alert', () => {
  it('is reported in both places over a long weekend of sleep, and ends in both once acknowledged', async () => {
    for (const act of ['ofAccount', 'ofAlert'] as const) {
      const { time, pays, account, openAlerts, titles, resumed, acknowledgement } = await watching()
      pays('rig', 'bc1qnew')
      await time.pass(610)
      time.sleep(4 * day)
      resumed()
      await time.pass(30)
      expect(account().change).toMatchObject({ acknowledgedAt: null })
      expect(openAlerts()).toMatchObject([{ state: { kind: 'active' } }])
      // Once when it was found, and once more after the sleep, because nobody had reacted.
      expect(titles()).toEqual([changedTitle, changedTitle])
      valueOf(
        act === 'ofAccount'
          ? acknowledgement().ofAccount('rig')
          : acknowledgement().ofAlert(openAlerts()[0]?.id ?? ''),
      )
      expect([account().change, openAlerts()]).toEqual([null, []])
    }
  })

  it('stays readable in both for three days if acknowledged at once', async () => {
    const { time, pays, account, openAlerts, acknowledgement } = await watching()
    pays('rig', 'bc1qnew')
    await time.pass(610)
    valueOf(acknowledgement().ofAccount('rig'))
    time.sleep(3 * day - 700)
    await time.pass(10)
    expect([
      account().change?.acknowledgedAt !== null,
      openAlerts().map(({ state }) => state.kind),
    ]).toEqual([true, ['acknowledged']])
    await time.pass(700)
    expect([account().change, openAlerts()]).toEqual([null, []])
  })

  it('is reported at the first check if it happened while Plimsoll was not running', async () => {
    const { time, pays, account, titles, quit, open } = await watching()
    quit()
    pays('rig', 'bc1qnew')
    time.sleep(2 * day)
    await open('a')
    expect(titles()).toEqual([changedTitle])
    expect(account().change).toMatchObject({
      from: { externalAddress: 'bc1qold' },
      to: { externalAddress: 'bc1qnew' },
    })
  })

  it('is reported when its account is opened again, whatever was open meanwhile', async () => {
    const { time, pays, titles, openAlerts, open } = await watching()
    await open('b')
    pays('rig', 'bc1qnew')
    await time.pass(3600)
    expect(titles()).toEqual([])
    await open('a')
    expect(titles()).toEqual([changedTitle])
    expect(openAlerts()).toHaveLength(1)
  })

  it("is reported although the alert's memory could not be read at start", async () => {
    const { time, pays, titles, openAlerts, quit, open, useRepositories, repositories } =
      await watching()
    quit()
    useRepositories({
      alerts: { ...repositories().alerts, load: () => fail(problem('store-trouble')) },
    })
    pays('rig', 'bc1qnew')
    await open('a')
    await time.pass(10)
    expect(titles()).toEqual([changedTitle])
    expect(openAlerts()).toHaveLength(1)
  })
})

describe('two accounts at once', () => {
  const both = async () => {
    const house = await watching()
    const { useKey, pays, openBeside, mining, time } = house
    useKey('bbbb…2222')
    pays('rig', 'bc1qother')
    await openBeside('b')
    valueOf(mining('b').add('rig'))
    await time.pass(10)
    return house
  }

  it('are both monitored, and each reports only its own changes', async () => {
    const { time, pays, titles, account, openAlerts } = await both()
    expect(['a', 'b'].map((id) => account('rig', id).destination?.externalAddress)).toEqual([
      'bc1qold',
      'bc1qother',
    ])
    expect(titles()).toEqual([])
    pays('rig', 'bc1qnew', 'aaaa…1111')
    await time.pass(610)
    expect(titles()).toEqual([changedTitle])
    expect([openAlerts('a').length, openAlerts('b').length]).toEqual([1, 0])
    expect([account('rig', 'a').change?.otherKey, account('rig', 'b').change]).toEqual([
      false,
      null,
    ])
  })

  it('share nothing: neither their lists, nor a failure, nor their end', async () => {
    const { time, pays, titles, account, mining, repositories } = await both()
    valueOf(mining('b').add('only of b'))
    expect(mining('a').read()).toMatchObject({ profileId: 'a', accounts: [{ name: 'rig' }] })
    valueOf(mining('b').remove('rig'))
    expect(mining('b').read()).toMatchObject({ profileId: 'b', accounts: [{ name: 'only of b' }] })
    expect(valueOf(repositories().mining.load('a'))).toMatchObject([
      { name: 'rig', destination: { externalAddress: 'bc1qold' } },
    ])
    mining('b').close()
    pays('rig', 'bc1qnew', 'aaaa…1111')
    await time.pass(610)
    expect(titles()).toEqual([changedTitle])
    expect(account('rig', 'a').change).toMatchObject({ to: { externalAddress: 'bc1qnew' } })
  })
})

describe('mining accounts of the same name', () => {
  it('in two profiles are independent', async () => {
    const { time, pays, titles, account, mining, open } = await watching()
    await open('b')
    pays('rig', 'bc1qother')
    valueOf(mining().add('rig'))
    await time.pass(10)
    expect(account().destination?.externalAddress).toBe('bc1qother')
    pays('rig', 'bc1qold')
    await open('a')
    expect([titles(), account().change]).toEqual([[], null])
    pays('rig', 'bc1qother')
    await open('b')
    valueOf(mining().remove('rig'))
    pays('rig', 'bc1qnew')
    await open('a')
    expect(titles()).toEqual([changedTitle])
  })
})

describe('a mining account removed from the list', () => {
  it('and added again after a change starts from what is found then: no notification, no banner', async () => {
    const { time, pays, titles, openAlerts, account, mining } = await watching()
    valueOf(mining().remove('rig'))
    pays('rig', 'bc1qnew')
    await time.pass(3600)
    valueOf(mining().add('rig'))
    await time.pass(10)
    expect(account()).toMatchObject({ destination: { externalAddress: 'bc1qnew' }, change: null })
    expect([titles(), openAlerts()]).toEqual([[], []])
    pays('rig', 'bc1qold')
    await time.pass(610)
    expect(titles()).toEqual([changedTitle])
  })

  it('leaves no address behind in the stored state', async () => {
    const { mining, repositories } = await watching()
    const kept = (): string =>
      JSON.stringify([repositories().alerts.load('a'), repositories().mining.load('a')])
    expect(kept()).toContain('bc1qold')
    valueOf(mining().remove('rig'))
    expect(kept()).not.toMatch(/bc1qold|rig/)
  })
})

describe('a key that was replaced', () => {
  it('belonging to another exchange account: an alert and a banner that name the key', async () => {
    const { pays, titles, account, openAlerts, useKey, quit, open } = await watching()
    quit()
    useKey('bbbb…2222')
    pays('rig', 'bc1qother')
    await open('a')
    expect(titles()).toEqual(['Mining payout of rig differs under the new key'])
    expect(openAlerts()).toMatchObject([
      { cause: { old: { key: 'aaaa…1111' }, new: { key: 'bbbb…2222' } } },
    ])
    expect(account().change).toMatchObject({ otherKey: true })
  })

  it('belonging to the same one: nothing, and a later change is a change', async () => {
    const { time, pays, titles, account, useKey, quit, open } = await watching()
    quit()
    useKey('bbbb…2222')
    pays('rig', 'bc1qold')
    await open('a')
    expect([titles(), account().change]).toEqual([[], null])
    pays('rig', 'bc1qnew')
    await time.pass(610)
    expect(titles()).toEqual([changedTitle])
    expect(account().change).toMatchObject({ otherKey: false })
  })
})
