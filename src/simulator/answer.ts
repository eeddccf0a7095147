// What an operation gives back, before a dialect and a server turn it into bytes.
import type { Dialect } from '../shared/domain/account.js'

export type FieldErrors = { [parameter: string]: string[] }

/** The private error object of specification 2.2; `errors` is left open where no parameter is to blame. */
export type Refusal = { code: number; message: string; errors?: FieldErrors }

export type Answer =
  | { kind: 'json'; status: number; body: unknown }
  /** JSON that is text already. */
  | { kind: 'written'; status: number; text: string }
  | { kind: 'refused'; status: number; refusal: Refusal }
  | { kind: 'text'; status: number; text: string }

export const accepted = (body: unknown): Answer => ({ kind: 'json', status: 200, body })

export const written = (text: string): Answer => ({ kind: 'written', status: 200, text })

export const refused = (status: number, code: number, message: string, errors?: FieldErrors): Answer => ({
  kind: 'refused',
  status,
  refusal: errors === undefined ? { code, message } : { code, message, errors },
})

/** The shape of 4.3 and 4.4: HTTP 400, code 0. */
export const invalid = (errors: FieldErrors): Answer => refused(400, 0, 'Validation failed', errors)

/** Always all three members as specification 2.2 lists them; the live service leaves `errors` out where it has nothing to say. */
export const refusalBody = (refusal: Refusal, dialect: Dialect): Refusal =>
  dialect === 'spec' ? { code: refusal.code, message: refusal.message, errors: refusal.errors ?? {} } : refusal

/** The public error object of specification 2.3. The live service has `errors` in the place of `params`. */
export const publicRefusal = (status: number, message: string, dialect: Dialect): Answer => ({
  kind: 'json',
  status,
  body: dialect === 'spec' ? { success: false, message, params: [] } : { success: false, message, errors: [] },
})
