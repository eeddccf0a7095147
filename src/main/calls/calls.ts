// The calls of one account as sent over the wire, and the console, which adds to them.
import type {
  CallDetail,
  CallHeader,
  CallPage,
  CallQuery,
  CallsView,
  CallSummary,
} from '../../shared/calls/call.js'
import type { ConsoleAsk, ConsoleForm, ConsolePreview } from '../../shared/calls/console.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { CallRecord } from '../exchange/call-record.js'
import type { ExchangeClient } from '../exchange/exchange-client.js'
import { type CallRing, createCallRing, type KeptCall } from './call-ring.js'
import { messageOf, textOf } from '../../shared/messages/messages.js'

export type Calls = {
  /** Adds one call. */
  add: (record: CallRecord) => void
  view: () => CallsView
  page: (query: CallQuery) => CallPage
  detail: (id: number) => Result<CallDetail, Problem>
  forms: () => ConsoleForm[]
  /** What the console would send. Sends nothing. */
  prepare: (ask: ConsoleAsk) => Result<ConsolePreview, Problem>
  /** Sends a read, and returns its last try. */
  send: (ask: ConsoleAsk) => Promise<Result<CallDetail, Problem>>
}

const notKept: Problem = { code: 'gone', message: messageOf('activity.calls.gone') }
const noKey: Problem = { code: 'gone', message: messageOf('activity.console.no-key') }

function summaryOf(call: KeptCall): CallSummary {
  const { id, at, method, path, kind, fromConsole, attempt, status, problem, sent } = call
  const failure = problem === null ? null : { code: problem.code, sent }
  return {
    id,
    at,
    method,
    path,
    kind,
    fromConsole,
    attempt,
    status,
    totalMs: call.timings.totalMs,
    failure,
  }
}

const answerText = ({ answer }: KeptCall): string => (typeof answer === 'string' ? '' : answer.text)

function fits(call: KeptCall, { search, path, failedOnly }: CallQuery): boolean {
  if (failedOnly && call.problem === null) return false
  if (path !== null && call.path !== path) return false
  if (search === null) return true
  const wanted = search.toLowerCase()
  const { problem } = call
  return [
    call.path,
    call.body ?? '',
    problem?.code ?? '',
    textOf(problem?.message ?? ''),
    problem?.server?.message ?? '',
    answerText(call),
  ].some((text) => text.toLowerCase().includes(wanted))
}

function pageOf(ring: CallRing, query: CallQuery): CallPage {
  const kept = ring.all()
  const { olderThan, newerThan, limit } = query
  const calls: CallSummary[] = []
  let more = false
  for (let at = kept.length - 1; at >= 0; at -= 1) {
    const call = kept[at]
    if (call === undefined || (newerThan !== null && call.id <= newerThan)) break
    if ((olderThan !== null && call.id >= olderThan) || !fits(call, query)) continue
    more = calls.length === limit
    if (more) break
    calls.push(summaryOf(call))
  }
  const paths = [...new Set(kept.map(({ path }) => path))].toSorted()
  return { calls, more, oldest: kept[0]?.id ?? ring.newest() + 1, newest: ring.newest(), paths }
}

export function openCalls(parts: {
  profileId: string
  client: () => ExchangeClient | null
  forms: () => ConsoleForm[]
  /** Of a signed call, in the order in which they are sent. */
  headers: (key: string, payload: string, signature: string) => CallHeader[]
  changed: (view: CallsView) => void
}): Calls {
  const ring = createCallRing()

  const view = (): CallsView => ({
    profileId: parts.profileId,
    newest: ring.newest(),
    kept: ring.all().length,
  })

  const plainIn = ({ path, method }: KeptCall): readonly string[] =>
    parts.forms().find((form) => form.path === path && form.method === method)?.plainMembers ?? []

  const detailOf = (call: KeptCall): CallDetail => {
    const { body, signature } = call
    // The base64 of the body is what was signed; anything masked in the body is masked here too.
    const payload = body === null ? null : Buffer.from(body, 'utf8').toString('base64')
    return {
      ...summaryOf(call),
      url: call.url,
      scope: call.scope,
      priority: call.priority,
      body,
      payload,
      headers:
        payload === null || signature === null
          ? []
          : parts.headers(call.keyHint, payload, signature),
      timings: call.timings,
      waits: call.waits,
      answer: call.answer,
      problem: call.problem,
      after: call.after,
      plainMembers: plainIn(call),
      tries: ring
        .all()
        .filter((other) => other.call === call.call)
        .map(summaryOf),
    }
  }

  return {
    add: (record: CallRecord): void => {
      ring.add(record)
      parts.changed(view())
    },
    view,
    page: (query: CallQuery): CallPage => pageOf(ring, query),
    detail: (id: number): Result<CallDetail, Problem> => {
      const call = ring.all().find((one) => one.id === id)
      return call === undefined ? fail(notKept) : ok(detailOf(call))
    },
    forms: parts.forms,
    prepare: (ask: ConsoleAsk): Result<ConsolePreview, Problem> =>
      parts.client()?.console.prepare(ask) ?? fail(noKey),
    send: async (ask: ConsoleAsk): Promise<Result<CallDetail, Problem>> => {
      const client = parts.client()
      if (client === null) return fail(noKey)
      const call = Symbol('console')
      const answer = await client.console.send(ask, call)
      const last = ring.all().findLast((one) => one.call === call)
      if (last !== undefined) return ok(detailOf(last))
      return answer.ok ? fail(notKept) : answer
    },
  }
}
