// Any read of the API, requested by hand. It takes the same path as every other call: through the
// limiter, with the account's nonces. Calls that move money are refused here, and again by the
// pipeline: an order always goes through its review.
import type { Dialect } from '../../shared/accounts/account.js'
import type { CallHeader } from '../../shared/calls/call.js'
import {
  type ConsoleAsk,
  type ConsoleForm,
  type ConsolePreview,
  readForm,
} from '../../shared/calls/console.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { withInput } from '../../v4/complaint.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { askForms, endpointNamed } from '../../v4/request-forms.js'
import { messageOf, t } from '../../shared/messages/messages.js'
import type { CallRecorder } from './call-record.js'
import { type CallResult, invalidRequest, type RequestPipeline } from './request-pipeline.js'
import { bodyBeforeNonce, withNonce } from './signer.js'

/** Monitoring, orders and the history go first. */
const lowestPriority = 3

const unknownEndpoint: Problem = {
  code: 'bad-input',
  message: messageOf('exchange.console.unknown-endpoint'),
  reason: 'ENDPOINT',
}

const movesMoney: Problem = {
  code: 'bad-input',
  message: messageOf('exchange.console.moves-money'),
  reason: 'MOVES_MONEY',
}

/** Of a private call, in the order in which they are sent. The payload is the body in base64. */
export function privateHeaders(key: string, payload: string, signature: string): CallHeader[] {
  return [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'X-TXC-APIKEY', value: key },
    { name: 'X-TXC-PAYLOAD', value: payload },
    { name: 'X-TXC-SIGNATURE', value: signature },
  ]
}

let forms: ConsoleForm[] | null = null

/** Created on first use. */
export function consoleForms(): ConsoleForm[] {
  return (forms ??= askForms())
}

type Checked = { endpoint: Endpoint<object>; members: object }

function check(ask: ConsoleAsk): Result<Checked, Problem> {
  const endpoint = endpointNamed(ask.endpoint)
  const form = consoleForms().find(({ name }) => name === ask.endpoint)
  if (endpoint === null || form === undefined) return fail(unknownEndpoint)
  if (endpoint.movesMoney) return fail(movesMoney)
  const read = readForm(form, ask.values)
  if (!read.ok) {
    const fields = Object.fromEntries(
      Object.entries(read.error).map(([name, fault]) => [name, [fault]]),
    )
    return fail({
      code: 'bad-input',
      message: messageOf('exchange.console.bad-fields'),
      fields,
      reason: 'REQUEST_SCHEMA',
    })
  }
  const checked = endpoint.ask.safeParse(read.value, withInput)
  return checked.success
    ? ok({ endpoint, members: checked.data })
    : fail(invalidRequest(checked.error))
}

export function createReadConsole(parts: {
  pipeline: RequestPipeline
  dialect: Dialect
  host: string
  recorder: Pick<CallRecorder, 'keyHint' | 'redact'> | null
}) {
  return {
    /** What would be sent. Draws no nonce, signs nothing and sends nothing. */
    prepare: (ask: ConsoleAsk): Result<ConsolePreview, Problem> => {
      const checked = check(ask)
      if (!checked.ok) return checked
      const { endpoint, members } = checked.value
      const { method, path } = endpoint
      const url = `${parts.host}${path}`
      if (endpoint.access === 'public') return ok({ method, url, headers: [], body: null })
      const body = withNonce(
        bodyBeforeNonce(endpoint, members, parts.dialect),
        `<${t('exchange.console.nonce')}>`,
      )
      const headers = privateHeaders(
        parts.recorder?.keyHint ?? '',
        `<${t('exchange.console.payload')}>`,
        `<${t('exchange.console.signature')}>`,
      )
      // The typed text may be a secret pasted by mistake.
      return ok({ method, url, headers, body: parts.recorder?.redact(body) ?? null })
    },
    /** Resolves once it has succeeded or failed. `call` identifies it among the recorded calls. */
    send: async (ask: ConsoleAsk, call: symbol): Promise<CallResult<unknown>> => {
      const checked = check(ask)
      return checked.ok
        ? parts.pipeline.read(checked.value.endpoint, checked.value.members, lowestPriority, call)
        : checked
    },
  }
}
