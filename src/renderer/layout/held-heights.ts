// While amounts are hidden what stands on the screen keeps its height: sentences that were two lines long are one, and forms give way to a line,
// and nothing below may move for it. What is opened while they are hidden is as high as it is.

const boxes = 'main :is(section, tr, li)'
const held = new Map<HTMLElement, 'height' | 'minHeight'>()

/** Rows of tables have no least height: there the height is one. */
const propertyOf = ({ tagName }: HTMLElement): 'height' | 'minHeight' => (tagName === 'TR' ? 'height' : 'minHeight')

/** Call it before the page changes. */
export const holdHeights = (): void => {
  const free = [...document.querySelectorAll<HTMLElement>(boxes)].filter((box) => box.style[propertyOf(box)] === '')
  // All are measured before the first is changed, or each would be laid out anew.
  const measured = free.map((box) => [box, box.getBoundingClientRect().height] as const)
  for (const [box, height] of measured) {
    const property = propertyOf(box)
    box.style[property] = `${height}px`
    held.set(box, property)
  }
}

/** Amounts are shown again, the window has another size, or what is within `place` is about to be something else. */
export const releaseHeights = (place: Element = document.documentElement): void => {
  for (const [box, property] of held) {
    if (box.isConnected && !place.contains(box)) continue
    box.style[property] = ''
    held.delete(box)
  }
}
