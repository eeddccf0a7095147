import { textOf } from '../../../src/shared/messages/messages.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.js'
import type { OrderResult } from '../../../src/main/exchange/order-gateway.js'
import type { ActiveFixedInvestment } from '../../../src/shared/investments/investment.js'
import type { PoolAccount } from '../../../src/shared/mining/mining.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import { type AccountsHarness, createAccountsHarness } from '../../support/accounts-harness.js'
import { ok } from '../../../src/shared/result.js'
import { aTicket, deferred, good, ourPage, unknownAnswer } from '../../support/order-harness.js'
import { valueOf } from '../../support/test-storage.js'
import { settled } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

async function started(count: number): Promise<AccountsHarness> {
  const harness = await createAccountsHarness(count)
  onTestFinished(harness.closeStore)
  await harness.accounts.start({ demo: false })
  await harness.pass(5)
  return harness
}

const idAt = ({ profiles }: AccountsHarness, number: number): string => profiles[number]?.id ?? ''

function show(harness: AccountsHarness, number: number): Account {
  valueOf(harness.accounts.show(idAt(harness, number)))
  return shown(harness)
}

function shown({ accounts }: AccountsHarness): Account {
  const account = accounts.shown()
  if (account === null) throw new Error('no account is on screen')
  return account
}

/** The account on screen may trade now, without limits. */
async function arm(account: Account): Promise<void> {
  valueOf(await account.orders.allow(true))
  valueOf(
    await account.orders.changeLimits({
      ...defaultTradeLimits,
      on: false,
      askFrom: { USDT: '1000000000' },
    }),
  )
  valueOf(await account.orders.arm())
}

function prepare(account: Account): string {
  return valueOf(account.orders.prepare(aTicket(), ourPage)).token
}

async function send(account: Account): Promise<string> {
  const { intentId } = valueOf(await account.orders.confirm(prepare(account), ourPage))
  await settled()
  return intentId
}

function clientOf(harness: AccountsHarness, id: string) {
  const newest = [...harness.clients].filter((one) => one.id === id).at(-1)
  if (newest === undefined) throw new Error(`nobody asked for ${id}`)
  return newest.client
}

it('DAT-14 closes the accounts that an import changes, and opens them again with what it wrote', async () => {
  const harness = await started(3)
  const { accounts, memory } = harness
  const [first, second, third] = [0, 1, 2].map((number) => idAt(harness, number))
  const changed = [first ?? '', second ?? '']
  await arm(show(harness, 0))
  const limits = { ...defaultTradeLimits, ordersPerDay: 7 }
  const market = 'BTC_USDT'
  const open = await accounts.importing.whileClosed(changed, () => {
    for (const id of changed) {
      valueOf(memory.trading.write(id, { readOnly: false, limits, favourites: [] }))
      const rule = { kind: 'above', price: '9' } as const
      valueOf(memory.priceAlerts.save(id, { id: 'new', createdAt: 1, market, rule, repeats: true }))
    }
    return [...changed, third ?? ''].map((id) => accounts.find(id) !== null)
  })
  // Two works on one account: it stays closed until both are done.
  const isOpen = (): boolean => accounts.find(changed[0] ?? '') !== null
  let inside: Promise<boolean> | null = null
  await accounts.importing.whileClosed(changed, () => {
    inside = accounts.importing.whileClosed(changed, isOpen)
  })
  expect(await inside).toBe(false)
  expect(isOpen()).toBe(true)
  expect(open).toEqual([false, false, true])
  await harness.pass(5)
  expect(shown(harness).profile.id).toBe(first)
  for (const id of changed) {
    const account = accounts.find(id)
    expect(account?.key.state).toBe('accepted')
    expect(account?.orders.read()).toMatchObject({ limits, armedUntil: null })
    expect(account?.alerts.priceAlerts.view().alerts).toMatchObject([{ id: 'new', market }])
  }
})

describe('the status of every account', () => {
  it('follows figures, keys, names and alerts, and is published once for each change', async () => {
    const harness = await started(2)
    const { accounts } = harness
    const pushed = () =>
      harness.pushed.flatMap(({ topic, payload }) =>
        topic === 'accounts' ? [payload.accounts] : [],
      )
    expect(pushed().at(-1)).toEqual(accounts.summaries().accounts)
    expect(pushed().at(-1)).toMatchObject([
      { profile: { name: 'Account 0' }, level: 'fine', keyState: 'accepted', ltv: '25' },
      { profile: { name: 'Account 1' }, level: 'fine', keyState: 'accepted', ltv: '25' },
    ])
    expect(accounts.isNearMarginCall()).toBe(false)
    harness.exchange(idAt(harness, 1)).ltv = '76'
    await harness.pass(20)
    expect(accounts.isNearMarginCall()).toBe(true)
    expect(pushed().at(-1)).toMatchObject([
      { profile: { name: 'Account 1' }, level: 'danger', ltv: '76', calling: 1 },
      { profile: { name: 'Account 0' }, level: 'fine', ltv: '25' },
    ])
    valueOf(accounts.rename(idAt(harness, 1), 'Other'))
    harness.exchange(idAt(harness, 0)).keyRefused = true
    await harness.pass(10)
    expect(pushed().at(-1)).toMatchObject([
      { profile: { name: 'Other' }, level: 'danger' },
      { profile: { name: 'Account 0' }, level: 'unmonitored', keyState: 'rejected' },
    ])
    const texts = pushed().map((view) => JSON.stringify(view))
    expect(texts.filter((text, index) => text === texts[index - 1])).toEqual([])
    await harness.close()
  })

  it('changes with time alone as data ages', async () => {
    const harness = await started(1)
    const ages: string[] = []
    harness.accounts.statuses.on((statuses) => ages.push(textOf(statuses[0]?.age ?? '')))
    harness.exchange(idAt(harness, 0)).mode = 'held'
    await harness.pass(60)
    expect(ages.at(-1)).toBe('Checked 1 min ago')
    expect(worded(harness.accounts.summaries().accounts)).toMatchObject([
      { headline: 'Monitoring. Answers are late.' },
    ])
    await harness.close()
  })

  it('includes every account behind the demo', async () => {
    const harness = await started(2)
    await harness.accounts.enterDemo()
    await harness.pass(5)
    expect(
      harness.accounts
        .summaries()
        .accounts.map(({ profile, keyState }) => [profile.name, keyState]),
    ).toEqual([
      ['Account 0', 'accepted'],
      ['Account 1', 'accepted'],
      ['Demo account', 'accepted'],
    ])
    await harness.close()
  })
})

describe("the account's name in notifications", () => {
  it('RES-8 is in the notification of what already existed at start, whichever account opens first', async () => {
    const before = await started(3)
    for (const { id } of before.profiles) before.exchange(id).ltv = '76'
    await before.pass(20)
    await before.close()
    const harness = await createAccountsHarness(3, { after: before })
    for (const { id } of harness.profiles) harness.exchange(id).ltv = '76'
    await harness.accounts.start({ demo: false })
    expect(harness.notified.map(({ profileId, title }) => [profileId, title])).toEqual(
      harness.profiles.map(({ id, name }) => [
        id,
        `${name}: ${harness.exchange(id).tag} loan: LTV has reached margin call`,
      ]),
    )
    await harness.close()
  })

  it('is omitted with a single account, and given for the demo', async () => {
    const harness = await started(1)
    await harness.accounts.enterDemo()
    await harness.pass(5)
    harness.exchange(idAt(harness, 0)).ltv = '76'
    await harness.pass(20)
    harness.exchange(shown(harness).profile.id).ltv = '76'
    await harness.pass(20)
    expect(harness.notified.map(({ title }) => title)).toEqual([
      'X00X loan: LTV has reached margin call',
      'Demo: XDX loan: LTV has reached margin call',
    ])
    await harness.close()
  })
})

describe('events for every account', () => {
  it('a screen lock and sleep disarm; waking up polls everything again', async () => {
    const harness = await started(2)
    const account = shown(harness)
    for (const what of ['lock', 'suspend', 'resume'] as const) {
      await arm(account)
      harness.accounts.powerChanged(what)
      expect(account.orders.read().armedUntil).toBeNull()
    }
    const dropped = [...harness.clients].map(({ client }) => client.dropped())
    expect(dropped).toEqual([1, 1])
    const before = [...harness.clients].map(({ client }) => client.count('loan'))
    await harness.pass(3)
    expect(
      [...harness.clients].map(({ client }, index) => client.count('loan') > (before[index] ?? 0)),
    ).toEqual([true, true])
    await harness.close()
  })

  it('nobody at the computer for ten minutes disarms', async () => {
    const harness = await started(2)
    const account = shown(harness)
    await arm(account)
    harness.presence.idleSeconds = 599
    harness.accounts.tick()
    expect(account.orders.read().armedUntil).not.toBeNull()
    harness.presence.idleSeconds = 600
    harness.accounts.tick()
    expect(account.orders.read().armedUntil).toBeNull()
    await harness.close()
  })

  it('a locked screen blocks trading while it lasts', async () => {
    const harness = await started(1)
    const account = shown(harness)
    await arm(account)
    harness.presence.screenLocked = true
    harness.accounts.powerChanged('lock')
    expect((await account.orders.arm()).ok).toBe(false)
    harness.presence.screenLocked = false
    harness.accounts.powerChanged('unlock')
    expect((await account.orders.arm()).ok).toBe(true)
    await harness.close()
  })

  it('a closed page can confirm nothing, whichever account it was prepared for', async () => {
    const harness = await started(2)
    const account = shown(harness)
    await arm(account)
    const token = prepare(account)
    harness.accounts.pageGone(ourPage)
    expect(await account.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
    expect(clientOf(harness, account.profile.id).exchange.sent).toEqual([])
    await harness.close()
  })

  it('another proxy or address family closes the connections of all accounts', async () => {
    const harness = await started(3)
    harness.accounts.connectionSettingsChanged()
    expect([...harness.clients].map(({ client }) => client.dropped())).toEqual([1, 1, 1])
    await harness.close()
  })

  it("the system's delivery of a notification is recorded in the alerts of all", async () => {
    const harness = await started(2)
    harness.accounts.notificationOutcome('refused')
    expect(
      [show(harness, 0), show(harness, 1)].map(({ alerts }) => alerts.view().notifications),
    ).toEqual(['refused', 'refused'])
    await harness.close()
  })

  it('changed alert settings apply to all at once', async () => {
    const harness = await started(2)
    const steps = () =>
      [show(harness, 0), show(harness, 1)].map(({ alerts }) => alerts.view().ltvSteps.length)
    const before = steps()
    harness.settings.alerts = { ...harness.settings.alerts, earlySteps: [] }
    harness.accounts.alertSettingsChanged()
    expect(steps()).toEqual(before.map(() => 2))
    expect(before.every((count) => count > 2)).toBe(true)
    await harness.close()
  })

  it('Refresh polls all of them', async () => {
    const harness = await started(3)
    await harness.pass(2)
    const loans = () => [...harness.clients].map(({ client }) => client.count('loan'))
    const before = loans()
    harness.accounts.refreshAll()
    await harness.time.pass(0)
    expect(loans()).toEqual(before.map((count) => count + 1))
    await harness.close()
  })

  it('a test notification names the one on screen', async () => {
    const harness = await started(2)
    show(harness, 1)
    harness.accounts.sendTestNotice()
    expect(harness.notified).toMatchObject([{ profileId: idAt(harness, 1) }])
    await harness.close()
  })
})

describe('orders of several accounts', () => {
  it('in progress protect their own account from deletion, and no other', async () => {
    const harness = await started(2)
    const account = shown(harness)
    await arm(account)
    const answer = deferred<null>()
    clientOf(harness, account.profile.id).exchange.answers((move) =>
      answer.promise.then(() => good(move)),
    )
    await send(account)
    show(harness, 1)
    expect(harness.accounts.orders.inFlight()).toBe(1)
    expect(await harness.accounts.remove(account.profile.id)).toMatchObject({
      ok: false,
      error: { code: 'busy' },
    })
    expect(await harness.accounts.remove(idAt(harness, 1))).toMatchObject({ ok: true })
    answer.open(null)
    await settled()
    expect(harness.accounts.orders.inFlight()).toBe(0)
    await harness.close()
  })

  it('of unknown outcome are counted wherever they are: on screen or not, and in the demo', async () => {
    const harness = await started(2)
    const unknown = async (account: Account): Promise<void> => {
      await arm(account)
      clientOf(harness, account.profile.id).exchange.answers(() => unknownAnswer())
      await send(account)
    }
    expect(harness.accounts.orders.unfinished()).toBe(0)
    await unknown(shown(harness))
    await unknown(show(harness, 1))
    await harness.accounts.enterDemo()
    await harness.pass(5)
    await unknown(shown(harness))
    expect(harness.accounts.orders.unfinished()).toBe(3)
    await harness.accounts.leaveDemo()
    expect(harness.accounts.orders.unfinished()).toBe(2)
    await harness.close()
  })

  it('are waited for before quitting, and no account sends another', async () => {
    const harness = await started(2)
    const account = shown(harness)
    await arm(account)
    const answer = deferred<OrderResult>()
    clientOf(harness, account.profile.id).exchange.answers(() => answer.promise)
    const intentId = await send(account)
    let isOver = false
    const quitting = harness.accounts.beforeQuit().finally(() => {
      isOver = true
    })
    await harness.pass(5)
    expect(isOver).toBe(false)
    expect(account.orders.read().obstacles.map(({ code }) => code)).toEqual(['no-account'])
    expect(
      show(harness, 1)
        .orders.read()
        .obstacles.map(({ code }) => code),
    ).toEqual(['no-account'])
    answer.open(unknownAnswer())
    await quitting
    expect(valueOf(account.orders.intent(intentId)).state).toBe('unknown')
    await harness.close()
  })
})

describe('ANS-3 removing an account', () => {
  it('reports nothing of it as gone: neither its loan, mining accounts or investments, nor in another account', async () => {
    const harness = await started(2)
    const [removed, kept] = [idAt(harness, 0), idAt(harness, 1)]
    const client = clientOf(harness, removed)
    const at = harness.time.clock
    const investment: ActiveFixedInvestment = {
      id: 'f',
      asset: 'USDT',
      amount: '2500',
      percent: '5',
      createdAt: '1',
      endsAt: String(at() + 9_000_000),
      interestPaid: '0',
    }
    const reads = { mining: 0, fixed: 0 }
    const offer = (mining: PoolAccount[], fixed: ActiveFixedInvestment[]): void => {
      client.offer('miningAccounts', () => {
        reads.mining += 1
        return Promise.resolve(ok({ value: mining, at: at() }))
      })
      client.offer('activeFixedInvestments', () => {
        reads.fixed += 1
        return Promise.resolve(ok({ value: fixed, at: at() }))
      })
    }
    const untilRead = async (list: 'mining' | 'fixed'): Promise<void> => {
      const read = reads[list]
      while (reads[list] === read) await harness.pass(5)
    }
    harness.exchange(removed).ltv = '76'
    offer([{ name: 'rig-1', createdAt: '1' }], [investment])
    void shown(harness).refresh()
    await untilRead('fixed')
    await untilRead('mining')
    // One answer lacks all of it, so that the next one would confirm it.
    offer([], [investment])
    await untilRead('mining')
    offer([], [])
    client.answer('loan', () => Promise.resolve(ok({ value: { kind: 'no-loan' }, at: at() })))
    client.answer('positions', () => Promise.resolve(ok({ value: [], at: at() })))
    void shown(harness).refresh()
    await untilRead('fixed')
    const before = harness.notified.length
    valueOf(await harness.accounts.remove(removed))
    await harness.pass(1500)
    expect(harness.notified.slice(before)).toEqual([])
    expect(harness.openAlerts(kept)).toEqual([])
    await harness.close()
  })
})
