import { encode } from 'uqr'

/**
 * Dark modules as one path of unit squares, with the quiet zone of four modules that readers need.
 * Null if the text is too long.
 */
export function qrPath(text: string): { size: number; path: string } | null {
  const quiet = 4
  try {
    const { data, size } = encode(text, { ecc: 'M', border: 0 })
    const runs: string[] = []
    for (const [y, line] of data.entries()) {
      let x = 0
      while (x < size) {
        let length = 0
        while (line[x + length] === true) length += 1
        if (length > 0) runs.push(`M${x + quiet} ${y + quiet}h${length}v1h-${length}z`)
        x += length + 1
      }
    }
    return { size: size + 2 * quiet, path: runs.join('') }
  } catch {
    // The encoder throws on text that fits in no code; an address does fit, but this is whatever
    // the exchange sent.
    return null
  }
}
