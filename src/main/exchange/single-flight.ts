/**
 * Lets everyone who asks the same thing at the same time share one answer, so that a slow poll never overlaps itself. The question's
 * name must tell its answer's type: that is what makes the one cast here true.
 */
export const createSingleFlight = (): (<T>(name: string, start: () => Promise<T>) => Promise<T>) => {
  const underWay = new Map<string, Promise<unknown>>()

  const land = async <T>(name: string, started: Promise<T>): Promise<T> => {
    try {
      return await started
    } finally {
      underWay.delete(name)
    }
  }

  return <T>(name: string, start: () => Promise<T>): Promise<T> => {
    const current = underWay.get(name)
    if (current !== undefined) return current as Promise<T>
    const flight = land(name, start())
    underWay.set(name, flight)
    return flight
  }
}
