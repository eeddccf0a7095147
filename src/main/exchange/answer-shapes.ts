// The shape of a response, next to its description: member names and JSON types. This leaves the
// computer in a support bundle, so it never contains a value or a name that may be data.
import type { z } from 'zod'
import {
  type AnswerMember,
  type Difference,
  type JsonType,
  otherName,
} from '../../shared/portfolio/answer-shape.js'
import { otherSpelling } from '../../v4/members.js'
import { isObject, NumberText } from '../../v4/numbers.js'
import { type Shape, shapeOf } from '../../v4/shapes.js'

/** `silent`: path prefixes this response says nothing about, such as the rows of an empty list. */
export type AnswerShape = { members: AnswerMember[]; silent: string[] }

/** Rows of a list, and members of a map, that are inspected. */
const mostRows = 100
/** A service that sends more is not worth the memory. */
const mostMembers = 400
/** In one object. */
const mostUnknown = 60

/**
 * Described, but also absent from good responses: they belong to one kind of order, or to accounts
 * and servers with the feature.
 */
const sometimesThere: ReadonlySet<string> = new Set([
  ...['positionSide', 'oto', 'price', 'postOnly', 'ioc', 'rpi', 'reduceOnly', 'stp', 'status'],
  ...['activated', 'activationCondition', 'activation_price', 'takeProfitId', 'stopLossId'],
  ...['stopLoss', 'takeProfit', 'conditionalOrder', 'stopLossPrice', 'takeProfitPrice'],
  ...['tickSize', 'stepSize', 'delistedAt', 'isTradFiFutures', 'isFrozen'],
])

/**
 * Named like members in every description. Markets, assets and ids are not: they start with
 * capitals, or have more digits.
 */
function isMemberName(name: string): boolean {
  return /^[a-z]\w{0,39}$/.test(name) && !/\d\D*\d\D*\d/.test(name)
}

type Entry = { name: string; other: string; as: Described; isRequired: boolean }

/** `json` starts with the type that has content. */
type Row = {
  kind: 'row'
  schema: z.ZodType
  json: JsonType[]
  entries: Entry[]
  /** In either spelling. */
  byName: ReadonlyMap<string, Entry>
}
type Structure = Row | { kind: 'list' | 'map'; schema: z.ZodType; json: JsonType[]; of: Described }
type Described = Structure | { kind: 'value'; json: JsonType[] } | { kind: 'nothing'; json: null }

const nothing: Described = { kind: 'nothing', json: null }

function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success
}

function orNull(schema: z.ZodType, whole: JsonType): JsonType[] {
  return accepts(schema, null) ? [whole, 'null'] : [whole]
}

function entriesOf(members: Readonly<Record<string, z.ZodType>>): Entry[] {
  return Object.entries(members).map(([name, schema]) => {
    const isRequired = !sometimesThere.has(name) && !accepts(schema, undefined)
    return { name, other: otherSpelling(name), as: describedBy(schema), isRequired }
  })
}

function rowOf(schema: z.ZodType, entries: Entry[]): Row {
  const spelt = [
    ...entries.map((entry) => [entry.other, entry] as const),
    ...entries.map((entry) => [entry.name, entry] as const),
  ]
  return { kind: 'row', schema, json: orNull(schema, 'object'), entries, byName: new Map(spelt) }
}

/** An entry of a response to several orders is described as a zod object. */
function plainObject(schema: z.ZodType): Described {
  const { type, shape } = schema.def as unknown as {
    type: string
    shape?: Readonly<Record<string, z.ZodType>>
  }
  return type === 'object' && shape !== undefined ? rowOf(schema, entriesOf(shape)) : nothing
}

function describe(schema: z.ZodType): Described {
  const shape: Shape | null = shapeOf(schema)
  if (shape === null) return plainObject(schema)
  if (shape.kind === 'value') return { kind: 'value', json: [...shape.json] }
  if (shape.kind !== 'row') {
    const json = orNull(schema, shape.kind === 'list' ? 'list' : 'object')
    return { kind: shape.kind, schema, json, of: describedBy(shape.of) }
  }
  const { identity, used = {}, unused = [] } = shape.members
  const uses = Object.fromEntries(Object.entries(used).map(([name, [member]]) => [name, member]))
  const others = unused.map((name) => ({
    name,
    other: otherSpelling(name),
    as: nothing,
    isRequired: false,
  }))
  return rowOf(schema, [...entriesOf({ ...identity, ...uses }), ...others])
}

const made = new WeakMap<z.ZodType, Described>()

function describedBy(schema: z.ZodType): Described {
  const known = made.get(schema)
  if (known !== undefined) return known
  const described = describe(schema)
  made.set(schema, described)
  return described
}

function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'true or false'
  return typeof value === 'number' || value instanceof NumberText ? 'number' : 'object'
}

const weights = { missing: 1, type: 2, unknown: 3 } satisfies Record<Difference, number>

/** A place in a response, for all rows together. */
class Place {
  readonly json: JsonType[] = []
  described: JsonType[] | null = null
  differs: Difference | null = null
  /** Whether any response contained it; null if none was checked. */
  says: boolean | null = null
  private readonly behind = new Map<string, Place>()

  constructor(
    readonly path: string,
    private readonly room: { left: number },
  ) {}

  step(name: string): Place {
    const known = this.behind.get(name)
    if (known !== undefined) return known
    const place = new Place(
      name === '[]' || this.path === '' ? this.path + name : `${this.path}.${name}`,
      this.room,
    )
    this.room.left -= 1
    if (this.room.left > 0) this.behind.set(name, place)
    return place
  }

  /** `json` null if it is missing. */
  note(json: JsonType | null, described: JsonType[] | null, differs: Difference | null): void {
    this.described = described
    if (json !== null && !this.json.includes(json)) this.json.push(json)
    if (differs !== null && (this.differs === null || weights[differs] > weights[this.differs]))
      this.differs = differs
  }

  opened(any: boolean): void {
    this.says = any || this.says === true
  }

  all(): Place[] {
    return [this, ...[...this.behind.values()].flatMap((place) => place.all())]
  }
}

function lookAt(as: Described, value: unknown, place: Place): void {
  const json = jsonTypeOf(value)
  if (as.kind === 'nothing') place.note(json, null, null)
  else if (as.kind === 'value') place.note(json, as.json, as.json.includes(json) ? null : 'type')
  else if (json !== as.json[0]) lookAtOther(as, value, place)
  else {
    place.note(json, as.json, null)
    lookInto(as, value as object, place)
  }
}

/**
 * Not as described, but possibly another way of writing the same: null for none, or a list
 * containing the object.
 */
function lookAtOther(as: Structure, value: unknown, place: Place): void {
  const isKnown = accepts(as.schema, value)
  place.note(jsonTypeOf(value), as.json, isKnown ? null : 'type')
  if (!isKnown) return
  const [only] = Array.isArray(value) ? (value as unknown[]) : []
  if (as.kind === 'row' && isObject(only)) lookInto(as, only, place)
  else place.opened(false)
}

function lookInto(as: Structure, value: object, place: Place): void {
  if (as.kind === 'row') return lookAtRow(as, value, place)
  const rows = as.kind === 'list' ? (value as unknown[]).slice(0, mostRows) : firstOf(value)
  place.opened(rows.length > 0)
  if (rows.length === 0) return
  const behind = place.step(as.kind === 'list' ? '[]' : '*')
  for (const row of rows) lookAt(as.of, row, behind)
}

function lookAtRow({ schema, entries, byName }: Row, row: object, place: Place): void {
  const members = Object.entries(row) as [string, unknown][]
  const isNone = members.length === 0 && accepts(schema, row) && accepts(schema, null)
  place.opened(!isNone)
  if (isNone) return
  const unknown: [string, unknown][] = []
  for (const [name, member] of members) {
    const entry = byName.get(name)
    if (entry !== undefined) lookAt(entry.as, member, place.step(name))
    else if (unknown.length < mostUnknown) unknown.push([name, member])
  }
  // If no member is a described one, it is not such an object: its names may be markets, ids,
  // anything.
  const namesAreData = unknown.length === members.length || unknown.length === mostUnknown
  for (const [name, member] of unknown) {
    const shown = !namesAreData && isMemberName(name) ? name : otherName
    place.step(shown).note(jsonTypeOf(member), null, 'unknown')
  }
  for (const { name, other, as, isRequired } of entries) {
    if (isRequired && !Object.hasOwn(row, name) && !Object.hasOwn(row, other))
      place.step(name).note(null, as.json, 'missing')
  }
}

/** Avoids listing all the names a map may have. */
function firstOf(map: object): unknown[] {
  const members: unknown[] = []
  for (const name in map) {
    members.push(Reflect.get(map, name))
    if (members.length === mostRows) break
  }
  return members
}

function silentBeginning({ path, described }: Place): string {
  if (described?.[0] === 'list') return `${path}[]`
  return path === '' ? '' : `${path}.`
}

/** @param value as parsed from JSON, before its schema is applied */
export function shapeOfAnswer(schema: z.ZodType, value: unknown): AnswerShape {
  const whole = new Place('', { left: mostMembers })
  lookAt(describedBy(schema), value, whole)
  const places = whole.all()
  return {
    members: places.map(({ path, json, described, differs }) => ({
      path,
      json,
      described,
      differs,
    })),
    silent: places.filter(({ says }) => says === false).map(silentBeginning),
  }
}
