// What Plimsoll says on quitting about the report that it stopped.
import type { BrowserWindow } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import {
  cancelReportConfirm,
  createQuitNotice,
  notCancelledFact,
  pingedFact,
} from '../../../src/main/desktop/dialogs.js'

describe('ALR-11 quitting', () => {
  it('says which services report it in any case, beside the question or alone', () => {
    expect(cancelReportConfirm([]).detail).not.toContain('Pings')
    expect(cancelReportConfirm(['hc.example', 'up.example']).detail).toMatch(
      /Cancelled, nothing tells you\. Pings to hc\.example, up\.example stop as well/,
    )
    expect(pingedFact(['hc.example']).message).toBe('Pings to hc.example stop when Plimsoll quits.')
  })

  it('says when a message that could not be cancelled may arrive, with one button', async () => {
    const showMessageBox = vi.fn((..._asked: unknown[]) =>
      Promise.resolve({ response: 0, checkboxChecked: false }),
    )
    let window: BrowserWindow | null = null
    const show = createQuitNotice({ dialog: { showMessageBox }, window: () => window })
    await show(notCancelledFact('12:15'))
    expect(showMessageBox.mock.calls[0]).toMatchObject([{ buttons: ['Quit'] }])
    expect(JSON.stringify(showMessageBox.mock.calls[0])).toMatch(
      /could not be cancelled.*Your phone may report .* \(12:15\)/,
    )
    window = {} as BrowserWindow
    await show(pingedFact(['hc.example']))
    expect(showMessageBox.mock.calls[1]?.[0]).toBe(window)
  })
})
