import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NonceRepository } from '../../../src/main/exchange/nonce-repository.js'
import { createNonceGenerator, keyIdOf } from '../../../src/main/exchange/signer.js'
import { Secret } from '../../../src/main/keychain/secret.js'

function createRepository(marks = new Map<string, string>()) {
  const raised: string[] = []
  const repository: NonceRepository = {
    highWater: (keyId) => marks.get(keyId) ?? null,
    raise: (keyId, nonce) => {
      raised.push(nonce)
      marks.set(keyId, nonce)
    },
  }
  return { repository, marks, raised }
}

function setup(startsAt = 1_700_000_000) {
  const time = { now: startsAt }
  const kept = createRepository()
  const open = () => createNonceGenerator(() => time.now, kept.repository)
  return { time, ...kept, open, nonce: open() }
}

describe('the nonce', () => {
  it('is the Unix time in milliseconds as decimal text', () => {
    const { nonce } = setup(1_700_000_000.4567)
    expect(nonce.next('key')).toEqual({ text: '1700000000456', recorded: true })
  })

  it('NET-13 grows by one within the same millisecond', () => {
    const { nonce } = setup()
    expect([nonce.next('key').text, nonce.next('key').text, nonce.next('key').text]).toEqual([
      '1700000000000',
      '1700000000001',
      '1700000000002',
    ])
  })

  it('NET-13 grows by one when the clock is exactly at the last one', () => {
    const { nonce, time } = setup()
    nonce.next('key')
    nonce.next('key')
    time.now += 0.001
    expect(nonce.next('key').text).toBe('1700000000002')
  })

  it('NET-13 grows when the clock jumps back an hour, and follows it forward again', () => {
    const { nonce, time } = setup()
    nonce.next('key')
    time.now -= 3600
    expect(nonce.next('key').text).toBe('1700000000001')
    time.now += 7200
    expect(nonce.next('key').text).toBe('1700003600000')
  })

  it('NET-13 stores its mark before a nonce is issued', () => {
    const { nonce, marks } = setup()
    for (let call = 0; call < 50; call += 1) {
      const { text } = nonce.next('key')
      expect(Number(marks.get('key'))).toBeGreaterThanOrEqual(Number(text))
    }
  })

  it('writes once for a burst, and never further ahead than five seconds', () => {
    const { nonce, raised, time } = setup()
    for (let call = 0; call < 100; call += 1) nonce.next('key')
    expect(raised).toHaveLength(1)
    expect(Number(raised[0]) - time.now * 1000).toBeLessThan(5000)
    time.now += 10
    nonce.next('key')
    expect(raised).toHaveLength(2)
  })

  it('NET-13 continues above its mark after a restart with the clock set back', () => {
    const { nonce, time, open } = setup()
    const before = Number(nonce.next('key').text)
    time.now -= 86_400
    expect(Number(open().next('key').text)).toBeGreaterThan(before)
  })

  it('keeps one sequence per key', () => {
    const { nonce } = setup()
    expect(nonce.next('one').text).toBe('1700000000000')
    expect(nonce.next('other').text).toBe('1700000000000')
    expect(nonce.next('one').text).toBe('1700000000001')
  })

  it.each(['', 'abc', '-5', '1e3', '9'.repeat(30), '1700000000000.5'])(
    'ignores a mark that is not ours (%j)',
    (mark) => {
      const { open, marks } = setup()
      marks.set('key', mark)
      expect(open().next('key').text).toBe('1700000000000')
    },
  )

  it('continues without a record when the disk cannot be written, and recovers', () => {
    const { repository, marks } = createRepository()
    let broken = true
    const nonce = createNonceGenerator(() => 1_700_000_000, {
      ...repository,
      raise: (keyId, mark) => {
        if (broken) throw new Error('disk full')
        repository.raise(keyId, mark)
      },
    })
    expect(nonce.next('key')).toEqual({ text: '1700000000000', recorded: false })
    expect(nonce.next('key')).toEqual({ text: '1700000000001', recorded: false })
    broken = false
    expect(nonce.next('key')).toEqual({ text: '1700000000002', recorded: true })
    expect(marks.get('key')).toBe('1700000004002')
  })

  it('never lowers a mark it could not read', () => {
    const { repository, marks, raised } = createRepository(new Map([['key', '1800000000000']]))
    let broken = true
    const nonce = createNonceGenerator(() => 1_700_000_000, {
      ...repository,
      highWater: (keyId) => {
        if (broken) throw new Error('database is locked')
        return repository.highWater(keyId)
      },
    })
    expect(nonce.next('key')).toEqual({ text: '1700000000000', recorded: false })
    expect(raised).toEqual([])
    broken = false
    expect(nonce.next('key')).toEqual({ text: '1800000000001', recorded: true })
    expect(marks.get('key')).toBe('1800000004001')
  })

  it('NET-13 strictly increases under any clock, any bursts and any restarts', () => {
    const step = fc.record({
      jump: fc.oneof(
        fc.constant(0),
        fc.double({ min: -1e8, max: 1e8, noNaN: true }),
        fc.constantFrom(0.0005, 0.001, -0.001),
      ),
      calls: fc.integer({ min: 1, max: 5 }),
      restart: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { time, open } = setup()
        let nonce = open()
        let last = 0n
        for (const { jump, calls, restart } of steps) {
          time.now = Math.max(0, time.now + jump)
          if (restart) nonce = open()
          for (let call = 0; call < calls; call += 1) {
            const next = nonce.next('key')
            expect(next.text).toMatch(/^\d+$/)
            expect(BigInt(next.text) > last).toBe(true)
            last = BigInt(next.text)
          }
        }
      }),
    )
  })

  it('identifies a key by a digest that does not reveal it', () => {
    const id = keyIdOf(Secret.of('public-key-1'))
    expect(id).toMatch(/^[0-9a-f]{64}$/)
    expect(keyIdOf(Secret.of('public-key-1'))).toBe(id)
    expect(keyIdOf(Secret.of('public-key-2'))).not.toBe(id)
  })
})
