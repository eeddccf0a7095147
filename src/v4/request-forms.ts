// The possible inputs of each endpoint, as plain data: forms are built from it where no schema may
// be used.
import { z } from 'zod'
import type { ConsoleForm, FieldKind, FormField } from '../shared/calls/console.js'
import type { Endpoint } from './endpoint.js'
import { endpoints } from './endpoints.js'
import { limits } from './limits.js'
import { plainMembers } from './plain-members.js'

export type EndpointName = keyof typeof endpoints

type Described = {
  type?: string
  enum?: readonly unknown[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

const all: Readonly<Record<EndpointName, Endpoint>> = endpoints

/** A bound that is only the limit of a number type means nothing to a user. */
function bound(value: number | undefined): number | null {
  return value === undefined || value <= Number.MIN_SAFE_INTEGER || value >= Number.MAX_SAFE_INTEGER
    ? null
    : value
}

function kindOf(name: string, described: Described): FieldKind {
  if (described.enum !== undefined)
    return {
      kind: 'choice',
      choices: described.enum.map(String),
      numbers: described.type === 'number',
    }
  switch (described.type) {
    case 'string':
      return {
        kind: 'text',
        pattern: described.pattern ?? null,
        least: described.minLength ?? 0,
        most: described.maxLength ?? null,
      }
    case 'integer':
      return { kind: 'integer', least: bound(described.minimum), most: bound(described.maximum) }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array':
      return { kind: 'integers' }
    default:
      throw new Error(`no form field is made of ${name}`)
  }
}

function fieldsOf({ ask }: Endpoint): FormField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(ask)
  return Object.entries(properties).map(([name, described]) => ({
    ...kindOf(name, described as Described),
    name,
    required: required.includes(name),
  }))
}

function formOf(name: string, endpoint: Endpoint): ConsoleForm {
  const { subject, method, path, scope, access, movesMoney, source, serviceLimit } = endpoint
  const limit = { scope, ...limits[scope] }
  return {
    name,
    subject,
    method,
    path,
    kind: movesMoney ? 'moves-money' : access === 'public' ? 'public' : 'read',
    source: source ?? null,
    // What is documented for this endpoint takes precedence over what is assumed for all unnamed
    // ones.
    limit:
      serviceLimit === undefined
        ? limit
        : { ...limit, requests: serviceLimit, perSeconds: 10, documented: true },
    fields: movesMoney ? [] : fieldsOf(endpoint),
    plainMembers: plainMembers(endpoint),
  }
}

/** Every endpoint, in the order of the specification. A call that moves money has no form. */
export function askForms(): ConsoleForm[] {
  return Object.entries(all).map(([name, endpoint]) => formOf(name, endpoint))
}

/** Null if there is none of that name. */
export function endpointNamed(name: string): Endpoint<object> | null {
  return Object.hasOwn(all, name) ? (all[name as EndpointName] as Endpoint<object>) : null
}
