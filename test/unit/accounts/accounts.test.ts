import { describe, expect, it, onTestFinished } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.js'
import type { MoveAnswer } from '../../../src/main/orders/orders-ports.js'
import { defaultTradeLimits } from '../../../src/shared/domain/trading.js'
import { type AccountsHouse, createAccountsHouse } from '../../support/accounts-house.js'
import { aTicket, gate, good, ourPage, unknownAnswer } from '../../support/order-room.js'
import { valueOf } from '../../support/store-room.js'
import { settled } from '../../support/virtual-time.js'

const started = async (count: number): Promise<AccountsHouse> => {
  const house = await createAccountsHouse(count)
  onTestFinished(house.closeStore)
  await house.accounts.start({ demo: false })
  await house.pass(5)
  return house
}

const idAt = ({ profiles }: AccountsHouse, number: number): string => profiles[number]?.id ?? ''

const show = (house: AccountsHouse, number: number): Account => {
  valueOf(house.accounts.show(idAt(house, number)))
  return shown(house)
}

const shown = ({ accounts }: AccountsHouse): Account => {
  const account = accounts.shown()
  if (account === null) throw new Error('no account is on screen')
  return account
}

/** The account on screen may trade now, without limits. */
const arm = async (account: Account): Promise<void> => {
  valueOf(await account.orders.allow(true))
  valueOf(await account.orders.changeLimits({ ...defaultTradeLimits, on: false, askFrom: { USDT: '1000000000' } }))
  valueOf(await account.orders.arm())
}

const prepare = (account: Account): string => valueOf(account.orders.prepare(aTicket(), ourPage)).token

const send = async (account: Account): Promise<string> => {
  const { intentId } = valueOf(await account.orders.confirm(prepare(account), ourPage))
  await settled()
  return intentId
}

const clientOf = (house: AccountsHouse, id: string) => {
  const newest = [...house.clients].filter((one) => one.id === id).at(-1)
  if (newest === undefined) throw new Error(`nobody asked for ${id}`)
  return newest.client
}

describe('how every account stands', () => {
  it('follows figures, keys, names and alarms, and is told once for each change', async () => {
    const house = await started(2)
    const { accounts } = house
    const told = () => house.told.flatMap(({ topic, payload }) => (topic === 'accounts' ? [payload.accounts] : []))
    expect(told().at(-1)).toEqual(accounts.summaries().accounts)
    expect(told().at(-1)).toMatchObject([
      { profile: { name: 'Account 0' }, level: 'fine', keyState: 'accepted', ltv: '25' },
      { profile: { name: 'Account 1' }, level: 'fine', keyState: 'accepted', ltv: '25' },
    ])
    house.exchange(idAt(house, 1)).ltv = '76'
    await house.pass(20)
    expect(told().at(-1)).toMatchObject([
      { profile: { name: 'Account 1' }, level: 'danger', ltv: '76', calling: 1 },
      { profile: { name: 'Account 0' }, level: 'fine', ltv: '25' },
    ])
    valueOf(accounts.rename(idAt(house, 1), 'Other'))
    house.exchange(idAt(house, 0)).keyRefused = true
    await house.pass(10)
    expect(told().at(-1)).toMatchObject([
      { profile: { name: 'Other' }, level: 'danger' },
      { profile: { name: 'Account 0' }, level: 'blind', keyState: 'rejected' },
    ])
    const texts = told().map((view) => JSON.stringify(view))
    expect(texts.filter((text, index) => text === texts[index - 1])).toEqual([])
    await house.close()
  })

  it('goes with time alone: what was seen gets old', async () => {
    const house = await started(1)
    const ages: (string | null)[] = []
    house.accounts.standing.on((standing) => ages.push(standing[0]?.age ?? null))
    house.exchange(idAt(house, 0)).mode = 'held'
    await house.pass(60)
    expect(ages.at(-1)).toBe('Checked 1 min ago')
    expect(house.accounts.summaries().accounts).toMatchObject([{ headline: 'Monitoring. Answers are late.' }])
    await house.close()
  })

  it('is of every account behind the demo, too', async () => {
    const house = await started(2)
    await house.accounts.enterDemo()
    await house.pass(5)
    expect(house.accounts.summaries().accounts.map(({ profile, keyState }) => [profile.name, keyState])).toEqual([
      ['Account 0', 'accepted'],
      ['Account 1', 'accepted'],
      ['Demo account', 'accepted'],
    ])
    await house.close()
  })
})

describe('the name of an account in notices', () => {
  it('RES-8 is said of what was so already at the start, whichever account is opened first', async () => {
    const before = await started(3)
    for (const { id } of before.profiles) before.exchange(id).ltv = '76'
    await before.pass(20)
    await before.close()
    const house = await createAccountsHouse(3, { after: before })
    for (const { id } of house.profiles) house.exchange(id).ltv = '76'
    await house.accounts.start({ demo: false })
    expect(house.notified.map(({ profileId, title }) => [profileId, title])).toEqual(
      house.profiles.map(({ id, name }) => [id, `${name}: ${house.exchange(id).tag} loan: LTV has reached margin call`]),
    )
    await house.close()
  })

  it('is left out where there is one account only, and the demo says that it is one', async () => {
    const house = await started(1)
    await house.accounts.enterDemo()
    await house.pass(5)
    house.exchange(idAt(house, 0)).ltv = '76'
    await house.pass(20)
    house.exchange(shown(house).profile.id).ltv = '76'
    await house.pass(20)
    expect(house.notified.map(({ title }) => title)).toEqual([
      'X00X loan: LTV has reached margin call',
      'Demo: XDX loan: LTV has reached margin call',
    ])
    await house.close()
  })
})

describe('what concerns every account', () => {
  it('a lock of the screen and sleep disarm; waking up looks at everything anew', async () => {
    const house = await started(2)
    const account = shown(house)
    for (const what of ['lock', 'suspend', 'resume'] as const) {
      await arm(account)
      house.accounts.powerChanged(what)
      expect(account.orders.read().armedUntil).toBeNull()
    }
    const dropped = [...house.clients].map(({ client }) => client.dropped())
    expect(dropped).toEqual([1, 1])
    const before = [...house.clients].map(({ client }) => client.count('loan'))
    await house.pass(3)
    expect([...house.clients].map(({ client }, index) => client.count('loan') > (before[index] ?? 0))).toEqual([true, true])
    await house.close()
  })

  it('nobody at the computer for ten minutes disarms', async () => {
    const house = await started(2)
    const account = shown(house)
    await arm(account)
    house.presence.idleSeconds = 599
    house.accounts.tick()
    expect(account.orders.read().armedUntil).not.toBeNull()
    house.presence.idleSeconds = 600
    house.accounts.tick()
    expect(account.orders.read().armedUntil).toBeNull()
    await house.close()
  })

  it('a screen that is locked is an obstacle as long as it is', async () => {
    const house = await started(1)
    const account = shown(house)
    await arm(account)
    house.presence.screenLocked = true
    house.accounts.powerChanged('lock')
    expect((await account.orders.arm()).ok).toBe(false)
    house.presence.screenLocked = false
    house.accounts.powerChanged('unlock')
    expect((await account.orders.arm()).ok).toBe(true)
    await house.close()
  })

  it('a page that is gone can confirm nothing, whichever account it prepared it for', async () => {
    const house = await started(2)
    const account = shown(house)
    await arm(account)
    const token = prepare(account)
    house.accounts.pageGone(ourPage)
    expect(await account.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
    expect(clientOf(house, account.profile.id).exchange.sent).toEqual([])
    await house.close()
  })

  it('another proxy drops the connections of all of them', async () => {
    const house = await started(3)
    house.accounts.proxyChanged()
    expect([...house.clients].map(({ client }) => client.dropped())).toEqual([1, 1, 1])
    await house.close()
  })

  it('what the system did with a notice is in the alarms of all of them', async () => {
    const house = await started(2)
    house.accounts.noticeSaid('refused')
    expect([show(house, 0), show(house, 1)].map(({ alerts }) => alerts.view().notifications)).toEqual(['refused', 'refused'])
    await house.close()
  })

  it('other settings of alarms count for all of them at once', async () => {
    const house = await started(2)
    const steps = () => [show(house, 0), show(house, 1)].map(({ alerts }) => alerts.view().ladder.length)
    const before = steps()
    house.settings.alerts = { ...house.settings.alerts, earlySteps: [] }
    house.accounts.alertSettingsChanged()
    expect(steps()).toEqual(before.map(() => 2))
    expect(before.every((count) => count > 2)).toBe(true)
    await house.close()
  })

  it('Refresh looks at all of them', async () => {
    const house = await started(3)
    await house.pass(2)
    const loans = () => [...house.clients].map(({ client }) => client.count('loan'))
    const before = loans()
    house.accounts.refreshAll()
    await house.time.pass(0)
    expect(loans()).toEqual(before.map((count) => count + 1))
    await house.close()
  })

  it('a test notice is in the name of the one on screen', async () => {
    const house = await started(2)
    show(house, 1)
    house.accounts.sendTestNotice()
    expect(house.notified).toMatchObject([{ profileId: idAt(house, 1) }])
    await house.close()
  })
})

describe('orders of several accounts', () => {
  it('that are under way keep their own account from being deleted, and no other', async () => {
    const house = await started(2)
    const account = shown(house)
    await arm(account)
    const answer = gate<null>()
    clientOf(house, account.profile.id).exchange.answers((move) => answer.promise.then(() => good(move)))
    await send(account)
    show(house, 1)
    expect(house.accounts.orders.underWay()).toBe(1)
    expect(await house.accounts.remove(account.profile.id)).toMatchObject({ ok: false, error: { code: 'busy' } })
    expect(await house.accounts.remove(idAt(house, 1))).toMatchObject({ ok: true })
    answer.open(null)
    await settled()
    expect(house.accounts.orders.underWay()).toBe(0)
    await house.close()
  })

  it('whose result is unknown are counted wherever they are: on screen or not, and in the demo', async () => {
    const house = await started(2)
    const unknown = async (account: Account): Promise<void> => {
      await arm(account)
      clientOf(house, account.profile.id).exchange.answers(() => unknownAnswer())
      await send(account)
    }
    expect(house.accounts.orders.unfinished()).toBe(0)
    await unknown(shown(house))
    await unknown(show(house, 1))
    await house.accounts.enterDemo()
    await house.pass(5)
    await unknown(shown(house))
    expect(house.accounts.orders.unfinished()).toBe(3)
    await house.accounts.leaveDemo()
    expect(house.accounts.orders.unfinished()).toBe(2)
    await house.close()
  })

  it('are waited for before quitting, and none of any account leaves any more', async () => {
    const house = await started(2)
    const account = shown(house)
    await arm(account)
    const answer = gate<MoveAnswer>()
    clientOf(house, account.profile.id).exchange.answers(() => answer.promise)
    const intentId = await send(account)
    let isOver = false
    const quitting = house.accounts.beforeQuit().finally(() => {
      isOver = true
    })
    await house.pass(5)
    expect(isOver).toBe(false)
    expect(account.orders.read().obstacles.map(({ code }) => code)).toEqual(['no-account'])
    expect(
      show(house, 1)
        .orders.read()
        .obstacles.map(({ code }) => code),
    ).toEqual(['no-account'])
    answer.open(unknownAnswer())
    await quitting
    expect(valueOf(account.orders.intent(intentId)).state).toBe('unknown')
    await house.close()
  })
})
