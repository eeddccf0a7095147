// Timers that ring when a test says so, for parts that take a timer from whoever makes them.

export const createHandTimer = () => {
  const set = new Set<{ ms: number; ring: () => void }>()
  return {
    pending: (): number => set.size,
    timer: (ms: number, ring: () => void): (() => void) => {
      const one = { ms, ring }
      set.add(one)
      return () => void set.delete(one)
    },
    /** Rings what was set for so long, the oldest of them. */
    ring: (ms: number): void => {
      const one = [...set].find((each) => each.ms === ms)
      if (one === undefined)
        throw new Error(`nothing is set for ${ms} ms, but for ${[...set].map((each) => each.ms).join(', ') || 'no time'}`)
      set.delete(one)
      one.ring()
    },
  }
}
