// The described structure of a response, for consumers that inspect all of its members: the report
// of responses that differ from their description, and the tests that change one member after
// another.
import type { z } from 'zod'

export type JsonKind = 'text' | 'number' | 'true or false' | 'null' | 'object' | 'list'

/**
 * How a member is parsed, and the figures that are unknown without it, in Plimsoll's names for
 * them.
 */
export type Used = readonly [schema: z.ZodType, ...costs: [string, ...string[]]]

/**
 * The members of one object. `identity`: without it the object is unreliable, so it is left out and
 * reported. `used`: only the figures listed with it are unknown without it. `unused`: never read,
 * listed because the service is known to send it.
 */
export type Members = {
  identity: Readonly<Record<string, z.ZodType>>
  used?: Readonly<Record<string, Used>>
  unused?: readonly string[]
}

/** `amount`: an amount or a price, of anything. */
export type Shape =
  | { kind: 'row'; members: Members }
  | { kind: 'list' | 'map'; of: z.ZodType }
  | { kind: 'value'; json: readonly JsonKind[]; amount?: true }

const shapes = new WeakMap<z.ZodType, Shape>()

export function withShape<Schema extends z.ZodType>(schema: Schema, shape: Shape): Schema {
  shapes.set(schema, shape)
  return schema
}

type Definition = { type: string; innerType?: z.ZodType; in?: z.ZodType; out?: z.ZodType }

const plainKinds: Readonly<Record<string, JsonKind>> = {
  string: 'text',
  number: 'number',
  boolean: 'true or false',
}

function orNull(shape: Shape | null): Shape | null {
  return shape?.kind === 'value' ? { ...shape, json: [...shape.json, 'null'] } : shape
}

/** Unwraps a schema, such as `nullish` and `preprocess`. Null if nothing is described. */
export function shapeOf(schema: z.ZodType): Shape | null {
  const known = shapes.get(schema)
  if (known !== undefined) return known
  const { type, innerType, in: input, out } = schema.def as unknown as Definition
  const plain = plainKinds[type]
  if (plain !== undefined) return { kind: 'value', json: [plain] }
  if (innerType !== undefined)
    return type === 'nullable' ? orNull(shapeOf(innerType)) : shapeOf(innerType)
  return (out === undefined ? null : shapeOf(out)) ?? (input === undefined ? null : shapeOf(input))
}
