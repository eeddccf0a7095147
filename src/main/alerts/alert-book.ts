// The alerts of one account and the states of its evaluators: they change together, and are saved
// together.
import {
  type Alert,
  type AlertPage,
  type AlertQuery,
  worstFirst,
} from '../../shared/alerts/alert.js'
import type { Problem } from '../../shared/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import type { AlertRepository } from './alert-repository.js'
import { gonePositionsKept } from './gone-positions.js'
import {
  type Evaluation,
  markAsRead,
  type OpenAlerts,
  type OpenAlertsChange,
  raise,
  resolve,
  reword,
} from './open-alerts.js'
import { changedStates, type EvaluatorStates, readStates } from './stored-alert-state.js'

/** Awake seconds until the next retry while the disk refuses writes. */
const saveRetryAfter = 30
/** Unsaved alerts kept while the disk refuses writes; beyond this, the oldest are dropped. */
const mostUnsaved = 2000
/**
 * How many seconds, and for how many alerts at most, to remember the acknowledgement of a position
 * missing from a response.
 */
const missedFor = gonePositionsKept
const mostMissed = 200

export type AlertBookPorts = {
  clock: Clock
  newId: () => string
  awakeSeconds: () => number
  /** The user has seen these, or they were snoozed. */
  acknowledged: (ids: readonly string[]) => void
}

export class AlertBook {
  /** Whether the alerts of earlier runs could be read. */
  readonly isLoaded: boolean
  readonly #profileId: string
  readonly #repository: AlertRepository
  readonly #ports: AlertBookPorts
  readonly #unsaved = new Map<string, Alert>()
  #open: OpenAlerts
  #unread: number
  #revision = 0
  #states: EvaluatorStates
  #savedStates: EvaluatorStates
  #saveFailedAt: number | null = null
  /** Since the last time they were taken. */
  #raised: Alert[] = []
  #ended: Alert[] = []
  /**
   * Alerts of positions missing from a response, in the state the user left them: a position that
   * returns is as acknowledged, or snoozed, as before.
   */
  #missed: readonly { alert: Alert; at: number }[] = []

  /** Starts from the alerts an earlier run saved for the account. */
  constructor(profileId: string, repository: AlertRepository, ports: AlertBookPorts) {
    this.#profileId = profileId
    this.#repository = repository
    this.#ports = ports
    const saved = repository.load(profileId)
    this.isLoaded = saved.ok
    this.#open = saved.ok ? saved.value.open : []
    this.#unread = saved.ok ? saved.value.unread : 0
    this.#states = readStates(saved.ok ? saved.value.states : {})
    this.#savedStates = this.#states
  }

  get open(): OpenAlerts {
    return this.#open
  }

  /** How many of all are unread. */
  get unread(): number {
    return this.#unread
  }

  /** Increases with every change of an alert. */
  get revision(): number {
    return this.#revision
  }

  get states(): EvaluatorStates {
    return this.#states
  }

  /** Null if it is unknown, or the alerts cannot be read. */
  find(id: string): Alert | null {
    const found = this.#repository.find(this.#profileId, id)
    return this.#unsaved.get(id) ?? (found.ok ? found.value : null)
  }

  get hasEnded(): boolean {
    return this.#ended.length > 0
  }

  takeEnded(): Alert[] {
    const ended = this.#ended
    this.#ended = []
    return ended
  }

  takeRaised(): Alert[] {
    const raised = this.#raised
    this.#raised = []
    return raised
  }

  setState<K extends keyof EvaluatorStates>(evaluator: K, state: EvaluatorStates[K]): void {
    this.#states = { ...this.#states, [evaluator]: state }
  }

  /** Changes the alerts as evaluated, and keeps the evaluator's new state. */
  evaluate<K extends keyof EvaluatorStates>(
    evaluator: K,
    evaluation: Evaluation<EvaluatorStates[K]>,
  ): void {
    this.setState(evaluator, this.applyEvaluation(evaluation))
  }

  apply({ open, changed }: OpenAlertsChange): Alert[] {
    this.#open = open
    if (changed.length > 0) this.#revision += 1
    for (const alert of changed) {
      this.#unsaved.set(alert.id, alert)
      const [oldest] = this.#unsaved.keys()
      if (this.#unsaved.size > mostUnsaved && oldest !== undefined) this.#unsaved.delete(oldest)
      if (alert.state.kind === 'resolved') this.#ended.push(alert)
    }
    const seen = changed.filter(({ state }) => ['acknowledged', 'snoozed'].includes(state.kind))
    if (seen.length > 0) this.#ports.acknowledged(seen.map(({ id }) => id))
    return changed
  }

  applyEvaluation<S>({ candidates, resolved, state, reworded = [] }: Evaluation<S>): S {
    const at = this.#ports.clock()
    const { newId } = this.#ports
    // An early step that was removed from the settings, or replaced, was still acknowledged.
    const isOver = ({ key, kind }: Alert): boolean =>
      resolved.some(
        (one) =>
          one.key === key && (one.end === 'over' || (one.end === 'dropped' && kind === 'ltv-step')),
      )
    const over = worstFirst(resolved.length === 0 ? [] : this.#open.filter(isOver))
    const returned = this.#rememberMissed(resolved)
    // First, so that history keeps the alert's own text and not that of its last minutes.
    this.apply(reword(this.#open, reworded))
    this.apply(resolve(this.#open, resolved, at))
    const options = { at, profileId: this.#profileId, newId, over, returned }
    const news = this.apply(raise(this.#open, candidates, options))
    this.#unread += news.length
    this.#raised.push(...news)
    this.#missed = this.#missed.filter(({ alert }) =>
      this.#open.every(({ key }) => key !== alert.key),
    )
    return state
  }

  /** After notifying: a duplicate notification after a crash is better than none. */
  save(): void {
    const now = this.#ports.awakeSeconds()
    if (this.#saveFailedAt !== null && now - this.#saveFailedAt < saveRetryAfter) return
    const states = changedStates(this.#savedStates, this.#states)
    if (this.#unsaved.size === 0 && Object.keys(states).length === 0) return
    const done = this.#repository.save(this.#profileId, [...this.#unsaved.values()], states)
    this.#saveFailedAt = done.ok ? null : now
    if (!done.ok) return
    this.#unsaved.clear()
    this.#savedStates = this.#states
  }

  /** For the last time, so without waiting after a failure. */
  close(): void {
    this.#saveFailedAt = null
    this.save()
  }

  /** `ids` null marks everything. */
  markRead(ids: readonly string[] | null): Result<null, Problem> {
    this.save()
    const at = this.#ports.clock()
    const left = this.#repository.markRead(this.#profileId, ids, at)
    if (!left.ok) return left
    this.#unread = left.value
    this.#open = markAsRead(this.#open, ids, at)
    this.#revision += 1
    return ok(null)
  }

  /** The history, newest first. */
  page(query: AlertQuery): Result<AlertPage, Problem> {
    this.save()
    return this.#repository.page(this.#profileId, query)
  }

  /** Returns those remembered before. */
  #rememberMissed(resolved: Evaluation<unknown>['resolved']): Alert[] {
    const at = this.#ports.awakeSeconds()
    const before = this.#missed.filter((one) => at - one.at < missedFor)
    const left = this.#open.filter(
      ({ key, subject, state }) =>
        subject.key.startsWith('position:') &&
        state.kind !== 'active' &&
        resolved.some((one) => one.key === key && one.end === 'dropped'),
    )
    this.#missed = [...before, ...left.map((alert) => ({ alert, at }))].slice(-mostMissed)
    return before.map(({ alert }) => alert)
  }
}
