// Sentences and JSON without the figures of an account, for while amounts are hidden. What is certainly none stays readable: times, ages, counts
// of things, names and ids; and, unless they are hidden as well, percentages, LTV and prices of markets. Whatever else has a digit goes, also
// where it is in doubt.

/* eslint-disable security/detect-unsafe-regex, security/detect-non-literal-regexp -- put together from literals below; no repetition stands in
   another that could match the same text in two ways */

/** As wide whatever it stands for. */
export const mask = '•••••'

/** `amounts`: percentages, LTV and prices of markets stay, so that risk can be read. `all`: they go as well. */
export type HiddenFigures = 'amounts' | 'all'

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
/** Written plainly, as everything is while amounts are hidden; no part of a longer figure, and not followed by a unit. */
const plainFigure = /(?<![\d.,’\u202f\u00a0])[+\-−–]?\d+(?:\.\d+)?/u
const whole = /(?!\d|[.,’\u202f\u00a0]\d| \d{3}(?!\d)|[ \u00a0\u202f]?\p{Lu}{2})/u
/** A figure with spaces in it, "2500 100 %", could be an amount beside a percentage. */
const percentage = `(?<!\\d )${plainFigure.source}[ \\u00a0\\u202f]?%`
/** Level of a loan that the sentence names after its LTV. */
const loanLevel = [
  ', (?:step|liquidation) at ',
  ' · margin call at ',
  ' has reached (?:liquidation|margin call) \\(',
  ' is above its initial level \\(',
  ', (?:крок|ліквідація) на ',
  ' · маржин-кол на ',
  ' досяг (?:ліквідації|маржин-колу) \\(',
  ' вищий за початковий рівень \\(',
].join('|')
const ltv = `(?<!\\p{L})LTV ${plainFigure.source}${whole.source}(?:(?:${loanLevel})\\d+(?:\\.\\d+)?${whole.source})?`
/** What price alarms say. "Below" alone would match amounts, so each of them names the market or the price. */
const marketPrice = `(?:${[
  '(?<=[A-Z\\d]_[A-Z\\d]+ )(?:(?:rose|fell) (?:above|below)|is (?:above|below)(?= \\S+ already)) ',
  'The last price was ',
  'It arms (?:again )?(?:once the price is )?(?:above|below) ',
  'ціна (?:піднялася|впала|вже) (?:вище|нижче) ',
  'Остання ціна: ',
  '[Гг]отовий стане(?:, коли ціна буде)? (?:вище|нижче) ',
].join('|')})\\d+(?:\\.\\d+)?${whole.source}`
const always = `${uuid.source}|(?:${date.source})${moment.source}|${clock.source}`
const tokens: Record<HiddenFigures, RegExp> = {
  amounts: new RegExp(`(?<kept>${always}|${marketPrice}|${ltv}|${percentage}|${word.source})|(?<figure>${figure.source})`, 'gu'),
  all: new RegExp(`(?<kept>${always}|${word.source})|(?<figure>${figure.source})`, 'gu'),
}

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
const wholeNumber = /^\d{1,3}(?:[,\u00a0]\d{3})*$|^\d+$/
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
  if (!wholeNumber.test(found)) return false
  const before = text.slice(at > 24 ? at - 24 : 0, at)
  const after = text.slice(at + found.length)
  if (/^[.,]\d/.test(after) || /[.,]$/.test(before)) return false
  return numbered.test(before) || counted.test(after) || (numberedInUkrainian.test(before) && noUnit.test(after))
}

const withoutFigures = (text: string, hidden: HiddenFigures): string =>
  text.replace(tokens[hidden], (found: string, ...rest: unknown[]) => {
    const at = rest.find((one): one is number => typeof one === 'number') ?? 0
    const { kept } = rest.at(-1) as { kept?: string }
    return kept !== undefined || isCount(text, found, at) ? found : mask
  })

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** Where names of accounts stand: before a colon, in a list, in quotes. Anywhere else "77" is a figure, and "Buy 0.01" is what was bought. */
const nameAt = (name: string): RegExp =>
  /\p{L}/u.test(name)
    ? new RegExp(`(?<=^|[“«]|[;,] )${literally(name)}(?=$|[”»;]|: |, |\\.$)`, 'gu')
    : new RegExp(`(?<=^|[“«]|; )${literally(name)}(?=[”»]|: )`, 'gu')

/** Stand-ins of names: of a range that no text uses, and that no pattern here takes for a letter or a digit. */
const standIns = /[\ue000-\uf8ff]/gu
const firstStandIn = 0xe0_00

/** A sentence with a mask in the place of every figure that is `hidden`. `names`: of accounts, which stay as they are where names stand. */
export function textWithoutFigures(text: string, names: readonly string[] = [], hidden: HiddenFigures = 'all'): string {
  const known = [...new Set(names)].filter((name) => /\d/.test(name)).sort((a, b) => b.length - a.length)
  if (known.length === 0 || text.search(standIns) !== -1) return withoutFigures(text, hidden)
  const standing = known.reduce((rest, name, at) => rest.replace(nameAt(name), String.fromCodePoint(firstStandIn + at)), text)
  return withoutFigures(standing, hidden).replace(standIns, (one) => known[(one.codePointAt(0) ?? firstStandIn) - firstStandIn] ?? one)
}

/** Whole words of a name, so that the "id" of "interestPaid" or the "date" of "updatedBalance" makes no figure an id. */
const idName = new RegExp(
  [
    '^(?:ids?|nonce|[cmf]?time|timestamp|date|limit|offset|hash|path|request|market|ticker)$',
    '[a-z\\d](?:Ids?|ID|Nonce|Time|Timestamp|Date|Hash|Path|Market|Ticker)$',
    '_(?:ids?|nonce|time|timestamp|date|hash|path|market|ticker)$',
    '^date(?:From|To)$',
  ].join('|'),
)
const jsonTokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** JSON text with a mask in the place of every figure; ids, times and names stay. What is masked is a string, so it stays JSON. */
export const jsonWithoutFigures = (text: string): string => {
  let name = ''
  return text.replace(jsonTokens, (found: string, quoted: string | undefined, colon: string | undefined) => {
    if (colon !== undefined) name = (quoted ?? '').slice(1, -1)
    if (colon !== undefined || idName.test(name)) return found
    return quoted === undefined ? `"${mask}"` : withoutFigures(found, 'all')
  })
}
