import { untrack } from 'svelte'

const focusScreen = (): void => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })

/**
 * Where what held the focus is taken away, the focus goes on: a keyboard and a screen reader would begin at the top of the page again.
 * `changed` reads what may take a part of `box` away; if the focus goes with it, `next` gives it to something else, or the screen has it.
 */
export const keepFocus = (changed: () => unknown, box: () => HTMLElement | null, next: () => void = focusScreen): void => {
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

/** For what goes away with the focus in it, or gives it back to what may be gone by now. It goes to the screen then. */
export const restoreFocus = (): void =>
  void setTimeout(() => {
    if (document.activeElement === document.body) focusScreen()
  }, 0)
