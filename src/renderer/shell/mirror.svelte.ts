import type { Problem } from '../../shared/problem.js'
import type { Bridge, Pushes, Topic } from '../../shared/contract.js'
import type { Result } from '../../shared/result.js'

/**
 * Why something that was asked for in passing was not done. Stays until it is dismissed, or the
 * same is done after all.
 */
export class FailedRequest {
  problem = $state.raw<Problem | null>(null)
  /** What went wrong. */
  #act = ''
  /** Answers for another account are of no use. */
  #round = 0

  /**
   * Waits for the answer and keeps what went wrong; null where another account was opened
   * meanwhile. What goes well under another `act` says nothing about what went wrong before; `act`
   * null keeps nothing, for what is said elsewhere.
   */
  async note<T>(
    asking: Promise<Result<T, Problem>>,
    act: string | null,
  ): Promise<Result<T, Problem> | null> {
    const round = this.#round
    const answer = await asking
    if (round !== this.#round) return null
    if (act === null) return answer
    // A system dialog that was answered with no is no failed request.
    if (!answer.ok && answer.error.code !== 'cancelled') {
      this.problem = answer.error
      this.#act = act
    } else if (act === this.#act) this.problem = null
    return answer
  }

  dismiss(): void {
    this.problem = null
  }

  /** For another account it means nothing. */
  forget(): void {
    this.#round += 1
    this.problem = null
  }
}

/** A value of main's, replaced whole at every change. Holds no truth of its own. */
export class Mirror<T extends Topic> {
  latest = $state.raw<Pushes[T] | null>(null)
  /** Why there is no value, where the first question failed. */
  problem = $state.raw<Problem | null>(null)
  /** Why something that was asked for in passing was not done. */
  readonly failedRequest = new FailedRequest()
  protected readonly bridge: Bridge
  readonly #topic: T
  readonly #ask: () => Promise<Result<Pushes[T], Problem>>
  #stop: (() => void) | null = null

  constructor(bridge: Bridge, topic: T, ask: () => Promise<Result<Pushes[T], Problem>>) {
    this.bridge = bridge
    this.#topic = topic
    this.#ask = ask
  }

  /**
   * Listens first and asks second, so that nothing falls between; a push that arrives before the
   * first answer is newer than it and wins. Once closed, nothing more is taken.
   */
  open(): void {
    this.close()
    let pushed = false
    let over = false
    const stop = this.bridge.listen(this.#topic, (value) => {
      if (over) return
      pushed = true
      this.problem = null
      this.received(value)
    })
    this.#stop = () => {
      over = true
      stop()
    }
    void this.#ask().then((answer) => {
      if (over || pushed) return
      if (answer.ok) this.received(answer.value)
      this.problem = answer.ok ? null : answer.error
    })
  }

  close(): void {
    this.#stop?.()
    this.#stop = null
  }

  protected received(value: Pushes[T]): void {
    this.latest = value
  }
}

type AccountTopic = {
  [T in Topic]: Pushes[T] extends { profileId: string | null } ? T : never
}[Topic]

/** A value of main's about one account, as far as that account is the one on screen. */
export class AccountMirror<T extends AccountTopic> extends Mirror<T> {
  protected readonly appState: { readonly profile: { readonly id: string } | null }

  constructor(
    appState: AccountMirror<T>['appState'],
    ...source: ConstructorParameters<typeof Mirror<T>>
  ) {
    super(...source)
    this.appState = appState
  }

  /**
   * App state and figures arrive on separate topics, so for a moment after a switch one of the two
   * is ahead; comparing at reading time, not at arrival, is right whichever comes first.
   */
  readonly view = $derived.by(() => {
    const { latest } = this
    const shown = this.appState.profile
    return latest !== null && shown !== null && latest.profileId === shown.id
      ? this.explained(latest)
      : null
  })

  /** With the reasons of its problems, where something else that is known explains them better. */
  protected explained(view: Pushes[T]): Pushes[T] {
    return view
  }

  forget(): void {
    this.failedRequest.forget()
  }
}
