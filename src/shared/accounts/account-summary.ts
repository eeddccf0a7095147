import type { Told } from '../messages/messages.js'
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { Profile, KeyState } from './account.js'
import type { RiskLevel } from '../alerts/alert.js'
import type { Problem } from '../problem.js'
import type { LoanAnswer } from '../portfolio/loan.js'
import type { WorthSummary } from '../portfolio/net-worth.js'

/** What the positions of an account have open, in one line. */
export type OpenRisk = {
  /** Open positions, with those that could not be read. */
  positions: number
  /** Unrealized PnL by quote currency, of the positions that say it. */
  unrealized: { currency: string; amount: Decimal }[]
  /**
   * The share of the price that may move against the nearest position until liquidation; null where
   * none says it.
   */
  nearest: { market: string; distance: Decimal } | null
}

/** One account in a line: for the switcher, the list of all accounts and the tray alike. */
export type AccountSummary = {
  profile: Profile
  /** As the tray and the alarm judge it; within the account `unmonitored` outranks the rest. */
  level: RiskLevel
  /** The state in a few words. */
  headline: Told
  keyState: KeyState
  /** Why, where that is not good. */
  keyProblem: Problem | null
  /**
   * What the exchange last said of a loan; null where it never said. Without it "no loan" could not
   * be told from "not seen".
   */
  loan: LoanAnswer['kind'] | null
  /** The loan's LTV, in the exchange's own unit; null without a loan, or where none was seen. */
  ltv: Decimal | null
  /**
   * The share of the collateral's value that may be lost before margin call; null without a loan,
   * or where it cannot be said.
   */
  headroom: Decimal | null
  /** Null where positions were never seen. */
  openRisk: OpenRisk | null
  /** What it is worth; null where there are no prices, or no balance was read. */
  worth: WorthSummary | null
  /** Matters that call for attention: neither acknowledged nor snoozed. */
  calling: number
  /** The oldest of what is monitored; null where nothing was seen. */
  asOf: UnixSeconds | null
}

/**
 * Between accounts: one that cannot be seen must not stand before another that is known to be in
 * danger.
 */
export const gravity: Record<RiskLevel, number> = { fine: 0, caution: 1, unmonitored: 2, danger: 3 }

/** Every account that is open, worst first, the demo's last. Replaced whole. */
export type AccountsView = { accounts: AccountSummary[] }
