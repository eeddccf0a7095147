// Keeps a service's state in a file between two runs. The file is always a whole one: a new one is written beside it, forced to the
// disk, and put in its place in one move, so that a crash leaves either the old or the new.
import { open, readdir, readFile, realpath, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.js'
import { isSceneName, type SceneName } from './scenes.js'
import type { Standing } from './simulator.js'
import { readFaults, readWorld } from './world-reading.js'

const program = 'plimsoll simulator'
const version = 1

const envelope = z.strictObject({ program: z.literal(program), version: z.int(), world: z.unknown(), faults: z.unknown() })

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

export type Kept = Standing & { scene: SceneName }

/** What the file holds; null where there is none yet. The error is a sentence for the person who named the file. */
export const readState = async (file: string): Promise<Result<Kept | null, string>> => {
  let content: string
  try {
    content = await readFile(file, 'utf8')
  } catch (error) {
    return isMissing(error) ? ok(null) : fail(`The state file ${file} cannot be read: ${reasonOf(error)}.`)
  }
  const notOurs = fail(`The state file ${file} was not written by this simulator. It is left as it is; name another file.`)
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return notOurs
  }
  const outer = envelope.safeParse(value)
  if (!outer.success) return notOurs
  if (outer.data.version !== version) {
    return fail(
      `The state file ${file} has version ${outer.data.version}; this simulator understands version ${version}. It is left as it is.`,
    )
  }
  const broken = (reason: string) => fail(`The state file ${file} is damaged (${reason}). It is left as it is; name another file.`)
  const world = readWorld(outer.data.world)
  if (!world.ok) return broken(world.error)
  const faults = readFaults(outer.data.faults)
  if (!faults.ok) return broken(faults.error)
  const { scene } = world.value
  return isSceneName(scene) ? ok({ world: world.value, faults: faults.value, scene }) : broken(`there is no scene "${scene}"`)
}

const toDisk = async (handle: FileHandle, content: string): Promise<void> => {
  try {
    await handle.writeFile(content, 'utf8')
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the move itself last. Where a folder cannot be opened (Windows), the system sees to that. */
const folderToDisk = async (folder: string): Promise<void> => {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    return
  }
}

/** A link is followed, so that the file it leads to is replaced and not the link. */
const whereItIs = async (file: string): Promise<string> => {
  try {
    return await realpath(file)
  } catch {
    return path.resolve(file)
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Takes away what runs that were killed while they wrote have left beside the file. */
const sweep = async (target: string): Promise<void> => {
  const folder = path.dirname(target)
  const beginning = `${path.basename(target)}.`
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(beginning) ? /^(\d{1,10})\.new$/.exec(name.slice(beginning.length))?.[1] : undefined
    if (pid !== undefined && !isRunning(Number.parseInt(pid, 10))) await rm(path.join(folder, name), { force: true })
  }
}

/** The error is a sentence for the person who named the file. */
export const writeState = async (file: string, { world, faults }: Standing): Promise<Result<null, string>> => {
  const target = await whereItIs(file)
  const beside = `${target}.${process.pid}.new`
  try {
    await toDisk(await open(beside, 'w', 0o600), `${JSON.stringify({ program, version, world, faults })}\n`)
    await rename(beside, target)
    await folderToDisk(path.dirname(target))
    await sweep(target).catch(() => undefined)
    return ok(null)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    return fail(`The state file ${file} cannot be written: ${reasonOf(error)}.`)
  }
}
