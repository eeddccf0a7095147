// Copies to the clipboard. A token is cleared after a while; an API key or secret is never copied.
import { createHash } from 'node:crypto'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'

export const secretStaysSeconds = 30

export type Clipboard = {
  copy(text: string): Promise<void>
  /** Cleared after 30 s, if it still holds this text. */
  copySecret(text: string): Promise<{ clearsAt: UnixSeconds }>
  /** Clears what `copySecret` copied, if it is still there. For quitting. */
  clearSecret: () => Promise<void>
}

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex')

export function createClipboard(parts: {
  /** Electron's clipboard: synchronous in older versions, asynchronous in newer ones. */
  clipboard: {
    writeText(text: string): unknown
    readText(): string | Promise<string>
    clear(): unknown
  }
  clock: Clock
  after: Timing['after']
}): Clipboard {
  const { clipboard, clock, after } = parts
  // Only the digest is kept: enough to recognize the text.
  let held: { digest: string; cancel: () => void } | null = null

  const letGo = (): void => {
    held?.cancel()
    held = null
  }

  const clearSecret = async (): Promise<void> => {
    if (held === null) return
    const { digest } = held
    letGo()
    if (fingerprint(await clipboard.readText()) === digest) await clipboard.clear()
  }

  return {
    async copy(text: string): Promise<void> {
      letGo()
      await clipboard.writeText(text)
    },
    async copySecret(text: string): Promise<{ clearsAt: UnixSeconds }> {
      letGo()
      await clipboard.writeText(text)
      held = {
        digest: fingerprint(text),
        cancel: after(secretStaysSeconds * 1000, () => void clearSecret().catch(() => undefined)),
      }
      return { clearsAt: clock() + secretStaysSeconds }
    },
    clearSecret,
  }
}
