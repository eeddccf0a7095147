// Support bundles: the sources are read once, shown, and saved as shown.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { About } from '../../shared/support/about.js'
import type { Problem } from '../../shared/problem.js'
import { type Bundle, maxBundleBytes, type TextPart } from '../../shared/support/support.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Settings } from '../../shared/settings/settings.js'
import { type Clock, isoDay } from '../../shared/time.js'
import type { SaveDialog } from '../desktop/dialogs.js'
import type { Folders } from '../desktop/folders.js'
import type { LogReader } from '../logging/log-reader.js'
import { messageOf } from '../../shared/messages/messages.js'
import { archiveOverhead, bundleArchive } from './bundle-archive.js'
import { linesOf, partOf } from './text-parts.js'
import {
  aboutFile,
  type AccountForSupport,
  accountsFile,
  alertsFile,
  answersFile,
  type BundleText,
  databaseFile,
  logFile,
  ordersFile,
  settingsFile,
  withoutNames,
} from './bundle-files.js'

export type Bundles = {
  prepare: () => Promise<Result<Bundle, Problem>>
  readFile: (id: string, name: string, from: number, count: number) => Result<TextPart, Problem>
  /** `leaveOut` names files that are not written. Null if no location was chosen. */
  save: (
    id: string,
    leaveOut: readonly string[],
  ) => Promise<Result<{ file: string | null }, Problem>>
  showInFolder: () => Result<null, Problem>
  discard: (id: string) => void
  /** Drops what was prepared: for a lock, or when the page that showed it is gone. */
  drop: () => void
}

export type SupportParts = {
  clock: Clock
  newId(): string
  /** Runs over everything put into a bundle. */
  redact(text: string): string
  facts: {
    about(): About
    settings(): Settings
    /** The demo's comes last. */
    accounts(): AccountForSupport[]
    /** Rejects if it cannot be inspected. */
    database(): Promise<object | null>
    databaseProblem(): Problem | null
  }
  log: LogReader
  files: Pick<SaveDialog, 'saveBytes'>
  folders: Pick<Folders, 'showFile'>
  /** The code of support bundles could not be loaded. */
  notLoaded(fault: unknown): void
  /** The text of the third-party notices; rejects if there is none. */
  notices(): Promise<string>
}

type Prepared = { id: string; files: (BundleText & { lines: string[] })[] }

const gone: Problem = { code: 'gone', message: messageOf('accounts.bundle.gone') }

/** Characters cleaned at once, before other work runs. */
const cleanedAtOnce = 128 * 1024

export function createBundles(parts: SupportParts): Bundles {
  const { clock, redact, facts, log } = parts
  let prepared: Prepared | null = null
  /** How often everything was dropped: a bundle in progress at that time is discarded. */
  let drops = 0
  let savedFile: string | null = null

  /** Split between lines, so that no searched text is cut in two. */
  const clean = async (
    lines: readonly string[],
    hideNames: (text: string) => string,
  ): Promise<string[]> => {
    const cleaned: string[] = []
    let waiting: string[] = []
    let length = 0
    const flush = async (): Promise<void> => {
      if (waiting.length > 0) cleaned.push(...redact(hideNames(waiting.join('\n'))).split('\n'))
      waiting = []
      length = 0
      await nextTurn()
    }
    for (const line of lines) {
      waiting.push(line)
      length += line.length
      if (length >= cleanedAtOnce) await flush()
    }
    await flush()
    return cleaned
  }

  const stateOfDatabase = async (): Promise<BundleText> => {
    const state = await facts.database().catch(() => null)
    return databaseFile(state, facts.databaseProblem())
  }

  const prepare = async (): Promise<Result<Bundle, Problem>> => {
    const dropsBefore = drops
    const at = clock()
    const accounts = facts.accounts()
    const hideNames = withoutNames(accounts)
    const made = [
      aboutFile(facts.about(), accounts, at),
      settingsFile(facts.settings()),
      accountsFile(accounts),
      answersFile(accounts),
      await stateOfDatabase(),
      alertsFile(accounts),
      ordersFile(accounts),
    ]
    const files: Prepared['files'] = []
    for (const file of made) {
      const lines = await clean(linesOf(file.text), hideNames)
      files.push({ ...file, lines, text: `${lines.join('\n')}\n` })
    }

    const others = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    const room = maxBundleBytes - others - archiveOverhead
    const tail = await log.tail(room)
    const logged = tail.ok
      ? logFile(await clean(tail.value.lines, hideNames), room, tail.value.older, tail.value.unread)
      : logFile([], room, false, ['plimsoll.log'])
    files.push({ ...logged, lines: logged.text === '' ? [] : linesOf(logged.text) })

    if (drops !== dropsBefore) return fail(gone)
    const id = parts.newId()
    prepared = { id, files }
    return ok({
      id,
      at,
      files: files.map(({ name, about, text, lines }) => ({
        name,
        about,
        bytes: Buffer.byteLength(text),
        lines: lines.length,
      })),
    })
  }

  return {
    prepare,
    readFile: (
      id: string,
      name: string,
      from: number,
      count: number,
    ): Result<TextPart, Problem> => {
      const file = prepared?.id === id ? prepared.files.find((one) => one.name === name) : undefined
      return file === undefined ? fail(gone) : ok(partOf(file.lines, from, count))
    },
    save: async (
      id: string,
      leaveOut: readonly string[],
    ): Promise<Result<{ file: string | null }, Problem>> => {
      if (prepared?.id !== id) return fail(gone)
      const files = prepared.files.filter(({ name }) => !leaveOut.includes(name))
      if (files.length === 0)
        return fail({ code: 'bad-input', message: messageOf('accounts.bundle.empty') })
      const at = clock()
      const saved = await parts.files.saveBytes({
        suggestedName: `plimsoll-support-${isoDay(at)}.zip`,
        content: bundleArchive(files, at),
      })
      if (!saved.ok) return saved
      savedFile = saved.value?.file ?? savedFile
      return ok({ file: saved.value === null ? null : redact(saved.value.file) })
    },
    showInFolder: (): Result<null, Problem> => {
      if (savedFile === null)
        return fail({ code: 'gone', message: messageOf('accounts.bundle.not-saved') })
      parts.folders.showFile(savedFile)
      return ok(null)
    },
    discard: (id: string): void => {
      if (prepared?.id === id) prepared = null
    },
    drop: (): void => {
      drops += 1
      prepared = null
    },
  }
}
