// Reads back the JSON that the repositories wrote. What is not what was written is damage, not a surprise to be guessed at.
import type { Json } from '../../shared/json.js'
import { DatabaseFault } from './database-fault.js'

export type Fields = { readonly [name: string]: Json | undefined }

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const damaged = (what: string): DatabaseFault => new DatabaseFault('DAMAGED', `${what} does not hold what was written`)

/** @throws StoreFault */
export const parseStored = (content: string, what: string): Json => {
  try {
    const value: Json = JSON.parse(content)
    return value
  } catch {
    throw damaged(what)
  }
}

/** The value, once it is seen to be of its kind. @throws StoreFault */
export const checked = <T>(value: unknown, fits: (value: unknown) => value is T, what: string): T => {
  if (!fits(value)) throw damaged(what)
  return value
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number'
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

export const orNull =
  <T>(fits: (value: unknown) => value is T) =>
  (value: unknown): value is T | null =>
    value === null || fits(value)

export const listOf =
  <T>(fits: (value: unknown) => value is T) =>
  (value: unknown): value is T[] =>
    Array.isArray(value) && value.every(fits)

export const oneOf =
  <T extends string>(words: readonly T[]) =>
  (value: unknown): value is T =>
    words.some((word) => word === value)
