// Whether a connection to the exchange uses IPv4 or IPv6. Keys are bound to addresses, and one call
// from an address that is not listed disables the key: Node would try both families for every
// socket and take the faster one, so the family is chosen here, once for each host.
import { lookup as lookupName, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { AddressFamily, AddressFamilyChoice } from '../../shared/portfolio/connection.js'
import type { Timing } from '../../shared/time.js'

/**
 * One for the whole app: every socket to a host uses the same family, whichever account or call it
 * is for.
 */
export type FamilyPolicy = {
  choice(): AddressFamilyChoice
  /**
   * The family of the newest connection to this host, in an earlier run as well; null before the
   * first one.
   */
  known(host: string): AddressFamily | null
  connected(host: string, family: AddressFamily): void
}

/** What is remembered between two runs, by host. */
export type FamilyMemory = {
  read(): readonly (readonly [string, AddressFamily])[]
  save(host: string, family: AddressFamily): void
}

const noMemory: FamilyMemory = { read: () => [], save: () => undefined }

export function createFamilyPolicy(
  choice: () => AddressFamilyChoice = () => 'automatic',
  memory = noMemory,
): FamilyPolicy {
  const families = new Map<string, AddressFamily>(memory.read())
  return {
    choice,
    known: (host) => families.get(host) ?? null,
    connected: (host, family) => {
      if (families.get(host) === family) return
      families.set(host, family)
      // An address has no other family.
      if (isIP(host) === 0) memory.save(host, family)
    },
  }
}

/** The family that the user chose does not lead to the exchange. */
export class FamilyUnavailable extends Error {
  readonly code: 'NO_IPV4' | 'NO_IPV6'

  constructor(family: AddressFamily) {
    super(`the exchange cannot be reached over ${family}`)
    this.code = family === 'ipv4' ? 'NO_IPV4' : 'NO_IPV6'
  }
}

/** The addresses of one family, in the order of the system's resolver. */
type Attempt = { family: AddressFamily; addresses: readonly LookupAddress[] }

const familyOf = ({ family }: LookupAddress): AddressFamily => (family === 6 ? 'ipv6' : 'ipv4')
const other = (family: AddressFamily): AddressFamily => (family === 'ipv4' ? 'ipv6' : 'ipv4')

/**
 * Which families are tried, in this order. Until one has connected, the first is the one that the
 * resolver prefers.
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

/** For Node's `connect`, which asks nobody else then. */
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
 * Milliseconds for the first connection to a host over one family, handshake included, before the
 * other is tried: half of what a read has.
 */
export const familyLimitMs = 5_000
/** Milliseconds for each address of a family that has several; the last one has what is left. */
const addressLimitMs = 1_000

function codesOf(error: Error): string[] {
  // Of several addresses that were tried, each has its own.
  if (error instanceof AggregateError)
    return error.errors.flatMap((one: unknown) => (one instanceof Error ? codesOf(one) : ['']))
  return ['code' in error && typeof error.code === 'string' ? error.code : '']
}

const noRoute = /^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ENETDOWN)$/
/**
 * This computer has no way out over that family: then it is certain that no call left over it, nor
 * will.
 */
const hasNoRoute = (error: Error): boolean => codesOf(error).every((code) => noRoute.test(code))

const broken = /^(ETIMEDOUT|ECONNRESET|ECONNABORTED|EPIPE)$/

/** It broke off or hung, in contrast to a server that could not prove who it is. */
function isBroken(error: Error): boolean {
  return codesOf(error).every((code) => broken.test(code) || noRoute.test(code))
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

type Destroyable = { destroy(): void }

/**
 * The first connection to a host goes over whichever family completes it, handshake included; no
 * call has been sent yet. After that the other family is used only where there is no route over the
 * known one, or the host has no address of it: a key may be bound to the address of the known one,
 * and a connection that is reset, refused or times out is the exchange's trouble or the network's,
 * and passes. `open` calls `reached` when the connection is accepted, and `done` once.
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
  /** The known family as this attempt began. */
  let outset: AddressFamily | null = null

  const fail = (error: Error): void => {
    if (isOver) return
    isOver = true
    done(choice !== 'automatic' && hasNoRoute(error) ? new FamilyUnavailable(choice) : error, null)
  }

  /** Whether the other family is tried after this one failed. */
  const mayLeave = (family: AddressFamily, error: Error, isReached: boolean): boolean => {
    // Another socket may have connected meanwhile.
    const known = policy.known(host)
    if (known === null) return !isReached || isBroken(error)
    return known !== family || hasNoRoute(error)
  }

  /**
   * `earlier`: why the family before could not be used, which says more than the last resort's
   * failure.
   */
  function attempt(
    [now, ...rest]: readonly Attempt[],
    addresses: readonly LookupAddress[],
    earlier: Error | null,
  ): void {
    if (isOver || now === undefined) return
    const { family } = now
    let isCurrent = true
    let isReached = false
    const next = (error: Error): void => {
      isCurrent = false
      const leaves = rest.length > 0 && mayLeave(family, error, isReached)
      if (leaves) attempt(rest, addresses, earlier ?? error)
      else fail(isReached ? error : (earlier ?? error))
    }
    const cancelLimit =
      rest.length === 0 || outset !== null
        ? () => undefined
        : after(familyLimitMs, () => {
            const late = current
            const error = Object.assign(new Error('the connection was not ready in time'), {
              code: 'ETIMEDOUT',
            })
            if (!mayLeave(family, error, isReached)) return
            next(error)
            late?.destroy()
          })
    const options = {
      lookup: lookupIn(now),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: addressLimitMs,
    } as const
    const opened = open(
      options,
      () => (isReached = true),
      (error, socket) => {
        cancelLimit()
        if (!isCurrent) return
        if (error !== null) return next(error)
        isCurrent = false
        const known = policy.known(host)
        // Of two first connections at once, the one that is ready first decides for both.
        if (choice === 'automatic' && known !== outset && known !== family) {
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
    outset = policy.known(host)
    const attempts = attemptsFor(addresses, choice, outset)
    if (attempts.length > 0) attempt(attempts, addresses, null)
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
