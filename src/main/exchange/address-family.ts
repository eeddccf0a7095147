// Whether a connection to the exchange uses IPv4 or IPv6. Keys are bound to addresses, and one call
// from an unlisted address disables the key: Node would try both families for every socket and use
// the faster, so the family is chosen here, once per host.
import { lookup as lookupName, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { AddressFamily, AddressFamilyChoice } from '../../shared/portfolio/connection.js'
import { other } from '../../shared/portfolio/address-family.js'
import type { Timing } from '../../shared/time.js'
import { systemTiming } from './timing.js'

/**
 * One for the whole app: every socket to a host uses the same family, whichever account or call it
 * is for.
 */
export type FamilyPolicy = {
  choice(): AddressFamilyChoice
  /**
   * The family of the latest connection to this host, including earlier runs; null before the first
   * one.
   */
  known(host: string): AddressFamily | null
  /**
   * The family that is tried first: the one that connected first, or that was chosen since. It
   * stays the same while the other one stands in for it.
   */
  remembered(host: string): AddressFamily | null
  connected(host: string, family: AddressFamily): void
  /** The remembered family has no route or no address now. */
  absent(host: string): void
  /** Whether the other family connected while the remembered one was absent. */
  otherTried(host: string, isReady: boolean): void
  /** The remembered family has a route again, or the network may be another one. */
  present(host: string): void
  /** The absence has lasted: the other family may be used. */
  hasLeft(host: string): boolean
  /** A connection over the remembered family, which has a route, failed: how many in a row. */
  failed(host: string): number
  /** Whether the other family connects while the remembered one keeps failing. */
  otherWorks(host: string, isReady: boolean): void
  /** The family that would connect in place of the one that keeps failing, or null. */
  worksInstead(host: string): AddressFamily | null
  /** False while another one is on its way. */
  beginTrial(host: string): boolean
  endTrial(host: string): void
}

/** What is remembered between two runs, by host. */
export type FamilyMemory = {
  read(): readonly (readonly [string, AddressFamily])[]
  save(host: string, family: AddressFamily): void
}

const noMemory: FamilyMemory = { read: () => [], save: () => undefined }

/**
 * How long the remembered family has to be absent, in milliseconds and attempts, while the other
 * one connects: after waking or joining a network, one family is often there seconds before the
 * other.
 */
const absenceLimit = { ms: 30_000, attempts: 3 } as const
/** Attempts that are closer together count as one. */
const attemptSpacingMs = 1_000
/** Between two attempts that are further apart, the family may have been there. */
const longestGapMs = 60_000
/** After so many failures in a row, the other family is tried out. */
const failuresUntilTrial = 3

type Absence = { since: number; last: number; attempts: number; isLasting: boolean }

type HostFamilies = {
  remembered: AddressFamily | null
  inUse: AddressFamily | null
  isAbsent: boolean
  absence: Absence | null
  failures: number
  doesOtherWork: boolean
  isOnTrial: boolean
}

function fresh(family: AddressFamily | null): HostFamilies {
  return {
    remembered: family,
    inUse: family,
    isAbsent: false,
    absence: null,
    failures: 0,
    doesOtherWork: false,
    isOnTrial: false,
  }
}

function withAttempt(before: Absence | null, now: number): Absence {
  if (before === null || (!before.isLasting && now - before.last > longestGapMs))
    return { since: now, last: now, attempts: 1, isLasting: false }
  if (now - before.last < attemptSpacingMs) return before
  const attempts = before.attempts + 1
  const isLasting = attempts >= absenceLimit.attempts && now - before.since >= absenceLimit.ms
  return { ...before, last: now, attempts, isLasting: before.isLasting || isLasting }
}

export function createFamilyPolicy(
  choice: () => AddressFamilyChoice = () => 'automatic',
  memory = noMemory,
  ticks: Timing['ticks'] = systemTiming.ticks,
): FamilyPolicy {
  const hosts = new Map(memory.read().map(([host, family]) => [host, fresh(family)]))
  const at = (host: string): HostFamilies => {
    const state = hosts.get(host) ?? fresh(null)
    hosts.set(host, state)
    return state
  }
  const isLasting = ({ absence }: HostFamilies): boolean => absence?.isLasting === true
  const change = (host: string, values: Partial<HostFamilies>): void => {
    Object.assign(at(host), values)
  }
  return {
    choice,
    known: (host) => at(host).inUse,
    remembered: (host) => at(host).remembered,
    connected: (host, family) => {
      const { remembered, isOnTrial } = at(host)
      if (choice() === 'automatic' && remembered !== null && remembered !== family) {
        change(host, { inUse: family })
        return
      }
      hosts.set(host, { ...fresh(family), isOnTrial })
      // An address has no other family.
      if (remembered !== family && isIP(host) === 0) memory.save(host, family)
    },
    absent: (host) => change(host, { isAbsent: true }),
    otherTried: (host, isReady) => {
      const { isAbsent, absence } = at(host)
      if (isAbsent) change(host, { absence: isReady ? withAttempt(absence, ticks()) : null })
    },
    present: (host) => change(host, { isAbsent: false, absence: null }),
    hasLeft: (host) => isLasting(at(host)),
    failed: (host) => {
      const failures = at(host).failures + 1
      change(host, { failures })
      return failures
    },
    otherWorks: (host, isReady) =>
      change(host, { doesOtherWork: isReady && at(host).failures >= failuresUntilTrial }),
    worksInstead: (host) => {
      const { remembered, doesOtherWork } = at(host)
      const isKnown = remembered !== null && doesOtherWork && choice() === 'automatic'
      return isKnown ? other(remembered) : null
    },
    beginTrial: (host) => {
      if (at(host).isOnTrial) return false
      change(host, { isOnTrial: true })
      return true
    },
    endTrial: (host) => change(host, { isOnTrial: false }),
  }
}

/** The family chosen by the user cannot reach the exchange. */
export class FamilyUnavailable extends Error {
  readonly code: 'NO_IPV4' | 'NO_IPV6'

  constructor(family: AddressFamily) {
    super(`the exchange cannot be reached over ${family}`)
    this.code = family === 'ipv4' ? 'NO_IPV4' : 'NO_IPV6'
  }
}

/**
 * The remembered family has no route or no address, which may pass: nothing is sent over the other
 * one yet.
 */
export class FamilyAbsent extends Error {
  constructor(
    readonly family: AddressFamily,
    readonly code: string,
  ) {
    super(`the exchange cannot be reached over ${family} now`)
  }
}

/** The addresses of one family, in the order of the system's resolver. */
type Attempt = { family: AddressFamily; addresses: readonly LookupAddress[] }

const familyOf = ({ family }: LookupAddress): AddressFamily => (family === 6 ? 'ipv6' : 'ipv4')

/**
 * Which families are tried, in order. Until one has connected, the one preferred by the resolver
 * comes first.
 */
export function attemptsFor(
  addresses: readonly LookupAddress[],
  choice: AddressFamilyChoice,
  known: AddressFamily | null,
): readonly Attempt[] {
  const [preferred] = addresses
  if (preferred === undefined) return []
  const first = known ?? familyOf(preferred)
  const order = choice === 'automatic' ? [first, other(first)] : [choice]
  return order
    .map((family) => ({
      family,
      addresses: addresses.filter((address) => familyOf(address) === family),
    }))
    .filter((attempt) => attempt.addresses.length > 0)
}

/** For Node's `connect`, which then does no lookup of its own. */
function lookupIn({ addresses }: Attempt): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses
    if (options.all === true || first === undefined) done(null, [...addresses])
    else done(null, first.address, first.family)
  }
}

export type NameLookup = (
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

export const systemLookup: NameLookup = (host, done) => {
  lookupName(host, { all: true, order: 'verbatim' }, done)
}

/**
 * Milliseconds for the first connection to a host over one family, including the handshake, before
 * the other is tried: half a read's deadline.
 */
export const familyLimitMs = 5_000
/**
 * Milliseconds for each address of a family that has several; the last one gets the remaining time.
 */
const addressLimitMs = 1_000

function codesOf(error: Error): string[] {
  // If several addresses were tried, each has its own error.
  if (error instanceof AggregateError)
    return error.errors.flatMap((one: unknown) => (one instanceof Error ? codesOf(one) : ['']))
  return ['code' in error && typeof error.code === 'string' ? error.code : '']
}

/** The last four: the system does not speak it, or a rule of this computer refuses it. */
const noRoute =
  /^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ENETDOWN|EAFNOSUPPORT|EACCES|EPERM|EINVAL)$/
/**
 * This computer has no route over that family, so it is certain that no call was or will be sent
 * over it.
 */
const hasNoRoute = (error: Error): boolean => codesOf(error).every((code) => noRoute.test(code))

function codeOf(error: Error): string {
  return codesOf(error)[0] ?? ''
}

const broken = /^(ETIMEDOUT|ECONNRESET|ECONNABORTED|EPIPE)$/

/** It broke off or hung, unlike a server that could not prove its identity. */
function isBroken(error: Error): boolean {
  return codesOf(error).every((code) => broken.test(code) || noRoute.test(code))
}

/** Nobody answered, in contrast to a server that could not prove who it is. */
function isUnanswered(error: Error): boolean {
  return codesOf(error).every((code) => code === 'ECONNREFUSED') || isBroken(error)
}

/**
 * What Node's `connect` is given, so that it tries the addresses of one family, one after the
 * other.
 */
export type FamilySocketOptions = {
  lookup: LookupFunction
  autoSelectFamily: true
  autoSelectFamilyAttemptTimeout: number
}

function optionsFor(attempt: Attempt): FamilySocketOptions {
  return {
    lookup: lookupIn(attempt),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressLimitMs,
  }
}

type Destroyable = { destroy(): void }

/**
 * The first connection to a host goes over whichever family completes it, handshake included; no
 * call has been sent yet. After that the other family is used only where there has been no route
 * over the remembered one, or no address of it, for a while: a key may be bound to the address of
 * the remembered one, and a connection that is reset, refused or times out is the exchange's
 * trouble or the network's, and passes. Whether the other one would do is found out on a connection
 * of its own, on which nothing is sent. `open` calls `reached` when the connection is accepted, and
 * `done` once.
 */
export function connectByFamily<S extends Destroyable>(
  parts: {
    host: string
    policy: FamilyPolicy
    lookup: NameLookup
    after: Timing['after']
    open(
      options: FamilySocketOptions,
      reached: () => void,
      done: (...outcome: [null, S] | [Error, null]) => void,
    ): Destroyable
  },
  done: (...outcome: [null, S] | [Error, null]) => void,
): Destroyable {
  const { host, policy, lookup, after, open } = parts
  const choice = policy.choice()
  let isOver = false
  let current: Destroyable | null = null

  const fail = (error: Error): void => {
    if (isOver) return
    isOver = true
    done(choice !== 'automatic' && hasNoRoute(error) ? new FamilyUnavailable(choice) : error, null)
  }

  /** Connects, handshake included, and closes the connection: nothing is sent over it. */
  const tryOut = (over: Attempt, ended: (isReady: boolean) => void): void => {
    if (!policy.beginTrial(host)) return
    let isEnded = false
    const end = (isReady: boolean): void => {
      if (isEnded) return
      isEnded = true
      cancelLimit()
      policy.endTrial(host)
      ended(isReady)
    }
    const cancelLimit = after(familyLimitMs, () => {
      end(false)
      opened.destroy()
    })
    const opened = open(
      optionsFor(over),
      () => undefined,
      (error, socket) => {
        socket?.destroy()
        end(error === null)
      },
    )
  }

  const waitFor = (family: AddressFamily, code: string, instead: Attempt): void => {
    policy.absent(host)
    fail(new FamilyAbsent(family, code))
    tryOut(instead, (isReady) => policy.otherTried(host, isReady))
  }

  /** Of the remembered family. */
  const countFailure = ([instead]: readonly Attempt[]): void => {
    policy.present(host)
    if (policy.failed(host) < failuresUntilTrial || instead === undefined) return
    tryOut(instead, (isReady) => policy.otherWorks(host, isReady))
  }

  /** Whether the other family is tried after this one failed. */
  const mayLeave = (family: AddressFamily, error: Error, isReached: boolean): boolean => {
    // Another socket may have connected meanwhile.
    const remembered = policy.remembered(host)
    if (remembered === null) return !isReached || isBroken(error)
    return remembered !== family || (hasNoRoute(error) && policy.hasLeft(host))
  }

  /** `earlier`: why the previous family failed, which says more than the last resort's failure. */
  function attempt(
    [now, ...rest]: readonly Attempt[],
    addresses: readonly LookupAddress[],
    earlier: Error | null,
  ): void {
    if (isOver || now === undefined) return
    const { family } = now
    const [following] = rest
    let isCurrent = true
    let isReached = false
    let isCounted = false
    const next = (error: Error): void => {
      isCurrent = false
      if (isOver) return
      if (following !== undefined && mayLeave(family, error, isReached))
        return attempt(rest, addresses, earlier ?? error)
      const isRemembered = policy.remembered(host) === family
      if (isRemembered && following !== undefined && hasNoRoute(error))
        return waitFor(family, codeOf(error), following)
      fail(isReached ? error : (earlier ?? error))
      if (isRemembered && isUnanswered(error) && !hasNoRoute(error)) {
        if (!isCounted) countFailure(rest)
        // Where neither family leads anywhere, what comes next may be another network.
      } else if (isRemembered || hasNoRoute(error)) policy.present(host)
    }
    const onLate = (): void => {
      const late = current
      const error = Object.assign(new Error('the connection was not ready in time'), {
        code: 'ETIMEDOUT',
      })
      if (mayLeave(family, error, isReached)) {
        next(error)
        late?.destroy()
      } else if (policy.remembered(host) === family) {
        isCounted = true
        countFailure(rest)
      }
    }
    const cancelLimit = following === undefined ? () => undefined : after(familyLimitMs, onLate)
    const opened = open(
      optionsFor(now),
      () => (isReached = true),
      (error, socket) => {
        cancelLimit()
        if (!isCurrent) return
        if (error !== null) return next(error)
        isCurrent = false
        const remembered = policy.remembered(host)
        // Of two first connections at once, the one that is ready first decides for both; and the
        // remembered family may be back by now.
        const isOther = remembered !== null && remembered !== family
        if (choice === 'automatic' && isOther && !policy.hasLeft(host)) {
          socket.destroy()
          begin(addresses)
          return
        }
        isOver = true
        policy.connected(host, family)
        done(null, socket)
      },
    )
    if (isCurrent) current = opened
  }

  function begin(addresses: readonly LookupAddress[]): void {
    if (isOver) return
    const remembered = policy.remembered(host)
    const attempts = attemptsFor(addresses, choice, remembered)
    const [first] = attempts
    const isOther = remembered !== null && first !== undefined && first.family !== remembered
    if (choice === 'automatic' && isOther && !policy.hasLeft(host))
      waitFor(remembered, 'NO_ADDRESS', first)
    else if (first !== undefined) attempt(attempts, addresses, null)
    else if (choice === 'automatic')
      fail(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }))
    else fail(new FamilyUnavailable(choice))
  }

  const literal = isIP(host)
  if (literal !== 0) begin([{ address: host, family: literal }])
  else
    lookup(host, (error, addresses) => {
      if (error === null) begin(addresses)
      else fail(error)
    })
  return {
    destroy: () => {
      fail(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' }))
      current?.destroy()
    },
  }
}
