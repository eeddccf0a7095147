// The types of message arguments: they decide how a value is formatted and whether it is masked
// while amounts are hidden. The name of an argument determines its type; if one name is used for
// different things, the exceptions below decide by message.

/**
 * `amount` and `price` are figures of the account and are masked whenever amounts are hidden.
 * `marketPrice` and `percent`, which includes LTV and its levels, are masked only if those are
 * hidden as well. `exchangeText` is text from no catalogue, such as the exchange's own or typed
 * text: it is masked as one. `words` come from a catalogue, and their own arguments are masked. A
 * `count` is any figure that reveals nothing about the account: a number of items, a row, a status,
 * the user's own settings.
 */
export const argumentTypes = [
  'amount',
  'price',
  'marketPrice',
  'percent',
  'count',
  'time',
  'duration',
  'name',
  'words',
  'exchangeText',
] as const

export type ArgumentType = (typeof argumentTypes)[number]

const names: Readonly<Record<ArgumentType, string>> = {
  amount: `about above after amount before below bound decimal earned fee held left limit margin money newest
    notional perDay perOrder pnl repay size step stock thousands used value`,
  price: 'back entry figure from mark price set sent stopLoss takeProfit to trigger',
  marketPrice: 'maker steps taker',
  percent: `distance further headroom highest level leverage liquidation lowest ltv marginCall now percent share
    threshold`,
  count: `accounts at attempt bytes cells checks count crossed cut failed guards hours items least length line lines
    listed matching minutes more most number of orders over page pages place positions recorded records requests
    rest row rows shown status strange times total tries unknown unread unreadable wanted`,
  time: 'acknowledged day first last moment period seen since time when',
  duration: 'age ago days difference is median ms off seconds span wait was',
  name: `account address alt app apt asked asset base column columns command currency desktop dnf file files folder
    format group hash hint host id inAnswer inList key keychain keys market markets name names old one option other
    others path pattern positionSide proxy quote session source switches tail target type unit version where who`,
  words: `act alert all among answer as brief came cannot complaint counted danger deeds described direction earning effect
    end exact fault field fields flag found gain header keep kept kind kinds label levels list lists loan loss
    meaning message next note order outcome owner part parts position problem progress range reason refusal region remains
    rule screen second separator side starts state states subject system table term text title titles unused warning
    wallet fromWallet toWallet way what why words headline`,
  exchangeText: 'cell reply said typed',
}

/**
 * By `area.name.argument`; `area.name.*` and `area.begin*.argument` apply to everything with that
 * prefix.
 */
const exceptions: Readonly<Record<ArgumentType, string>> = {
  amount: `orders.ladder.total-too-little.total investments.earnings.readout.total orders.limit.market-day.total
    overview.earnings.*.total orders.loosened.new.order orders.loosened.new.day orders.loosened.gone.order
    orders.loosened.gone.day orders.rule.min-amount.least orders.rule.step.next orders.evidence.other-change.from
    orders.evidence.other-change.to`,
  price: '',
  marketPrice: `alerts.price.*.price alerts.rule.*.price alerts.hint.*.price alerts.hint.*.back alerts.form.*.price
    alerts.price-alert-state.*.price orders.doubt.wrong-side.mark orders.resting.*.mark orders.levels.wrong-side.mark trade.level.*.mark trade.market-now.minimum.amount trade.market-now.minimum.notional
    trade.market.in-steps.step`,
  percent: `loan.chart.newest margin.chart.newest alerts.typed.*.typed alerts.gap.change.*.before
    alerts.gap.change.*.after`,
  count: `settings.bytes.*.amount settings.bundle.*.size settings.updates.download.size orders.limit.orders-day.limit
    orders.limit.orders-day.used orders.loosened.orders.before orders.loosened.orders.after
    alerts.margin-steps.step.percent alerts.early.suggest.ltv trade.parts.close-percent.percent
    settings.updates.downloading.percent welcome.demo.moved.percent copy.moved-all.percent alerts.cause.of-way.part alerts.early.of-way.part
    investments.history.*.first investments.history.*.last orders.preview.same-row.first activity.call.try.last
    orders.asked.orders-of.found activity.answer.cut.kept investments.records-of.all outcomes.answer.others.others
    orders.act.*-on-markets.markets settings.bundle.size.files away.daily*.used away.daily*.limit`,
  time: 'investments.timeline.*.from investments.timeline.*.to orders.rule.*delisted.at',
  duration: `alerts.loss.clock-off.amount activity.limiter.pause.left shell.armed.left trade.preview.valid.left
    settings.latency.*.lowest settings.latency.*.highest`,
  name: `accounts.address.none.typed away.address.none.typed shell.palette.none.typed orders.typed.market-form.typed orders.typed.id-*.typed
    trade.limits.no-currency.typed trade.close.tail-wrong.typed outcomes.answer.wrong.typed orders.resolve.type.wanted
    orders.mismatch.cancelled-*.is shell.shortcuts.typing.last`,
  words: `orders.doubt.wrong-side.price orders.levels.wrong-side.price orders.price-aged.price orders.preview.notional.price orders.limit.order-by.price alerts.steps.remove.step
    alerts.price-alert-state.*.last alerts.gap.and.first exchange.and-then.first settings.answers.or.first common.hidden-amounts.to
    shell.elsewhere.level exchange.rescue.*.now trade.order-line.trigger.line settings.limits.cell.row
    settings.limits.remove-from.row investments.filter.remove.value investments.earnings.readout.period
    orders.mismatch.*.is orders.mismatch.*.sent orders.mismatch.level.set orders.mismatch.level-set.set`,
  exchangeText: `accounts.state.unknown-liquidation-state.state alerts.position.state.title.state alerts.positions.state.title.state
    overview.position-state-unknown.text.state orders.mismatch.quoted.text trade.quoted.text orders.paste.*.side
    orders.paste.side.side orders.paste.type.type orders.paste.flag.value orders.paste.comma.cells`,
}

function listed(of: Readonly<Record<ArgumentType, string>>): [string, ArgumentType][] {
  return argumentTypes.flatMap((type) =>
    of[type]
      .split(/\s+/)
      .filter(Boolean)
      .map((one): [string, ArgumentType] => [one, type]),
  )
}

const byName = new Map(listed(names))
const exact = new Map(listed(exceptions).filter(([one]) => !one.includes('*')))
const beginnings = listed(exceptions).flatMap(([one, type]) => {
  const [begin = '', end] = one.split('*')
  return end === undefined ? [] : [{ begin, end, type }]
})

const known = new Map<string, ArgumentType | null>()

/** Null if undeclared: then the value is masked like exchange text. */
export function declaredType(key: string, argument: string): ArgumentType | null {
  const id = `${key}.${argument}`
  const before = known.get(id)
  if (before !== undefined) return before
  const found =
    exact.get(id) ??
    beginnings.find(({ begin, end }) => id.startsWith(begin) && id.endsWith(end))?.type ??
    byName.get(argument) ??
    null
  known.set(id, found)
  return found
}
