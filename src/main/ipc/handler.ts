import type { z } from 'zod'
import type { Problem } from '../../shared/domain/problem.js'
import type { Carried, Carrier } from '../../shared/ipc/channel.js'
import { fail, type Result } from '../../shared/result.js'

type Handler<Crossing extends { ask: unknown; reply: unknown }> = {
  /** Strict: a member that is not listed refuses the whole request. Bounds keep main safe; what the values mean is judged by the service. */
  schema: z.ZodType<Crossing['ask']>
  /** `page` identifies the document: the same page after a reload is another. */
  handle: (ask: Crossing['ask'], page: string) => Promise<Result<Crossing['reply'], Problem>> | Result<Crossing['reply'], Problem>
}

/** One for every channel that a feature declares, and no other. */
export type HandlersOf<Channels extends Record<string, Carrier<{ ask: unknown; reply: unknown }>>> = {
  [Channel in keyof Channels]: Handler<Carried<Channels>[Channel]>
}

/** The account on screen; null with none. */
export type OnScreen<Account> = () => Account | null

const noAccount: Problem = { code: 'gone', message: 'No account is open.' }

/** Calls the account that is on screen now, or fails where there is none. */
export const forAccountOn =
  <Account>(screen: OnScreen<Account>) =>
  <Answer>(ask: (account: Account) => Answer): Answer | Result<never, Problem> => {
    const account = screen()
    return account === null ? fail(noAccount) : ask(account)
  }
