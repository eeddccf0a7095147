// Errors in a desktop entry that a desktop would silently ignore.

/**
 * @typedef {{
 *   program: string,
 *   icon: string,
 *   actions: readonly string[],
 *   flags: string,
 *   schemes: readonly string[],
 * }} Wanted
 */

/**
 * @param {string} text
 * @returns {{ groups: Map<string, Map<string, string>>, strange: string[] }}
 */
function readEntry(text) {
  /** @type {Map<string, Map<string, string>>} */
  const groups = new Map()
  /** @type {string[]} */
  const strange = []
  /** @type {Map<string, string> | null} */
  let group = null
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, head] = /^\[([^[\]]+)\]$/.exec(line) ?? []
    const [, key, value] = /^([A-Za-z0-9-]+)=(.*)$/.exec(line) ?? []
    if (head !== undefined) {
      if (groups.has(head)) strange.push(`has the group ${head} twice`)
      group = new Map()
      groups.set(head, group)
    } else if (key === undefined || value === undefined || group === null)
      strange.push(`has a line that means nothing: ${line}`)
    else if (group.has(key)) strange.push(`says ${key} twice`)
    else group.set(key, value)
  }
  return { groups, strange }
}

/**
 * @param {string} place where it is, to name it by
 * @param {string} text
 * @param {Wanted} wanted
 * @returns {string[]}
 */
export function desktopEntryComplaints(place, text, { program, icon, actions, flags, schemes }) {
  const { groups, strange } = readEntry(text)
  const entry = groups.get('Desktop Entry') ?? new Map()
  /** @type {(key: string, value: string, of?: Map<string, string>) => string[]} */
  const expect = (key, value, of = entry) =>
    of.get(key) === value ? [] : [`says ${key}=${of.get(key) ?? ''}, expected ${value}`]
  /** A list of the specification ends with its separator. */
  const lists = ['Categories', 'Keywords', 'Actions', 'MimeType'].filter(
    (key) => entry.has(key) && !entry.get(key)?.endsWith(';'),
  )
  return [
    ...strange,
    ...([...groups.keys()][0] === 'Desktop Entry' ? [] : ['does not begin with [Desktop Entry]']),
    ...expect('Type', 'Application'),
    ...expect('Name', 'Plimsoll'),
    ...expect('Exec', `${program}${flags}`),
    ...expect('TryExec', program),
    ...expect('Icon', icon),
    ...expect('Terminal', 'false'),
    ...schemes.flatMap((scheme) => expect('MimeType', `x-scheme-handler/${scheme};`)),
    ...lists.map((key) => `has a list without its end: ${key}`),
    ...((entry.get('Categories') ?? '').split(';').includes('Office')
      ? []
      : ['is in no category that menus know']),
    ...(actions.length === 0 ? [] : expect('Actions', `${actions.join(';')};`)),
    ...actions.flatMap((action) => {
      const group = groups.get(`Desktop Action ${action}`)
      return group?.get('Name') && group.get('Exec')?.startsWith(`${program} `)
        ? []
        : [`has an action that does nothing: ${action}`]
    }),
  ].map((complaint) => `${place} ${complaint}`)
}
