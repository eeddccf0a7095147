// In a row that opens, figures can be selected to copy them: the click at the end of that was not meant for the row.

export type TextSelection = {
  /** The mouse goes down on the row. */
  begin(): void
  /** Whether this click ended in text being selected that was not before. */
  endedBy(click: MouseEvent): boolean
}

const selectedText = (): string => window.getSelection()?.toString() ?? ''

export const createTextSelection = (): TextSelection => {
  let before = ''
  return {
    begin: () => {
      before = selectedText()
    },
    endedBy: ({ detail }) => {
      const now = selectedText()
      return detail > 0 && now !== '' && now !== before
    },
  }
}
