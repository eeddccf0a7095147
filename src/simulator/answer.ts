// What an operation is given, and what it gives back before a dialect and a server turn it into
// bytes.
import type { Dialect } from '../shared/accounts/account.js'
import type { KeyState, World } from './world.js'

export type FieldErrors = { [parameter: string]: string[] }

/**
 * The private error object of specification 2.2; `errors` is left open where no parameter is to
 * blame.
 */
export type Refusal = { code: number; message: string; errors?: FieldErrors }

export type Answer = { status: number } & (
  | { body: unknown }
  | { refusal: Refusal }
  /** JSON that is text already, unless `type` says otherwise. */
  | { text: string; type?: string }
)

export function accepted(body: unknown): Answer {
  return { status: 200, body }
}

export function written(text: string): Answer {
  return { status: 200, text }
}

export function refused(
  status: number,
  code: number,
  message: string,
  errors?: FieldErrors,
): Answer {
  return {
    status,
    refusal: { code, message, errors },
  }
}

/** The shape of 4.3 and 4.4: HTTP 400, code 0. */
export function invalid(errors: FieldErrors): Answer {
  return refused(400, 0, 'Validation failed', errors)
}

/**
 * Always all three members as specification 2.2 lists them; the live service leaves `errors` out
 * where it has nothing to say.
 */
export function refusalBody({ code, message, errors }: Refusal, dialect: Dialect): Refusal {
  return dialect === 'spec' ? { code, message, errors: errors ?? {} } : { code, message, errors }
}

/** One authenticated call: the world it may change, the key it came with, and its body as sent. */
export type Call = {
  world: World
  keyName: string
  key: KeyState
  body: Record<string, unknown>
  dialect: Dialect
  /** Members that had no effect, by name. An action adds those it knows and passes over. */
  ignored: string[]
}

/**
 * One operation of the service. It changes the world and answers; it never reads a clock, a network
 * or chance outside the world.
 */
export type Action = (call: Call) => Answer
