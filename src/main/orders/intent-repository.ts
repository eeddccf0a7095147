// Every order and what became of it. Nothing is sent that is not on disk here first.
import type { IntentPage, IntentQuery, OrderIntent } from '../../shared/domain/trading.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { numberOf, text, textOf, type Database, type Row } from '../database/database.js'
import {
  confirmedText,
  courseText,
  intentColumns,
  intentOf,
  itemAnswerText,
  itemColumns,
  itemText,
  orderInAnswer,
  stepColumns,
} from './stored-intent.js'
import type { DatabaseHealth } from '../database/database-health.js'

/** In quote currency; null where it is not known. One for each item. */
export type ItemNotional = { quote: string; notional: Decimal | null }

export type UsedItem = {
  intentId: string
  number: number
  market: string
  amount: Decimal
  quote: string
  notional: Decimal | null
  state: string
}

export type IntentRepository = {
  /** On disk when it returns, with its client order ids reserved for ever; `taken` and nothing written where one was ever used. */
  add(intent: OrderIntent, notionals: readonly ItemNotional[]): Result<'added' | 'taken', Problem>
  /** What became of it, and the steps that are not written yet. Safe to repeat. `gone` where it was deleted with its profile. */
  save(intent: OrderIntent): Result<null, Problem>
  find(profileId: string, id: string): Result<OrderIntent | null, Problem>
  /** Newest first. */
  page(profileId: string, query: IntentQuery): Result<IntentPage, Problem>
  /** Unfinished, or keeping a market blocked. Oldest first. */
  open(profileId: string): Result<OrderIntent[], Problem>
  /** Of every account. */
  unfinished(): Result<string[], Problem>
  /** Which of these ids were ever used, by any account. */
  taken(clientOrderIds: readonly string[]): Result<string[], Problem>
  /** Every item written at or after `from`, whatever became of it. */
  used(profileId: string, from: UnixSeconds): Result<UsedItem[], Problem>
  /** What the newest filled order of a market since `from` was filled for. */
  lastFill(profileId: string, market: string, from: UnixSeconds): Result<{ dealMoney: Decimal; dealStock: Decimal } | null, Problem>
}

const goneWithProfile: Problem = { code: 'gone', message: 'This order is no longer in the record.' }

const insertIntent = 'INSERT INTO intent (id, profile_id, created_at, kind, state, blocks, content, course) VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
const insertItem = `
  INSERT INTO intent_item (intent_id, number, client_order_id, market, amount, quote, notional, content, state, answer)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const insertStep = 'INSERT INTO intent_step (intent_id, number, at, what, words, details) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'
const select = `
  SELECT ${intentColumns} FROM intent
  WHERE profile_id = ? AND (? OR (created_at, id) < (?, ?))
  AND (? OR state IN (SELECT value FROM json_each(?))) AND (? OR kind IN (SELECT value FROM json_each(?)))
  ORDER BY created_at DESC, id DESC LIMIT ?`
const isUnfinished = `state IN ('intent', 'sending', 'unknown')`
const isOpen = `(${isUnfinished} OR blocks = 1)`
const selectOpen = `SELECT ${intentColumns} FROM intent WHERE profile_id = ? AND ${isOpen} ORDER BY created_at, id`
const selectUsed = `
  SELECT ${['intent_item.intent_id', 'intent_item.market', 'intent_item.amount', 'intent_item.quote', 'intent_item.notional', 'intent_item.state'].map((name) => text(name)).join(', ')}, intent_item.number
  FROM intent JOIN intent_item ON intent_item.intent_id = intent.id WHERE profile_id = ? AND created_at >= ?`
const selectFills = `
  SELECT ${text('intent_item.answer')} FROM intent JOIN intent_item ON intent_item.intent_id = intent.id
  WHERE profile_id = ? AND created_at >= ? AND market = ? AND intent_item.state IN ('placed', 'partly')
  ORDER BY created_at DESC, intent_item.number DESC LIMIT 20`

const flag = (on: boolean): number => (on ? 1 : 0)
const notionalOf = (row: Row): Decimal | null => (row['notional'] === null ? null : textOf(row, 'notional'))
const isFilled = (dealStock: Decimal): boolean => /[1-9]/.test(dealStock)

export const createIntentRepository = (database: Database, health: DatabaseHealth): IntentRepository => {
  const insertSteps = ({ id, timeline }: OrderIntent, from: number): void => {
    for (const [number, step] of timeline.entries()) {
      if (number < from) continue
      database.run(insertStep, id, number, step.at, step.what, step.text, JSON.stringify(step.details))
    }
  }

  const isTaken = (id: string): boolean => database.first('SELECT 1 AS found FROM client_order_id WHERE id = ?', id) !== null

  const withItemsAndSteps = (row: Row): OrderIntent => {
    const id = textOf(row, 'id')
    return intentOf(
      row,
      database.all(`SELECT ${itemColumns} FROM intent_item WHERE intent_id = ? ORDER BY number`, id),
      database.all(`SELECT ${stepColumns} FROM intent_step WHERE intent_id = ? ORDER BY number`, id),
    )
  }

  return {
    add: (intent, notionals) =>
      health.write(() =>
        database.write(() => {
          const ids = intent.items.map(({ clientOrderId }) => clientOrderId)
          if (new Set(ids).size < ids.length || ids.some(isTaken)) return 'taken'
          for (const id of ids) database.run('INSERT INTO client_order_id (id, reserved_at) VALUES (?, ?)', id, intent.createdAt)
          database.run(
            insertIntent,
            ...[intent.id, intent.profileId, intent.createdAt, intent.kind, intent.state, flag(intent.blocks)],
            ...[confirmedText(intent), courseText(intent)],
          )
          for (const [number, item] of intent.items.entries()) {
            const { quote, notional } = notionals[number] ?? { quote: '', notional: null }
            database.run(
              insertItem,
              ...[intent.id, number, item.clientOrderId, item.market, item.amount, quote, notional],
              ...[itemText(item), item.state, itemAnswerText(item)],
            )
          }
          insertSteps(intent, 0)
          return 'added'
        }),
      ),
    save: (intent) => {
      const isKnown = health.write(() =>
        database.write(() => {
          const changed = database.run(
            'UPDATE intent SET state = ?, blocks = ?, course = ? WHERE id = ?',
            ...[intent.state, flag(intent.blocks), courseText(intent), intent.id],
          )
          if (changed === 0) return false
          for (const item of intent.items) {
            database.run(
              'UPDATE intent_item SET state = ?, answer = ? WHERE intent_id = ? AND number = ?',
              ...[item.state, itemAnswerText(item), intent.id, item.index],
            )
          }
          const row = database.first('SELECT count(*) AS n FROM intent_step WHERE intent_id = ?', intent.id)
          insertSteps(intent, row === null ? 0 : numberOf(row, 'n'))
          return true
        }),
      )
      if (!isKnown.ok) return isKnown
      return isKnown.value ? ok(null) : fail(goneWithProfile)
    },
    find: (profileId, id) =>
      health.read(() => {
        const row = database.first(`SELECT ${intentColumns} FROM intent WHERE profile_id = ? AND id = ?`, profileId, id)
        return row === null ? null : withItemsAndSteps(row)
      }),
    page: (profileId, { after, limit, states, kinds }) =>
      health.read(() => {
        const rows = database.all(
          select,
          ...[profileId, flag(after === null), after?.at ?? 0, after?.id ?? ''],
          ...[flag(states === null), JSON.stringify(states ?? []), flag(kinds === null), JSON.stringify(kinds ?? [])],
          limit + 1,
        )
        return { intents: rows.slice(0, limit).map(withItemsAndSteps), more: rows.length > limit }
      }),
    open: (profileId) => health.read(() => database.all(selectOpen, profileId).map(withItemsAndSteps)),
    unfinished: () =>
      health.read(() => database.all(`SELECT ${text('id')} FROM intent WHERE ${isUnfinished}`).map((row) => textOf(row, 'id'))),
    taken: (clientOrderIds) => (clientOrderIds.length === 0 ? ok([]) : health.read(() => clientOrderIds.filter(isTaken))),
    used: (profileId, from) =>
      health.read(() =>
        database.all(selectUsed, profileId, from).map((row) => ({
          intentId: textOf(row, 'intent_id'),
          number: numberOf(row, 'number'),
          market: textOf(row, 'market'),
          amount: textOf(row, 'amount'),
          quote: textOf(row, 'quote'),
          notional: notionalOf(row),
          state: textOf(row, 'state'),
        })),
      ),
    lastFill: (profileId, market, from) =>
      health.read(() => {
        for (const row of database.all(selectFills, profileId, from, market)) {
          const order = orderInAnswer(row)
          if (order !== null && isFilled(order.dealStock)) return { dealMoney: order.dealMoney, dealStock: order.dealStock }
        }
        return null
      }),
  }
}
