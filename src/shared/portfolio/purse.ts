/** The balances of an account between which it can move money. */
export const purses = ['main', 'trade', 'collateral'] as const
export type Purse = (typeof purses)[number]

/** Between trade and collateral, Plimsoll goes by way of the main balance. */
export function isDirect(from: Purse, to: Purse): boolean {
  return from !== to && (from === 'main' || to === 'main')
}
