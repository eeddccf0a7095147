// Known advisories against the packages of package-lock.json, sorted by whether they reach users.
// Which packages those are is read from the build output: most of what ships is bundled, and listed
// under "devDependencies", which `npm audit --omit dev` ignores. Pure.

/** @typedef {'info' | 'low' | 'moderate' | 'high' | 'critical'} Severity */
/**
 * @typedef {{ name: string, severity: Severity, range: string, nodes: readonly string[] }} Advisory
 *   `nodes`: the places it is about
 */
/**
 * @typedef {{ vulnerabilities?: Record<string, Advisory>, message?: string }} AuditReport what
 *   `npm audit --json` prints
 */

/** For build and test dependencies, these count. */
const grave = ['high', 'critical']

/**
 * @param {AuditReport} report
 * @param {readonly string[]} shipped places of package-lock.json
 * @returns {string[]} complaints; none if there are no advisories
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
