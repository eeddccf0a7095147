import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'

export type Source<T> = {
  listen(receive: (value: T) => void): () => void
  ask(): Promise<Result<T, Problem>>
}

export type Subscriber<T> = { value(value: T): void; problem(problem: Problem | null): void }

/**
 * Keeps up with a value that main owns. Listens first and asks second, so that nothing falls between; a push that arrives before the
 * first answer is newer than it and wins. After the returned function was called nothing more is delivered.
 */
export const subscribeFirst = <T>(source: Source<T>, follower: Subscriber<T>): (() => void) => {
  let pushed = false
  let over = false
  const stop = source.listen((value) => {
    if (over) return
    pushed = true
    follower.problem(null)
    follower.value(value)
  })
  void source.ask().then((answer) => {
    if (over || pushed) return
    if (answer.ok) follower.value(answer.value)
    follower.problem(answer.ok ? null : answer.error)
  })
  return () => {
    over = true
    stop()
  }
}
