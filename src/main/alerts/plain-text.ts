// Text for notifications: names without control and markup characters, and lengths in bytes, which the system counts.

/** Bytes of UTF-8. */
export const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8')

/** As much of `text` as fits, cut between whole characters, with a mark where something was cut. */
export const clip = (text: string, mostBytes: number): string => {
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

const inOneLine = (name: string): string => {
  const clean = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>&]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return clean === '' ? 'unnamed' : clean
}

const longestName = 32

/** A name that the exchange or a person chose, for a line of words: no control, direction or markup characters, not endless, never empty. */
export const plainName = (name: string): string => clip(inOneLine(name), longestName)

/** Bytes for an account's name. */
const accountRoom = 40
/** Characters at its beginning and at its end that are always there, however long they are: what distinguishes accounts is often last. */
const keptEnds = 12

/** An account's name for a notice: what is cut is in the middle, and whole where it is short. */
export const accountLabel = (name: string): string => {
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
