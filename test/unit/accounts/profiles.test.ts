import { describe, expect, it } from 'vitest'
import { createCredentialStore } from '../../../src/main/accounts/credential-store.js'
import { createProfiles } from '../../../src/main/accounts/profiles.js'
import { createAppState } from '../../../src/main/accounts/app-state.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import type { Problem } from '../../../src/shared/problem.js'
import type { OrderIntent } from '../../../src/shared/orders/trading.js'
import { fail, ok, type Result } from '../../../src/shared/result.js'
import {
  about,
  aProfile,
  createFakeKeychain,
  createFakeProfiles,
  createHalves,
  fakeCredentialStoreParts,
} from '../../support/fake-accounts.js'
import { anIntent } from '../../support/order-intents.js'
import { problem } from '../../support/fake-exchange-client.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { messageContaining } from '../../support/saying.js'
import { worded } from '../../support/worded.js'

const a = aProfile({ id: 'a' })
const b = aProfile({ id: 'b', name: 'Other' })

let underWay = 0
let journal: (profileId: string) => Result<OrderIntent[], Problem> = () => ok([])

function setup(...known: Profile[]) {
  const fake = createFakeKeychain(createHalves())
  const rows = createFakeProfiles(...known)
  for (const { id, keyStorage } of known)
    if (keyStorage === 'keychain') fake.stored.set(id, { key: 'k', secret: 's' })
  const appState = createAppState({
    clock: () => 1,
    newId: () => 'n',
    about,
    acknowledge: () => ok(null),
  })
  const keys = createCredentialStore(fake.keychain, fakeCredentialStoreParts())
  const swept: string[][] = []
  let destinations: Result<string[], Problem> = ok([])
  let notified = 0
  const profiles = createProfiles({
    profiles: rows,
    keys: { remove: keys.remove, sweep: (ids) => (swept.push([...ids]), keys.sweep(ids)) },
    destinationIds: () => destinations,
    ordersInFlight: () => underWay,
    openOrders: (profileId) => journal(profileId),
    listChanged: () => {
      notified += 1
      rows.log.push('notified')
    },
    appState,
  })
  return {
    profiles,
    rows,
    fake,
    appState,
    notified: () => notified,
    swept,
    setDestinations: (next: Result<string[], Problem>): void => {
      destinations = next
    },
  }
}

describe('renaming', () => {
  it('writes the new name and reports the change', () => {
    const { profiles, rows, notified } = setup(a, b)
    expect(profiles.rename('a', '  Savings ')).toEqual(ok(null))
    expect(rows.rows.get('a')?.name).toBe('Savings')
    expect(notified()).toBe(1)
  })

  it('refuses a name that does not fit, with the field, and an unknown profile', () => {
    const { profiles, notified } = setup(a, b)
    expect(profiles.rename('a', 'other')).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fields: { name: [expect.any(Object)] } },
    })
    expect(profiles.rename('z', 'New')).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(notified()).toBe(0)
  })

  it('reports when it could not be written', () => {
    const { profiles, rows, notified } = setup(a)
    rows.trouble['update'] = problem('store-trouble')
    expect(profiles.rename('a', 'New')).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(notified()).toBe(0)
  })
})

describe('SEC-14 deleting', () => {
  it('SEC-14 records it, closes the account, removes the key, and only then the data', async () => {
    const { profiles, rows, fake } = setup(a, b)
    const removed = profiles.remove('a')
    expect(rows.log).toEqual(['mark a', 'notified'])
    expect(await removed).toEqual(ok(null))
    expect(rows.log).toEqual(['mark a', 'notified', 'remove a'])
    expect(fake.calls).toEqual(['remove a'])
    expect(fake.stored.has('a')).toBe(false)
    expect([...rows.rows.keys()]).toEqual(['b'])
  })

  it('waits for an order in progress, whose record would be deleted with the account', async () => {
    const { profiles, rows, fake, notified } = setup(a)
    underWay = 1
    expect(await profiles.remove('a')).toMatchObject({ ok: false, error: { code: 'busy' } })
    underWay = 0
    expect([fake.calls, notified(), [...rows.rows.keys()]]).toEqual([[], 0, ['a']])
    expect(await profiles.remove('a')).toEqual(ok(null))
  })

  const unknown = anIntent({ state: 'unknown', blocks: true })
  it.each<[string, OrderIntent[], RegExp]>([
    ['unknown', [unknown], /^The result of “Buy 0\.01 BTC_USDT at market” is unknown\./],
    [
      'cut off while it was being sent',
      [anIntent({ state: 'sending' })],
      /^The result of “Buy 0\.01 BTC_USDT at market” is unknown\./,
    ],
    ['unknown, its block lifted', [{ ...unknown, blocks: false }], /^The result of .* is unknown/],
    [
      'answered with something else',
      [anIntent({ state: 'acknowledged', blocks: true })],
      /what the exchange reports for “Buy 0\.01 .*” is not what was sent/,
    ],
    [
      'unknown, and two more',
      [unknown, unknown, anIntent({ state: 'acknowledged', blocks: true })],
      /and 2 more entries of “Main” need resolving/,
    ],
  ])(
    'ORD-5 is refused while an order of the account is %s, because its record would be lost',
    async (_name, orders, words) => {
      const { profiles, rows, fake, notified } = setup(a, b)
      journal = (profileId) => ok(profileId === 'a' ? orders : [])
      const refused = await profiles.remove('a')
      expect(refused).toMatchObject({
        ok: false,
        error: { code: 'order-unresolved', message: messageContaining(words) },
      })
      expect(refused.ok ? '' : englishOf(refused.error.message)).toMatch(
        /Open “Main” and resolve (it|them) on the Trade screen/,
      )
      expect([fake.calls, notified(), rows.log]).toEqual([[], 0, []])
      expect(
        await profiles.remove('b'),
        'orders of another account are none of its business',
      ).toEqual(ok(null))
      journal = () => ok([])
      expect(await profiles.remove('a')).toEqual(ok(null))
    },
  )

  it('ORD-5 is refused if nobody can tell whether such an order exists, but not for one that was never signed', async () => {
    const { profiles, fake } = setup(a)
    journal = () => fail(problem('store-trouble'))
    expect(await profiles.remove('a')).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(fake.calls).toEqual([])
    journal = () => ok([anIntent({ state: 'intent' })])
    expect(await profiles.remove('a')).toEqual(ok(null))
    journal = () => ok([])
  })

  it('SEC-14 changes nothing if it cannot be recorded', async () => {
    const { profiles, rows, fake, notified } = setup(a)
    rows.trouble['mark'] = problem('store-trouble')
    expect(await profiles.remove('a')).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(fake.calls).toEqual([])
    expect(notified()).toBe(0)
    expect(rows.list()).toEqual(ok([a]))
  })

  it('SEC-14 stays pending if a key cannot be removed: gone from the list, reported, and finished at the next start', async () => {
    const { profiles, rows, fake, appState } = setup(a)
    fake.trouble.remove = problem('keychain-locked')
    expect(await profiles.remove('a')).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked' },
    })
    expect(rows.list()).toEqual(ok([]))
    expect(rows.awaitingDeletion()).toEqual(ok([a]))
    expect(worded(appState.view().notices)).toMatchObject([
      { level: 'caution', title: '"Main" is not deleted completely' },
    ])
    await profiles.finishDeletions()
    expect(rows.awaitingDeletion()).toEqual(ok([a]))
    expect(appState.view().notices).toHaveLength(1)
    delete fake.trouble.remove
    await profiles.finishDeletions()
    expect(rows.rows.size).toBe(0)
    expect(fake.stored.size).toBe(0)
  })

  it('SEC-14 finishes at the next start after a crash between key and data', async () => {
    const { profiles, rows, fake } = setup(a)
    rows.trouble['remove'] = problem('store-trouble')
    expect(await profiles.remove('a')).toMatchObject({ ok: false })
    expect(fake.stored.size).toBe(0)
    delete rows.trouble['remove']
    await profiles.finishDeletions()
    expect(rows.rows.size).toBe(0)
  })

  it('asks no keychain for a profile whose key was never in it', async () => {
    const { profiles, rows, fake } = setup(aProfile({ id: 'a', keyStorage: 'session' }))
    expect(await profiles.remove('a')).toEqual(ok(null))
    expect(fake.calls).toEqual([])
    expect(rows.rows.size).toBe(0)
  })

  it('asks no keychain at start if no deletion is waiting', async () => {
    const { profiles, fake } = setup(a)
    await profiles.finishDeletions()
    expect(fake.calls).toEqual([])
  })

  it('SEC-14 keeps the secrets of destinations of alerts, and all entries if they are unknown', async () => {
    const { profiles, swept, setDestinations } = setup(a)
    setDestinations(ok(['destination']))
    await profiles.finishDeletions()
    setDestinations(fail(problem('store-trouble')))
    await profiles.finishDeletions()
    expect(swept).toEqual([['a', 'destination']])
  })

  it('is over after the first time', async () => {
    const { profiles } = setup(a)
    const [first, second] = await Promise.all([profiles.remove('a'), profiles.remove('a')])
    expect(first.ok).toBe(true)
    expect(second).toMatchObject({ ok: false, error: { code: 'gone' } })
  })
})
