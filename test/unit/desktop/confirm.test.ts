import type { BrowserWindow } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { confirmDialogOptions, createConfirm } from '../../../src/main/desktop/dialogs.js'
import { worded } from '../../support/worded.js'

const arm = { title: 'Arm trading?', message: 'Arm?', detail: '', confirm: 'Arm trading' }
const other = { ...arm, title: 'Loosen the limits?' }

function setup() {
  let ticks = 0
  let answer: () => Promise<boolean | number> = () => Promise.resolve(false)
  let window: BrowserWindow | null = null
  let hidden = false
  let timesLocked = 0
  const showMessageBox = vi.fn(async (..._asked: unknown[]) => {
    const pressed = await answer()
    return {
      response: typeof pressed === 'number' ? pressed : pressed ? 0 : 1,
      checkboxChecked: false,
    }
  })
  const ask = createConfirm({
    amountsHidden: () => hidden,
    dialog: { showMessageBox },
    window: () => window,
    ticks: () => ticks,
    clock: () => 1_760_000_000 + ticks / 1000,
    timesLocked: () => timesLocked,
  })
  return {
    ask,
    showMessageBox,
    lock: () => {
      timesLocked += 1
    },
    shown: () => showMessageBox.mock.calls.length,
    over: (parent: BrowserWindow) => {
      window = parent
    },
    says: (next: () => Promise<boolean | number>) => {
      answer = next
    },
    hide: (now: boolean) => {
      hidden = now
    },
    pass: (ms: number) => {
      ticks += ms
    },
  }
}

describe('questions in system dialogs', () => {
  it('UX-46 does not ask a question that states amounts while they are hidden, and says why', async () => {
    const { ask, shown, hide, says } = setup()
    says(() => Promise.resolve(true))
    hide(true)
    expect(await ask({ ...arm, statesAmounts: true })).toMatchObject({
      ok: false,
      error: { code: 'amounts-hidden' },
    })
    expect(shown()).toBe(0)
    expect(await ask(arm)).toEqual({ ok: true, value: null })
    hide(false)
    expect(await ask({ ...arm, statesAmounts: true })).toEqual({ ok: true, value: null })
  })

  it('SEC-16 ignores a yes given after Plimsoll was locked', async () => {
    const { ask, says, lock } = setup()
    says(() => Promise.resolve(true))
    expect(await ask(arm)).toEqual({ ok: true, value: null })
    says(() => {
      lock()
      return Promise.resolve(true)
    })
    expect(await ask(arm)).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  })

  it('delays the same question after a no more each time, up to five minutes', async () => {
    const { ask, shown, pass } = setup()
    for (const [round, seconds] of [2, 8, 32, 128, 300, 300].entries()) {
      expect(await ask(arm)).toMatchObject({ ok: false, error: { reason: 'BOX' } })
      pass(seconds * 1000 - 1)
      expect(await ask({ ...arm, message: 'Arm, please?' })).toMatchObject({
        ok: false,
        error: { code: 'busy', reason: 'BOX_AGAIN' },
      })
      expect(shown()).toBe(round + 1)
      pass(1)
    }
  })

  it('restarts the delay, for the announced time at most, if nobody answers or each question is about another order', async () => {
    const { ask, pass } = setup()
    const send = { ...arm, title: 'Send this?', mostWait: 2000 }
    for (let round = 0; round < 5; round += 1) {
      expect(await ask(send)).toMatchObject({ error: { reason: 'BOX' } })
      expect(await ask(send)).toMatchObject({ error: { reason: 'BOX_AGAIN' } })
      pass(2000)
      expect(await ask(arm)).toMatchObject({ error: { reason: 'BOX' } })
      pass(63_000)
    }
  })

  it('says when it can be asked again', async () => {
    const { ask } = setup()
    await ask(arm)
    expect(worded(await ask(arm))).toMatchObject({
      error: {
        message: 'You just declined a question like this. It can be asked again in 2 seconds.',
        retryAt: 1_760_000_002,
      },
    })
  })

  it('ends the delay after a yes, and never delays another question', async () => {
    const { ask, says, pass } = setup()
    await ask(arm)
    expect(await ask(other)).toMatchObject({ error: { reason: 'BOX' } })
    pass(2000)
    says(() => Promise.resolve(true))
    expect(await ask(arm)).toEqual({ ok: true, value: null })
    says(() => Promise.resolve(false))
    await ask(arm)
    pass(2000)
    expect(await ask(arm)).toMatchObject({ error: { reason: 'BOX' } })
  })

  it('shows one dialog at a time; one that cannot be shown is a no', async () => {
    const { ask, says } = setup()
    let close: (agreed: boolean) => void = () => undefined
    says(() => new Promise((resolve) => (close = resolve)))
    const first = ask(arm)
    expect(await ask(other)).toMatchObject({ ok: false, error: { reason: 'BOX_OPEN' } })
    close(true)
    expect(await first).toEqual({ ok: true, value: null })
    says(() => Promise.reject(new Error('no display')))
    expect(await ask(other)).toMatchObject({ ok: false, error: { reason: 'BOX' } })
  })
})

describe('a question of the operating system', () => {
  it('IPC-11 defaults to cancelling, and names the act on the other button', () => {
    const { buttons, defaultId, cancelId } = confirmDialogOptions(arm)
    expect(buttons).toEqual(['Arm trading', 'Cancel'])
    expect([defaultId, cancelId]).toEqual([1, 1])
  })

  it('keeps underscores and ampersands, which no desktop takes for access keys', () => {
    const options = confirmDialogOptions({ ...arm, confirm: 'Buy 1 BTC_USDT & more' })
    expect(options).toMatchObject({
      normalizeAccessKeys: true,
      buttons: ['Buy 1 BTC_USDT && more', 'Cancel'],
    })
  })

  it('is confirmed only by the button that names the act', async () => {
    for (const [button, isConfirmed] of [
      [0, true],
      [1, false],
      [-1, false],
    ] as const) {
      const { ask, says } = setup()
      says(() => Promise.resolve(button))
      expect((await ask(arm)).ok).toBe(isConfirmed)
    }
  })

  it('belongs to the window if there is one', async () => {
    const window = {} as BrowserWindow
    const { ask, showMessageBox, over } = setup()
    await ask(arm)
    expect(showMessageBox.mock.calls[0]).toEqual([confirmDialogOptions(arm)])
    over(window)
    await ask(other)
    expect(showMessageBox.mock.calls[1]?.[0]).toBe(window)
  })
})
