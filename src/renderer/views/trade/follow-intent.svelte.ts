// What is shown of a confirmed order, as far as main has told of it, and what is heard of it.
import { onMount } from 'svelte'
import type { OrderIntent } from '../../../shared/domain/trading.js'
import { sayChanges } from '../../stores/say-changes.svelte.js'
import { useStores } from '../../stores/stores.js'

/** The exchange has not answered yet. */
export const inProgress = ({ state }: OrderIntent): boolean => state === 'intent' || state === 'sending'

type Followed = {
  id: () => string
  draft: () => { justSent: boolean }
  /** Where its result is shown. It takes the focus where the order has just been sent. */
  box: () => HTMLElement
  /** What is heard of a result; empty where something else tells of it. */
  spoken: (intent: OrderIntent) => string
}

/** To be called while a component is set up. `intent` is null for a moment after the confirmation. */
export const followIntent = ({ id, draft, box, spoken }: Followed): { readonly intent: OrderIntent | null } => {
  const { trading, announcer } = useStores()
  /** The newest word on it that there was, should it slip out of what main tells by itself. */
  let last = $state.raw<OrderIntent | null>(null)
  const told = $derived(trading.find(id()))
  const intent = $derived(told ?? (last?.id === id() ? last : null))
  $effect(() => {
    if (told !== null) last = told
  })

  // Of what was sent earlier only changes are heard, and not what it is found as.
  const { justSent } = draft()
  const words = $derived(intent === null || inProgress(intent) ? '' : spoken(intent))
  sayChanges(
    () => (intent === null && !justSent ? null : `${id()} ${words}`),
    () => words,
  )

  onMount(() => {
    if (justSent) {
      setTimeout(() => box().focus(), 0)
      announcer.say(words)
    }
    draft().justSent = false
    if (told === null) void trading.read(id()).then((read) => (last ??= read))
  })
  return {
    get intent() {
      return intent
    },
  }
}
