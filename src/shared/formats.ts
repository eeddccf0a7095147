// How numbers and dates are written (decision 025): plainly, as the exchange and ISO 8601 write them, or as a region of the world does. Every
// digit stays: only the marks between them change. What goes to files, to the clipboard and to the exchange is never written here.
import { type Decimal, isDecimal } from './money.js'
import type { UnixSeconds } from './time.js'

/** Regions that can be chosen by name; whatever else the system is set to is reached through `system`. */
export const regionTags = [
  ...['cs-CZ', 'da-DK', 'de-CH', 'de-DE', 'en-AU', 'en-GB', 'en-IN', 'en-US', 'es-ES', 'es-MX', 'fi-FI', 'fr-FR', 'hu-HU', 'id-ID'],
  ...['it-IT', 'ja-JP', 'kk-KZ', 'ko-KR', 'nb-NO', 'nl-NL', 'pl-PL', 'pt-BR', 'pt-PT', 'ro-RO', 'sv-SE', 'tr-TR', 'uk-UA', 'vi-VN'],
  ...['zh-CN', 'zh-TW'],
]

/** `plain`, `system`, or one of `regionTags`. */
export type FormatChoice = string

/** A language tag; null for plain. A system whose tag means nothing to `Intl` gets plain. */
export const formatTag = (choice: FormatChoice, systemTag: string): string | null => {
  if (choice === 'plain') return null
  const tag = choice === 'system' ? systemTag : choice
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)[0] ?? null
  } catch {
    return null
  }
}

/** Apart, because hidden figures are taken out of plainly written sentences. */
export type Formats = { numbers: string | null; dates: string | null }

let formatsNow: () => Formats = () => ({ numbers: null, dates: null })

/** For the one place of a process that knows the setting. It is asked anew with every text, so a page that keeps it as state follows it. */
export const readFormatsFrom = (source: () => Formats): void => {
  formatsNow = source
}

export const formats = (): Formats => formatsNow()

const remembered = <Made>(make: (tag: string) => Made): ((tag: string) => Made) => {
  const made = new Map<string, Made>()
  return (tag) => {
    const known = made.get(tag)
    if (known !== undefined) return known
    const one = make(tag)
    made.set(tag, one)
    return one
  }
}

const narrowSpace = '\u202f'
const wholeFormat = remembered((tag) => new Intl.NumberFormat(tag, { numberingSystem: 'latn' }))

export type NumberMarks = { decimal: string; group: string }

/** In fields a point stands before decimals, always. So no thousands are ever set apart by a point: "64.000" is typed as it is read. */
const marksOfTag = remembered((tag): NumberMarks => {
  const markOf = (type: 'decimal' | 'group'): string =>
    new Intl.NumberFormat(tag, { numberingSystem: 'latn', useGrouping: true }).formatToParts(1234567.5).find((part) => part.type === type)
      ?.value ?? ''
  const [decimal, group] = [markOf('decimal'), markOf('group')]
  if (group === '.' || /^\s?$/u.test(group)) return { decimal, group: narrowSpace }
  // One apostrophe, whichever the version of `Intl` at hand has.
  return { decimal, group: group === "'" ? '’' : group }
})

export const numberMarks = (tag = formatsNow().numbers): NumberMarks =>
  tag === null ? { decimal: '.', group: narrowSpace } : marksOfTag(tag)

const inThrees = (whole: string): string[] => {
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(end > 3 ? end - 3 : 0, end))
  return groups
}

/** The digits of a whole number in the groups the region reads them in; plainly, and with leading zeros, in threes. */
const groupsOf = (whole: string, tag: string | null): string[] =>
  tag === null || /^0./.test(whole)
    ? inThrees(whole)
    : wholeFormat(tag)
        .formatToParts(BigInt(whole))
        .flatMap(({ type, value }) => (type === 'integer' ? [value] : []))

export type DecimalParts = {
  negative: boolean
  /** The whole part in groups, most significant first. */
  groups: string[]
  /** Digits after the point as they came, trailing zeros included; null where there is no point. */
  fraction: string | null
}

/** Null where the text is not a decimal: then it is shown as it came. */
export const decimalParts = (value: Decimal, tag = formatsNow().numbers): DecimalParts | null => {
  if (!isDecimal(value)) return null
  const negative = value.startsWith('-')
  const [whole = '', fraction = null] = (negative ? value.slice(1) : value).split('.')
  return { negative, groups: groupsOf(whole, tag), fraction }
}

/** In the line of a sentence: plainly it stays as it is. Text that is no decimal stays so, too. */
export const decimalText = (value: Decimal, tag = formatsNow().numbers): string => {
  const parts = tag === null ? null : decimalParts(value, tag)
  if (parts === null) return value
  const { decimal, group } = numberMarks(tag)
  return `${parts.negative ? '-' : ''}${parts.groups.join(group)}${parts.fraction === null ? '' : `${decimal}${parts.fraction}`}`
}

/** How many things: plainly with the thousands as the language writes them. */
export const countIn = (language: string, count: number, tag = formatsNow().numbers): string =>
  tag === null ? wholeFormat(language).format(count) : decimalText(String(count), tag)

export type DateTexts = {
  /** "2025-08-18" */
  day: string
  /** "2025-08" */
  month: string
  /** "08-18" */
  dayOfYear: string
  /** "14:02" */
  minute: string
  /** "14:02:31" */
  second: string
}

const [year, twoDigits] = [{ year: 'numeric' }, '2-digit'] as const
const dateFormats = remembered((tag) => {
  const format = (parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(tag, { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC', ...parts })
  return {
    day: format({ ...year, month: twoDigits, day: twoDigits }),
    month: format({ ...year, month: twoDigits }),
    dayOfYear: format({ month: twoDigits, day: twoDigits }),
  }
})

const plainDateTexts = (ms: number): DateTexts => {
  const [day = '', time = ''] = new Date(ms).toISOString().replace(/^\+0*/, '').split('T')
  const second = time.slice(0, '14:02:31'.length)
  return { day, month: day.slice(0, -3), dayOfYear: day.slice(-5), minute: second.slice(0, -3), second }
}

/** Beyond this a calendar date cannot be computed. */
const lastSecond = 8_640_000_000_000 - 86_400
/** 0001-01-01. `Intl` counts the years before it upwards and leaves out that they are before it. */
const firstSecond = -62_135_596_800

/**
 * A moment as the clock on the wall shows it, which is so many minutes ahead of UTC; null outside the calendar. The zone is added beforehand:
 * a formatter keeps the one it was made with, and computers travel. The time of day has 24 hours everywhere: beside orders, “02:02” has to
 * be one moment.
 */
export const dateTexts = (at: UnixSeconds, minutesAhead: number, tag = formatsNow().dates): DateTexts | null => {
  const whole = Math.floor(at)
  if (!Number.isFinite(whole) || Math.abs(whole) > lastSecond) return null
  const shown = whole + minutesAhead * 60
  if (shown < firstSecond) return null
  const plain = plainDateTexts(shown * 1000)
  if (tag === null) return plain
  const { day, month, dayOfYear } = dateFormats(tag)
  // Marks of direction have no glyph, and would go along into the clipboard.
  const text = (format: Intl.DateTimeFormat): string => format.format(shown * 1000).replace(/[\u200e\u200f]/gu, '')
  return { ...plain, day: text(day), month: text(month), dayOfYear: text(dayOfYear) }
}

/** "2025-08-18" in UTC; the number itself where it lies outside the calendar. */
export const utcDay = (at: UnixSeconds): string => dateTexts(at, 0)?.day ?? String(at)

/** "2025-08-18 07:53 UTC" */
export const utcMinute = (at: UnixSeconds): string => {
  const texts = dateTexts(at, 0)
  return texts === null ? String(at) : `${texts.day} ${texts.minute} UTC`
}
