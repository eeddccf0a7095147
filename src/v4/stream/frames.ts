// A message of the stream: the answer to a request, or an update of a channel.
import { z } from 'zod'
import { parseJson } from '../../shared/json.js'

const error = z.object({ code: z.int(), message: z.string().max(500).catch('') })

const answer = z.object({
  id: z.int(),
  result: z.unknown().optional(),
  error: error.nullish(),
})

const update = z.object({
  id: z.null().optional(),
  method: z.string().max(100).endsWith('_update'),
  params: z.unknown(),
})

export type StreamFrame =
  | { kind: 'answer'; id: number; result: unknown; refusal: { code: number } | null }
  | { kind: 'update'; channel: string; params: unknown }

/** Null if it is neither. */
export function readFrame(text: string): StreamFrame | null {
  const value = parseJson(text)
  const pushed = update.safeParse(value)
  if (pushed.success) {
    const { method, params } = pushed.data
    return { kind: 'update', channel: method.slice(0, -'_update'.length), params }
  }
  const answered = answer.safeParse(value)
  if (!answered.success) return null
  const { id, result, error: refusal } = answered.data
  return { kind: 'answer', id, result, refusal: refusal ?? null }
}

export function streamRequest(id: number, method: string, params: readonly unknown[]): string {
  return JSON.stringify({ id, method, params })
}

/** What the answer to a successful request is. */
export function isDone(result: unknown): boolean {
  return z.object({ status: z.literal('success') }).safeParse(result).success
}
