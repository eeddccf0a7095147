/** For what goes away with the focus in it, or gives it back to what may be gone by now. It goes to the screen then. */
export const restoreFocus = (): void =>
  void setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, 0)
