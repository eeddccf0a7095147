// In a row that opens, figures can be selected to copy them: the click that ends the selection was
// not meant for the row.

const selectedText = (): string => window.getSelection()?.toString() ?? ''

export function createTextSelection() {
  let before = ''
  return {
    /** The mouse goes down on the row. */
    begin: (): void => {
      before = selectedText()
    },
    /** Whether this click ended a new text selection. */
    endedBy: ({ detail }: MouseEvent): boolean => {
      const now = selectedText()
      return detail > 0 && now !== '' && now !== before
    },
  }
}
