// Steady presses for the buttons of a component: what it shows, whether the window is in sight, and its end are followed by themselves.
import { pressOnce } from '../components/press-once.js'
import { createPressGuard } from './press-guard.js'

export type GuardedButtons = {
  /** False for a moment after something else has come in sight: its buttons have no effect then, and should look it. */
  readonly settled: boolean
  /** For what the buttons stand in: a pointer went down. In the capture phase, before a button acts on it. */
  down(): void
  /** For each button: a held key presses once, and a key that went down before counts for what it went down on. */
  keyDown(event: KeyboardEvent): void
  /** Whether the press that is just taking effect was meant for what is in sight. */
  meant(): boolean
  /** What each button needs, to be spread over it. */
  button(act: () => unknown): { 'aria-disabled': true | undefined; onkeydown: (event: KeyboardEvent) => void; onclick: () => void }
}

/** `shown`: names what is in sight. To be called while a component is set up. */
export const guardButtons = (shown: () => string): GuardedButtons => {
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
    down: () => press.down(),
    keyDown,
    meant: press.meant,
    button: (act) => ({
      'aria-disabled': settled ? undefined : true,
      onkeydown: keyDown,
      onclick: () => void (press.meant() && act()),
    }),
  }
}
