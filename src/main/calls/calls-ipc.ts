import { z } from 'zod'
import { noCalls } from '../../shared/calls/call.js'
import type { callChannels } from '../../shared/calls/channels.js'
import { ok } from '../../shared/result.js'
import { forAccountOn, type HandlersOf, nothing, type OnScreen } from '../ipc/router.js'
import type { Calls } from './calls.js'

const callId = z.int().min(0)
const path = z.string().min(1).max(200)
const name = z.string().regex(/^[A-Za-z]{1,60}$/)
const consoleAsk = z.strictObject({
  endpoint: name,
  values: z.record(name, z.string().max(1000)).refine((values) => Object.keys(values).length <= 20),
})

export function callHandlers(screen: OnScreen<{ calls: Calls }>): HandlersOf<typeof callChannels> {
  const forAccount = forAccountOn(screen)
  const forCalls = <Answer>(ask: (calls: Calls) => Answer) => forAccount(({ calls }) => ask(calls))
  return {
    'calls/read': { schema: nothing, handle: () => ok(screen()?.calls.view() ?? noCalls) },
    'calls/page': {
      schema: z.strictObject({
        search: z.string().min(1).max(100).nullable(),
        path: path.nullable(),
        failedOnly: z.boolean(),
        olderThan: callId.nullable(),
        newerThan: callId.nullable(),
        limit: z.int().min(1).max(200),
      }),
      handle: (query) => forCalls((calls) => ok(calls.page(query))),
    },
    'calls/detail': {
      schema: z.strictObject({ id: callId }),
      handle: ({ id }) => forCalls((calls) => calls.detail(id)),
    },
    'console/forms': { schema: nothing, handle: () => forCalls((calls) => ok(calls.forms())) },
    'console/prepare': {
      schema: consoleAsk,
      handle: (ask) => forCalls((calls) => calls.prepare(ask)),
    },
    'console/send': { schema: consoleAsk, handle: (ask) => forCalls((calls) => calls.send(ask)) },
  }
}
