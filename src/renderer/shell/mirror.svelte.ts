import type { Problem } from '../../shared/problem.js'
import type { Bridge, Pushes, Topic } from '../../shared/contract.js'
import type { Result } from '../../shared/result.js'

/** Why a background request failed. Kept until it is dismissed, or the same request succeeds. */
export class FailedRequest {
  problem = $state.raw<Problem | null>(null)
  /** What went wrong. */
  #act = ''
  /** Responses for another account are ignored. */
  #round = 0

  /**
   * Waits for the response and records a failure; null if another account was opened meanwhile.
   * Success under another `act` does not clear an earlier failure; `act` null records nothing, for
   * errors shown elsewhere.
   */
  async note<T>(
    asking: Promise<Result<T, Problem>>,
    act: string | null,
  ): Promise<Result<T, Problem> | null> {
    const round = this.#round
    const answer = await asking
    if (round !== this.#round) return null
    if (act === null) return answer
    // Declining a system dialog is not a failed request.
    if (!answer.ok && answer.error.code !== 'cancelled') {
      this.problem = answer.error
      this.#act = act
    } else if (act === this.#act) this.problem = null
    return answer
  }

  dismiss(): void {
    this.problem = null
  }

  /** For another account it is irrelevant. */
  forget(): void {
    this.#round += 1
    this.problem = null
  }
}

/** A value owned by main, replaced on every change. Never a source of truth itself. */
export class Mirror<T extends Topic> {
  latest = $state.raw<Pushes[T] | null>(null)
  /** Why there is no value, if the first request failed. */
  problem = $state.raw<Problem | null>(null)
  /** Why a background request failed. */
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
   * Subscribes first and requests second, so that nothing is missed; a push that arrives before the
   * first response is newer and wins. Once closed, nothing more is accepted.
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

/** A value of main's about one account, available while that account is on screen. */
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
   * App state and figures arrive on separate topics, so right after a switch one of the two is
   * ahead; comparing on read, not on arrival, is correct in either order.
   */
  readonly view = $derived.by(() => {
    const { latest } = this
    const shown = this.appState.profile
    return latest !== null && shown !== null && latest.profileId === shown.id
      ? this.explained(latest)
      : null
  })

  /** With the reasons for its problems, if something else that is known explains them better. */
  protected explained(view: Pushes[T]): Pushes[T] {
    return view
  }

  forget(): void {
    this.failedRequest.forget()
  }
}
