// What the order engine needs of the rest of the house. It knows nothing of HTTP, SQL, Electron or keys.
import type { KeyState } from '../../shared/domain/account.js'
import type { ConnectionView } from '../../shared/domain/connection.js'
import type { Feed } from '../../shared/domain/feed.js'
import type { BulkDraft, BulkEntry, MarketOrderDraft, Order } from '../../shared/domain/order.js'
import type { OrderKind } from '../../shared/domain/order-ticket.js'
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import type { IntentPage, IntentQuery, OrderIntent, OrderTrouble, TradingView } from '../../shared/domain/trading.js'
import type { Decimal } from '../../shared/money.js'
import type { Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { Timing } from '../polling/poll-scheduler.js'
import type { OrderJournal, TradingSettings } from './order-journal.js'

export type Move =
  { kind: 'market'; draft: MarketOrderDraft } | { kind: 'bulk'; draft: BulkDraft } | { kind: 'close-investment'; investmentId: string }

/** `body` is the JSON to be sent, without the nonce; `bodyHash` its SHA-256 in hex. */
export type PreparedMove = { readonly kind: OrderKind; readonly body: string; readonly bodyHash: string }

export type MoveReply = { kind: 'market'; order: Order } | { kind: 'bulk'; entries: BulkEntry[] } | { kind: 'close-investment' }

/** `not-sent` and `rejected` are certain. */
export type MoveOutcome = 'not-sent' | 'rejected' | 'unknown'

export type SignedCall = { bodyHash: string; requestHash: string; nonce: string }

export type MoveAnswer = Result<{ reply: MoveReply; at: UnixSeconds }, { outcome: MoveOutcome; problem: Problem }>

/** The one door to the calls that move money. */
export type Mover = {
  prepare(move: Move): Result<PreparedMove, Problem>
  send(
    prepared: PreparedMove,
    escort: {
      /** Signed, nothing sent. A failure keeps the call here. */
      onSigned(call: SignedCall): Result<null, Problem>
      /** Asked when the connection is open, before the first byte; false keeps the call here. */
      mayLeave: () => boolean
      onFirstByte: () => void
      onAnswered: (status: number) => void
    },
  ): Promise<MoveAnswer>
}

export type OrdersClient = {
  mover: Mover
  /** `unreadable`: positions that are open and could not be read; absent where all of them could. */
  openPositions(
    market?: string,
    options?: { urgent?: boolean },
  ): Promise<Result<{ value: Position[]; at: UnixSeconds; unreadable?: Unreadable[] }, Problem>>
}

/** In quote currency; null where nobody can say. */
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

/** Where a profile's orders are written down. What it says is written is on disk. The demo hands in one that ends with it. */
export type OrdersMemory = {
  orders: {
    add(intent: OrderIntent, notionals: readonly ItemNotional[]): Result<'added' | 'taken', Problem>
    save(intent: OrderIntent): Result<null, Problem>
    find(profileId: string, id: string): Result<OrderIntent | null, Problem>
    page(profileId: string, query: IntentQuery): Result<IntentPage, Problem>
    open(profileId: string): Result<OrderIntent[], Problem>
    taken(clientOrderIds: readonly string[]): Result<string[], Problem>
    used(profileId: string, from: UnixSeconds): Result<UsedItem[], Problem>
    lastFill(profileId: string, market: string, from: UnixSeconds): Result<{ dealMoney: Decimal; dealStock: Decimal } | null, Problem>
  }
  trading: {
    read(profileId: string): Result<TradingSettings, Problem>
    write(profileId: string, settings: TradingSettings): Result<null, Problem>
  }
}

/** How things stand now, as the other parts know it. */
export type Circumstances = {
  keyState: KeyState
  /** Plimsoll itself is locked. */
  locked: boolean
  positions: Feed<Position[]>
  balance: Pick<Feed<unknown>, 'asOf' | 'source' | 'every' | 'problem'>
  connection: Pick<ConnectionView, 'state' | 'clockSkew'>
  journal: {
    /** Why nothing can be recorded. */
    problem: Problem | null
    readOnly: boolean
    /** The data was restored from a backup, and nobody has acknowledged it yet. */
    restored: boolean
  }
}

/** `mostWait`: milliseconds that a question of this title waits after a no at most. */
export type Question = { title: string; message: string; detail: string; confirm: string; mostWait?: number }

export type OrdersPorts = {
  clock: Clock
  timing: Timing
  /** So many random bytes, in hex. */
  randomHex(bytes: number): string
  newId(): string
  /** The application's one, handed to every account. */
  journal: OrderJournal
  /** The way to the account's exchange; null where there is none now. */
  client(): OrdersClient | null
  circumstances(): Circumstances
  /** A system dialog whose default is to cancel. Fails where it was not confirmed, or could not be asked. */
  ask(question: Question): Promise<Result<null, Problem>>
  /** To a file chosen in the system's dialog; null where none was chosen. */
  saveText(file: { suggestedName: string; text: string }): Promise<Result<{ file: string } | null, Problem>>
  changed(view: TradingView): void
  /** An order may have changed what is shown: look at it now. */
  refreshAfterWrite(kind: OrderKind): void
  /** Everything of the account that needs a person now, at the opening and on every change; empty once nothing does. */
  troubles(list: readonly OrderTrouble[]): void
  log(what: string, details: object): void
}
