import { parseArgs } from 'node:util'
import type { Dialect } from '../shared/domain/account.js'
import { fail, ok, type Result } from '../shared/result.js'
import { isSceneName, sceneNames, type SceneName } from './scenes.js'

export type CliOptions = {
  port: number
  /** Null where not given: a state file brings its own, otherwise the default counts. */
  seed: number | null
  scene: SceneName | null
  dialect: Dialect
  /** The moment to start at and to stand still in; null where time follows the computer's clock. */
  at: number | null
  speed: number
  state: string | null
  help: boolean
}

export const defaults = { seed: 1, scene: 'calm' } as const

export const usage = `usage: simulate [--port N] [--seed N] [--scene NAME] [--dialect spec|live] [--at UNIX] [--speed N] [--state FILE]

  --port N      port on 127.0.0.1 (default 0: any free one)
  --seed N      whole number that decides keys, prices and identifiers (default ${defaults.seed})
  --scene NAME  ${sceneNames.join(', ')} (default ${defaults.scene})
  --dialect D   spec: as the specification shows orders (default); live: as the public service writes them
  --at UNIX     starts at this moment, in whole seconds of Unix time, and stands still there: only POST /__sim/advance moves time on
  --speed N     simulated seconds per real second, 1 to 1000 (default 1)
  --state FILE  goes on from what FILE holds, and keeps the state there at the end

Prints one line of JSON when it listens, and runs until it gets SIGTERM or SIGINT.
`

const flags = {
  port: { type: 'string', default: '0' },
  seed: { type: 'string' },
  scene: { type: 'string' },
  dialect: { type: 'string', default: 'spec' },
  at: { type: 'string' },
  speed: { type: 'string' },
  state: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const wholeNumber = (text: string, most: number): number | null => {
  const number = /^\d{1,10}$/.test(text) ? Number.parseInt(text, 10) : null
  return number === null || number > most ? null : number
}

/** Everything a scene and its past can be placed in: from 2001 to 2100. */
const moments = { first: 1_000_000_000, last: 4_102_444_800 }

const momentOf = (text: string): number | null => {
  const moment = wholeNumber(text, moments.last)
  return moment === null || moment < moments.first ? null : moment
}

const parse = (args: string[]) => parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values

/** Reads the command line. The error is one sentence that says which flag is wrong and what fits. */
export const readCliOptions = (args: string[]): Result<CliOptions, string> => {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    return fail(error instanceof Error ? error.message : 'The flags could not be read.')
  }
  const { scene = null, state = null, dialect, help } = values
  const port = wholeNumber(values.port, 65_535)
  const seed = values.seed === undefined ? null : wholeNumber(values.seed, 0xffff_ffff)
  const at = values.at === undefined ? null : momentOf(values.at)
  const pace = values.speed ?? '1'
  const speed = wholeNumber(pace, 1000)
  if (port === null) return fail(`--port must be a whole number from 0 to 65535, not "${values.port}".`)
  if (values.seed !== undefined && seed === null) return fail(`--seed must be a whole number from 0 to 4294967295, not "${values.seed}".`)
  if (scene !== null && !isSceneName(scene)) return fail(`--scene must be one of ${sceneNames.join(', ')}, not "${scene}".`)
  if (dialect !== 'spec' && dialect !== 'live') return fail(`--dialect must be spec or live, not "${dialect}".`)
  if (values.at !== undefined && at === null) {
    return fail(`--at must be a Unix time in whole seconds, from ${moments.first} to ${moments.last}, not "${values.at}".`)
  }
  if (at !== null && values.speed !== undefined) return fail('--speed does not go with --at: there time stands still. Leave one out.')
  if (speed === null || speed === 0) return fail(`--speed must be a whole number from 1 to 1000, not "${pace}".`)
  if (state === '') return fail('--state must name a file.')
  return ok({ port, seed, scene, dialect, at, speed, state, help })
}

/**
 * The seed and the scene to start with. A state file brings its own: keys follow from the seed, so another one beside it would be a
 * mistake, and is said to be one.
 */
export const settle = (
  given: CliOptions,
  kept: { seed: number; scene: SceneName } | null,
): Result<{ seed: number; scene: SceneName }, string> => {
  if (kept === null) return ok({ seed: given.seed ?? defaults.seed, scene: given.scene ?? defaults.scene })
  const says = `The state file ${given.state ?? ''} holds the scene "${kept.scene}" with seed ${kept.seed}`
  if (given.seed !== null && given.seed !== kept.seed) return fail(`${says}; --seed ${given.seed} does not go with it. Leave --seed out.`)
  if (given.scene !== null && given.scene !== kept.scene)
    return fail(`${says}; --scene ${given.scene} does not go with it. Leave --scene out.`)
  return ok(kept)
}
