// How an object of a response is parsed: every member has a known importance, so that one that is
// missing or unreadable costs what its description says and nothing else.
import { z } from 'zod'
import { type Complaint, complaintOf, issueOf, unlessAbsent, withInput } from './complaint.js'
import { isObject } from './numbers.js'
import { type Members, shapeOf, type Used, withShape } from './shapes.js'

type Schemas = Readonly<Record<string, z.ZodType>>
type UsedMembers = Readonly<Record<string, Used>>

type Row<Identity extends Schemas, Uses extends UsedMembers> = {
  [Name in keyof Identity]: z.output<Identity[Name]>
} & {
  [Name in keyof Uses]?: z.output<Uses[Name][0]>
}

/** The specification writes `order_id`, the live service `orderId`, and its documentation both. */
export function otherSpelling(name: string): string {
  return name.includes('_')
    ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** In either spelling; if both are present, the requested one. */
export function memberOf(row: object, name: string, other: string = otherSpelling(name)): unknown {
  if (Object.hasOwn(row, name)) return Reflect.get(row, name)
  return Object.hasOwn(row, other) ? Reflect.get(row, other) : undefined
}

type Entry = { name: string; other: string; schema: z.ZodType }

function entriesOf(schemas: Schemas): Entry[] {
  return Object.entries(schemas).map(([name, schema]) => ({
    name,
    other: otherSpelling(name),
    schema,
  }))
}

/**
 * An object with these members, in either spelling. A used member that is missing or unreadable is
 * absent from the result; null only if its schema gives it a meaning. Members that are not
 * described are ignored.
 */
export function row<Identity extends Schemas, Uses extends UsedMembers = Record<never, Used>>(
  members: Members & { identity: Identity; used?: Uses },
): z.ZodType<Row<Identity, Uses>> {
  const identity = entriesOf(members.identity)
  const used = entriesOf(
    Object.fromEntries(
      Object.entries(members.used ?? {}).map(([name, [schema]]) => [name, schema]),
    ),
  )
  const schema = z.unknown().transform((value, context): Row<Identity, Uses> => {
    const refuse = (complaint: Complaint, path: PropertyKey[], input: unknown): never => {
      context.issues.push(issueOf(complaint, input, path))
      return z.NEVER
    }
    if (!isObject(value)) return refuse(unlessAbsent(value, { kind: 'object' }), [], value)
    const read: Record<string, unknown> = {}
    for (const { name, other, schema } of identity) {
      const member = memberOf(value, name, other)
      const parsed = schema.safeParse(member, withInput)
      if (parsed.success) read[name] = parsed.data
      else {
        const [issue] = parsed.error.issues
        return refuse(complaintOf(issue), [name, ...(issue?.path ?? [])], member)
      }
    }
    for (const { name, other, schema } of used) {
      const parsed = schema.safeParse(memberOf(value, name, other))
      if (parsed.success && parsed.data !== undefined) read[name] = parsed.data
    }
    return read as Row<Identity, Uses>
  })
  return withShape(schema, { kind: 'row', members })
}

/** With the same members, when they must also satisfy a condition together. */
export function described<Schema extends z.ZodType>(schema: Schema, as: z.ZodType): Schema {
  const shape = shapeOf(as)
  return shape === null ? schema : withShape(schema, shape)
}
