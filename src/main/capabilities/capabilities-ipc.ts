import type { Problem } from '../../shared/problem.js'
import type { capabilityChannels } from '../../shared/capabilities/channels.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { type HandlersOf, oneId } from '../ipc/router.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { Capabilities } from './capabilities.js'

const unknownAccount: Problem = { code: 'gone', message: messageOf('accounts.no-such-account') }

/** `find`: an open account by its profile's id. */
export function capabilityHandlers(
  find: (profileId: string) => { capabilities: Capabilities } | null,
): HandlersOf<typeof capabilityChannels> {
  const of = <T>(
    profileId: string,
    ask: (capabilities: Capabilities) => T,
  ): T | Result<never, Problem> => {
    const account = find(profileId)
    return account === null ? fail(unknownAccount) : ask(account.capabilities)
  }
  return {
    'capabilities/read': { schema: oneId, handle: ({ id }) => of(id, ({ view }) => ok(view())) },
    'capabilities/check': { schema: oneId, handle: ({ id }) => of(id, ({ check }) => check()) },
    'capabilities/stop-check': {
      schema: oneId,
      handle: ({ id }) =>
        of(id, ({ stopCheck }) => {
          stopCheck()
          return ok(null)
        }),
    },
  }
}
