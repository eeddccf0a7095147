// An export that cannot be finished says why, and leaves nothing new under the chosen name.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeExport } from '../../../src/main/investments/flex-export.js'
import { openHistoryDatabase } from '../../../src/main/investments/history-database.js'
import { everything, type FlexExport } from '../../../src/shared/investments/flex-history.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { aFlexRecord } from '../../support/flex-records.js'
import {
  filesIn,
  modeOf,
  mountSmallDisk,
  smallDisksWork,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'
import { worded } from '../../support/worded.js'

const smallDisks = smallDisksWork()

const profileId = 'p1'

function setup(count = 1200) {
  const { flex } = openHistoryDatabase({ folder: null })
  const records = Array.from({ length: count }, (_, index) =>
    aFlexRecord({ transactionId: `tx_${index}`, createdAt: String(1_700_000_000 + index) }),
  )
  valueOf(flex.savePage(profileId, records, () => null))
  const states: FlexExport[] = []
  const write = (
    file: string,
    hear: (progress: FlexExport) => void = () => undefined,
  ): Promise<void> =>
    writeExport(
      {
        id: 'e1',
        file,
        profileId,
        stop: new AbortController().signal,
        filter: { ...everything, currency: 'USDT' },
        format: 'csv',
        bom: false,
        onProgress: (progress) => {
          states.push(progress)
          hear(progress)
        },
      },
      flex,
    )
  return { flex, states, write }
}

describe('an export', () => {
  it.skipIf(process.platform === 'win32')('is private to its owner', async () => {
    const { write } = setup()
    const file = join(temporaryFolder(), 'export.csv')
    await write(file)
    expect(modeOf(file)).toBe('600')
  })

  it('is one header if nothing matches', async () => {
    const { states, write } = setup(0)
    const file = join(temporaryFolder(), 'export.csv')
    await write(file)
    expect(states.at(-1)).toMatchObject({ state: 'done', rows: 0, total: 0 })
    expect(readFileSync(file, 'utf8').split('\r\n')).toHaveLength(2)
  })

  it.each([
    ['its folder is gone', 'gone/export.csv', 'ENOENT', 'its folder no longer exists'],
    ['a folder has its name', 'taken', 'EISDIR', 'a folder has that name'],
  ])('fails if %s', async (_, name, reason, words) => {
    const { states, write } = setup()
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'taken'))
    await write(join(folder, name))
    expect(states.at(-1)).toMatchObject({
      state: 'failed',
      problem: { code: 'store-trouble', reason },
    })
    expect(englishOf(states.at(-1)?.problem?.message ?? '')).toContain(words)
    expect(filesIn(folder)).toEqual(['taken'])
  })

  it('is discarded if a record changed meanwhile, so that it never has a wrong number of rows', async () => {
    const { flex, states, write } = setup()
    const file = join(temporaryFolder(), 'export.csv')
    await write(file, ({ state, rows }) => {
      if (state === 'writing' && rows === 0)
        valueOf(
          flex.savePage(
            profileId,
            [aFlexRecord({ transactionId: 'tx_0', currency: 'BTC' })],
            () => null,
          ),
        )
    })
    expect(states.at(-1)).toMatchObject({
      state: 'failed',
      total: 1200,
      problem: { reason: 'RECORDS_CHANGED' },
    })
    expect(existsSync(file)).toBe(false)
  })

  it('is discarded if two records changed places: as many rows, but one of them twice and the other missing', async () => {
    const { flex, states, write } = setup()
    const file = join(temporaryFolder(), 'export.csv')
    const at = (second: number) => String(1_700_000_000 + second)
    await write(file, ({ state, rows }) => {
      if (state !== 'writing' || rows !== 500) return
      const swapped = [
        aFlexRecord({ transactionId: 'tx_0', createdAt: at(1100) }),
        aFlexRecord({ transactionId: 'tx_1100', createdAt: at(0) }),
      ]
      valueOf(flex.savePage(profileId, swapped, () => null))
    })
    expect(states.at(-1)).toMatchObject({
      state: 'failed',
      rows: 1200,
      total: 1200,
      problem: { reason: 'RECORDS_CHANGED' },
    })
    expect(existsSync(file)).toBe(false)
  })

  it('is kept if records of another account changed meanwhile', async () => {
    const { flex, states, write } = setup()
    const file = join(temporaryFolder(), 'export.csv')
    await write(file, ({ state, rows }) => {
      if (state !== 'writing') return
      valueOf(
        flex.savePage(
          'p2',
          [aFlexRecord({ transactionId: 'tx_0', amount: `${rows}.5` })],
          () => null,
        ),
      )
      valueOf(flex.forget('p3'))
    })
    expect(flex.rewrites('p2')).toBeGreaterThan(1)
    expect(states.at(-1)).toMatchObject({ state: 'done', rows: 1200, total: 1200, problem: null })
  })

  it('excludes records that arrive while it is written', async () => {
    const { flex, states, write } = setup()
    await write(join(temporaryFolder(), 'export.csv'), ({ state, rows }) => {
      if (state === 'writing' && rows === 500)
        valueOf(
          flex.savePage(
            profileId,
            [aFlexRecord({ transactionId: 'late', createdAt: '1600000000' })],
            () => null,
          ),
        )
    })
    expect(states.at(-1)).toMatchObject({ state: 'done', rows: 1200, total: 1200 })
  })

  it.runIf(smallDisks)('DAT-8 leaves the old file unchanged if the disk is full', async () => {
    const { folder } = mountSmallDisk('64k')
    const file = join(folder, 'export.csv')
    writeFileSync(file, 'old')
    const { states, write } = setup()
    await write(file)
    expect(worded(states.at(-1))).toMatchObject({
      state: 'failed',
      problem: {
        reason: 'ENOSPC',
        message: 'The file could not be written: the disk is full. What was there is unchanged.',
      },
    })
    expect([readFileSync(file, 'utf8'), filesIn(folder)]).toEqual(['old', ['export.csv']])
  })

  // A write that finds space for a part of it does not fail: it returns how much it wrote.
  it.runIf(smallDisks)(
    'DAT-8 is never reported as done if the disk was full in the middle of its last slice',
    async () => {
      const { folder } = mountSmallDisk('32k')
      const file = join(folder, 'export.csv')
      writeFileSync(file, 'old')
      const { states, write } = setup(480)
      await write(file)
      expect(states.at(-1)).toMatchObject({ state: 'failed', problem: { reason: 'ENOSPC' } })
      expect([readFileSync(file, 'utf8'), filesIn(folder)]).toEqual(['old', ['export.csv']])
    },
  )
})
