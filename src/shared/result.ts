/** Either a value or a reason. Expected failures are never thrown in Plimsoll. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E }

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

export function fail<E>(error: E): { ok: false; error: E } {
  return { ok: false, error }
}
