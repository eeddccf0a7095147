// Whether a connection to the exchange uses IPv4 or IPv6. Keys are bound to addresses, and one call from an address that is not listed
// disables the key: Node would try both families for every socket and take the faster one, so the family is chosen here.
import { lookup as lookupName, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { AddressFamily, AddressFamilyChoice } from '../../shared/domain/connection.js'
import type { Timing } from '../../shared/time.js'

/** One for the whole app: every socket to a host uses the same family, whichever account or call it is for. */
export type FamilyPolicy = {
  choice(): AddressFamilyChoice
  /** The family of the newest connection to this host; null before the first one of this run. */
  known(host: string): AddressFamily | null
  connected(host: string, family: AddressFamily): void
}

export function createFamilyPolicy(choice: () => AddressFamilyChoice = () => 'automatic'): FamilyPolicy {
  const families = new Map<string, AddressFamily>()
  return {
    choice,
    known: (host) => families.get(host) ?? null,
    connected: (host, family) => void families.set(host, family),
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

/** Which families are tried, in this order. Until one has connected, the first is the one that the system's resolver prefers. */
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
    .map((family) => ({ family, addresses: addresses.filter((address) => familyOf(address) === family) }))
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

export type NameLookup = (host: string, done: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void

export const systemLookup: NameLookup = (host, done) => {
  lookupName(host, { all: true, order: 'verbatim' }, done)
}

/** Milliseconds for a family to accept a connection before the other one is tried: half of what a read has for everything. */
export const familyLimitMs = 5_000
/** Milliseconds for each address of a family that has several; the last one has what is left. */
const addressLimitMs = 1_000

const noRoute = /^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ENETDOWN)$/
const hasNoRoute = (error: Error): boolean => 'code' in error && typeof error.code === 'string' && noRoute.test(error.code)

/** What Node's `connect` is given, so that it tries the addresses of one family, one after the other. */
export type FamilySocketOptions = { lookup: LookupFunction; autoSelectFamily: true; autoSelectFamilyAttemptTimeout: number }

type Destroyable = { destroy(): void }

/**
 * Connects over the first family that accepts a connection. Once one has accepted it, the other is not tried for this socket, whatever
 * happens during the handshake. `open` calls `reached` when the connection is accepted, and `done` once.
 */
export function connectByFamily<S>(
  parts: {
    host: string
    policy: FamilyPolicy
    lookup: NameLookup
    after: Timing['after']
    open(options: FamilySocketOptions, reached: () => void, done: (...outcome: [null, S] | [Error, null]) => void): Destroyable
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

  /** `earlier`: why the family before could not be used, which says more than the last resort's failure. */
  const attempt = ([now, ...rest]: readonly Attempt[], earlier: Error | null): void => {
    if (isOver || now === undefined) return
    let isCurrent = true
    let isReached = false
    const next = (error: Error): void => {
      isCurrent = false
      if (rest.length > 0 && !isReached) attempt(rest, earlier ?? error)
      else fail(isReached ? error : (earlier ?? error))
    }
    const cancelLimit =
      rest.length === 0
        ? () => undefined
        : after(familyLimitMs, () => {
            const late = current
            next(Object.assign(new Error('the connection was not accepted in time'), { code: 'ETIMEDOUT' }))
            late?.destroy()
          })
    const reached = (): void => {
      isReached = true
      cancelLimit()
    }
    const options = { lookup: lookupIn(now), autoSelectFamily: true, autoSelectFamilyAttemptTimeout: addressLimitMs } as const
    const opened = open(options, reached, (error, socket) => {
      cancelLimit()
      if (!isCurrent) return
      if (error !== null) return next(error)
      isCurrent = false
      isOver = true
      policy.connected(host, now.family)
      done(null, socket)
    })
    if (isCurrent) current = opened
  }

  const begin = (addresses: readonly LookupAddress[]): void => {
    const attempts = attemptsFor(addresses, choice, policy.known(host))
    if (attempts.length > 0) attempt(attempts, null)
    else if (choice === 'automatic') fail(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }))
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
