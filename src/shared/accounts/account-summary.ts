import type { MessageOrText } from '../messages/messages.js'
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { Profile, KeyState } from './account.js'
import type { RiskLevel } from '../alerts/alert.js'
import type { Problem } from '../problem.js'
import type { LoanAnswer } from '../portfolio/loan.js'
import type { WorthSummary } from '../portfolio/net-worth.js'

/** The open positions of an account, in one line. */
export type OpenRisk = {
  /** Open positions, including those that could not be read. */
  positions: number
  /** Unrealized PnL by quote currency, of the positions that state it. */
  unrealized: { currency: string; amount: Decimal }[]
  /**
   * The share of the price that may move against the nearest position until liquidation; null if
   * none states it.
   */
  nearest: { market: string; distance: Decimal } | null
}

/** One account in a line: for the switcher, the list of all accounts and the tray. */
export type AccountSummary = {
  profile: Profile
  /** As judged by the tray and the alert; within an account `unmonitored` outranks the rest. */
  level: RiskLevel
  /** The state in a few words. */
  headline: MessageOrText
  keyState: KeyState
  /** Why, if that is not good. */
  keyProblem: Problem | null
  /**
   * What the exchange last said about a loan; null if nothing yet. Without it "no loan" could not
   * be distinguished from "not seen".
   */
  loan: LoanAnswer['kind'] | null
  /** The loan's LTV, in the exchange's own unit; null without a loan, or if none was seen. */
  ltv: Decimal | null
  /**
   * The share of the collateral's value that may be lost before margin call; null without a loan,
   * or if unknown.
   */
  headroom: Decimal | null
  /** Null if positions were never seen. */
  openRisk: OpenRisk | null
  /** Net worth; null if there are no prices, or no balance was read. */
  worth: WorthSummary | null
  /** Alert groups that need attention: neither acknowledged nor snoozed. */
  calling: number
  /** The oldest value of what is monitored; null if nothing was seen. */
  asOf: UnixSeconds | null
}

/** Between accounts: one that cannot be seen must not rank above one known to be in danger. */
export const gravity: Record<RiskLevel, number> = { fine: 0, caution: 1, unmonitored: 2, danger: 3 }

/** Every open account, worst first, the demo's last. Replaced as a whole. */
export type AccountsView = { accounts: AccountSummary[] }
