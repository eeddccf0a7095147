import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTiming } from '../../../src/main/exchange/timing.js'
import { createClipboard, secretStaysSeconds } from '../../../src/main/desktop/clipboard.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setup(later = false) {
  const board = { text: '' }
  const answer = <T>(value: T): T | Promise<T> => (later ? Promise.resolve(value) : value)
  const clipboard = createClipboard({
    clipboard: {
      writeText: (text: string) => answer(void (board.text = text)),
      readText: () => answer(board.text),
      clear: () => answer(void (board.text = '')),
    },
    clock: () => 1000,
    after: systemTiming.after,
  })
  return {
    board,
    clipboard,
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  }
}

describe.each([
  ['at once, as older versions do', false],
  ['later, as newer versions do', true],
])('the clipboard, when it answers %s', (_name, later) => {
  it('keeps a copied text permanently', async () => {
    const { board, clipboard, pass } = setup(later)
    await clipboard.copy('0.5')
    await pass(100)
    expect(board.text).toBe('0.5')
  })

  it('clears a token after exactly the 30 s announced', async () => {
    const { board, clipboard, pass } = setup(later)
    expect(await clipboard.copySecret('token')).toEqual({ clearsAt: 1000 + secretStaysSeconds })
    await pass(29.9)
    expect(board.text).toBe('token')
    await pass(0.1)
    expect(board.text).toBe('')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('keeps what somebody else put there meanwhile', async () => {
    const { board, clipboard, pass } = setup(later)
    await clipboard.copySecret('token')
    board.text = 'a shopping list'
    await pass(30)
    expect(board.text).toBe('a shopping list')
  })

  it('keeps a text that Plimsoll put there after the token', async () => {
    const { board, clipboard, pass } = setup(later)
    await clipboard.copySecret('token')
    await clipboard.copy('0.5')
    await pass(30)
    expect(board.text).toBe('0.5')
  })

  it('keeps a token copied again for the full time', async () => {
    const { board, clipboard, pass } = setup(later)
    await clipboard.copySecret('token')
    await pass(20)
    await clipboard.copySecret('token')
    await pass(20)
    expect(board.text).toBe('token')
    await pass(10)
    expect(board.text).toBe('')
  })

  it('clears a token when Plimsoll quits', async () => {
    const { board, clipboard } = setup(later)
    await clipboard.copySecret('token')
    await clipboard.clearSecret()
    expect(board.text).toBe('')
    board.text = 'other'
    await clipboard.clearSecret()
    expect(board.text).toBe('other')
  })
})
