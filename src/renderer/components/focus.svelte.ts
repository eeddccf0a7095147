import { untrack } from 'svelte'

function focusScreen(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/**
 * Where what held the focus is taken away, the focus goes on: a keyboard and a screen reader would
 * begin at the top of the page again. `changed` reads what may take a part of `box` away; if the
 * focus goes with it, `next` gives it to something else, or the screen has it.
 */
export function keepFocus(
  changed: () => unknown,
  box: () => HTMLElement | null,
  next: () => void = focusScreen,
): void {
  let held = false
  // Before the page changes; afterwards nobody can tell where the focus was.
  $effect.pre(() => {
    changed()
    untrack(() => {
      held = box()?.contains(document.activeElement) ?? false
    })
  })
  $effect(() => {
    changed()
    if (held && document.activeElement === document.body) next()
    held = false
  })
}

/**
 * For what goes away with the focus in it, or gives it back to what may be gone by now. It goes to
 * the screen then.
 */
export function restoreFocus(): void {
  void setTimeout(() => {
    if (document.activeElement === document.body) focusScreen()
  }, 0)
}

const focusable = 'a[href], button, input, select, textarea, [tabindex]'

/**
 * For a list or card that closes when something else is pressed. bits-ui would give the focus back
 * to what opened it, a moment after the user has moved it to what was pressed.
 */
export function createFocusReturn(): {
  onInteractOutside(event: PointerEvent): void
  onCloseAutoFocus(event: Event): void
} {
  let pressed: HTMLElement | null = null
  return {
    onInteractOutside: ({ target }) => {
      pressed = target instanceof Element ? target.closest<HTMLElement>(focusable) : null
    },
    onCloseAutoFocus: (event) => {
      const next = pressed
      pressed = null
      if (next?.isConnected === true) {
        event.preventDefault()
        next.focus({ preventScroll: true })
      } else restoreFocus()
    },
  }
}

/**
 * Whether a dialog takes what is pressed. One that is closing is still in the document for a few
 * frames.
 */
export function isDialogOpen(): boolean {
  return document.querySelector('[role$="dialog"][data-state="open"]') !== null
}
