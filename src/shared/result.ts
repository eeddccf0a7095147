/**
 * An answer that is either a value or a reason. Nothing in Plimsoll that can be expected to fail
 * throws instead.
 */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E }

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

export function fail<E>(error: E): { ok: false; error: E } {
  return { ok: false, error }
}
