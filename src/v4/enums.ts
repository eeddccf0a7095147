// Section 3. The wire may bring values that are not listed: readers keep them raw and never map them to a known one.

/** Section 3.1. */
export const actionTypes = {
  1: 'INVEST',
  2: 'REINVEST',
  3: 'WITHDRAW_FROM_INVESTMENT',
  4: 'DAILY_EARNING',
  5: 'CLOSE_INVESTMENT',
  6: 'OPEN_INVESTMENT',
} as const

export const orderSides = ['buy', 'sell'] as const
export const positionSides = ['LONG', 'SHORT', 'BOTH'] as const
