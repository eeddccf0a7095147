import type { z } from 'zod'
import type { CallSubject } from '../shared/calls/call-subject.js'
import { fewMembers, type Scope } from './limits.js'

/** What a key must be entitled to beyond being valid (specification 5). */
export type Access = 'public' | 'any-key' | 'b2b' | 'credit-line' | 'mining'

/**
 * One endpoint as data. `Ask` and `Reply` use the specification's spelling; orders.ts knows the
 * other one.
 */
export type Endpoint<Ask = unknown, Reply = unknown> = {
  /** What it is about, for use in a sentence. */
  subject: CallSubject
  method: 'GET' | 'POST'
  path: `/api/v4/${string}`
  scope: Scope
  access: Access
  /** True if a call moves or commits money: never sent twice, never retried. */
  movesMoney: boolean
  /** Body without `request` and `nonce`, which every private call carries. */
  ask: z.ZodType<Ask> & { shape: object }
  reply: z.ZodType<Reply>
  /**
   * The maximum members of all lists and objects of a good response together: beyond that, it is
   * refused before it is parsed further.
   */
  mostMembers: number
  /**
   * For the simulator, like the two after it: only an account with a collateral balance may call
   * it.
   */
  collateral?: true
  /**
   * Where the specification marks `request` and `nonce` as not required (4.6); they are sent
   * anyway.
   */
  mayOmitSigned?: true
  /**
   * Calls in ten seconds by the public documentation, where section 8 says nothing and it is not
   * 1000.
   */
  serviceLimit?: number
  /**
   * The page of the public documentation that describes it, if the specification does not. Nothing
   * in the specification needs such an endpoint.
   */
  source?: string
}

type Usual = 'method' | 'scope' | 'access' | 'mostMembers'

/** A private read or write, unless the description says otherwise. */
export function endpoint<Ask, Reply>(
  description: Omit<Endpoint<Ask, Reply>, Usual> & Partial<Pick<Endpoint, Usual>>,
): Endpoint<Ask, Reply> {
  return {
    method: 'POST',
    scope: 'private',
    access: 'any-key',
    mostMembers: fewMembers,
    ...description,
  }
}
