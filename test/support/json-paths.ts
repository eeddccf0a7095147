// Members of a JSON value by their paths, for tests that change any of them.
import type { Json } from '../../src/shared/json.js'

type Path = readonly (string | number)[]

/** Every member and item, however deep. */
export function pathsIn(value: Json): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const own = Array.isArray(value) ? Number(name) : name
    return [[own], ...pathsIn(member ?? null).map((path) => [own, ...path])]
  })
}

export function replaced(value: Json, [first, ...rest]: Path, by: Json): Json {
  if (first === undefined) return by
  const inside = value as Record<string | number, Json>
  const member = replaced(inside[first] ?? null, rest, by)
  return Array.isArray(value)
    ? (value as Json[]).with(Number(first), member)
    : { ...inside, [first]: member }
}
