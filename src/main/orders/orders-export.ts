// The whole history as text for a file: every amount, id and time exactly as it is known.
import { type CsvCell, csvRow } from '../../shared/csv.js'
import { itemUnit } from '../../shared/orders/order-amount.js'
import type { Problem } from '../../shared/problem.js'
import {
  everyIntent,
  type Exported,
  type ExportFormat,
  type IntentItem,
  type IntentPage,
  type IntentQuery,
  type OrderIntent,
} from '../../shared/orders/trading.js'
import { englishOf, type Message } from '../../shared/messages/messages.js'
import { ok, type Result } from '../../shared/result.js'
import { isoDay, isoTime } from '../../shared/time.js'
import type { TradingState } from './trading-state.js'

type Column = [name: string, value: (intent: OrderIntent, item: IntentItem | null) => CsvCell]

function timelineText({ timeline }: OrderIntent): string {
  return timeline
    .map(({ at, what, text }) => `${isoTime(at)} ${what}: ${englishOf(text)}`)
    .join(' | ')
}

/** What was requested from the exchange's own records, and when. */
function askedText({ evidence }: OrderIntent): CsvCell {
  return evidence?.asked === undefined
    ? null
    : evidence.asked
        .map(
          ({ at, what, found, problem }) =>
            `${isoTime(at)} ${englishOf(what)}: ${englishOf(found ?? problem?.message ?? '')}`,
        )
        .join(' | ')
}

const columns: readonly Column[] = [
  ['created_utc', (intent) => isoTime(intent.createdAt)],
  ['intent', (intent) => intent.id],
  ['profile', (intent) => intent.profileName],
  ['region', (intent) => intent.region],
  ['key', (intent) => intent.keyHint],
  ['kind', (intent) => intent.kind],
  ['act', (intent) => englishOf(intent.act)],
  ['state', (intent) => intent.state],
  ['item', (_intent, item) => item?.index ?? null],
  ['item_state', (_intent, item) => item?.state ?? null],
  [
    'client_order_id',
    (_intent, item) => (item === null || item.clientOrderId === '' ? null : item.clientOrderId),
  ],
  ['market', (_intent, item) => item?.market ?? null],
  // None is known for a position whose direction is unclear, and a transfer has none.
  [
    'side',
    (_intent, item) =>
      item?.target?.kind === 'purses' ||
      (item?.target?.kind === 'position' && item.target.direction === 'unclear')
        ? null
        : (item?.side ?? null),
  ],
  ['amount', (_intent, item) => item?.amount ?? null],
  ['amount_currency', (_intent, item) => (item === null ? null : itemUnit(item))],
  ['price', (_intent, item) => item?.price ?? null],
  [
    'trigger_price',
    (_intent, item) => (item?.target?.kind === 'order' ? (item.target.trigger ?? null) : null),
  ],
  ['position_side', (_intent, item) => item?.positionSide ?? null],
  ['stop_loss', (_intent, item) => item?.stopLoss ?? null],
  ['take_profit', (_intent, item) => item?.takeProfit ?? null],
  ['post_only', (_intent, item) => item?.postOnly ?? null],
  ['ioc', (_intent, item) => item?.ioc ?? null],
  ['rpi', (_intent, item) => item?.rpi ?? null],
  [
    'reduce_only',
    (_intent, item) =>
      item === null
        ? null
        : item.target?.kind === 'order'
          ? item.target.reduceOnly
          : (item.reduceOnly ?? false),
  ],
  ['stop_on_fail', (intent) => intent.stopOnFail],
  ['investment', (intent) => intent.investmentId],
  ['target_order', (_intent, item) => (item?.target?.kind === 'order' ? item.target.id : null)],
  [
    'target_client_order_id',
    (_intent, item) => (item?.target?.kind === 'order' ? item.target.clientOrderId : null),
  ],
  ['target_left', (_intent, item) => (item?.target?.kind === 'order' ? item.target.left : null)],
  [
    'target_position',
    (_intent, item) => (item?.target?.kind === 'position' ? item.target.id : null),
  ],
  ['moved_from', (_intent, item) => (item?.target?.kind === 'purses' ? item.target.from : null)],
  ['moved_to', (_intent, item) => (item?.target?.kind === 'purses' ? item.target.to : null)],
  [
    'all_on',
    (intent) => (intent.scope === undefined ? null : (intent.scope.market ?? 'all markets')),
  ],
  ['all_listed', (intent) => intent.scope?.orders ?? null],
  ['order_id', (_intent, item) => item?.order?.id ?? null],
  ['order_status', (_intent, item) => item?.order?.status ?? null],
  ['deal_stock', (_intent, item) => item?.order?.dealStock ?? null],
  ['deal_money', (_intent, item) => item?.order?.dealMoney ?? null],
  ['deal_fee', (_intent, item) => item?.order?.dealFee ?? null],
  ['left', (_intent, item) => item?.order?.left ?? null],
  [
    'echo_differs',
    (_intent, item) => (item === null ? null : item.mismatch.map(englishOf).join(' ')),
  ],
  [
    'problem',
    (intent, item) => englishOf(item?.problem?.message ?? intent.problem?.message ?? '') || null,
  ],
  [
    'server_code',
    (intent, item) => item?.problem?.server?.code ?? intent.problem?.server?.code ?? null,
  ],
  [
    'server_words',
    (intent, item) => item?.problem?.server?.message ?? intent.problem?.server?.message ?? null,
  ],
  ['http_status', (intent) => intent.httpStatus],
  ['nonce', (intent) => intent.nonce],
  ['body_sha256', (intent) => intent.bodyHash],
  ['request_sha256', (intent) => intent.requestHash],
  ['ms_written', (intent) => intent.ms.written],
  ['ms_sent', (intent) => intent.ms.sent],
  ['ms_answered', (intent) => intent.ms.answered],
  [
    'evidence',
    (intent) =>
      intent.state === 'acknowledged' ? null : englishOf(intent.evidence?.text ?? '') || null,
  ],
  ['asked', askedText],
  ['timeline', timelineText],
]

/** One row per order; an investment has its own. */
export function asCsv(intents: readonly OrderIntent[]): { text: string; rows: number } {
  const rows = intents.flatMap((intent) =>
    (intent.items.length === 0 ? [null] : intent.items).map((item) =>
      csvRow(columns.map(([, value]) => value(intent, item))),
    ),
  )
  return { text: csvRow(columns.map(([name]) => name)) + rows.join(''), rows: rows.length }
}

function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string'
  )
}

/**
 * Everything there is, with each step's time readable beside its Unix seconds, and messages as
 * text.
 */
export function asJson(intents: readonly OrderIntent[]): { text: string; rows: number } {
  const readable = intents.map((intent) => ({
    ...intent,
    createdUtc: isoTime(intent.createdAt),
    timeline: intent.timeline.map((step) => ({ ...step, utc: isoTime(step.at) })),
  }))
  return {
    text: `${JSON.stringify(readable, inEnglish, 2)}\n`,
    rows: intents.length,
  }
}

function inEnglish(_name: string, value: unknown): unknown {
  return isMessage(value) ? englishOf(value) : value
}

/** Other work runs between pages. */
async function allIntents({
  profile,
  repositories,
  ports,
}: TradingState): Promise<Result<OrderIntent[], Problem>> {
  const all: OrderIntent[] = []
  let after: IntentQuery['after'] = null
  for (;;) {
    const page: Result<IntentPage, Problem> = repositories.orders.page(profile.id, {
      ...everyIntent,
      limit: 200,
      after,
    })
    if (!page.ok) return page
    all.push(...page.value.intents)
    const last = page.value.intents.at(-1)
    if (!page.value.more || last === undefined) return ok(all)
    after = { at: last.createdAt, id: last.id }
    await new Promise<void>((resolve) => void ports.timing.after(0, resolve))
  }
}

/** Writes them to a file the user chooses. */
export async function exportOrders(
  trading: TradingState,
  format: ExportFormat,
): Promise<Result<Exported, Problem>> {
  const { clock, desktop } = trading.ports
  const all = await allIntents(trading)
  if (!all.ok) return all
  const { text, rows } = format === 'csv' ? asCsv(all.value) : asJson(all.value)
  const saved = await desktop.saveText({
    suggestedName: `plimsoll-orders-${isoDay(clock())}.${format}`,
    text,
  })
  if (!saved.ok) return saved
  return ok({
    saved: saved.value !== null,
    rows: saved.value === null ? 0 : rows,
    file: saved.value?.file ?? null,
  })
}
