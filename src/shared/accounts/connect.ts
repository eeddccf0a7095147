import type { Dialect, Region } from './account.js'
import type { Message } from '../messages/messages.js'
import type { Problem } from '../problem.js'

export type ConnectStepName = 'ping' | 'balance'

/** One step of checking a key before it is saved. */
export type ConnectStep = {
  name: ConnectStepName
  state: 'waiting' | 'running' | 'passed' | 'failed'
  problem: Problem | null
}

/**
 * What the page submits for checking. The key and the secret cross to main here, once; main keeps
 * them under `draftId` until the draft is saved, discarded or ten minutes old, and nothing returns
 * them. Null means "as in the draft".
 */
export type ConnectForm = {
  draftId: string | null
  /** Set to give an existing profile a new key; null for a new profile. */
  profileId: string | null
  name: string
  region: Exclude<Region, 'demo'>
  /** Only read for `custom`. */
  baseUrl: string | null
  dialect: Dialect | null
  apiKey: string | null
  apiSecret: string | null
}

export type ConnectCheck = {
  draftId: string
  steps: ConnectStep[]
  /** True when every step passed; only then can the draft be saved. */
  passed: boolean
  /** "Spaces around the secret were removed." and the like. */
  remarks: Message[]
}
