// How long the loop is held. The clock alone would also measure what else this computer does, so the thread's own CPU time is
// measured beside it: what it used between two turns of a timer is never less than what one turn held the loop for.
import { availableParallelism, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const ownCpu = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Milliseconds. The clock's figures count where nothing else fills this computer. */
export const watchLoop = () => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const turns: number[] = []
  let before = ownCpu()
  const timer = setInterval(() => {
    const now = ownCpu()
    turns.push(now - before)
    before = now
  }, 1)
  return () => {
    clearInterval(timer)
    delay.disable()
    turns.sort((a, b) => a - b)
    const clock = { p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 }
    const own = { p99: percentile(turns, 0.99), most: turns.at(-1) ?? 0 }
    const busy = (loadavg()[0] ?? 0) / availableParallelism() > 1.5
    if (busy) console.warn('This computer is too busy for the clock to say anything: only CPU time counts.')
    return {
      clock,
      own,
      held99: busy ? own.p99 : Math.max(own.p99, clock.p99),
      words: `loop held: by the clock p99 ${clock.p99.toFixed(1)} ms, most ${clock.most.toFixed(1)} · own CPU p99 ${own.p99.toFixed(1)} ms, most ${own.most.toFixed(1)}`,
    }
  }
}
