// Steady presses for the buttons of a component: what it shows, whether the window is in sight, and its end are followed by themselves.
import { pressOnce } from '../components/press-once.js'
import { createSteadyPress } from './steady-press.js'

export type SteadyButtons = {
  /** False for a moment after something else has come in sight: its buttons have no effect then, and should look it. */
  readonly settled: boolean
  /** For what the buttons stand in: a pointer went down. In the capture phase, before a button acts on it. */
  down(): void
  /** For each button: a held key presses once, and a key that went down before counts for what it went down on. */
  keyDown(event: KeyboardEvent): void
  /** Whether the press that is just taking effect was meant for what is in sight. */
  meant(): boolean
}

/** `shown`: names what is in sight. To be called while a component is set up. */
export const steadyButtons = (shown: () => string): SteadyButtons => {
  let settled = $state(false)
  const inSight = (): boolean => document.visibilityState === 'visible'
  const press = createSteadyPress((is) => (settled = is), inSight())
  $effect.pre(() => press.shows(shown()))
  $effect(() => {
    const look = (): void => press.seen(inSight())
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      press.close()
    }
  })
  return {
    get settled() {
      return settled
    },
    down: () => press.down(),
    keyDown: (event) => {
      pressOnce(event)
      press.down(event)
    },
    meant: press.meant,
  }
}
