import { describe, expect, it } from 'vitest'
import { SettingsStore } from '../../../../src/renderer/settings/settings-store.svelte.js'
import { defaultSettings, type Settings } from '../../../../src/shared/settings/settings.js'
import type { Problem } from '../../../../src/shared/problem.js'
import type { Bridge } from '../../../../src/shared/contract.js'
import { fail, ok, type Result } from '../../../../src/shared/result.js'

const trouble: Problem = { code: 'store-trouble', message: 'The disk is full.' }

/** A store whose requests wait until they are answered here. */
function setup() {
  const waiting: ((answer: Result<Settings, Problem>) => void)[] = []
  const bridge = {
    ask: () => new Promise((answer) => waiting.push(answer as never)),
    listen: () => () => undefined,
  } as unknown as Bridge
  const store = new SettingsStore(bridge)
  store.open()
  const answer = async (result: Result<Settings, Problem>): Promise<void> => {
    waiting.shift()?.(result)
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
  }
  return { store, answer }
}

describe('UX-46 hiding amounts', () => {
  it('is on until main has sent the setting', async () => {
    const { store, answer } = setup()
    expect(store.amountsHidden).toBe(true)
    await answer(ok(defaultSettings))
    expect(store.amountsHidden).toBe(false)
  })

  it('is on as soon as requested, and off as soon as that is', async () => {
    const { store, answer } = setup()
    await answer(ok(defaultSettings))
    const hiding = store.hideAmounts(true)
    expect(store.amountsHidden).toBe(true)
    await answer(ok({ ...defaultSettings, hideAmounts: true }))
    await hiding
    expect(store.amountsHidden).toBe(true)
    const showing = store.hideAmounts(false)
    expect(store.amountsHidden).toBe(false)
    await answer(ok(defaultSettings))
    await showing
    expect(store.amountsHidden).toBe(false)
  })

  it('stays on if the setting could not be saved, and follows the next choice', async () => {
    const { store, answer } = setup()
    await answer(ok(defaultSettings))
    const hiding = store.hideAmounts(true)
    await answer(fail(trouble))
    await hiding
    expect(store.amountsHidden).toBe(true)
    expect(store.failedRequest.problem).toEqual(trouble)
    const showing = store.hideAmounts(false)
    await answer(ok(defaultSettings))
    await showing
    expect(store.amountsHidden).toBe(false)
  })

  it('returns to on if showing was refused', async () => {
    const { store, answer } = setup()
    await answer(ok({ ...defaultSettings, hideAmounts: true }))
    const showing = store.hideAmounts(false)
    await answer(fail(trouble))
    await showing
    expect(store.amountsHidden).toBe(true)
  })
})
