/** Something that happens again and again, and who wants to hear of it. */
export type Signal<T> = {
  /** Hears of it until the returned function is called. */
  on(hear: (value: T) => void): () => void
  emit(value: T): void
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    on: (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    emit: (value) => {
      for (const hear of [...listeners]) hear(value)
    },
  }
}
