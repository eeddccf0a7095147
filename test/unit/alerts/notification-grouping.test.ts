import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import { openAccountAlerts } from '../../../src/main/alerts/account-alerts.js'
import {
  type AccountNotification,
  noticeTopics,
  accountLabel,
  bytesOf,
} from '../../../src/main/alerts/notification-text.js'
import {
  createNoticeGrouping,
  mostGroupedNotices,
} from '../../../src/main/alerts/notification-grouping.js'
import type { AlertNotification } from '../../../src/shared/alerts/alert.js'
import { aCollateralSummary } from '../../fixtures/portfolio/market.js'
import { alertPorts } from '../../support/alert-harness.js'
import { aPortfolio } from '../../support/fake-portfolio.js'
import { aLoan, aPosition, problem } from '../../support/fake-exchange-client.js'
import { aProfile } from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'

const reason = 'the exchange cannot be reached'

function aNotice(id: string, more: Partial<AccountNotification> = {}): AccountNotification {
  return {
    id: `${id}/alert:1`,
    profileId: id,
    title: `${id}: Loan not monitored: ${reason}`,
    body: 'Since 14:02.',
    urgency: 'normal',
    timeoutType: 'default',
    silent: false,
    screen: 'overview',
    topic: 'monitoring-lost',
    account: id,
    summary: reason,
    matters: ['sight/loan'],
    ...more,
  }
}

function critical(id: string, more: Partial<AccountNotification> = {}): AccountNotification {
  return aNotice(id, {
    urgency: 'critical',
    timeoutType: 'never',
    screen: 'loans',
    topic: 'critical',
    ...more,
  })
}

function ended(id: string, more: Partial<AccountNotification> = {}): AccountNotification {
  return aNotice(id, {
    id: `${id}/over:sight/loan`,
    title: `${id}: The loan is monitored again`,
    topic: 'monitored-again',
    summary: '',
    silent: true,
    ...more,
  })
}

/** `names`: of the accounts that are not named after their profile. */
function setup(names: Record<string, string> = {}) {
  const time = createFakeClock()
  const shown: (AlertNotification & { at: number })[] = []
  const screen = new Map<string, AlertNotification>()
  let alone = false
  const grouping = createNoticeGrouping({
    timing: time.timing,
    isAlone: () => alone,
    nameOf: (id) => names[id] ?? id,
    notify: (notice) => {
      shown.push({ ...notice, at: time.timing.ticks() / 1000 })
      screen.set(notice.id, notice)
    },
    withdraw: (id) => screen.delete(id),
  })
  return {
    time,
    grouping,
    shown,
    screen,
    titles: () => shown.map(({ title }) => title),
    notify: (...notices: AccountNotification[]) => {
      for (const notice of notices) grouping.notify(notice)
    },
    isAlone: (now: boolean) => {
      alone = now
    },
  }
}

describe('notifications of several accounts on one screen', () => {
  it('pass critical ones at once, whatever waits', () => {
    const { notify, shown } = setup()
    notify(aNotice('Main'), critical('Quay'), critical('Pier'))
    expect(shown.map(({ profileId }) => profileId)).toEqual(['Quay', 'Pier'])
  })

  it('show a single one unchanged, after a short wait', async () => {
    const { notify, shown, time, screen } = setup()
    notify(aNotice('Main'))
    await time.pass(1.9)
    expect(shown).toEqual([])
    await time.pass(0.1)
    expect([...screen.values()]).toEqual([aNotice('Main')])
    expect(time.pending()).toBe(0)
  })

  it('neither wait nor hit a limit with a single account', () => {
    const { notify, titles, isAlone, grouping, time } = setup()
    isAlone(true)
    for (let n = 0; n < 50; n += 1) notify(aNotice('Main', { id: `Main/alert:${n}` }))
    expect(titles()).toHaveLength(50)
    expect(grouping.full()).toEqual([])
    expect(time.pending()).toBe(0)
  })

  it('combine those of the same moment, naming the accounts and opening the Overview of the first', async () => {
    const { notify, shown, time } = setup()
    notify(aNotice('Main', { screen: 'positions' }), aNotice('Quay'))
    await time.pass(1)
    notify(aNotice('Pier'))
    await time.pass(1)
    expect(shown).toMatchObject([
      {
        profileId: 'Main',
        title: '3 accounts are not monitored',
        body: `Main, Quay, Pier: ${reason}.`,
        urgency: 'normal',
        timeoutType: 'default',
        silent: false,
        screen: 'overview',
      },
    ])
  })

  it('do not combine different kinds', async () => {
    const { notify, titles, time } = setup()
    const each = noticeTopics.flatMap((topic) =>
      ['Main', 'Quay'].map((id) => aNotice(id, { id: `${id}/alert:${topic}`, topic: topic })),
    )
    notify(...each)
    await time.pass(2)
    expect(titles()).toEqual([
      '2 accounts are not monitored',
      '2 accounts have positions that cannot be read',
      '2 accounts have orders that need you',
      'Price alerts of 2 accounts',
      '2 accounts are monitored again',
      'Alerts of 2 accounts are over',
      'Alerts of 2 accounts',
    ])
  })

  it('list each summary if they fit, and otherwise name the accounts and count the rest', async () => {
    const { notify, shown, time } = setup()
    notify(
      aNotice('Main'),
      aNotice('Quay', { summary: 'key not available in the keychain' }),
      aNotice('Pier'),
    )
    await time.pass(2)
    expect(shown[0]?.body).toBe(`Main, Pier: ${reason}; Quay: key not available in the keychain.`)

    const many = setup()
    many.notify(...Array.from({ length: 50 }, (_, n) => aNotice(`The account ${n}`)))
    await many.time.pass(2)
    const [one] = many.shown
    expect(one).toMatchObject({ title: '50 accounts are not monitored' })
    expect(one?.body).toMatch(
      /^The account 0, The account 1, .* and \d+ more: the exchange cannot be reached\.$/,
    )

    const mixed = setup()
    mixed.notify(
      ...Array.from({ length: 50 }, (_, n) =>
        aNotice(`The account ${n}`, { summary: `reason ${n}` }),
      ),
    )
    await mixed.time.pass(2)
    expect(mixed.shown[0]?.body).toMatch(/^The account 0, The account 1, .* and \d+ more\.$/)
  })

  it("ask for an account's name when shown", async () => {
    const names: Record<string, string> = { a: 'Main', b: 'Quay' }
    const { notify, shown, time } = setup(names)
    notify(aNotice('a'), aNotice('b'))
    names['a'] = 'Renamed'
    await time.pass(2)
    expect(shown[0]?.body).toMatch(/^Renamed, Quay: /)
  })

  it('use the current name if the account was renamed while waiting or since shown', async () => {
    const names: Record<string, string> = {}
    const { notify, shown, grouping, time } = setup(names)
    notify(aNotice('Main'), aNotice('Pier', { topic: 'other', summary: 'X long is gone' }))
    names['Main'] = 'Harbour'
    names['Pier'] = 'Main'
    await time.pass(2)
    expect(shown.map(({ title, body }) => [title, body])).toEqual([
      ['1 account is not monitored', `Harbour: ${reason}.`],
      ['Alerts of 1 account', 'Main: X long is gone.'],
    ])
    notify(aNotice('a', { account: 'Quay' }), aNotice('b', { account: 'Dock' }))
    names['a'] = 'Lock'
    await time.pass(5)
    grouping.withdraw('b/alert:1')
    await time.pass(30)
    expect(shown.at(-1)).toMatchObject({
      title: '1 account is not monitored',
      body: `Lock: ${reason}.`,
    })
  })

  it('combine several of one account that had to wait, in its own words', async () => {
    const { notify, shown, time } = setup()
    notify(
      aNotice('Main', {
        title: 'Main: X is gone',
        silent: true,
        screen: 'positions',
        topic: 'other',
      }),
    )
    notify(
      aNotice('Main', {
        id: 'Main/alert:2',
        title: 'Main: Y is gone',
        body: 'Look.',
        screen: 'positions',
        topic: 'other',
      }),
    )
    await time.pass(2)
    expect(shown).toMatchObject([
      {
        profileId: 'Main',
        title: 'Main: X is gone',
        body: 'And 1 more: Main: Y is gone. Since 14:02.',
        silent: false,
        screen: 'positions',
      },
    ])
  })

  it('sound if something new has a sound, not for what has already sounded', async () => {
    const { notify, shown, time } = setup()
    notify(aNotice('Main', { topic: 'order' }), aNotice('Quay', { topic: 'order' }))
    await time.pass(2)
    notify(
      aNotice('Pier', { topic: 'order', silent: true }),
      aNotice('Dock', { topic: 'order', silent: true }),
    )
    await time.pass(2)
    notify(aNotice('Lock', { topic: 'order', silent: true }), aNotice('Slip', { topic: 'order' }))
    await time.pass(2)
    expect(shown.map(({ title, silent }) => [title, silent])).toEqual([
      ['2 accounts have orders that need you', false],
      ['4 accounts have orders that need you', true],
      ['6 accounts have orders that need you', false],
    ])
  })

  it('end a one-by-one series in a few notifications, and the last names everything together', async () => {
    const { notify, shown, time, screen, grouping } = setup()
    const notified = new Set<string>()
    // Every account loses its monitoring at its own moment, within half a minute.
    for (let second = 0; second < 900; second += 1) {
      for (let n = 0; n < 50; n += 1)
        if (
          second >= (n * 7) % 30 &&
          !notified.has(`A${n}`) &&
          !grouping.full().includes('monitoring-lost')
        ) {
          notified.add(`A${n}`)
          notify(aNotice(`A${n}`))
        }
      await time.pass(1)
    }
    expect(shown.length).toBeLessThanOrEqual(4)
    expect(notified.size).toBe(50)
    expect(shown.at(-1)?.title).toBe('50 accounts are not monitored')
    expect([...screen.values()].map(({ title }) => title)).toEqual([
      '50 accounts are not monitored',
    ])
  })

  it('stop at the limit of a kind until the first of them is a quarter of an hour old', async () => {
    const { notify, titles, time, grouping } = setup()
    for (const id of ['A', 'B', 'C', 'D']) {
      expect(grouping.full()).toEqual([])
      notify(aNotice(id))
      await time.pass(120)
    }
    expect(grouping.full()).toEqual(['monitoring-lost'])
    // A notification that arrives anyway is not lost.
    notify(aNotice('E'), aNotice('F'))
    expect(grouping.full(), 'what waits takes others in').toEqual([])
    notify(critical('G'), aNotice('H', { topic: 'other' }))
    await time.pass(421)
    expect(titles().slice(4)).toEqual([critical('G').title, aNotice('H').title])
    await time.pass(120)
    expect(titles().slice(6)).toEqual(['2 accounts are not monitored'])
  })

  it('leave room for others when one account keeps failing and recovering', async () => {
    const { notify, grouping, time, titles } = setup()
    // Its own policy lets it report that three times.
    for (let n = 0; n < 3; n += 1) {
      notify(aNotice('Main', { id: `Main/alert:${n}` }))
      await time.pass(60)
      grouping.withdraw(`Main/alert:${n}`)
    }
    expect(grouping.full()).toEqual([])
    notify(aNotice('Quay'))
    await time.pass(120)
    expect(titles().at(-1)).toBe(aNotice('Quay').title)
  })
})

describe('a withdrawn notification', () => {
  it('is not shown, nor its end, if withdrawn before it was shown', async () => {
    const { notify, grouping, shown, time } = setup()
    notify(aNotice('Main'))
    grouping.withdraw('Main/alert:1')
    notify(ended('Main'))
    expect(time.pending()).toBe(0)
    await time.pass(600)
    expect(shown).toEqual([])
  })

  it('does not stop others from being shown: a more severe one, another topic, or a later end', async () => {
    const { notify, grouping, titles, time } = setup()
    notify(aNotice('Main', { topic: 'other', matters: ['loan/ltv'] }))
    grouping.withdraw('Main/alert:1')
    notify(critical('Main', { id: 'Main/alert:2', title: 'Margin call', matters: ['loan/ltv'] }))
    notify(ended('Main', { title: 'Something else is over', matters: ['position:1'] }))
    notify(ended('Quay', { title: 'Over elsewhere', topic: 'over', matters: ['loan/ltv'] }))
    await time.pass(30)
    notify(
      ended('Main', {
        id: 'Main/over:loan/ltv',
        title: 'It is over',
        topic: 'over',
        matters: ['loan/ltv'],
      }),
    )
    await time.pass(30)
    expect(titles().sort()).toEqual([
      'It is over',
      'Margin call',
      'Over elsewhere',
      'Something else is over',
    ])
  })

  it('has its end reported with a more severe one of the same moment', async () => {
    const { notify, grouping, titles, time } = setup()
    notify(aNotice('Main', { topic: 'other', matters: ['loan/ltv'] }))
    grouping.withdraw('Main/alert:1')
    notify(critical('Main', { id: 'Main/alert:2', title: 'Margin call', matters: ['loan/ltv'] }))
    grouping.withdraw('Main/alert:2')
    notify(ended('Main', { title: 'It is over', topic: 'over', matters: ['loan/ltv'] }))
    await time.pass(2)
    expect(titles()).toEqual(['Margin call', 'It is over'])
  })

  it('is removed if it stands alone', async () => {
    const { notify, grouping, screen, time } = setup()
    notify(aNotice('Main'), critical('Quay'))
    await time.pass(2)
    grouping.withdraw('Main/alert:1')
    grouping.withdraw('Quay/alert:1')
    expect(screen.size).toBe(0)
  })

  it('removes a combined notification once all of its parts are withdrawn', async () => {
    const { notify, grouping, screen, time } = setup()
    notify(aNotice('Main'), aNotice('Quay'))
    await time.pass(2)
    grouping.withdraw('Main/alert:1')
    expect(screen.size).toBe(1)
    grouping.withdraw('Quay/alert:1')
    expect(screen.size).toBe(0)
    expect(time.pending()).toBe(0)
  })

  it('is replaced without a sound by one that applies again after a while', async () => {
    const { notify, grouping, screen, shown, time } = setup()
    notify(aNotice('Main'), aNotice('Quay'), aNotice('Pier'))
    await time.pass(2)
    grouping.withdraw('Main/alert:1')
    await time.pass(29)
    expect(shown).toHaveLength(1)
    await time.pass(1)
    expect(shown[1]).toMatchObject({
      id: shown[0]?.id,
      title: '2 accounts are not monitored',
      body: `Quay, Pier: ${reason}.`,
      silent: true,
    })
    grouping.withdraw('Pier/alert:1')
    await time.pass(120)
    expect([...screen.values()]).toMatchObject([
      { id: shown[0]?.id, title: aNotice('Quay').title, body: 'Since 14:02.', silent: true },
    ])
    grouping.withdraw('Quay/alert:1')
    expect(screen.size).toBe(0)
  })

  it('joins a combined notification, and no longer stands alone, if shown again while it is up', async () => {
    const { notify, grouping, screen, titles, time } = setup()
    notify(aNotice('Main'))
    await time.pass(2)
    notify(aNotice('Main'), aNotice('Quay'))
    await time.pass(5)
    expect(titles().at(-1)).toBe('2 accounts are not monitored')
    expect(screen.size).toBe(1)
    grouping.withdraw('Main/alert:1')
    grouping.withdraw('Quay/alert:1')
    expect(screen.size).toBe(0)
  })

  it('for news leaves the rest as it is', async () => {
    const { notify, grouping, shown, time } = setup()
    notify(ended('Main'), ended('Quay'))
    await time.pass(2)
    grouping.withdraw('Main/over:sight/loan')
    await time.pass(900)
    expect(shown).toMatchObject([
      { title: '2 accounts are monitored again', body: 'Main, Quay.', silent: true },
    ])
  })

  it('is one of the new ones if shown again', async () => {
    const { notify, grouping, screen, time } = setup()
    notify(aNotice('Main', { topic: 'other' }), aNotice('Quay', { topic: 'other' }))
    await time.pass(2)
    notify(aNotice('Main', { topic: 'other', title: 'Main: once more' }))
    await time.pass(2)
    expect([...screen.values()].map(({ title }) => title)).toEqual([
      'Alerts of 2 accounts',
      'Main: once more',
    ])
    grouping.withdraw('Quay/alert:1')
    grouping.withdraw('Main/alert:1')
    expect(screen.size).toBe(0)
  })

  it('leaves the combined notification it was part of if shown again much later', async () => {
    const { notify, screen, time } = setup()
    notify(aNotice('Main', { topic: 'order' }), aNotice('Quay', { topic: 'order' }))
    await time.pass(600)
    notify(aNotice('Main', { topic: 'order' }), aNotice('Pier', { topic: 'order' }))
    await time.pass(15)
    expect([...screen.values()].map(({ body }) => body)).toEqual([
      `Main, Quay: ${reason}.`,
      `Main, Pier: ${reason}.`,
    ])
  })
})

describe('over any schedule', () => {
  const accounts = Array.from({ length: 12 }, (_, n) => `A${n}`)
  const step = fc.record({
    pause: fc.oneof(fc.constantFrom(0, 0, 0, 1), fc.integer({ min: 1, max: 300 })),
    act: fc.constantFrom('tell', 'tell', 'tell', 'take back'),
    account: fc.constantFrom(...accounts),
    number: fc.integer({ min: 0, max: 3 }),
    topic: fc.constantFrom(...noticeTopics, 'monitoring-lost' as const, 'critical' as const),
    asks: fc.boolean(),
  })
  const names = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), {
    minLength: 12,
    maxLength: 12,
  })

  it('passes critical ones at once and only once; the others are few, complete and named, and none is left behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 120, size: 'max' }),
        names,
        async (steps, called) => {
          const nameOf = (id: string): string => called[accounts.indexOf(id)] ?? ''
          const { time, grouping, shown, screen } = setup(
            Object.fromEntries(accounts.map((id) => [id, nameOf(id)])),
          )
          let criticals = 0
          /** Notifications that were passed on and not withdrawn, and whether that was allowed. */
          const open = new Map<
            string,
            { notice: AccountNotification; at: number; allowed: boolean }
          >()
          const now = (): number => time.timing.ticks() / 1000

          for (const { pause, act, account, number, topic, asks } of steps) {
            await time.pass(pause)
            const before = shown.length
            const notice = (topic === 'critical' ? critical : aNotice)(account, {
              id: `${account}/${topic}:${number}`,
              topic: topic,
              matters: [`${topic}:${number}`],
              summary: `summary ${number}`,
            })
            if (act === 'take back') {
              grouping.withdraw(notice.id)
              open.delete(notice.id)
              expect(shown).toHaveLength(before)
              continue
            }
            const full: readonly string[] = grouping.full()
            if (asks && full.includes(topic)) continue
            grouping.notify(notice)
            if (topic === 'over' || topic === 'monitored-again') continue
            open.set(notice.id, { notice, at: now(), allowed: !full.includes(topic) })
            if (topic === 'critical') criticals += 1
            const passed = shown.slice(before).map(({ id }) => id)
            expect(passed).toEqual(topic === 'critical' ? [notice.id] : [])
          }

          const ordinary = shown.filter(({ urgency }) => urgency !== 'critical')
          for (const { at } of ordinary) {
            const within = ordinary.filter((other) => other.at >= at && other.at < at + 900)
            expect(within.length).toBeLessThanOrEqual(mostGroupedNotices)
          }
          for (const { title, body } of shown) {
            expect(bytesOf(title)).toBeLessThanOrEqual(120)
            expect(bytesOf(title) + bytesOf(body)).toBeLessThanOrEqual(200)
            const counted = /^(?:Alerts of )?(\d+) accounts?\b/.exec(title)
            if (counted === null) continue
            const all = accounts.map((id) => accountLabel(nameOf(id)))
            const more = Number(/ and (\d+) more(?:: summary \d)?\.$/.exec(body)?.[1] ?? 0)
            const named = all.filter((label) => body.includes(label)).length
            expect(named).toBeGreaterThan(0)
            // One name can be part of another.
            expect(named + more).toBeGreaterThanOrEqual(Number(counted[1]))
          }
          expect(shown.filter(({ urgency }) => urgency === 'critical')).toHaveLength(criticals)
          /** On screen alone, or in a combined one: by its name, or among the rest. */
          const standsFor = (
            { profileId, id }: AccountNotification,
            one: AlertNotification,
          ): boolean =>
            one.id === id ||
            (one.id.startsWith('together/') &&
              (one.profileId === profileId ||
                / more/.test(one.body) ||
                one.body.includes(accountLabel(nameOf(profileId)))))
          for (const { notice, at, allowed } of open.values())
            if (allowed && now() - at > 121)
              expect([...screen.values()].some((one) => standsFor(notice, one))).toBe(true)

          for (const id of open.keys()) grouping.withdraw(id)
          for (const account of accounts)
            for (const topic of noticeTopics)
              for (let number = 0; number < 4; number += 1)
                grouping.withdraw(`${account}/${topic}:${number}`)
          expect([...screen.keys()]).toEqual([])
          expect(time.pending()).toBe(0)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('many accounts and one network', () => {
  const start = async (count: number) => {
    const room = setup()
    const { time, grouping } = room
    const ids = Array.from({ length: count }, (_, n) => `A${String(n).padStart(2, '0')}`)
    const store = openMemoryStorage(
      ids.map((id) => aProfile({ id, name: id })),
      time.clock,
    )
    onTestFinished(store.close)
    const accounts = ids.map((id) => {
      const alerts = openAccountAlerts({ id, demo: false, keyHint: 'ab12' }, store, {
        ...alertPorts(time, grouping),
        accountName: () => id,
      })
      return {
        id,
        alerts,
        portfolio: aPortfolio(id, { loan: 15, positions: 15, balance: 60 }),
        ltv: '25',
      }
    })
    let reachable = true
    const pushAnswer = (account: (typeof accounts)[number]): void => {
      if (reachable) {
        account.portfolio.answered('loan', {
          value: aLoan({ currentLtv: account.ltv }),
          at: time.clock(),
        })
        account.portfolio.answered('positions', { value: [aPosition({})], at: time.clock() })
        account.portfolio.answered('collateralSummary', {
          value: aCollateralSummary(),
          at: time.clock(),
        })
      } else account.portfolio.failedEverywhere(problem('unreachable'))
      account.alerts.portfolioChanged(account.portfolio.view())
    }
    /** Every account is polled every 15 seconds, each in its own second. */
    const pass = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        const at = Math.round(time.timing.ticks() / 1000)
        for (const [n, account] of accounts.entries()) if ((at + n) % 15 === 0) pushAnswer(account)
        await time.pass(1)
      }
    }
    await pass(60)
    return {
      ...room,
      accounts,
      pass,
      setNetwork: (works: boolean) => {
        reachable = works
      },
    }
  }

  it('reports an outage and its end in a few notifications each, with a margin call in between separate', async () => {
    const { accounts, pass, setNetwork, shown, screen, titles } = await start(50)
    expect(shown).toEqual([])
    setNetwork(false)
    await pass(300)
    expect(titles().length).toBeLessThanOrEqual(4)
    expect(titles().at(-1)).toBe('50 accounts are not monitored')
    for (const { alerts } of accounts) expect(alerts.view().level).toBe('unmonitored')

    setNetwork(true)
    const [first] = accounts
    if (first !== undefined) first.ltv = '76'
    const before = shown.length
    await pass(115)
    expect(shown.slice(before).filter(({ urgency }) => urgency === 'critical')).toHaveLength(1)
    await pass(185)
    const since = [...new Map(shown.slice(before).map((notice) => [notice.id, notice])).values()]
    expect(since.filter(({ urgency }) => urgency === 'critical').map(({ title }) => title)).toEqual(
      ['A00: BTC loan: LTV has reached margin call'],
    )
    expect(since.length).toBeLessThanOrEqual(1 + 4)
    expect([...screen.values()].some(({ title }) => title.endsWith('not monitored'))).toBe(false)
    for (const { alerts } of accounts) alerts.close()
    expect(screen.size).toBe(0)
  })

  it('reports an unstable network a few times in a quarter of an hour, and finally its last state', async () => {
    const { accounts, pass, setNetwork, shown, screen } = await start(10)
    for (let round = 0; round < 10; round += 1) {
      setNetwork(false)
      await pass(180)
      setNetwork(true)
      await pass(60)
    }
    setNetwork(false)
    await pass(1200)
    for (const { at } of shown) {
      const lost = shown.filter(
        (one) => one.at >= at && one.at < at + 900 && one.title.endsWith('not monitored'),
      )
      // Four that report it, and three that correct one.
      expect(lost.length).toBeLessThanOrEqual(7)
    }
    expect([...screen.values()].map(({ title }) => title)).toContain(
      '10 accounts are not monitored',
    )
    for (const { alerts } of accounts) alerts.close()
    expect(screen.size).toBe(0)
  })
})
