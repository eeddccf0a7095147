import { untrack } from 'svelte'
import { useStores } from '../stores.js'

/** Milliseconds after the last keystroke until its effect is announced. */
export const typingRest = 1000

/**
 * Announces `words` whenever `what` changes, but not its initial value; null means there is nothing
 * yet. Ticking figures are not part of `what`. `rest`: for what changes with every keystroke. Call
 * it during component setup.
 */
export function announceChanges(
  what: () => string | null,
  words: () => string,
  rest: number | null = null,
): void {
  const { announcer } = useStores()
  const now = $derived(what())
  let known = untrack(() => now)
  const say = (): void => announcer.say(untrack(words))
  $effect(() => {
    const before = known
    known = now
    if (before === null || now === null || now === before) return
    if (rest === null) {
      say()
      return
    }
    const timer = setTimeout(say, rest)
    return () => clearTimeout(timer)
  })
}
