// What the tray says: the state of the watch in a few lines. Decided here, from the same values the window shows; painted elsewhere.
import { noAlerts, type AlertsView } from '../../shared/domain/alert.js'
import type { Profile } from '../../shared/domain/account.js'
import type { AssetBalance } from '../../shared/domain/balance.js'
import { type Feed as FeedView, freshnessOf } from '../../shared/domain/feed.js'
import { hasReached, levelsOf } from '../../shared/domain/loan-levels.js'
import type { Loan, LoanAnswer } from '../../shared/domain/loan.js'
import { type PortfolioView, watchedFeeds, watchedRisks } from '../../shared/domain/portfolio.js'
import type { Position } from '../../shared/domain/position.js'
import { wordsFor } from '../../shared/domain/problem-words.js'
import { activeProfile, type SessionView } from '../../shared/domain/session.js'
import { unreadableCount } from '../../shared/domain/unreadable.js'
import { asPercent, compare, cut, divideUp, headroom, isNegative, isZero } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'

/** `blind`: positions or loan cannot be seen, so nothing can be said of them. It outranks the rest: silence must not look like health. */
export type GlanceLevel = 'fine' | 'caution' | 'danger' | 'blind'

export type Glance = {
  level: GlanceLevel
  /** Whose account, with a mark for the demo; null with none. */
  account: string | null
  /** The state in a few words. */
  headline: string
  /** "BTC 0.5", in the order the balances came, none of them zero. */
  balances: string[]
  /** "LTV 25 · margin call at 75", in the exchange's own unit, which the specification does not name. */
  ltv: string | null
  /** "Collateral may fall 66.6 % before margin call". */
  headroom: string | null
  /** "Checked 12 s ago". */
  age: string | null
  /** "LTV 25", for where there is room for no more; null without a loan. */
  brief: string | null
}

/** Assets named in the tray before "and 3 more". */
const namedAssets = 4
/** Decimals of an amount in the tray; what is cut is marked as cut. */
const shownPlaces = 8

const balanceLine = ({ asset, amount }: AssetBalance): string => {
  const shown = cut(amount, shownPlaces)
  return compare(shown, amount) === 0 ? `${asset} ${shown}` : `${asset} ≈ ${shown}`
}

const balanceLines = ({ value, unreadable = [] }: PortfolioView['balance']): string[] => {
  const held = (value ?? []).filter(({ amount }) => !isZero(amount))
  const more = held.length - namedAssets
  return [
    ...held.slice(0, namedAssets).map(balanceLine),
    ...(more > 0 ? [`and ${String(more)} more`] : []),
    ...(unreadable.length > 0 ? [unreadableCount(unreadable, (value ?? []).length + unreadable.length, 'asset')] : []),
  ]
}

type Finding = { level: GlanceLevel; headline: string }

/** What is said where nothing is amiss: only of what is monitored. */
const calmFinding = (portfolio: PortfolioView): Finding => {
  const risks = watchedRisks(portfolio)
  const [positions, loan] = [risks.includes(portfolio.positions), risks.includes(portfolio.loan)]
  if (!positions && !loan) return { level: 'caution', headline: 'Nothing is monitored: this key sees neither positions nor a loan.' }
  if (!positions) return { level: 'fine', headline: 'All clear, but no positions can be seen with this key.' }
  return { level: 'fine', headline: loan ? 'All clear.' : 'All clear, but no loan can be seen with this key.' }
}

/** As far as the ladder would go, and no further: it rests on the same reading of the loan's levels. */
const loanFinding = (loan: Loan | null): Finding | null => {
  if (loan === null) return null
  const levels = levelsOf(loan)
  if (hasReached(levels, levels.liquidation)) return { level: 'danger', headline: 'LTV has reached liquidation' }
  if (hasReached(levels, levels.marginCall)) return { level: 'danger', headline: 'LTV has reached margin call' }
  if (!levels.sound) return { level: 'caution', headline: 'The loan’s LTV levels make no sense' }
  if (hasReached(levels, levels.initial) && compare(loan.currentLtv, loan.initialLtv) > 0)
    return { level: 'caution', headline: 'LTV is above where the loan began' }
  return null
}

const positionFinding = ({ market, liquidationState }: Position): Finding | null => {
  if (liquidationState === undefined || liquidationState === null) return null
  if (liquidationState === 'liquidation') return { level: 'danger', headline: `${market} is being liquidated` }
  if (liquidationState === 'margin_call') return { level: 'danger', headline: `Margin call on ${market}` }
  return { level: 'caution', headline: `${market}: ${liquidationState}` }
}

const unreadableFinding = ({ value, unreadable }: PortfolioView['positions']): Finding | null =>
  unreadable === undefined
    ? null
    : { level: 'caution', headline: unreadableCount(unreadable, (value ?? []).length + unreadable.length, 'position') }

const rank: Record<GlanceLevel, number> = { fine: 0, caution: 1, danger: 2, blind: 3 }
/** Of equals the first stays. */
const worse = (one: Finding, other: Finding): Finding => (rank[other.level] > rank[one.level] ? other : one)

const nameOf = (profile: Profile): string => (profile.region === 'demo' ? `${profile.name} (demo)` : profile.name)

const loanOf = (answer: LoanAnswer | null): Loan | null => (answer?.kind === 'loan' ? answer.loan : null)

const ltvText = (loan: Loan): string => {
  const { marginCall } = levelsOf(loan)
  return `LTV ${loan.currentLtv}${marginCall === null ? '' : ` · margin call at ${marginCall}`}`
}

/** Never below what it is: two places, or four where the exchange speaks in fractions. */
const briefText = ({ currentLtv }: Loan, level: GlanceLevel): string => {
  const shown = divideUp(currentLtv, '1', compare(currentLtv, '1') < 0 ? 4 : 2)
  return level === 'blind' ? 'LTV ?' : `LTV ${shown}`
}

const headroomText = (loan: Loan): string | null => {
  const { current, marginCall } = levelsOf(loan)
  const left = current === null || marginCall === null ? null : headroom(current, marginCall)
  if (left === null) return null
  if (isZero(left) || isNegative(left)) return 'No headroom: margin call is reached'
  return `Collateral may fall ${asPercent(left)} % before margin call`
}

const units: readonly [seconds: number, word: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
]

/** "12 s ago", in the largest unit that fits, never rounded up. A time ahead of our clock reads as now. */
export const agoText = (seconds: number): string => {
  const unit = units.find(([size]) => seconds >= size)
  if (unit === undefined) return 'just now'
  const [size, word] = unit
  return `${String((seconds - (seconds % size)) / size)} ${word} ago`
}

const oldest = (watched: readonly FeedView<unknown>[]): UnixSeconds | null =>
  watched.reduce<UnixSeconds | null>((least, { asOf }) => (asOf !== null && (least === null || asOf < least) ? asOf : least), null)

const noGlance: Glance = {
  level: 'blind',
  account: null,
  headline: 'No account is connected',
  balances: [],
  ltv: null,
  headroom: null,
  age: null,
  brief: null,
}

/** What the alarm says calls for attention; what a person has acknowledged or put off still counts for the level. */
const alarmFinding = (alerts: AlertsView, profileId: string): Finding | null => {
  const worst = alerts.profileId === profileId ? alerts.attention[0] : undefined
  return worst === undefined ? null : { level: alerts.level, headline: worst.alert.title }
}

const isGood = (keyState: SessionView['keyState']): boolean => keyState === 'unknown' || keyState === 'accepted'

/**
 * Blind beside the alarm for it: without a key, and before the first look of this run. Answers that are only late are a matter of words:
 * a slow server is alive, and a look that failed has its time until the alarm.
 */
const sightFinding = (session: SessionView, portfolio: PortfolioView, now: UnixSeconds): Finding | null => {
  const risks = watchedRisks(portfolio)
  const why = session.keyProblem ?? risks.map(({ problem }) => problem).find((problem) => problem !== null) ?? null
  if (!isGood(session.keyState) || risks.some(({ source }) => source !== 'live'))
    return { level: 'blind', headline: why === null ? 'Positions and loan are not monitored now' : wordsFor(why.code).title }
  if (!risks.some((feed) => freshnessOf(feed, now) === 'stale')) return null
  if (why === null) return { level: 'fine', headline: 'Monitoring. Answers are late.' }
  return { level: 'caution', headline: `Answers are late: ${wordsFor(why.code).title}` }
}

/** The tray's whole content at `now` (Unix seconds). Figures and alerts of another profile than the active one are not shown. */
export const glance = (session: SessionView, portfolio: PortfolioView, now: UnixSeconds, alerts: AlertsView = noAlerts): Glance => {
  const profile = activeProfile(session)
  if (profile === null) return noGlance
  const account = nameOf(profile)
  if (portfolio.profileId !== profile.id) return { ...noGlance, account, headline: 'Nothing has been seen yet' }

  const { balance, positions, loan } = portfolio
  const known = loanOf(loan.value)
  const age = oldest(watchedFeeds(portfolio))
  const findings = [
    alarmFinding(alerts, profile.id),
    sightFinding(session, portfolio, now),
    loanFinding(known),
    ...(positions.value ?? []).map(positionFinding),
    unreadableFinding(positions),
    calmFinding(portfolio),
  ]
  const finding = findings.filter((one) => one !== null).reduce(worse)

  return {
    level: finding.level,
    account,
    headline: finding.headline,
    balances: balanceLines(balance),
    ltv: known === null ? null : ltvText(known),
    headroom: known === null ? null : headroomText(known),
    age: age === null ? null : `Checked ${agoText(now - age)}`,
    brief: known === null ? null : briefText(known, finding.level),
  }
}
