// The status of an account, as one line and as a few, shared by the tray, the switcher and the list
// of all accounts: derived from the values the window shows, rendered elsewhere.
import type { AccountSummary, OpenRisk } from '../../shared/accounts/account-summary.js'
import type { Profile } from '../../shared/accounts/account.js'
import type { AlertsView, RiskLevel } from '../../shared/alerts/alert.js'
import {
  type AssetBalance,
  type CollateralSummary,
  monitoredFeeds,
  monitoredRisks,
  type PortfolioView,
  rateLimitOf,
} from '../../shared/portfolio/portfolio.js'
import { type Feed, freshnessOf, staleFrom } from '../../shared/portfolio/feed.js'
import { hasReached, levelsOf } from '../../shared/portfolio/loan-levels.js'
import type { Loan } from '../../shared/portfolio/loan.js'
import {
  exhaustedLevel,
  figuresContradict,
  isMarginMonitored,
  marginLevel,
  shownLevel,
} from '../../shared/portfolio/margin.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { WorthSummary } from '../../shared/portfolio/net-worth.js'
import {
  distanceToLiquidation,
  needsPrices,
  pricesOfNow,
} from '../../shared/portfolio/position-measure.js'
import { sumResults } from '../../shared/portfolio/position-results.js'
import type { Position } from '../../shared/portfolio/position.js'
import { unreadableCount } from '../../shared/unreadable.js'
import { sameItems } from '../../shared/json.js'
import {
  asPercent,
  compare,
  cut,
  type Decimal,
  divideUp,
  headroom,
  isNegative,
  isZero,
} from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { clockText } from '../alerts/notification-text.js'
import type { TrayAccount, TrayLoad } from '../desktop/tray.js'
import { type Message, messageOf, t, type MessageOrText } from '../../shared/messages/messages.js'
import type { KeyStatus } from './account-key.js'

/** `prices`: current, from its exchange. `lockedSince`: "14:02" if the lock wiped its key. */
export type AccountFacts = {
  profile: Profile
  key: KeyStatus
  portfolio: PortfolioView
  prices?: PricesView
  alerts: AlertsView
  worth: WorthSummary | null
  lockedSince?: string
}

/** The same account twice: as tray text, and as one line with current figures. */
export type AccountReport = { status: TrayAccount; summary: AccountSummary }

/**
 * An unchanged response is the same object, so expensive results are computed once per response
 * rather than every second.
 */
function cached<Answer extends object, Found extends object>(
  find: (answer: Answer) => Found,
): (answer: Answer) => Found {
  const known = new WeakMap<Answer, Found>()
  return (answer) => {
    const found = known.get(answer) ?? find(answer)
    known.set(answer, found)
    return found
  }
}

/** Assets named in the tray before "and 3 more". */
const namedAssets = 4
/** Decimals of an amount in the tray; a truncated amount is marked. */
const shownPlaces = 8

const shownAmount = cached(({ amount }: AssetBalance) => {
  const shown = cut(amount, shownPlaces)
  return { shown, isExact: compare(shown, amount) === 0 }
})

function balanceLine(balance: AssetBalance): Message {
  const { shown, isExact } = shownAmount(balance)
  const line = isExact ? 'accounts.state.balance' : 'accounts.state.balance-about'
  return messageOf(line, { asset: balance.asset, amount: shown })
}

const heldOf = cached((balance: readonly AssetBalance[]) =>
  balance.filter(({ amount }) => !isZero(amount)),
)

/** "BTC 0.5", in the order the balances arrived, without zeros. */
function balanceLines({ value, unreadable = [] }: PortfolioView['balance']): Message[] {
  const held = value === null ? [] : heldOf(value)
  const more = held.length - namedAssets
  return [
    ...held.slice(0, namedAssets).map(balanceLine),
    ...(more > 0 ? [messageOf('accounts.state.and-more', { more })] : []),
    ...(unreadable.length > 0
      ? [unreadableCount(unreadable, (value ?? []).length + unreadable.length, 'asset')]
      : []),
  ]
}

type Assessment = { level: RiskLevel; headline: MessageOrText }

/**
 * Within one account, `unmonitored` ranks highest: what was true before monitoring stopped may be
 * over, or worse, by now.
 */
const rank: Record<RiskLevel, number> = { fine: 0, caution: 1, danger: 2, unmonitored: 3 }

/** Of equals, the first wins. */
function worseOf(one: Assessment, other: Assessment): Assessment {
  return rank[other.level] > rank[one.level] ? other : one
}

/** What is monitored, if nothing is wrong. */
function assessCoverage(portfolio: PortfolioView): Assessment {
  const risks = monitoredRisks(portfolio)
  const [positions, loan] = [risks.includes(portfolio.positions), risks.includes(portfolio.loan)]
  if (!positions && !loan)
    return { level: 'caution', headline: messageOf('accounts.state.nothing-monitored') }
  if (!positions) return { level: 'fine', headline: messageOf('accounts.state.clear-no-positions') }
  return {
    level: 'fine',
    headline: loan ? messageOf('accounts.state.clear') : messageOf('accounts.state.clear-no-loan'),
  }
}

const loanFigures = cached((loan: Loan) => {
  const levels = levelsOf(loan)
  const { current, marginCall } = levels
  return {
    levels,
    left: current === null || marginCall === null ? null : headroom(current, marginCall),
    // Never below the actual value: two places, or four if the exchange uses fractions.
    shown: divideUp(loan.currentLtv, '1', compare(loan.currentLtv, '1') < 0 ? 4 : 2),
  }
})

/** No stricter than the alerts: both use the same levels of the loan. */
function assessLoan(loan: Loan | null): Assessment | null {
  if (loan === null) return null
  const { levels } = loanFigures(loan)
  if (hasReached(levels, levels.liquidation))
    return { level: 'danger', headline: messageOf('accounts.state.liquidation-reached') }
  if (hasReached(levels, levels.marginCall))
    return { level: 'danger', headline: messageOf('accounts.state.margin-call-reached') }
  if (!levels.sound)
    return { level: 'caution', headline: messageOf('accounts.state.levels-unsound') }
  if (
    hasReached(levels, levels.initial) &&
    levels.initial !== null &&
    compare(loan.currentLtv, levels.initial) > 0
  )
    return { level: 'caution', headline: messageOf('accounts.state.above-initial') }
  return null
}

function assessPosition({ market, liquidationState }: Position): Assessment | null {
  if (liquidationState === undefined || liquidationState === null) return null
  if (liquidationState === 'liquidation')
    return { level: 'danger', headline: messageOf('accounts.state.being-liquidated', { market }) }
  if (liquidationState === 'margin_call')
    return { level: 'danger', headline: messageOf('accounts.state.margin-call-on', { market }) }
  return {
    level: 'caution',
    headline: messageOf('accounts.state.unknown-liquidation-state', {
      market,
      state: liquidationState,
    }),
  }
}

function findNearest(
  positions: readonly Position[],
  prices: PricesView | null,
): OpenRisk['nearest'] {
  return positions.reduce<OpenRisk['nearest']>((nearest, position) => {
    const distance = distanceToLiquidation(position, prices)
    const isNearer =
      distance !== null && (nearest === null || compare(distance, nearest.distance) < 0)
    return isNearer ? { market: position.market, distance } : nearest
  }, null)
}

const knownNearest = new WeakMap<
  readonly Position[],
  { prices: readonly unknown[]; nearest: OpenRisk['nearest'] }
>()

/** Recalculated only when the positions change, or a price that one of them is measured by. */
function nearestOf(
  positions: readonly Position[],
  prices: PricesView | null,
  needPrices: boolean,
): OpenRisk['nearest'] {
  const measuredBy = needPrices ? [prices?.tickers.value, prices?.futures.value] : []
  const known = knownNearest.get(positions)
  if (known !== undefined && sameItems(known.prices, measuredBy)) return known.nearest
  const nearest = findNearest(positions, prices)
  knownNearest.set(positions, { prices: measuredBy, nearest })
  return nearest
}

const readPositions = cached((positions: readonly Position[]) => ({
  count: positions.length,
  assessment: positions
    .map(assessPosition)
    .reduce(
      (worst, one) => (worst === null || one === null ? (worst ?? one) : worseOf(worst, one)),
      null,
    ),
  unrealized: sumResults(positions).flatMap(({ group, unrealized }) =>
    unrealized === null ? [] : [{ currency: group, amount: unrealized }],
  ),
  needPrices: positions.some(needsPrices),
}))

function assessUnreadable({ value, unreadable }: PortfolioView['positions']): Assessment | null {
  return unreadable === undefined
    ? null
    : {
        level: 'caution',
        headline: unreadableCount(unreadable, (value ?? []).length + unreadable.length, 'position'),
      }
}

function headroomText(left: Decimal): Message {
  return isZero(left) || isNegative(left)
    ? messageOf('accounts.state.no-headroom')
    : messageOf('accounts.state.headroom', { share: asPercent(left) })
}

/**
 * In the exchange's own unit, which the specification does not name. `left`: the current headroom.
 */
function loanTexts(loan: Loan, level: RiskLevel) {
  const { left, shown, levels } = loanFigures(loan)
  const { marginCall } = levels
  return {
    left,
    ltv:
      marginCall === null
        ? messageOf('accounts.state.ltv', { ltv: loan.currentLtv })
        : messageOf('accounts.state.ltv-and-margin-call', { ltv: loan.currentLtv, marginCall }),
    headroom: left === null ? null : headroomText(left),
    brief: messageOf('accounts.state.ltv', {
      ltv: level === 'unmonitored' ? { name: '?' } : shown,
    }),
  }
}

const units: readonly [seconds: number, unit: 'd' | 'h' | 'min' | 's'][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
]

/**
 * "12 s ago", in the largest unit that fits, never rounded up. A time ahead of our clock reads as
 * now.
 */
export function agoText(seconds: number): string {
  const unit = units.find(([size]) => seconds >= size)
  if (unit === undefined) return t('accounts.state.just-now')
  const [size, name] = unit
  return t(`accounts.state.ago.${name}`, { count: (seconds - (seconds % size)) / size })
}

/** Acknowledged and snoozed alerts still count towards the level. */
function assessAlerts({ level, attention: [worst] }: AlertsView): Assessment | null {
  return worst === undefined ? null : { level, headline: worst.alert.title }
}

/**
 * Not monitored, in addition to the alert for it: without a key, or before the first response of
 * this run. Late responses change only the text: a slow server is alive, and a failed poll has
 * until the alert to recover.
 */
function assessMonitoring(
  { key, portfolio, lockedSince }: AccountFacts,
  now: UnixSeconds,
): Assessment | null {
  if (key.state === 'locked')
    return {
      level: 'unmonitored',
      headline:
        lockedSince === undefined
          ? messageOf('accounts.state.locked')
          : messageOf('accounts.state.locked-since', { time: lockedSince }),
    }
  const risks = monitoredRisks(portfolio)
  const why =
    key.problem ?? risks.map(({ problem }) => problem).find((problem) => problem !== null) ?? null
  const mayBeUsed = key.state === 'unknown' || key.state === 'accepted'
  if (!mayBeUsed || risks.some(({ source }) => source !== 'live'))
    return {
      level: 'unmonitored',
      headline:
        why === null
          ? messageOf('accounts.state.not-monitored')
          : messageOf(`problems.${why.code}.title`),
    }
  const limitedUntil = rateLimitOf(portfolio)?.until ?? null
  // Known before a response is even late: nothing is requested until then.
  if (limitedUntil !== null && limitedUntil > now)
    return {
      level: 'caution',
      headline: messageOf('common.connection.rate-limited-until', {
        time: clockText(limitedUntil, now),
      }),
    }
  const answering = isMarginMonitored(portfolio) ? [...risks, portfolio.collateralSummary] : risks
  if (!answering.some((feed) => freshnessOf(feed, now) === 'stale')) return null
  if (why === null) return { level: 'fine', headline: messageOf('accounts.state.late') }
  return {
    level: 'caution',
    headline: messageOf('accounts.state.late-because', {
      reason: messageOf(`problems.${why.code}.title`),
    }),
  }
}

function measured(
  feed: Feed<unknown>,
  words: Pick<TrayLoad, 'figure' | 'room' | 'left'>,
): TrayLoad | null {
  return feed.asOf === null ? null : { ...words, asOf: feed.asOf, oldFrom: staleFrom(feed) }
}

function roomText(left: Decimal): Message {
  return isZero(left) || isNegative(left)
    ? messageOf('accounts.state.no-headroom')
    : messageOf('accounts.state.loan-room', { share: asPercent(left) })
}

function loanLoad(feed: PortfolioView['loan']): TrayLoad | null {
  if (feed.value?.kind !== 'loan') return null
  const { left, shown } = loanFigures(feed.value.loan)
  return measured(feed, {
    figure: messageOf('accounts.state.ltv', { ltv: shown }),
    room: left === null ? null : roomText(left),
    left,
  })
}

const marginOf = cached((summary: CollateralSummary) => {
  const level = figuresContradict(summary) ? null : marginLevel(summary)
  return { level, left: level === null ? null : headroom(exhaustedLevel, level) }
})

function marginLoad(portfolio: PortfolioView): TrayLoad | null {
  const feed = portfolio.collateralSummary
  if (feed.value === null || !isMarginMonitored(portfolio)) return null
  const { level, left } = marginOf(feed.value)
  if (level === null) return null
  const isUsedUp = left === null || isZero(left) || isNegative(left)
  return measured(feed, {
    figure: messageOf('accounts.state.margin-level', { level: shownLevel(level) }),
    room: isUsedUp
      ? messageOf('accounts.state.no-margin')
      : messageOf('accounts.state.margin-room', { share: asPercent(left) }),
    // A level of nothing has no share.
    left: left ?? '0',
  })
}

/** The one with less room; one whose room is unknown only if there is no other. */
function loadOf(portfolio: PortfolioView): TrayLoad | null {
  return [loanLoad(portfolio.loan), marginLoad(portfolio)].reduce((one, other) => {
    if (one === null || other === null) return one ?? other
    if (one.left === null || other.left === null) return one.left === null ? other : one
    return compare(other.left, one.left) < 0 ? other : one
  })
}

/** From when on any of what is monitored is stale; null if something is already. */
function oldFromOf(portfolio: PortfolioView): UnixSeconds | null {
  const ends = monitoredFeeds(portfolio).map(staleFrom)
  const known = ends.filter((end) => end !== null).sort((a, b) => a - b)
  return known.length === ends.length ? (known[0] ?? null) : null
}

/** The status of an account at `now` (Unix seconds). */
export function reportOf(facts: AccountFacts, now: UnixSeconds): AccountReport {
  const { profile, key, portfolio, alerts, worth } = facts
  const { balance, positions, loan: answer } = portfolio
  const loan = answer.value?.kind === 'loan' ? answer.value.loan : null
  const demo = profile.region === 'demo'
  const [asOf = null] = monitoredFeeds(portfolio)
    .flatMap((feed) => feed.asOf ?? [])
    .sort((a, b) => a - b)
  const open = positions.value === null ? null : readPositions(positions.value)
  const prices = pricesOfNow(facts.prices ?? null, now)
  const findings = [
    assessAlerts(alerts),
    assessMonitoring(facts, now),
    assessLoan(loan),
    open?.assessment ?? null,
    assessUnreadable(positions),
    assessCoverage(portfolio),
  ]
  const { level, headline } = findings.filter((one) => one !== null).reduce(worseOf)
  const texts = loan === null ? null : loanTexts(loan, level)

  return {
    status: {
      profileId: profile.id,
      demo,
      level,
      account: demo ? t('accounts.state.demo', { name: profile.name }) : profile.name,
      headline,
      balances: balanceLines(balance),
      ltv: texts?.ltv ?? null,
      headroom: texts?.headroom ?? null,
      age: asOf === null ? null : messageOf('accounts.state.checked', { ago: agoText(now - asOf) }),
      asOf,
      oldFrom: oldFromOf(portfolio),
      load: loadOf(portfolio),
      brief: texts?.brief ?? null,
    },
    summary: {
      profile,
      level,
      headline,
      keyState: key.state,
      keyProblem: key.problem,
      loan: answer.value?.kind ?? null,
      ltv: loan?.currentLtv ?? null,
      headroom: texts?.left ?? null,
      openRisk:
        open === null || positions.value === null
          ? null
          : {
              positions: open.count + (positions.unreadable ?? []).length,
              unrealized: open.unrealized,
              nearest: nearestOf(positions.value, prices, open.needPrices),
            },
      worth,
      calling: alerts.attention.filter(({ quiet }) => !quiet).length + alerts.more,
      asOf,
    },
  }
}
