import { describe, expect, it } from 'vitest'
import type { Database } from '../../../src/main/database/database.js'
import {
  createDatabaseHealth,
  DatabaseFault,
  noLog,
} from '../../../src/main/database/database-fault.js'
import { createWriteBehind } from '../../../src/main/database/write-behind.js'

function setup() {
  let now = 1_749_988_800
  let changes = 0
  let waiting = 0
  let refusing = false
  const written: number[] = []
  const unused = () => {
    throw new Error('not part of this test')
  }
  const database: Database = {
    run: unused,
    first: unused,
    all: unused,
    script: unused,
    close: unused,
    changes: () => changes,
    write: (work) => work(),
  }
  const health = createDatabaseHealth({
    changes: () => changes,
    log: noLog,
    onChange: () => undefined,
    onDamage: () => undefined,
  })
  const behind = createWriteBehind(database, health, () => now)
  let tries = 0
  behind.register({
    count: () => waiting,
    write: () => {
      tries += 1
      if (refusing) throw new DatabaseFault('DISK_FULL', 'x')
      changes += waiting
    },
    written: () => {
      written.push(waiting)
      waiting = 0
    },
  })
  return {
    behind,
    written,
    tries: () => tries,
    add: (count: number) => {
      waiting += count
      behind.writeWhenDue()
    },
    addForGood: (count: number) => {
      waiting += count
      behind.writeNow()
    },
    pass: (seconds: number) => {
      now += seconds
    },
    refuse: (on: boolean) => {
      refusing = on
    },
  }
}

describe('writing behind', () => {
  it('waits half a minute, then writes everything waiting at once', () => {
    const { add, pass, written } = setup()
    add(3)
    pass(29)
    add(4)
    expect(written).toEqual([])
    pass(1)
    add(5)
    expect(written).toEqual([12])
  })

  it('does not wait for urgent rows, and includes what is waiting', () => {
    const { add, addForGood, written } = setup()
    add(3)
    addForGood(1)
    expect(written).toEqual([4])
    addForGood(2)
    expect(written).toEqual([4, 2])
  })

  it('does not retry a disk that refuses for every row, even for urgent ones', () => {
    const { addForGood, pass, refuse, tries, written } = setup()
    refuse(true)
    for (let row = 0; row < 20; row += 1) addForGood(1)
    expect(tries()).toBe(1)
    pass(30)
    refuse(false)
    addForGood(1)
    expect(written).toEqual([21])
    addForGood(1)
    expect(written).toEqual([21, 1])
  })

  it('does not wait once much is waiting', () => {
    const { add, written } = setup()
    add(499)
    expect(written).toEqual([])
    add(1)
    expect(written).toEqual([500])
  })

  it('keeps what the disk refuses and retries after a while, not with every row', () => {
    const { add, pass, refuse, tries, written } = setup()
    refuse(true)
    add(600)
    add(1)
    add(1)
    expect(tries()).toBe(1)
    pass(30)
    refuse(false)
    add(1)
    expect(written).toEqual([603])
  })

  it('continues writing after the clock was set back', () => {
    const { add, pass, written } = setup()
    pass(-86_400)
    add(1)
    expect(written).toEqual([1])
  })

  it('does not access the disk when nothing is waiting', () => {
    const { behind, tries } = setup()
    expect(behind.flush().ok).toBe(true)
    expect(tries()).toBe(0)
  })
})
