// Whether long work lets go of the loop in between.

/** How many turns the loop took meanwhile. Keeps it turning, so for work that never waits. */
export const countTurns = (): (() => number) => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns += 1
    next = setImmediate(turn)
  })
  return () => {
    clearImmediate(next)
    return turns
  }
}

/** Milliseconds of processor time of this thread between two turns of a timer, of a hundred the 99th: one turn held the loop no longer. */
export const watchTurns = (): (() => number) => {
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
