import { setTimeout as pause } from 'node:timers/promises'

/**
 * Stops processes as a computer that falls asleep does. Real seconds, because they are the point:
 * what a process makes of the time that passed without it is between the system's clocks and the
 * process.
 */
export async function stopFor(pids: readonly number[], seconds: number): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await pause(seconds * 1000)
  for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT')
}
