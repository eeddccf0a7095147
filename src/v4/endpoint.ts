import type { z } from 'zod'

/** Which budget a call counts against (specification 8, and v4's own groups where it says nothing). */
export type Scope = 'public' | 'history' | 'private' | 'stream-token'

/** What a key must be entitled to beyond being valid (specification 5). */
export type Access = 'public' | 'any-key' | 'b2b' | 'credit-line' | 'mining'

/** One endpoint as data. `Ask` and `Reply` use the specification's spelling; spellings.ts knows the other one. */
export type Endpoint<Ask = unknown, Reply = unknown> = {
  /** Plimsoll's word for it. */
  name: string
  /** Section of the specification. */
  section: string
  method: 'GET' | 'POST'
  path: `/api/v4/${string}`
  scope: Scope
  access: Access
  /** True where a call moves or commits money: never sent twice, never retried. */
  movesMoney: boolean
  /** Which of the signing members the body carries. Section 5 wants both; 4.6 and 4.9 leave it open, so it is a switch per endpoint. */
  carries: { request: boolean; nonce: boolean }
  /** Body without `request` and `nonce`. */
  ask: z.ZodType<Ask>
  reply: z.ZodType<Reply>
  /** Members of all lists and objects of a good answer together: beyond, it is refused before anything is made of it. */
  mostMembers: number
}

export const signedBoth = { request: true, nonce: true } as const

/** Keeps the literal types of one description while checking it. */
export const endpoint = <Ask, Reply>(description: Endpoint<Ask, Reply>): Endpoint<Ask, Reply> => description
