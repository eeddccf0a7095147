import type { Problem } from '../../shared/domain/problem.js'
import { fail, type Result } from '../../shared/result.js'

const noAccount: Problem = { code: 'gone', message: 'No account is open.' }

/** Of the account on screen; null with none. */
export type OnScreen<Ports> = () => Ports | null

/** Asks the account that is on screen now, or says that there is none. */
export const askOf =
  <Ports>(onScreen: OnScreen<Ports>) =>
  <Answer>(ask: (ports: Ports) => Answer): Answer | Result<never, Problem> => {
    const ports = onScreen()
    return ports === null ? fail(noAccount) : ask(ports)
  }
