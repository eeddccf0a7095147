import { z } from 'zod'
import type { lockChannels } from '../../shared/lock/channels.js'
import { ok } from '../../shared/result.js'
import { type HandlersOf, nothing } from '../ipc/router.js'
import type { Lock } from './lock.js'

/** Longer than any accepted one, so that an overlong one gets its own message. */
const passphrase = z.string().max(1000)
const typed = passphrase.nullable()
const credential = z.string().min(1).max(600)

export function lockHandlers(lock: Lock): HandlersOf<typeof lockChannels> {
  return {
    'lock/read': { schema: nothing, handle: () => ok(lock.view()) },
    'lock/now': { schema: nothing, handle: () => (lock.lock('by-hand'), ok(null)) },
    'lock/unlock': {
      schema: z.strictObject({ passphrase: typed }),
      handle: (ask) => lock.unlock(ask.passphrase),
    },
    'lock/reset-passphrase': {
      schema: z.strictObject({ apiKey: credential, apiSecret: credential }),
      handle: (ask) => lock.resetPassphrase(ask.apiKey, ask.apiSecret),
    },
    'lock/change-passphrase': {
      schema: z.strictObject({ before: typed, next: typed }),
      handle: ({ before, next }) => lock.changePassphrase(before, next),
    },
  }
}
