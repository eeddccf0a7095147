import { z } from 'zod'
import { longestId, mostFacets, noFlex } from '../../shared/investments/flex-history.js'
import { noInvested } from '../../shared/investments/invested.js'
import type { investmentChannels } from '../../shared/investments/channels.js'
import { messageOf } from '../../shared/messages/messages.js'
import { ok } from '../../shared/result.js'
import {
  exportFormat,
  forAccountOn,
  type HandlersOf,
  nothing,
  oneId,
  type OnScreen,
} from '../ipc/router.js'
import type { AskExchange } from '../exchange/exchange-client.js'
import { readOnDemandList } from '../polling/read-list.js'
import type { Invested } from './invested.js'
import type { Investments } from './investments.js'

const cannotList = messageOf('investments.cannot-list')

/** The exchange's ids are opaque text, even empty. */
const foreignId = z.string().max(longestId)
/** Every day that can be typed, from year 1 to 9999, in any time zone. */
const calendarMoment = z.int().min(-62_200_000_000).max(253_500_000_000)
const filter = z.strictObject({
  planId: foreignId.nullable(),
  investmentId: foreignId.nullable(),
  transactionId: foreignId.nullable(),
  currency: foreignId.nullable(),
  from: calendarMoment.nullable(),
  to: calendarMoment.nullable(),
  actionTypes: z.array(z.int()).max(2 * mostFacets),
})
const row = z.int().min(0).max(10_000_000)

export function investmentHandlers(
  screen: OnScreen<{
    investments: Investments
    invested: Pick<Invested, 'view'>
    ask: AskExchange
  }>,
): HandlersOf<typeof investmentChannels> {
  const forAccount = forAccountOn(screen)
  return {
    'flex/read': { schema: nothing, handle: () => ok(screen()?.investments.read() ?? noFlex) },
    'flex/rows': {
      schema: z.strictObject({ filter, from: row, count: z.int().min(1).max(500) }),
      handle: (query) => forAccount(({ investments }) => investments.rows(query)),
    },
    'flex/facets': {
      schema: nothing,
      handle: () => forAccount(({ investments }) => investments.facets()),
    },
    'flex/earnings': {
      schema: z.strictObject({ filter, per: z.enum(['day', 'month']), utc: z.boolean() }),
      handle: (query) => forAccount(({ investments }) => investments.earnings(query)),
    },
    'flex/detail': {
      schema: z.strictObject({ investmentId: foreignId }),
      handle: ({ investmentId }) =>
        forAccount(({ investments }) => investments.detail(investmentId)),
    },
    'flex/sync': {
      schema: z.strictObject({ act: z.enum(['now', 'pause', 'resume']) }),
      handle: ({ act }) => forAccount(({ investments }) => investments.sync(act)),
    },
    'flex/search': {
      schema: z.strictObject({ filter, offset: row }),
      handle: (query) => forAccount(({ investments }) => investments.search(query)),
    },
    'flex/export': {
      schema: z.strictObject({ filter, format: exportFormat, bom: z.boolean() }),
      handle: (query) => forAccount(({ investments }) => investments.exportAll(query)),
    },
    'flex/cancel-export': {
      schema: oneId,
      handle: ({ id }) => (screen()?.investments.cancelExport(id), ok(null)),
    },
    'flex/saved-filters': {
      schema: nothing,
      handle: () => forAccount(({ investments }) => investments.savedFilters()),
    },
    'flex/save-filter': {
      schema: z.strictObject({ name: z.string().min(1).max(80), filter }),
      handle: (ask) =>
        forAccount(({ investments }) => investments.saveFilter(ask.name, ask.filter)),
    },
    'investments/active-fixed': {
      schema: nothing,
      handle: () =>
        forAccount(({ ask }) =>
          readOnDemandList(
            (page) => ask((client) => client.activeFixedInvestments(page), cannotList),
            ({ id }) => id,
          ),
        ),
    },
    'investments/open-flex': {
      schema: nothing,
      handle: () =>
        forAccount(({ ask }) =>
          readOnDemandList(
            (page) => ask((client) => client.flexInvestments(page), cannotList),
            ({ id }) => id,
          ),
        ),
    },
    'investments/invested': {
      schema: nothing,
      handle: () => ok(screen()?.invested.view() ?? noInvested),
    },
    'flex/delete-filter': {
      schema: oneId,
      handle: ({ id }) => forAccount(({ investments }) => investments.deleteFilter(id)),
    },
  }
}
