import type { updateChannels } from '../../shared/updates/channels.js'
import { ok } from '../../shared/result.js'
import { type HandlersOf, nothing } from '../ipc/router.js'
import type { Updates } from './updates.js'

/** Each call returns immediately; progress arrives on the topic `updates`. */
export function updateHandlers(updates: Updates): HandlersOf<typeof updateChannels> {
  return {
    'updates/read': { schema: nothing, handle: () => ok(updates.view()) },
    'updates/check': { schema: nothing, handle: () => (void updates.check(), ok(null)) },
    'updates/download': { schema: nothing, handle: () => (void updates.download(), ok(null)) },
    'updates/later': { schema: nothing, handle: () => (updates.later(), ok(null)) },
    'updates/install': { schema: nothing, handle: () => (void updates.install(), ok(null)) },
  }
}
