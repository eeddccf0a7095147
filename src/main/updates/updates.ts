// When Plimsoll looks for a newer one of itself, and when it restarts: only when asked, and never over something that is not finished.
import type { UpdateOffer, UpdateView } from '../../shared/domain/update.js'
import type { Result } from '../../shared/result.js'
import type { UpdateFault } from './update-feed.js'

/** Why a restart would cut something off now: an open dialog, an order whose outcome is unknown. Null where nothing stands in the way. */
export type WhyNotNow = () => string | null

/** `leaving`: Plimsoll is ending, and the new one starts. `shown`: a person goes on by hand. `held`: nothing was done, and why. */
export type Installed = 'leaving' | 'shown' | { held: string }

/** What really looks, downloads and installs. Rejects nothing. */
export type UpdateEngine = {
  /** Null where there is nothing newer. */
  look(): Promise<Result<UpdateOffer | null, UpdateFault>>
  download(onPercent: (percent: number) => void): Promise<Result<null, UpdateFault>>
  /** Gives up what is being looked for or downloaded. */
  cancel(): void
  /** Puts the downloaded one in place. `whyNotNow` is asked once more at the last moment: getting there takes a while. */
  install(whyNotNow: WhyNotNow): Promise<Result<Installed, UpdateFault>>
}

export type UpdatePorts = {
  /** Null where this installation gets no updates by itself, with the sentence that says how it gets them. */
  engine: UpdateEngine | null
  whyOff: string
  changed: (view: UpdateView) => void
  whyNotNow: WhyNotNow
  log: (what: string, detail: string) => void
}

export type Updates = {
  view(): UpdateView
  look(): Promise<void>
  download(): Promise<void>
  /** Puts an offer or a finished download aside, or gives up what is under way, until somebody looks again. */
  later(): void
  install(): Promise<void>
}

const words: { [K in UpdateFault['kind']]: string } = {
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

export const createUpdates = ({ engine, whyOff, changed, whyNotNow, log }: UpdatePorts): Updates => {
  let view: UpdateView = engine === null ? { state: 'off', why: whyOff } : { state: 'idle', found: null }
  /** Grows with everything a person asks for: what answers later than the next wish is not heard any more. */
  let wish = 0

  const become = (next: UpdateView): void => {
    view = next
    changed(next)
  }

  const failed = ({ kind, detail }: UpdateFault): void => {
    log(`update: ${kind}`, detail)
    become({ state: 'failed', text: words[kind] })
  }

  return {
    view: () => view,

    async look() {
      if (engine === null || (view.state !== 'idle' && view.state !== 'failed' && view.state !== 'offered')) return
      const mine = (wish += 1)
      become({ state: 'looking' })
      const found = await engine.look()
      if (mine !== wish) return
      if (!found.ok) failed(found.error)
      else become(found.value === null ? { state: 'idle', found: 'nothing-newer' } : { state: 'offered', offer: found.value })
    },

    async download() {
      if (engine === null || view.state !== 'offered') return
      const { offer } = view
      const mine = (wish += 1)
      become({ state: 'downloading', offer, percent: 0 })
      const done = await engine.download((percent) => {
        if (mine === wish && view.state === 'downloading' && percent > view.percent) become({ state: 'downloading', offer, percent })
      })
      if (mine !== wish) return
      if (!done.ok) failed(done.error)
      else become({ state: 'ready', offer, refused: null })
    },

    later() {
      if (engine === null || view.state === 'off' || view.state === 'idle' || view.state === 'installing') return
      wish += 1
      engine.cancel()
      become({ state: 'idle', found: 'put-off' })
    },

    async install() {
      if (engine === null || view.state !== 'ready') return
      const { offer } = view
      // Where a person goes on by hand, nothing is restarted and nothing stands in the way.
      const gate: WhyNotNow = offer.finish === 'restart' ? whyNotNow : () => null
      const reason = gate()
      if (reason !== null) return become({ state: 'ready', offer, refused: reason })
      wish += 1
      become({ state: 'installing', offer })
      const done = await engine.install(gate)
      if (!done.ok) failed(done.error)
      else if (done.value === 'shown') become({ state: 'ready', offer, refused: null })
      else if (done.value !== 'leaving') become({ state: 'ready', offer, refused: done.value.held })
    },
  }
}
