/** A repeating event and its listeners. */
export type Signal<T> = {
  /** Calls `hear` until the returned function is called. */
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
