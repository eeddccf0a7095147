import { type ConnectionView, noConnection, type PingSample } from '../../shared/domain/connection.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { UnixSeconds } from '../../shared/time.js'

/** How far back the samples reach, in seconds. */
const keptSeconds = 600
/** However often a person refreshes, no more samples than this are kept. */
const mostSamples = 120

/** Of a profile whose exchange has not been asked yet. */
export const checkingConnection = (profileId: string, baseUrl: string): ConnectionView => ({
  ...noConnection,
  profileId,
  baseUrl,
  state: 'checking',
})

export type PingOutcome = { at: UnixSeconds; ms: number; problem: null } | { at: UnixSeconds; ms: null; problem: Problem }

/** The exchange, or our own queue, asked to wait: that says nothing of whether it can be reached. */
const isDeferred = ({ code }: Problem): boolean => code === 'rate-limited' || code === 'busy'

export const withPing = (view: ConnectionView, ping: PingOutcome, clockSkew: number | null): ConnectionView => {
  if (ping.problem !== null && isDeferred(ping.problem)) return { ...view, problem: ping.problem, clockSkew }
  // A clock that was set back would leave samples of the future behind for ever; they go.
  const recent = view.pings.filter((sample) => ping.at - sample.at < keptSeconds && sample.at <= ping.at)
  const pings: PingSample[] = [...recent, { at: ping.at, ms: ping.ms }].slice(-mostSamples)
  return { ...view, state: ping.problem === null ? 'online' : 'offline', problem: ping.problem, pings, clockSkew }
}

/** A profile is shown, and nothing is asked: its key is not available. */
export const connectionOff = (view: ConnectionView): ConnectionView => ({ ...view, state: 'off', problem: null })
