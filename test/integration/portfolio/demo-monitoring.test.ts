import { Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SimulatorKey } from '../../../src/simulator/auth.js'
import { type Simulator, startSimulator } from '../../../src/simulator/simulator.js'
import type { ConnectForm } from '../../../src/shared/accounts/connect.js'
import { freshnessOf } from '../../../src/shared/portfolio/feed.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import {
  type ConnectedAccounts,
  createConnectedAccounts,
  createDisk,
  type Disk,
} from '../../support/connected-accounts.js'
import { copyAccount } from '../../support/more-accounts.js'
import { oneMoreRequest } from '../../support/one-more-request.js'
import { valueOf } from '../../support/test-storage.js'
import { createFakeClock, settled } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

const clock = (): number => Date.now() / 1000
const cleanUps: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** Its own disk, deleted after the test. */
function aDisk(own?: Parameters<typeof createDisk>[0]): Disk {
  const disk = createDisk(own)
  cleanUps.push(() => Promise.resolve(disk.close()))
  return disk
}

function connect(
  disk: Disk = aDisk(),
  time?: Parameters<typeof createConnectedAccounts>[1],
): ConnectedAccounts {
  const made = createConnectedAccounts(disk, time)
  cleanUps.push(made.close)
  return made
}

async function simulator({ port = 0, now = clock } = {}): Promise<Simulator> {
  const started = await startSimulator({ port, clock: now, seed: 11, scene: 'calm' })
  cleanUps.push(started.stop)
  return started
}

function keyOf({ keys }: Simulator, name: string): SimulatorKey {
  const key = keys.find((one) => one.name === name)
  if (key === undefined) throw new Error(`no key ${name}`)
  return key
}

function aForm(at: Simulator, key: { apiKey: string; apiSecret: string }): ConnectForm {
  return {
    draftId: null,
    profileId: null,
    name: 'By hand',
    region: 'custom',
    baseUrl: at.url,
    dialect: 'spec',
    apiKey: key.apiKey,
    apiSecret: key.apiSecret,
  }
}

/** Checks and saves; the profile is then open. */
async function connected(
  at: Simulator,
  key: SimulatorKey,
  disk: Disk = aDisk(),
  time?: Parameters<typeof createConnectedAccounts>[1],
) {
  const here = connect(disk, time)
  await here.accounts.start({ demo: false })
  const checked = await here.accounts.drafts.check(aForm(at, key))
  if (!checked.ok || !checked.value.passed) throw new Error('the check did not pass')
  const saved = await here.accounts.drafts.save(checked.value.draftId, 'keychain')
  if (!saved.ok) throw new Error(englishOf(saved.error.message))
  return { ...here, profile: saved.value }
}

function allLive({ accounts }: Pick<ConnectedAccounts, 'accounts'>, now = clock): boolean {
  const portfolio = accounts.shown()?.monitor.portfolio()
  if (portfolio === undefined) return false
  const { balance, positions, loan } = portfolio
  return [balance, positions, loan].every((feed) => freshnessOf(feed, now()) === 'fresh')
}

function until(holds: () => boolean): Promise<void> {
  return vi.waitFor(() => expect(holds()).toBe(true), { timeout: 30_000, interval: 20 })
}

/** An account whose time passes only when the test says so; its calls are real. */
async function connectedInVirtualTime(disk: Disk = aDisk()) {
  const time = createFakeClock()
  const at = await simulator({ now: time.clock })
  const here = await connected(at, keyOf(at, 'full'), disk, time)
  await until(() => allLive(here, time.clock))
  /** Lets time pass until it is true. */
  const passesUntil = (holds: () => boolean): Promise<void> =>
    vi.waitFor(
      async () => {
        await time.pass(1)
        expect(holds()).toBe(true)
      },
      { timeout: 30_000, interval: 20 },
    )
  /** Signed calls until now, including those sent but not yet arrived. */
  const callsSent = async (): Promise<number> => {
    await oneMoreRequest(`${at.url}${endpoints.ping.path}`)
    return signedCalls(at).length
  }
  return { at, here, time, passesUntil, callsSent }
}

type Received = { path: string; keyName: string | null; outcome: { status: number } }

function signedCalls(at: Simulator): Received[] {
  const { body } = at.control('GET', 'calls')
  const calls: readonly Received[] = Array.isArray(body) ? body : []
  return calls.filter(({ path }) => path.startsWith('/api/v4/') && !path.includes('/public/'))
}

describe('the demo', () => {
  it('the charts of LTV and margin level have a past of a day without gaps when the demo opens', async () => {
    const here = connect()
    await here.accounts.start({ demo: true })
    const { monitor } = here.shown()
    const from = clock() - 86_400
    for (const { points, gapAtEnd } of [
      valueOf(monitor.ltvHistory(from)),
      valueOf(monitor.marginHistory(from)),
    ]) {
      expect(points.length).toBeGreaterThan(700)
      expect(points.some(({ afterGap }) => afterGap)).toBe(false)
      expect(gapAtEnd).toBe(false)
    }
  })

  it('shows balances, positions and loan before any time has passed, over signed HTTP, with no host but this computer', async () => {
    const time = createFakeClock()
    const reached = vi.spyOn(Socket.prototype, 'connect')
    cleanUps.push(() => Promise.resolve(reached.mockRestore()))
    const here = connect(aDisk(), time)
    await here.accounts.start({ demo: true })
    await until(() => allLive(here, time.clock))
    const { balance, positions, loan, profileId } = here.shown().monitor.portfolio()
    expect(profileId).toBe(here.appState.view().demo?.id)
    expect(balance.value?.length).toBeGreaterThan(0)
    expect(positions.value?.length).toBeGreaterThan(0)
    expect(loan.value?.kind).toBe('loan')
    expect(here.appState.view()).toMatchObject({ keyState: 'accepted', activeProfileId: null })
    expect(here.shown().monitor.connection().state).toBe('online')
    const hosts = reached.mock.calls.map(
      (words: unknown[]) => JSON.stringify(words).match(/"host":"([^"]*)"/)?.[1],
    )
    expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']))
  })

  it('ANS-6 answers as documented, so no account shows a difference', async () => {
    const here = connect()
    await here.accounts.start({ demo: true })
    await until(() => allLive(here))
    const { answers, monitor } = here.shown()
    await until(() => answers.all().some(({ endpoint }) => endpoint === '/api/v4/public/markets'))
    expect(answers.all().map(({ endpoint }) => endpoint)).toContain(
      '/api/v4/collateral-account/positions/open',
    )
    expect(answers.all().flatMap(({ differences }) => differences)).toEqual([])
    expect(monitor.connection().differences).toEqual([])
  })

  it('does not use the keychain', async () => {
    const here = connect()
    await here.accounts.start({ demo: true })
    await until(() => allLive(here))
    expect(here.keychain.health().calls).toBe(0)
  })

  it('can be left and entered again, new each time', async () => {
    const here = connect()
    await here.accounts.start({ demo: true })
    const first = here.appState.view().demo
    await here.accounts.leaveDemo()
    expect(here.appState.view().demo).toBeNull()
    expect(here.accounts.shown()).toBeNull()
    await expect(fetch(`${first?.baseUrl ?? ''}/api/v4/public/ping`)).rejects.toThrow()
    await here.accounts.enterDemo()
    await until(() => allLive(here))
    expect(here.appState.view().demo?.id).not.toBe(first?.id)
  })

  it('issues a stream token that is dropped with it', async () => {
    const here = connect()
    await here.accounts.start({ demo: true })
    const { streamToken } = here.shown()
    const fetched = await streamToken.fetch()
    const revealed = await streamToken.show()
    expect(fetched.ok && revealed.ok && revealed.value.token.length === fetched.value.length).toBe(
      true,
    )
    await streamToken.copy()
    expect(here.copied).toHaveLength(1)
    await here.accounts.leaveDemo()
    expect(await streamToken.show()).toMatchObject({ ok: false, error: { code: 'gone' } })
  })
})

describe('an account connected by hand', () => {
  it('is checked, saved, monitored, and still there after a restart with its figures at once', async () => {
    const at = await simulator()
    const disk = aDisk()
    const first = await connected(at, keyOf(at, 'full'), disk)
    await until(() => allLive(first))
    expect(first.appState.view()).toMatchObject({
      activeProfileId: first.profile.id,
      keyState: 'accepted',
    })
    await first.close()

    const second = connect(disk)
    const started = second.accounts.start({ demo: false })
    const { balance, loan } = second.shown().monitor.portfolio()
    expect(balance).toMatchObject({ source: 'cache' })
    expect(balance.value?.length).toBeGreaterThan(0)
    expect(freshnessOf(loan, clock())).toBe('stale')
    await started
    await until(() => allLive(second))
  })

  it('is restored from the real database with its figures, and leaves nothing there once deleted', async () => {
    const at = await simulator()
    const before = aDisk()
    const first = await connected(at, keyOf(at, 'full'), before)
    await until(() => allLive(first))
    const seen = first.shown().monitor.portfolio()
    await first.close()
    before.storage.close()

    const after = aDisk(before)
    const second = connect(after)
    const started = second.accounts.start({ demo: false })
    expect(second.shown().monitor.portfolio()).toMatchObject({
      profileId: first.profile.id,
      balance: { source: 'cache', asOf: seen.balance.asOf, value: seen.balance.value },
      positions: { source: 'cache', value: seen.positions.value },
    })
    await started
    await until(() => allLive(second))
    const loans = after.storage.samples.loans(first.profile.id, { from: 0, to: clock() })
    expect(loans.ok && loans.value.length).toBeGreaterThan(0)
    expect(await second.accounts.remove(first.profile.id)).toEqual({ ok: true, value: null })
    expect(after.storage.profiles.list()).toEqual({ ok: true, value: [] })
    expect(after.storage.snapshots.last(first.profile.id)).toEqual({
      ok: true,
      value: {},
    })
    expect(after.storage.samples.loans(first.profile.id, { from: 0, to: clock() })).toEqual({
      ok: true,
      value: [],
    })
    after.close()
  })

  it('RES-7 asks a locked keychain for one key with fifty accounts, and shows remembered values before it has answered', async () => {
    const at = await simulator()
    const before = aDisk()
    const first = await connected(at, keyOf(at, 'full'), before)
    await until(() => allLive(first))
    await first.close()
    before.storage.close()
    await copyAccount(before.folder, 50)

    const asked: string[] = []
    let answer: (locked: { ok: true; value: null }) => void = () => undefined
    const locked: typeof before.keychain = {
      ...before.keychain,
      get: (account) => {
        asked.push(account)
        return new Promise((resolve) => (answer = resolve))
      },
      set: () => Promise.resolve({ ok: false, error: { reason: 'KEYCHAIN_LOCKED', detail: '' } }),
      probe: () => Promise.resolve({ ok: false, error: { reason: 'KEYCHAIN_LOCKED', detail: '' } }),
    }
    const second = connect(aDisk({ ...before, keychain: locked }))
    const started = second.accounts.start({ demo: false })
    expect(second.appState.view().profiles).toHaveLength(50)
    expect(second.shown().monitor.portfolio()).toMatchObject({
      balance: { source: 'cache' },
      positions: { source: 'cache' },
      loan: { source: 'cache' },
    })
    await expect.poll(() => asked).toEqual([first.profile.id])
    answer({ ok: true, value: null })
    await started
    expect(second.appState.view().keyState).toBe('locked-or-missing')
    expect(second.accounts.summaries().accounts.map(({ keyState }) => keyState)).toEqual(
      Array(50).fill('locked-or-missing'),
    )
    expect(asked).toEqual([first.profile.id])
  })

  it('gets three different reasons for a wrong secret, an unknown key and no server, and saves nothing', async () => {
    const at = await simulator()
    const here = connect()
    const key = keyOf(at, 'full')
    const wrong = await here.accounts.drafts.check(
      aForm(at, { apiKey: key.apiKey, apiSecret: 'not-the-secret-at-all' }),
    )
    expect(wrong).toMatchObject({
      ok: true,
      value: {
        passed: false,
        steps: [
          { state: 'passed' },
          { state: 'failed', problem: { code: 'bad-key-or-signature' } },
        ],
      },
    })
    expect(signedCalls(at)).toHaveLength(1)
    at.control('POST', 'key', { name: 'full', enabled: false })
    const disabled = await here.accounts.drafts.check(aForm(at, key))
    expect(disabled).toMatchObject({
      value: { steps: [{ state: 'passed' }, { problem: { code: 'key-disabled' } }] },
    })
    await at.stop()
    const away = await here.accounts.drafts.check(aForm(at, key))
    expect(away).toMatchObject({
      value: {
        passed: false,
        steps: [{ state: 'failed', problem: { code: 'unreachable' } }, { state: 'waiting' }],
      },
    })
    expect(here.keychain.health().calls).toBe(0)
  })

  it('RTL-5 sends exactly one more request with a disabled key', async () => {
    const { at, here, time, callsSent, passesUntil } = await connectedInVirtualTime()
    // The investments have been read by then, and this much must separate two manual refreshes.
    await passesUntil(() => {
      const { investments, invested } = here.shown()
      return investments.read().sync.state === 'up-to-date' && invested.view().fixed.value !== null
    })
    // What was in progress has arrived by then, and is not answered with the key disabled.
    const before = await callsSent()
    at.control('POST', 'key', { name: 'full', enabled: false })
    here.shown().monitor.refreshNow()
    await passesUntil(() => here.appState.view().keyState === 'rejected')
    for (let press = 0; press < 5; press += 1) here.shown().monitor.refreshNow()
    await time.pass(600)
    expect(await callsSent()).toBe(before + 1)
    expect(here.appState.view().keyProblem?.code).toBe('key-disabled')
    at.control('POST', 'key', { name: 'full', enabled: true })
    await here.accounts.unlock(here.profile.id)
    await passesUntil(() => allLive(here, time.clock))
  })

  it('FLT-13 shows "not enabled" for a key without the credit line, and everything else as usual', async () => {
    const at = await simulator()
    const here = await connected(at, keyOf(at, 'plain'))
    await until(() => allLive(here))
    expect(here.shown().monitor.portfolio().loan).toMatchObject({
      value: { kind: 'not-enabled' },
      problem: null,
      every: 600,
    })
    expect(here.appState.view().keyState).toBe('accepted')
  })

  it('FLT-1 shows that a server is gone, keeps the figures, and finds it again', async () => {
    const { at, here, time, passesUntil } = await connectedInVirtualTime()
    const port = Number(new URL(at.url).port)
    await at.stop()
    await passesUntil(() => here.shown().monitor.connection().state === 'offline')
    expect(here.shown().monitor.portfolio().balance.value?.length).toBeGreaterThan(0)
    await simulator({ port, now: time.clock })
    await passesUntil(
      () => here.shown().monitor.connection().state === 'online' && allLive(here, time.clock),
    )
    expect(here.appState.view().keyState).toBe('accepted')
  })

  it("UX-48 never shows one account's figures as another’s when switching", async () => {
    const one = await simulator()
    const two = await startSimulator({ port: 0, clock, seed: 12, scene: 'empty' })
    cleanUps.push(two.stop)
    const here = await connected(one, keyOf(one, 'full'))
    const checked = await here.accounts.drafts.check({
      ...aForm(two, keyOf(two, 'full')),
      name: 'Empty',
    })
    const saved = await here.accounts.drafts.save(
      checked.ok ? checked.value.draftId : '',
      'session',
    )
    if (!saved.ok) throw new Error(englishOf(saved.error.message))
    for (let turn = 0; turn < 30; turn += 1) {
      here.accounts.show(turn % 2 === 0 ? here.profile.id : saved.value.id)
      // Each time the calls have reached another point.
      for (let turns = (turn * 7) % 40; turns > 0; turns -= 1) await settled()
    }
    await until(() => allLive(here))
    expect(here.shown().profile.id).toBe(saved.value.id)
    const wrong = here.pushed.filter(
      ({ topic, payload }) =>
        topic === 'portfolio' &&
        payload.profileId === saved.value.id &&
        (payload.positions.value?.length ?? 0) > 0,
    )
    expect(wrong).toEqual([])
  })

  it('SEC-14 loses the key, then the profile, and its monitoring when deleted', async () => {
    const disk = aDisk()
    const { here, time, callsSent } = await connectedInVirtualTime(disk)
    expect(await here.accounts.remove(here.profile.id)).toEqual({ ok: true, value: null })
    expect(await disk.keychain.get(here.profile.id, 'silent')).toEqual({ ok: true, value: null })
    expect(here.appState.view()).toMatchObject({ profiles: [], activeProfileId: null })
    const after = await callsSent()
    await time.pass(600)
    expect(await callsSent()).toBe(after)
  })
})
