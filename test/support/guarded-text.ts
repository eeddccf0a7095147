/** Whether the one is the other with nothing but apostrophes put in, as before what a spreadsheet would take for a formula. */
export const guards = (guarded: string, text: string): boolean => {
  let at = 0
  for (const sign of guarded) {
    if (text.startsWith(sign, at)) at += sign.length
    else if (sign !== "'") return false
  }
  return at === text.length
}
