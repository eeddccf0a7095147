import { z } from 'zod'
import type { AlertScreen } from '../../shared/domain/alert.js'
import type { desktopChannels } from '../../shared/ipc/desktop.js'
import { ok } from '../../shared/result.js'
import { type HandlersOf, nothing } from '../ipc/router.js'
import type { Autostart } from './autostart.js'
import type { Clipboard } from './clipboard.js'

export const desktopHandlers = (desktop: {
  clipboard: Pick<Clipboard, 'copy'>
  autostart: Pick<Autostart, 'read' | 'change'>
  /** Gives the wanted screen once. */
  takePlace(): AlertScreen | null
}): HandlersOf<typeof desktopChannels> => ({
  'requested-screen/take': { schema: nothing, handle: () => ok({ screen: desktop.takePlace() }) },
  'clipboard/copy': {
    schema: z.strictObject({ text: z.string().min(1).max(20_000) }),
    handle: async ({ text }) => {
      await desktop.clipboard.copy(text)
      return ok(null)
    },
  },
  'autostart/read': { schema: nothing, handle: async () => ok(await desktop.autostart.read()) },
  'autostart/change': {
    schema: z.strictObject({ on: z.boolean(), replace: z.boolean() }),
    handle: (wanted) => desktop.autostart.change(wanted),
  },
})
