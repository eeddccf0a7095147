// Versions of the database, applied in order, each in one transaction with its number.
import { applicationId, versionOf } from './database-check.js'
import type { Database } from './database.js'
import type { Migration } from './migrations/migration.js'
import { alerts } from './migrations/0006-alerts.js'
import { incidents } from './migrations/0005-incidents.js'
import { keychainEntries } from './migrations/0009-keychain-entries.js'
import { fieldNames } from './migrations/0010-field-names.js'
import { orders } from './migrations/0007-orders.js'
import { mining } from './migrations/0008-mining.js'
import { nonces } from './migrations/0002-nonces.js'
import { profiles } from './migrations/0001-profiles.js'
import { samples } from './migrations/0003-samples.js'
import { snapshots } from './migrations/0004-snapshots.js'
import { faultOf, DatabaseFault } from './database-fault.js'

export const migrations: readonly Migration[] = [
  ...[profiles, nonces, samples, snapshots, incidents, alerts, orders, mining, keychainEntries, fieldNames],
]

export const newestVersion = migrations.length

/** Brings the database to `upTo`. A step that fails leaves the database at the version before it. @throws DatabaseFault */
export const migrate = (database: Database, upTo: number = newestVersion): void => {
  const from = versionOf(database)
  for (const { version, sql } of migrations) {
    if (version <= from || version > upTo) continue
    try {
      database.write(() => database.script(`${sql} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`))
    } catch (error) {
      const fault = faultOf(error)
      throw fault.reason === 'INTERNAL' ? new DatabaseFault('UPGRADE_FAILED', `version ${version}: ${fault.message}`) : fault
    }
  }
}
