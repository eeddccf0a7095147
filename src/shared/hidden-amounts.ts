// Sentences and JSON without the figures of an account, for while amounts are hidden. What is certainly none stays readable: times, ages, counts
// of things, names and ids. Whatever else has a digit goes, also where it is in doubt.

/* eslint-disable security/detect-unsafe-regex, security/detect-non-literal-regexp -- put together from literals below; no repetition stands in
   another that could match the same text in two ways */

/** As wide whatever it stands for. */
export const mask = '•••••'

const time =
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC| ?[+-]\d\d:\d\d)?)?(?![\d:]|\.\d)|\d{1,3}:\d\d(?::\d\d)?(?![\d:]|\.\d)/u
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/u
/** A word that holds digits: BTC_USDT, "1INCH_USDT", "SHA-256", an id of letters and digits. Not a figure with its unit: "5x". */
const word =
  /[\p{L}_…][\p{L}\p{N}_]*(?:-\d+(?![.\d]))?|\d+[A-Z][A-Z\d]*(?:_[A-Z\d]+)*(?![\p{L}])|(?=[\da-z]{8})[\da-z]*[a-z][\da-z]*[a-z][\da-z]*/u
/** With its sign, the separators of its thousands, and its exponent. */
const figure = /[+\-−–±]?\d+(?:[,\u202f\u00a0 ]\d{3}(?!\d))*(?:\.\d+)?(?:e[+-]?\d+)?/u
const tokens = new RegExp(`(?<kept>${uuid.source}|${time.source}|${word.source})|(?<figure>${figure.source})`, 'gu')

const adjectives = 'daily|early|empty|failed|hidden|limit|listed|liveness|marked|market|more|newest|oldest|open|other|price|stop|unread'
const things = [
  'accounts?|alarms?|alerts?|assets?|calls?|cells?|characters?|checks?|columns?|digits?|earnings?|entries|entry|events?|failures?|files?',
  'investments?|letters?|levels?|markets?|minutes?|notices?|orders?|pages?|places?|pools?|positions?|prices?|readings?|records?|requests?',
  'rows?|seconds?|hours?|days?|weeks?|months?|years?|steps?|stretch(?:es)?|things?|times|trades?|tries|was|were',
  'ms|s|min|h|d|ago|long|short|unread|in progress|calling',
].join('|')
const counted = new RegExp(`^(?: of \\d{1,3}(?:,\\d{3})*)?[ \\u00a0\\u202f](?:more\\b|(?:(?:${adjectives}) )*(?:${things})\\b)`)
const ofMany = /\d of $/
/** "Row 3", "step 1 of 2", "HTTP 503". */
const numbered = /(?:^|[^\p{L}])(?:row|line|http|status|code|step|page)\s(?:\d+ of )?$/iu
const whole = /^\d{1,3}(?:,\d{3})*$|^\d+$/

const isCount = (text: string, found: string, at: number): boolean => {
  if (!whole.test(found)) return false
  const before = text.slice(at > 24 ? at - 24 : 0, at)
  const after = text.slice(at + found.length)
  if (/^[.,]\d/.test(after) || /[.,]$/.test(before)) return false
  if (numbered.test(before)) return true
  return counted.test(after) || (ofMany.test(before) && counted.test(after))
}

const withoutFigures = (text: string): string =>
  text.replace(tokens, (found: string, ...rest: unknown[]) => {
    const at = rest.find((one): one is number => typeof one === 'number') ?? 0
    const { kept } = rest.at(-1) as { kept?: string }
    return kept !== undefined || isCount(text, found, at) ? found : mask
  })

/** A sentence with a mask in the place of every figure. `names`: of accounts, which stay as they are wherever they stand. */
export const textWithoutFigures = (text: string, names: readonly string[] = []): string => {
  const [name, ...others] = names.filter((one) => one !== '' && text.includes(one))
  if (name === undefined) return withoutFigures(text)
  return text
    .split(name)
    .map((part) => textWithoutFigures(part, others))
    .join(name)
}

const idName = /id$|ids$|^id|nonce|time|timestamp|date|^limit$|offset|hash|path|request|market|ticker$/i
const jsonTokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** JSON text with a mask in the place of every figure; ids, times and names stay. What is masked is a string, so it stays JSON. */
export const jsonWithoutFigures = (text: string): string => {
  let name = ''
  return text.replace(jsonTokens, (found: string, quoted: string | undefined, colon: string | undefined) => {
    if (colon !== undefined) name = (quoted ?? '').slice(1, -1)
    if (colon !== undefined || idName.test(name)) return found
    return quoted === undefined ? `"${mask}"` : withoutFigures(found)
  })
}
