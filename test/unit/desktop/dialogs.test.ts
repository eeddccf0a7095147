import type { MessageBoxReturnValue } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { createHideExplanation, showFatalDialog } from '../../../src/main/desktop/dialogs.js'

describe('the dialog for a failed start', () => {
  it('says what happened, what it means for the money, what to do, and the exact cause', () => {
    const showErrorBox = vi.fn()
    showFatalDialog(
      { showErrorBox },
      { code: 'store-trouble', message: 'The data folder cannot be written.', reason: 'EACCES' },
    )
    expect(showErrorBox).toHaveBeenCalledWith(
      'Plimsoll cannot start: Plimsoll’s own data could not be written or read',
      [
        'The data folder cannot be written. (EACCES)',
        'Figures from the exchange are still live. Nothing that needs a record will be sent.',
        'Check that the disk has room and is writable, then restart Plimsoll.',
      ].join('\n\n'),
    )
  })
})

describe('the explanation of where the window goes', () => {
  const setup = (platform: NodeJS.Platform = 'linux') => {
    const state = { explained: false }
    let answer: (value: MessageBoxReturnValue) => void = () => undefined
    const showMessageBox = vi.fn(
      () =>
        new Promise<MessageBoxReturnValue>((done) => {
          answer = done
        }),
    )
    const explain = createHideExplanation({
      dialog: { showMessageBox } as unknown as Parameters<
        typeof createHideExplanation
      >[0]['dialog'],
      platform,
      explained: () => state.explained,
      markExplained: () => {
        state.explained = true
      },
    })
    return {
      explain,
      state,
      showMessageBox,
      choose: (response: number) => answer({ response, checkboxChecked: false }),
    }
  }

  it('UX-50 is shown once', async () => {
    const { explain, state, showMessageBox, choose } = setup()
    const first = explain()
    choose(0)
    expect(await first).toBe('keep-running')
    expect(state.explained).toBe(true)
    expect(await explain()).toBe('keep-running')
    expect(showMessageBox).toHaveBeenCalledOnce()
  })

  it('offers to quit instead, and is shown again next time', async () => {
    const { explain, state, choose } = setup()
    const first = explain()
    choose(1)
    expect(await first).toBe('quit')
    expect(state.explained).toBe(false)
  })

  it('is a single dialog, however often the window is closed meanwhile', async () => {
    const { explain, showMessageBox, choose } = setup()
    const all = [explain(), explain(), explain()]
    choose(0)
    expect(await Promise.all(all)).toEqual(['keep-running', 'keep-running', 'keep-running'])
    expect(showMessageBox).toHaveBeenCalledOnce()
  })

  it.each([
    ['darwin', 'in the menu bar'],
    ['win32', 'in the notification area'],
    ['linux', 'in the bar of your desktop'],
  ] as const)('names the place on %s: %s', (platform, place) => {
    const { explain, showMessageBox } = setup(platform)
    void explain()
    expect(showMessageBox).toHaveBeenCalledWith(
      expect.objectContaining({ detail: expect.stringContaining(place) }),
    )
  })
})
