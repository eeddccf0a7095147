// Whether JSON text is written as a server writes it that reads the body, writes it again and compares: no spaces, every text and number
// in its shortest spelling, every name once. The order of names is free, as it is at the live service.

const endOfString = (text: string, start: number): number => {
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (character === '\\') index += 1
    else if (character === '"') return index + 1
  }
  return text.length
}

const endOfWord = (text: string, start: number): number => {
  let index = start + 1
  while (index < text.length && !',]} \t\n\r'.includes(text.charAt(index))) index += 1
  return index
}

const endOfToken = (text: string, start: number): number => {
  const first = text.charAt(start)
  if ('{}[],: \t\n\r'.includes(first)) return start + 1
  return first === '"' ? endOfString(text, start) : endOfWord(text, start)
}

/** A text without a backslash has one spelling only. */
const isShortest = (token: string): boolean =>
  (token.startsWith('"') && !token.includes('\\')) || JSON.stringify(JSON.parse(token)) === token

/** Of text that is JSON. Goes through it once, however deep it is nested. */
export const isCanonical = (text: string): boolean => {
  const open: (Set<string> | null)[] = []
  let before = ''
  let start = 0
  while (start < text.length) {
    const end = endOfToken(text, start)
    const token = text.slice(start, end)
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ',' && token !== ':') {
      if (token.trim() === '' || !isShortest(token)) return false
      const names = before === '{' || before === ',' ? (open.at(-1) ?? null) : null
      if (names?.has(token) === true) return false
      names?.add(token)
    }
    before = token
    start = end
  }
  return true
}
