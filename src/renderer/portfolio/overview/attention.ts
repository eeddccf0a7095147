// What the user must know now, worst first: main's alerts, and what the page sees besides them.
import { type AlertsView, type AttentionItem, isCritical } from '../../../shared/alerts/alert.js'
import { alertMoment, alertText } from '../../alerts/alert-format.js'
import type { ConnectionView } from '../../../shared/portfolio/connection.js'
import { freshnessOf, type Feed } from '../../../shared/portfolio/feed.js'
import { hasReached, levelsOf, unclearLevels } from '../../../shared/portfolio/loan-levels.js'
import type { LoanAnswer } from '../../../shared/portfolio/loan.js'
import type { MiningView } from '../../../shared/mining/mining.js'
import type { PortfolioView } from '../../../shared/portfolio/portfolio.js'
import { directionOf, type Position } from '../../../shared/portfolio/position.js'
import { wordsFor } from '../../../shared/problem-words.js'
import { unreadableList } from '../../../shared/unreadable.js'
import type { AppStateView } from '../../../shared/accounts/app-state.js'
import type { UnixSeconds } from '../../../shared/time.js'
import { t, textOf } from '../../../shared/messages/messages.js'
import { verdictSentence } from '../headroom.js'
import { loadLine } from '../load-line.js'
import { momentText, sinceText, type Zone } from '../../components/times.js'
import { type UnreadableKind, unreadableWords } from '../../components/unreadable-words.js'
import { clockWords, isKeyTrouble, keyTroubleText } from '../../components/words.js'
import type { Screen, SettingsTab } from '../../shell/navigation-store.svelte.js'

export type Attention = {
  /** Stable for the lifetime of the item, so that an alert sounds once. */
  key: string
  level: 'danger' | 'caution' | 'info'
  title: string
  text: string
  /** The moment named in its title or text, with its day and offset. */
  moment?: string | undefined
  go: { screen: Screen; tab?: SettingsTab; label: string } | null
  /** Set for a notice that can be dismissed. */
  noticeId: string | null
  /** Set if main raised an alert for it. */
  alert: {
    id: string
    /** Acknowledged or snoozed: still true, but silent. */
    quiet: boolean
    /** False if it was already so when Plimsoll first polled. */
    fresh: boolean
  } | null
}

type Facts = {
  appState: AppStateView
  portfolio: PortfolioView | null
  connection: ConnectionView | null
  /**
   * Null until main has sent its alerts; after that, they take precedence over the page's own text
   * about loan, positions and monitoring.
   */
  alerts: AlertsView | null
  mining: MiningView | null
  now: UnixSeconds
  zone: Zone
}

function item(
  level: Attention['level'],
  key: string,
  title: string,
  text: string,
  go: Attention['go'] = null,
): Attention {
  return {
    key,
    level,
    title,
    text,
    go,
    noticeId: null,
    alert: null,
  }
}

type Link = NonNullable<Attention['go']>

const toPositions = (): Link => ({ screen: 'positions', label: t('overview.show-positions') })
const toLoan = (): Link => ({ screen: 'loans', label: t('overview.show-loans') })
const toMining = (): Link => ({ screen: 'mining', label: t('overview.show-mining') })

function toProfiles(label = t('overview.open-profiles')): Link {
  return {
    screen: 'settings',
    tab: 'profiles',
    label,
  }
}

function toConnection(label = t('overview.show-connection')): Link {
  return {
    screen: 'settings',
    tab: 'connection',
    label,
  }
}

function namesOf(names: readonly string[]): string {
  const named = names.slice(0, 3).join(', ')
  return names.length > 3
    ? t('overview.names-and-more', { names: named, count: names.length - 3 })
    : named
}

type PositionMatter = 'position-liquidation' | 'position-margin-call' | 'position-state-unknown'

function positionItems(positions: Position[]): Attention[] {
  const inState = (state: string): Position[] =>
    positions.filter(({ liquidationState }) => liquidationState === state)
  const itemFor = (
    level: Attention['level'],
    key: PositionMatter,
    found: Position[],
    textFor: (names: string) => string,
  ): Attention[] => {
    const names = namesOf(
      found.map((position) =>
        t('overview.position-name', { market: position.market, side: directionOf(position) }),
      ),
    )
    return found.length === 0
      ? []
      : [
          item(
            level,
            key,
            t(`overview.${key}.title`, { count: found.length }),
            textFor(names),
            toPositions(),
          ),
        ]
  }
  const unknown = positions.filter(
    ({ liquidationState: state }) =>
      state != null && state !== 'liquidation' && state !== 'margin_call',
  )
  const state = unknown[0]?.liquidationState ?? ''
  return [
    ...itemFor('danger', 'position-liquidation', inState('liquidation'), (names) =>
      t('overview.position-liquidation.text', { names }),
    ),
    ...itemFor('danger', 'position-margin-call', inState('margin_call'), (names) =>
      t('overview.position-margin-call.text', { names }),
    ),
    ...itemFor('caution', 'position-state-unknown', unknown, (names) =>
      t('overview.position-state-unknown.text', { names, state }),
    ),
  ]
}

function loanItems(answer: LoanAnswer): Attention[] {
  if (answer.kind !== 'loan') return []
  const { currentLtv: ltv } = answer.loan
  const levels = levelsOf(answer.loan)
  const { initial, marginCall, liquidation } = levels
  const text = verdictSentence(loadLine(answer.loan))
  if (hasReached(levels, liquidation))
    return [
      item(
        'danger',
        'loan-liquidation',
        t('overview.loan-liquidation', { ltv, level: liquidation ?? '' }),
        text,
        toLoan(),
      ),
    ]
  if (hasReached(levels, marginCall))
    return [
      item(
        'danger',
        'loan-margin-call',
        t('overview.loan-margin-call', { ltv, level: marginCall ?? '' }),
        text,
        toLoan(),
      ),
    ]
  if (!levels.sound)
    return [
      item('caution', 'loan-unclear', t('overview.loan-unclear'), textOf(unclearLevels), toLoan()),
    ]
  if (hasReached(levels, initial))
    return [
      item(
        'caution',
        'loan-initial',
        t('overview.loan-initial', { ltv, level: initial ?? '' }),
        text,
        toLoan(),
      ),
    ]
  return []
}

/**
 * Before its alert sounds, a missed poll deserves no more than a caution: most recover by
 * themselves.
 */
function missedLevel({ alerts }: Facts): Attention['level'] {
  return alerts === null ? 'danger' : 'caution'
}

function staleFeedItems(
  what: 'loan' | 'positions' | 'balances',
  key: string,
  feed: Feed<unknown>,
  facts: Facts,
  go: Attention['go'],
): Attention[] {
  const grade = freshnessOf(feed, facts.now)
  if (grade === 'fresh' || grade === 'partly' || (grade === 'none' && feed.problem === null))
    return []
  // A value from the last run is about to be confirmed; that is not yet worth an item.
  if (feed.source === 'cache' && feed.problem === null && feed.every !== null) return []
  const why =
    feed.problem === null ? t('overview.no-newer-answer') : `${wordsFor(feed.problem.code).title}.`
  const since =
    feed.asOf === null
      ? t(`overview.unseen.${what}`)
      : t(`overview.unseen-since.${what}`, { time: sinceText(feed.asOf, facts.now, facts.zone) })
  const moment = feed.asOf === null ? undefined : momentText(feed.asOf, facts.zone)
  return [
    { ...item(grade === 'late' ? 'caution' : missedLevel(facts), key, since, why, go), moment },
  ]
}

const keyReasons: unknown[] = ['key-rejected', 'keychain', 'session-ended', 'not-entered']

/** Where to see or fix what an alert is about. */
function linkTo({ alert, screen }: AttentionItem): Attention['go'] {
  const profiles =
    alert.kind === 'monitoring-lost'
      ? keyReasons.includes(alert.cause['why'])
      : screen === 'settings'
  const label = t(screen === 'margin-answer' ? 'answer.open' : 'overview.show')
  if (profiles) return toProfiles(label)
  return alert.kind === 'monitoring-lost' ? toConnection(label) : { screen, label }
}

/** An alert as an item that needs attention. */
function alertItem(raised: AttentionItem, now: UnixSeconds, zone: Zone): Attention {
  const { alert, quiet } = raised
  return {
    ...item(
      alert.level,
      `alert-${alert.id}`,
      textOf(alert.title),
      alertText(alert, now, zone),
      linkTo(raised),
    ),
    moment: alertMoment(alert, zone),
    alert: { id: alert.id, quiet, fresh: alert.found === 'new' || isCritical(alert.kind) },
  }
}

/** Acknowledged or snoozed items stay in the list, but do not count. */
export function needsAction(one: Attention): boolean {
  return one.level !== 'info' && one.alert?.quiet !== true
}

/**
 * What is announced immediately: new alerts, and dangers only the page sees. Not what was already
 * so at the first poll.
 */
export function isNew(one: Attention): boolean {
  return needsAction(one) && (one.alert === null ? one.level === 'danger' : one.alert.fresh)
}

const gravest = [
  'loan-liquidation',
  'position-liquidation',
  'loan-margin-call',
  'position-margin-call',
]

function harm(key: string): number {
  return gravest.includes(key) ? gravest.indexOf(key) : gravest.length
}

/** Without alerts, derived from the figures on screen. */
function figureItems({ portfolio }: Facts): Attention[] {
  const found: Attention[] = []
  if (portfolio?.loan.value != null) found.push(...loanItems(portfolio.loan.value))
  if (portfolio?.positions.value != null) found.push(...positionItems(portfolio.positions.value))
  return found.sort((a, b) => harm(a.key) - harm(b.key))
}

/** What the latest responses left out. The alert for positions covers it once it sounds. */
function unreadableItems({ portfolio, alerts }: Facts): Attention[] {
  const itemsOf = (
    key: string,
    kind: UnreadableKind,
    feed: Feed<readonly unknown[]> | undefined,
    go: Attention['go'],
  ): Attention[] => {
    if (feed?.unreadable === undefined) return []
    const { title, meaning } = unreadableWords(
      kind,
      feed.unreadable,
      (feed.value ?? []).length + feed.unreadable.length,
    )
    return [
      item('caution', key, title, `${textOf(unreadableList(feed.unreadable))}. ${meaning}`, go),
    ]
  }
  const isReported =
    alerts?.attention.some(({ alert }) => alert.kind === 'position-unreadable') === true
  return [
    ...(isReported
      ? []
      : itemsOf('unreadable-positions', 'position', portfolio?.positions, toPositions())),
    ...itemsOf('unreadable-balances', 'asset', portfolio?.balance, null),
  ]
}

function monitoringItems(facts: Facts): Attention[] {
  const { appState, portfolio, connection, alerts } = facts
  const lost = alerts?.attention.some(({ alert }) => alert.kind === 'monitoring-lost') === true
  if (isKeyTrouble(appState.keyState)) {
    const words = keyTroubleText(appState.keyState)
    return lost
      ? []
      : [item('danger', `key-${appState.keyState}`, words.title, words.text, toProfiles())]
  }
  if (connection?.state === 'offline') {
    const seen = [portfolio?.loan, portfolio?.positions, portfolio?.balance].flatMap(
      (feed) => feed?.asOf ?? [],
    )
    const oldest = seen.length === 0 ? null : Math.min(...seen)
    const text =
      oldest === null
        ? t('overview.offline.no-data')
        : t('overview.offline.since', { time: sinceText(oldest, facts.now, facts.zone) })
    const moment = oldest === null ? undefined : momentText(oldest, facts.zone)
    const why =
      connection.problem === null
        ? t('overview.offline.title')
        : wordsFor(connection.problem.code).title
    return lost
      ? []
      : [{ ...item(missedLevel(facts), 'offline', why, text, toConnection()), moment }]
  }
  if (portfolio === null) return []
  const watched = [
    ...(portfolio.loan.value?.kind === 'not-enabled'
      ? []
      : staleFeedItems('loan', 'unmonitored-loan', portfolio.loan, facts, toLoan())),
    ...staleFeedItems(
      'positions',
      'unmonitored-positions',
      portfolio.positions,
      facts,
      toPositions(),
    ),
  ]
  return [
    ...(lost ? [] : watched),
    ...staleFeedItems('balances', 'unmonitored-balance', portfolio.balance, facts, toConnection()),
  ]
}

/** If the key is rejected, nothing is monitored at all, and an item already says so. */
function miningItems({ appState: { keyState }, mining }: Facts): Attention[] {
  if (mining === null || isKeyTrouble(keyState)) return []
  if (mining.problem !== null)
    return [
      item(
        'caution',
        'mining-unreadable',
        t('overview.mining-unreadable'),
        textOf(mining.problem.message),
        toMining(),
      ),
    ]
  const unseen = mining.accounts.filter((account) => account.unseen).map(({ name }) => name)
  if (unseen.length === 0) return []
  const title = t('overview.mining-unseen.title', { count: unseen.length, names: namesOf(unseen) })
  return [item('caution', 'mining-unseen', title, t('overview.mining-unseen.text'), toMining())]
}

/**
 * Everything that needs attention, worst first: alerts, then dangers by severity, then cautions,
 * then news.
 */
export function attentionOf(facts: Facts): Attention[] {
  const { appState, connection, alerts } = facts
  const found = alerts === null ? figureItems(facts) : []
  found.push(...monitoringItems(facts), ...unreadableItems(facts), ...miningItems(facts))
  const skew = clockWords(connection?.clockSkew ?? null, appState.demo !== null)
  if (skew.tone === 'danger' || skew.tone === 'caution') {
    const text = t('overview.clock.text', { difference: skew.text })
    found.push(item('caution', 'clock', t('overview.clock.title'), text, toConnection()))
  }
  for (const notice of appState.notices)
    found.push({
      ...item(notice.level, `notice-${notice.id}`, textOf(notice.title), textOf(notice.text)),
      noticeId: notice.id,
    })
  const rank: Record<Attention['level'], number> = { danger: 0, caution: 1, info: 2 }
  const ofAlerts = (alerts?.attention ?? []).map((raised) =>
    alertItem(raised, facts.now, facts.zone),
  )
  const loud = [...ofAlerts.filter(({ alert }) => alert?.quiet === false), ...found].sort(
    (a, b) => rank[a.level] - rank[b.level],
  )
  return [...loud, ...ofAlerts.filter(({ alert }) => alert?.quiet === true)]
}
