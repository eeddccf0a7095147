import { existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  digits,
  openDatabase,
  openOwnDatabase,
  text,
  type Bindable,
} from '../../../src/main/database/database.js'
import { faultOf } from '../../../src/main/database/database-fault.js'
import { temporaryFolder } from '../../support/test-storage.js'

function setup() {
  const path = join(temporaryFolder(), 'x.db')
  const database = openDatabase(path)
  onTestFinished(() => database.close())
  database.script(
    'CREATE TABLE thing (id INTEGER NOT NULL PRIMARY KEY, word TEXT NOT NULL, amount TEXT, at REAL) STRICT',
  )
  return { database, path }
}

function reasonOf(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    return faultOf(error).reason
  }
}

describe('the database', () => {
  it.each([
    [true],
    [undefined],
    [{}],
    [[]],
    [() => 1],
    [Symbol('x')],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [2n],
    [new Uint8Array(1)],
  ])('refuses %s, which would crash the driver', (value) => {
    const { database } = setup()
    const values: unknown[] = [value]
    expect(
      reasonOf(() =>
        database.run('INSERT INTO thing (word) VALUES (?)', ...(values as Bindable[])),
      ),
    ).toBe('INTERNAL')
  })

  it('DAT-4 reads bytes that are not text as damage, where the driver would crash', () => {
    const { database } = setup()
    database.script(
      `INSERT INTO thing (word, amount) VALUES (CAST(x'41ff42' AS TEXT), CAST(x'31ff' AS TEXT))`,
    )
    expect(reasonOf(() => database.all(`SELECT ${text('word')} FROM thing`))).toBe('DAMAGED')
    expect(database.all(`SELECT ${digits('amount')} FROM thing`)).toEqual([{ amount: null }])
  })

  it('returns text only if it was selected safely', () => {
    const { database } = setup()
    database.run('INSERT INTO thing (word) VALUES (?)', 'plain')
    expect(reasonOf(() => database.all('SELECT word FROM thing'))).toBe('INTERNAL')
  })

  it('keeps every character, including NUL', () => {
    const { database } = setup()
    const words = ['', 'Müller 海', 'a\0b', "it's", '…', '🂡']
    for (const word of words) database.run('INSERT INTO thing (word) VALUES (?)', word)
    expect(database.all(`SELECT ${text('word')} FROM thing ORDER BY id`)).toEqual(
      words.map((word) => ({ word })),
    )
  })

  it('DAT-3 has strict tables: text is no number, a fraction no integer', () => {
    const { database } = setup()
    expect(reasonOf(() => database.run("INSERT INTO thing (word, at) VALUES ('a', 'soon')"))).toBe(
      'INTERNAL',
    )
    expect(
      reasonOf(() => database.run('INSERT INTO thing (id, word) VALUES (?, ?)', 1.5, 'a')),
    ).toBe('INTERNAL')
  })

  it('rolls back a failed transaction, and keeps working', () => {
    const { database } = setup()
    const attempt = () =>
      database.write(() => {
        database.run('INSERT INTO thing (word) VALUES (?)', 'a')
        database.write(() => database.run('INSERT INTO thing (word) VALUES (?)', 'b'))
        throw new Error('in the middle')
      })
    expect(attempt).toThrow('in the middle')
    expect(database.first('SELECT count(*) AS n FROM thing')).toEqual({ n: 0 })
    database.write(() => database.run('INSERT INTO thing (word) VALUES (?)', 'c'))
    expect(database.first('SELECT count(*) AS n FROM thing')).toEqual({ n: 1 })
  })

  it('removes its log when closed, even with prepared statements', () => {
    const { database: made, path } = setup()
    made.close()
    const database = openOwnDatabase(path)
    database.script('PRAGMA journal_mode = WAL')
    database.run('INSERT INTO thing (word) VALUES (?)', 'a')
    database.close()
    const again = openOwnDatabase(path)
    expect(again.first('SELECT count(*) AS n FROM thing')).toEqual({ n: 1 })
    again.close()
    expect(existsSync(`${path}-wal`)).toBe(false)
    renameSync(path, `${path}.elsewhere`)
  })

  it('does nothing once closed', () => {
    const { database, path } = setup()
    database.close()
    database.close()
    const size = statSync(path).size
    expect(reasonOf(() => database.run('INSERT INTO thing (word) VALUES (?)', 'a'))).toBe('CLOSED')
    expect(reasonOf(() => database.script('DELETE FROM thing'))).toBe('CLOSED')
    expect(statSync(path).size).toBe(size)
  })

  it('DAT-3 uses WAL mode with every commit synced and foreign keys on, once accepted', () => {
    const database = openOwnDatabase(setup().path)
    onTestFinished(() => database.close())
    database.script('PRAGMA journal_mode = WAL')
    const pragma = (name: string) =>
      database.first(`SELECT ${text(name)} FROM pragma_${name}`)?.[name]
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual([
      'wal',
      '2',
      '1',
    ])
    expect([pragma('secure_delete'), pragma('trusted_schema'), pragma('cell_size_check')]).toEqual([
      '1',
      '0',
      '1',
    ])
  })

  it('refuses a relative path, which would depend on where Plimsoll was started', () => {
    expect(reasonOf(() => openDatabase('x.db'))).toBe('INTERNAL')
  })
})
