// Which address family connected to each host: keys are bound to addresses, so the next run starts
// with the one that worked.
import { type AddressFamily, addressFamilyChoices } from '../../shared/portfolio/connection.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { type Database, text, textOf } from '../database/database.js'
import type { FamilyMemory } from './address-family.js'

function isFamily(value: string): value is AddressFamily {
  return value !== 'automatic' && addressFamilyChoices.some((one) => one === value)
}

export function createFamilyRepository(database: Database, health: DatabaseHealth): FamilyMemory {
  return {
    read: () => {
      const rows = health.read(() =>
        database.all(`SELECT ${text('host')}, ${text('family')} FROM host_family`),
      )
      if (!rows.ok) return []
      return rows.value.flatMap((row) => {
        const family = textOf(row, 'family')
        return isFamily(family) ? [[textOf(row, 'host'), family] as const] : []
      })
    },
    save: (host, family) => {
      health.write(() =>
        database.write(() => {
          database.run(
            'DELETE FROM host_family WHERE NOT EXISTS (SELECT 1 FROM profile WHERE instr(base_url, host) > 0)',
          )
          database.run(
            'INSERT INTO host_family (host, family) VALUES (?, ?) ON CONFLICT (host) DO UPDATE SET family = excluded.family',
            host,
            family,
          )
          return null
        }),
      )
    },
  }
}
