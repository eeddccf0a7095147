// A history in memory whose database is found damaged when a test says so.
import { openDatabase, inMemory, type Database } from '../../src/main/database/database.js'
import { writeExport, type ExportJob } from '../../src/main/investments/flex-export.js'
import { createFlexRepository } from '../../src/main/investments/flex-repository.js'
import { historySchema } from '../../src/main/investments/history-database.js'
import { DatabaseFault, noLog } from '../../src/main/database/database-fault.js'

export function openDamageableHistory() {
  const statements: string[] = []
  let damages = 0
  let replaced = 0

  const noted = <T>(sql: string, ask: () => T): T => {
    statements.push(sql)
    if (damages > 0) {
      damages -= 1
      throw new DatabaseFault('DAMAGED', 'spoilt by a test')
    }
    return ask()
  }

  const open = (): Database => {
    const database = openDatabase(inMemory)
    database.script(historySchema)
    return {
      ...database,
      first: (sql, ...values) => noted(sql, () => database.first(sql, ...values)),
      all: (sql, ...values) => noted(sql, () => database.all(sql, ...values)),
      run: (sql, ...values) => noted(sql, () => database.run(sql, ...values)),
    }
  }

  const replace = (): Database => {
    replaced += 1
    return open()
  }

  const flex = createFlexRepository({ database: open(), replace, paceMs: 25, log: noLog })
  return {
    flex: { ...flex, exportTo: (job: ExportJob) => writeExport(job, flex) },
    /** As many statements from now on meet damage; for good where it is `Infinity`. */
    spoil: (times = 1): void => {
      damages = times
    },
    /** How often an empty database took the place of a damaged one. */
    replaced: (): number => replaced,
    /** Everything that was asked of the database. */
    statements,
  }
}
