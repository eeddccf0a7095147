// What looks, downloads and installs. One thing at a time; every byte is checked against what the maker signed before it is used.
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { UpdateOffer } from '../../shared/domain/update.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { feedName, offerIn, readFeed, type FeedConfig, type Here, type Release, type SignedFile, type UpdateFault } from './update-feed.js'
import { fetchFile, fetchText, isSignedFile, type After } from './update-fetch.js'
import type { Installed, UpdateEngine, WhyNotNow } from './updates.js'

/** A signed file on this disk. It lay there for a while: whoever uses it checks it again. */
export type Downloaded = SignedFile & { path: string }

/** A system's way to put a downloaded file in place. `whyNotNow` is asked when nothing is left to do but to go. */
export type Installer = (file: Downloaded, whyNotNow: WhyNotNow) => Promise<Result<Installed, UpdateFault>>

export type EngineParts = {
  feed: FeedConfig
  here: Here
  /** Whether the installer restarts Plimsoll, or a person puts the file in place. */
  finish: UpdateOffer['finish']
  /** For downloads alone: what else is in it is removed. */
  folder: string
  installer: Installer
  after: After
}

const nothingOffered: UpdateFault = { kind: 'cannot-install', detail: 'nothing was offered' }

export const createUpdateEngine = ({ feed, here, finish, folder, installer, after }: EngineParts): UpdateEngine => {
  const base = new URL(feed.url)
  let release: Release | null = null
  let stop = new AbortController()
  let busy: Promise<unknown> = Promise.resolve()

  /** What was begun before is given up, and has ended before this begins. */
  const alone = <T>(work: (signal: AbortSignal) => Promise<Result<T, UpdateFault>>): Promise<Result<T, UpdateFault>> => {
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

  const look = async (signal: AbortSignal): Promise<Result<UpdateOffer | null, UpdateFault>> => {
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
    if (release === null) return fail(nothingOffered)
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
    look: () => alone(look),
    download: (onPercent) => alone((signal) => download(signal, onPercent)),
    cancel: () => stop.abort(),
    install: (whyNotNow) =>
      alone(() => (release === null ? Promise.resolve(fail(nothingOffered)) : installer(downloadedOf(release), whyNotNow))),
  }
}
