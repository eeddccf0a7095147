// Whether the Electron that ships is still supported and up to date: one of the three newest
// majors, at most 14 days behind its newest patch. It needs the registry, so it runs together with
// the check for advisories.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const supportedMajors = 3
const longestDays = 14

/** @param {string} version */
const partsOf = (version) => version.split('.').map(Number)

/**
 * @param {string} version
 * @param {Record<string, string>} times when each version was released, as
 *   in `npm view electron time --json`
 * @param {number} now milliseconds
 * @returns {string[]} complaints
 */
export function electronComplaints(version, times, now) {
  const stable = Object.keys(times).filter((one) => /^\d+\.\d+\.\d+$/.test(one))
  const [major = 0, minor = 0, patch = 0] = partsOf(version)
  const majors = [...new Set(stable.map((one) => partsOf(one)[0] ?? 0))]
    .sort((a, b) => b - a)
    .slice(0, supportedMajors)
  const complaints = majors.includes(major)
    ? []
    : [`Electron ${version} gets no repairs any more: only ${majors.join(', ')} do.`]
  const missed = stable
    .filter((one) => {
      const [otherMajor, otherMinor = 0, otherPatch = 0] = partsOf(one)
      return (
        otherMajor === major && (otherMinor > minor || (otherMinor === minor && otherPatch > patch))
      )
    })
    .map((one) => Date.parse(times[one] ?? ''))
  const since = Math.min(...missed)
  const days = Math.floor((now - since) / 86_400_000)
  if (missed.length > 0 && days > longestDays)
    complaints.push(`Electron ${version} has lacked a newer patch for ${days} days.`)
  return complaints
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const version = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies.electron
  const times = JSON.parse(
    execFileSync('npm', ['view', 'electron', 'time', '--json'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  )
  const complaints = electronComplaints(version, times, Date.now())
  for (const complaint of complaints) console.error(complaint)
  process.exit(complaints.length === 0 ? 0 : 1)
}
