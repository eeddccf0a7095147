import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { lockedProblem } from '../../../src/shared/lock/lock.js'
import { defaultSettings } from '../../../src/shared/settings/settings.js'
import { fail, ok } from '../../../src/shared/result.js'
import { type AccountsHarness, createAccountsHarness } from '../../support/accounts-harness.js'
import { createLockHarness, type MemoryPassphrase } from '../../support/lock-harness.js'
import { aConnectForm } from '../../support/router-fakes.js'
import { settled, settledUntil } from '../../support/fake-clock.js'
import { valueOf } from '../../support/test-storage.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { casesOf } from '../../support/seed.js'

const right = 'correct horse battery'
const open: AccountsHarness[] = []
afterEach(async () => {
  for (const harness of open.splice(0)) {
    await harness.close()
    harness.closeStore()
  }
})

/** A lock wipes the keys, unless a test says otherwise. */
async function notStarted(
  count: number,
  options: Parameters<typeof createAccountsHarness>[1] = {},
) {
  const harness = await createAccountsHarness(count, { dropsKeys: true, ...options })
  open.push(harness)
  return harness
}

async function started(...parts: Parameters<typeof notStarted>) {
  const harness = await notStarted(...parts)
  await harness.accounts.start({ demo: false })
  await harness.pass(30)
  return harness
}

const still = { ticks: () => 0, after: () => () => undefined }

/** As set in an earlier run. */
async function aPassphrase(): Promise<MemoryPassphrase> {
  const stored: MemoryPassphrase = { record: null }
  const none = (): never => {
    throw new Error('there are no accounts')
  }
  const { lock } = createLockHarness({ clock: () => 1_760_000_000, timing: still, stored }, none)
  valueOf(await lock.changePassphrase(null, right))
  return stored
}

function keyStates({ accounts }: AccountsHarness): string[] {
  return accounts.summaries().accounts.map(({ keyState }) => keyState)
}

const alive = ({ secrets }: AccountsHarness): number => secrets.filter(({ wiped }) => !wiped).length

describe('SEC-16 locking', () => {
  it('wipes every secret of every account, closes their connections and disarms, at once', async () => {
    const harness = await started(3)
    expect(keyStates(harness)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(alive(harness)).toBe(6)
    harness.lock.lock('by-hand')
    expect(alive(harness)).toBe(0)
    expect(harness.openClients()).toEqual([])
    expect(keyStates(harness)).toEqual(['locked', 'locked', 'locked'])
    expect(
      harness.accounts
        .shown()
        ?.orders.read()
        .obstacles.map(({ code }) => code),
    ).toEqual(expect.arrayContaining(['key', 'locked']))
    await harness.pass(600)
    expect([alive(harness), harness.openClients()]).toEqual([0, []])
  })

  it('wipes the demo’s key, and the demo returns by itself', async () => {
    const harness = await started(1)
    valueOf(await harness.accounts.enterDemo())
    await harness.pass(10)
    harness.lock.lock('by-hand')
    expect(alive(harness)).toBe(0)
    expect(await harness.lock.unlock(null)).toEqual(ok(null))
    await harness.pass(10)
    expect(harness.accounts.shown()).toMatchObject({
      profile: { region: 'demo' },
      key: { state: 'accepted' },
    })
  })

  it('wipes a key that the keychain returns only after the lock', async () => {
    const harness = await notStarted(3)
    const before = harness.secrets.length
    harness.holdKeychain()
    void harness.accounts.start({ demo: false })
    await settledUntil(() => harness.prompts() > 0)
    harness.lock.lock('by-hand')
    harness.answerKeychain()
    await harness.pass(10)
    expect(harness.secrets.length).toBeGreaterThan(before)
    expect(alive(harness)).toBe(0)
    expect(harness.openClients()).toEqual([])
    expect(keyStates(harness)).toEqual(['locked', 'locked', 'locked'])
  })

  it('gives no key to an account that is shown or opened while locked', async () => {
    const harness = await started(2)
    harness.lock.lock('by-hand')
    const [, other] = harness.profiles
    const id = other?.id ?? ''
    harness.accounts.show(id)
    await harness.accounts.unlock(id)
    await harness.accounts.enterDemo()
    await harness.pass(10)
    expect([alive(harness), harness.openClients()]).toEqual([0, []])
    expect(await harness.accounts.unlock(id)).toEqual(fail(lockedProblem))
  })

  it('wipes what is being entered in the connect form, even behind the dialog about its address', async () => {
    const harness = await started(1)
    const before = alive(harness)
    const asked = harness.accounts.drafts.check(
      aConnectForm({ baseUrl: 'https://elsewhere.example' }),
    )
    expect(alive(harness)).toBe(before + 2)
    harness.lock.lock('by-hand')
    expect(alive(harness)).toBe(0)
    expect(await asked).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(alive(harness)).toBe(0)
  })

  it('drops session keys, which their accounts ask for again', async () => {
    const harness = await started(0)
    harness.exchangeAt('http://127.0.0.1:4000')
    const form = aConnectForm()
    const { draftId } = valueOf(await harness.accounts.drafts.check(form))
    valueOf(await harness.accounts.drafts.save(draftId, 'session'))
    await harness.pass(10)
    expect(keyStates(harness)).toEqual(['accepted'])
    harness.lock.lock('by-hand')
    expect(alive(harness)).toBe(0)
    expect(harness.lock.view().locked?.accounts).toMatchObject({ sessionOnly: 1, inKeychain: 0 })
    expect(await harness.lock.unlock(null)).toEqual(ok(null))
    await harness.pass(10)
    expect(keyStates(harness)).toEqual(['session-ended'])
  })

  it('leaves no secret alive whatever happens at once: switches, keychain prompts, unlocking, locking', async () => {
    const acts = [
      'lock',
      'unlock',
      'show',
      'other',
      'prompt',
      'answer',
      'shut',
      'open',
      'demo',
      'leave',
      'pass',
    ] as const
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...acts), { maxLength: 25 }), async (all) => {
        const harness = await createAccountsHarness(2, { dropsKeys: true })
        const [first, second] = harness.profiles
        const carryOut: Record<(typeof acts)[number], () => unknown> = {
          lock: () => harness.lock.lock('by-hand'),
          unlock: () => void harness.lock.unlock(null),
          show: () => harness.accounts.show(first?.id ?? ''),
          other: () => harness.accounts.show(second?.id ?? ''),
          prompt: harness.holdKeychain,
          answer: harness.answerKeychain,
          shut: () => harness.keychainIs('shut'),
          open: () => harness.keychainIs('open'),
          demo: () => void harness.accounts.enterDemo(),
          leave: () => void harness.accounts.leaveDemo(),
          pass: () => harness.pass(1),
        }
        void harness.accounts.start({ demo: false })
        for (const act of all) {
          await carryOut[act]()
          if (act === 'lock') expect(harness.openClients()).toEqual([])
        }
        harness.lock.lock('by-hand')
        harness.answerKeychain()
        await harness.pass(5)
        expect([harness.lock.locked(), alive(harness), harness.openClients()]).toEqual([
          true,
          0,
          [],
        ])
        harness.keychainIs('open')
        expect(await harness.lock.unlock(null)).toEqual(ok(null))
        await harness.pass(5)
        expect(harness.accounts.summaries().accounts.map(({ keyState }) => keyState)).not.toContain(
          'locked',
        )
        await harness.close()
        harness.closeStore()
      }),
      { numRuns: casesOf({ gate: 20, scheduled: 60 }) },
    )
  })

  it('continues if one account fails to lock', async () => {
    const harness = await started(2)
    const shown = harness.accounts.shown()
    if (shown === null) throw new Error('no account is shown')
    shown.orders.onLocked = () => {
      throw new Error('a defect')
    }
    harness.lock.lock('by-hand')
    expect(harness.lock.locked()).toBe(true)
    expect(keyStates(harness).filter((state) => state === 'locked')).toHaveLength(1)
  })
})

describe('SEC-16 unlocking with the keychain', () => {
  it('loads every key again and continues', async () => {
    const harness = await started(3)
    harness.lock.lock('by-hand')
    expect(await harness.lock.unlock(null)).toEqual(ok(null))
    expect(harness.lock.locked()).toBe(false)
    await harness.pass(30)
    expect(keyStates(harness)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(alive(harness)).toBe(6)
  })

  it('stays locked without keys if the keychain returns none, and unlocks once it does', async () => {
    const harness = await started(2)
    harness.lock.lock('by-hand')
    harness.keychainIs('shut')
    expect(await harness.lock.unlock(null)).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked' },
    })
    expect(harness.lock.locked()).toBe(true)
    expect(keyStates(harness)).toEqual(['locked', 'locked'])
    harness.keychainIs('open')
    expect(await harness.lock.unlock(null)).toEqual(ok(null))
    await harness.pass(30)
    expect(keyStates(harness)).toEqual(['accepted', 'accepted'])
  })

  it('stays locked if the keychain refuses, although keys were kept for reading', async () => {
    const harness = await started(2, { dropsKeys: false })
    harness.lock.lock('by-hand')
    harness.keychainIs('shut')
    expect(await harness.lock.unlock(null)).toMatchObject({ ok: false })
    expect(harness.lock.locked()).toBe(true)
    expect(keyStates(harness)).toEqual(['accepted', 'accepted'])
  })

  it('ends if it is locked again while the keychain prompts', async () => {
    const harness = await started(2)
    harness.lock.lock('by-hand')
    harness.holdKeychain()
    const unlocking = harness.lock.unlock(null)
    await settled()
    const once = harness.lock.unlock(null)
    await settled()
    harness.lock.lock('by-hand')
    harness.answerKeychain()
    for (const tried of [unlocking, once])
      expect(await tried).toMatchObject({ ok: false, error: { reason: 'LOCKED_AGAIN' } })
    await harness.pass(10)
    expect(harness.lock.locked()).toBe(true)
    expect([alive(harness), harness.openClients()]).toEqual([0, []])
  })

  it('answers within ten seconds while a prompt is open, names the awaited key, and accepts another attempt at once', async () => {
    const harness = await started(2)
    harness.lock.lock('by-hand')
    harness.holdKeychain()
    const first = harness.lock.unlock(null)
    await harness.pass(10)
    expect(await first).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked', reason: 'KEYCHAIN_WAITS' },
    })
    expect(harness.lock.view().locked?.accounts).toMatchObject({
      monitored: 0,
      unmonitored: 2,
      awaitingKey: 1,
    })
    const second = harness.lock.unlock(null)
    await settled()
    expect(harness.prompts()).toBe(1)
    harness.answerKeychain()
    expect(await second).toEqual(ok(null))
    await harness.pass(30)
    expect(keyStates(harness)).toEqual(['accepted', 'accepted'])
    expect(alive(harness)).toBe(4)
  })

  it('succeeds with a prompt that is answered only after it was reported as waiting', async () => {
    const harness = await started(1)
    harness.lock.lock('by-hand')
    harness.holdKeychain()
    const tried = harness.lock.unlock(null)
    await harness.pass(60)
    expect(await tried).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_WAITS' } })
    harness.answerKeychain()
    await settledUntil(() => !harness.lock.locked())
    await harness.pass(30)
    expect(keyStates(harness)).toEqual(['accepted'])
  })

  it('sends no order while the keychain prompts', async () => {
    const harness = await started(1)
    harness.lock.lock('by-hand')
    harness.holdKeychain()
    const unlocking = harness.lock.unlock(null)
    await settled()
    expect(harness.lock.locked()).toBe(true)
    expect(await harness.lock.authorize(null)).toEqual(fail(lockedProblem))
    harness.answerKeychain()
    expect(await unlocking).toEqual(ok(null))
    expect(await harness.lock.authorize(null)).toEqual(ok(null))
  })
})

describe('UX-47 a passphrase', () => {
  it('starts Plimsoll locked: no key is loaded before it is typed', async () => {
    const harness = await notStarted(2, { passphrase: await aPassphrase() })
    const before = harness.secrets.length
    await harness.accounts.start({ demo: false })
    await harness.pass(60)
    expect(harness.lock.view()).toMatchObject({
      locked: { because: 'start', accounts: { unmonitored: 2, monitored: 0 } },
      passphrase: 'set',
    })
    expect(harness.secrets.length).toBe(before)
    expect(keyStates(harness)).toEqual(['locked', 'locked'])
    expect(await harness.lock.unlock(null)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_NEEDED' },
    })
    expect(await harness.lock.unlock('wrong wrong')).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_WRONG' },
    })
    expect(harness.lock.locked()).toBe(true)
    expect(await harness.lock.unlock(right)).toEqual(ok(null))
    await harness.pass(30)
    expect(keyStates(harness)).toEqual(['accepted', 'accepted'])
  })

  it('is required to arm as well, with a shared count of wrong attempts', async () => {
    const harness = await started(1, { passphrase: await aPassphrase() })
    valueOf(await harness.lock.unlock(right))
    await harness.pass(30)
    const orders = harness.accounts.shown()?.orders
    valueOf((await orders?.allow(true)) ?? fail(lockedProblem))
    expect(await orders?.arm(null)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_NEEDED' },
    })
    for (let tries = 0; tries < 6; tries += 1)
      expect(await orders?.arm('wrong wrong')).toMatchObject({
        ok: false,
        error: { reason: 'PASSPHRASE_WRONG' },
      })
    expect(await orders?.arm(right)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_WAIT' },
    })
    harness.lock.lock('by-hand')
    expect(await harness.lock.unlock(right)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_WAIT' },
    })
    await harness.pass(5)
    expect(await harness.lock.unlock(right)).toEqual(ok(null))
    await harness.pass(30)
    expect(await orders?.arm(right)).toMatchObject({ ok: true })
  })

  it('that is damaged unlocks nothing; the key and secret of an account unlock and remove it, and others count as wrong attempts', async () => {
    const harness = await started(2, { passphrase: { record: 'damaged' } })
    expect(harness.lock.view().passphrase).toBe('damaged')
    expect(await harness.lock.unlock(right)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_DAMAGED' },
    })
    expect(
      await harness.lock.resetPassphrase('X01X-api-key-X01X', 'X01X-another-text'),
    ).toMatchObject({
      ok: false,
      error: { reason: 'NO_SUCH_KEY' },
    })
    expect(
      await harness.lock.resetPassphrase('X09X-api-key-X09X', 'X09X-secret-text'),
    ).toMatchObject({
      ok: false,
      error: { reason: 'NO_SUCH_KEY' },
    })
    expect(alive(harness)).toBe(0)
    expect(await harness.lock.resetPassphrase('X01X-api-key-X01X', 'X01X-secret-text')).toEqual(
      ok(null),
    )
    expect(harness.lock.view()).toMatchObject({ locked: null, passphrase: 'none' })
    await harness.pass(30)
    expect(keyStates(harness)).toEqual(['accepted', 'accepted'])
  })

  it('keeps Plimsoll locked if it is locked again during the check', async () => {
    const harness = await started(1, { passphrase: await aPassphrase() })
    const unlocking = harness.lock.unlock(right)
    harness.lock.lock('by-hand')
    expect(await unlocking).toMatchObject({ ok: false, error: { reason: 'LOCKED_AGAIN' } })
    expect(harness.lock.locked()).toBe(true)
    await harness.pass(10)
    expect(alive(harness)).toBe(0)
  })
})

describe('SEC-16 keys while locked', () => {
  it('are held only if kept for reading, also from the start', async () => {
    const stored = await aPassphrase()
    const lockWith = (dropsKeys: boolean) => {
      const settings = { ...defaultSettings, lock: { ...defaultSettings.lock, dropsKeys } }
      const none = (): never => {
        throw new Error('there are no accounts')
      }
      return createLockHarness(
        { clock: () => 0, timing: still, stored, settings: () => settings },
        none,
      ).lock
    }
    expect([lockWith(true).mayHoldKeys(), lockWith(false).mayHoldKeys()]).toEqual([false, true])
    expect([lockWith(true).locked(), lockWith(false).locked()]).toEqual([true, true])
  })
})

describe('UX-47 automatically', () => {
  it('locks after idle time, sooner while armed, and when the system says so', async () => {
    const harness = await started(1)
    const { presence, lock } = harness
    await harness.pass(3600)
    presence.idleSeconds = 1799
    lock.tick()
    expect(lock.locked()).toBe(false)
    presence.idleSeconds = 1800
    lock.tick()
    expect(lock.view().locked).toMatchObject({ because: 'idle', since: harness.time.clock() })
    presence.idleSeconds = 0
    valueOf(await lock.unlock(null))
    await harness.pass(600)
    const orders = harness.accounts.shown()?.orders
    await orders?.allow(true)
    expect(await orders?.arm()).toMatchObject({ ok: true })
    presence.idleSeconds = 600
    lock.tick()
    expect(lock.view().locked).toMatchObject({ because: 'idle' })
    expect(orders?.isArmed()).toBe(false)
    presence.idleSeconds = 0
    valueOf(await lock.unlock(null))
    lock.happened('screen-locked')
    expect(lock.view().locked).toMatchObject({ because: 'screen-locked' })
  })

  it('does not lock without an account and a passphrase', async () => {
    const harness = await started(0)
    harness.lock.happened('sleep')
    expect(harness.lock.locked()).toBe(false)
    harness.lock.lock('by-hand')
    expect(harness.lock.locked()).toBe(true)
    expect(await harness.lock.unlock(null)).toEqual(ok(null))
  })
})

describe('UX-47 alerts while locked', () => {
  it('say once which accounts are not monitored, and raise no loss of monitoring however long it stays locked', async () => {
    const harness = await started(2)
    const before = harness.notified.length
    harness.lock.lock('by-hand')
    await harness.pass(4 * 3600)
    expect(harness.notified.slice(before).map(({ title }) => title)).toEqual([
      'Locked: LTV and positions of “Account 0” and 1 more are not monitored.',
    ])
    const { accounts: lines } = harness.accounts.summaries()
    expect(
      lines.map(({ level, headline }) => [
        level,
        englishOf(headline).replace(/\d\d:\d\d$|\d{4}.*$/, 'T'),
      ]),
    ).toEqual([
      ['unmonitored', 'Locked since T'],
      ['unmonitored', 'Locked since T'],
    ])
    valueOf(await harness.lock.unlock(null))
    await harness.pass(60)
    expect(harness.withdrawn).toContain('locked')
    expect(harness.notified.slice(before)).toHaveLength(1)
    expect(harness.accounts.summaries().accounts.map(({ level }) => level)).toEqual([
      'fine',
      'fine',
    ])
  })

  it('report a silent exchange after unlocking, counted from there', async () => {
    const harness = await started(1)
    harness.lock.lock('by-hand')
    await harness.pass(3600)
    harness.exchange(harness.profiles[0]?.id ?? '').mode = 'down'
    const before = harness.notified.length
    valueOf(await harness.lock.unlock(null))
    await harness.pass(60)
    expect(harness.notified.slice(before)).toEqual([])
    await harness.pass(120)
    expect(harness.notified.slice(before)).toEqual([
      expect.objectContaining({ title: expect.stringMatching(/not monitored/) }),
    ])
  })

  it('keep a margin call', async () => {
    const harness = await started(1)
    const id = harness.profiles[0]?.id ?? ''
    harness.exchange(id).ltv = '80'
    await harness.pass(60)
    const calls = harness
      .openAlerts(id)
      .filter(({ kind }) => kind === 'margin-call' || kind === 'liquidation')
    expect(calls.length).toBeGreaterThan(0)
    harness.lock.lock('by-hand')
    await harness.pass(3600)
    expect(
      harness.openAlerts(id).filter(({ kind }) => kind === 'margin-call' || kind === 'liquidation'),
    ).toHaveLength(calls.length)
    expect(harness.withdrawn).toEqual([])
  })

  it('ALR-1 continue by default: polls, alerts, and dangers on the lock screen, without names or amounts', async () => {
    const harness = await started(1, { dropsKeys: false })
    const id = harness.profiles[0]?.id ?? ''
    const before = harness.notified.length
    harness.lock.lock('by-hand')
    expect(harness.lock.view().locked).toMatchObject({
      keepsReading: true,
      accounts: { monitored: 1, unmonitored: 0, dangers: [] },
    })
    expect(alive(harness)).toBe(2)
    harness.exchange(id).ltv = '80'
    await harness.pass(120)
    expect(harness.notified.slice(before).map(({ title }) => title)).toEqual([
      expect.stringMatching(/margin call|liquidation/i),
    ])
    expect(
      harness.accounts
        .shown()
        ?.orders.read()
        .obstacles.map(({ code }) => code),
    ).toContain('locked')
    expect(await harness.accounts.shown()?.orders.arm()).toMatchObject({
      ok: false,
      error: { reason: 'locked' },
    })
    const dangers = (): unknown => harness.lock.view().locked?.accounts.dangers
    expect(dangers()).toEqual([{ kind: 'margin-call', accounts: 1, current: true, ltv: '80' }])
    expect(JSON.stringify(harness.lock.view())).not.toMatch(/X00X|Account 0/)
    harness.settings.alerts = { ...harness.settings.alerts, figuresInNotifications: false }
    expect(dangers()).toEqual([{ kind: 'margin-call', accounts: 1, current: true, ltv: null }])
  })

  it('ALR-1 continue from the start if a passphrase starts Plimsoll locked', async () => {
    const harness = await notStarted(2, { passphrase: await aPassphrase(), dropsKeys: false })
    await harness.accounts.start({ demo: false })
    await harness.pass(30)
    expect(harness.lock.view().locked).toMatchObject({
      because: 'start',
      accounts: { monitored: 2, unmonitored: 0, dangers: [] },
    })
    harness.exchange(harness.profiles[1]?.id ?? '').ltv = '80'
    await harness.pass(120)
    expect(harness.notified.map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/margin call/),
    )
    expect(harness.lock.view().locked?.accounts.dangers).toMatchObject([
      { kind: 'margin-call', accounts: 1, current: true },
    ])
  })

  it('ALR-1 count an account as monitored only while its answers are fresh, and mark older dangers as past', async () => {
    const harness = await started(1, { dropsKeys: false })
    const exchange = harness.exchange(harness.profiles[0]?.id ?? '')
    exchange.ltv = '80'
    await harness.pass(60)
    harness.lock.lock('by-hand')
    exchange.mode = 'down'
    await harness.pass(120)
    expect(harness.lock.view().locked?.accounts).toMatchObject({
      monitored: 0,
      unmonitored: 1,
      dangers: [{ kind: 'margin-call', current: false }],
    })
    exchange.mode = 'fine'
    await harness.pass(60)
    expect(harness.lock.view().locked?.accounts).toMatchObject({
      monitored: 1,
      unmonitored: 0,
      dangers: [{ current: true }],
    })
  })
})

describe('UX-47 actions while locked', () => {
  it('remembers the account of a clicked notification, without its key, and shows it once unlocked', async () => {
    const harness = await started(3)
    const third = harness.profiles[2]?.id ?? ''
    expect(harness.accounts.shown()?.profile.id).not.toBe(third)
    harness.lock.lock('by-hand')
    expect(harness.accounts.show(third)).toEqual(ok(null))
    await harness.pass(10)
    expect(alive(harness)).toBe(0)
    expect(await harness.lock.unlock(null)).toEqual(ok(null))
    await harness.pass(10)
    expect(harness.accounts.shown()).toMatchObject({
      profile: { id: third },
      key: { state: 'accepted' },
    })
  })

  /** Turns of the event loop until everything is closed, on a frozen clock. */
  const turnsToQuit = async ({ accounts }: AccountsHarness): Promise<number> => {
    const ended = accounts.beforeQuit().then(accounts.close)
    let turns = 0
    let over = false
    void ended.then(() => (over = true))
    for (; !over && turns < 1000; turns += 1) await new Promise(setImmediate)
    return turns
  }

  it('quits in no more steps than unlocked, without waiting for the keychain', async () => {
    const [unlocked, locked, unlocking] = [await started(3), await started(3), await started(3)]
    locked.lock.lock('by-hand')
    unlocking.lock.lock('by-hand')
    unlocking.holdKeychain()
    void unlocking.lock.unlock(null)
    await settledUntil(() => unlocking.prompts() > 0)
    const most = await turnsToQuit(unlocked)
    expect(most).toBeLessThan(1000)
    for (const harness of [locked, unlocking]) {
      expect(await turnsToQuit(harness)).toBeLessThanOrEqual(most)
      expect([alive(harness), harness.openClients()]).toEqual([0, []])
    }
    expect(unlocking.prompts()).toBe(1)
    unlocking.answerKeychain()
    await settled()
    expect(alive(unlocking)).toBe(0)
  })
})
