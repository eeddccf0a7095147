import type { Dialog } from 'electron'
import type { Problem } from '../../../shared/domain/problem.js'
import { wordsFor } from '../../../shared/domain/problem-words.js'

/** Why Plimsoll cannot start, what it means for the money, what to do, and the exact cause. */
export const fatalText = (problem: Problem): { title: string; content: string } => {
  const { title, money, next } = wordsFor(problem.code)
  const cause = problem.reason === undefined ? problem.message : `${problem.message} (${problem.reason})`
  return { title: `Plimsoll cannot start: ${title}`, content: [cause, money, next].join('\n\n') }
}

/** Blocks until closed. Before `ready` on Linux it goes to the terminal. */
export const showFatalDialog = (dialog: Pick<Dialog, 'showErrorBox'>, problem: Problem): void => {
  const { title, content } = fatalText(problem)
  dialog.showErrorBox(title, content)
}
