/** Definitions shown beside the words themselves. Two sentences at most; no word in them needs a definition of its own. */
export const terms = {
  ltv: {
    word: 'LTV',
    text: 'Loan-to-value: what you owe divided by what your collateral is worth. It rises when collateral falls. The exchange’s API names no unit, so it is shown as sent.',
  },
  headroom: {
    word: 'Headroom',
    text: 'How far your collateral may fall before a level is reached, if your debt stays as it is: 1 − current LTV ÷ level. Cut, never rounded up.',
  },
  initial: { word: 'Initial', text: 'The LTV the loan was opened at, or may be opened at. Being above it is not dangerous by itself.' },
  marginCall: {
    word: 'Margin call',
    text: 'The exchange asks for more collateral, or for part of the debt back. From here on, liquidation is the next step.',
  },
  liquidation: { word: 'Liquidation', text: 'The exchange closes the position, or sells collateral, by itself to cover what is owed.' },
  liquidationPrice: {
    word: 'Liquidation price',
    text: 'The price at which the exchange would close this position, as things stand now.',
  },
  markPrice: {
    word: 'Mark price',
    text: 'The price the exchange values the position at, worked out from its unrealized PnL. Where it sends none: its mark price of the market, or the last trade.',
  },
  notional: { word: 'Notional', text: 'What the position is worth at the mark price, without its sign, in the market’s quote currency.' },
  roe: { word: 'ROE', text: 'Return on equity: the unrealized PnL in percent of the margin that the position uses.' },
  fundingRate: {
    word: 'Funding rate',
    text: 'What longs pay to shorts at each funding time, in percent of the notional; below zero shorts pay.',
  },
  unrealized: {
    word: 'Unrealized PnL',
    text: 'Profit or loss if the position were closed at the mark price now. It moves with the market until you close.',
  },
  realized: {
    word: 'Realized PnL',
    text: 'Profit or loss already taken by closing part of the position. Zero if nothing was closed; never added to the unrealized PnL.',
  },
  funding: {
    word: 'Funding',
    text: 'The fee for holding a position on margin. “Paid” is settled; “accrued” is settled when the position changes. On futures markets, whose names end in _PERP, both are always 0.',
  },
  reward: {
    word: 'Reward to risk',
    text: 'How far the take profit lies from the average entry price, in multiples of how far the stop loss does.',
  },
  usedMargin: {
    word: 'Used margin',
    text: 'Collateral bound by the position, in the market’s quote currency. Free margin is what is left for trading.',
  },
  entryPrice: { word: 'Entry price', text: 'The price the position’s PnL counts from: basePrice in the exchange’s API.' },
  stopLoss: { word: 'Stop loss', text: 'A price at which the position is closed by itself to limit a loss.' },
  takeProfit: { word: 'Take profit', text: 'A price at which the position is closed by itself to keep a gain.' },
  hedge: {
    word: 'Hedge mode',
    text: 'Long and short positions of one market are held side by side. Outside it, the exchange sends BOTH and only the sign of the amount tells the side.',
  },
  positionSide: {
    word: 'Position side',
    text: 'In hedge mode an account holds long and short of one market side by side, and every order says which it is for. Outside it, an order names no side.',
  },
  oto: {
    word: 'OTO',
    text: 'One triggers the other: the stop loss and the take profit are placed by the exchange once the order they belong to is filled.',
  },
  postOnly: { word: 'Post-only', text: 'The order only ever rests in the book. If it would be filled at once, the exchange refuses it.' },
  ioc: { word: 'IOC', text: 'Immediate or cancel: what is not filled at once is cancelled. The order never rests in the book.' },
  reduceOnly: {
    word: 'Reduce-only',
    text: 'The order can only make a position smaller or close it. What would go beyond that is cut off by the exchange.',
  },
  rpi: {
    word: 'RPI',
    text: 'Retail price improvement: the order rests in the book for retail takers only. The exchange’s API names the field and says no more.',
  },
  stp: { word: 'STP', text: 'Self-trade prevention: what the exchange does when two orders of one account would meet.' },
  clientOrderId: {
    word: 'Client id',
    text: 'Your own name for an order: letters, digits, dashes, dots, underscores, at most 32. Plimsoll makes one if you do not, never uses one twice, and checks the exchange’s echo of it.',
  },
  stopOnFail: {
    word: 'Stop at the first failure',
    text: 'On: the exchange works from the top and stops at the first order that fails. Off: every order is tried, even after a failure. Orders already placed stay placed either way.',
  },
  futuresQuote: {
    word: 'Futures (_PERP)',
    text: 'Names ending in _PERP do not say their quote currency, so futures are summed apart. The sum is right as long as all of them share one currency.',
  },
  noPrices: {
    word: 'No total',
    text: 'Adding up different coins needs prices, and the exchange’s API gives none.',
  },
  equity: {
    word: 'Equity',
    text: 'The collateral balance with the unrealized PnL of all positions in it, as the exchange sums it up in USDT.',
  },
  marginLevel: {
    word: 'Margin level',
    text: 'Equity in percent of the margin that positions use. The lower it is, the less room there is for losses.',
  },
  leverage: { word: 'Leverage', text: 'The highest that the account allows; it is set on the exchange.' },
  dialect: {
    word: 'Spelling of order fields',
    text: 'The exchange’s API has two spellings. Answers are read in both; this decides how orders are written.',
  },
  streamToken: {
    word: 'Stream token',
    text: 'A short-lived pass for the exchange’s real-time stream. Whoever holds it can read your stream, so it stays masked.',
  },
  clockSkew: {
    word: 'Clock',
    text: 'The difference between this computer’s clock and the exchange’s. Signed calls are refused when it grows too large.',
  },
} as const

export type TermName = keyof typeof terms
