// How numbers and dates are written (decision 025): plain, as the exchange and ISO 8601 write them,
// or in a region's format. The choice and the numbers are here, the dates in dates.ts. Every digit
// stays: only the separators change. Output for files, the clipboard and the exchange is never
// formatted here.
import { type Decimal, isDecimal } from './money.js'

/** Regions that can be chosen by name; any other system region is used through `system`. */
export const regionTags = [
  ...[
    'cs-CZ',
    'da-DK',
    'de-CH',
    'de-DE',
    'en-AU',
    'en-GB',
    'en-IN',
    'en-US',
    'es-ES',
    'es-MX',
    'fi-FI',
    'fr-FR',
    'hu-HU',
    'id-ID',
  ],
  ...[
    'it-IT',
    'ja-JP',
    'ko-KR',
    'nb-NO',
    'nl-NL',
    'pl-PL',
    'pt-BR',
    'pt-PT',
    'ro-RO',
    'sv-SE',
    'tr-TR',
    'uk-UA',
    'vi-VN',
  ],
  ...['zh-CN', 'zh-TW'],
]

/** `plain`, `system`, or one of `regionTags`. */
export type FormatChoice = string

/** Formatters are expensive to create: one per tag. */
export function remembered<Made>(make: (tag: string) => Made): (tag: string) => Made {
  const made = new Map<string, Made>()
  return (tag) => {
    const known = made.get(tag)
    if (known !== undefined) return known
    const one = make(tag)
    made.set(tag, one)
    return one
  }
}

/** Without data for a language, `Intl` uses separators of no locale, and calls January "M01". */
const isKnown = remembered(
  (tag) =>
    !/^M\d/.test(
      new Intl.DateTimeFormat(tag, {
        month: 'long',
        calendar: 'gregory',
        numberingSystem: 'latn',
        timeZone: 'UTC',
      }).format(0),
    ),
)

/**
 * macOS appends a separately chosen region, as "en-US@rg=dezzzz"; Linux a variant, as
 * "sr-RS@latin".
 */
function plainTag(systemTag: string): string {
  const [tag = '', more = ''] = systemTag.split('@')
  const region = /\brg=([a-z]{2})/i.exec(more)?.[1]
  return region === undefined ? tag : `${tag.split('-')[0] ?? ''}-${region}`
}

/** A language tag; null for plain. If `Intl` does not know the system's tag, plain is used. */
export function formatTag(choice: FormatChoice, systemTag: string): string | null {
  if (choice === 'plain') return null
  try {
    const [tag] = Intl.NumberFormat.supportedLocalesOf(
      choice === 'system' ? plainTag(systemTag) : choice,
    )
    return tag !== undefined && isKnown(tag) ? tag : null
  } catch {
    return null
  }
}

export type Formats = { numbers: string | null; dates: string | null }

const plain: Formats = { numbers: null, dates: null }
let formatsNow: () => Formats = () => plain

/**
 * For the one place of a process that knows the setting. Called for every text, so a page that
 * keeps it as state follows it.
 */
export function readFormatsFrom(source: () => Formats): void {
  formatsNow = source
}

export function formats(): Formats {
  return formatsNow()
}

const narrowSpace = '\u202f'
const wholeFormat = remembered((tag) => new Intl.NumberFormat(tag, { numberingSystem: 'latn' }))

export type NumberMarks = { decimal: string; group: string }

/**
 * Input fields always use a point before decimals. So thousands are never separated by a point:
 * "64.000" is typed as it is read.
 */
const marksOfTag = remembered((tag): NumberMarks => {
  const markOf = (type: 'decimal' | 'group'): string =>
    new Intl.NumberFormat(tag, { numberingSystem: 'latn', useGrouping: true })
      .formatToParts(1234567.5)
      .find((part) => part.type === type)?.value ?? ''
  const [decimal, group] = [markOf('decimal'), markOf('group')]
  if (group === '.' || /^\s?$/u.test(group)) return { decimal, group: narrowSpace }
  // Always the same apostrophe, whichever version of `Intl` is used.
  return { decimal, group: group === "'" ? '’' : group }
})

export function numberMarks(tag = formatsNow().numbers): NumberMarks {
  return tag === null ? { decimal: '.', group: narrowSpace } : marksOfTag(tag)
}

function inThrees(whole: string): string[] {
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3)
    groups.unshift(whole.slice(end > 3 ? end - 3 : 0, end))
  return groups
}

/**
 * The digits of a whole number in the region's groups; in plain format, and with leading zeros, in
 * threes.
 */
function groupsOf(whole: string, tag: string | null): string[] {
  return tag === null || /^0./.test(whole)
    ? inThrees(whole)
    : wholeFormat(tag)
        .formatToParts(BigInt(whole))
        .flatMap(({ type, value }) => (type === 'integer' ? [value] : []))
}

export type DecimalParts = {
  negative: boolean
  /** The whole part in groups, most significant first. */
  groups: string[]
  /** Digits after the point as they came, including trailing zeros; null if there is no point. */
  fraction: string | null
}

/** Null if the text is not a decimal: then it is shown as it came. */
export function decimalParts(value: Decimal, tag = formatsNow().numbers): DecimalParts | null {
  if (!isDecimal(value)) return null
  const negative = value.startsWith('-')
  const [whole = '', fraction = null] = (negative ? value.slice(1) : value).split('.')
  return { negative, groups: groupsOf(whole, tag), fraction }
}

/**
 * For use in a sentence: in plain format it stays as it is. Text that is not a decimal is also
 * unchanged.
 */
export function decimalText(value: Decimal, tag = formatsNow().numbers): string {
  const parts = tag === null ? null : decimalParts(value, tag)
  if (parts === null) return value
  const { decimal, group } = numberMarks(tag)
  return `${parts.negative ? '-' : ''}${parts.groups.join(group)}${parts.fraction === null ? '' : `${decimal}${parts.fraction}`}`
}

/** A count: in plain format, with the language's thousands separators. */
export function countIn(language: string, count: number, tag = formatsNow().numbers): string {
  return tag === null ? wholeFormat(language).format(count) : decimalText(String(count), tag)
}
