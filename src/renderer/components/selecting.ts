// In a row that opens, figures can be selected to copy them: the click at the end of that was not meant for the row.

export type Selecting = {
  /** The mouse goes down on the row. */
  down(): void
  /** Whether this click ended in text being selected that was not before. */
  ended(click: MouseEvent): boolean
}

const selected = (): string => window.getSelection()?.toString() ?? ''

export const createSelecting = (): Selecting => {
  let before = ''
  return {
    down: () => {
      before = selected()
    },
    ended: ({ detail }) => {
      const now = selected()
      return detail > 0 && now !== '' && now !== before
    },
  }
}
