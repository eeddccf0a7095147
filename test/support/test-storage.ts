// A folder of its own for the storage of one test, a clock that moves only when told, and factories
// for what is stored.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStorage, type AppStorage, type StorageParts } from '../../src/main/accounts/storage.js'
import type { Profile } from '../../src/shared/accounts/account.js'
import type { Loan } from '../../src/shared/portfolio/loan.js'
import type { Problem } from '../../src/shared/problem.js'
import type { Notice } from '../../src/shared/accounts/app-state.js'
import { leaveOut } from './leave-out.js'

/** 2025-06-15 12:00:00 UTC. */
export const startOfTest = 1_749_988_800

function folderBelow(parent: string): string {
  const folder = mkdtempSync(join(parent, 'plimsoll-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function temporaryFolder(): string {
  return folderBelow(tmpdir())
}

/**
 * In memory where the system has such a place: for tests with thousands of commits, of which none
 * is about the disk.
 */
export function quickFolder(): string {
  return folderBelow(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
}

export function createTestClock(startsAt = startOfTest) {
  let now = startsAt
  const clock = (): number => now
  return {
    clock,
    advance: (seconds: number): void => {
      now += seconds
    },
    setTo: (at: number): void => {
      now = at
    },
  }
}

export type OpenedStorage = { storage: AppStorage; notices: Notice[] }

/** Opens the storage and closes it when the test ends. */
export function openTestStorage(ports: StorageParts): OpenedStorage {
  const opened = openStorage(ports)
  if (!opened.ok)
    throw new Error(`the storage did not open: ${opened.error.reason ?? opened.error.code}`)
  onTestFinished(() => opened.value.storage.close())
  return opened.value
}

/** Why the storage did not open. */
export function refusalOf(ports: StorageParts): Problem {
  const opened = openStorage(ports)
  if (opened.ok) {
    opened.value.storage.close()
    throw new Error('the storage opened')
  }
  return opened.error
}

export function valueOf<T>(result: { ok: true; value: T } | { ok: false; error: Problem }): T {
  if (!result.ok)
    throw new Error(`${result.error.code} ${result.error.reason ?? ''}: ${result.error.message}`)
  return result.value
}

export function aProfile(some: Partial<Profile> = {}): Profile {
  return {
    id: '0b0e8bb0-5a0f-4b7e-9d8c-0123456789ab',
    name: 'Main account',
    region: 'global',
    baseUrl: 'https://exchange.example',
    dialect: 'live',
    keyHint: 'abcd…wxyz',
    keyStorage: 'keychain',
    createdAt: startOfTest + 0.25,
    ...some,
  }
}

export function aLoan(some: Partial<Loan> = {}): Loan {
  return {
    asset: 'USDT',
    amount: '15000.50',
    totalFunding: '12.000000000000000001',
    currentLtv: '25',
    initialLtv: '60',
    marginCallLtv: '75',
    liquidationLtv: '85',
    createdAt: '1715339355',
    ...some,
  }
}

/** Names in a folder, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder).sort()
}

export function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

export const isRoot = process.getuid?.() === 0

/** A file system of its own that can be filled to the brim or made read-only; needs root. */
export function mountSmallDisk(size: string): { folder: string; remount(options: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    folder,
    remount: (options) => void execFileSync('mount', ['-o', `remount,${options}`, folder]),
  }
}

function canMount(): boolean {
  if (!isRoot || process.platform !== 'linux') return false
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * For `describe.runIf(smallDisksWork())`. Said loudly where it is false: those tests prove nothing
 * there.
 */
export function smallDisksWork(): boolean {
  const work = canMount()
  if (!work)
    leaveOut(
      'full and read-only disks',
      'only root on Linux may mount a disk for them. Run npm test as root, or in a container.',
    )
  return work
}
