// Every order and its outcome. Nothing is sent that is not on disk here first.
import type { Order } from '../../shared/orders/order.js'
import { isMarketName } from '../../shared/orders/order-rules.js'
import { orderKinds, usesLimits } from '../../shared/orders/order-ticket.js'
import type { Problem } from '../../shared/problem.js'
import type { IntentPage, IntentQuery, OrderIntent } from '../../shared/orders/trading.js'
import { englishOf, messageOf } from '../../shared/messages/messages.js'
import type { Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { DatabaseHealth, FaultReason } from '../database/database-fault.js'
import {
  type Database,
  numberOf,
  type Row,
  text as textColumn,
  textOf,
} from '../database/database.js'
import { readRow } from '../database/stored-json.js'
import {
  answerRow,
  confirmedText,
  courseText,
  intentRow,
  itemAnswerText,
  itemOf,
  itemText,
  stepOf,
  usedRow,
} from './stored-intent.js'

/** In quote currency; null if unknown. One per item. */
export type ItemNotional = { quote: string; notional: Decimal | null }

function textColumns(names: readonly string[], table = ''): string {
  return names.map((name) => textColumn(table + name)).join(', ')
}

const intentTexts = ['id', 'profile_id', 'kind', 'state', 'content', 'course']
const itemTexts = ['client_order_id', 'market', 'amount', 'content', 'state', 'answer']
const usedTexts = ['intent_id', 'market', 'amount', 'quote', 'notional', 'state']
const intentColumns = `${textColumns(intentTexts, 'intent.')}, intent.created_at, intent.blocks`
const itemColumns = `number, ${textColumns(itemTexts)}`
const stepColumns = `number, at, ${textColumns(['what', 'words', 'message', 'details'])}`

const goneWithProfile: Problem = { code: 'gone', message: messageOf('orders.gone-from-record') }

const insertIntent = `
  INSERT INTO intent (id, profile_id, created_at, kind, state, blocks, content, course)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
const insertItem = `
  INSERT INTO intent_item
  (intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const insertStep = `
  INSERT INTO intent_step (intent_id, number, at, what, words, message, details)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
const select = `
  SELECT ${intentColumns} FROM intent
  WHERE profile_id = ? AND (created_at, id) < (?, ?) AND created_at >= ?
  AND (? OR state IN (SELECT value FROM json_each(?)))
  AND (? OR kind IN (SELECT value FROM json_each(?)))
  AND (? OR id IN (SELECT intent_id FROM intent_item WHERE market = ?))
  AND (? OR id IN (
    SELECT intent_id FROM intent_item WHERE client_order_id >= ? AND client_order_id < ?
    UNION ALL SELECT intent_id FROM intent_item WHERE market >= ? AND market < ?
    UNION ALL SELECT intent_id FROM intent_item WHERE instr(answer, ?)
    UNION ALL SELECT intent_id FROM intent_item
      WHERE client_order_id IS NULL AND (instr(content, ?) OR instr(content, ?))))
  ORDER BY created_at DESC, id DESC LIMIT ?`
/**
 * From one market to the next, so that a hundred thousand orders of one market are a single step.
 */
const selectMarkets = `
  WITH RECURSIVE known (market) AS (
    SELECT min(market) FROM intent_item
    UNION ALL SELECT (SELECT min(market) FROM intent_item WHERE market > known.market)
      FROM known WHERE market IS NOT NULL
  )
  SELECT ${textColumn('known.market')} FROM known WHERE market IS NOT NULL
  AND EXISTS (
    SELECT 1 FROM intent_item JOIN intent ON intent.id = intent_id
    WHERE intent_item.market = known.market AND profile_id = ?)`
const isUnfinished = `state IN ('intent', 'sending', 'unknown')`
const isOpen = `(${isUnfinished} OR blocks = 1)`
const selectOpen = `
  SELECT ${intentColumns} FROM intent
  WHERE profile_id = ? AND ${isOpen} ORDER BY created_at, id`
const uncounted = orderKinds
  .filter((kind) => !usesLimits(kind))
  .map((kind) => `'${kind}'`)
  .join(', ')
const selectUsed = `
  SELECT ${textColumns(usedTexts, 'intent_item.')}, intent_item.number
  FROM intent JOIN intent_item ON intent_item.intent_id = intent.id
  WHERE profile_id = ? AND created_at >= ? AND kind NOT IN (${uncounted})`
/**
 * Judged by the text of the response. Only the newest requests are searched, because main waits for
 * the result and there may be 100,000.
 */
const selectResting = `
  SELECT ${intentColumns} FROM (
    SELECT * FROM intent WHERE profile_id = ? AND created_at >= ? ORDER BY created_at DESC, id DESC LIMIT 2000
  ) AS intent WHERE id IN (
    SELECT intent_id FROM intent_item WHERE intent_id = intent.id AND state IN ('placed', 'partly')
    AND CASE WHEN json_valid(answer)
      THEN json_extract(answer, '$.order.endedAt') IS NULL AND json_extract(answer, '$.order.left') != '0' END
    AND json_extract(content, '$.target') IS NULL)
  ORDER BY created_at DESC, id DESC LIMIT 200`
const selectFills = `
  SELECT ${textColumn('intent_item.answer')}
  FROM intent JOIN intent_item ON intent_item.intent_id = intent.id
  WHERE profile_id = ? AND created_at >= ? AND market = ?
  AND intent_item.state IN ('placed', 'partly')
  ORDER BY created_at DESC, intent_item.number DESC LIMIT 20`

/** Sorts after every id and every text with the preceding prefix. */
const last = '\u{10ffff}'
/** Later than any order. */
const never = 1e12

/** The start of a JSON member whose value starts this way. */
function member(name: string, begin: string): string {
  return `"${name}":${JSON.stringify(begin).slice(0, -1)}`
}

const bit = (on: boolean): number => (on ? 1 : 0)

export function createIntentRepository(
  database: Database,
  health: DatabaseHealth,
): IntentRepository {
  const insertSteps = ({ id, timeline }: OrderIntent, from: number): void => {
    for (const [number, { at, what, text, details }] of timeline.entries())
      if (number >= from)
        database.run(
          insertStep,
          id,
          number,
          at,
          what,
          englishOf(text),
          typeof text === 'string' ? null : JSON.stringify(text),
          JSON.stringify(details),
        )
  }

  const isTaken = (id: string): boolean =>
    database.first('SELECT 1 AS found FROM client_order_id WHERE id = ?', id) !== null

  /** @throws DatabaseFault if a row does not contain what was written */
  const intentOf = (row: Row): OrderIntent => {
    const {
      id,
      profile_id: profileId,
      kind,
      state,
      created_at: createdAt,
      blocks,
      content,
      course,
    } = readRow(intentRow, row, 'intent')
    const { profileName, region, keyHint, act, ...confirmed } = content
    const items = database.all(
      `SELECT ${itemColumns} FROM intent_item WHERE intent_id = ? ORDER BY number`,
      id,
    )
    const steps = database.all(
      `SELECT ${stepColumns} FROM intent_step WHERE intent_id = ? ORDER BY number`,
      id,
    )
    return {
      id,
      profileId,
      profileName,
      region,
      keyHint,
      kind,
      act,
      state,
      createdAt,
      items: items.map(itemOf),
      ...confirmed,
      ...course,
      blocks: blocks === 1,
      timeline: steps.map(stepOf),
    }
  }

  return {
    add: (
      intent: OrderIntent,
      notionals: readonly ItemNotional[],
    ): Result<'added' | 'taken', Problem> =>
      health.write(() =>
        database.write(() => {
          const ids = intent.items
            .map(({ clientOrderId }) => clientOrderId)
            .filter((id) => id !== '')
          if (new Set(ids).size < ids.length || ids.some(isTaken)) return 'taken'
          for (const id of ids)
            database.run(
              'INSERT INTO client_order_id (id, reserved_at) VALUES (?, ?)',
              id,
              intent.createdAt,
            )
          database.run(
            insertIntent,
            intent.id,
            intent.profileId,
            intent.createdAt,
            intent.kind,
            intent.state,
            bit(intent.blocks),
            confirmedText(intent),
            courseText(intent),
          )
          for (const [number, item] of intent.items.entries()) {
            const { quote, notional } = notionals[number] ?? { quote: '', notional: null }
            database.run(
              insertItem,
              intent.id,
              number,
              item.clientOrderId === '' ? null : item.clientOrderId,
              item.market,
              item.amount,
              quote,
              notional,
              itemText(item),
              item.state,
              itemAnswerText(item),
            )
          }
          insertSteps(intent, 0)
          return 'added'
        }),
      ),
    save: (intent: OrderIntent): Result<null, Problem> => {
      const isKnown = health.write(() =>
        database.write(() => {
          const changed = database.run(
            'UPDATE intent SET state = ?, blocks = ?, course = ? WHERE id = ?',
            intent.state,
            bit(intent.blocks),
            courseText(intent),
            intent.id,
          )
          if (changed === 0) return false
          for (const item of intent.items) {
            database.run(
              'UPDATE intent_item SET state = ?, answer = ? WHERE intent_id = ? AND number = ?',
              item.state,
              itemAnswerText(item),
              intent.id,
              item.index,
            )
          }
          const row = database.first(
            'SELECT count(*) AS n FROM intent_step WHERE intent_id = ?',
            intent.id,
          )
          insertSteps(intent, row === null ? 0 : numberOf(row, 'n'))
          return true
        }),
      )
      if (!isKnown.ok) return isKnown
      return isKnown.value ? ok(null) : fail(goneWithProfile)
    },
    find: (profileId: string, id: string): Result<OrderIntent | null, Problem> =>
      health.read(() => {
        const row = database.first(
          `SELECT ${intentColumns} FROM intent WHERE profile_id = ? AND id = ?`,
          profileId,
          id,
        )
        return row === null ? null : intentOf(row)
      }),
    page: (
      profileId: string,
      { after, limit, states, kinds, search, market, from, before }: IntentQuery,
    ): Result<IntentPage, Problem> =>
      health.read(() => {
        const begin = search ?? ''
        const capitals = begin.toUpperCase()
        const rows = database.all(
          select,
          profileId,
          after?.at ?? before ?? never,
          after?.id ?? '',
          from ?? 0,
          bit(states === null),
          JSON.stringify(states ?? []),
          bit(kinds === null),
          JSON.stringify(kinds ?? []),
          bit(market === null),
          market ?? '',
          bit(search === null),
          // The exchange's id is a member of the response as written; of a target, both ids are.
          begin,
          begin + last,
          capitals,
          capitals + last,
          member('id', begin),
          member('id', begin),
          member('clientOrderId', begin),
          limit + 1,
        )
        return { intents: rows.slice(0, limit).map(intentOf), more: rows.length > limit }
      }),
    markets: (profileId: string): Result<string[], Problem> =>
      health.read(() =>
        database
          .all(selectMarkets, profileId)
          .map((row) => textOf(row, 'market'))
          // A transfer has its asset there.
          .filter(isMarketName),
      ),
    open: (profileId: string): Result<OrderIntent[], Problem> =>
      health.read(() => database.all(selectOpen, profileId).map(intentOf)),
    resting: (profileId: string, from: UnixSeconds): Result<OrderIntent[], Problem> =>
      health.read(() => database.all(selectResting, profileId, from).map(intentOf)),
    unfinished: () =>
      health.read(() =>
        database
          .all(`SELECT ${textColumn('id')} FROM intent WHERE ${isUnfinished}`)
          .map((row) => textOf(row, 'id')),
      ),
    taken: (clientOrderIds: readonly string[]): Result<string[], Problem> =>
      clientOrderIds.length === 0 ? ok([]) : health.read(() => clientOrderIds.filter(isTaken)),
    used: (profileId: string, from: UnixSeconds) =>
      health.read(() =>
        database.all(selectUsed, profileId, from).map((row) => readRow(usedRow, row, 'order')),
      ),
    lastFill: (
      profileId: string,
      market: string,
      from: UnixSeconds,
    ): Result<Pick<Order, 'dealMoney' | 'dealStock'> | null, Problem> =>
      health.read(() => {
        for (const row of database.all(selectFills, profileId, from, market)) {
          const order = readRow(answerRow, row, 'answer').answer?.order
          if (order !== undefined && /[1-9]/.test(order.dealStock))
            return { dealMoney: order.dealMoney, dealStock: order.dealStock }
        }
        return null
      }),
  }
}

export type IntentRepository = {
  /**
   * On disk when it returns, with its client order ids reserved for ever; `taken` and nothing
   * written if one was ever used.
   */
  add: (
    intent: OrderIntent,
    notionals: readonly ItemNotional[],
  ) => Result<'added' | 'taken', Problem>
  /**
   * Its progress, and the steps not written yet. Safe to repeat. `gone` if it was deleted with its
   * profile.
   */
  save: (intent: OrderIntent) => Result<null, Problem>
  find: (profileId: string, id: string) => Result<OrderIntent | null, Problem>
  /** Newest first. */
  page: (profileId: string, intentQuery: IntentQuery) => Result<IntentPage, Problem>
  /** Every market of the profile's orders, in alphabetical order. */
  markets: (profileId: string) => Result<string[], Problem>
  /** Unfinished, or blocking a market. Oldest first. */
  open: (profileId: string) => Result<OrderIntent[], Problem>
  /** The newest 200 since then with an order that may still rest. */
  resting: (profileId: string, from: UnixSeconds) => Result<OrderIntent[], Problem>
  /** Of every account. */
  unfinished: () => Result<string[], Problem & { reason: FaultReason }>
  /** Which of these ids were ever used, by any account. */
  taken: (clientOrderIds: readonly string[]) => Result<string[], Problem>
  /**
   * Every order recorded at or after `from`, whatever its outcome; excludes those that only cancel
   * or close.
   */
  used: (
    profileId: string,
    from: UnixSeconds,
  ) => Result<
    {
      number: number
      market: string
      amount: string
      quote: string
      notional: string | null
      state: string
      intentId: string
    }[],
    Problem & { reason: FaultReason }
  >
  /** The filled amounts of a market's newest filled order since `from`. */
  lastFill: (
    profileId: string,
    market: string,
    from: UnixSeconds,
  ) => Result<Pick<Order, 'dealMoney' | 'dealStock'> | null, Problem>
}
