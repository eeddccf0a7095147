// Keeps a service's state in a file between two runs. The file is always complete: a new one is
// written beside it, flushed to disk, and moved into place atomically, so that a crash leaves
// either the old or the new one. What is loaded is not trusted until every member of it, and the
// invariants between them, are checked: a world with one error would give wrong responses
// everywhere.
import { open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isNegative, isZero } from '../shared/money.js'
import { fail, ok, type Result } from '../shared/result.js'
import { sumOf, accounts, worldSchema, type World } from './world.js'
import { isFutures } from './engine/margin.js'
import { faultSchema, type Fault } from './faults.js'
import { isSceneName, type SceneName } from './scenes.js'
import type { Standing } from './simulator.js'

const program = 'plimsoll simulator'
const version = 1

const envelope = z.strictObject({
  program: z.literal(program),
  version: z.int(),
  world: z.unknown(),
  faults: z.unknown(),
})

/** The invariants between the members of a world; a sentence about the first one violated. */
function contradiction({
  markets,
  positions,
  openOrders,
  triggerOrders,
  loan,
  ledger,
}: World): string | null {
  const has = (name: string): boolean => Object.hasOwn(markets, name)
  for (const { name, follows } of Object.values(markets)) {
    if (!has(name) || (follows !== null && !has(follows.market)))
      return `the market ${name} is stored under another name, or follows none`
  }
  if (
    ![...positions, ...openOrders, ...triggerOrders, ...(loan?.collateral ?? [])].every(
      ({ market }) => has(market),
    )
  )
    return 'something is held on a market that is not there'
  if (
    positions.some(
      (one) => isFutures(one.market) && !(isZero(one.funding) && isZero(one.unrealizedFunding)),
    )
  ) {
    return 'a futures position has funding'
  }
  for (const account of accounts) {
    const below = Object.entries(ledger[account]).find(
      ([, held]) => account !== 'house' && isNegative(held),
    )
    if (below !== undefined) return `${account} holds less than nothing of ${below[0]}`
  }
  const assets = accounts.flatMap((account) => Object.keys(ledger[account]))
  const unbalanced = assets.find((asset) => !isZero(sumOf(ledger, asset)))
  return unbalanced === undefined ? null : `the accounts of ${unbalanced} do not add up`
}

/** The error is part of a sentence: what is wrong, and where. */
function read<T>(schema: z.ZodType<T>, value: unknown): Result<T, string> {
  const { data, error } = schema.safeParse(value)
  const [issue] = error?.issues ?? []
  if (issue === undefined) return ok(data as T)
  return fail(`${issue.path.length === 0 ? 'the whole' : issue.path.join('.')}: ${issue.message}`)
}

/** @internal for tests of single worlds */
export function readWorld(value: unknown): Result<World, string> {
  const world = read(worldSchema, value)
  const wrong = world.ok ? contradiction(world.value) : null
  return wrong === null ? world : fail(wrong)
}

/** @internal for tests of single faults */
export function readFaults(value: unknown): Result<Fault[], string> {
  return read(z.array(faultSchema), value)
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/**
 * The content of the file; null if it does not exist yet. The error is a sentence for the user who
 * named the file.
 */
export async function readState(
  file: string,
): Promise<Result<(Standing & { scene: SceneName }) | null, string>> {
  let content: string
  try {
    content = await readFile(file, 'utf8')
  } catch (error) {
    return hasCode(error, 'ENOENT')
      ? ok(null)
      : fail(`The state file ${file} cannot be read: ${reasonOf(error)}.`)
  }
  const outer = envelope.safeParse(parse(content))
  if (!outer.success)
    return fail(
      `The state file ${file} was not written by this simulator. It is left as it is; name another file.`,
    )
  if (outer.data.version !== version) {
    return fail(
      `The state file ${file} has version ${outer.data.version}; this simulator understands version ${version}. It is left as it is.`,
    )
  }
  const damaged = (reason: string) =>
    fail(`The state file ${file} is damaged (${reason}). It is left as it is; name another file.`)
  const world = readWorld(outer.data.world)
  if (!world.ok) return damaged(world.error)
  const faults = readFaults(outer.data.faults)
  if (!faults.ok) return damaged(faults.error)
  const { scene } = world.value
  return isSceneName(scene)
    ? ok({ world: world.value, faults: faults.value, scene })
    : damaged(`there is no scene "${scene}"`)
}

/**
 * Makes the move itself durable. Where a folder cannot be opened (Windows), the system takes care
 * of that.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** Removes leftover files beside it from runs that were killed while writing. */
async function sweep(target: string): Promise<void> {
  const folder = path.dirname(target)
  const beginning = `${path.basename(target)}.`
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(beginning)
      ? /^(\d{1,10})\.new$/.exec(name.slice(beginning.length))?.[1]
      : undefined
    if (pid !== undefined && !isRunning(Number.parseInt(pid, 10)))
      await rm(path.join(folder, name), { force: true })
  }
}

/**
 * The error is a sentence for the user who named the file. A link is followed: its target is
 * replaced, not the link.
 */
export async function writeState(
  file: string,
  { world, faults }: Standing,
): Promise<Result<null, string>> {
  const target = await realpath(file).catch(() => path.resolve(file))
  const beside = `${target}.${process.pid}.new`
  try {
    await writeFile(beside, `${JSON.stringify({ program, version, world, faults })}\n`, {
      mode: 0o600,
      flush: true,
    })
    await rename(beside, target)
    await syncFolder(path.dirname(target)).catch(() => undefined)
    await sweep(target).catch(() => undefined)
    return ok(null)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    return fail(`The state file ${file} cannot be written: ${reasonOf(error)}.`)
  }
}
