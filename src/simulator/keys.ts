// Keys follow from the seed alone: printable, the same in every run, and worth nothing outside this simulator.
import { createHash } from 'node:crypto'
import type { KeyRights, KeyState } from './world.js'

/** A key as the command line prints it. */
export type SimulatorKey = { name: string; apiKey: string; apiSecret: string; b2b: boolean; creditLine: boolean; mining: boolean }

const rights: Record<string, Pick<KeyRights, 'b2b' | 'creditLine' | 'mining'>> = {
  full: { b2b: true, creditLine: true, mining: true },
  plain: { b2b: false, creditLine: false, mining: false },
}

const derive = (seed: number, purpose: string): string => createHash('sha256').update(`plimsoll simulator ${seed} ${purpose}`).digest('hex')

export const deriveKeys = (seed: number): SimulatorKey[] =>
  Object.entries(rights).map(([name, granted]) => ({
    name,
    apiKey: derive(seed, `${name} key`).slice(0, 32),
    apiSecret: derive(seed, `${name} secret`),
    ...granted,
  }))

export const freshKeyStates = (): Record<string, KeyState> =>
  Object.fromEntries(
    Object.entries(rights).map(([name, granted]) => [
      name,
      { enabled: true, trading: true, collateral: true, ...granted, barred: [], lastNonce: '0', windowNonces: [], textNonces: {} },
    ]),
  )
