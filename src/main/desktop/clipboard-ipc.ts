import { ok } from '../../shared/result.js'
import type { Handlers } from '../ipc/router.js'

export type ClipboardPorts = { copy(text: string): Promise<void> }

export const clipboardHandlers = (ports: ClipboardPorts) =>
  ({
    'clipboard/copy': async ({ text }) => {
      await ports.copy(text)
      return ok(null)
    },
  }) satisfies Partial<Handlers>
