import type { TextPart } from '../../shared/support/support.js'

export function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

export function partOf(lines: readonly string[], from: number, count: number): TextPart {
  return {
    lines: lines.slice(from, from + count),
    total: lines.length,
  }
}
