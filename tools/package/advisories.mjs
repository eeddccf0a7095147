// What is known against the packages of package-lock.json, sorted by whether they reach people.
// Which packages those are is read from what was built: most of what ships is bundled, and stands
// under "devDependencies", which `npm audit --omit dev` leaves out. Pure.

/** @typedef {'info' | 'low' | 'moderate' | 'high' | 'critical'} Severity */
/**
 * @typedef {{ name: string, severity: Severity, range: string, nodes: readonly string[] }} Advisory
 *   `nodes`: the places it is about
 */
/**
 * @typedef {{ vulnerabilities?: Record<string, Advisory>, message?: string }} AuditReport what
 *   `npm audit --json` prints
 */

/** Of what only builds and tests, these count. */
const grave = ['high', 'critical']

/**
 * @param {AuditReport} report
 * @param {readonly string[]} shipped places of package-lock.json
 * @returns {string[]} complaints; none where nothing is known against anything
 */
export function advisoryComplaints({ vulnerabilities, message }, shipped) {
  if (vulnerabilities === undefined)
    return [`npm could not ask for advisories: ${message ?? 'it gave no report'}`]
  return Object.values(vulnerabilities).flatMap(({ name, severity, range, nodes }) => {
    const ships = nodes.filter((place) => shipped.includes(place))
    if (ships.length > 0)
      return [`${name} ${range}, ${severity}, ships with Plimsoll: ${ships.join(', ')}`]
    return grave.includes(severity)
      ? [`${name} ${range}, ${severity}, builds or tests Plimsoll: ${nodes.join(', ')}`]
      : []
  })
}
