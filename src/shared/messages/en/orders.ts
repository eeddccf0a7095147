export const orders = {
  'region.global': 'Global',
  'region.eu': 'EU',
  'region.custom': 'Custom address',
  'region.demo': 'Demo',

  'price.mark': 'the mark price of your open position',
  'price.exchange-mark': 'the exchange’s mark price',
  'price.last-price': 'the exchange’s last price',
  'price.entry': 'the entry price of your open position',
  'price.last-fill': 'the price your last order there was filled at',
  'price-aged': '{price}, {age} old',

  'age.seconds': '{count, plural, one {# second} other {# seconds}}',
  'age.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'age.hours': '{count, plural, one {# hour} other {# hours}}',
  'age.days': '{count, plural, one {{count} day} other {{count} days}}',

  'field.amount': 'Amount',
  'field.price': 'Price',
  'field.stop-loss': 'Stop loss',
  'field.take-profit': 'Take profit',
  'field.from': 'From',
  'field.to': 'To',
  'field.total': 'Total',
  'field.price-step': 'Price step',
  'field.amount-step': 'Amount step',

  'typed.empty': '{what} is empty.',
  'typed.too-long': '{what} “{typed}” is longer than {most} characters.',
  'typed.leading-zero': '{what} “{typed}” begins with a zero that is not needed.',
  'typed.sign': '{what} “{typed}” has a sign; the side says the direction.',
  'typed.exponent': '{what} “{typed}” is written with an exponent; write the number out.',
  'typed.comma': '{what} “{typed}” has a comma; write a point before the decimals and nothing between thousands.',
  'typed.comma-unclear': '{what} “{typed}” could be {decimal} or {thousands}; write it as one of these.',
  'typed.blank': '{what} “{typed}” has a blank or mark inside; write nothing between thousands.',
  'typed.script': '{what} “{typed}” has digits of another script; write 0 to 9.',
  'typed.point-first': '{what} “{typed}” begins with the point; write a zero before it.',
  'typed.point-last': '{what} “{typed}” ends with the point; write decimals after it or leave it out.',
  'typed.points': '{what} “{typed}” has more than one point.',
  'typed.not-a-number': '{what} “{typed}” is not a number.',
  'typed.zero': '{what} “{typed}” is zero.',
  'typed.market-empty': 'Market is empty.',
  'typed.market-form': 'Market “{typed}” is not of the form BTC_USDT: two names with an underscore between them.',
  'typed.id-empty': 'Client id is empty.',
  'typed.id-too-long': 'Client id “{typed}” is longer than {most} characters.',
  'typed.id-form': 'Client id “{typed}” may hold only letters, digits, dashes, dots and underscores.',

  'bulk-balance': 'By the public documentation these are spot orders on the trade balance; they do not touch collateral positions.',

  'ladder.steps-empty': 'Steps is empty.',
  'ladder.steps-not-whole': 'Steps “{typed}” is not a whole number.',
  'ladder.steps-out-of-range': 'Steps “{typed}” is not between 2 and {most}.',
  'ladder.price-zero': 'Price step “{step}” would bring a price down to zero.',
  'ladder.prices-same': 'With price step “{step}” some of the {count} prices would be the same. Take fewer steps or a finer price step.',
  'ladder.total-too-little': 'Total “{total}” is too little to give each of {count} rungs at least one step of {step, number}.',

  'paste.either': '{one} or {other}',
  'paste.quote-open': 'a quote is opened and not closed.',
  'paste.behind-quote': 'after the quoted cell “{cell}” there is something else before the next cell.',
  'paste.no-column': 'no column is called {columns}.',
  'paste.two-columns': 'two columns are called {column}.',
  'paste.level': '“{cell}” cannot be set in a bulk request. Remove the column, and set the level on the position.',
  'paste.cells-of-header': 'has {count} cells, but the header has {wanted}.',
  'paste.cells': 'has {count} cells, but between {least} and {most} are needed.',
  'paste.comma':
    '“{cells}” can be read in two ways, because a comma may also stand before decimals. Write yes and no for the flags, put a header above the rows, or separate the cells by tabs or semicolons.',
  'paste.side': 'side “{side}” is neither buy nor sell.',
  'paste.flag': '{column} “{value}” is neither yes nor no.',
  'paste.too-many': 'there are {count} rows; at most {most} can be taken at once.',
  'paste.type': '“{type}” cannot be sent in a bulk request: only limit orders can.',

  'size.no-price': 'No price is known now to size the order by. Type the amount itself.',
  'size.over-margin': 'More than 100 % of the free margin.',
  'size.other-currency': 'The free margin is in {currency}, this market in {quote}. Type the amount itself.',
  'size.margin-unknown': 'The free margin is not known now. Type the amount itself.',
  'size.no-margin': 'There is no free margin.',
  'size.under-step': 'Less than one step.',
  'size.under-step-of': 'Less than one step, {step, number} {base}.',

  'effect.no-positions': 'Its effect on your positions is unknown: no positions have been read yet.',
  'effect.opens':
    'It opens a {remains, select, long {long} other {short}} position of {after, number} {base}. None is open on {market} now.',
  'effect.increases':
    'It increases your {remains, select, long {long} other {short}} position from {held, number} to {after, number} {base}.',
  'effect.reduces': 'It reduces your {remains, select, long {long} other {short}} position from {held, number} to {after, number} {base}.',
  'effect.closes': 'It closes your {held, select, long {long} other {short}} position of {size, number} {base}, by what is known now.',
  'effect.flips':
    'It closes your {remains, select, short {long} other {short}} position of {held, number} {base} and opens a {remains, select, long {long} other {short}} one of {after, number} {base}.',
  'effect.not-known': 'What it does to your {market} position is unknown from what the exchange sends.',

  'level.guards-nothing':
    '{level, select, stopLoss {Stop loss} other {Take profit}} {price, number} {quote}: no position remains for it to guard.',
  'level.at': '{level, select, stopLoss {Stop loss} other {Take profit}}: at {price, number} {quote}.',
  'level.closes':
    '{level, select, stopLoss {Stop loss} other {Take profit}}: closes it if the price {way, select, rises {rises} other {falls}} to {price, number} {quote}.',
  'level.sets':
    'Sets a {level, select, stopLoss {stop loss} other {take profit}} at {to, number} for the whole position of {size, number} {base}.',
  'level.replaces':
    'Replaces {level, select, stopLoss {stop loss} other {take profit}} {from, number} → {to, number} for the whole position of {size, number} {base}.',

  'doubt.guards-nothing':
    'This order leaves no position, so its {level, select, stopLoss {stop loss} other {take profit}} would guard nothing.',
  'doubt.crossed':
    'The stop loss of a {remains, select, long {long position lies below} other {short position lies above}} its take profit; {stopLoss, number} is not {remains, select, long {below} other {above}} {takeProfit, number}, so one of the two would close it at once.',
  'doubt.wrong-side':
    'The {level, select, stopLoss {stop loss} other {take profit}} of a {remains, select, long {long} other {short}} position lies {place, select, below {below} other {above}} the price; {figure, number} is not {place, select, below {below} other {above}} {mark, number}, {price}. The exchange refuses it, or it closes the position at once.',
  'doubt.hedge-none':
    'In hedge mode this can only reduce a {positionSide} position, and none is open on {market}. The exchange refuses it.',
  'doubt.hedge-less':
    'In hedge mode this can only reduce a {positionSide} position, and only {held, number} {base} is open on {market}. The exchange refuses it.',

  'rule.old-list': 'By a list of markets that is {days, plural, one {{days} day} other {{days} days}} old.',
  'rule.not-listed': '{market} is not in the exchange’s list of open markets: misspelt, closed or delisted.',
  'rule.delisted': '{market} was delisted on {at}.',
  'rule.closed': '{market} is closed for trading.',
  'rule.will-be-delisted': '{market} will be delisted on {at}.',
  'rule.not-on-collateral': '{market} takes no orders on collateral. The exchange refuses this one.',
  'rule.future': '{market} is a future, and bulk orders are spot orders. The exchange refuses this one.',
  'rule.step':
    '{what, select, amount {Amount} price {Price} stopLoss {Stop loss} other {Take profit}} {value, number} is not a multiple of the step, {step, number} {unit}. Next to it: {next, number}.',
  'rule.step-between':
    '{what, select, amount {Amount} price {Price} stopLoss {Stop loss} other {Take profit}} {value, number} is not a multiple of the step, {step, number} {unit}. Next to it: {below, number} or {above, number}.',
  'rule.min-amount': 'Amount {amount, number} is below the minimum of {least, number} {base}.',
  'rule.min-notional':
    'Notional {exact, select, yes {} other {about }}{notional, number} {quote} is below the minimum of {bound, number} {quote}.',
  'rule.max-notional':
    'Notional {exact, select, yes {} other {about }}{notional, number} {quote} is above the maximum of {bound, number} {quote}.',

  'no-account': 'No account is open.',
  'account-closed': 'This account is closed.',
  quitting: 'Plimsoll is quitting.',
  'obstacle.clock-not-compared': 'This computer’s clock has not been compared with the exchange’s yet.',
  'obstacle.clock-off': 'This computer’s clock is off by more than 30 seconds.',
  'obstacle.key-not-accepted': 'The exchange has not accepted the key yet.',
  'obstacle.key-refused': 'The exchange refuses the key.',
  'obstacle.key-missing': 'The key is not at hand.',
  'obstacle.no-connection': 'There is no connection with this key now.',
  'obstacle.journal': 'No order can be recorded: {problem}',
  'obstacle.journal-read-only': 'Plimsoll’s data cannot be written, so no order can be recorded.',
  'obstacle.positions-unread': 'Your positions have not been read yet.',
  'obstacle.balance-unread': 'Your balance has not been read yet.',
  'obstacle.positions-old': 'The figures of your positions are too old.',
  'obstacle.balance-old': 'The figures of your balance are too old.',
  'obstacle.nothing-fresh': 'This key may read neither positions nor the balance, so nothing fresh is known of this account.',
  'obstacle.no-collateral-trading':
    'This account’s region offers no collateral trading, so there are no positions to check a market order against.',
  'obstacle.no-positions': 'This key may not read positions, and no market order on collateral is sent without them.',
  'obstacle.data-restored': 'Plimsoll’s data was restored from a backup. Read and acknowledge the notice first.',
  'obstacle.locked': 'Plimsoll is locked.',
  'obstacle.offline': 'The exchange cannot be reached now.',
  'obstacle.read-only': 'This account is read-only. Allow trading first.',
  'obstacle.not-armed': 'Trading is not armed.',

  'check.does-not-fit': 'Something does not fit.',
  'check.block-unknown': 'The result of an order on {where} from {age} ago is unknown. Resolve it first, or lift the block on its page.',
  'check.block-mismatch':
    'Mismatch: the exchange accepted something else than was sent on {where} {age} ago. Resolve that order first, or lift the block on its page.',
  'check.investment-blocked':
    'It is not known whether this investment was closed already. Resolve that first, or lift the block on its page.',
  'check.in-progress': '“{act}” is still in progress. Wait for its answer before sending anything more there.',
  'check.id-used': 'This client id was used before. Each order needs a new one, even after one that failed.',
  'check.position-unread':
    'A position that may be on {market} could not be read ({position}), so the effect of this order is unknown. Look on the exchange.',
  'check.other-position': 'The position that this was to reduce, close or reverse has changed since.',
  'check.position-changing': 'An order of yours may have changed this position, and it has not been seen since. Wait a moment.',
  'check.same-unknown': 'The result of “{act}” is unknown. Resolve that first, or lift the block on its page.',
  'check.same-in-progress': '“{act}” is still in progress. Wait for its answer.',

  'limit.market-order': 'Your limit for one order on {market} is {limit, number} {base}; this is {amount, number}.',
  'limit.order':
    '{owner, select, preset {Plimsoll’s preset limit} other {Your limit}} for one order is {limit, number} {quote}; this is about {about, number}.',
  'limit.order-by':
    '{owner, select, preset {Plimsoll’s preset limit} other {Your limit}} for one order is {limit, number} {quote}; this is about {about, number}, by {price}.',
  'limit.notional-unknown':
    'The notional is unknown here, so no limit in {quote} can guard it. Set a limit in {base} for {market} in the trading limits.',
  'limit.none': 'No limit is set for {quote}. Set one, or one in {base} for {market}, in the trading limits.',
  'limit.day':
    '{owner, select, preset {Plimsoll’s preset limit} other {Your limit}} for a day (UTC) is {limit, number} {quote}; with this it would be about {about, number}.',
  'limit.market-day': 'Your limit for a day (UTC) on {market} is {limit, number}; with this it would be {total, number}.',
  'limit.orders-day':
    '{owner, select, preset {Plimsoll’s preset limit} other {Your limit}} is {limit, plural, one {{limit, number} order} other {{limit, number} orders}} a day (UTC); {used, plural, one {{used, number} was} other {{used, number} were}} sent today.',

  'loosened.new': '{name}: no limit of its own → {order, number} {unit} for one order, {day, number} {unit} for a day.',
  'loosened.gone': '{name}: {order, number} {unit} for one order, {day, number} {unit} for a day → no limit of its own.',
  'loosened.order': '{name}, one order: {before, number} → {after, number} {unit}.',
  'loosened.day': '{name}, a day: {before, number} → {after, number} {unit}.',
  'loosened.off': 'Limits: on → off. No limit holds back an order of any size.',
  'loosened.orders': 'Orders a day: {before, number} → {after, number}.',
  'loosened.ask': 'Asks in a system dialog from: {before, number} → {after, number} {quote}.',
  'loosened.ask-any': 'Asks in a system dialog from: any notional → {after, number} {quote}.',

  'account-left': 'This account was closed, or another one shown, in the meantime.',
  'allow.title': 'Allow trading?',
  'allow.question': 'Allow orders for “{name}” ({region}, key {key})?',
  'allow.detail':
    'Each time you want to trade you still have to arm it, and to confirm each order. You can make the profile read-only again at any time.',
  'allow.confirm': 'Allow trading',
  'arm.title': 'Arm trading?',
  'arm.question': 'Arm trading for “{name}” ({region}, key {key}) for 15 minutes?',
  'arm.detail':
    'Until then orders you confirm are sent. It ends by itself, and when the computer sleeps, nobody touches it for ten minutes, or another account is shown. On Windows and macOS it ends when the screen locks, too. On Linux Plimsoll cannot see that: disarm before you leave.',
  'arm.confirm': 'Arm trading',
  'loosen.title': 'Loosen the limits?',
  'loosen.question': 'Loosen the trading limits of “{name}” ({region}, key {key})?',
  'loosen.confirm': 'Loosen the limits',
  'loosen.too-many':
    'This would loosen {count} limits at once, more than a dialog can name. Change at most {most} of them at a time; nothing was changed.',

  acts: '{list}, {next}',
  'act.buy-at-market': 'Buy {amount, number} {market} at market',
  'act.buy': 'Buy {amount, number} {market} at {price, number}',
  'act.sell-at-market': 'Sell {amount, number} {market} at market',
  'act.sell': 'Sell {amount, number} {market} at {price, number}',
  'act.cancel-at-market-for': 'Cancel {side, select, buy {buy} other {sell}} {market} for {amount, number} {quote} at market',
  'act.cancel-at-market': 'Cancel {side, select, buy {buy} other {sell}} {amount, number} {market} at market',
  'act.cancel': 'Cancel {side, select, buy {buy} other {sell}} {amount, number} {market} at {price, number}',
  'act.close': 'Close {direction, select, long {long} short {short} other {position}} {amount, number} {market}',
  'act.close-investment': 'Close investment …{tail}',
  'act.cancel-all': 'Cancel all orders on all markets',
  'act.cancel-all-on': 'Cancel all orders on {market}',
  'act.cancel-on': 'Cancel {orders, plural, one {# order} other {# orders}} on {market}',
  'act.cancel-on-markets': 'Cancel {orders, plural, one {# order} other {# orders}} on {markets, plural, one {# market} other {# markets}}',
  'act.place-on': 'Place {orders, plural, one {# limit order} other {# limit orders}} on {market}',
  'act.place-on-markets':
    'Place {orders, plural, one {# limit order} other {# limit orders}} on {markets, plural, one {# market} other {# markets}}',

  'ending.position-closed': 'The position is closed.',
  'ending.position-not-open': 'The exchange says that the position is not open any more.',
  'ending.position-still-open': 'The position is still open: it was not closed.',
  'ending.one.done': 'The order was cancelled.',
  'ending.one.already-filled': 'The order had been filled before.',
  'ending.one.already-cancelled': 'The order had been cancelled before.',
  'ending.one.not-open': 'The order is not open any more.',
  'ending.one.not-executed': 'The order is still open: it was not cancelled.',
  'ending.of-several.done': '{count, plural, one {# order was cancelled.} other {# orders were cancelled.}}',
  'ending.of-several.already-filled': '{count, plural, one {# order had been filled before.} other {# orders had been filled before.}}',
  'ending.of-several.already-cancelled':
    '{count, plural, one {# order had been cancelled before.} other {# orders had been cancelled before.}}',
  'ending.of-several.not-open': '{count, plural, one {# order is not open any more.} other {# orders are not open any more.}}',
  'ending.of-several.not-executed':
    '{count, plural, one {# order is still open: it was not cancelled.} other {# orders are still open: they were not cancelled.}}',

  'preview.flags':
    'Immediate-or-cancel and {flag, select, rpi {RPI} other {post-only}} exclude each other; the exchange refuses such an order.',
  'preview.same-row': 'Row {row} is the same order as row {first}.',
  'preview.needs-side':
    'On {market} you hold positions of a side (LONG, SHORT). In hedge mode the exchange refuses an order without a side.',
  'preview.needs-no-side': 'On {market} you hold a position without a side. Without hedge mode the exchange may refuse an order with one.',
  'preview.total':
    '{orders, plural, one {# order} other {# orders}} {side, select, buy {buying} other {selling}} {amount, number} {base} on {market}.',
  'preview.total-about':
    '{orders, plural, one {# order} other {# orders}} {side, select, buy {buying} other {selling}} {amount, number} {base} on {market}, about {notional, number} {quote}.',
  'preview.currencies': 'On {market}, amounts are in {base} and prices in {quote}.',
  'preview.investment': 'Close the fixed-term investment {id}.',
  'preview.investment-returns':
    'The exchange returns the funds to the main balance. Its API does not say how much, nor whether interest is lost; its own pages contradict each other.',
  'preview.position-side': 'Position side {positionSide}.',
  'preview.collateral': 'A collateral order: it uses this account’s collateral balance and changes its collateral positions.',
  'preview.notional-unknown': 'Notional unknown here: the price is the market’s.',
  'preview.notional': 'Notional about {notional, number} {quote}, by {price}. The price is the market’s.',
  'preview.reduces': 'It reduces risk, so no limit holds it back.',
  'preview.stops': 'They are tried in this order. The exchange stops at the first that fails.',
  'preview.each-tried': 'Each is tried, even after another fails.',
  'preview.profile': 'Sent for the profile “{name}” ({region}, key {key}).',
  'preview.left': '{left, number} of its {amount, number} is left to fill; what is filled stays.',
  'preview.left-of': '{left, number} of its {amount, number} {base} is left to fill; what is filled stays.',
  'preview.guard-one': 'It is a stop or reduce-only order: what it guards is not guarded any more.',
  'preview.guards':
    '{guards} of {among, select, all {them} other {the first {items}}} {guards, plural, one {is a stop or reduce-only order: what it guards is not guarded any more.} other {are stop or reduce-only orders: what they guard is not guarded any more.}}',
  'preview.cancel-filled': 'What is filled before the cancel arrives stays filled.',
  'preview.cancel-on': 'On {markets}. Each is tried, even after another fails.',
  'preview.cancel-on-read': 'On {markets}, as read {age} ago. Each is tried, even after another fails.',
  'preview.cancel-id': 'The exchange calls it the order {id}.',
  'preview.cancel-id-read': 'The exchange calls it the order {id}, as read {age} ago.',
  'preview.listed': '{orders, plural, one {{orders} open order is} other {{orders} open orders are}} listed on all markets.',
  'preview.listed-read':
    '{orders, plural, one {{orders} open order is} other {{orders} open orders are}} listed on all markets, as read {age} ago.',
  'preview.listed-on': '{orders, plural, one {{orders} open order is} other {{orders} open orders are}} listed on {market}.',
  'preview.listed-on-read':
    '{orders, plural, one {{orders} open order is} other {{orders} open orders are}} listed on {market}, as read {age} ago.',
  'preview.cancels-later-too': 'The exchange cancels every order that is open when this arrives, even one placed after this preview.',
  'preview.unread':
    '{orders, plural, one {{orders} open order} other {{orders} open orders}} could not be read; it goes as well if it is there.',
  'preview.first-recorded': 'The first {orders} are recorded one by one.',
  'preview.levels-unknown':
    'By the public documentation this also removes the stop loss and take profit of positions. Which positions have any is not known: they have not been read.',
  'preview.levels-not-sent':
    'By the public documentation this also removes the stop loss and take profit of positions. Which positions have any is not known: the exchange did not send it.',
  'preview.levels-gone': 'By the public documentation this also removes the stop loss and take profit of positions. With this {positions}.',
  'preview.levels-none':
    'By the public documentation this also removes the stop loss and take profit of positions. By what is known, no position has one.',
  'preview.levels-none-on':
    'By the public documentation this also removes the stop loss and take profit of positions. By what is known, no position on {market} has one.',
  'preview.loses.both': 'the position on {market} loses its stop loss {stopLoss, number} and take profit {takeProfit, number}',
  'preview.loses.stop-loss': 'the position on {market} loses its stop loss {stopLoss, number}',
  'preview.loses.take-profit': 'the position on {market} loses its take profit {takeProfit, number}',
  'preview.goes-along.not-sent':
    'The exchange did not send whether the position on {market} has a stop loss or a take profit. What it has goes with it.',
  'preview.goes-along.both': 'Its stop loss {stopLoss, number} and take profit {takeProfit, number} on {market} go with it.',
  'preview.goes-along.stop-loss': 'Its stop loss {stopLoss, number} on {market} goes with it.',
  'preview.goes-along.take-profit': 'Its take profit {takeProfit, number} on {market} goes with it.',
  'preview.whole-position':
    'The whole {direction, select, long {long position} short {short position} other {position (the exchange does not say whether long or short)}} of {amount, number} {base} on {market}, at market.',
  'preview.pnl': 'Closing would realize about {pnl, number} {quote} at the price of now, before fees.',
  'preview.pnl-after-fee': 'Closing would realize about {pnl, number} {quote} at the price of now, after the closing fee.',
  'preview.entry': 'Entry price {entry, number} {quote}, unrealized PnL {pnl, number} {quote}.',
  'preview.entry-no-pnl': 'Entry price {entry, number} {quote}, unrealized PnL not sent.',
  'preview.no-entry': 'Entry price not sent, unrealized PnL {pnl, number} {quote}.',
  'preview.no-entry-no-pnl': 'Entry price not sent, unrealized PnL not sent.',
  'preview.closes-by-id': 'The exchange closes it by its id, so it can open nothing on the other side. It names no order for it.',

  'review.used': 'This confirmation was already used once, so nothing more was sent.',
  'review.expired': 'This confirmation is older than a minute. Nothing was sent; preview the order again.',
  'review.other-page': 'This confirmation was made by another page, so nothing was sent.',
  'review.void': 'This confirmation no longer counts. Nothing was sent; preview the order again.',
  'review.changed': 'Something changed while this waited to be confirmed. Nothing was sent; preview the order again.',
  'review.amounts-hidden': 'Amounts are hidden, so nothing was sent. Show amounts to confirm it.',
  'review.original-gone': 'The orders to be tried again are no longer in the record.',
  'review.title': 'Send this?',
  'review.address': 'Address: {address}',

  'ticket.no-rows': 'There is no order in the table.',
  'ticket.too-many-rows': 'One request takes at most {most} orders; {over} more must go in another.',
  'ticket.same-id': 'Row {row} has the same client id. Each order needs its own.',
  'ticket.investment-empty': 'Investment id is empty.',
  'ticket.investment-form': 'The investment id may hold only letters, digits, dashes, dots, colons and underscores.',
  'ticket.investment-tail': 'To be sure which one it is, type the last four characters of the id: {tail}.',
  'ticket.order-not-listed':
    'It is not in the list of open orders any more: it was filled or cancelled, or the list has not been read since it was placed.',
  'ticket.order-strange': 'Its side is neither buy nor sell, so Plimsoll cannot say what it is. Cancel it on the exchange.',
  'ticket.orders-unread': 'The open orders have not been read.',
  'ticket.no-orders': 'No order is chosen.',
  'ticket.too-many-orders': 'One request cancels at most {most} orders; {over} more must go in another.',
  'ticket.order-twice': 'This order is chosen twice.',
  'ticket.none-open': 'No open order is known of this account.',
  'ticket.none-open-on': 'No open order is known on {market}.',
  'ticket.position-gone': 'This position is not open any more, or has not been read.',
  'ticket.position-no-amount': 'The exchange sends no amount of this position, so there is nothing to close yet.',

  'send.too-late':
    'Too much time passed between the confirmation and the moment it could leave; the computer may have slept. It was not sent.',
  'send.disarmed': 'Trading was disarmed before this left, so it was not sent.',
  'send.altered': 'What was about to be sent is not what was confirmed, so it was not sent.',
  'send.broken': 'Something inside Plimsoll broke while this was under way.',
  'send.not-recorded': 'It could not be recorded, so it was not sent. {problem}',

  'no-answer.late': 'It is not known whether it went through: no answer came long after the deadline.',
  'no-answer.not-taken-in': 'It is not known whether it went through: its answer could not be taken in.',
  'no-answer.slept': 'It is not known whether it went through: the computer slept, or its clock was set, while it was under way.',
  'no-answer.quit': 'It is not known whether it went through: Plimsoll was quit before an answer came.',
  'found.while-sending': 'Plimsoll ended while it was being sent, so it is not known whether it went through.',
  'found.before-sending': 'Plimsoll ended before it was sent.',

  'step.retried': 'Tried again as “{act}”.',
  'step.previewed': 'Previewed, and shown for confirmation.',
  'step.confirmed-twice': 'Confirmed here and in a system dialog.',
  'step.confirmed': 'Confirmed.',
  'step.recorded': 'Recorded before anything was sent.',
  'step.signed': 'Signed. From here on it may have left this computer.',
  'step.acknowledged': 'The exchange accepted it.',
  'step.rejected': 'The exchange refused it.',
  'step.not-sent': 'It is certain that nothing was sent.',
  'step.unknown': 'Result unknown: it may or may not have been executed.',
  'step.cancelled-unfilled':
    '{count, plural, one {# order was cancelled with nothing filled.} other {# orders were cancelled with nothing filled.}}',
  'step.mismatch': 'Mismatch: what it accepted is not what was sent.',
  'step.late-answer': 'A late answer. {answer}',
  'step.no-answer.late': 'No answer: no answer came long after the deadline. Result unknown: it may or may not have been executed.',
  'step.no-answer.not-taken-in': 'No answer: its answer could not be taken in. Result unknown: it may or may not have been executed.',
  'step.no-answer.slept':
    'No answer: the computer slept, or its clock was set, while it was under way. Result unknown: it may or may not have been executed.',
  'step.no-answer.quit': 'No answer: Plimsoll was quit before an answer came. Result unknown: it may or may not have been executed.',
  'step.found-while-sending': 'Plimsoll ended while this was being sent. Result unknown: it may or may not have been executed.',
  'step.found-before-sending': 'Plimsoll ended before this was sent. It is certain that nothing was sent.',
  'step.check-failed': 'The check failed: {problem} Nothing is concluded from that.',
  'step.resolved': 'A person decided: {as, select, filled {carried out} other {not carried out}}. {what}',
  'step.block-lifted': 'A person let orders through again on {target}.',

  'settled.investment-closed': 'The exchange lists the investment as closed.',
  'settled.investment-active': 'The exchange still lists the investment as active: it was not closed by this.',
  'settled.in-records': 'Found in the exchange’s records.',
  'settled.found-one': 'Found in the exchange’s lists: it accepted it.',
  'settled.found': '{count, plural, one {# order was found in the exchange’s lists.} other {# orders were found in the exchange’s lists.}}',
  'settled.absent-one': 'It is in none of the exchange’s lists: never executed, or cancelled with nothing filled.',
  'settled.absent':
    '{count, plural, one {# order is in none of the exchange’s lists: never executed, or cancelled with nothing filled.} other {# orders are in none of the exchange’s lists: never executed, or cancelled with nothing filled.}}',
  'settled.mismatch': 'Mismatch: what the exchange lists is not what was sent.',
  'settled.changed-elsewhere': 'It was changed elsewhere since then: it is order {id} now.',
  'settled.level-untold':
    'Whether its {level, select, stopLoss {stop loss} other {take profit}} is set is not in the lists: look at the position.',
  'settled.levels-untold': 'Whether its stop loss and take profit are set is not in the lists: look at the position.',

  'resolve.type': 'To be sure which one is meant, type {wanted}.',
  'resolve.either': '{one} or {other}',
  'resolve.known': 'What became of this order is known already.',
  'resolve.not-blocking': 'This order blocks nothing any more.',
  'not-in-record': 'This order is not in the record of this account.',
  'gone-from-record': 'This order is no longer in the record.',

  'check-now.no-connection': 'There is no connection with this account’s key now.',
  'check-now.closed': 'The account was closed in the meantime.',
  'check-now.other-key':
    'It was sent with the key {key}, and this profile has another key now: its positions and orders say nothing of this order.',
  'check-now.positions-unread':
    '{unread} of {total, plural, one {{total} position} other {{total} positions}} could not be read: {positions}.',

  'mismatch.nothing': 'nothing',
  'mismatch.quoted': '“{text}”',
  'mismatch.level-set': 'The exchange set a {level, select, stopLoss {stop loss} other {take profit}} at {set}, and none was sent.',
  'mismatch.level-not-set':
    'Your {level, select, stopLoss {stop loss} other {take profit}} is not set: {sent} was sent, and the answer names none.',
  'mismatch.level': 'Your {level, select, stopLoss {stop loss} other {take profit}} is {set}, sent was {sent}.',
  'mismatch.no-id': 'The exchange named no client id: it ignored ours, so it would not notice the same order twice.',
  'mismatch.client-id': 'The client id is {is}, sent was {sent}.',
  'mismatch.market': 'The market is {is}, sent was {sent}.',
  'mismatch.side': 'The side is {is}, sent was {sent}.',
  'mismatch.type': 'The type is {is}, sent was {sent}.',
  'mismatch.amount': 'The amount is {is}, sent was {sent}.',
  'mismatch.price': 'The price is {is}, sent was {sent}.',
  'mismatch.position-side': 'The position side is {is}, sent was {sent}.',
  'mismatch.flag-missing': 'It is not {flag, select, postOnly {post-only} ioc {immediate-or-cancel} other {RPI}}, and was sent as that.',
  'mismatch.flag-added': 'It is {flag, select, postOnly {post-only} ioc {immediate-or-cancel} other {RPI}}, and was not sent as that.',
  'mismatch.told-twice': 'The exchange reported this order more than once.',
  'mismatch.of-another': 'The exchange reported an order here that fits none of this request.',
  'mismatch.holds-more': 'The answer holds more orders than were sent.',
  'mismatch.cancelled-other': 'The exchange cancelled the order {is}, asked for was {asked}.',
  'mismatch.cancelled-market': 'The exchange cancelled it on the market {is}, asked for was {asked}.',
  'mismatch.not-executed-before': 'By the exchange’s lists this was taken for not executed. Its answer says that it was accepted.',
  'mismatch.other-order': 'The exchange’s answer names the order {inAnswer}, its lists name {inList} under the same client id.',

  'outcome.changed-elsewhere':
    'Order {old} was changed elsewhere: it is order {id} now, under the same client id. This request named the old one, so it did not cancel it.',
  'outcome.strange-status':
    'The exchange accepted the order and gives it the status {status}, which its specification does not name. What became of it is not known.',
  'outcome.unassigned-refusal': 'The exchange refused this order. Its answer does not say which of its refusals belongs to which order.',
  'outcome.other-reply': 'The answer speaks of something else than what was sent.',

  'evidence.not-checked': 'Not checked yet.',
  'evidence.after-answer': 'As seen at the first check after the answer.',
  'evidence.position-gone': 'The position on {market} is not open any more.',
  'evidence.position-same': 'The position on {market} is exactly what it was before.',
  'evidence.position-changed': 'The position on {market} is still open, and was changed since.',
  'evidence.investment': 'Positions say nothing of an investment. Compare the main balance and the list of investments on the exchange.',
  'evidence.cancelled': 'Positions say nothing of cancelled orders.',
  'evidence.limit':
    'Limit orders rest before they are filled, so positions cannot tell. Compare the open orders and the order history on the exchange.',
  'evidence.no-before': 'What your positions were before is not known, so nothing can be compared.',
  'evidence.other-side': 'What changed on {market} is of another side than this order names.',
  'evidence.same': 'Your position on {market} is exactly what it was before.',
  'evidence.too-soon': 'Too little time has passed to tell.',
  'evidence.no-amount': 'The amount of a position on {market} is not known.',
  'evidence.touched': 'Your position on {market} has the same amount as before, but was touched since.',
  'evidence.other-change':
    'Your position on {market} changed from {from, number} to {to, number}, which is not by the {amount, number} of this order.',
  'evidence.other-time':
    'Your position on {market} changed by exactly {amount, number}, but not certainly in the time this order was under way.',
  'evidence.changed': 'Your position on {market} changed by exactly {amount, number} while this order was under way.',

  'unsettled.not-said': 'What became of it is not said.',
  'unsettled.several': 'The exchange lists more than one order under the id {id}.',
  'unsettled.before': 'The order under the id {id} is from before this one was sent.',
  'unsettled.alike': 'An order without its id that looks the same is listed on {market}.',
  'unsettled.part-unread': 'A part of the lists of {market} could not be read.',
  'unsettled.lists-changed': 'The lists of {market} changed while they were read, or are too long.',
  'unsettled.part-unseen':
    'A part of it may have been filled and the rest cancelled, and it is not certain that the exchange’s history would show that.',
  'unsettled.position-changed': 'The position of its market has changed since.',
  'unsettled.order-unread': 'What the exchange lists under the order {id} could not be read.',
  'unsettled.still-open': 'The position is still open, and was changed since.',

  'asked.active': 'Active orders on {market}',
  'asked.history': 'Order history of {market}',
  'asked.active-again': 'Active orders on {market}, again',
  'asked.order-open': 'Order {id} among the open ones on {market}',
  'asked.order-ended': 'Order {id} in the history of {market}',
  'asked.investments': 'Fixed-term investments',
  'asked.no-orders': 'no orders',
  'asked.orders-with': '{count, plural, one {{count} order, this one among them} other {{count} orders, this one among them}}',
  'asked.orders-without': '{count, plural, one {{count} order, this one not among them} other {{count} orders, this one not among them}}',
  'asked.orders-of':
    '{count, plural, one {{count} order, {found} of the {wanted} asked for among them} other {{count} orders, {found} of the {wanted} asked for among them}}',
  'asked.no-investments': 'no investments',
  'asked.investments-with':
    '{count, plural, one {{count} investment, this one among them} other {{count} investments, this one among them}}',
  'asked.investments-without':
    '{count, plural, one {{count} investment, this one not among them} other {{count} investments, this one not among them}}',
  'asked.unread': '{found}; {unread} could not be read',
  'asked.moved': '{found}; the list changed meanwhile or is too long',
  'asked.there': 'there, {status}',
  'asked.client-open': 'Client id {id} among the open orders on {market}',
  'asked.client-ended': 'Client id {id} in the order history of {market}',
  'asked.there-only': 'there',
  'asked.not-there': 'not there',
} as const
