// Where what held the focus is taken away, the focus goes on: a keyboard and a screen reader would begin at the top of the page again.
import { untrack } from 'svelte'

/** `changed` reads what may take a part of `box` away; if the focus goes with it, `next` gives it to something else. */
export const keepFocus = (changed: () => unknown, box: () => HTMLElement | null, next: () => void): void => {
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
