import type { BrowserWindow } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { createConfirmDialog, confirmDialogOptions } from '../../../src/main/desktop/dialogs.js'

const question = {
  title: 'Arm trading',
  message: 'Arm trading for 15 minutes?',
  detail: 'Orders can be sent meanwhile.',
  confirm: 'Arm trading',
}

const setup = (response: number, window: BrowserWindow | null = null) => {
  const showMessageBox = vi.fn((..._args: unknown[]) => Promise.resolve({ response, checkboxChecked: false }))
  return { ask: createConfirmDialog({ dialog: { showMessageBox }, window: () => window }), showMessageBox }
}

describe('a question of the operating system', () => {
  it('IPC-11 has the way out as its default, and names the act on the other button', () => {
    const { buttons, defaultId, cancelId } = confirmDialogOptions(question)
    expect(buttons).toEqual(['Arm trading', 'Cancel'])
    expect([defaultId, cancelId]).toEqual([1, 1])
  })

  it('12.18 keeps underscores and ampersands, which no desktop takes for access keys', () => {
    const options = confirmDialogOptions({ ...question, confirm: 'Buy 1 BTC_USDT & more' })
    expect(options).toMatchObject({ normalizeAccessKeys: true, buttons: ['Buy 1 BTC_USDT && more', 'Cancel'] })
  })

  it('is confirmed by the button of the act alone', async () => {
    expect(await setup(0).ask(question)).toBe(true)
    expect(await setup(1).ask(question)).toBe(false)
    expect(await setup(-1).ask(question)).toBe(false)
  })

  it('belongs to the window where there is one', async () => {
    const window = {} as BrowserWindow
    const { ask, showMessageBox } = setup(0, window)
    await ask(question)
    expect(showMessageBox.mock.calls[0]?.[0]).toBe(window)
  })
})
