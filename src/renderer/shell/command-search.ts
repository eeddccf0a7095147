// Which commands are shown for what was typed, and in which order.

export type Searchable = { readonly id: string; readonly title: string; readonly keywords?: string }

/** No more are shown: the list is searched, not read. */
export const mostShown = 20

function lower(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function wordsOf(text: string): string[] {
  return lower(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Whether the word contains the letters in this order, starting with the first. */
function isAbbreviation(typed: string, word: string): boolean {
  let at = 0
  for (const letter of word) if (letter === typed[at]) at += 1
  return word[0] === typed[0] && at === typed.length
}

/**
 * Smaller is closer: 0 the title begins with it · 1 its words do · 2 words with the same meaning do
 * · 3 inside a word · 4 its letters; null: no match.
 */
export function closenessOf(
  typed: string,
  { title, keywords = '' }: Pick<Searchable, 'title' | 'keywords'>,
): 0 | 1 | 2 | 3 | 4 | null {
  const wanted = wordsOf(typed)
  const [words, meanings] = [wordsOf(title), wordsOf(keywords)]
  if (words.join('').startsWith(wanted.join(''))) return 0
  const whole = words.join('')
  const each = wanted.map((part) => {
    if (words.some((word) => word.startsWith(part))) return 1
    if (meanings.some((word) => word.startsWith(part))) return 2
    if (whole.includes(part)) return 3
    return words.some((_, at) => isAbbreviation(part, words.slice(at).join(''))) ? 4 : null
  })
  return each.reduce<1 | 2 | 3 | 4 | null>(
    (worst, one) => (worst === null || one === null ? null : worst > one ? worst : one),
    1,
  )
}

/** Closest first; ties by last use, then in the original order. `used`: ids, newest first. */
export function searchCommands<T extends Searchable>(
  typed: string,
  commands: readonly T[],
  used: readonly string[],
): T[] {
  const recency = (id: string): number => (used.includes(id) ? used.indexOf(id) : used.length)
  return commands
    .flatMap((command) => {
      const closeness = closenessOf(typed, command)
      return closeness === null ? [] : [{ command, closeness }]
    })
    .sort((a, b) => a.closeness - b.closeness || recency(a.command.id) - recency(b.command.id))
    .slice(0, mostShown)
    .map(({ command }) => command)
}
