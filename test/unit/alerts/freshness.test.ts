import { describe, expect, it } from 'vitest'
import { createAwakeTime } from '../../../src/main/alerts/freshness.js'
import { createVirtualTime } from '../../support/virtual-time.js'

const setup = () => {
  const time = createVirtualTime()
  const awake = createAwakeTime(time)
  /** Passes time with a note every five seconds. */
  const pass = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      time.stall(5)
      awake.update()
    }
  }
  return { time, awake, pass }
}

describe('awake time', () => {
  it('goes on as long as it is noted', () => {
    const { awake, pass } = setup()
    pass(600)
    expect(awake.seconds()).toBe(600)
    expect(awake.wokeUpAt()).toBeNull()
  })

  it('FLT-11 sleep does not count, whether ticks stand still in it or go on', () => {
    const { time, awake, pass } = setup()
    pass(60)
    time.sleep(36_000)
    awake.update()
    expect(awake.seconds()).toBe(60)
    expect(awake.wokeUpAt()).toBe(60)
    pass(60)
    time.stall(36_000)
    awake.update()
    expect(awake.seconds()).toBeLessThanOrEqual(135)
    expect(awake.wokeUpAt()).toBe(awake.seconds())
  })

  it('a clock that is set changes nothing, and set back it is no awakening', () => {
    const { time, awake, pass } = setup()
    time.setClock(-600)
    pass(10)
    expect(awake.seconds()).toBe(10)
    expect(awake.wokeUpAt()).toBeNull()
    time.setClock(600)
    pass(10)
    expect(awake.seconds()).toBe(20)
  })

  it('takes a report of waking up from the system, too', () => {
    const { awake, pass } = setup()
    pass(30)
    awake.onResume()
    expect(awake.wokeUpAt()).toBe(30)
  })
})
