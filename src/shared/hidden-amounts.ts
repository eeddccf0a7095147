// Sentences and JSON without the figures of an account, for while amounts are hidden. What is certainly none stays readable: times, ages, counts
// of things, names and ids. Whatever else has a digit goes, also where it is in doubt.

/* eslint-disable security/detect-unsafe-regex, security/detect-non-literal-regexp -- put together from literals below; no repetition stands in
   another that could match the same text in two ways */

/** As wide whatever it stands for. */
export const mask = '•••••'

/** As ISO 8601 and as the regions of the world write them: never in a way that an amount is written. */
const date =
  /\d{4}-\d\d-\d\d|\d{4}\/\d\d\/\d\d|\d{4}\.\d\d\.\d\d|\d{4}\. \d\d\. \d\d\.|\d\d-\d\d-\d{4}|\d\d\/\d\d\/\d{4}|\d\d\.\d\d\.\d{4}|\d\d\. \d\d\. \d{4}/u
const moment = /(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC| ?[+-]\d\d:\d\d)?)?(?![\d:]|\.\d)/u
const clock = /\d{1,3}:\d\d(?::\d\d)?(?![\d:]|\.\d)/u
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/u
/** A word that holds digits: BTC_USDT, "1INCH_USDT", "SHA-256", an id of letters and digits. Not a figure with its unit: "5x". */
const word =
  /[\p{L}_…][\p{L}\p{N}_]*(?:-\d+(?![.\d]))?|\d+[A-Z][A-Z\d]*(?:_[A-Z\d]+)*(?![\p{L}])|(?=[\da-z]{8})[\da-z]*[a-z][\da-z]*[a-z][\da-z]*/u
/** With its sign, the marks of any region between its digits, and its exponent. */
const figure = /[+\-−–±]?\d+(?:[,.’\u202f\u00a0]\d+| \d{3}(?!\d))*(?:e[+-]?\d+)?/u
const tokens = new RegExp(
  `(?<kept>${uuid.source}|(?:${date.source})${moment.source}|${clock.source}|${word.source})|(?<figure>${figure.source})`,
  'gu',
)

const adjectives = 'daily|early|empty|failed|hidden|limit|listed|liveness|marked|market|more|newest|oldest|open|other|price|stop|unread'
const things = [
  'accounts?|alarms?|alerts?|assets?|calls?|cells?|characters?|checks?|columns?|digits?|earnings?|entries|entry|events?|failures?|files?',
  'investments?|letters?|levels?|markets?|minutes?|notices?|orders?|pages?|places?|pools?|positions?|prices?|readings?|records?|requests?',
  'rows?|seconds?|hours?|days?|weeks?|months?|years?|steps?|stretch(?:es)?|things?|times|trades?|tries|were',
  'ms|s|min|h|d|ago|long|short|unread|in progress|calling',
].join('|')
/** The same in Ukrainian: adjectives without their endings, things in the cases that follow a number. */
const adjectivesInUkrainian = [
  'вибран|відкрит|давн|давніш|збережен|інш|лімітн|найдавніш|найновіш|найстаріш|невдал|непрочитан|нов|новіш|останн|позначен|порожн|потрібн',
  'прихован|ранн|ринков|цінов|щоденн',
].join('|')
const thingsInUkrainian = [
  'актив(?:и|у|ів)?|виплат[аиу]?|дох(?:ід|оди|оду|одів)|елемент(?:и|а|ів)?|запис(?:и|у|ів)?|значе(?:ння|нь)|запит(?:и|у|ів)?|знак(?:и|а|ів)?|інвестиці[їйюя]',
  'клітин(?:ка|ки|ку|ок)|крок(?:и|у|ів)?|літер[аиу]?|місц[еья]|невдач[аіу]?|ордер(?:и|а|ів)?|перевір(?:ка|ки|ку|ок)|поді[їйюя]|позиці[їйюя]',
  'помил(?:ка|ки|ку|ок)|попередже(?:ння|нь)|порог(?:и|а|ів)|поріг|проміж(?:ок|ки|ку|ків)|пул(?:и|у|ів)?|раз(?:и|у|ів)?|рахун(?:ок|ки|ку|ків|ках|ками)',
  'результат(?:и|у|ів)?|рин(?:ок|ки|ку|ків|ках)|рівень|рівн(?:і|ів)|річ|реч(?:і|ей)|розбіжн(?:ість|ості|остей)|ряд(?:ок|ки|ка|ку|ків)',
  'сигнал(?:и|у|ів)?|символ(?:и|у|ів)?|сповіще(?:ння|нь)|спроб[аиу]?|сторін(?:ка|ки|ку|ок)|стовп(?:ець|ці|ця|ців)|угод[аиу]?|файл(?:и|у|ів)?',
  'цифр[аиу]?|цін|чита(?:ння|нь)',
  'секунд[аиу]?|хвилин[аиу]?|годин[аиу]?|день|дн(?:і|я|ів)|тиждень|тижн(?:і|я|ів)|місяц(?:ь|і|я|ів)|рік|рок(?:и|у|ів)',
  'мс|с|хв|год|дн|тому|лонг|шорт',
].join('|')
const whole = /^\d{1,3}(?:[,\u00a0]\d{3})*$|^\d+$/
const ofAll = '(?: (?:of|з|із) \\d{1,3}(?:[,\\u00a0]\\d{3})*)?'
const noun = `(?:(?:${adjectives}) )*(?:${things})|(?:(?:${adjectivesInUkrainian})\\p{L}{1,4} )*(?:${thingsInUkrainian})`
const counted = new RegExp(`^${ofAll}[ \\u00a0\\u202f](?:more|${noun})(?![\\p{L}\\p{N}_])`, 'u')
/** "Row 3", "step 1 of 2", "HTTP 503". */
const numbered = /(?:^|[^\p{L}])(?:row|line|http|status|code|step|page)\s(?:\d+ of )?$/iu
/** The same in Ukrainian, and what has its number last there: "ще 3" for 3 more. Only where no unit follows. */
const numberedInUkrainian = new RegExp(
  [
    '(?:^|[^\\p{L}])(?:рядок|рядка|рядку|статус|код|крок|кроку|ранній поріг|раннього порога|сторінка|сторінку|сторінці)\\s(?:\\d+ (?:з|із) )?$',
    '(?:^|[^\\p{L}])(?:ще|клітинок тут|рядків тут|рядків щонайбільше|символів, ніж)\\s$',
    '(?:^|[^\\p{L}])(?:непрочитаних|у процесі|перевірок|найновіші дні|сьогодні надіслано):\\s$',
    '^ордерів(?: у списку:)?\\s$',
  ].join('|'),
  'iu',
)
const noUnit = /^(?:$|[.:;!?…)»]|,? [а-щьюяєіїґ«“–—])/u

const isCount = (text: string, found: string, at: number): boolean => {
  if (!whole.test(found)) return false
  const before = text.slice(at > 24 ? at - 24 : 0, at)
  const after = text.slice(at + found.length)
  if (/^[.,]\d/.test(after) || /[.,]$/.test(before)) return false
  return numbered.test(before) || counted.test(after) || (numberedInUkrainian.test(before) && noUnit.test(after))
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
