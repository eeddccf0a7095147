import { z } from 'zod'
import type { desktopChannels, RequestedPlace } from '../../shared/desktop/channels.js'
import { maxCopied } from '../../shared/support/support.js'
import { ok } from '../../shared/result.js'
import { type HandlersOf, nothing } from '../ipc/router.js'
import type { Autostart } from './autostart.js'
import type { Clipboard } from './clipboard.js'
import type { Folders } from './folders.js'

export function desktopHandlers(desktop: {
  clipboard: Pick<Clipboard, 'copy'>
  folders: Pick<Folders, 'openData'>
  autostart: Pick<Autostart, 'read' | 'change'>
  /** Returns the wanted screen once. */
  takePlace(): RequestedPlace | null
  /** The page says that it is seen. */
  pageSeen: { emit(seen: null): void }
}): HandlersOf<typeof desktopChannels> {
  return {
    'requested-screen/take': {
      schema: nothing,
      handle: () => ok(desktop.takePlace() ?? { screen: null }),
    },
    'window/catch-up': {
      schema: nothing,
      handle: () => {
        desktop.pageSeen.emit(null)
        return ok(null)
      },
    },
    'clipboard/copy': {
      schema: z.strictObject({ text: z.string().min(1).max(maxCopied) }),
      handle: async ({ text }) => {
        await desktop.clipboard.copy(text)
        return ok(null)
      },
    },
    'data-folder/open': { schema: nothing, handle: () => desktop.folders.openData() },
    'autostart/read': { schema: nothing, handle: async () => ok(await desktop.autostart.read()) },
    'autostart/change': {
      schema: z.strictObject({ on: z.boolean(), replace: z.boolean() }),
      handle: (wanted) => desktop.autostart.change(wanted),
    },
  }
}
