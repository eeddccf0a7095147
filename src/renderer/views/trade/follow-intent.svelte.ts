// What is shown of a confirmed order, as far as main knows, and what is announced of it.
import { onMount } from 'svelte'
import type { OrderIntent } from '../../../shared/domain/trading.js'
import { announceChanges } from '../../stores/announce-changes.svelte.js'
import { useStores } from '../../stores/stores.js'

/** The exchange has not answered yet. */
export const inProgress = ({ state }: OrderIntent): boolean => state === 'intent' || state === 'sending'

type Followed = {
  id: () => string
  draft: () => { justSent: boolean }
  /** Where its result is shown. It takes the focus where the order has just been sent. */
  element: () => HTMLElement | null
  /** What is announced of a result; empty where something else announces it. */
  spoken: (intent: OrderIntent) => string
}

/** To be called while a component is set up. `intent` is null for a moment after the confirmation. */
export const followIntent = ({ id, draft, element, spoken }: Followed): { readonly intent: OrderIntent | null } => {
  const { trading, announcer } = useStores()
  /** As it was last, should it fall out of main's list of recent orders. */
  let last = $state.raw<OrderIntent | null>(null)
  const listed = $derived(trading.find(id()))
  const intent = $derived(listed ?? (last?.id === id() ? last : null))
  $effect(() => {
    if (listed !== null) last = listed
  })

  // Of what was sent earlier only changes are announced, and not what it is found as.
  const { justSent } = draft()
  const words = $derived(intent === null || inProgress(intent) ? '' : spoken(intent))
  announceChanges(
    () => (intent === null && !justSent ? null : `${id()} ${words}`),
    () => words,
  )

  onMount(() => {
    if (justSent) {
      setTimeout(() => element()?.focus(), 0)
      announcer.say(words)
    }
    draft().justSent = false
    if (listed === null) void trading.read(id()).then((read) => (last ??= read))
  })
  return {
    get intent() {
      return intent
    },
  }
}
