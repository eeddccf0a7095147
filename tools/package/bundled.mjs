// Which packages the bundler included in the build: the path of each, as in package-lock.json.

/** Beside each of the built programs; read by the tools that list what ships, and not packaged. */
export const bundledList = 'bundled.json'

/**
 * @param {string} id of a module: a file, or the bundler's own, as `\0rolldown/runtime.js`
 * @returns {string | null}
 */
export function placeOfModule(id) {
  const bare = id.replace(/^\0/, '').replaceAll('\\', '/')
  const parts = (
    !id.startsWith('\0') || bare.includes('node_modules/') ? bare : `node_modules/${bare}`
  ).split('/')
  const from = parts.indexOf('node_modules')
  let end = from
  while (parts[end] === 'node_modules') end += parts[end + 1]?.startsWith('@') ? 3 : 2
  // A bare name is not a module of a package.
  return from >= 0 && end < parts.length ? parts.slice(from, end).join('/') : null
}

/**
 * Writes the list of a build beside its output. A module that was removed entirely is not part of
 * it; a style sheet always is.
 * @returns {import('vite').Plugin}
 */
export function listBundled() {
  return {
    name: 'list-bundled',
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((part) =>
        part.type === 'asset'
          ? part.originalFileNames
          : Object.entries(part.modules).flatMap(([id, { renderedLength }]) =>
              renderedLength > 0 || id.endsWith('.css') ? [id] : [],
            ),
      )
      const places = [...new Set(ids.flatMap((id) => placeOfModule(id) ?? []))].sort()
      this.emitFile({
        type: 'asset',
        fileName: bundledList,
        source: `${JSON.stringify(places, null, 2)}\n`,
      })
    },
  }
}
