// Checks, downloads and restarts only when asked, and never while something is unfinished.
import type { UpdateView } from '../../shared/domain/update.js'
import type { UpdateEngine } from './update-engine.js'
import type { UpdateFault } from './update-feed.js'
import type { RestartBlocker } from './update-installers.js'

export type Updates = ReturnType<typeof createUpdates>

export type RestartBlockerParts = {
  /** Orders of every account, closed ones too, whose result is unknown; null where the record cannot be read. */
  unfinishedOrders(): number | null
  /** Orders whose answer is awaited. */
  ordersUnderWay(): number
  openDialogs(): number
}

export const createRestartBlocker =
  ({ unfinishedOrders, ordersUnderWay, openDialogs }: RestartBlockerParts): RestartBlocker =>
  () => {
    if (ordersUnderWay() > 0) return 'An order is in progress. Restart when its result is there.'
    const unfinished = unfinishedOrders()
    if (unfinished === null) return 'The record of orders cannot be read, so it is not known whether one is unfinished.'
    if (unfinished > 0)
      return 'The result of an order is unknown, in this account or another one. Resolve it on the Trade screen, then restart.'
    return openDialogs() > 0 ? 'A question is waiting for your answer. Answer it first.' : null
  }

const faultTexts: { [K in UpdateFault['kind']]: string } = {
  unreachable: 'The place where updates come from cannot be reached, or broke off. Try again later.',
  'bad-signature': 'What the update server offers is not signed by the maker of Plimsoll. It was refused, and nothing was downloaded.',
  downgrade: 'The update server offers an older Plimsoll than this one. It was refused.',
  'broken-feed': 'What the update server offers cannot be understood. It was refused.',
  'not-for-here': 'A newer Plimsoll is out, but none of its installers is for this system and processor.',
  'bad-file': 'What was downloaded is not what the maker of Plimsoll signed. It was thrown away.',
  'no-room': 'The update could not be written to the data folder. Is the disk full? This Plimsoll is unchanged.',
  cancelled: 'The download was given up.',
  'cannot-install': 'The update could not be put in place. This Plimsoll is unchanged; look again, or install the new one by hand.',
  'not-started': 'The new Plimsoll is in place but could not be started. This one keeps monitoring; quit it and start the new one.',
}

export const createUpdates = (ports: {
  /** Null where this installation gets no updates by itself, with the sentence that says how it gets them. */
  engine: UpdateEngine | null
  whyOff: string
  changed: (view: UpdateView) => void
  restartBlocker: RestartBlocker
  log: (what: string, detail: string) => void
}) => {
  const { engine, whyOff, changed, restartBlocker, log } = ports
  let view: UpdateView = engine === null ? { state: 'off', why: whyOff } : { state: 'idle', found: null }
  /** Grows with every request of the user: what answers an earlier one is ignored. */
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
      if (engine === null || (view.state !== 'idle' && view.state !== 'failed' && view.state !== 'offered')) return
      const own = (generation += 1)
      setView({ state: 'checking' })
      const found = await engine.check()
      if (own !== generation) return
      if (!found.ok) failed(found.error)
      else setView(found.value === null ? { state: 'idle', found: 'nothing-newer' } : { state: 'offered', offer: found.value })
    },

    async download(): Promise<void> {
      if (engine === null || view.state !== 'offered') return
      const { offer } = view
      const own = (generation += 1)
      setView({ state: 'downloading', offer, percent: 0 })
      const done = await engine.download((percent) => {
        if (own === generation && view.state === 'downloading' && percent > view.percent) setView({ state: 'downloading', offer, percent })
      })
      if (own !== generation) return
      if (!done.ok) failed(done.error)
      else setView({ state: 'ready', offer, refused: null })
    },

    /** Puts an offer or a finished download aside, or aborts what is in progress, until the next check. */
    later(): void {
      if (engine === null || view.state === 'off' || view.state === 'idle' || view.state === 'installing') return
      generation += 1
      engine.cancel()
      setView({ state: 'idle', found: 'put-off' })
    },

    async install(): Promise<void> {
      if (engine === null || view.state !== 'ready') return
      const { offer } = view
      // Where the user goes on by hand, nothing is restarted and nothing stands in the way.
      const blocker: RestartBlocker = offer.finish === 'restart' ? restartBlocker : () => null
      const reason = blocker()
      if (reason !== null) return setView({ state: 'ready', offer, refused: reason })
      generation += 1
      setView({ state: 'installing', offer })
      const done = await engine.install(blocker)
      if (!done.ok) failed(done.error)
      else if (done.value === 'shown') setView({ state: 'ready', offer, refused: null })
      else if (done.value !== 'leaving') setView({ state: 'ready', offer, refused: done.value.held })
    },
  }
}
