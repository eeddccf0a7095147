// Checks what was pasted as a key before anything uses it: keychains cut text at NUL, headers break at CR and LF.
import { fail, ok, type Result } from '../../shared/result.js'
import { Secret } from './secret.js'

const shortestPart = 8
const longestPart = 512

/** Printable ASCII, space to tilde. */
const printable = /^[\x20-\x7e]*$/

type CredentialPart = 'apiKey' | 'apiSecret'

const names: Record<CredentialPart, string> = { apiKey: 'key', apiSecret: 'secret' }

/** Repeats nothing of what was entered. */
const complaint = (text: string, name: string): string | null => {
  if (text.length === 0) return `Enter the ${name}.`
  if (/[\r\n]/.test(text)) return `The ${name} holds a line break. Copy it again, on its own.`
  if (!printable.test(text)) return `The ${name} holds a character that keys never have. Copy it again from the exchange’s API settings.`
  if (text.length < shortestPart) return `The ${name} is too short: at least ${String(shortestPart)} characters are needed.`
  if (text.length > longestPart) return `The ${name} is too long: at most ${String(longestPart)} characters are possible.`
  return null
}

type CheckedPart = { readonly secret: Secret; readonly remark: string | null }

/** The error is a sentence for the field. */
export const readCredentialPart = (part: CredentialPart, text: string): Result<CheckedPart, string> => {
  const trimmed = text.trim()
  const wrong = complaint(trimmed, names[part])
  if (wrong !== null) return fail(wrong)
  return ok({
    secret: Secret.of(trimmed),
    remark: trimmed.length === text.length ? null : `Spaces or line breaks around the ${names[part]} were removed.`,
  })
}

/** The same rule for bytes: what comes back from a keychain may have been changed by another program. */
export const fitsCredentialRule = (bytes: Uint8Array): boolean =>
  bytes.byteLength >= shortestPart && bytes.byteLength <= longestPart && bytes.every((byte) => byte >= 0x20 && byte <= 0x7e)

/** First four … last four of the public key, the only part that is ever shown; shorter keys show less. */
export const keyHint = (apiKey: Secret): string => {
  const bytes = apiKey.reveal()
  const shown = bytes.byteLength >= 16 ? 4 : 2
  return `${bytes.toString('latin1', 0, shown)}…${bytes.toString('latin1', bytes.byteLength - shown)}`
}
