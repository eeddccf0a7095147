// Timers that ring when a test says so, for parts that take a timer from whoever makes them.

type Timer = { ms: number; ring: () => void }

export function createFakeTimer() {
  const set = new Set<Timer>()
  const waiting = new Map<number, () => void>()
  const oldest = (ms: number): Timer | undefined => [...set].find((each) => each.ms === ms)
  return {
    pending: (): number => set.size,
    timer: (ms: number, ring: () => void): (() => void) => {
      const one = { ms, ring }
      set.add(one)
      waiting.get(ms)?.()
      return () => void set.delete(one)
    },
    /** Rings what was set for so long, the oldest of them; waits until something is. */
    ring: async (ms: number): Promise<void> => {
      if (oldest(ms) === undefined) await new Promise<void>((resolve) => waiting.set(ms, resolve))
      waiting.delete(ms)
      const one = oldest(ms)
      if (one === undefined) throw new Error(`nothing is set for ${ms} ms any more`)
      set.delete(one)
      one.ring()
    },
  }
}
