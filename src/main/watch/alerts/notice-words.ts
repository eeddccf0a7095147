// What the operating system is given to show. It may show on a locked screen, so it holds no figure of the account unless the person
// wants them; and some systems cut what is longer than about 250 bytes, so it is kept within 200.
import { type Alert, compareAlerts } from '../../../shared/domain/alert.js'
import { asPercent, isDecimal } from '../../../shared/money.js'
import type { UnixSeconds } from '../../../shared/time.js'
import { bytesOf, clip } from './plain-text.js'

export type WordOptions = {
  /** Figures of the account, too. */
  amounts: boolean
  /** Whether this is the demo, which is named as such. */
  demo: boolean
  /** A moment as the person reads it: "14:02", with its date where it was not today. */
  clockText: (at: UnixSeconds) => string
}

export type NoticeWords = { title: string; body: string }

const mostBytes = 200
const mostTitle = 120

/** `least` is what is said where the whole does not fit; empty where it may be left out. */
type Sentence = { whole: string; least: string }

const plain = (whole: string): Sentence => ({ whole, least: '' })

/** A cut list has to name something, or its short form says it better. */
const leastOfList = 16

const cutOr = ({ whole, least }: Sentence, room: number): string => {
  const cut = clip(whole, room)
  return bytesOf(cut) >= bytesOf(least) + leastOfList ? cut : least
}

/** Whole sentences as long as they fit; the first is cut rather than left out, and what has a short form is always said. */
const bodyWithin = (room: number, sentences: readonly Sentence[]): string =>
  sentences.reduce((body, sentence, at) => {
    const toFollow = sentences.slice(at + 1).reduce((sum, { least }) => sum + (least === '' ? 0 : bytesOf(least) + 1), 0)
    const lead = body === '' ? '' : `${body} `
    const left = room - toFollow - bytesOf(lead)
    if (bytesOf(sentence.whole) <= left) return `${lead}${sentence.whole}`
    if (sentence.least !== '') return `${lead}${cutOr(sentence, left)}`
    return body === '' ? clip(sentence.whole, left) : body
  }, '')

const worded = (title: string, sentences: readonly Sentence[], demo: boolean): NoticeWords => {
  const whole = clip(demo ? `Demo: ${title}` : title, mostTitle)
  return {
    title: whole,
    body: bodyWithin(
      mostBytes - bytesOf(whole),
      sentences.filter((sentence) => sentence.whole !== ''),
    ),
  }
}

const decimalIn = ({ cause }: Alert, name: string): string | null => {
  const value = cause[name]
  return typeof value === 'string' && isDecimal(value) ? value : null
}

const figures = (alert: Alert): string => {
  const ltv = decimalIn(alert, 'currentLtv')
  const threshold = decimalIn(alert, 'threshold')
  if (ltv !== null && threshold !== null) return `LTV ${ltv}, step at ${threshold}.`
  const distance = decimalIn(alert, 'distance')
  if (distance !== null) return `${asPercent(distance)} % to liquidation.`
  const headroom = decimalIn(alert, 'lastHeadroom')
  return headroom === null ? '' : `Headroom was ${headroom} %.`
}

const since = ({ cause, kind }: Alert, clockText: WordOptions['clockText']): string => {
  if (kind !== 'monitoring-lost') return ''
  return typeof cause['since'] === 'number' ? `Since ${clockText(cause['since'])}.` : 'Nothing was seen yet.'
}

/** Whoever is told of one is told that there are more: they are all taken for told. */
const others = (more: readonly string[]): Sentence[] =>
  more.length === 0 ? [] : [{ whole: `And ${more.length} more: ${more.join('; ')}.`, least: `And ${more.length} more.` }]

/** One notice for all of them, naming the worst. @throws RangeError where there is none. */
export const alertWords = (alerts: readonly Alert[], { amounts, demo, clockText }: WordOptions): NoticeWords => {
  const [worst, ...more] = [...alerts].sort(compareAlerts)
  if (worst === undefined) throw new RangeError('a notice is about something')
  const titles = more.map(({ title }) => title)
  const sentences = [plain(since(worst, clockText)), plain(amounts ? figures(worst) : ''), ...others(titles), plain(worst.text)]
  return worded(worst.title, sentences, demo)
}

/** What is said once it is over; null where nothing is. */
export const endTitleOf = ({ state, subject, endTitle }: Alert): string | null => {
  if (state.kind !== 'resolved') return null
  if (state.end === 'loan-ended') return `${subject.name}: the loan is no longer there`
  return state.end === 'over' && endTitle !== '' ? endTitle : null
}

/** `remaining`: the gravest alert of the same matter that is still open. Null where nothing is said of any of them. */
export const overWords = (ended: readonly Alert[], remaining: Alert | null, { demo, clockText }: WordOptions): NoticeWords | null => {
  const worstFirst = [...ended].sort(compareAlerts)
  const [title, ...more] = [...new Set(worstFirst.flatMap((alert) => endTitleOf(alert) ?? []))]
  const [worst] = worstFirst
  if (title === undefined || worst === undefined) return null
  const still = remaining === null ? '' : `Still: ${remaining.title}.`
  return worded(title, [plain(still), ...others(more), plain(`It began at ${clockText(worst.at)}.`)], demo)
}
