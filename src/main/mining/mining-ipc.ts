import { messageOf } from '../../shared/messages/messages.js'
import { z } from 'zod'
import { noMining } from '../../shared/mining/mining.js'
import type { Problem } from '../../shared/problem.js'
import type { miningChannels } from '../../shared/mining/channels.js'
import { ok, type Result } from '../../shared/result.js'
import { forAccountOn, type HandlersOf, nothing, type OnScreen } from '../ipc/router.js'
import type { AskExchange } from '../exchange/exchange-client.js'
import { readOnDemandList } from '../polling/read-list.js'
import type { Mining } from './mining.js'

const cannotList = messageOf('mining.cannot-list')

const name = z.string().min(1).max(100)
const oneName = z.strictObject({ name })

type Shown = {
  mining: Mining
  ask: AskExchange
  acknowledgePayout(name: string): Result<null, Problem>
}

export function miningHandlers(screen: OnScreen<Shown>): HandlersOf<typeof miningChannels> {
  const forAccount = forAccountOn(screen)
  return {
    'mining/read': { schema: nothing, handle: () => ok(screen()?.mining.read() ?? noMining) },
    'mining/add': {
      schema: oneName,
      handle: (ask) => forAccount(({ mining }) => mining.add(ask.name)),
    },
    'mining/remove': {
      schema: oneName,
      handle: (ask) => forAccount(({ mining }) => mining.remove(ask.name)),
    },
    'mining/check': {
      schema: z.strictObject({ name: name.nullable() }),
      handle: (ask) => forAccount(({ mining }) => mining.check(ask.name)),
    },
    'mining/pool-accounts': {
      schema: nothing,
      handle: () =>
        forAccount(({ ask }) =>
          readOnDemandList(
            (page) => ask((client) => client.miningAccounts(page), cannotList),
            ({ name: id }) => id,
          ),
        ),
    },
    'mining/acknowledge': {
      schema: oneName,
      handle: (ask) => forAccount((account) => account.acknowledgePayout(ask.name)),
    },
  }
}
