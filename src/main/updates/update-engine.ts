// Checks, downloads and installs, one at a time; every byte is checked against what the maker signed before it is used.
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { UpdateOffer } from '../../shared/domain/update.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Timing } from '../../shared/time.js'
import { type FeedConfig, feedName, type Here, offerIn, readFeed, type Release, type UpdateFault } from './update-feed.js'
import { fetchFile, fetchText, isSignedFile } from './update-fetch.js'
import type { Downloaded, Installer, RestartBlocker } from './update-installers.js'

export type UpdateEngine = ReturnType<typeof createUpdateEngine>

const noOffer: UpdateFault = { kind: 'cannot-install', detail: 'nothing was offered' }

/** Rejects nothing. */
export const createUpdateEngine = (parts: {
  feed: FeedConfig
  here: Here
  /** Whether the installer restarts Plimsoll, or a person puts the file in place. */
  finish: UpdateOffer['finish']
  /** For downloads alone: what else is in it is removed. */
  folder: string
  installer: Installer
  after: Timing['after']
}) => {
  const { feed, here, finish, folder, installer, after } = parts
  const base = new URL(feed.url)
  let release: Release | null = null
  let stop = new AbortController()
  let busy: Promise<unknown> = Promise.resolve()

  /** What was begun before is aborted, and has ended before this begins. */
  const exclusively = <T>(work: (signal: AbortSignal) => Promise<Result<T, UpdateFault>>): Promise<Result<T, UpdateFault>> => {
    stop.abort()
    const own = new AbortController()
    stop = own
    const result = busy.then(async () => {
      try {
        return await work(own.signal)
      } catch (thrown) {
        return fail<UpdateFault>({ kind: 'cannot-install', detail: thrown instanceof Error ? thrown.message : String(thrown) })
      }
    })
    busy = result
    return result
  }

  const check = async (signal: AbortSignal): Promise<Result<UpdateOffer | null, UpdateFault>> => {
    release = null
    const text = await fetchText(new URL(feedName, base), { after, stop: signal })
    if (!text.ok) return text
    const read = readFeed(text.value, feed.publicKey)
    if (!read.ok) return read
    const found = offerIn(read.value, here)
    if (!found.ok) return found
    release = found.value
    if (release === null) return ok(null)
    return ok({ version: release.version, notes: release.notes, size: release.file.size, finish })
  }

  const downloadedOf = ({ file }: Release): Downloaded => ({ ...file, path: path.join(folder, file.name) })

  const download = async (signal: AbortSignal, onPercent: (percent: number) => void): Promise<Result<null, UpdateFault>> => {
    if (release === null) return fail(noOffer)
    const { path: target } = downloadedOf(release)
    // One that could not be put in place need not be fetched again.
    if (await isSignedFile(target, release.file)) return ok(null)
    try {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
    } catch (thrown) {
      return fail({ kind: 'no-room', detail: String(thrown) })
    }
    return fetchFile({ address: new URL(release.file.name, base), file: release.file, target, onPercent }, { after, stop: signal })
  }

  return {
    /** Null where there is nothing newer. */
    check: () => exclusively(check),
    download: (onPercent: (percent: number) => void) => exclusively((signal) => download(signal, onPercent)),
    /** Aborts a check or a download. */
    cancel: (): void => stop.abort(),
    /** Puts the downloaded one in place. The blocker is asked once more at the last moment. */
    install: (restartBlocker: RestartBlocker): ReturnType<Installer> =>
      exclusively(() => (release === null ? Promise.resolve(fail(noOffer)) : installer(downloadedOf(release), restartBlocker))),
  }
}
