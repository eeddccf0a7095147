import type { ConnectionView, PingSample } from '../../shared/domain/connection.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { UnixSeconds } from '../../shared/time.js'

/** How far back the samples reach, in seconds. */
const kept = 600
/** However often a person refreshes, no more samples than this are held. */
const mostSamples = 120

export const noConnection: ConnectionView = { profileId: null, baseUrl: null, state: 'off', problem: null, pings: [], clockSkew: null }

/** A profile whose exchange has not been asked yet. */
export const checking = (profileId: string, baseUrl: string): ConnectionView => ({ ...noConnection, profileId, baseUrl, state: 'checking' })

export type PingOutcome = { at: UnixSeconds; ms: number; problem: null } | { at: UnixSeconds; ms: null; problem: Problem }

/**
 * A check that was put off, by the exchange's wish to slow down or by our own queue, says nothing of the line: who asks to wait is there.
 * What was known stays, with the reason and its end beside it.
 */
const putOff = ({ code }: Problem): boolean => code === 'rate-limited' || code === 'busy'

/** One more liveness check: what it says of the connection, and its place among the samples of the last ten minutes. */
export const pinged = (view: ConnectionView, ping: PingOutcome, clockSkew: number | null): ConnectionView => {
  if (ping.problem !== null && putOff(ping.problem)) return { ...view, problem: ping.problem, clockSkew }
  // A clock that was set back would leave samples of the future behind for ever; they go.
  const recent = view.pings.filter((sample) => ping.at - sample.at < kept && sample.at <= ping.at)
  const pings: PingSample[] = [...recent, { at: ping.at, ms: ping.ms }].slice(-mostSamples)
  return { ...view, state: ping.problem === null ? 'online' : 'offline', problem: ping.problem, pings, clockSkew }
}

/** Nothing is being asked any more, though a profile is shown: its key is not at hand. */
export const unasked = (view: ConnectionView): ConnectionView => ({ ...view, state: 'off', problem: null })
