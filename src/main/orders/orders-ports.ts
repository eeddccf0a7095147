// What the orders of an account need from outside; HTTP, SQL, Electron and keys stay there.
import type { KeyState } from '../../shared/domain/account.js'
import type { ConnectionView } from '../../shared/domain/connection.js'
import type { Feed } from '../../shared/domain/feed.js'
import type { OrderKind } from '../../shared/domain/order-ticket.js'
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderTrouble, TradingView } from '../../shared/domain/trading.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { Confirm } from '../desktop/dialogs/confirm-queue.js'
import type { SaveDialog } from '../desktop/dialogs/save-dialog.js'
import type { TradingClient } from '../exchange/exchange-client.js'
import type { IntentRepository } from './intent-repository.js'
import type { OrderJournal } from './order-journal.js'
import type { TradingRepository } from './trading-repository.js'

export type OrdersClient = Pick<TradingClient, 'orderGateway' | 'openPositions'>

export type OrderRepositories = { orders: IntentRepository; trading: TradingRepository }

export type TradingConditions = {
  keyState: KeyState
  /** The screen is locked. */
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

export type OrdersPorts = {
  clock: Clock
  timing: Timing
  random: {
    newId(): string
    /** So many random bytes, in hex. */
    randomHex(bytes: number): string
  }
  /** Shared by all accounts. */
  journal: OrderJournal
  desktop: { ask: Confirm } & Pick<SaveDialog, 'saveText'>
  /** Null where there is no connection with the account's key now. */
  client(): OrdersClient | null
  conditions(): TradingConditions
  changed(view: TradingView): void
  /** An order may have changed what is shown. */
  refreshAfterWrite(kind: OrderKind): void
  /** All orders that need the user now, when the account is opened and on every change; empty once none does. */
  troublesChanged(troubles: readonly OrderTrouble[]): void
  log(what: string, details: object): void
}
