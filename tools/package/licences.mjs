// SUP-5: the licence terms of everything in package-lock.json. The lockfile does not say what the
// bundler includes in the product, so terms that bind distributed code are allowed only by package
// name, each with the reason.

/** Terms that require nothing but their own text. */
const permissive = new Set(
  'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause 0BSD Apache-2.0 BlueOak-1.0.0 CC0-1.0 Unlicense Python-2.0 WTFPL'.split(
    ' ',
  ),
)

/** @type {readonly { name: RegExp, terms: string, why: string }[]} */
const named = [
  { name: /^@fontsource-variable\/inter$/, terms: 'OFL-1.1', why: 'a font ships as it is' },
  { name: /^(@axe-core\/playwright|axe-core)$/, terms: 'MPL-2.0', why: 'only tests use it' },
  { name: /^lightningcss/, terms: 'MPL-2.0', why: 'only the build uses it' },
  { name: /^eslint-plugin-no-unsanitized$/, terms: 'MPL-2.0', why: 'only checks use it' },
  {
    name: /^(@resvg\/resvg-js|@shockpkg\/icon-encoder)/,
    terms: 'MPL-2.0',
    why: 'only npm run icons uses it',
  },
  { name: /^caniuse-lite$/, terms: 'CC-BY-4.0', why: 'only checks use it' },
]

/** Their manifest does not say; their LICENSE was read. */
const read = new Map([['svelte-toolbelt', 'MIT']])

/**
 * @param {string} expression as SPDX writes it
 * @param {(terms: string) => boolean} allowed
 * @returns {boolean}
 */
function satisfies(expression, allowed) {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  // Nested terms need manual review; none of ours has them.
  if (/[()]/.test(bare)) return false
  if (bare.includes(' OR ')) return bare.split(' OR ').some((one) => satisfies(one.trim(), allowed))
  if (bare.includes(' AND '))
    return bare.split(' AND ').every((one) => satisfies(one.trim(), allowed))
  return allowed(bare)
}

/**
 * The package at that path in package-lock.json, and its terms, if known.
 * @param {string} place
 * @param {LockEntry} entry
 */
export function packageAt(place, entry) {
  const name =
    entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { name, terms: entry.license ?? read.get(name) }
}

/**
 * @typedef {{ license?: string, link?: boolean, name?: string, version?: string }} LockEntry
 * @param {Record<string, LockEntry>} packages of package-lock.json
 * @returns {string[]}
 */
export function licenceComplaints(packages) {
  return Object.entries(packages).flatMap(([place, entry]) => {
    if (place === '' || entry.link) return []
    const { name, terms } = packageAt(place, entry)
    if (terms === undefined)
      return [`${name} ${entry.version} does not say under which terms it comes`]
    const allowed = (/** @type {string} */ one) =>
      permissive.has(one) || named.some((each) => each.terms === one && each.name.test(name))
    return satisfies(terms, allowed)
      ? []
      : [`${name} ${entry.version} comes under ${terms}, which is not on the list`]
  })
}
