import type { UnixSeconds } from '../time.js'

/**
 * Which exchange a profile connects to. `custom` is any https host, or http on loopback; `demo` is
 * the built-in simulator.
 */
export type Region = 'global' | 'eu' | 'custom' | 'demo'

/**
 * How order fields are spelled on the wire: `spec` as the specification prints them, `live` as the
 * public service does.
 */
export type Dialect = 'spec' | 'live'

/**
 * Where a profile's key and secret are stored. `session` is memory only and ends with the app; it
 * is always chosen, never a fallback.
 */
export type KeyStorage = 'keychain' | 'session' | 'demo'

export type Profile = {
  /** Random UUID; the keychain entry is stored under it, so the keychain shows no account name. */
  id: string
  name: string
  region: Region
  /** Scheme and host, no trailing slash. */
  baseUrl: string
  dialect: Dialect
  /** First four … last four characters of the public key; empty until a key is entered. */
  keyHint: string
  keyStorage: KeyStorage
  createdAt: UnixSeconds
}

/**
 * What Plimsoll knows of an account's key. `unknown` no response yet · `accepted` the exchange
 * accepted it · `rejected` the exchange refused it, polling has stopped · `locked-or-missing` the
 * keychain returned nothing (it never says which) · `keychain-trouble` the keychain itself failed ·
 * `session-ended` a session-only key went with the last run, or with the lock · `not-entered` the
 * account came from a settings file, and no key has been entered yet · `locked` Plimsoll is locked,
 * and has no key in memory.
 */
export type KeyState =
  | 'unknown'
  | 'accepted'
  | 'rejected'
  | 'locked-or-missing'
  | 'keychain-trouble'
  | 'session-ended'
  | 'not-entered'
  | 'locked'
