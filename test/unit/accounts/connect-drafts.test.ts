import { describe, expect, it } from 'vitest'
import { createConnectDrafts } from '../../../src/main/accounts/connect-drafts.js'
import { createCredentialStore } from '../../../src/main/accounts/credential-store.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import type { ConnectForm, ConnectStep } from '../../../src/shared/accounts/connect.js'
import type { Problem } from '../../../src/shared/problem.js'
import { fail, ok, type Result } from '../../../src/shared/result.js'
import type { Credentials } from '../../../src/main/keychain/secret.js'
import {
  aProfile,
  createFakeProfiles,
  createFakeKeychain,
  createHalves,
  fakeCredentialStoreParts,
} from '../../support/fake-accounts.js'
import {
  createFakeExchangeClient,
  later,
  problem,
  type Answer,
} from '../../support/fake-exchange-client.js'
import { createFakeClock, settled } from '../../support/fake-clock.js'
import { englishOf, messageOf } from '../../../src/shared/messages/messages.js'
import { worded } from '../../support/worded.js'

function aForm(more: Partial<ConnectForm> = {}): ConnectForm {
  return {
    draftId: null,
    profileId: null,
    name: 'Main',
    region: 'custom',
    baseUrl: 'https://exchange.example',
    dialect: 'spec',
    apiKey: 'public-key-1234',
    apiSecret: 'secret-56789',
    ...more,
  }
}

function setup(...known: Profile[]) {
  const time = createFakeClock()
  const client = createFakeExchangeClient(time.clock)
  const halves = createHalves()
  const fake = createFakeKeychain(halves)
  const profiles = createFakeProfiles(...known)
  const ways: { baseUrl: string; dialect: string; keys: Credentials }[] = []
  const pushed: { draftId: string; steps: ConnectStep[] }[] = []
  const saved: Profile[] = []
  const box = {
    named: [] as string[],
    answer: (): Promise<Result<null, Problem>> => Promise.resolve(ok(null)),
  }
  let ids = 0
  const drafts = createConnectDrafts({
    clock: time.clock,
    timing: { after: time.after },
    newId: () => `id-${String((ids += 1))}`,
    readPart: (_part, text) => {
      const trimmed = text.trim()
      if (trimmed.length < 8) return fail(messageOf('accounts.key-too-short', { least: 8 }))
      return ok({
        secret: halves.make(trimmed),
        remark: trimmed === text ? null : messageOf('accounts.key-trimmed'),
      })
    },
    connect: (address, keys) => {
      ways.push({ ...address, keys })
      return client
    },
    confirmAddress: (baseUrl) => {
      box.named.push(baseUrl)
      return box.answer()
    },
    keys: createCredentialStore(fake.keychain, fakeCredentialStoreParts()),
    profiles,
    onSteps: (progress) => pushed.push(progress),
    onSaved: (profile) => saved.push(profile),
  })
  /** A check that is expected to succeed; returns its draft. */
  const check = async (more: Partial<ConnectForm> = {}): Promise<string> => {
    const checked = await drafts.check(aForm(more))
    if (!checked.ok || !checked.value.passed) throw new Error('the check did not pass')
    return checked.value.draftId
  }
  return { time, client, halves, fake, profiles, ways, pushed, saved, box, drafts, check }
}

const states = (steps: ConnectStep[]) => steps.map(({ name, state }) => `${name} ${state}`)

describe('the address of a check', () => {
  it('is confirmed once in a system dialog that names it; nothing is sent before', async () => {
    const { drafts, box, ways, check } = setup()
    box.answer = () => Promise.resolve(fail(problem('cancelled')))
    expect(await drafts.check(aForm())).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(ways).toEqual([])
    box.answer = () => Promise.resolve(ok(null))
    await check()
    await check()
    expect(box.named).toEqual(['https://exchange.example', 'https://exchange.example'])
  })

  it('needs no question if it is the exchange’s own, on this computer, or of a saved profile', async () => {
    const { drafts, box } = setup(aProfile({ region: 'custom', baseUrl: 'https://known.example' }))
    await drafts.check(aForm({ region: 'global' }))
    await drafts.check(aForm({ baseUrl: 'http://127.0.0.1:4000' }))
    await drafts.check(aForm({ name: 'Other', baseUrl: 'https://known.example' }))
    expect(box.named).toEqual([])
  })

  it('SEC-22 is asked about if the account came from a settings file and no key was entered yet', async () => {
    const baseUrl = 'https://known.example'
    const { drafts, box } = setup(aProfile({ region: 'custom', baseUrl, keyHint: '' }))
    await drafts.check(aForm({ name: 'Other', baseUrl }))
    expect(box.named).toEqual([baseUrl])
  })

  it('is asked about ten times a minute at most', async () => {
    const { drafts, time, client } = setup()
    for (let turn = 0; turn < 10; turn += 1) expect((await drafts.check(aForm())).ok).toBe(true)
    const asked = client.calls.length
    expect(await drafts.check(aForm())).toMatchObject({
      ok: false,
      error: { code: 'busy', reason: 'TOO_MANY_CHECKS' },
    })
    expect(client.calls.length).toBe(asked)
    await time.pass(59)
    const nearly = await drafts.check(aForm())
    expect(nearly.ok ? '' : englishOf(nearly.error.message), '13.20').toContain(
      'The next can be made in 1 second. Nothing was sent.',
    )
    await time.pass(1)
    expect((await drafts.check(aForm())).ok).toBe(true)
  })

  it('is not contacted with a key that was discarded while the dialog was open', async () => {
    const { drafts, box, check, ways, halves } = setup()
    const draftId = await check()
    const answer = later<Result<null, Problem>>()
    box.answer = () => answer.promise
    const checked = drafts.check(aForm({ draftId, baseUrl: 'https://other.example' }))
    drafts.discard(draftId)
    answer.settle(ok(null))
    expect(await checked).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(ways).toHaveLength(1)
    expect(halves.alive()).toEqual([])
  })
})

describe('checking', () => {
  it('pings, then reads the balance with the key, shows each step as it ends, and stores nothing', async () => {
    const { drafts, client, pushed, fake, profiles, ways } = setup()
    const checked = await drafts.check(aForm())
    expect(checked).toMatchObject({ ok: true, value: { passed: true, remarks: [] } })
    expect(client.calls).toEqual(['ping', 'balance'])
    expect(client.closed()).toBe(1)
    expect(pushed.map(({ steps }) => states(steps))).toEqual([
      ['ping running', 'balance waiting'],
      ['ping passed', 'balance waiting'],
      ['ping passed', 'balance running'],
      ['ping passed', 'balance passed'],
    ])
    expect(ways[0]).toMatchObject({ baseUrl: 'https://exchange.example', dialect: 'spec' })
    expect(fake.calls).toEqual([])
    expect(profiles.log).toEqual([])
  })

  it('does not use the key if the ping fails', async () => {
    const { drafts, client } = setup()
    client.refuse('ping', problem('unreachable'))
    const checked = await drafts.check(aForm())
    expect(client.calls).toEqual(['ping'])
    expect(checked).toMatchObject({ ok: true, value: { passed: false } })
    if (checked.ok) expect(states(checked.value.steps)).toEqual(['ping failed', 'balance waiting'])
  })

  it('returns why a step failed, and does not allow saving', async () => {
    for (const code of [
      'bad-key-or-signature',
      'no-permission',
      'clock-wrong',
      'key-disabled',
    ] as const) {
      const { drafts, client, fake } = setup()
      client.refuse('balance', problem(code))
      const checked = await drafts.check(aForm())
      if (!checked.ok) throw new Error('the check itself failed')
      expect(checked.value.steps[1]).toMatchObject({
        name: 'balance',
        state: 'failed',
        problem: { code },
      })
      expect(client.count('balance')).toBe(1)
      expect(await drafts.save(checked.value.draftId, 'keychain')).toMatchObject({
        ok: false,
        error: { code: 'bad-input' },
      })
      expect(fake.calls).toEqual([])
    }
  })

  it('needs only key, secret and name for the public regions, which bring address and dialect', async () => {
    const { check, ways } = setup()
    await check({ region: 'global', baseUrl: null, dialect: null })
    await check({ region: 'eu', baseUrl: 'http://evil.example', dialect: 'spec', name: 'EU' })
    expect(ways.map(({ baseUrl, dialect }) => [baseUrl, dialect])).toEqual([
      ['https://whitebit.com', 'live'],
      ['https://whitebit.eu', 'live'],
    ])
  })

  it('reports every field that does not fit, keeps neither half, and sends nothing', async () => {
    const { drafts, client, halves } = setup(aProfile({ name: 'Taken' }))
    const checked = await drafts.check(
      aForm({
        name: 'taken',
        baseUrl: 'http://exchange.example',
        apiKey: 'short',
        apiSecret: 'long enough',
      }),
    )
    expect(checked).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    if (!checked.ok)
      expect(Object.keys(checked.error.fields ?? {}).sort()).toEqual(['apiKey', 'baseUrl', 'name'])
    expect(client.calls).toEqual([])
    expect(halves.alive()).toEqual([])
    expect(JSON.stringify(checked)).not.toContain('long enough')
  })

  it('asks for what is missing', async () => {
    const { drafts } = setup()
    const checked = await drafts.check(aForm({ baseUrl: null, apiKey: null, apiSecret: null }))
    expect(worded(checked)).toMatchObject({
      ok: false,
      error: {
        fields: {
          baseUrl: ['Enter the address.'],
          apiKey: ['Enter the key.'],
          apiSecret: ['Enter the secret.'],
        },
      },
    })
    expect(await drafts.check(aForm({ dialect: null }))).toMatchObject({
      ok: false,
      error: { fields: { dialect: [expect.any(Object)] } },
    })
  })

  it('mentions what it changed, and an address on this computer', async () => {
    const { drafts, ways } = setup()
    const checked = await drafts.check(
      aForm({ baseUrl: 'http://127.0.0.1:8080/', apiSecret: '  secret-56789\n' }),
    )
    expect(ways[0]?.baseUrl).toBe('http://127.0.0.1:8080')
    if (!checked.ok) throw new Error('the check itself failed')
    expect(checked.value.remarks).toEqual([
      messageOf('accounts.key-trimmed'),
      messageOf('accounts.connect.on-this-computer'),
    ])
  })

  it('can be repeated with only another name, and with one half replaced', async () => {
    const { check, halves, ways } = setup()
    const draftId = await check()
    expect(
      await check({
        draftId,
        name: 'Better',
        baseUrl: null,
        dialect: null,
        apiKey: null,
        apiSecret: null,
      }),
    ).toBe(draftId)
    expect(ways[1]).toMatchObject({ baseUrl: 'https://exchange.example', dialect: 'spec' })
    expect(await check({ draftId, apiKey: null, apiSecret: 'another-secret' })).toBe(draftId)
    expect(halves.alive().map((half) => half.reveal().toString())).toEqual([
      'public-key-1234',
      'another-secret',
    ])
  })

  it('replaces a check in progress, and requires a new check of what was checked before', async () => {
    const { drafts, client, check } = setup()
    const draftId = await check()
    const ping = later<Answer<{ ms: number }>>()
    client.answer('ping', () => ping.promise)
    const first = drafts.check(aForm({ draftId }))
    expect(await drafts.save(draftId, 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
    client.answer('ping', () => Promise.resolve(ok({ value: { ms: 1 }, at: 1 })))
    const second = await drafts.check(aForm({ draftId, apiSecret: 'another-secret' }))
    ping.settle(ok({ value: { ms: 1 }, at: 1 }))
    expect(await first).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(second).toMatchObject({ ok: true, value: { passed: true } })
    expect(client.count('balance')).toBe(2)
  })
})

describe('saving', () => {
  it('puts the key into the keychain, then records the profile, then wipes its own copy', async () => {
    const { drafts, check, fake, profiles, saved, halves, time } = setup()
    const draftId = await check()
    const result = await drafts.save(draftId, 'keychain')
    expect(result).toMatchObject({
      ok: true,
      value: { name: 'Main', keyHint: 'pu…34', keyStorage: 'keychain', createdAt: time.clock() },
    })
    if (!result.ok) return
    const { id } = result.value
    expect(fake.calls).toEqual([`store ${id}`])
    expect(fake.stored.get(id)).toEqual({ key: 'public-key-1234', secret: 'secret-56789' })
    expect(profiles.log).toEqual([`add ${id}`])
    expect(saved).toEqual([result.value])
    expect(halves.alive()).toEqual([])
    expect(time.pending()).toBe(0)
    expect(JSON.stringify(result.value)).not.toContain('secret-56789')
    expect(await drafts.save(draftId, 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
  })

  it('keeps a session-only key in memory and never touches the keychain', async () => {
    const { drafts, check, fake, saved } = setup()
    const result = await drafts.save(await check(), 'session')
    expect(result).toMatchObject({ ok: true, value: { keyStorage: 'session' } })
    expect(fake.calls).toEqual([])
    expect([...fake.session.values()]).toEqual([{ key: 'public-key-1234', secret: 'secret-56789' }])
    expect(saved).toHaveLength(1)
  })

  it('stores nothing with an unusable keychain, and the same draft can still be kept for the session', async () => {
    const { drafts, check, fake, profiles } = setup()
    const draftId = await check()
    fake.trouble.store = problem('keychain-unavailable', { reason: 'KEYCHAIN_NO_SERVICE' })
    expect(await drafts.save(draftId, 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'keychain-unavailable', reason: 'KEYCHAIN_NO_SERVICE' },
    })
    expect(profiles.rows.size).toBe(0)
    expect(await drafts.save(draftId, 'session')).toMatchObject({
      ok: true,
      value: { keyStorage: 'session' },
    })
  })

  it('leaves no key in the keychain or in memory if the profile cannot be recorded', async () => {
    const { drafts, check, fake, profiles } = setup()
    profiles.trouble['add'] = problem('store-trouble')
    const draftId = await check()
    expect(await drafts.save(draftId, 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(fake.stored.size).toBe(0)
    expect(await drafts.save(draftId, 'session')).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(fake.session.size).toBe(0)
  })

  it('reports when the key could not be removed again', async () => {
    const { drafts, check, fake, profiles } = setup()
    profiles.trouble['add'] = problem('store-trouble')
    fake.trouble.remove = problem('keychain-trouble')
    const result = await drafts.save(await check(), 'keychain')
    expect(result.ok ? '' : englishOf(result.error.message)).toContain('could not be removed')
  })

  it('ignores a second Save while the first is waiting for the keychain', async () => {
    const { drafts, check, fake, profiles } = setup()
    const draftId = await check()
    const answer = fake.prompt()
    const first = drafts.save(draftId, 'keychain')
    expect(await drafts.save(draftId, 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'busy' },
    })
    expect(await drafts.check(aForm({ draftId }))).toMatchObject({
      ok: false,
      error: { code: 'busy' },
    })
    expect(drafts.discard(draftId)).toMatchObject({ ok: false, error: { code: 'busy' } })
    answer()
    expect((await first).ok).toBe(true)
    expect(profiles.rows.size).toBe(1)
  })

  it('refuses a name that was taken in the meantime', async () => {
    const { drafts, check, fake } = setup()
    const [one, two] = [await check(), await check()]
    expect((await drafts.save(one, 'keychain')).ok).toBe(true)
    expect(await drafts.save(two, 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fields: { name: [expect.any(Object)] } },
    })
    expect(fake.stored.size).toBe(1)
  })
})

describe('a new key for an existing profile', () => {
  const before = aProfile({ id: 'a', dialect: 'live', keyHint: 'oldo…oldo', createdAt: 7 })
  const form = { profileId: 'a', dialect: 'live' } as const
  const withOldKey = () => {
    const made = setup(before)
    made.fake.stored.set('a', { key: 'old-key', secret: 'old-secret' })
    return made
  }

  it('keeps its id, its age and everything stored for it', async () => {
    const { drafts, check, fake, profiles, saved } = withOldKey()
    const result = await drafts.save(await check(form), 'keychain')
    expect(result).toEqual(ok({ ...before, keyHint: 'pu…34' }))
    expect(fake.stored.get('a')?.secret).toBe('secret-56789')
    expect(profiles.log).toEqual(['update a'])
    expect(saved).toHaveLength(1)
  })

  it('leaves the old key and record if the keychain refuses', async () => {
    const { drafts, check, fake, profiles } = withOldKey()
    fake.trouble.store = problem('keychain-locked')
    expect(await drafts.save(await check(form), 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked' },
    })
    expect(fake.stored.get('a')?.secret).toBe('old-secret')
    expect(profiles.rows.get('a')).toEqual(before)
  })

  it('leaves the old key if the record cannot be written', async () => {
    const { drafts, check, fake, profiles } = withOldKey()
    profiles.trouble['update'] = problem('store-trouble')
    expect((await drafts.save(await check(form), 'keychain')).ok).toBe(false)
    expect(fake.stored.get('a')?.secret).toBe('old-secret')
  })

  it('really leaves the keychain for session-only: the old key is removed first, or nothing changes', async () => {
    const { drafts, check, fake, profiles } = withOldKey()
    const draftId = await check(form)
    fake.trouble.remove = problem('keychain-trouble')
    expect((await drafts.save(draftId, 'session')).ok).toBe(false)
    expect(profiles.rows.get('a')).toEqual(before)
    expect(fake.session.size).toBe(0)
    delete fake.trouble.remove
    expect(await drafts.save(draftId, 'session')).toMatchObject({
      ok: true,
      value: { keyStorage: 'session' },
    })
    expect(fake.stored.size).toBe(0)
    expect(fake.session.get('a')?.secret).toBe('secret-56789')
  })

  it("returns a session-only profile's key to the keychain", async () => {
    const { drafts, check, fake } = setup({ ...before, keyStorage: 'session' })
    expect(await drafts.save(await check(form), 'keychain')).toMatchObject({
      ok: true,
      value: { keyStorage: 'keychain' },
    })
    expect(fake.calls).toEqual(['store a'])
  })

  it('NET-1 stays with its exchange', async () => {
    const { drafts } = withOldKey()
    const moved = await drafts.check(aForm({ ...form, baseUrl: 'https://other.example' }))
    expect(moved).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fields: { region: [expect.any(Object)] } },
    })
    expect((await drafts.check(aForm({ ...form, region: 'global' }))).ok).toBe(false)
  })

  it('is refused for a profile that is gone, even if it went during the check', async () => {
    const { drafts, check, profiles, fake } = withOldKey()
    expect(await drafts.check(aForm({ profileId: 'z' }))).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    const draftId = await check(form)
    profiles.markForDeletion('a')
    expect(await drafts.save(draftId, 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(fake.calls).toEqual([])
  })

  it('never writes a draft that was moved to another profile to the first one', async () => {
    const { drafts, check, profiles, fake } = withOldKey()
    const draftId = await check(form)
    expect(await check({ draftId, profileId: null, name: 'A new one' })).toBe(draftId)
    const result = await drafts.save(draftId, 'keychain')
    expect(result.ok ? result.value.id : 'a').not.toBe('a')
    expect(fake.stored.get('a')?.secret).toBe('old-secret')
    expect(profiles.rows.get('a')).toEqual(before)
  })
})

describe('the contents of a draft', () => {
  it('are wiped when discarded, also when discarded twice', async () => {
    const { drafts, check, halves, time } = setup()
    const draftId = await check()
    expect(drafts.discard(draftId)).toEqual(ok(null))
    expect(drafts.discard(draftId)).toEqual(ok(null))
    expect(halves.alive()).toEqual([])
    expect(time.pending()).toBe(0)
  })

  it('are wiped after ten minutes, including time asleep', async () => {
    const awake = setup()
    const draftId = await awake.check()
    await awake.time.pass(599)
    expect(awake.halves.alive()).toHaveLength(2)
    await awake.time.pass(1)
    expect(awake.halves.alive()).toEqual([])
    expect(await awake.drafts.save(draftId, 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    const asleep = setup()
    const slept = await asleep.check()
    asleep.time.sleep(601)
    expect(await asleep.drafts.save(slept, 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(asleep.halves.alive()).toEqual([])
    expect(asleep.fake.calls).toEqual([])
  })

  it('do not get younger by another check or by replacing one half', async () => {
    const { time, check, halves } = setup()
    const draftId = await check()
    await time.pass(500)
    await check({ draftId, apiKey: null, apiSecret: 'another-secret' })
    await time.pass(100)
    expect(halves.alive()).toEqual([])
  })

  it('count as new once both halves are entered again', async () => {
    const { time, drafts, check, halves } = setup()
    const draftId = await check()
    await time.pass(700)
    expect(await drafts.check(aForm({ draftId, apiKey: null }))).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(await check({ draftId })).not.toBe(draftId)
    expect(halves.alive()).toHaveLength(2)
  })

  it('end a check in progress with them', async () => {
    const { drafts, client, pushed } = setup()
    const ping = later<Answer<{ ms: number }>>()
    client.answer('ping', () => ping.promise)
    const checked = drafts.check(aForm())
    await settled()
    drafts.discard(pushed[0]?.draftId ?? '')
    ping.settle(ok({ value: { ms: 1 }, at: 1 }))
    expect(await checked).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(client.calls).toEqual(['ping'])
    expect(client.closed()).toBe(1)
    expect(pushed).toHaveLength(1)
  })

  it('are not wiped during a Save that waits for the keychain, but right after it failed', async () => {
    const { time, drafts, check, fake, halves } = setup()
    const draftId = await check()
    fake.trouble.store = problem('keychain-locked')
    const answer = fake.prompt()
    const saving = drafts.save(draftId, 'keychain')
    await time.pass(700)
    expect(halves.alive()).toHaveLength(2)
    answer()
    expect((await saving).ok).toBe(false)
    expect(halves.alive()).toEqual([])
  })

  it('are bounded: what a reloaded page left behind is dropped', async () => {
    const { check, halves, time } = setup()
    for (let turn = 0; turn < 30; turn += 1) {
      await check()
      await time.pass(10)
    }
    expect(halves.alive()).toHaveLength(6)
    expect(time.pending()).toBe(3)
  })

  it('are wiped when Plimsoll quits', async () => {
    const { drafts, check, halves, time } = setup()
    await check()
    drafts.close()
    expect(halves.alive()).toEqual([])
    expect(time.pending()).toBe(0)
  })
})
