import { describe, expect, it } from 'vitest'
import { createSingleFlight } from '../../../src/main/exchange/single-flight.js'

const later = () => {
  let settle: (value: number) => void = () => undefined
  let break_: (reason: Error) => void = () => undefined
  const promise = new Promise<number>((resolve, reject) => {
    settle = resolve
    break_ = reject
  })
  return { promise, settle, break: break_ }
}

describe('single flight', () => {
  it('RTL-7 gives everybody who asks meanwhile the same answer', async () => {
    const share = createSingleFlight()
    const { promise, settle } = later()
    let started = 0
    const start = (): Promise<number> => {
      started += 1
      return promise
    }
    const answers = [share('balance', start), share('balance', start), share('balance', start)]
    settle(7)
    expect(await Promise.all(answers)).toEqual([7, 7, 7])
    expect(started).toBe(1)
  })

  it('asks anew once the answer is there', async () => {
    const share = createSingleFlight()
    expect(await share('balance', () => Promise.resolve(1))).toBe(1)
    expect(await share('balance', () => Promise.resolve(2))).toBe(2)
  })

  it('keeps different questions apart', async () => {
    const share = createSingleFlight()
    expect(await Promise.all([share('a', () => Promise.resolve(1)), share('b', () => Promise.resolve(2))])).toEqual([1, 2])
  })

  it('asks anew after a failure', async () => {
    const share = createSingleFlight()
    const broken = later()
    const answer = share('balance', () => broken.promise)
    broken.break(new Error('no'))
    await expect(answer).rejects.toThrow('no')
    expect(await share('balance', () => Promise.resolve(2))).toBe(2)
  })
})
