// The only access to the preload's API. A call that cannot even be made becomes a problem like any
// other, so that no caller ever needs a catch.
import type { Bridge, Channel, Reply, Requests } from '../shared/contract.js'
import { fail } from '../shared/result.js'

declare global {
  interface Window {
    readonly plimsoll?: Bridge
  }
}

function guarded(door: Bridge): Bridge {
  return {
    ask: async <C extends Channel>(
      channel: C,
      payload: Requests[C]['ask'],
      account?: string,
    ): Promise<Reply<C>> => {
      try {
        return await door.ask(channel, payload, account)
      } catch {
        return fail({
          code: 'internal',
          message: `Plimsoll’s own core did not answer (${channel}).`,
        })
      }
    },
    listen: (topic, receive) => door.listen(topic, receive),
  }
}

/** Null if the page was loaded outside Plimsoll's window, or its preload failed. */
export function openBridge(): Bridge | null {
  return window.plimsoll === undefined ? null : guarded(window.plimsoll)
}
