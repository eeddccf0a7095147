import { readFileSync } from 'node:fs'
import { licenceComplaints } from './package/licences.mjs'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const complaints = licenceComplaints(packages)
for (const complaint of complaints) console.error(`licences: ${complaint}`)
if (complaints.length === 0)
  console.error(
    `licences: ${Object.keys(packages).length - 1} packages, all under terms on the list`,
  )
process.exit(complaints.length === 0 ? 0 : 1)
