// What a channel or a topic carries is in its type alone; only what JSON carries unchanged
// compiles.
import type { Json } from './json.js'

declare const carries: unique symbol
export type Carrier<Content> = { readonly [carries]: Content }

/** What the page may ask of main, and what it is answered. */
export function request<Ask extends Json, Reply extends Json>() {
  return {} as Carrier<{ ask: Ask; reply: Reply }>
}

/** What main pushes to the page: the whole value, of which the newest replaces all before it. */
export function push<Payload extends Json>() {
  return {} as Carrier<Payload>
}

export type Carried<Declared extends Record<string, Carrier<unknown>>> = {
  [Name in keyof Declared]: Declared[Name][typeof carries]
}
