import { describe, expect, it } from 'vitest'
import { SettingsFileStore } from '../../../../src/renderer/settings/settings-file-store.svelte.js'
import type { Reply } from '../../../../src/shared/contract.js'
import type { Problem } from '../../../../src/shared/problem.js'
import { fail, ok } from '../../../../src/shared/result.js'
import { scenes } from '../../../fixtures/portfolio/scenes.js'
import { createFakeBridge } from '../../../support/fake-bridge/fake-bridge.js'

const gone: Problem = { code: 'gone', message: 'chosen again' }
const busy: Problem = { code: 'busy', message: 'under way' }

async function opened() {
  const fake = createFakeBridge(scenes.ordinary())
  const store = new SettingsFileStore(fake.bridge)
  await store.open()
  return { fake, store }
}

/** An import that waits for main, and a cancel meanwhile. */
async function cancelledWhileImporting(reply: Reply<'settings-file/discard'>) {
  const { fake, store } = await opened()
  fake.hold('settings-file/import')
  fake.answer('settings-file/discard', reply)
  const importing = store.import()
  const isLeft = await store.discard()
  return { fake, store, importing, isLeft }
}

describe('UX-74 the import of a settings file', () => {
  it('is gone from the page if a cancel came before it was written', async () => {
    const { fake, store, importing, isLeft } = await cancelledWhileImporting(
      ok({ discarded: true }),
    )
    expect(isLeft).toBe(true)
    expect([store.review, store.busy]).toEqual([null, false])
    fake.answer('settings-file/import', fail(gone))
    fake.release('settings-file/import')
    await importing
    expect([store.problem, store.outcome]).toEqual([null, null])
  })

  it('is waited for, and its outcome shown, if it was written before the cancel', async () => {
    for (const reply of [ok({ discarded: false }), fail(busy)]) {
      const { fake, store, importing, isLeft } = await cancelledWhileImporting(reply)
      expect(isLeft).toBe(false)
      expect([store.review !== null, store.busy]).toEqual([true, true])
      fake.release('settings-file/import')
      await importing
      expect([store.review, store.outcome]).toEqual([null, { added: 1 }])
      expect(await store.discard()).toBe(true)
    }
  })

  it('shows its outcome if that arrives before the answer to the cancel', async () => {
    const { fake, store } = await opened()
    fake.hold('settings-file/discard')
    fake.answer('settings-file/discard', ok({ discarded: false }))
    const importing = store.import()
    const leaving = store.discard()
    await importing
    fake.release('settings-file/discard')
    expect(await leaving).toBe(false)
    expect(store.outcome).toEqual({ added: 1 })
  })

  it('keeps its preview if a second check fails, unless the file is gone', async () => {
    const { fake, store } = await opened()
    const { review } = store
    fake.answer('settings-file/review', fail(busy))
    await store.checkAgain()
    expect([store.review, store.problem]).toEqual([review, busy])
    fake.answer('settings-file/review', fail(gone))
    await store.checkAgain()
    expect([store.review, store.problem]).toEqual([null, gone])
  })
})
