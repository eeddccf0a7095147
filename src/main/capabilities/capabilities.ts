// What the key of one account can do, learned from how its calls end, and from reads made only for
// this when the user asks.
import type {
  CapabilitiesView,
  Capability,
  EndpointFacts,
  Finding,
} from '../../shared/capabilities/capability.js'
import type { CallSubject } from '../../shared/calls/call-subject.js'
import type { Problem, ProblemCode } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { TradingClient } from '../exchange/exchange-client.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { CapabilityRepository, FoundAt, KeyOf } from './capability-repository.js'

export type Capabilities = {
  view: () => CapabilitiesView
  keyUsedAt: () => UnixSeconds | null
  /** How a call ended: of this account, or of its exchange if the call is public. */
  ended: (parts: Pick<EndpointFacts, 'path' | 'access'>, answer: Result<unknown, Problem>) => void
  /**
   * Requests every endpoint that may be requested, one after the other and at the lowest priority.
   * Ends once all have responded, at a failure that concerns them all, or when stopped. A check
   * already running is not started again.
   */
  check: () => Promise<Result<null, Problem>>
  /** Requests in flight are still recorded; no more are sent. */
  stopCheck: () => void
  close: () => void
}

/** Seconds after which a repeatedly confirmed finding is written again. */
const writtenEvery = 3600

const noKey: Problem = {
  code: 'gone',
  message: messageOf('accounts.capability.cannot-ask'),
}
const stopped: Problem = { code: 'cancelled', message: messageOf('accounts.capability.stopped') }

/**
 * They affect everything: the rest of the check would fail alike, and an exchange in trouble is
 * left alone.
 */
const endsCheck: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  ...([
    'bad-key-or-signature',
    'key-disabled',
    'clock-wrong',
    'nonce-conflict',
    'rate-limited',
    'maintenance',
    'busy',
    'gone',
  ] as const),
  ...(['unreachable', 'timeout', 'tls', 'key-locked', 'cancelled', 'internal'] as const),
])

export function openCapabilities(
  key: KeyOf,
  repository: CapabilityRepository,
  ports: {
    clock: Clock
    endpoints: readonly EndpointFacts[]
    /** What a response says about its endpoint; null if nothing. */
    findingOf(answer: Result<unknown, Problem>): Finding | null
    /** Null while the exchange has not accepted the key. */
    client(): Pick<TradingClient, 'tryEndpoint'> | null
    /** The name of a known pool account; null if there is none. */
    poolAccount(): string | null
  },
): Capabilities {
  const { clock, endpoints } = ports
  const stored = repository.load(key)
  const findings = new Map<string, FoundAt>(stored.ok ? stored.value.findings : [])
  let keyUsedAt = stored.ok ? stored.value.keyUsedAt : null
  /** What is known to be on disk. */
  const written = new Map(findings)
  let usedWritten = keyUsedAt
  let check: { stop: boolean; done: number; of: number; subject: CallSubject } | null = null
  let closed = false

  const isOld = (at: UnixSeconds | undefined | null, now: UnixSeconds): boolean =>
    at == null || now < at || now - at >= writtenEvery

  const write = (some: readonly (readonly [string, FoundAt])[], used: UnixSeconds | null): void => {
    if (some.length === 0 && used === null) return
    // What the disk refuses is written with the next change, or found again.
    if (!repository.save(key, some, used).ok) return
    for (const [path, found] of some) written.set(path, found)
    usedWritten = used ?? usedWritten
  }

  const capability = (facts: EndpointFacts): Capability => {
    const found = findings.get(facts.path)
    return found === undefined
      ? { ...facts, state: 'not-tried', at: null, code: null, said: '' }
      : { ...facts, ...found }
  }

  const runCheck = async (
    mine: NonNullable<typeof check>,
    paths: readonly EndpointFacts[],
  ): Promise<Result<null, Problem>> => {
    for (const { path, subject } of paths) {
      mine.subject = subject
      const answer = await (ports.client()?.tryEndpoint(path, ports.poolAccount()) ?? null)
      if (mine.stop) return fail(stopped)
      if (answer === null) return fail(noKey)
      if (!answer.ok && endsCheck.has(answer.error.code)) return answer
      mine.done += 1
    }
    return ok(null)
  }

  return {
    view: (): CapabilitiesView => ({
      profileId: key.id,
      endpoints: endpoints.map(capability),
      keyUsedAt,
      checking: check === null ? null : { done: check.done, of: check.of, subject: check.subject },
    }),
    keyUsedAt: (): UnixSeconds | null => keyUsedAt,
    ended: (
      { path, access }: Pick<EndpointFacts, 'path' | 'access'>,
      answer: Result<unknown, Problem>,
    ): void => {
      const found = closed ? null : ports.findingOf(answer)
      if (found === null) return
      const at = clock()
      const before = written.get(path)
      const { state, code, said } = found
      findings.set(path, { state, code, said, at })
      const isNews =
        before?.state !== state ||
        before.code !== code ||
        before.said !== said ||
        isOld(before.at, at)
      const used = state === 'works' && access !== 'public'
      if (used) keyUsedAt = at
      write(isNews ? [[path, { ...found, at }]] : [], used && isOld(usedWritten, at) ? at : null)
    },
    check: async (): Promise<Result<null, Problem>> => {
      if (check !== null) return ok(null)
      if (closed || ports.client() === null) return fail(noKey)
      const paths = endpoints.filter(
        (one) =>
          one.check === 'read' || (one.check === 'pool-account' && ports.poolAccount() !== null),
      )
      const [first] = paths
      if (first === undefined) return ok(null)
      const mine = { stop: false, done: 0, of: paths.length, subject: first.subject }
      check = mine
      try {
        return await runCheck(mine, paths)
      } finally {
        if (check === mine) check = null
      }
    },
    stopCheck: (): void => {
      if (check !== null) check.stop = true
      check = null
    },
    close: (): void => {
      if (closed) return
      if (check !== null) check.stop = true
      check = null
      closed = true
      const newer = [...findings].filter(([path, { at }]) => written.get(path)?.at !== at)
      write(newer, keyUsedAt === usedWritten ? null : keyUsedAt)
    },
  }
}
