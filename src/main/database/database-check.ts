// Whether a file is a sound database of Plimsoll's. The SQL throws instead of answering: a connection that never prepared a statement
// closes its file at once, so that a damaged file can be renamed on every system.
import { numberOf, type Database } from './database.js'
import { faultOf, DatabaseFault } from './database-fault.js'

/** "Plim" in SQLite's application id: tells Plimsoll's file from an empty one and from another program's. */
export const applicationId = 0x506c696d

const check = (newestVersion: number): string => `
  CREATE TEMP TABLE plimsoll_check (
    mark INTEGER CONSTRAINT foreign_file CHECK (mark = ${applicationId}),
    version INTEGER CONSTRAINT newer_data CHECK (version <= ${newestVersion}),
    state TEXT CONSTRAINT damaged CHECK (state = 'ok')
  ) STRICT;
  INSERT INTO plimsoll_check (mark) SELECT application_id FROM pragma_application_id;
  INSERT INTO plimsoll_check (version) SELECT user_version FROM pragma_user_version;
  INSERT INTO plimsoll_check (state) SELECT quick_check FROM pragma_quick_check;
  DROP TABLE plimsoll_check`

export const versionOf = (database: Database): number => {
  const row = database.first('SELECT user_version FROM pragma_user_version')
  return row === null ? 0 : numberOf(row, 'user_version')
}

/** @throws DatabaseFault: DAMAGED, NEWER_DATA, or why the file could not be read at all. */
export const checkDatabase = (database: Database, newestVersion: number): void => {
  try {
    database.script(check(newestVersion))
  } catch (error) {
    const fault = faultOf(error)
    if (fault.message.endsWith('newer_data'))
      throw new DatabaseFault('NEWER_DATA', 'the data has a higher version than this Plimsoll knows')
    if (fault.message.endsWith('foreign_file')) throw new DatabaseFault('DAMAGED', 'the file is not a database of Plimsoll')
    if (fault.message.endsWith('damaged')) throw new DatabaseFault('DAMAGED', 'quick_check found damage')
    throw fault
  }
}
