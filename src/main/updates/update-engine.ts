// Checks, downloads and installs, one at a time; every byte is checked against what the maker signed before it is used.
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { UpdateOffer } from '../../shared/domain/update.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Timing } from '../../shared/time.js'
import { feedName, offerIn, readFeed, type FeedConfig, type Here, type Release, type SignedFile, type UpdateFault } from './update-feed.js'
import { fetchFile, fetchText, isSignedFile } from './update-fetch.js'
import type { Installed, UpdateEngine, RestartBlocker } from './updates.js'

/** It lay on the disk for a while: whoever uses it checks it again. */
export type Downloaded = SignedFile & { path: string }

/** A system's way to put a downloaded file in place. The blocker is asked when nothing is left to do but to restart. */
export type Installer = (file: Downloaded, restartBlocker: RestartBlocker) => Promise<Result<Installed, UpdateFault>>

export type UpdateEngineParts = {
  feed: FeedConfig
  here: Here
  /** Whether the installer restarts Plimsoll, or a person puts the file in place. */
  finish: UpdateOffer['finish']
  /** For downloads alone: what else is in it is removed. */
  folder: string
  installer: Installer
  after: Timing['after']
}

const noOffer: UpdateFault = { kind: 'cannot-install', detail: 'nothing was offered' }

/** For macOS: what replaces a running app there closes its windows first, and does not wait for an order in progress. */
export const createManualInstaller =
  (show: (path: string) => void): Installer =>
  async (file) => {
    if (!(await isSignedFile(file.path, file))) return fail({ kind: 'bad-file', detail: 'the sum differs, or it is gone' })
    show(file.path)
    return ok('shown')
  }

export const createUpdateEngine = ({ feed, here, finish, folder, installer, after }: UpdateEngineParts): UpdateEngine => {
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
    check: () => exclusively(check),
    download: (onPercent) => exclusively((signal) => download(signal, onPercent)),
    cancel: () => stop.abort(),
    install: (restartBlocker) =>
      exclusively(() => (release === null ? Promise.resolve(fail(noOffer)) : installer(downloadedOf(release), restartBlocker))),
  }
}
