import type { Problem } from '../../shared/domain/problem.js'
import { follow, type Source } from './follow.js'

/** A value of main's, replaced whole at every change. Holds no truth of its own. */
export class Mirror<T> {
  value = $state.raw<T | null>(null)
  /** Why there is no value, where the first question failed. */
  problem = $state.raw<Problem | null>(null)
  readonly #source: Source<T>
  #stop: (() => void) | null = null

  constructor(source: Source<T>) {
    this.#source = source
  }

  open(): void {
    this.close()
    this.#stop = follow(this.#source, {
      value: (value) => {
        this.value = value
      },
      problem: (problem) => {
        this.problem = problem
      },
    })
  }

  close(): void {
    this.#stop?.()
    this.#stop = null
  }
}
