// npm run screenshots
// Draws the pictures of the README anew, from the page as it is: the page's suite fails when that
// was forgotten. And docs/screens/: every screen in every state, side by side.
process.env.PLIMSOLL_SCREENSHOTS = '1'
process.argv.push('pictures.spec.ts', 'sheets.spec.ts')
await import('./page.mjs')
