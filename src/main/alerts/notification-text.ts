// What the operating system is given to show. It may appear on a locked screen, so it never holds
// an amount, and LTV and headroom only as the settings allow; some systems truncate text above
// about 250 bytes, so it is kept within 200.
import {
  type Alert,
  type AlertNotification,
  isEndedLoan,
  loanLevelsIn,
  worstFirst,
} from '../../shared/alerts/alert.js'
import { shownLevel } from '../../shared/portfolio/margin.js'
import { dateTexts, type DateTexts } from '../../shared/dates.js'
import type { HiddenFigures } from '../../shared/hidden-amounts.js'
import {
  messageOf,
  t,
  textOf,
  type MessageOrText,
  withHidden,
} from '../../shared/messages/messages.js'
import {
  asEstimate,
  asPercent,
  headroom,
  isDecimal,
  isNegative,
  isZero,
} from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { withPlainTitles } from './ltv-step-words.js'

/**
 * The topic of a non-critical notice: `monitoring-lost` something is not monitored · `unreadable`
 * positions cannot be read · `order` an order needs the user · `price` a price alert ·
 * `monitored-again` everything is monitored again · `over` something else is over.
 */
export const noticeTopics = [
  'monitoring-lost',
  'unreadable',
  'order',
  'price',
  'monitored-again',
  'over',
  'other',
] as const

export type NoticeTopic = (typeof noticeTopics)[number]

/** A notice of one account, with what is needed to group it with others. */
export type AccountNotification = AlertNotification & {
  topic: NoticeTopic | 'critical'
  /** The account's name as used in the notice's text; null if not named. */
  account: string | null
  /** Its text for a list of accounts; empty if `topic` says it all. */
  summary: string
  /** The alert groups of the account it is about. */
  matters: readonly string[]
}

/** Bytes of UTF-8. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

/** As much of `text` as fits, cut between whole characters and marked if truncated. */
export function clip(text: string, mostBytes: number): string {
  if (bytesOf(text) <= mostBytes) return text
  const room = mostBytes - bytesOf('…')
  let kept = ''
  let used = 0
  for (const character of text) {
    used += bytesOf(character)
    if (used > room) break
    kept += character
  }
  return room < 0 ? '' : `${kept.trimEnd()}…`
}

function inOneLine(name: string): string {
  const clean = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>&]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return clean === '' ? t('alerts.unnamed') : clean
}

const longestName = 32

/**
 * A name chosen by the exchange or the user, for inline text: no control, direction or markup
 * characters, of limited length, never empty.
 */
export function plainName(name: string): string {
  return clip(inOneLine(name), longestName)
}

const mostNamed = 3

/** The first few, and how many more there are, as part of a sentence. */
export function namesText(names: readonly MessageOrText[]): MessageOrText {
  const [first = '', ...others] = names.slice(0, mostNamed)
  const named = others.reduce<MessageOrText>(
    (known, name) => messageOf('alerts.names.next', { names: known, name }),
    first,
  )
  const more = names.length - mostNamed
  return more > 0 ? messageOf('alerts.names.more', { names: named, count: more }) : named
}

/** Bytes for an account's name. */
const accountRoom = 40
/** Characters always kept at either end, however long: account names often differ at the end. */
const keptEnds = 12

/** An account's name for a notice: truncated in the middle if long. */
export function accountLabel(name: string): string {
  const whole = inOneLine(name)
  const characters = [...whole]
  if (bytesOf(whole) <= accountRoom || characters.length <= 2 * keptEnds) return whole
  const end = `…${characters.slice(-keptEnds).join('')}`
  let beginning = characters.slice(0, keptEnds).join('')
  for (const character of characters.slice(keptEnds, -keptEnds)) {
    if (bytesOf(beginning) + bytesOf(character) + bytesOf(end) > accountRoom) break
    beginning += character
  }
  return `${beginning}${end}`
}

/** Minutes since midnight, local time. */
export function localMinutes(at: UnixSeconds): number {
  return new Date(at * 1000).getHours() * 60 + new Date(at * 1000).getMinutes()
}

/** "14:02" today, "2025-08-18 14:02" on any other day: a notice may be about something days old. */
export function clockText(at: UnixSeconds, now: UnixSeconds): string {
  const textsOf = (moment: UnixSeconds): DateTexts | null =>
    dateTexts(moment, -new Date(moment * 1000).getTimezoneOffset())
  const texts = textsOf(at)
  if (texts === null) return String(at)
  return texts.day === textsOf(now)?.day ? texts.minute : `${texts.day} ${texts.minute}`
}

export type WordOptions = {
  /** Whether LTV, headroom and distances are included. */
  figures: boolean
  /** What has changed in an alert's cause since. */
  causeNow: (alert: Alert) => Alert['cause']
  /** The alert's data is from before a failure: a notice must not present it as current. */
  isOutdated: (alert: Alert) => boolean
  /** Whether this is the demo, which is named as such. */
  demo: boolean
  /** The account's name for notices; null if there is only one account. */
  account: string | null
  /** A moment in local time: "14:02", with its date if it was not today. */
  clockText: (at: UnixSeconds) => string
}

type NoticeWords = Pick<AlertNotification, 'title' | 'body'>

const mostBytes = 200
const mostTitle = 120

/** `least` is the short form if `whole` does not fit; empty if it may be omitted. */
type Sentence = { whole: string; least: string }

const plain = (whole: string): Sentence => ({ whole, least: '' })

/** A truncated list must name something, or its short form is better. */
const leastOfList = 16

function cutOr({ whole, least }: Sentence, room: number): string {
  const cut = clip(whole, room)
  return bytesOf(cut) >= bytesOf(least) + leastOfList ? cut : least
}

/**
 * Complete sentences as long as they fit; the first is cut rather than omitted, and one with a
 * short form is never omitted.
 */
function bodyWithin(room: number, sentences: readonly Sentence[]): string {
  return sentences.reduce((body, sentence, at) => {
    const toFollow = sentences
      .slice(at + 1)
      .reduce((sum, { least }) => sum + (least === '' ? 0 : bytesOf(least) + 1), 0)
    const lead = body === '' ? '' : `${body} `
    const left = room - toFollow - bytesOf(lead)
    if (bytesOf(sentence.whole) <= left) return `${lead}${sentence.whole}`
    if (sentence.least !== '') return `${lead}${cutOr(sentence, left)}`
    return body === '' ? clip(sentence.whole, left) : body
  }, '')
}

function fitting(title: string, sentences: readonly Sentence[]): NoticeWords {
  const whole = clip(title, mostTitle)
  return {
    title: whole,
    body: bodyWithin(
      mostBytes - bytesOf(whole),
      sentences.filter((sentence) => sentence.whole !== ''),
    ),
  }
}

/** The title is cut if necessary; sentences that do not fit are omitted. */
export function fittingWords(title: string, sentences: readonly string[]): NoticeWords {
  return fitting(title, sentences.map(plain))
}

/**
 * Same in every notice of an account: if some showed less of the name, accounts could be confused.
 */
export function ownedTitle(
  title: string,
  { demo, account }: Pick<WordOptions, 'demo' | 'account'>,
): string {
  if (demo) return t('alerts.notice.of-demo', { title })
  return account === null
    ? title
    : t('alerts.notice.of-account', { account: accountLabel(account), title })
}

function decimalIn({ cause }: Alert, name: string): string | null {
  const value = cause[name]
  return typeof value === 'string' && isDecimal(value) ? value : null
}

/** Significant digits of an LTV: the exchange sends up to sixteen. */
const ltvDigits = 4

/**
 * The LTV of a loan in margin call, and how far the value of its collateral may still fall. Empty
 * if its levels do not determine it.
 */
function loanFigures({ cause }: Alert): string {
  const { current, liquidation } = loanLevelsIn(cause)
  const room = current === null || liquidation === null ? null : headroom(current, liquidation)
  if (current === null || liquidation === null || room === null) return ''
  const [ltv, level] = [asEstimate(current, ltvDigits), asEstimate(liquidation, ltvDigits)]
  if (isNegative(room) || isZero(room))
    return t('alerts.notice.ltv-reached', { ltv, liquidation: level })
  return t('alerts.notice.ltv-room', { ltv, liquidation: level, percent: asPercent(room) })
}

/** Of a loan that is gone. */
function lastLoanFigures({ cause }: Alert): string {
  const { current, marginCall } = loanLevelsIn(cause)
  if (current === null || marginCall === null) return ''
  return t('alerts.notice.last-ltv', {
    ltv: asEstimate(current, ltvDigits),
    marginCall: asEstimate(marginCall, ltvDigits),
  })
}

function figuresText(alert: Alert): string {
  if (isEndedLoan(alert)) return lastLoanFigures(alert)
  const loan =
    alert.kind === 'margin-call' || alert.kind === 'liquidation' ? loanFigures(alert) : ''
  if (loan !== '') return loan
  const level = decimalIn(alert, 'marginLevel')
  if (level !== null) return t('alerts.notice.margin-level', { percent: shownLevel(level) })
  const ltv = decimalIn(alert, 'currentLtv')
  const threshold = decimalIn(alert, 'threshold')
  if (ltv !== null && threshold !== null)
    return t('alerts.notice.ltv', { ltv: asEstimate(ltv, ltvDigits), threshold })
  const distance = decimalIn(alert, 'distance')
  if (distance !== null) return t('alerts.notice.distance', { percent: asPercent(distance) })
  const room = decimalIn(alert, 'lastHeadroom')
  return room === null ? '' : t('alerts.notice.headroom', { headroom: room })
}

function sinceText(
  { cause, kind, at }: Alert,
  clockText: WordOptions['clockText'],
  isRepeated: boolean,
): string {
  if (kind !== 'monitoring-lost')
    return isRepeated ? t('alerts.notice.since', { time: clockText(at) }) : ''
  return typeof cause['since'] === 'number'
    ? t('alerts.notice.since', { time: clockText(cause['since']) })
    : t('alerts.notice.nothing-seen')
}

/** The user counts as notified of all of them, so the notice says that there are more. */
function others(more: readonly string[]): Sentence[] {
  const count = more.length
  if (count === 0) return []
  return [
    {
      whole: t('alerts.notice.more-named', { count, titles: more.join('; ') }),
      least: t('alerts.notice.more', { count }),
    },
  ]
}

/** Without figures, no title names the LTV of a step either. */
export function toNotify(alert: Alert, { figures }: Pick<WordOptions, 'figures'>): Alert {
  return figures ? alert : withPlainTitles(alert)
}

/**
 * One notice for all of them, naming the worst; a repeated one says since when.
 * @throws RangeError if there is none.
 */
export function alertWords(
  alerts: readonly Alert[],
  options: WordOptions,
  isRepeated = false,
): NoticeWords {
  const { figures, causeNow, isOutdated, clockText } = options
  const [worst, ...more] = worstFirst(
    alerts.map((alert) => toNotify(alert, options)),
    causeNow,
  )
  if (worst === undefined) throw new RangeError('a notice is about something')
  const titles = more.map(({ title }) => textOf(title))
  const now =
    figures && !isOutdated(worst)
      ? figuresText({ ...worst, cause: { ...worst.cause, ...causeNow(worst) } })
      : ''
  const since = sinceText(worst, clockText, isRepeated)
  const first = worst.kind === 'monitoring-lost' ? [since, now] : [now, since]
  // The level that ended a position is the only figure a text contains.
  const shown = (): string => textOf(worst.text)
  const text = figures || worst.kind !== 'position-gone' ? shown() : withHidden('all', shown)
  const sentences = [...first.map(plain), ...others(titles), plain(text)]
  return fitting(ownedTitle(textOf(worst.title), options), sentences)
}

/** The title once it is over; null if there is none. */
export function endTitleOf({ state, endTitle }: Alert): string | null {
  // The end of a loan has its own alert.
  if (state.kind !== 'resolved') return null
  return state.end === 'over' && endTitle !== '' ? textOf(endTitle) : null
}

/**
 * `remaining`: the most severe alert of the same group still open. Null if none of them has an end
 * title.
 */
export function overWords(
  ended: readonly Alert[],
  remaining: Alert | null,
  options: WordOptions,
): NoticeWords | null {
  const inOrder = worstFirst(ended.map((alert) => toNotify(alert, options)))
  const [title, ...more] = [...new Set(inOrder.flatMap((alert) => endTitleOf(alert) ?? []))]
  const [worst] = inOrder
  if (title === undefined || worst === undefined) return null
  const still =
    remaining === null
      ? ''
      : t('alerts.notice.still', { title: textOf(toNotify(remaining, options).title) })
  const began = t('alerts.notice.began', { time: options.clockText(worst.at) })
  return fitting(ownedTitle(title, options), [plain(still), ...others(more), plain(began)])
}

/** The same text with amounts masked, in case they are hidden when the notice is shown. */
export function maskedWords<Words>(
  make: (hidden: HiddenFigures) => Words,
): Record<HiddenFigures, Words> {
  return {
    amounts: withHidden('amounts', () => make('amounts')),
    all: withHidden('all', () => make('all')),
  }
}

/** For hidden amounts. A notice without its own masked text is masked like unknown text. */
export function noticeWithoutAmounts<Notice extends AlertNotification>(
  notice: Notice,
  hidden: HiddenFigures,
): Notice {
  const { title, body, masked } = notice
  return {
    ...notice,
    ...(masked?.[hidden] ??
      withHidden(hidden, () => ({ title: textOf(title), body: textOf(body) }))),
  }
}

/** As many names as fit, and how many more there are; null if not even one fits. */
function listed(names: readonly string[], room: number): string | null {
  for (let count = names.length; count > 0; count -= 1) {
    const more = names.length - count
    const named = names.slice(0, count).join(', ')
    const text = more === 0 ? named : t('alerts.names.more', { names: named, count: more })
    if (bytesOf(text) <= room) return text
  }
  return null
}

/**
 * Every account with its summary if that fits; otherwise names, with the summary if all share it.
 */
function accountsText(entries: readonly { name: string; summary: string }[], room: number): string {
  const names = [...new Set(entries.map(({ name }) => name))]
  const summaries = [...new Set(entries.map(({ summary }) => summary))]
  const endOf = (summary: string): string => (summary === '' ? '' : `: ${summary}`)
  const accountsWith = (summary: string): string =>
    [...new Set(entries.filter((one) => one.summary === summary).map(({ name }) => name))].join(
      ', ',
    )
  const whole = `${summaries.map((summary) => `${accountsWith(summary)}${endOf(summary)}`).join('; ')}.`
  if (bytesOf(whole) <= room) return whole
  const end = summaries.length === 1 ? `${endOf(summaries[0] ?? '')}.` : '.'
  const alike = listed(names, room - bytesOf(end))
  return alike === null ? `${listed(names, room - 1) ?? ''}.` : `${alike}${end}`
}

/**
 * The combined text of notices of one sort, the first of them first. `nameOf`: the current name by
 * profile; notices naming an account that was renamed since are formatted again.
 */
export function groupedWords(
  topic: NoticeTopic,
  notices: readonly AccountNotification[],
  nameOf: (profileId: string) => string,
): NoticeWords & Pick<AlertNotification, 'masked'> {
  return {
    ...wordsTogether(topic, notices, nameOf),
    ...(notices.some(({ masked }) => masked !== undefined) && {
      masked: maskedWords((hidden) =>
        wordsTogether(
          topic,
          notices.map((notice) => noticeWithoutAmounts(notice, hidden)),
          nameOf,
        ),
      ),
    }),
  }
}

function wordsTogether(
  topic: NoticeTopic,
  notices: readonly AccountNotification[],
  nameOf: (profileId: string) => string,
): NoticeWords {
  const accounts = new Map(
    notices.map(({ profileId }) => [profileId, accountLabel(nameOf(profileId))]),
  )
  const isNamed = notices.every(
    ({ account, profileId }) => account === null || account === nameOf(profileId),
  )
  const [first, ...more] = notices
  if (first !== undefined && accounts.size === 1 && isNamed) {
    const { title, body } = first
    const sentences = [...others(more.map((notice) => notice.title)), plain(body)]
    return { title, body: bodyWithin(mostBytes - bytesOf(title), sentences) }
  }
  const title = t(`alerts.notice.${topic}`, { accounts: accounts.size })
  const entries = notices.map(({ profileId, summary }) => ({
    name: accounts.get(profileId) ?? '',
    summary,
  }))
  return { title, body: accountsText(entries, mostBytes - bytesOf(title)) }
}
