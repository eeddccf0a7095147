import { parseArgs } from 'node:util'
import type { Dialect } from '../shared/accounts/account.js'
import { fail, ok, type Result } from '../shared/result.js'
import { isSceneName, sceneNames, type SceneName } from './scenes.js'

export type CliOptions = {
  port: number
  /** Null if not given: a state file has its own, otherwise the default applies. */
  seed: number | null
  scene: SceneName | null
  dialect: Dialect
  /** Without the endpoints of the public documentation. */
  onlySpecified: boolean
  /** The frozen start time; null if time follows the computer's clock. */
  at: number | null
  speed: number
  state: string | null
  help: boolean
}

const defaults = { seed: 1, scene: 'calm' } as const

export const usage = `usage: simulate [--port N] [--seed N] [--scene NAME] [--dialect spec|live] [--only-specified] [--at UNIX] [--speed N] [--state FILE]

  --port N      port on 127.0.0.1 (default 0: any free one)
  --seed N      whole number that decides keys, prices and identifiers (default ${defaults.seed})
  --scene NAME  ${sceneNames.join(', ')} (default ${defaults.scene})
  --dialect D   spec: as the specification shows (default); live: as the public service was seen to answer
  --only-specified  serves the ten endpoints of the specification and no others
  --at UNIX     starts at this moment, in whole seconds of Unix time, and stands still there: only POST /__sim/advance moves time on
  --speed N     simulated seconds per real second, 1 to 1000 (default 1)
  --state FILE  goes on from what FILE holds, and keeps the state there at the end

Prints one line of JSON when it listens, and runs until it gets SIGTERM or SIGINT.
`

const flags = {
  port: { type: 'string' },
  seed: { type: 'string' },
  scene: { type: 'string' },
  dialect: { type: 'string', default: 'spec' },
  'only-specified': { type: 'boolean', default: false },
  at: { type: 'string' },
  speed: { type: 'string' },
  state: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/** The range that a scene and its past must fit into: from 2001 to 2100. */
const moments = [1_000_000_000, 4_102_444_800] as const

function parse(args: string[]) {
  return parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values
}

/**
 * Parses the command line. The error is one sentence that says which flag is wrong and what is
 * valid.
 */
export function readCliOptions(args: string[]): Result<CliOptions, string> {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    return fail(error instanceof Error ? error.message : 'The flags could not be read.')
  }
  const complaints: string[] = []
  const complain = (flag: keyof typeof values, fits: string): null => {
    complaints.push(`--${flag} must be ${fits}, not "${values[flag] ?? ''}".`)
    return null
  }
  const whole = (
    flag: 'port' | 'seed' | 'at' | 'speed',
    [least, most]: readonly [number, number],
    what = 'a whole number',
  ): number | null => {
    const text = values[flag]
    if (text === undefined) return null
    const number = /^\d{1,10}$/.test(text) ? Number.parseInt(text, 10) : -1
    return number >= least && number <= most
      ? number
      : complain(flag, `${what} from ${least} to ${most}`)
  }
  const {
    scene: name,
    dialect: spelling,
    state = null,
    help,
    'only-specified': onlySpecified,
  } = values
  const port = whole('port', [0, 65_535]) ?? 0
  const seed = whole('seed', [0, 0xffff_ffff])
  const scene =
    name === undefined || isSceneName(name)
      ? (name ?? null)
      : complain('scene', `one of ${sceneNames.join(', ')}`)
  const dialect =
    spelling === 'spec' || spelling === 'live'
      ? spelling
      : (complain('dialect', 'spec or live') ?? 'spec')
  const at = whole('at', moments, 'a Unix time in whole seconds,')
  if (at !== null && values.speed !== undefined)
    complaints.push('--speed does not go with --at: there time stands still. Leave one out.')
  const speed = whole('speed', [1, 1000]) ?? 1
  if (state === '') complaints.push('--state must name a file.')
  const [first] = complaints
  return first === undefined
    ? ok({ port, seed, scene, dialect, onlySpecified, at, speed, state, help })
    : fail(first)
}

/**
 * The initial seed and scene. A state file has its own: keys derive from the seed, so specifying
 * another seed with it would be a mistake and is reported as one.
 */
export function settle(
  given: CliOptions,
  kept: { seed: number; scene: SceneName } | null,
): Result<{ seed: number; scene: SceneName }, string> {
  if (kept === null)
    return ok({ seed: given.seed ?? defaults.seed, scene: given.scene ?? defaults.scene })
  const says = `The state file ${given.state ?? ''} holds the scene "${kept.scene}" with seed ${kept.seed}`
  if (given.seed !== null && given.seed !== kept.seed)
    return fail(`${says}; --seed ${given.seed} does not go with it. Leave --seed out.`)
  if (given.scene !== null && given.scene !== kept.scene)
    return fail(`${says}; --scene ${given.scene} does not go with it. Leave --scene out.`)
  return ok(kept)
}
