import { describe, expect, it } from 'vitest'
import { createPressGuard } from '../../../../src/renderer/components/guarded-buttons.svelte.js'

/** `settle`: the moment passes for what is in sight. */
function setup() {
  let due: (() => void) | null = null
  const told: boolean[] = []
  const press = createPressGuard(
    (settled) => told.push(settled),
    true,
    (_ms, act) => {
      due = act
      return () => (due = null)
    },
  )
  return { press, settle: () => due?.(), told }
}

describe('12.4 a press', () => {
  it('counts for what has stood there for a moment', () => {
    const { press, settle, told } = setup()
    press.shows('a')
    expect([told, press.meant()]).toEqual([[false], false])
    settle()
    expect([told, press.meant()]).toEqual([[false, true], true])
  })

  it('does not count for what came under the pointer', () => {
    const { press, settle } = setup()
    press.shows('early step')
    settle()
    press.down()
    press.shows('margin call')
    expect(press.meant()).toBe(false)
  })

  it('that was held while another came does not count, however long it was held', () => {
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

  it('that began before it was settled does not count', () => {
    const { press, settle } = setup()
    press.shows('margin call')
    press.down()
    settle()
    expect(press.meant()).toBe(false)
  })

  it('what stays the same stays settled', () => {
    const { press, settle } = setup()
    press.shows('a')
    settle()
    press.shows('a')
    expect(press.meant()).toBe(true)
  })

  it('of a key that was held while another came does not count, and neither does its repeating', () => {
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

  it('that nothing went down for, as of a screen reader, counts for what stands there', () => {
    const { press, settle } = setup()
    press.shows('a')
    settle()
    press.down({ key: 'Tab', repeat: false })
    press.shows('b')
    settle()
    expect(press.meant()).toBe(true)
  })

  it('does not count for what came while nobody could see the window', () => {
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
