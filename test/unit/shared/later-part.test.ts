import { describe, expect, it } from 'vitest'
import { createLaterPart } from '../../../src/shared/later-part.js'
import { ok } from '../../../src/shared/result.js'
import { deferred } from '../../support/order-harness.js'
import { worded } from '../../support/worded.js'

type Part = { name: string }

function setup(load: () => Promise<Part>) {
  const faults: unknown[] = []
  const later = createLaterPart(load, (fault) => faults.push(fault))
  return { later, faults, nameNow: () => later.use(({ name }) => Promise.resolve(ok(name))) }
}

describe('RES-6 a part that is loaded on first use', () => {
  it('is loaded once, even by simultaneous uses', async () => {
    const loading = deferred<Part>()
    let loads = 0
    const { later, nameNow } = setup(() => {
      loads += 1
      return loading.promise
    })
    expect([later.loaded(), loads]).toEqual([null, 0])
    const uses = [nameNow(), nameNow()]
    loading.open({ name: 'a part' })
    expect(await Promise.all(uses)).toEqual([ok('a part'), ok('a part')])
    expect(await nameNow()).toEqual(ok('a part'))
    expect([later.loaded(), loads]).toEqual([{ name: 'a part' }, 1])
  })

  it('fails with a message if it cannot be loaded, and the next use tries again', async () => {
    const missing = new Error('no such file')
    let isThere = false
    const { later, faults, nameNow } = setup(() =>
      isThere ? Promise.resolve({ name: 'a part' }) : Promise.reject(missing),
    )
    const said = {
      ok: false,
      error: {
        code: 'internal',
        reason: 'PART_NOT_LOADED',
        message:
          'This part of Plimsoll could not be loaded. Try again. If that does not help, restart Plimsoll, or reinstall it. Monitoring continues.',
      },
    }
    expect(worded(await Promise.all([nameNow(), nameNow()]))).toEqual([said, said])
    expect(worded(await nameNow())).toEqual(said)
    expect([faults, later.loaded()]).toEqual([[missing, missing], null])
    isThere = true
    expect(await nameNow()).toEqual(ok('a part'))
  })
})
