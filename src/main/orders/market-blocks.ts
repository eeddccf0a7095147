// Which markets take no further order, and why: an unknown order must not be followed by a second one.
import type { PositionSide } from '../../shared/domain/order.js'
import type { IntentItem, MarketBlock, OrderIntent } from '../../shared/domain/trading.js'

const liftedMarkets = ({ timeline }: Pick<OrderIntent, 'timeline'>): ReadonlySet<unknown> =>
  new Set(timeline.filter(({ what }) => what === 'block-lifted').map(({ details }) => details['market']))

/** A block that was lifted while nothing was known says nothing of the echo that came later. */
const afterLateAnswer = ({ timeline }: OrderIntent): Pick<OrderIntent, 'timeline'> => ({
  timeline: timeline.slice(timeline.findLastIndex(({ what }) => what === 'late-answer') + 1),
})

/** `BOTH` and none mean every side. */
const sideOf = (side: PositionSide | null): PositionSide | null => (side === 'LONG' || side === 'SHORT' ? side : null)

const itemBlocks = (item: IntentItem): MarketBlock['because'] | null =>
  item.state === 'unknown' ? 'unknown' : item.mismatch.length > 0 ? 'mismatch' : null

export const blocksOf = (intent: OrderIntent): MarketBlock[] => {
  const lifted = { unknown: liftedMarkets(intent), mismatch: liftedMarkets(afterLateAnswer(intent)) }
  const blocks = new Map<string, MarketBlock>()
  for (const item of intent.items) {
    const because = itemBlocks(item)
    if (because === null || lifted[because].has(item.market)) continue
    // What was accepted in place of the order may be of the other side.
    const positionSide = because === 'mismatch' ? null : sideOf(item.positionSide)
    const key = `${item.market} ${positionSide ?? ''}`
    if (blocks.get(key)?.because === 'unknown') continue
    blocks.set(key, { market: item.market, positionSide, intentId: intent.id, since: intent.createdAt, because })
  }
  return [...blocks.values()]
}

/** An investment that may be closed already: only closing that very one again has to wait. */
export const blocksInvestment = (intent: OrderIntent): boolean =>
  intent.kind === 'close-investment' && intent.state === 'unknown' && !liftedMarkets(intent).has(intent.investmentId)

export const keepsBlocking = (intent: OrderIntent): boolean => blocksOf(intent).length > 0 || blocksInvestment(intent)

const sidesMeet = (block: PositionSide | null, target: PositionSide | null): boolean =>
  block === null || sideOf(target) === null || block === target

type Target = { market: string; positionSide: PositionSide | null }

export const blockOn = (target: Target, blocks: readonly MarketBlock[]): MarketBlock | null =>
  blocks.find((block) => block.market === target.market && sidesMeet(block.positionSide, target.positionSide)) ?? null

const isInFlight = ({ state }: OrderIntent): boolean => state === 'intent' || state === 'sending'

/** An order of the same market, or closing of the same investment, whose answer is still awaited. */
export const awaitedWith = (
  target: { items: readonly Target[]; investmentId: string | null },
  open: readonly OrderIntent[],
): OrderIntent | null =>
  open.find(
    (intent) =>
      isInFlight(intent) &&
      ((intent.investmentId !== null && intent.investmentId === target.investmentId) ||
        intent.items.some((item) =>
          target.items.some(({ market, positionSide }) => market === item.market && sidesMeet(sideOf(item.positionSide), positionSide)),
        )),
  ) ?? null
