import { describe, expect, it } from 'vitest'
import {
  createTicker,
  nextAge,
  nextMinute,
  nextSpan,
} from '../../../../src/renderer/components/ticker.js'
import { ageText, spanText } from '../../../../src/renderer/components/times.js'
import { createFakeClock } from '../../../support/fake-clock.js'
import { createFakeSight } from '../../../support/fake-sight.js'

const start = 1_760_000_000

/**
 * Texts on screen: `reads` asks for the next tick as reading the clock does, once now and once
 * after each tick.
 */
function setup() {
  const time = createFakeClock(start)
  const page = createFakeSight(time.after)
  const ticks: string[] = []
  const readers = { seconds: (): void => undefined, minutes: (): void => undefined }
  const ticker = createTicker(time.clock, page.sight, (unit) => {
    ticks.push(unit)
    readers[unit]()
  })
  const reads = (unit: keyof typeof readers, ask: () => void): void => {
    readers[unit] = ask
    ask()
  }
  return { time, page, ticks, ticker, reads, readers }
}

/** An age that is on screen: its text, read whenever the ticker says so. */
function showAge({ ticker, readers }: ReturnType<typeof setup>, at: number) {
  const shown = { text: '' }
  const read = (): void => {
    const now = ticker.now()
    shown.text = ageText(now - at)
    const next = nextAge(at, now)
    readers.seconds = next === null ? read : () => undefined
    readers.minutes = next === null ? () => undefined : read
    if (next === null) ticker.everySecond()
    else ticker.at(next)
  }
  read()
  return shown
}

describe('the page’s clock', () => {
  it('sets no timer as long as nothing on screen shows a time', async () => {
    const { time, ticker, ticks } = setup()
    ticker.open()
    await time.pass(3600)
    expect([time.armed(), ticks]).toEqual([0, []])
  })

  it('ticks once a second for what shows seconds, as the wall clock does', async () => {
    const { time, ticker, ticks, reads } = setup()
    time.stall(0.4)
    ticker.open()
    reads('seconds', ticker.everySecond)
    await time.pass(0.5)
    expect(ticks).toEqual([])
    await time.pass(0.1)
    expect(ticks).toEqual(['seconds'])
    await time.pass(59)
    expect([ticks.length, time.armed()]).toEqual([60, 61])
  })

  it('ticks once a minute where everything shows minutes', async () => {
    const { time, ticker, ticks, reads } = setup()
    ticker.open()
    reads('minutes', () => ticker.at(nextMinute(ticker.now())))
    await time.pass(3600)
    expect([ticks.length, time.armed()]).toEqual([60, 61])
  })

  it('stops ticking once nothing that shows seconds is left', async () => {
    const { time, ticker, ticks, readers } = setup()
    ticker.open()
    ticker.everySecond()
    readers.seconds = () => undefined
    await time.pass(60)
    expect([ticks, time.pending()]).toEqual([['seconds'], 0])
  })

  it('shows every age as it is at each second, with as few ticks as that takes', async () => {
    const world = setup()
    world.ticker.open()
    const at = start - 0.25
    const shown = showAge(world, at)
    for (let second = 0; second < 2 * 3600; second += 1) {
      expect(shown.text, `after ${second} s`).toBe(ageText(second === 0 ? 0.25 : second + 0.25))
      await world.time.pass(1)
    }
    // Sixty seconds, then a tick a minute.
    expect(world.ticks.length).toBeLessThanOrEqual(60 + 119 + 1)
  })

  it('shows every remaining span as it is at each second', async () => {
    const { time, ticker, reads } = setup()
    ticker.open()
    const until = start + 2 * 3600 + 0.25
    let text = ''
    const read = (): void => {
      text = spanText(until - ticker.now())
      const next = nextSpan(until, ticker.now())
      if (next !== null) ticker.at(next)
    }
    reads('minutes', read)
    for (let left = 2 * 3600 + 0.25; left > 60; left -= 1) {
      expect(text, `${left} s before`).toBe(spanText(left))
      await time.pass(1)
    }
  })

  it('does nothing in a hidden page, and catches up as soon as it is seen', async () => {
    const world = setup()
    world.ticker.open()
    const shown = showAge(world, start)
    await world.time.pass(5)
    world.page.see(false)
    const [armed, ticks] = [world.time.armed(), world.ticks.length]
    await world.time.pass(3600)
    expect([world.time.armed() - armed, world.time.pending(), world.ticks.length - ticks]).toEqual([
      0, 0, 0,
    ])
    expect(shown.text).toBe(ageText(5))
    world.page.see(true)
    expect(shown.text).toBe(ageText(3605))
    await world.time.pass(60)
    expect(shown.text).toBe(ageText(3665))
  })

  it('sets no timer for what is rendered while the page is hidden', async () => {
    const { time, page, ticker, reads } = setup()
    page.see(false)
    ticker.open()
    reads('seconds', ticker.everySecond)
    await time.pass(60)
    expect(time.armed()).toBe(0)
  })

  it('ticks for what was rendered before it was opened', async () => {
    const { time, ticker, ticks, reads } = setup()
    reads('seconds', ticker.everySecond)
    expect(time.armed()).toBe(0)
    ticker.open()
    await time.pass(1)
    expect(ticks).toEqual(['seconds'])
  })

  it('notices within a minute that the computer’s clock was set back', async () => {
    const { time, ticker, ticks, reads } = setup()
    ticker.open()
    reads('minutes', () => ticker.at(nextMinute(ticker.now())))
    time.setClock(-7200)
    await time.pass(60)
    expect(ticks).toEqual(['seconds', 'minutes'])
    expect(ticker.now()).toBe(time.clock())
  })

  it('goes on after the computer’s clock was set back, even if the time was read before the next tick', async () => {
    const { time, ticker, ticks, reads } = setup()
    ticker.open()
    reads('seconds', () => ticker.everySecond())
    reads('minutes', () => ticker.at(nextMinute(ticker.now())))
    time.setClock(-3600)
    ticker.now()
    await time.pass(120)
    expect(ticks.filter((unit) => unit === 'seconds').length).toBeGreaterThanOrEqual(119)
    expect(ticks.filter((unit) => unit === 'minutes').length).toBeGreaterThanOrEqual(2)
  })

  it('never gives a time that is old by a second, though nothing ticks', async () => {
    const { time, ticker } = setup()
    ticker.open()
    await time.pass(600.5)
    expect(ticker.now()).toBe(start + 600.5)
  })

  it('leaves neither a timer nor a listener behind', async () => {
    const { time, page, ticker, ticks, reads } = setup()
    ticker.open()
    reads('seconds', ticker.everySecond)
    ticker.close()
    await time.pass(10)
    expect([time.pending(), page.listeners(), ticks]).toEqual([0, 0, []])
  })
})
