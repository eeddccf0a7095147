// A press counts for what was shown when it began, and only if that had been shown for a moment: an
// alert that appears under a pointer or a finger must not be dismissed unread.

/** Milliseconds something must have been visible before a press on it counts. */
const grace = 700

function afterTime(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** A held key presses a button once: whatever replaces it must not receive the repeated presses. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

/**
 * `changed`: whether what is shown has been visible for a moment. `visible`: whether the window is
 * visible now. `after`: runs something once, after this many milliseconds; returns a function that
 * cancels it.
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
   * What the current press began on; null if that had not been shown long enough, undefined if
   * there is no press.
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
    /** What is visible now, by a stable name. */
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
     * Whether this press was meant for it. A press without a preceding down event, as from a screen
     * reader, began when it arrived.
     */
    meant: (): boolean => {
      const on = began
      began = undefined
      return settled && (on === undefined || on === shown)
    },
    /** The window became visible or hidden: what could not be seen does not count as shown. */
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
   * False for a moment after something else has appeared: its buttons are inactive then, and should
   * look it.
   */
  readonly settled: boolean
  /**
   * For the container of the buttons: a pointer went down. In the capture phase, before a button
   * acts on it.
   */
  down: () => void
  /**
   * For each button: a held key presses once, and a key press counts for what was shown when it
   * went down.
   */
  keyDown: (event: KeyboardEvent) => void
  /** Whether the press now taking effect was meant for what is visible. */
  meant: () => boolean
  /** The attributes each button needs, to be spread onto it. */
  button: (act: () => unknown) => {
    'aria-disabled': true | undefined
    onkeydown: (event: KeyboardEvent) => void
    onclick: () => void
  }
}

/**
 * Guards the buttons of a component. `shown`: names what is visible. Call it during component
 * setup.
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
