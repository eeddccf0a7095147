// What every evaluator gives back: what to raise, what is over, and what to remember until the next look.
import type { Alert, AlertEnd } from '../../shared/domain/alert.js'

/** An alert as an evaluator finds it; identity, time and state are given to it by the account's alerts. */
export type Finding = Pick<Alert, 'key' | 'kind' | 'level' | 'subject' | 'found' | 'title' | 'text' | 'endTitle' | 'cause'>

/** The alert of this key is over. A key that nobody raised is passed over. */
export type Resolution = { key: string; end: Exclude<AlertEnd, 'lapsed'> }

/**
 * `state` is the very object handed in where nothing changed, so that it need not be stored again. `reworded`: alerts that stay open as
 * they are and whose words are not true any more, with those that are.
 */
export type Evaluation<State> = { alerts: Finding[]; resolved: Resolution[]; state: State; reworded?: Finding[] }
