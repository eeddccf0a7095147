import { tick, untrack } from 'svelte'

function focusScreen(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/**
 * Moves the focus on when its element is removed: keyboard and screen reader users would otherwise
 * start at the top of the page again. `changed` reads what may remove part of `box`; if the focus
 * is lost with it, `next` moves it elsewhere, or it goes to the screen.
 */
export function keepFocus(
  changed: () => unknown,
  box: () => HTMLElement | null,
  next: () => void = focusScreen,
): void {
  let held = false
  // Before the page changes; afterwards the previous focus is unknown.
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
 * Whether the element is in a closing card or dialog: it stays in the document for a few frames and
 * may hold the focus. Buttons and fields say with the same attribute that their list is closed.
 */
export function isClosing(element: Element): boolean {
  return element.closest('[data-state="closed"]:not(button, input)') !== null
}

/**
 * For an element that is removed with the focus in it, or returns the focus to what may no longer
 * exist. The focus then goes to the screen. Called before the element is gone, and decided once the
 * page has changed: later, the focus may be where the user has moved it.
 */
export function restoreFocus(): void {
  void tick().then(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || isClosing(activeElement))
      focusScreen()
  })
}

/** Whether a dialog receives the press. A closing one stays in the document for a few frames. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role$="dialog"][data-state="open"]') !== null
}
