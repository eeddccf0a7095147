import type { Alert, AlertEnd } from '../../shared/domain/alert.js'

/** An alert as an evaluator raises it, before it has an id, a time and a state. */
export type AlertCandidate = Pick<Alert, 'key' | 'kind' | 'level' | 'subject' | 'found' | 'title' | 'text' | 'endTitle' | 'cause'>

/** The alert of this key is over. A key that is not open is passed over. */
export type Resolution = { key: string; end: Exclude<AlertEnd, 'lapsed'> }

/**
 * `state` is the very object handed in where nothing changed, so that it need not be saved again. `reworded`: alerts that stay open and
 * whose text is not true any more, with the one that is.
 */
export type Evaluation<State> = {
  candidates: AlertCandidate[]
  resolved: Resolution[]
  state: State
  reworded?: AlertCandidate[] | undefined
}

/** In the text of an alert that is `standing`. */
export const standingRemark = 'It was so at the first check.'
