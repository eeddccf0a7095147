import { describe, expect, it } from 'vitest'
import { createCallRing } from '../../../src/main/calls/call-ring.js'
import { longestAnswer, mostCallBytes, mostCalls } from '../../../src/shared/calls/call.js'
import { aRecord } from '../../support/call-records.js'

const answerOf = (length: number) => ({ text: 'a'.repeat(length), bytes: length, cut: false })

describe('the call history', () => {
  it('keeps the last 500 and gives each a unique number', () => {
    const ring = createCallRing()
    for (let sent = 0; sent < mostCalls + 20; sent += 1) ring.add(aRecord())
    expect(ring.all()).toHaveLength(mostCalls)
    expect(ring.all()[0]?.id).toBe(21)
    expect(ring.newest()).toBe(mostCalls + 20)
  })

  it('stays within its byte limit with large answers: the oldest answers are dropped first, and their calls stay', () => {
    const ring = createCallRing()
    for (let sent = 0; sent < mostCalls; sent += 1)
      ring.add(aRecord({ answer: answerOf(longestAnswer) }))
    expect(ring.bytes()).toBeLessThanOrEqual(mostCallBytes)
    expect(ring.all()).toHaveLength(mostCalls)
    expect(ring.all()[0]?.answer).toBe('let-go')
    expect(ring.all().at(-1)?.answer).toEqual(answerOf(longestAnswer))
    const kept = ring.all().filter(({ answer }) => typeof answer !== 'string')
    expect(kept.length).toBeGreaterThan(40)
  })

  it('stays within its byte limit with large bodies: then the oldest calls are dropped', () => {
    const ring = createCallRing()
    for (let sent = 0; sent < 100; sent += 1) ring.add(aRecord({ body: 'b'.repeat(256 * 1024) }))
    expect(ring.bytes()).toBeLessThanOrEqual(mostCallBytes)
    expect(ring.all().length).toBeGreaterThan(5)
    expect(ring.all().at(-1)?.id).toBe(100)
  })

  it('counts what it keeps, and nothing that it dropped', () => {
    const ring = createCallRing({ calls: 2, bytes: mostCallBytes })
    ring.add(aRecord({ answer: answerOf(1000) }))
    const one = ring.bytes()
    for (let sent = 0; sent < 10; sent += 1) ring.add(aRecord({ answer: answerOf(1000) }))
    expect(ring.bytes()).toBe(2 * one)
  })
})
