import type { miniChannels, MiniView } from '../../shared/desktop/mini.js'
import { ok } from '../../shared/result.js'
import { type HandlersOf, nothing } from '../ipc/router.js'

export function miniHandlers(mini: {
  view(): MiniView
  openMain(): void
  close(): void
}): HandlersOf<typeof miniChannels> {
  return {
    'mini/read': { schema: nothing, handle: () => ok(mini.view()) },
    'mini/open': {
      schema: nothing,
      handle: () => {
        mini.openMain()
        return ok(null)
      },
    },
    'mini/close': {
      schema: nothing,
      handle: () => {
        mini.close()
        return ok(null)
      },
    },
  }
}
