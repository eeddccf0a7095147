import { untrack } from 'svelte'
import { useStores } from '../stores.js'

/** Milliseconds after the last keystroke until what it led to is read out. */
export const typingRest = 1000

/**
 * Says `words` whenever `what` has become another, and not what stands there from the start; null
 * where nothing stands there yet. Figures that tick are no part of `what`. `rest`: for what changes
 * with every keystroke. To be called while a component is set up.
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
