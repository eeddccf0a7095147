/**
 * For what closes and gives the focus back to what opened it: that may be gone by now, and the focus with it. It goes to the screen then.
 */
export const giveBackFocus = (): void =>
  void setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, 0)
