// A press counts for what stood under it when it began, and only once that has stood there for a
// moment: an alarm that appears under a pointer or a finger must not be put to rest unread.

/** Milliseconds something has to have been visible before a press on it counts. */
const grace = 700

function afterTime(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/**
 * A key that is held presses a button once: what comes in its place must not take the presses that
 * follow.
 */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

/**
 * `changed`: whether what is shown has been there for a moment. `visible`: whether the window is
 * now. `after`: does something once, in so many milliseconds; gives back what cancels it.
 *
 * @internal
 */
export function createPressGuard(
  changed: (settled: boolean) => void,
  visible = true,
  after = afterTime,
) {
  let shown: string | null = null
  let settled = false
  let cancel = (): void => undefined
  /**
   * What the press under way began on; null where that was not settled, undefined where there is
   * none.
   */
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
    /** What is visible now, by a name that stays with it. */
    shows: (name: string): void => {
      if (name === shown) return
      shown = name
      begin()
    },
    /** A pointer, or a key that presses a button, went down. */
    down: (event?: Pick<KeyboardEvent, 'key' | 'repeat'>): void => {
      if (event === undefined || (!event.repeat && (event.key === 'Enter' || event.key === ' ')))
        began = settled ? shown : null
    },
    /**
     * Whether this press was meant for it. One that nothing went down for, as a screen reader makes
     * it, began when it came.
     */
    meant: (): boolean => {
      const on = began
      began = undefined
      return settled && (on === undefined || on === shown)
    },
    /**
     * The window is visible, or not any more: what nobody could see has not been there for a
     * moment.
     */
    seen: (is: boolean): void => {
      if (is === visible) return
      visible = is
      begin()
    },
    close: (): void => cancel(),
  }
}

export type GuardedButtons = {
  /**
   * False for a moment after something else has come in sight: its buttons have no effect then, and
   * should look it.
   */
  readonly settled: boolean
  /**
   * For what the buttons stand in: a pointer went down. In the capture phase, before a button acts
   * on it.
   */
  down: () => void
  /**
   * For each button: a held key presses once, and a key that went down before counts for what it
   * went down on.
   */
  keyDown: (event: KeyboardEvent) => void
  /** Whether the press that is just taking effect was meant for what is in sight. */
  meant: () => boolean
  /** What each button needs, to be spread over it. */
  button: (act: () => unknown) => {
    'aria-disabled': true | undefined
    onkeydown: (event: KeyboardEvent) => void
    onclick: () => void
  }
}

/**
 * Guards the buttons of a component. `shown`: names what is in sight. To be called while a
 * component is set up.
 */
export function guardButtons(shown: () => string): GuardedButtons {
  let settled = $state(false)
  const inSight = (): boolean => document.visibilityState === 'visible'
  const press = createPressGuard((is) => (settled = is), inSight())
  $effect.pre(() => press.shows(shown()))
  $effect(() => {
    const look = (): void => press.seen(inSight())
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      press.close()
    }
  })
  const keyDown = (event: KeyboardEvent): void => {
    pressOnce(event)
    press.down(event)
  }
  return {
    get settled() {
      return settled
    },
    down: (): void => press.down(),
    keyDown,
    meant: press.meant,
    button: (act: () => unknown) => ({
      'aria-disabled': settled ? undefined : (true as const),
      onkeydown: keyDown,
      onclick: (): void => void (press.meant() && act()),
    }),
  }
}
