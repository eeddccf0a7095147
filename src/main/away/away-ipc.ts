import { z } from 'zod'
import type { awayChannels } from '../../shared/away/channels.js'
import { ok } from '../../shared/result.js'
import { type HandlersOf, nothing, oneId } from '../ipc/router.js'
import type { Away } from './away.js'
import { destinationSettings } from './away-repository.js'

const draft = z.strictObject({
  id: z.uuid().nullable(),
  settings: destinationSettings,
  secret: z.string().max(1000).nullable(),
})

export function awayHandlers(away: Away): HandlersOf<typeof awayChannels> {
  return {
    'away/read': { schema: nothing, handle: () => ok(away.view()) },
    'away/preview': { schema: draft, handle: (ask) => away.preview(ask) },
    'away/choose-authority': { schema: nothing, handle: () => away.chooseAuthority() },
    'away/save': { schema: draft, handle: (ask) => away.save(ask) },
    'away/remove': { schema: oneId, handle: (ask) => away.remove(ask.id) },
    'away/test': { schema: oneId, handle: (ask) => away.test(ask.id) },
  }
}
