// A part of the program that is loaded on first use, so that startup does not wait for it.
import { messageOf } from './messages/messages.js'
import type { Problem } from './problem.js'
import { fail, type Result } from './result.js'

const problem: Problem = {
  code: 'internal',
  reason: 'PART_NOT_LOADED',
  message: messageOf('accounts.part-not-loaded'),
}

export type LaterPart<P> = {
  /** Fails if it cannot be loaded; the next use tries again. */
  use: <T>(act: (part: P) => Promise<Result<T, Problem>>) => Promise<Result<T, Problem>>
  /** Null until it is loaded. */
  loaded: () => P | null
}

export function createLaterPart<P>(
  load: () => Promise<P>,
  notLoaded: (fault: unknown) => void,
): LaterPart<P> {
  let part: P | null = null
  let loading: Promise<P | null> | null = null

  const loadOnce = async (): Promise<P | null> => {
    try {
      return (part = await load())
    } catch (fault) {
      notLoaded(fault)
      return null
    } finally {
      loading = null
    }
  }

  return {
    use: async <T>(act: (part: P) => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> => {
      const ready = part ?? (await (loading ??= loadOnce()))
      return ready === null ? fail(problem) : act(ready)
    },
    loaded: () => part,
  }
}
