// npm run screenshots
// Redraws the pictures of the README from the current page: the page's suite fails if that was
// forgotten. And docs/screens/: every screen in every state, side by side.
process.env.PLIMSOLL_SCREENSHOTS = '1'
process.argv.push('pictures.spec.ts', 'sheets.spec.ts')
await import('./page.mjs')
