// A press counts for what stood under it when it began, and only once that has stood there for a moment: an alarm that appears under a
// pointer or a finger must not be put to rest unread.

/** Milliseconds something has to have been visible before a press on it counts. */
const grace = 700

export type PressGuard = {
  /** What is visible now, by a name that stays with it. */
  shows(name: string): void
  /** A pointer, or a key that presses a button, went down. */
  down(event?: Pick<KeyboardEvent, 'key' | 'repeat'>): void
  /** Whether this press was meant for it. One that nothing went down for, as a screen reader makes it, began when it came. */
  meant(): boolean
  /** The window is visible, or not any more: what nobody could see has not been there for a moment. */
  seen(visible: boolean): void
  close(): void
}

/** `after`: does something once, in so many milliseconds; gives back what cancels it. */
export type After = (ms: number, act: () => void) => () => void

const afterTime: After = (ms, act) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/**
 * `changed`: whether what is shown has been there for a moment; until then its buttons have no effect, and should look it. `visible`: whether
 * the window is now.
 */
export const createPressGuard = (changed: (settled: boolean) => void, visible = true, after: After = afterTime): PressGuard => {
  let shown: string | null = null
  let settled = false
  let cancel = (): void => undefined
  /** What the press under way began on; null where that was not settled, undefined where there is none. */
  let began: string | null | undefined
  const begin = (): void => {
    cancel()
    settled = false
    changed(false)
    if (!visible) return
    cancel = after(grace, () => {
      settled = true
      changed(true)
    })
  }
  return {
    shows: (name) => {
      if (name === shown) return
      shown = name
      begin()
    },
    down: (event) => {
      if (event === undefined || (!event.repeat && (event.key === 'Enter' || event.key === ' '))) began = settled ? shown : null
    },
    meant: () => {
      const on = began
      began = undefined
      return settled && (on === undefined || on === shown)
    },
    seen: (is) => {
      if (is === visible) return
      visible = is
      begin()
    },
    close: () => cancel(),
  }
}
