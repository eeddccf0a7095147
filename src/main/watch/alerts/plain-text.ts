// Text for notifications: the exchange's names made harmless, and lengths counted in the bytes the system counts in.

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

const longestName = 32

/** A name the exchange chose, for a line of words: no control, direction or markup characters, not endless, never empty. */
export const plainName = (name: string): string => {
  const clean = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>&]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return clean === '' ? 'unnamed' : clip(clean, longestName)
}
