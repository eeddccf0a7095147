// Whether long work lets go of the loop in between.

/** The most that was done in one turn of the loop, of what `did` hears of. */
export function mostInOneTurn(): { did: (count: number) => void; most: () => number } {
  let inTurn = 0
  let most = 0
  return {
    did: (count) => {
      // The turn it arrives in ends before anything that waits for the next one goes on.
      if (inTurn === 0) setImmediate(() => void (inTurn = 0))
      inTurn += count
      most = Math.max(most, inTurn)
    },
    most: () => most,
  }
}

/**
 * Milliseconds of processor time of this thread between two turns of a timer, of a hundred the
 * 99th: one turn held the loop no longer.
 */
export function watchTurns(): () => number {
  const worked = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const turns: number[] = []
  let before = worked()
  const timer = setInterval(() => {
    const now = worked()
    turns.push(now - before)
    before = now
  }, 1)
  return () => {
    clearInterval(timer)
    turns.sort((a, b) => a - b)
    return turns[Math.floor(turns.length * 0.99)] ?? worked() - before
  }
}
