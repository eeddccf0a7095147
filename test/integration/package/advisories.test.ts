// Everything that ships is audited, in either dependency list of package.json.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWhereNeeded } from '../../../tools/build.mjs'
import { advisoryComplaints, type AuditReport } from '../../../tools/package/advisories.mjs'
import { bundledList } from '../../../tools/package/bundled.mjs'
import { forWhatShips, type Lock, placesThatShip } from '../../../tools/package/shipped.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

function json(...where: string[]): unknown {
  return JSON.parse(readFileSync(path.join(root, ...where), 'utf8'))
}

function against(place: string, severity: 'low' | 'moderate' | 'high' | 'critical'): AuditReport {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { vulnerabilities: { [name]: { name, severity, range: '<2.0.0', nodes: [place] } } }
}

describe('SUP-4 the audit of packages', () => {
  let shipped: readonly string[] = []
  let bundled: readonly string[] = []
  beforeAll(async () => {
    expect(await buildWhereNeeded()).toBe(true)
    shipped = placesThatShip(root)
    bundled = ['', 'preload', 'renderer'].flatMap(
      (part) => json('out', part, bundledList) as string[],
    )
  })

  it('covers every bundled package, though most are declared for development', () => {
    const { devDependencies } = json('package.json') as { devDependencies: Record<string, string> }
    const declared = Object.keys(devDependencies).map((name) => `node_modules/${name}`)
    for (const name of ['svelte', 'bits-ui', 'zod', 'undici', 'bignumber.js', 'uplot', 'fastify'])
      expect(declared, name).toContain(`node_modules/${name}`)
    expect(bundled.filter((place) => declared.includes(place)).length).toBeGreaterThan(10)
    for (const place of bundled)
      expect(advisoryComplaints(against(place, 'low'), shipped), place).toHaveLength(1)
  })

  it('covers Electron, and every package shipped beside the code on any system', () => {
    const beside = forWhatShips(json('package-lock.json') as Lock).map(([place]) => place)
    expect(beside).toContain('node_modules/axios')
    for (const place of ['node_modules/electron', ...beside])
      expect(advisoryComplaints(against(place, 'moderate'), shipped), place).toHaveLength(1)
  })

  it('counts only severe advisories for packages that only build and test', () => {
    expect(shipped).not.toContain('node_modules/vitest')
    for (const severity of ['low', 'moderate'] as const)
      expect(advisoryComplaints(against('node_modules/vitest', severity), shipped)).toEqual([])
    for (const severity of ['high', 'critical'] as const)
      expect(advisoryComplaints(against('node_modules/vitest', severity), shipped)).toEqual([
        `vitest <2.0.0, ${severity}, builds or tests Plimsoll: node_modules/vitest`,
      ])
  })

  it('fails if npm gave no answer, and passes an answer without advisories', () => {
    expect(advisoryComplaints({ vulnerabilities: {} }, shipped)).toEqual([])
    expect(advisoryComplaints({ message: '405 Method Not Allowed' }, shipped)).toEqual([
      'npm could not ask for advisories: 405 Method Not Allowed',
    ])
    expect(advisoryComplaints({}, shipped)).toEqual([
      'npm could not ask for advisories: it gave no report',
    ])
  })
})
