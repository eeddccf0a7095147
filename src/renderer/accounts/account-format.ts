// Accounts in words, by colour, and in a list.
import { t, textOf } from '../../shared/messages/messages.js'
import type { Profile } from '../../shared/accounts/account.js'
import { type AccountSummary, gravity } from '../../shared/accounts/account-summary.js'
import type { RiskLevel } from '../../shared/alerts/alert.js'
import { compare, isDecimal } from '../../shared/money.js'
import type { IconName } from '../components/icon-paths.js'
import { shareText } from '../portfolio/headroom.js'
import type { Tone } from '../components/words.js'

export const attentionLooks: Readonly<Record<RiskLevel, { icon: IconName; tone: Tone }>> = {
  fine: { icon: 'check', tone: 'good' },
  caution: { icon: 'warning', tone: 'caution' },
  danger: { icon: 'danger', tone: 'danger' },
  unmonitored: { icon: 'unseen', tone: 'danger' },
}

/**
 * The most severe state among the other accounts and which accounts are in it, if it is more severe
 * than that of the account on screen; otherwise null.
 */
export function worseElsewhere(
  summaries: readonly AccountSummary[],
  shownId: string | null,
): { level: RiskLevel; accounts: AccountSummary[] } | null {
  const here = summaries.find(({ profile }) => profile.id === shownId)
  const rest = summaries.filter(({ profile }) => profile.id !== shownId)
  const real = rest.filter(({ profile }) => profile.region !== 'demo')
  // The demo's state is shown only if no real account is affected.
  const others = real.some(({ level }) => level !== 'fine') ? real : rest
  const worst = others.reduce<RiskLevel>(
    (held, { level }) => (gravity[level] > gravity[held] ? level : held),
    'fine',
  )
  if (gravity[worst] <= gravity[here?.level ?? 'fine']) return null
  return { level: worst, accounts: others.filter(({ level }) => level === worst) }
}

/** "Danger: Savings", "Danger: 3 accounts". */
export function elsewhereText({
  level,
  accounts,
}: {
  level: RiskLevel
  accounts: readonly AccountSummary[]
}): string {
  const [first] = accounts
  const who =
    accounts.length === 1 && first !== undefined
      ? first.profile.name
      : t('shell.elsewhere.accounts', { count: accounts.length })
  return t('shell.elsewhere', { level: t(`shell.level.${level}`), who })
}

/** The text of a cell, and what a screen reader says where that text is only a symbol. */
export type SummaryText = { text: string; spoken: string | null; tone: Tone }

const unsaid = (spoken: string): SummaryText => ({ text: '—', spoken, tone: 'plain' })

/** "may fall 66.6 %", "no loan". */
export function headroomSummary({
  loan,
  headroom,
}: Pick<AccountSummary, 'loan' | 'headroom'>): SummaryText {
  if (loan === 'no-loan') return { text: t('shell.loan.none'), spoken: null, tone: 'plain' }
  if (loan === 'not-enabled') return unsaid(t('shell.loan.not-enabled'))
  if (loan === null) return unsaid(t('shell.loan.not-seen'))
  if (headroom === null || !isDecimal(headroom)) return unsaid(t('shell.loan.no-headroom'))
  if (compare(headroom, '0') <= 0)
    return { text: t('shell.loan.reached'), spoken: null, tone: 'danger' }
  return {
    text: t('shell.loan.may-fall', { share: shareText(headroom) }),
    spoken: null,
    tone: 'calm',
  }
}

/** "3 positions", "no positions". */
export function positionsSummary({ openRisk }: Pick<AccountSummary, 'openRisk'>): SummaryText {
  if (openRisk === null) return unsaid(t('shell.positions.not-seen'))
  const { positions } = openRisk
  if (positions === 0) return { text: t('shell.positions.none'), spoken: null, tone: 'plain' }
  return { text: t('shell.positions', { count: positions }), spoken: null, tone: 'calm' }
}

/** "BTC_USDT 12.3 % from liquidation"; null if no position says how far it is. */
export function nearestText({ openRisk }: Pick<AccountSummary, 'openRisk'>): string | null {
  if (openRisk === null || openRisk.nearest === null) return null
  const { market, distance } = openRisk.nearest
  if (!isDecimal(distance)) return null
  return compare(distance, '0') <= 0
    ? t('shell.nearest.reached', { market })
    : t('shell.nearest', { market, share: shareText(distance) })
}

/** "“Savings”: LTV has reached margin call". */
export function graveTitle({ profile, headline }: AccountSummary): string {
  return t('shell.grave', { name: profile.name, headline: textOf(headline) })
}

/**
 * Lasts as long as the condition does. The reason an account cannot be monitored may change with
 * every retry; that is not news each time.
 */
export function graveKey({ profile, level, headline }: AccountSummary): string {
  return level === 'unmonitored'
    ? `${profile.id} unmonitored`
    : `${profile.id} ${JSON.stringify(headline)}`
}

/** As many as there are `--account-…` tokens. */
export const accountColours = 8

/** Evenly distributed over random ids, and the same on every computer. */
function hashOf(text: string): number {
  return [...text].reduce(
    (hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 0x1_0000_0000,
    7,
  )
}

function olderFirst(a: Profile, b: Profile): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}

/**
 * The colour of each account by its id. An account takes the colour its id maps to, or the next one
 * used by fewer accounts, so that adding an account never changes the existing ones. The demo comes
 * and goes, so it is assigned last.
 */
export function coloursOf(profiles: readonly Profile[]): ReadonlyMap<string, number> {
  const taken = Array.from({ length: accountColours }, () => 0)
  const colours = new Map<string, number>()
  const isDemo = ({ region }: Profile): boolean => region === 'demo'
  const lasting = profiles.filter((profile) => !isDemo(profile)).sort(olderFirst)
  for (const { id } of [...lasting, ...profiles.filter(isDemo)]) {
    const first = hashOf(id) % accountColours
    const inTurn = taken.map((_, step) => (first + step) % accountColours)
    const fewest = taken.reduce((least, count) => (count < least ? count : least))
    const colour = inTurn.find((one) => taken[one] === fewest) ?? first
    taken[colour] = fewest + 1
    colours.set(id, colour)
  }
  return colours
}

/** The first letter or digit of a name, as shown in the account's mark; empty if there is none. */
export function initialOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? ''
}

/**
 * Type-ahead in a list of names, starting from the one at `at`: finds the next name that begins
 * with the typed letters. Repeating one letter cycles through all names that begin with it. Null if
 * none does.
 */
export function typedTo(names: readonly string[], at: number, typed: string): number | null {
  const wanted = typed.toLowerCase()
  const again = wanted.length > 1 && [...wanted].every((letter) => letter === wanted[0])
  const begins = (name: string, letters: string): boolean => name.toLowerCase().startsWith(letters)
  const letters = again && !names.some((name) => begins(name, wanted)) ? wanted.slice(0, 1) : wanted
  // A single letter moves on from the current name; more letters may still match it.
  const start = letters.length === 1 ? at + 1 : at < 0 ? 0 : at
  const places = names.map((_, step) => (start + step) % names.length)
  return places.find((place) => begins(names[place] ?? '', letters)) ?? null
}
