// The colours of the page as its stylesheet has them, and how far they stand apart.
import { readFileSync } from 'node:fs'

/** Light, dark. */
export type Theme = 0 | 1

export const tokens = readFileSync('src/renderer/styles/tokens.css', 'utf8')

/** A colour as it is written there: #rrggbb. */
export function token(name: string, theme: Theme): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens)
  const colour = found?.[theme + 1]
  if (colour === undefined) throw new Error(`no colour --${name}`)
  return colour
}

export function channels(hex: string): [number, number, number] {
  return [
    Number.parseInt(hex.slice(1, 3), 16) / 255,
    Number.parseInt(hex.slice(3, 5), 16) / 255,
    Number.parseInt(hex.slice(5, 7), 16) / 255,
  ]
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** As WCAG 2 reckons it: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
