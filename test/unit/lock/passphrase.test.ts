import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPassphrase, type ScryptCost, usualCost } from '../../../src/main/lock/passphrase.js'
import { waitAfter } from '../../../src/main/lock/lock-rules.js'
import { passphraseFault } from '../../../src/shared/lock/lock.js'
import { fail, ok } from '../../../src/shared/result.js'
import { cheapCost, memoryFiles, type MemoryPassphrase } from '../../support/lock-harness.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

const right = 'correct horse battery'

function setup(
  kept: MemoryPassphrase = { record: null },
  time = createFakeClock(),
  cost: ScryptCost = cheapCost,
) {
  let changes = 0
  const open = (itsCost = cost) =>
    createPassphrase({
      files: memoryFiles(kept),
      clock: time.clock,
      timing: time.timing,
      cost: itsCost,
      changed: () => (changes += 1),
    })
  return { kept, time, open, passphrase: open(), changes: () => changes }
}

async function setUp() {
  const all = setup()
  expect(await all.passphrase.change(null, right)).toEqual(ok(null))
  return all
}

describe('SEC-16 a passphrase', () => {
  it('opens with what it was set to, however the same characters are typed, and with nothing else', async () => {
    const { passphrase, kept, open } = await setUp()
    expect(passphrase.state()).toBe('set')
    expect(await passphrase.check(right)).toEqual(ok(null))
    expect(await passphrase.check(`${right} `)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_WRONG' },
    })
    expect(await passphrase.check(null)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_NEEDED' },
    })
    expect(await passphrase.check('')).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_NEEDED' },
    })
    expect(await open().check(right)).toEqual(ok(null))
    expect(await passphrase.change(right, 'Ångström ﬁne')).toEqual(ok(null))
    expect(await passphrase.check('A\u030Angstro\u0308m fine')).toEqual(ok(null))
    expect(JSON.stringify(kept.record)).not.toContain('ngstr')
  })

  it('can be verified from its record whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        async (text, other) => {
          fc.pre(
            passphraseFault(text) === null &&
              other !== '' &&
              other.normalize('NFKC') !== text.normalize('NFKC'),
          )
          const { passphrase, open } = setup()
          expect(await passphrase.change(null, text)).toEqual(ok(null))
          expect(await open().check(other)).toMatchObject({ ok: false })
          expect(await open().check(text)).toEqual(ok(null))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('has its own salt each time, and its cost beside it', async () => {
    const [one, other] = [await setUp(), await setUp()]
    expect(one.kept.record).toMatchObject(cheapCost)
    expect(one.kept.record).not.toEqual(other.kept.record)
    expect(usualCost).toEqual({ n: 131_072, r: 8, p: 1 })
  })

  it('is hashed again at the current cost after a correct attempt', async () => {
    const { kept, open } = await setUp()
    const dearer = { ...cheapCost, n: 4 }
    expect(await open(dearer).check('wrong wrong')).toMatchObject({ ok: false })
    expect(kept.record).toMatchObject(cheapCost)
    expect(await open(dearer).check(right)).toEqual(ok(null))
    expect(kept.record).toMatchObject(dearer)
    expect(await open(dearer).check(right)).toEqual(ok(null))
  })

  it('has at least eight characters, and requires the current one to change', async () => {
    const { passphrase } = setup()
    expect(worded(await passphrase.change(null, 'seven77'))).toMatchObject({
      ok: false,
      error: { fields: { next: ['At least 8 characters.'] } },
    })
    expect(worded(await passphrase.change(null, 'x'.repeat(257)))).toMatchObject({
      ok: false,
      error: { fields: { next: ['At most 256 characters.'] } },
    })
    expect(passphrase.state()).toBe('none')
    await passphrase.change(null, right)
    expect(await passphrase.change(null, 'another one')).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_NEEDED' },
    })
    expect(await passphrase.change('wrong wrong', null)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_WRONG' },
    })
    expect(passphrase.state()).toBe('set')
    expect(await passphrase.change(right, null)).toEqual(ok(null))
    expect(passphrase.state()).toBe('none')
    expect(await passphrase.check(null)).toEqual(ok(null))
  })

  it('delays longer after each wrong attempt, even if the next is right, and after a restart', async () => {
    const { passphrase, time, open } = await setUp()
    for (let tries = 1; tries <= 12; tries += 1) {
      const wait = waitAfter(tries)
      expect(await passphrase.check('wrong wrong')).toMatchObject({
        ok: false,
        error: { reason: 'PASSPHRASE_WRONG' },
      })
      expect(passphrase.retryAt()).toBe(wait === 0 ? null : time.clock() + wait)
      if (wait === 0) continue
      const waiting = {
        ok: false,
        error: { code: 'busy', reason: 'PASSPHRASE_WAIT', retryAt: time.clock() + wait },
      }
      expect(await passphrase.check(right)).toMatchObject(waiting)
      expect(await open().check(right)).toMatchObject(waiting)
      await time.pass(wait)
    }
    expect(await passphrase.check(right)).toEqual(ok(null))
    expect(await passphrase.check('wrong wrong')).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_WRONG' },
    })
    expect(passphrase.retryAt()).toBe(null)
  })

  it('keeps the delay whatever the clock is set to, and no longer', async () => {
    const { passphrase, time, open } = await setUp()
    for (let tries = 1; tries <= 8; tries += 1) {
      await passphrase.check('wrong wrong')
      if (tries < 8) await time.pass(waitAfter(tries))
    }
    time.setClock(86_400)
    expect(passphrase.retryAt()).toBe(time.clock() + 4)
    time.setClock(-10 * 86_400)
    expect(passphrase.retryAt()).toBe(time.clock() + 4)
    expect(open().retryAt()).toBe(time.clock() + 4)
    await time.pass(4)
    expect(await passphrase.check(right)).toEqual(ok(null))
  })

  it('counts an attempt before checking it, and checks one at a time', async () => {
    const { passphrase, kept } = await setUp()
    const first = passphrase.check('wrong wrong')
    expect(kept.record).toMatchObject({ wrong: 1 })
    expect(await passphrase.check(right)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_BUSY' },
    })
    await first
    await passphrase.check(right)
    expect(kept.record).toMatchObject({ wrong: 0 })
  })

  it('counts in memory if the disk refuses, and locks nobody out', async () => {
    const { passphrase, kept, time } = await setUp()
    kept.refuses = true
    for (let tries = 0; tries < 6; tries += 1) await passphrase.check('wrong wrong')
    expect(passphrase.retryAt()).toBe(time.clock() + 1)
    await time.pass(1)
    expect(await passphrase.check(right)).toEqual(ok(null))
    expect(await passphrase.change(right, null)).toMatchObject({ ok: false })
    expect(passphrase.state()).toBe('set')
  })

  it('stays locked if its record is damaged; other proof waits and counts like an attempt', async () => {
    const { passphrase } = setup({ record: 'damaged' })
    expect(passphrase.state()).toBe('damaged')
    expect(await passphrase.check(right)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_DAMAGED' },
    })
    expect(await passphrase.change(null, right)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_DAMAGED' },
    })
    const wrong = { code: 'bad-input', message: 'no' } as const
    for (let tries = 0; tries < 6; tries += 1)
      expect(await passphrase.attempt(() => Promise.resolve(ok(false)), wrong)).toMatchObject({
        ok: false,
      })
    expect(await passphrase.attempt(() => Promise.resolve(ok(true)), wrong)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_WAIT' },
    })
  })

  it('does not count what could not be checked', async () => {
    const { passphrase, kept } = await setUp()
    const trouble = fail({ code: 'keychain-locked', message: 'locked' } as const)
    expect(
      await passphrase.attempt(() => Promise.resolve(trouble), {
        code: 'bad-input',
        message: 'no',
      }),
    ).toEqual(trouble)
    expect(
      await passphrase.attempt(() => Promise.reject(new Error('x')), {
        code: 'bad-input',
        message: 'no',
      }),
    ).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    })
    expect(kept.record).toMatchObject({ wrong: 0 })
  })
})
