// The latest calls of one account, in memory only, limited in number and size.
import { type AnswerState, mostCallBytes, mostCalls } from '../../shared/calls/call.js'
import type { CallRecord } from '../exchange/call-record.js'

export type KeptCall = Omit<CallRecord, 'answer'> & { readonly id: number; answer: AnswerState }

/** Everything except body and response, estimated generously. */
const bytesBesides = 2048

function answerBytes({ answer }: Pick<KeptCall, 'answer'>): number {
  return typeof answer === 'string' ? 0 : answer.text.length * 2
}

function bytesOf(call: KeptCall): number {
  return bytesBesides + (call.body?.length ?? 0) * 2 + answerBytes(call)
}

export type CallRing = {
  add: (record: CallRecord) => void
  /** Oldest first. */
  all: () => readonly KeptCall[]
  newest: () => number
  /** Size of what is kept, estimated generously. */
  bytes: () => number
}

export function createCallRing(
  most: { calls: number; bytes: number } = { calls: mostCalls, bytes: mostCallBytes },
): CallRing {
  const kept: KeptCall[] = []
  let newest = 0
  let bytes = 0

  const dropOldest = (): void => {
    const dropped = kept.shift()
    if (dropped !== undefined) bytes -= bytesOf(dropped)
  }

  /** Responses are large and calls are not: the oldest responses are dropped first. */
  const letAnswersGo = (): void => {
    for (const call of kept) {
      if (bytes <= most.bytes) return
      if (typeof call.answer === 'string') continue
      bytes -= answerBytes(call)
      call.answer = 'let-go'
    }
  }

  return {
    add: (record: CallRecord): void => {
      newest += 1
      const call: KeptCall = { ...record, id: newest }
      kept.push(call)
      bytes += bytesOf(call)
      if (kept.length > most.calls) dropOldest()
      letAnswersGo()
      while (bytes > most.bytes) dropOldest()
    },
    all: (): readonly KeptCall[] => kept,
    newest: (): number => newest,
    bytes: (): number => bytes,
  }
}
