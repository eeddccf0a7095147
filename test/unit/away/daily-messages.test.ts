// The messages of a day at a public server: counted together, and spent on alerts first.
import { describe, expect, it } from 'vitest'
import { planPush, pushesLeft } from '../../../src/main/away/watch-plan.js'
import { aDestination, aRaised, createNtfyWorld, startOfAway } from '../../support/away-harness.js'
import { settled } from '../../support/fake-clock.js'

const watched = aDestination({ watch: { on: true, minutes: 15 } })
const [limit, day] = [250, 86_400]

describe('ALR-14 the messages of a day at a public server', () => {
  it('are those of all destinations there, with alerts, tests and the switch, from midnight on', async () => {
    const { add, away, pass, restart, setClock } = createNtfyWorld({ daily: limit })
    const id = await add(watched)
    await add(aDestination({ topic: 'second' }))
    away().raised(aRaised())
    await pass(5)
    await away().test(id)
    const used = () =>
      away()
        .view()
        .destinations.map(({ daily }) => daily?.used)
    expect(used()).toEqual([4, 4])
    restart()
    expect(used()).toEqual([4, 4])
    expect(away().view().destinations[0]?.daily).toMatchObject({
      limit,
      resetsAt: startOfAway + day / 2,
      isSlowed: false,
    })
    setClock(startOfAway + day / 2)
    expect(used()).toEqual([0, 0])
    // Set back by a moment.
    await pass(2)
    setClock(startOfAway + day / 2 - 5)
    expect(used()[0]).toBeGreaterThan(0)
  })

  it('are not counted at an own server, nor when nothing reached the public one', async () => {
    const { add, away, pass, fail } = createNtfyWorld()
    await add({ ...watched, address: 'https://ntfy.example' })
    fail(() => 'lost')
    await add(aDestination())
    away().raised(aRaised())
    await pass(60)
    expect(
      away()
        .view()
        .destinations.map(({ daily }) => daily?.used),
    ).toEqual([undefined, 0])
  })

  it('reach every alert while the switch slows down, and never make it report by mistake', async () => {
    const { add, away, pass, ntfy, near, clock } = createNtfyWorld({ daily: limit })
    await add(watched)
    near(true)
    let alerts = 0
    let isSlowed = false
    const longest = { first: 0, last: 0 }
    // Two days, the second of which has more alerts than were left to them.
    for (let minute = 0; minute < 2 * 24 * 60; minute += 1) {
      if (minute >= 720 && minute % 12 === 0 && minute < 720 + 24 * 60) {
        alerts += 1
        away().raised(aRaised({ alertId: String(minute), key: String(minute), at: clock() }))
        await settled()
      }
      await pass(60, 20)
      const [{ armedUntil = null, daily = null, lastPushAt = null } = {}] =
        away().view().destinations
      isSlowed ||= daily?.isSlowed === true
      const ahead = (armedUntil ?? 0) - (lastPushAt ?? 0)
      if (minute === 30) longest.first = ahead
      longest.last = Math.max(longest.last, ahead)
    }
    expect(isSlowed).toBe(true)
    expect(longest.first).toBe(300)
    expect(longest.last).toBeGreaterThan(900)
    expect(ntfy.delivered().map(({ title }) => title)).toEqual(
      Array.from({ length: alerts }, () => 'USDT loan: LTV has reached margin call'),
    )
    expect(ntfy.scheduled()).toHaveLength(1)
    expect(Math.max(...ntfy.perDay())).toBeLessThanOrEqual(limit)
  }, 60_000)

  it('are not used by what the server refuses', async () => {
    const { add, pass, away } = createNtfyWorld({ token: 'tk_right-one' })
    await add(watched, 'tk_wrong-one')
    await pass(86_400 / 2, 60)
    expect(away().view().destinations[0]?.daily).toMatchObject({ used: 0, isSlowed: false })
  }, 60_000)

  it('last for the day although every answer to the switch is lost, so that an alert arrives', async () => {
    const { add, pass, fail, away, ntfy, clock } = createNtfyWorld()
    await add(watched)
    await pass(2)
    fail(() => 'cut')
    await pass(11 * 3600, 20)
    expect(away().view().destinations[0]?.daily?.used).toBeLessThan(limit - 20)
    expect(ntfy.delivered()).toEqual([])
    fail(() => null)
    away().raised(aRaised({ at: clock() }))
    await pass(60)
    expect(ntfy.delivered()).toHaveLength(1)
  }, 60_000)

  it('leave forty to alerts, and four fifths of the rest once those are used', () => {
    expect([0, 190, 200, 225, 249, 250, 260].map((used) => pushesLeft(limit, used, 1))).toEqual([
      210, 20, 10, 5, 0.2, 0, 0,
    ])
    expect(pushesLeft(limit, 100, 2)).toBe(55)
  })

  it('decide how far apart the switch is moved ahead, and never leave it to run out', () => {
    expect(planPush(15, false, null)).toEqual({ minutes: 15, next: 600, isSlowed: false })
    expect(planPush(15, true, null)).toEqual({ minutes: 5, next: 150, isSlowed: false })
    expect(planPush(15, true, { pushes: 210, seconds: day })).toMatchObject({ minutes: 5 })
    expect(planPush(15, true, { pushes: 150, seconds: day })).toMatchObject({ minutes: 15 })
    expect(planPush(15, false, { pushes: 72, seconds: day })).toEqual({
      minutes: 30,
      next: 1200,
      isSlowed: true,
    })
    const last = planPush(15, false, { pushes: 0.5, seconds: 3600 })
    expect(last).toEqual({ minutes: 90, next: 3600, isSlowed: true })
  })
})
