// Stands between what a person pasted and everything that would suffer from it: keychains cut text at NUL, headers break at CR and LF.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { Secret, type Credentials } from './secret.js'

const shortestPart = 8
const longestPart = 512

/** Printable ASCII, space to tilde. */
const printable = /^[\x20-\x7e]*$/

type CredentialPart = 'apiKey' | 'apiSecret'

const names: Record<CredentialPart, string> = { apiKey: 'key', apiSecret: 'secret' }

/** Says what is wrong without repeating any of it. */
const complaint = (text: string, name: string): string | null => {
  if (text.length === 0) return `Enter the ${name}.`
  if (/[\r\n]/.test(text)) return `The ${name} holds a line break. Copy it again, on its own.`
  if (!printable.test(text)) return `The ${name} holds a character that keys never have. Copy it again from the exchange’s API settings.`
  if (text.length < shortestPart) return `The ${name} is too short: at least ${String(shortestPart)} characters are needed.`
  if (text.length > longestPart) return `The ${name} is too long: at most ${String(longestPart)} characters are possible.`
  return null
}

type CheckedPart = { readonly secret: Secret; readonly remark: string | null }

/** Trims, checks, and takes the text into bytes. The error is a sentence for the field; it never holds what was entered. */
export const readCredentialPart = (part: CredentialPart, text: string): Result<CheckedPart, string> => {
  const trimmed = text.trim()
  const wrong = complaint(trimmed, names[part])
  if (wrong !== null) return fail(wrong)
  return ok({
    secret: Secret.of(trimmed),
    remark: trimmed.length === text.length ? null : `Spaces or line breaks around the ${names[part]} were removed.`,
  })
}

type CheckedCredentials = { readonly credentials: Credentials; readonly remarks: string[] }

/** Both halves, or a `bad-input` problem that names each field at fault. */
export const readCredentials = (apiKey: string, apiSecret: string): Result<CheckedCredentials, Problem> => {
  const key = readCredentialPart('apiKey', apiKey)
  const secret = readCredentialPart('apiSecret', apiSecret)
  if (key.ok && secret.ok) {
    const remarks = [key.value.remark, secret.value.remark].filter((remark) => remark !== null)
    return ok({ credentials: { apiKey: key.value.secret, apiSecret: secret.value.secret }, remarks })
  }
  if (key.ok) key.value.secret.wipe()
  if (secret.ok) secret.value.secret.wipe()
  const fields: { [field: string]: string[] } = {}
  if (!key.ok) fields['apiKey'] = [key.error]
  if (!secret.ok) fields['apiSecret'] = [secret.error]
  return fail({ code: 'bad-input', message: Object.values(fields).flat().join(' '), fields })
}

/** Whether bytes obey the rule above: what comes back from a keychain may have been changed by another program. */
export const fitsCredentialRule = (bytes: Uint8Array): boolean =>
  bytes.byteLength >= shortestPart && bytes.byteLength <= longestPart && bytes.every((byte) => byte >= 0x20 && byte <= 0x7e)

/** First four … last four of the public key, the only part that is ever shown; shorter keys show less. */
export const keyHint = (apiKey: Secret): string => {
  const bytes = apiKey.reveal()
  const shown = bytes.byteLength >= 16 ? 4 : 2
  return `${bytes.toString('latin1', 0, shown)}…${bytes.toString('latin1', bytes.byteLength - shown)}`
}
