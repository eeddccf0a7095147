/**
 * Calls with the same key at the same time share one answer, so that a slow poll never overlaps itself. The key must determine the
 * answer's type: that is what makes the one cast here true.
 */
export const createSingleFlight = (): (<T>(key: string, start: () => Promise<T>) => Promise<T>) => {
  const inFlight = new Map<string, Promise<unknown>>()

  const untilSettled = async <T>(key: string, started: Promise<T>): Promise<T> => {
    try {
      return await started
    } finally {
      inFlight.delete(key)
    }
  }

  return <T>(key: string, start: () => Promise<T>): Promise<T> => {
    const current = inFlight.get(key)
    if (current !== undefined) return current as Promise<T>
    const flight = untilSettled(key, start())
    inFlight.set(key, flight)
    return flight
  }
}
