import type { Problem } from '../../shared/domain/problem.js'
import { subscribeFirst, type Source } from './subscribe-first.js'
import { onlyOfProfile } from './only-of-profile.js'
import { FailedRequest } from './failed-request.svelte.js'

/** A value of main's, replaced whole at every change. Holds no truth of its own. */
export class Mirror<T> {
  latest = $state.raw<T | null>(null)
  /** Why there is no value, where the first question failed. */
  problem = $state.raw<Problem | null>(null)
  readonly #source: Source<T>
  #stop: (() => void) | null = null

  constructor(source: Source<T>) {
    this.#source = source
  }

  open(): void {
    this.close()
    this.#stop = subscribeFirst(this.#source, {
      value: (value) => this.received(value),
      problem: (problem) => {
        this.problem = problem
      },
    })
  }

  close(): void {
    this.#stop?.()
    this.#stop = null
  }

  protected received(value: T): void {
    this.latest = value
  }
}

type Session = { readonly profile: { readonly id: string } | null }

/** A value of main's about one account, as far as that account is the one on screen. */
export class AccountMirror<T extends { profileId: string | null }> extends Mirror<T> {
  readonly #appState: Session
  /** Why something that was asked for in passing was not done. */
  readonly failedRequest = new FailedRequest()

  constructor(appState: Session, source: Source<T>) {
    super(source)
    this.#appState = appState
  }

  readonly view = $derived.by(() => onlyOfProfile(this.latest, this.#appState.profile?.id ?? null))

  forget(): void {
    this.failedRequest.forget()
  }
}
