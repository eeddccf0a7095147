// The calls and the console of the fake bridge.
import { type CallDetail, type CallSummary, mostCalls } from '../../../src/shared/calls/call.js'
import { readForm } from '../../../src/shared/calls/console.js'
import type { Problem } from '../../../src/shared/problem.js'
import type { Channel, Pushes, Reply, Requests, Topic } from '../../../src/shared/contract.js'
import { fail, ok, type Result } from '../../../src/shared/result.js'
import { aCall, someForms } from '../../fixtures/portfolio/calls.js'

type CallChannel = Extract<Channel, `calls/${string}` | `console/${string}`>
type Push = <T extends Topic>(topic: T, payload: Pushes[T]) => void

const gone: Problem = {
  code: 'gone',
  message: 'This call is no longer kept: newer ones replaced it.',
}

function summaryOf(call: CallDetail): CallSummary {
  const { id, at, method, path, kind, fromConsole, attempt, status, totalMs, failure } = call
  return { id, at, method, path, kind, fromConsole, attempt, status, totalMs, failure }
}

export function createFakeCalls(start: CallDetail[], profileId: () => string | null, push: Push) {
  let calls = start
  const view = (): Pushes['calls'] => ({
    profileId: profileId(),
    newest: calls.at(-1)?.id ?? 0,
    kept: calls.length,
  })
  const add = (call: CallDetail): void => {
    calls = [...calls, call].slice(-mostCalls)
    push('calls', view())
  }
  const nextId = (): number => (calls.at(-1)?.id ?? 0) + 1

  const check = ({
    endpoint,
    values,
  }: Requests['console/send']['ask']): Result<{ path: string; body: object }, Problem> => {
    const form = someForms().find(({ name }) => name === endpoint)
    if (form === undefined || form.kind === 'moves-money')
      return fail({
        code: 'bad-input',
        message: 'Orders go through the order review, so this was not sent.',
        reason: 'MOVES_MONEY',
      })
    const read = readForm(form, values)
    if (!read.ok)
      return fail({ code: 'bad-input', message: 'Some fields do not fit, so nothing was sent.' })
    return ok({ path: form.path, body: { ...read.value, request: form.path } })
  }

  const answers: { [C in CallChannel]: (payload: Requests[C]['ask']) => Reply<C> } = {
    'calls/read': () => ok(view()),
    'calls/page': ({ search, path, failedOnly, olderThan, newerThan, limit }) => {
      const fitting = calls.toReversed().filter((call) => {
        if (failedOnly && call.failure === null) return false
        if (path !== null && call.path !== path) return false
        if (search !== null && !JSON.stringify(call).toLowerCase().includes(search.toLowerCase()))
          return false
        return (
          (olderThan === null || call.id < olderThan) && (newerThan === null || call.id > newerThan)
        )
      })
      return ok({
        calls: fitting.slice(0, limit).map(summaryOf),
        more: fitting.length > limit,
        oldest: calls[0]?.id ?? nextId(),
        newest: nextId() - 1,
        paths: [...new Set(calls.map((call) => call.path))].toSorted(),
      })
    },
    'calls/detail': ({ id }) => {
      const call = calls.find((one) => one.id === id)
      if (call === undefined) return fail(gone)
      const retried = call.path === '/api/v4/orders'
      return ok({
        ...call,
        tries: (retried ? calls.filter(({ path }) => path === call.path) : [call]).map(summaryOf),
      })
    },
    'console/forms': () => ok(someForms()),
    'console/prepare': (ask) => {
      const checked = check(ask)
      if (!checked.ok) return checked
      const { path, body } = checked.value
      if (ask.endpoint === 'ping')
        return ok({ method: 'GET', url: `https://whitebit.com${path}`, headers: [], body: null })
      return ok({
        method: 'POST',
        url: `https://whitebit.com${path}`,
        headers: [{ name: 'X-TXC-APIKEY', value: 'a1b2…7f90' }],
        body: JSON.stringify({ ...body, nonce: '<taken when it is sent>' }),
      })
    },
    'console/send': (ask) => {
      const checked = check(ask)
      if (!checked.ok) return checked
      const call = aCall({ id: nextId(), path: checked.value.path, fromConsole: true, priority: 3 })
      add(call)
      return ok(call)
    },
  }
  /** So many pings go out. */
  const grow = (count: number): void => {
    for (let at = 0; at < count; at += 1) add(aCall({ id: nextId(), path: '/api/v4/public/ping' }))
  }
  return { answers, view, grow }
}
