// The log, the notices, and the support bundle, which is loaded on first use.
import { createLaterPart } from '../../shared/later-part.js'
import type { Problem } from '../../shared/problem.js'
import type { Bundle, LogPage, LogQuery, TextPart } from '../../shared/support/support.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { Bundles, createBundles, SupportParts } from './bundles.js'
import { linesOf, partOf } from './text-parts.js'

export type Support = Bundles & {
  readLog: (query: LogQuery) => Promise<Result<LogPage, Problem>>
  readNotices: (from: number, count: number) => Promise<Result<TextPart, Problem>>
}

/** Until it is loaded, no bundle has been prepared. */
const gone: Problem = { code: 'gone', message: messageOf('accounts.bundle.gone') }
const notSaved: Problem = { code: 'gone', message: messageOf('accounts.bundle.not-saved') }

export function createSupport(
  parts: SupportParts,
  load: () => Promise<{ createBundles: typeof createBundles }> = () => import('./bundles.js'),
): Support {
  const later = createLaterPart<Bundles>(
    async () => (await load()).createBundles(parts),
    parts.notLoaded,
  )
  /** How often everything was dropped: a bundle requested before a drop does not start after it. */
  let drops = 0
  let notices: string[] | null = null

  return {
    readLog: parts.log.read,
    prepare: (): Promise<Result<Bundle, Problem>> => {
      const dropsBefore = drops
      return later.use((bundles) =>
        drops === dropsBefore ? bundles.prepare() : Promise.resolve(fail(gone)),
      )
    },
    readFile: (id: string, name: string, from: number, count: number) =>
      later.loaded()?.readFile(id, name, from, count) ?? fail(gone),
    save: (id: string, leaveOut: readonly string[]) =>
      later.loaded()?.save(id, leaveOut) ?? Promise.resolve(fail(gone)),
    showInFolder: () => later.loaded()?.showInFolder() ?? fail(notSaved),
    discard: (id: string) => later.loaded()?.discard(id),
    drop: (): void => {
      drops += 1
      later.loaded()?.drop()
    },
    readNotices: async (from: number, count: number): Promise<Result<TextPart, Problem>> => {
      try {
        notices ??= linesOf(await parts.notices())
        return ok(partOf(notices, from, count))
      } catch {
        return fail({
          code: 'gone',
          message: messageOf('accounts.no-notices-file'),
          reason: 'NO_NOTICES',
        })
      }
    },
  }
}
