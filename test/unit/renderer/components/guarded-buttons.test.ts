import { describe, expect, it } from 'vitest'
import { createPressGuard } from '../../../../src/renderer/components/guarded-buttons.svelte.js'

/** `settle`: the moment passes for what is visible. */
function setup() {
  let due: (() => void) | null = null
  const reported: boolean[] = []
  const press = createPressGuard(
    (settled) => reported.push(settled),
    true,
    (_ms, act) => {
      due = act
      return () => (due = null)
    },
  )
  return { press, settle: () => due?.(), reported }
}

describe('a press', () => {
  it('counts for what has been there for a moment', () => {
    const { press, settle, reported } = setup()
    press.shows('a')
    expect([reported, press.meant()]).toEqual([[false], false])
    settle()
    expect([reported, press.meant()]).toEqual([[false, true], true])
  })

  it('does not count for what moved under the pointer', () => {
    const { press, settle } = setup()
    press.shows('early step')
    settle()
    press.down()
    press.shows('margin call')
    expect(press.meant()).toBe(false)
  })

  it('held while another element appeared does not count, however long', () => {
    const { press, settle } = setup()
    press.shows('early step')
    settle()
    press.down()
    press.shows('margin call')
    settle()
    expect(press.meant()).toBe(false)
    press.down()
    expect(press.meant()).toBe(true)
  })

  it('begun before the element was settled does not count', () => {
    const { press, settle } = setup()
    press.shows('margin call')
    press.down()
    settle()
    expect(press.meant()).toBe(false)
  })

  it('counts for what stays the same', () => {
    const { press, settle } = setup()
    press.shows('a')
    settle()
    press.shows('a')
    expect(press.meant()).toBe(true)
  })

  it('of a key held while another element appeared does not count, nor do its repeats', () => {
    const { press, settle } = setup()
    press.shows('early step')
    settle()
    press.down({ key: ' ', repeat: false })
    press.shows('margin call')
    settle()
    press.down({ key: ' ', repeat: true })
    expect(press.meant()).toBe(false)
    press.down({ key: 'Enter', repeat: false })
    expect(press.meant()).toBe(true)
  })

  it('without a pointer or key, as from a screen reader, counts for what is there', () => {
    const { press, settle } = setup()
    press.shows('a')
    settle()
    press.down({ key: 'Tab', repeat: false })
    press.shows('b')
    settle()
    expect(press.meant()).toBe(true)
  })

  it('does not count for what appeared while nobody could see the window', () => {
    const { press, settle } = setup()
    press.seen(false)
    press.shows('margin call')
    settle()
    press.seen(true)
    expect(press.meant()).toBe(false)
    settle()
    expect(press.meant()).toBe(true)
  })
})
