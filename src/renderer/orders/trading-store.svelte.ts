import type { Problem } from '../../shared/problem.js'
import type {
  ExportFormat,
  Exported,
  OrderIntent,
  TradeLimits,
} from '../../shared/orders/trading.js'
import type { Bridge } from '../../shared/contract.js'
import { ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { AccountMirror } from '../shell/mirror.svelte.js'
import type { AppStateStore } from '../accounts/app-state-store.svelte.js'

type TradingAct = 'allow' | 'arm' | 'limits' | 'reconcile' | 'export'

/**
 * What main knows about orders, for the profile on screen. Only main decides whether anything may
 * be sent.
 */
export class TradingStore extends AccountMirror<'trading'> {
  /** The pending request to main, or the open system dialog. */
  busy = $state<TradingAct | null>(null)
  /**
   * Pending changes that make trading stricter. They do not wait for `busy`, and nothing waits for
   * them.
   */
  stopping = $state<'disarm' | 'read-only' | null>(null)

  constructor(bridge: Bridge, appState: AppStateStore) {
    super(appState, bridge, 'trading', () => bridge.ask('trading/read', null))
  }

  /** What blocks everything else until it is answered. */
  readonly unanswered = $derived.by(() =>
    (this.view?.open ?? []).filter(({ state, blocks }) => state === 'unknown' || blocks),
  )

  override forget(): void {
    this.busy = null
    this.stopping = null
    super.forget()
  }

  /** Seconds until it disarms; null while it is not armed. */
  armedLeft(now: UnixSeconds): number | null {
    const until = this.view?.armedUntil ?? null
    return until === null || until <= now ? null : until - now
  }

  /** Null for a moment after a confirmation, and for what is neither open nor recent. */
  find(id: string): OrderIntent | null {
    const { view } = this
    return (
      [...(view?.open ?? []), ...(view?.recent ?? [])].find((intent) => intent.id === id) ?? null
    )
  }

  async allow(allowed: boolean): Promise<void> {
    if (allowed) await this.#act('allow', () => this.bridge.ask('trading/allow', { allowed }))
    else await this.#stop('read-only', () => this.bridge.ask('trading/allow', { allowed }))
  }
  /**
   * Null on success, or if it is no longer relevant. With a passphrase, errors are shown where it
   * was typed.
   */
  async arm(passphrase: string | null): Promise<Problem | null> {
    const answer = await this.#act(
      'arm',
      () => this.bridge.ask('trading/arm', { passphrase }),
      passphrase !== null,
    )
    return answer === null || answer.ok ? null : answer.error
  }
  /**
   * Clears the read-only mark if set, then arms: each asks in a system dialog. Errors are shown
   * where it was requested; null if another request was pending, or the response is for an account
   * that is no longer open.
   */
  async enable(passphrase: string | null): Promise<Result<null, Problem> | null> {
    if (this.view?.readOnly === true) {
      const allowed = await this.#act(
        'allow',
        () => this.bridge.ask('trading/allow', { allowed: true }),
        true,
      )
      if (allowed === null || !allowed.ok) return allowed
    }
    const armed = await this.#act('arm', () => this.bridge.ask('trading/arm', { passphrase }), true)
    return armed === null || !armed.ok ? armed : ok(null)
  }
  async disarm(): Promise<void> {
    await this.#stop('disarm', () => this.bridge.ask('trading/disarm', null))
  }
  async changeLimits(limits: TradeLimits): Promise<Result<null, Problem> | null> {
    return this.#act('limits', () => this.bridge.ask('trading/change-limits', limits))
  }
  async favourite(market: string, on: boolean): Promise<void> {
    await this.failedRequest.note(
      this.bridge.ask('trading/favourite', { market, on }),
      `favourite ${market}`,
    )
  }
  async reconcile(id: string): Promise<void> {
    await this.#act('reconcile', () => this.bridge.ask('orders/reconcile', { id }))
  }
  /** Errors are shown in the dialog that asked, not in a toast. */
  resolve(answer: {
    id: string
    item: number | null
    as: 'filled' | 'not-filled'
    typed: string
  }): Promise<Result<null, Problem>> {
    return this.bridge.ask('orders/resolve', answer)
  }
  liftBlock(id: string, typed: string): Promise<Result<null, Problem>> {
    return this.bridge.ask('orders/lift-block', { id, typed })
  }
  /** One intent, however old; null if it cannot be read. */
  async read(id: string): Promise<OrderIntent | null> {
    const answer = await this.bridge.ask('orders/read', { id })
    return answer.ok ? answer.value : null
  }
  async exportAll(format: ExportFormat): Promise<Exported | null> {
    const answer = await this.#act('export', () => this.bridge.ask('orders/export', { format }))
    return answer?.ok === true ? answer.value : null
  }

  /**
   * One at a time; null if another was pending, or the response is for an account that is no longer
   * open. `saidElsewhere`: errors are shown in the form that made the request, as with limits.
   */
  async #act<T>(
    act: TradingAct,
    ask: () => Promise<Result<T, Problem>>,
    saidElsewhere = act === 'limits',
  ): Promise<Result<T, Problem> | null> {
    if (this.busy !== null) return null
    this.busy = act
    const answer = await this.failedRequest.note(ask(), saidElsewhere ? null : act)
    if (answer !== null) this.busy = null
    return answer
  }

  /**
   * Immediately, whatever else is pending: a slow request or an unanswered dialog must not keep
   * trading armed.
   */
  async #stop(
    what: 'disarm' | 'read-only',
    ask: () => Promise<Result<null, Problem>>,
  ): Promise<void> {
    this.stopping = what
    const answer = await this.failedRequest.note(ask(), what)
    if (answer !== null) this.stopping = null
  }
}
