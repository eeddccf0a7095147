// The input of an operation, and its output before a dialect and a server turn it into bytes.
import type { Dialect } from '../shared/accounts/account.js'
import type { KeyState, World } from './world.js'

export type FieldErrors = { [parameter: string]: string[] }

/**
 * The private error object of specification 2.2; `errors` is omitted if no parameter is at fault.
 */
export type Refusal = { code: number; message: string; errors?: FieldErrors }

export type Answer = { status: number } & (
  | { body: unknown }
  | { refusal: Refusal }
  /** Serialised JSON, unless `type` says otherwise. */
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
 * Always all three members as listed in specification 2.2; the live service omits an empty
 * `errors`.
 */
export function refusalBody({ code, message, errors }: Refusal, dialect: Dialect): Refusal {
  return dialect === 'spec' ? { code, message, errors: errors ?? {} } : { code, message, errors }
}

/** One authenticated call: the world it may change, the key it used, and its body as sent. */
export type Call = {
  world: World
  keyName: string
  key: KeyState
  body: Record<string, unknown>
  dialect: Dialect
  /** Members that had no effect, by name. An action adds those it recognises and ignores. */
  ignored: string[]
}

/**
 * One operation of the service. It changes the world and responds; it never reads a clock, a
 * network or randomness outside the world.
 */
export type Action = (call: Call) => Answer
