// The payload of a channel or a topic exists only in its type; only what JSON carries unchanged
// compiles.
import type { Json } from './json.js'

declare const carries: unique symbol
export type Carrier<Content> = { readonly [carries]: Content }

/** What the page may request from main, and the reply. */
export function request<Ask extends Json, Reply extends Json>() {
  return {} as Carrier<{ ask: Ask; reply: Reply }>
}

/** What main pushes to the page: the complete value; the latest replaces all before it. */
export function push<Payload extends Json>() {
  return {} as Carrier<Payload>
}

export type Carried<Declared extends Record<string, Carrier<unknown>>> = {
  [Name in keyof Declared]: Declared[Name][typeof carries]
}
