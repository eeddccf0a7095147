import { describe, expect, it } from 'vitest'
import { explainPortfolio } from '../../../src/shared/circumstances.js'
import { fail, ok } from '../../../src/shared/result.js'
import { createAccountHarness } from '../../support/account-harness.js'
import { aFixedInvestment } from '../../fixtures/portfolio/investments.js'
import { aProfile } from '../../support/fake-accounts.js'
import { aPosition, problem } from '../../support/fake-exchange-client.js'
import { aTicker } from '../../support/fake-public-client.js'
import { valueOf } from '../../support/test-storage.js'
import { worded } from '../../support/worded.js'

const a = aProfile({ id: 'a', name: 'First' })

async function opened() {
  const harness = createAccountHarness(a)
  const { time, market } = harness
  market.say('platformState', 'operational')
  market.say('tickers', { BTC_USDT: aTicker('99000') })
  market.say('futures', {})
  const account = harness.open(a)
  valueOf(await account.unlock())
  await time.pass(20)
  return {
    ...harness,
    account,
    harnessClient: harness.client('a'),
    titles: () => harness.notified.map(({ title }) => title),
    /** Every signed call, and the ping. */
    breakCalls: (code: 'exchange-trouble' | 'bad-key-or-signature') => {
      const client = harness.client('a')
      const refused = () => Promise.resolve(fail(problem(code)))
      for (const call of ['positions', 'loan', 'balance'] as const) client.answer(call, refused)
    },
  }
}

describe('a price alert of an account', () => {
  it('triggers while no window is open, another account is on screen, and the key is not available', async () => {
    const { account, market, time, notified, titles, changes } = await opened()
    valueOf(
      account.alerts.priceAlerts.add({
        market: 'BTC_USDT',
        rule: { kind: 'above', price: '100000' },
        repeats: true,
      }),
    )
    account.setVisibility('background')
    account.keyMissing({ state: 'locked-or-missing', problem: problem('keychain-locked') })
    notified.length = 0
    market.say('tickers', { BTC_USDT: aTicker('100001') })
    await time.pass(16)
    expect(titles()).toEqual(['BTC_USDT rose above 100000'])
    const pushed = changes.filter(({ topic }) => topic === 'price-alerts').at(-1)
    expect(pushed?.view).toMatchObject({ profileId: 'a', alerts: [{ state: 'triggered' }] })
  })
})

describe('when the exchange can be reached again', () => {
  it('every part of the account value is read at once, also what is read seldom', async () => {
    const { harnessClient, market, time, account } = await opened()
    const fixed = () => Promise.resolve(ok({ value: [aFixedInvestment()], at: time.clock() }))
    const collateral = () => Promise.resolve(ok({ value: [], at: time.clock() }))
    harnessClient.offer('activeFixedInvestments', fixed)
    harnessClient.offer('collateralBalance', collateral)
    account.setVisibility('screen')
    account.refresh()
    await time.pass(5)
    const failing = (): string[] => {
      const { balance, positions, loan, collateralBalance } = account.monitor.portfolio()
      const parts = { balance, positions, loan, collateralBalance }
      const more = { fixed: account.invested.view().fixed, tickers: account.prices().tickers }
      return Object.entries({ ...parts, ...more }).flatMap(([name, { problem: why }]) =>
        why === null ? [] : [name],
      )
    }
    expect(failing()).toEqual([])

    const away = () => Promise.resolve(fail(problem('unreachable')))
    harnessClient.refuseAll(problem('unreachable'))
    harnessClient.offer('activeFixedInvestments', away)
    harnessClient.offer('collateralBalance', away)
    market.answer('tickers', away)
    account.refresh()
    await time.pass(200)
    expect(failing()).toHaveLength(6)

    for (const call of ['ping', 'positions', 'loan', 'balance'] as const)
      harnessClient.restore(call)
    harnessClient.offer('activeFixedInvestments', fixed)
    harnessClient.offer('collateralBalance', collateral)
    market.say('tickers', { BTC_USDT: aTicker('99000') })
    let waited = 0
    while (account.monitor.connection().state !== 'online' && waited < 60) {
      await time.pass(1)
      waited += 1
    }
    await time.pass(3)
    expect(failing()).toEqual([])
  })
})

describe('failed calls', () => {
  it('make Plimsoll ask the exchange for its status at once, although the ping is answered', async () => {
    const { breakCalls, market, time, account, titles } = await opened()
    const before = market.count('platformState')
    market.say('platformState', 'maintenance')
    breakCalls('exchange-trouble')
    await time.pass(20)
    expect(market.count('platformState') - before).toBeGreaterThanOrEqual(1)
    expect(account.circumstances().maintenance).toBe(true)
    expect(account.monitor.connection().state).toBe('online')
    await time.pass(200)
    expect(titles()).toContain(
      'Loan and positions not monitored: the exchange is under maintenance',
    )
    expect(
      explainPortfolio(account.monitor.portfolio(), account.circumstances()).loan.problem?.code,
    ).toBe('maintenance')
    market.say('platformState', 'operational')
    await time.pass(90)
    expect(worded(account.alerts.view().attention[0]?.alert.title)).toStrictEqual(
      'Loan and positions not monitored: server error at the exchange',
    )
  })

  it('are attributed to the clock if it is wrong and the key is refused', async () => {
    const { breakCalls, client, time, titles, account } = await opened()
    const off = client('a') as { clockSkew: () => number | null }
    off.clockSkew = () => -95
    await time.pass(60)
    breakCalls('bad-key-or-signature')
    await time.pass(200)
    expect(account.circumstances()).toEqual({ maintenance: false, clockSkew: -95 })
    expect(titles()).toContain(
      'Loan and positions not monitored: this computer’s clock is off by 95 s',
    )
  })

  it('of the demo say nothing of this computer’s clock', async () => {
    const harness = createAccountHarness()
    const demo = harness.open(aProfile({ id: 'demo', region: 'demo', keyStorage: 'demo' }))
    valueOf(await demo.unlock())
    const off = harness.client('demo') as { clockSkew: () => number | null }
    off.clockSkew = () => 3600
    await harness.time.pass(60)
    expect(demo.monitor.connection().clockSkew).toBe(3600)
    expect(demo.circumstances().clockSkew).toBeNull()
  })
})

describe('the clock if no answer carries a date', () => {
  const undated = async (apart: number) => {
    const harness = await opened()
    const { client, market, time, account } = harness
    const exchange = { apart }
    Reflect.set(client('a'), 'clockSkew', () => null)
    market.answer('serverTime', () =>
      Promise.resolve(ok({ value: time.clock() - exchange.apart, at: time.clock() })),
    )
    await time.pass(20)
    return { ...harness, exchange, skew: () => account.monitor.connection().clockSkew }
  }

  it('NET-15 ORD-15 is right as soon as somebody corrects it, and orders are no longer held back', async () => {
    const { time, exchange, account, skew } = await undated(120)
    const codes = () => account.orders.read().obstacles.map(({ code }) => code)
    expect(skew()).toBe(119.5)
    expect(codes()).toContain('clock')
    time.setClock(-120)
    exchange.apart = 0
    await time.pass(30)
    expect(skew()).toBe(-0.5)
    expect(codes()).not.toContain('clock')
  })

  it('NET-15 is checked again every five minutes, and only there', async () => {
    const { time, exchange, market, account, skew, client } = await undated(0)
    expect(skew()).toBe(-0.5)
    exchange.apart = 600
    await time.pass(320)
    expect([skew(), account.circumstances().clockSkew]).toEqual([599.5, 599.5])
    Reflect.set(client('a'), 'clockSkew', () => 0)
    await time.pass(600)
    const asked = market.count('serverTime')
    await time.pass(600)
    expect(market.count('serverTime')).toBe(asked)
  })
})

describe('ANS-3 prices used to measure a position', () => {
  const silent = (liquidationPrice: string | null) =>
    ok({
      value: [aPosition({ amount: '1', positionSide: 'LONG', liquidationPrice })],
      at: 1_760_000_000,
    })

  it('are read as often as in the foreground while its PnL is not sent, whichever account is shown and with the window hidden', async () => {
    const { account, market, harnessClient, time } = await opened()
    const readIn = async (seconds: number) => {
      const before = [market.count('tickers'), market.count('futures')] as const
      await time.pass(seconds)
      return [market.count('tickers') - before[0], market.count('futures') - before[1]]
    }
    for (const visibility of ['hidden', 'background'] as const) {
      account.setVisibility(visibility)
      harnessClient.answer('positions', () => Promise.resolve(silent(null)))
      await time.pass(60)
      expect(await readIn(60), visibility).toEqual([4, 1])
      harnessClient.answer('positions', () => Promise.resolve(silent('50000')))
      await time.pass(60)
      expect(await readIn(60), visibility).toEqual([12, 4])
    }
  })

  it('alert as the market price nears its liquidation price, and expire after a minute', async () => {
    const { account, market, harnessClient, time, titles } = await opened()
    account.setVisibility('hidden')
    harnessClient.answer('positions', () =>
      Promise.resolve(ok({ value: [...silent('80000').value.value], at: time.clock() })),
    )
    await time.pass(20)
    market.say('tickers', { BTC_USDT: aTicker('84000') })
    await time.pass(20)
    expect(titles()).toContain('BTC_USDT long is within 5\u00a0% of liquidation')
    market.answer('tickers', () => Promise.resolve(fail(problem('exchange-trouble'))))
    await time.pass(80)
    expect(titles()).not.toContain('BTC_USDT long cannot be measured')
    await time.pass(40)
    expect(titles()).toContain('BTC_USDT long cannot be measured')
  })
})
