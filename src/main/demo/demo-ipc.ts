import { z } from 'zod'
import { copyMoves } from '../../shared/demo/account-copy.js'
import { demoMarkets } from '../../shared/demo/demo.js'
import type { Problem } from '../../shared/problem.js'
import type { demoChannels } from '../../shared/demo/channels.js'
import { fail, type Result } from '../../shared/result.js'
import { type HandlersOf, oneId } from '../ipc/router.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { DemoLevers } from './demo-account.js'

const noDemo: Problem = { code: 'gone', message: messageOf('accounts.demo.not-open') }

/** `levers`: null while no demo is open. `copy`: opens a practice copy. */
export function demoHandlers(
  levers: () => DemoLevers | null,
  copy: (profileId: string) => Promise<Result<null, Problem>>,
): HandlersOf<typeof demoChannels> {
  return {
    'demo/copy': { schema: oneId, handle: (ask) => copy(ask.id) },
    'demo/act': {
      schema: z.discriminatedUnion('act', [
        z.strictObject({ act: z.literal('jump'), hours: z.union([z.literal(1), z.literal(24)]) }),
        z.strictObject({
          act: z.literal('price'),
          market: z.enum(demoMarkets),
          percent: z.union([z.literal(-10), z.literal(-2), z.literal(2), z.literal(10)]),
        }),
        z.strictObject({
          act: z.literal('prices'),
          asset: z.string().min(1).max(80).nullable(),
          percent: z.literal(copyMoves),
        }),
        z.strictObject({
          act: z.literal('loan'),
          to: z.enum(['calm', 'margin-call', 'liquidation', 'none']),
        }),
        z.strictObject({
          act: z.literal('fail'),
          how: z.enum(['unreachable', 'trouble', 'maintenance', 'nonsense', 'not']),
        }),
      ]),
      handle: (act) => levers()?.pull(act) ?? fail(noDemo),
    },
  }
}
