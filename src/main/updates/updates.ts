// Checks, downloads and restarts only on request, one at a time, and never while something is
// unfinished. Every byte is checked against the maker's signature before it is used.
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { UpdateOffer, UpdateView } from '../../shared/updates/update.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import { type Message, messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import {
  type FeedConfig,
  currentFeed,
  feedName,
  fetchFile,
  fetchText,
  type Here,
  isSignedFile,
  offerIn,
  readFeed,
  type Release,
  type UpdateFault,
} from './update-feed.js'
import type { Downloaded, Installer, RestartBlocker } from './update-installers.js'

export type UpdateEngine = {
  /** Null if nothing is newer. */
  check: () => Promise<Result<UpdateOffer | null, UpdateFault>>
  download: (onPercent: (percent: number) => void) => Promise<Result<null, UpdateFault>>
  /** Aborts a check or a download. */
  cancel: () => void
  /** Installs the downloaded file. The blocker is called once more at the last moment. */
  install: (restartBlocker: RestartBlocker) => ReturnType<Installer>
}

const noOffer: UpdateFault = { kind: 'cannot-install', detail: 'nothing was offered' }

/** Its methods never reject. */
export function createUpdateEngine(parts: {
  feed: FeedConfig
  here: Here
  /** Whether the installer restarts Plimsoll, or the user installs the file. */
  finish: UpdateOffer['finish']
  /** Only for downloads: anything else in it is removed. */
  folder: string
  installer: Installer
  after: Timing['after']
  clock: Clock
}): UpdateEngine {
  const { feed, here, finish, folder, installer, after, clock } = parts
  const base = new URL(feed.url)
  let release: Release | null = null
  let stop = new AbortController()
  let busy: Promise<unknown> = Promise.resolve()

  /** Aborts earlier work, and begins once that has ended. */
  const exclusively = <T>(
    work: (signal: AbortSignal) => Promise<Result<T, UpdateFault>>,
  ): Promise<Result<T, UpdateFault>> => {
    stop.abort()
    const own = new AbortController()
    stop = own
    const result = busy.then(async () => {
      try {
        return await work(own.signal)
      } catch (thrown) {
        return fail<UpdateFault>({
          kind: 'cannot-install',
          detail: thrown instanceof Error ? thrown.message : String(thrown),
        })
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
    const current = currentFeed(read.value, clock())
    if (!current.ok) return current
    const found = offerIn(current.value, here)
    if (!found.ok) return found
    release = found.value
    if (release === null) return ok(null)
    return ok({ version: release.version, notes: release.notes, size: release.file.size, finish })
  }

  const downloadedOf = ({ file }: Release): Downloaded => ({
    ...file,
    path: path.join(folder, file.name),
  })

  const download = async (
    signal: AbortSignal,
    onPercent: (percent: number) => void,
  ): Promise<Result<null, UpdateFault>> => {
    if (release === null) return fail(noOffer)
    const { path: target } = downloadedOf(release)
    // A file that could not be installed need not be downloaded again.
    if (await isSignedFile(target, release.file)) return ok(null)
    try {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
    } catch (thrown) {
      return fail({ kind: 'no-room', detail: String(thrown) })
    }
    return fetchFile(
      { address: new URL(release.file.name, base), file: release.file, target, onPercent },
      { after, stop: signal },
    )
  }

  return {
    check: () => exclusively(check),
    download: (onPercent: (percent: number) => void) =>
      exclusively((signal) => download(signal, onPercent)),
    cancel: (): void => stop.abort(),
    install: (restartBlocker: RestartBlocker): ReturnType<Installer> =>
      exclusively(() =>
        release === null
          ? Promise.resolve(fail(noOffer))
          : installer(downloadedOf(release), restartBlocker),
      ),
  }
}

export type Updates = {
  view: () => UpdateView
  check(): Promise<void>
  download(): Promise<void>
  /**
   * Dismisses an offer or a finished download, or aborts work in progress, until the next check.
   */
  later(): void
  install(): Promise<void>
}

export type RestartBlockerParts = {
  /**
   * Orders of every account, including closed ones, with unknown outcome; null if the record cannot
   * be read.
   */
  unfinishedOrders(): number | null
  /** Orders waiting for a response. */
  ordersUnderWay(): number
  openDialogs(): number
}

export function createRestartBlocker({
  unfinishedOrders,
  ordersUnderWay,
  openDialogs,
}: RestartBlockerParts): RestartBlocker {
  return () => {
    if (ordersUnderWay() > 0) return messageOf('accounts.update.order-in-progress')
    const unfinished = unfinishedOrders()
    if (unfinished === null) return messageOf('accounts.update.record-unread')
    if (unfinished > 0) return messageOf('accounts.update.order-unknown')
    return openDialogs() > 0 ? messageOf('accounts.update.question-open') : null
  }
}

const faultTexts: { [K in UpdateFault['kind']]: Message } = {
  unreachable: messageOf('accounts.update.unreachable'),
  'bad-signature': messageOf('accounts.update.bad-signature'),
  expired: messageOf('accounts.update.expired'),
  downgrade: messageOf('accounts.update.downgrade'),
  'broken-feed': messageOf('accounts.update.broken-feed'),
  'not-for-here': messageOf('accounts.update.not-for-here'),
  'bad-file': messageOf('accounts.update.bad-file'),
  'no-room': messageOf('accounts.update.no-room'),
  cancelled: messageOf('accounts.update.cancelled'),
  'cannot-install': messageOf('accounts.update.cannot-install'),
  'not-started': messageOf('accounts.update.not-started'),
}

export function createUpdates(ports: {
  /**
   * Null if this installation does not update itself, with the sentence that says how it is
   * updated.
   */
  engine: UpdateEngine | null
  whyOff: MessageOrText
  changed: (view: UpdateView) => void
  restartBlocker: RestartBlocker
  log: (what: string, detail: string) => void
}): Updates {
  const { engine, whyOff, changed, restartBlocker, log } = ports
  let view: UpdateView =
    engine === null ? { state: 'off', why: whyOff } : { state: 'idle', found: null }
  /** Increases with every user request: results of earlier ones are ignored. */
  let generation = 0

  const setView = (next: UpdateView): void => {
    view = next
    changed(next)
  }

  const failed = ({ kind, detail }: UpdateFault): void => {
    log(`update: ${kind}`, detail)
    setView({ state: 'failed', text: faultTexts[kind] })
  }

  return {
    view: () => view,

    async check(): Promise<void> {
      if (
        engine === null ||
        (view.state !== 'idle' && view.state !== 'failed' && view.state !== 'offered')
      )
        return
      const own = (generation += 1)
      setView({ state: 'checking' })
      const found = await engine.check()
      if (own !== generation) return
      if (!found.ok) failed(found.error)
      else
        setView(
          found.value === null
            ? { state: 'idle', found: 'nothing-newer' }
            : { state: 'offered', offer: found.value },
        )
    },

    async download(): Promise<void> {
      if (engine === null || view.state !== 'offered') return
      const { offer } = view
      const own = (generation += 1)
      setView({ state: 'downloading', offer, percent: 0 })
      const done = await engine.download((percent) => {
        if (own === generation && view.state === 'downloading' && percent > view.percent)
          setView({ state: 'downloading', offer, percent })
      })
      if (own !== generation) return
      if (!done.ok) failed(done.error)
      else setView({ state: 'ready', offer, refused: null })
    },

    later(): void {
      if (
        engine === null ||
        view.state === 'off' ||
        view.state === 'idle' ||
        view.state === 'installing'
      )
        return
      generation += 1
      engine.cancel()
      setView({ state: 'idle', found: 'put-off' })
    },

    async install(): Promise<void> {
      if (engine === null || view.state !== 'ready') return
      const { offer } = view
      // If the user continues by hand, nothing is restarted and nothing blocks it.
      const blocker: RestartBlocker = offer.finish === 'restart' ? restartBlocker : () => null
      const reason = blocker()
      if (reason !== null) return setView({ state: 'ready', offer, refused: reason })
      generation += 1
      setView({ state: 'installing', offer })
      const done = await engine.install(blocker)
      if (!done.ok) failed(done.error)
      else if (done.value === 'shown') setView({ state: 'ready', offer, refused: null })
      else if (done.value !== 'leaving')
        setView({ state: 'ready', offer, refused: done.value.held })
    },
  }
}
