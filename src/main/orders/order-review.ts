// Prepare, then confirm: the only way an order leaves. What was prepared is held as its very bytes; a token that works once, for the
// page that asked, lets exactly those go.
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderKind, OrderTicket } from '../../shared/domain/order-ticket.js'
import { obstaclesFor, type OrderPreview, type TradeObstacle } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { newClientOrderId } from './client-order-id.js'
import { createConfirmations, expired, tokenLasts } from './confirmations.js'
import { type Draft, moveOf } from './draft.js'
import { checkDraft, type Checked, complained, refusedBy } from './order-checks.js'
import { previewOf } from './order-preview.js'
import type { OrderSession } from './order-session.js'
import type { OrdersClient, OrdersPorts, PreparedMove, Question } from './orders-ports.js'
import type { SeenPositions } from './order-notional.js'
import { readTicket } from './ticket-reading.js'

/** What a confirmed token lets go. */
export type Released = {
  client: OrdersClient
  draft: Draft
  prepared: PreparedMove
  preparedAt: UnixSeconds
  checked: Checked
  askedTwice: boolean
}

type Held = Omit<Released, 'checked' | 'askedTwice'> & { preparedTicks: number; preview: OrderPreview }

export type DeskPorts = Pick<OrdersPorts, 'clock' | 'timing' | 'randomHex' | 'client' | 'ask'> & {
  session: OrderSession
  obstacles(): TradeObstacle[]
  positions(): SeenPositions
  release(order: Released): Result<{ intentId: string }, Problem>
}

export type OrderDesk = {
  prepare(ticket: OrderTicket, page: string): Result<OrderPreview, Problem>
  confirm(token: string, page: string): Promise<Result<{ intentId: string }, Problem>>
  discard(token: string): void
  pageGone(page: string): void
  /** Nothing that was prepared counts any more. */
  voidAll(): void
}

const voided: Problem = {
  code: 'cancelled',
  message: 'Something changed while this waited to be confirmed. Nothing was sent; preview the order again.',
  reason: 'TOKEN_VOID',
}

/** What is shown in a system dialog, which no page can click. */
const questionOf = ({ act, sentences, profile }: OrderPreview): Question => ({
  title: 'Send this?',
  message: act,
  detail: [...sentences, `Address: ${profile.baseUrl}`].join('\n'),
  confirm: act,
  // Each is another order, which a person may have to send soon.
  mostWait: 2_000,
})

export const createOrderDesk = (ports: DeskPorts): OrderDesk => {
  const { clock, timing, session } = ports
  const waiting = createConfirmations<Held>(timing.ticks)
  /** Confirmations that wait for a box. */
  const inBox = new Set<{ page: string; isVoid: boolean }>()

  const standing = (kind: OrderKind): Result<null, Problem> => refusedBy(obstaclesFor(ports.obstacles(), kind))

  const retriedIntent = (id: string | null): Result<null, Problem> => {
    if (id === null) return ok(null)
    const found = session.book.find(id)
    if (!found.ok) return found
    return found.value?.kind === 'bulk'
      ? ok(null)
      : fail({ code: 'gone', message: 'The orders to be tried again are no longer in the record.' })
  }

  const prepare = (ticket: OrderTicket, page: string): Result<OrderPreview, Problem> => {
    const stands = standing(ticket.kind)
    if (!stands.ok) return stands
    const client = ports.client()
    if (client === null) return fail(voided)
    const read = readTicket(ticket, () => newClientOrderId(ports.randomHex))
    if (!read.ok) return fail(complained(read.error))
    const draft = read.value
    const retried = retriedIntent(draft.retryOf)
    if (!retried.ok) return retried
    const seen = ports.positions()
    const checked = checkDraft(session, draft, seen, clock)
    if (!checked.ok) return checked
    const prepared = client.mover.prepare(moveOf(draft))
    if (!prepared.ok) return prepared
    const preparedAt = clock()
    const token = ports.randomHex(24)
    const { lines, references, asksTwice } = checked.value
    const preview: OrderPreview = {
      ...previewOf({ draft, profile: session.profile, seen, lines, references, limited: session.settings.limits.on, now: preparedAt }),
      token,
      preparedAt,
      expiresAt: preparedAt + tokenLasts,
      body: JSON.stringify(JSON.parse(prepared.value.body), null, 2),
      bodyHash: prepared.value.bodyHash,
      asksTwice,
    }
    waiting.add(token, page, prepared.value, {
      client,
      draft,
      prepared: prepared.value,
      preparedAt,
      preparedTicks: timing.ticks(),
      preview,
    })
    return ok(preview)
  }

  /** Everything anew: the connection, the obstacles, the blocks, the limits. */
  const stillStands = ({ client, draft, preview }: Held): Result<Checked, Problem> => {
    const stands = standing(draft.kind)
    if (!stands.ok) return stands
    if (ports.client() !== client) return fail(voided)
    return checkDraft(session, draft, ports.positions(), clock, preview.items)
  }

  const askToo = async (held: Held, page: string): Promise<Result<Checked, Problem>> => {
    const mine = { page, isVoid: false }
    inBox.add(mine)
    const said = await ports.ask(questionOf(held.preview))
    inBox.delete(mine)
    if (!said.ok) return said
    const tooLate = timing.ticks() - held.preparedTicks > 2 * tokenLasts * 1000
    return mine.isVoid || tooLate ? fail(voided) : stillStands(held)
  }

  const confirm = async (token: string, page: string): Promise<Result<{ intentId: string }, Problem>> => {
    const taken = waiting.take(token, page)
    if (!taken.ok) return taken
    const held = taken.value.content
    // Its minute is counted in ticks, and those stand still while the computer sleeps.
    if (clock() >= held.preview.expiresAt) return fail(expired)
    const first = stillStands(held)
    if (!first.ok) return first
    const askedTwice = first.value.asksTwice
    const checked = askedTwice ? await askToo(held, page) : first
    return checked.ok ? ports.release({ ...held, checked: checked.value, askedTwice }) : checked
  }

  const voidAll = (): void => {
    waiting.clear()
    for (const one of inBox) one.isVoid = true
  }

  return {
    prepare,
    confirm,
    discard: (token) => waiting.discard(token),
    pageGone: (page) => {
      waiting.pageGone(page)
      for (const one of inBox) if (one.page === page) one.isVoid = true
    },
    voidAll,
  }
}
