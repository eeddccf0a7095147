// Looks again and again at what an unknown order may have changed. A look that fails concludes nothing and never ends the looking:
// only an answer or a person does.
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Evidence, OrderIntent } from '../../shared/domain/trading.js'
import { touches, unreadableCount, unreadableList, type Unreadable } from '../../shared/domain/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { Timing } from '../polling/poll-scheduler.js'
import { looked } from './intent-state.js'
import { evidenceAfter, evidenceUnseen } from './reconciliation.js'
import { marketsOf } from './order-words.js'

/** Seconds before the next look; the last one repeats. */
const pauses = [1, 6, 20, 60, 300]

type Look = Result<{ value: Position[]; at: UnixSeconds; unreadable?: Unreadable[] }, Problem>

const noWay: Problem = { code: 'unreachable', message: 'There is no connection with this account’s key now.' }

export type TrackerPorts = {
  clock: Clock
  timing: Timing
  unknown(): OrderIntent[]
  /** Null where there is no way to the exchange now: then nothing was tried. */
  look(): Promise<Look> | null
  clockSkew(): number | null
  /** Of the key that looks. */
  keyHint: string
  found(intent: OrderIntent): void
}

export type OrderTracker = {
  /** An order became unknown: look soon. */
  wake(): void
  /** A person asks. */
  lookNow(id: string): Promise<Result<null, Problem>>
  stop(): void
}

/** The key may belong to another account of the exchange now, whose positions say nothing of an order sent with the old one. */
const otherKey = ({ keyHint }: OrderIntent): Problem => ({
  code: 'gone',
  message: `It was sent with the key ${keyHint}, and this profile has another key now: its positions say nothing of this order.`,
  reason: 'OTHER_KEY',
})

/** What of the order's own markets could not be read: an absence among the others would prove nothing. */
const unseenIn = (intent: OrderIntent, answer: Look): Problem | null => {
  if (!answer.ok) return answer.error
  const { value, unreadable } = answer.value
  if (unreadable === undefined || !touches(unreadable, marketsOf(intent.items))) return null
  const message = `${unreadableCount(unreadable, value.length + unreadable.length, 'position')}: ${unreadableList(unreadable)}.`
  return { code: 'not-understood', message, reason: 'UNREAD_MEMBER' }
}

const says = (evidence: Evidence | null): string =>
  JSON.stringify([evidence?.verdict, evidence?.text, evidence?.problem?.code ?? null, evidence?.after === null])

export const createOrderTracker = (ports: TrackerPorts): OrderTracker => {
  let cancel: (() => void) | null = null
  let turn = 0
  let stopped = false

  const isOurs = (intent: OrderIntent): boolean => intent.keyHint === ports.keyHint

  const seen = (intent: OrderIntent, answer: Look): Evidence => {
    if (!isOurs(intent)) return evidenceUnseen(intent, otherKey(intent))
    if (!answer.ok) return evidenceUnseen(intent, answer.error)
    const unseen = unseenIn(intent, answer)
    return unseen === null ? evidenceAfter(intent, answer.value.value, answer.value.at, ports.clockSkew()) : evidenceUnseen(intent, unseen)
  }

  /** Written down where it says something new. A step of its timeline it is only where it turns the verdict, or where a person asked. */
  const tell = (answer: Look, asked: string | null): void => {
    for (const intent of ports.unknown()) {
      const evidence = seen(intent, answer)
      const first = !intent.timeline.some(({ what }) => what === 'looked')
      const isStep = intent.id === asked || first || evidence.verdict !== intent.evidence?.verdict
      if (isStep) ports.found(looked(intent, ports.clock(), evidence))
      else if (says(evidence) !== says(intent.evidence)) ports.found({ ...intent, evidence })
    }
  }

  const lookAll = async (): Promise<void> => {
    const looking = ports.look()
    if (looking === null) turn -= 1
    else {
      const answer = await looking
      if (stopped) return
      tell(answer, null)
    }
    plan()
  }

  const plan = (): void => {
    if (stopped || cancel !== null || ports.unknown().length === 0) return
    const seconds = pauses[turn] ?? pauses[pauses.length - 1] ?? 300
    turn += 1
    cancel = ports.timing.after(seconds * 1000, () => {
      cancel = null
      void lookAll()
    })
  }

  return {
    wake: () => {
      cancel?.()
      cancel = null
      turn = 0
      plan()
    },
    lookNow: async (id) => {
      const asked = ports.unknown().find((intent) => intent.id === id)
      if (asked !== undefined && !isOurs(asked)) return fail(otherKey(asked))
      const looking = ports.look()
      if (looking === null) return fail(noWay)
      const answer = await looking
      if (stopped) return fail({ code: 'gone', message: 'The account was closed in the meantime.' })
      tell(answer, id)
      const unseen = asked === undefined ? (answer.ok ? null : answer.error) : unseenIn(asked, answer)
      return unseen === null ? ok(null) : fail(unseen)
    },
    stop: () => {
      stopped = true
      cancel?.()
      cancel = null
    },
  }
}
