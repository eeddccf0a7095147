// npm run screenshots
// Draws the pictures of the README anew, from the page as it is. The page's suite fails when that was forgotten.
process.env.PLIMSOLL_SCREENSHOTS = '1'
process.argv.push('pictures.spec.ts')
await import('./page.mjs')
