// Which members of a call are not amounts, by its description: what is described as a decimal is an
// amount or a price, and everything that is not described may be one.
import { z } from 'zod'
import type { Endpoint } from './endpoint.js'
import { otherSpelling } from './members.js'
import { shapeOf } from './shapes.js'

/** The exchange's own sentences, which may quote a balance. */
const exchangeWords: ReadonlySet<string> = new Set(['message', 'errors'])

type Found = { plain: Set<string>; amounts: Set<string> }

/** `name`: the member the schema describes; null for a complete response or body. */
function collect(schema: z.ZodType, name: string | null, found: Found): void {
  const shape = shapeOf(schema)
  if (shape?.kind === 'value') {
    if (name !== null) (shape.amount === true ? found.amounts : found.plain).add(name)
    return
  }
  if (shape?.kind === 'row') {
    const { identity, used = {} } = shape.members
    const members = [
      ...Object.entries(identity),
      ...Object.entries(used).map(([member, [of]]) => [member, of] as const),
    ]
    for (const [member, of] of members)
      for (const spelt of [member, otherSpelling(member)]) collect(of, spelt, found)
    return
  }
  if (shape !== null) {
    collect(shape.of, name, found)
    return
  }
  collectUndescribed(schema, name, found)
}

/** Request inputs, and what wraps the rows of a response, are described by schemas alone. */
function collectUndescribed(schema: z.ZodType, name: string | null, found: Found): void {
  if (schema instanceof z.ZodObject) {
    for (const [member, of] of Object.entries(schema.shape))
      for (const spelt of [member, otherSpelling(member)]) collect(of as z.ZodType, spelt, found)
  } else if (schema instanceof z.ZodArray) {
    collect(schema.element as z.ZodType, name, found)
  } else if (schema instanceof z.ZodEnum) {
    if (name !== null) found.plain.add(name)
  } else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodCatch
  ) {
    collect(schema.def.innerType as z.ZodType, name, found)
  } else if (schema instanceof z.ZodPipe) {
    collect(schema.in as z.ZodType, name, found)
    collect(schema.out as z.ZodType, name, found)
  } else if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) collect(option as z.ZodType, name, found)
  }
}

/**
 * Names of members, in either spelling, that contain ids, times, names and words in every endpoint
 * that has them.
 */
export function plainMembers({ ask, reply }: Pick<Endpoint, 'ask' | 'reply'>): string[] {
  const found: Found = { plain: new Set(), amounts: new Set() }
  collect(ask, null, found)
  collect(reply, null, found)
  return [...found.plain]
    .filter((name) => !found.amounts.has(name) && !exchangeWords.has(name))
    .sort()
}
