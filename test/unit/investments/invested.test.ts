import { describe, expect, it } from 'vitest'
import { openInvested } from '../../../src/main/investments/invested.js'
import { createPollScheduler } from '../../../src/main/polling/poll-scheduler.js'
import { freshnessOf } from '../../../src/shared/portfolio/feed.js'
import type { InvestedView } from '../../../src/shared/investments/invested.js'
import type {
  ActiveFixedInvestment,
  OpenFlexInvestment,
} from '../../../src/shared/investments/investment.js'
import { fail, ok } from '../../../src/shared/result.js'
import { aFixedInvestment, anOpenFlex } from '../../fixtures/portfolio/investments.js'
import { type Answer, anUnreadable, problem } from '../../support/fake-exchange-client.js'
import { createFakeClock } from '../../support/fake-clock.js'

function setup() {
  const time = createFakeClock()
  const scheduler = createPollScheduler(time)
  const asked: string[] = []
  const fine = <T>(value: T, more: object = {}): Answer<T> =>
    ok({ value, at: time.clock(), ...more })
  const answers: {
    flexible: () => Answer<OpenFlexInvestment[]>
    fixed: () => Answer<ActiveFixedInvestment[]>
  } = {
    flexible: () => fine([anOpenFlex()]),
    fixed: () => fine([aFixedInvestment()]),
  }
  const client = {
    flexInvestments: ({ offset }: { offset: number }) => {
      asked.push(`flexible ${offset}`)
      return Promise.resolve(answers.flexible())
    },
    activeFixedInvestments: ({ offset }: { offset: number }) => {
      asked.push(`fixed ${offset}`)
      return Promise.resolve(answers.fixed())
    },
  }
  let isAccepted = true
  const reading = { isMissing: false }
  const views: InvestedView[] = []
  const invested = openInvested('a', {
    ...time,
    scheduler,
    client: () => (isAccepted ? client : null),
    changed: (view) => views.push(view),
    fixedRead: () => reading,
  })
  return {
    time,
    asked,
    reading,
    answers,
    fine,
    invested,
    views,
    accept: (is: boolean) => (isAccepted = is),
  }
}

describe("an account's investments", () => {
  it('are read a few seconds after the key was accepted, and every five minutes from then on', async () => {
    const { time, asked, invested, accept, views } = setup()
    accept(false)
    await time.pass(60)
    expect(asked).toEqual([])
    expect(invested.view()).toMatchObject({
      profileId: 'a',
      flexible: { value: null, problem: null },
      fixed: { value: null },
    })
    accept(true)
    await time.pass(10)
    expect(asked).toEqual(['flexible 0', 'fixed 0'])
    expect(invested.view()).toMatchObject({
      flexible: { value: [anOpenFlex()], source: 'live', every: 300 },
      fixed: { value: [aFixedInvestment()], source: 'live', every: 300 },
    })
    expect(views.at(-1)).toBe(invested.view())
    await time.pass(600)
    expect(asked).toHaveLength(6)
    expect(freshnessOf(invested.view().fixed, time.clock())).toBe('fresh')
  })

  it('are read again after a minute if a fixed one is missing, so that its end is confirmed soon', async () => {
    const { time, asked, reading } = setup()
    const fixedAsked = (): number => asked.filter((one) => one.startsWith('fixed')).length
    reading.isMissing = true
    await time.pass(10)
    expect(fixedAsked()).toBe(1)
    reading.isMissing = false
    await time.pass(60)
    expect(fixedAsked()).toBe(2)
    await time.pass(200)
    expect(fixedAsked()).toBe(2)
  })

  it('name what this key may not read, keep the other list, and retry every ten minutes only', async () => {
    const { time, asked, answers, invested } = setup()
    answers.flexible = () => fail(problem('b2b-only'))
    await time.pass(10)
    expect(invested.view()).toMatchObject({
      flexible: { value: null, every: null, problem: { code: 'b2b-only' } },
      fixed: { value: [aFixedInvestment()], problem: null },
    })
    await time.pass(570)
    expect(asked.filter((one) => one.startsWith('flexible'))).toHaveLength(1)
    await time.pass(60)
    expect(asked.filter((one) => one.startsWith('flexible'))).toHaveLength(2)
  })

  it('keep the last read when a read fails, marked as late and then stale, and retry soon', async () => {
    const { time, asked, answers, invested } = setup()
    await time.pass(10)
    answers.fixed = () => fail(problem('unreachable'))
    await time.pass(310)
    expect(invested.view().fixed).toMatchObject({
      value: [aFixedInvestment()],
      problem: { code: 'unreachable' },
    })
    expect(freshnessOf(invested.view().fixed, time.clock())).toBe('late')
    const before = asked.filter((one) => one.startsWith('fixed')).length
    await time.pass(100)
    expect(asked.filter((one) => one.startsWith('fixed')).length).toBe(before + 2)
    await time.pass(600)
    expect(freshnessOf(invested.view().fixed, time.clock())).toBe('stale')
  })

  it('are read at once when the exchange can be reached again, but not before a pause it asked for', async () => {
    const { time, asked, answers, invested } = setup()
    answers.flexible = () => fail(problem('rate-limited', { retryAt: time.clock() + 200 }))
    answers.fixed = () => fail(problem('unreachable'))
    await time.pass(100)
    answers.fixed = () => ok({ value: [aFixedInvestment()], at: time.clock() })
    asked.length = 0
    invested.recovered()
    await time.pass(1)
    expect(asked).toEqual(['fixed 0'])
    expect(invested.view().fixed.problem).toBeNull()
    invested.recovered()
    await time.pass(1)
    expect(asked).toEqual(['fixed 0'])
  })

  it('wait as long as the exchange asks', async () => {
    const { time, asked, answers } = setup()
    answers.flexible = () => fail(problem('rate-limited', { retryAt: time.clock() + 200 }))
    await time.pass(190)
    expect(asked.filter((one) => one.startsWith('flexible'))).toHaveLength(1)
    await time.pass(30)
    expect(asked.filter((one) => one.startsWith('flexible'))).toHaveLength(2)
  })

  it('include every page, with what could not be read', async () => {
    const { time, asked, answers, fine, invested } = setup()
    let page = 0
    answers.flexible = () => {
      page += 1
      const count = page === 1 ? 100 : 3
      return fine(
        Array.from({ length: count }, (_, at) => anOpenFlex({ id: `${page}-${at}` })),
        page === 2 ? { unreadable: [anUnreadable({ place: 4 })] } : {},
      )
    }
    await time.pass(10)
    expect(asked.slice(0, 2)).toEqual(['flexible 0', 'flexible 100'])
    expect(invested.view().flexible.value).toHaveLength(103)
    expect(invested.view().flexible).toMatchObject({ more: false, unreadable: [{ place: 104 }] })
  })

  it('count as remembered after sleep until read again, which is soon, and at once on a refresh', async () => {
    const { time, asked, invested, views } = setup()
    await time.pass(10)
    time.setClock(3600)
    await time.pass(6)
    expect(views.some(({ fixed }) => fixed.source === 'cache' && fixed.value !== null)).toBe(true)
    await time.pass(10)
    expect(invested.view()).toMatchObject({
      flexible: { source: 'live' },
      fixed: { source: 'live' },
    })
    const before = asked.length
    invested.refresh()
    await time.pass(1)
    expect(asked.length).toBe(before + 2)
  })

  it('request nothing once closed', async () => {
    const { time, asked, invested } = setup()
    await time.pass(10)
    invested.close()
    await time.pass(900)
    expect(asked).toHaveLength(2)
  })
})
