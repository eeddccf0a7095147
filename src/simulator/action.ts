import type { Dialect } from '../shared/domain/account.js'
import type { Answer } from './answer.js'
import type { KeyState, World } from './world.js'

/** One authenticated call: the world it may change, the key it came with, and its body as sent. */
export type Call = {
  world: World
  keyName: string
  key: KeyState
  body: Record<string, unknown>
  dialect: Dialect
  /** Members that had no effect, by name. An action adds those it knows and passes over. */
  ignored: string[]
}

/** One operation of the service. It changes the world and answers; it never reads a clock, a network or chance outside the world. */
export type Action = (call: Call) => Answer
