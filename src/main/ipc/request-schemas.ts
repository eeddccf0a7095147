// What the page may hand in, channel by channel. Bounds here keep main safe; what a form means is judged by the part that uses it.
import { z } from 'zod'
import { alertKinds, isPartOfWay, isShare, type PartOfWay } from '../../shared/domain/alert.js'
import { demoMarkets } from '../../shared/domain/demo.js'
import { longestId, mostFacets } from '../../shared/domain/flex-history.js'
import { intentStates } from '../../shared/domain/trading.js'
import type { Channel, Requests } from '../../shared/ipc/contract.js'
import { isDecimal, isNegative, isZero } from '../../shared/money.js'

const nothing = z.null()
/** Ids are made by main; the page only hands them back. */
const id = z.string().regex(/^[\w.:-]{1,100}$/)
const oneId = z.strictObject({ id })
const oneDraft = z.strictObject({ draftId: id })
const profileName = z.string().min(1).max(80)
/** Longer than any key or secret that is accepted, so that pasted blanks can still be trimmed with a remark. */
const credential = z.string().min(1).max(600)
const address = z.string().min(1).max(300)

const moment = z.number().min(0).max(100_000_000_000)
const minuteOfDay = z.int().min(0).max(1439)
const alertSettings = z.strictObject({
  earlySteps: z.array(z.custom<PartOfWay>(isPartOfWay)).max(8),
  rearm: z.string().refine(isShare),
  positionSteps: z.array(z.string().refine(isShare)).max(8),
  coolDownMinutes: z.int().min(0).max(1440),
  quietHours: z.strictObject({ on: z.boolean(), from: minuteOfDay, to: minuteOfDay }),
  quietHoursCoverMarginCalls: z.boolean(),
  amountsInNotifications: z.boolean(),
})

/** As typed: bounds only keep main safe, the rules of orders are read by the part that sends them. */
const typed = z.string().max(200)
const optionalTyped = typed.nullable()
const side = z.enum(['buy', 'sell'])
const limitRow = z.strictObject({
  market: typed,
  side,
  amount: typed,
  price: typed,
  postOnly: z.boolean(),
  ioc: z.boolean(),
  rpi: z.boolean(),
  clientOrderId: optionalTyped,
})
const orderTicket = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('market'),
    market: typed,
    side,
    amount: typed,
    stopLoss: optionalTyped,
    takeProfit: optionalTyped,
    positionSide: z.enum(['LONG', 'SHORT', 'BOTH']).nullable(),
    clientOrderId: optionalTyped,
  }),
  z.strictObject({ kind: z.literal('bulk'), rows: z.array(limitRow).max(100), stopOnFail: z.boolean(), retryOf: id.nullable() }),
  z.strictObject({ kind: z.literal('close-investment'), investmentId: typed, typedTail: typed }),
])
const currency = z.string().regex(/^[A-Za-z0-9]{1,30}$/)
const market = z.string().regex(/^[A-Z0-9]{1,30}_[A-Z0-9]{1,30}$/)
const positiveDecimal = z
  .string()
  .max(60)
  .refine((text) => isDecimal(text) && !isNegative(text) && !isZero(text))
const tradeLimit = z.strictObject({ perOrder: positiveDecimal, perDay: positiveDecimal })
const fewEntries = <Entries extends object>(entries: Entries): boolean => Object.keys(entries).length <= 200
const tradeLimits = z.strictObject({
  on: z.boolean(),
  byQuote: z.record(currency, tradeLimit).refine(fewEntries),
  byMarket: z.record(market, tradeLimit).refine(fewEntries),
  ordersPerDay: z.int().min(1).max(10_000),
  askFrom: z.record(currency, positiveDecimal).refine(fewEntries),
})
/** Ids of the exchange are opaque text, even empty. */
const foreignId = z.string().max(longestId)
/** Every day that can be typed, from the year 1 to 9999, in whatever zone. */
const calendarMoment = z.number().min(-62_200_000_000).max(253_500_000_000)
const flexFilter = z.strictObject({
  planId: foreignId.nullable(),
  investmentId: foreignId.nullable(),
  transactionId: foreignId.nullable(),
  currency: foreignId.nullable(),
  from: calendarMoment.nullable(),
  to: calendarMoment.nullable(),
  actionTypes: z.array(z.int()).max(2 * mostFacets),
})
const exportFormat = z.enum(['csv', 'json'])
const accountName = z.string().min(1).max(100)

/** Strict: a member that is not listed refuses the whole ask. A channel without an entry does not compile. */
export const asks = {
  'session/read': nothing,
  'session/enter-demo': nothing,
  'session/leave-demo': nothing,
  'demo/act': z.discriminatedUnion('act', [
    z.strictObject({ act: z.literal('jump'), hours: z.union([z.literal(1), z.literal(24)]) }),
    z.strictObject({
      act: z.literal('price'),
      market: z.enum(demoMarkets),
      percent: z.union([z.literal(-10), z.literal(-2), z.literal(2), z.literal(10)]),
    }),
    z.strictObject({ act: z.literal('loan'), to: z.enum(['calm', 'margin-call', 'liquidation', 'none']) }),
    z.strictObject({ act: z.literal('fail'), how: z.enum(['unreachable', 'trouble', 'nonsense', 'not']) }),
  ]),
  'notices/dismiss': oneId,

  'connect/check': z.strictObject({
    draftId: id.nullable(),
    profileId: id.nullable(),
    name: profileName,
    region: z.enum(['global', 'eu', 'custom']),
    baseUrl: address.nullable(),
    dialect: z.enum(['spec', 'live']).nullable(),
    apiKey: credential.nullable(),
    apiSecret: credential.nullable(),
  }),
  'connect/save': z.strictObject({ draftId: id, storage: z.enum(['keychain', 'session']) }),
  'connect/discard': oneDraft,

  'accounts/read': nothing,

  'profiles/rename': z.strictObject({ id, name: profileName }),
  'profiles/switch': oneId,
  'profiles/delete': oneId,
  'profiles/unlock': oneId,

  'portfolio/read': nothing,
  'portfolio/refresh': nothing,

  'alerts/read': nothing,
  'alerts/page': z.strictObject({
    after: z.strictObject({ at: moment, id }).nullable(),
    limit: z.int().min(1).max(200),
    kinds: z.array(z.enum(alertKinds)).max(alertKinds.length).nullable(),
    levels: z
      .array(z.enum(['info', 'caution', 'danger']))
      .max(3)
      .nullable(),
    unreadOnly: z.boolean(),
  }),
  'alerts/acknowledge': oneId,
  'alerts/snooze': z.strictObject({ id, until: moment }),
  'alerts/mark-read': z.strictObject({ ids: z.array(id).max(1000).nullable() }),
  'alerts/test-notification': nothing,
  'credit-line/history': z.strictObject({ from: moment }),
  'place/take': nothing,

  'trading/read': nothing,
  'trading/allow': z.strictObject({ allowed: z.boolean() }),
  'trading/arm': nothing,
  'trading/disarm': nothing,
  'trading/change-limits': tradeLimits,
  'trading/favourite': z.strictObject({ market, on: z.boolean() }),
  'orders/prepare': orderTicket,
  'orders/confirm': z.strictObject({ token: id }),
  'orders/discard': z.strictObject({ token: id }),
  'orders/read': oneId,
  'orders/page': z.strictObject({
    after: z.strictObject({ at: moment, id }).nullable(),
    limit: z.int().min(1).max(200),
    states: z.array(z.enum(intentStates)).max(intentStates.length).nullable(),
    kinds: z
      .array(z.enum(['market', 'bulk', 'close-investment']))
      .max(3)
      .nullable(),
  }),
  'orders/look': oneId,
  'orders/resolve': z.strictObject({ id, item: z.int().min(0).max(99).nullable(), as: z.enum(['filled', 'not-filled']), typed }),
  'orders/lift-block': z.strictObject({ id, typed }),
  'orders/export': z.strictObject({ format: exportFormat }),

  'flex/read': nothing,
  'flex/rows': z.strictObject({ filter: flexFilter, from: z.int().min(0).max(10_000_000), count: z.int().min(1).max(500) }),
  'flex/facets': nothing,
  'flex/earnings': z.strictObject({ filter: flexFilter, per: z.enum(['day', 'month']), utc: z.boolean() }),
  'flex/story': z.strictObject({ investmentId: foreignId }),
  'flex/sync': z.strictObject({ act: z.enum(['now', 'pause', 'resume']) }),
  'flex/search': z.strictObject({ filter: flexFilter, offset: z.int().min(0).max(10_000_000) }),
  'flex/export': z.strictObject({ filter: flexFilter, format: exportFormat, bom: z.boolean() }),
  'flex/cancel-export': oneId,
  'flex/saved-filters': nothing,
  'flex/save-filter': z.strictObject({ name: z.string().min(1).max(80), filter: flexFilter }),
  'flex/delete-filter': oneId,

  'mining/read': nothing,
  'mining/add': z.strictObject({ name: accountName }),
  'mining/remove': z.strictObject({ name: accountName }),
  'mining/check': z.strictObject({ name: accountName.nullable() }),
  'mining/acknowledge': z.strictObject({ name: accountName }),

  'connection/read': nothing,
  'stream-token/fetch': nothing,
  'stream-token/reveal': nothing,
  'stream-token/copy': nothing,

  'updates/read': nothing,
  'updates/look': nothing,
  'updates/download': nothing,
  'updates/later': nothing,
  'updates/install': nothing,

  'settings/read': nothing,
  'settings/change': z.strictObject({
    theme: z.enum(['system', 'light', 'dark']).optional(),
    density: z.enum(['comfortable', 'compact']).optional(),
    utcTimes: z.boolean().optional(),
    tray: z.boolean().optional(),
    onClose: z.enum(['keep-running', 'quit']).optional(),
    closeExplained: z.boolean().optional(),
    proxy: z.string().max(300).optional(),
    alerts: alertSettings.optional(),
  }),
  'clipboard/copy': z.strictObject({ text: z.string().min(1).max(20_000) }),
} satisfies { [C in Channel]: z.ZodType<Requests[C]['ask']> }
