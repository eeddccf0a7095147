// The history endpoint as a model: a list that takes in, repeats, reorders, changes and hides
// records between two pages.
import type {
  FlexHistoryPage,
  FlexHistoryQuery,
  FlexRecord,
} from '../../src/shared/investments/investment.js'
import type { Problem } from '../../src/shared/problem.js'
import type { Unreadable } from '../../src/shared/unreadable.js'
import { fail, ok, type Result } from '../../src/shared/result.js'

export type Unrest =
  | { kind: 'insert'; at: number; record: FlexRecord }
  /** Moves one record to another place. */
  | { kind: 'move'; from: number; to: number }
  | { kind: 'shuffle'; by: number }
  /** The list shows a record twice until it keeps still. */
  | { kind: 'repeat'; which: number; at: number }
  | { kind: 'change'; which: number; amount: string }
  | { kind: 'fail'; problem: Problem }
  /** A page is cut short although there is more. */
  | { kind: 'cut' }
  | { kind: 'none' }

/** `echo` `asked`: the limit that was asked for is echoed, whatever was used. */
export function createFlexServer(
  records: readonly FlexRecord[],
  limits: { most?: number; deepest?: number; echo?: 'asked' } = {},
) {
  let list = [...records]
  let doubles: { record: FlexRecord; at: number }[] = []
  let unrest: Unrest[] = []
  const illegible = new Map<string, { named: boolean }>()
  const asked: FlexHistoryQuery[] = []

  const place = (wanted: number): number => wanted % (list.length + 1)

  /** Gives the problem or the cut that meets the page. */
  const disturb = (what: Unrest): Unrest => {
    if (what.kind === 'insert') list.splice(place(what.at), 0, what.record)
    if (what.kind === 'move' && list.length > 0) {
      const [moved] = list.splice(what.from % list.length, 1)
      if (moved !== undefined) list.splice(place(what.to), 0, moved)
    }
    if (what.kind === 'shuffle')
      list = list
        .map((record, index) => ({ record, key: (index * 7919 + what.by * 104_729) % 1009 }))
        .sort((a, b) => a.key - b.key)
        .map(({ record }) => record)
    if (what.kind === 'repeat' && list.length > 0) {
      const record = list[what.which % list.length]
      if (record !== undefined) doubles.push({ record, at: what.at })
    }
    if (what.kind === 'change' && list.length > 0) {
      const index = what.which % list.length
      const record = list[index]
      if (record !== undefined) list[index] = { ...record, amount: what.amount }
    }
    return what
  }

  const shown = (): FlexRecord[] => {
    const all = [...list]
    for (const { record, at } of doubles) all.splice(at % (all.length + 1), 0, record)
    return all
  }

  return {
    asked,
    /** What the exchange holds, each id once. */
    records: (): FlexRecord[] => list,
    /** Each of these comes over the list before one more page. */
    disturbBy: (events: readonly Unrest[]): void => {
      unrest = [...events]
    },
    restless: (): boolean => unrest.length > 0,
    /** Everything that was passing is over. */
    keepStill: (): void => {
      unrest = []
      doubles = []
    },
    repeatForGood: (which: number, at: number): void => {
      const record = list[which % list.length]
      if (record !== undefined) doubles.push({ record, at })
    },
    /** These come in a shape that nobody can read; `named` with their ids. */
    spoil: (ids: readonly string[], named = true): void => {
      for (const id of ids) illegible.set(id, { named })
    },
    mend: (): void => illegible.clear(),
    drop: (count: number): void => {
      list = list.slice(0, list.length - count)
    },
    add: (...some: FlexRecord[]): void => {
      list = [...some, ...list]
    },
    client: {
      flexHistory: (
        query: FlexHistoryQuery,
      ): Promise<Result<{ value: FlexHistoryPage; at: number }, Problem>> => {
        asked.push(query)
        const next = unrest.shift()
        const met = next === undefined ? null : disturb(next)
        if (met?.kind === 'fail') return Promise.resolve(fail(met.problem))
        const { offset = 0, to } = query
        if (limits.deepest !== undefined && offset > limits.deepest) {
          return Promise.resolve(
            fail({
              code: 'refused',
              message: 'refused',
              fields: { offset: ['The offset may not be greater.'] },
              server: { status: 400, code: 0, message: 'Validation failed' },
            }),
          )
        }
        const limit = Math.min(query.limit ?? 50, limits.most ?? 1000)
        const matching = shown().filter(
          ({ createdAt }) => to === undefined || Number(createdAt) <= to,
        )
        const page = matching.slice(offset, offset + limit)
        const given = met?.kind === 'cut' ? page.slice(0, Math.floor(page.length / 2)) : page
        const records = given.filter(({ transactionId }) => !illegible.has(transactionId))
        const unreadable = given.flatMap(({ transactionId, currency }, index): Unreadable[] => {
          const how = illegible.get(transactionId)
          if (how === undefined) return []
          return [
            {
              place: index + 1,
              id: how.named ? transactionId : null,
              name: currency,
              field: 'amount',
              why: 'is missing',
            },
          ]
        })
        const echoed = limits.echo === 'asked' ? (query.limit ?? 50) : limit
        return Promise.resolve(
          ok({
            value: {
              records,
              limit: echoed,
              offset,
              ...(unreadable.length === 0 ? {} : { unreadable }),
            },
            at: 1_760_000_000,
          }),
        )
      },
    },
  }
}

export type FlexServer = ReturnType<typeof createFlexServer>
