// The list of calls the service received, and which members of each call's body had no effect.
import type { Dialect } from '../shared/accounts/account.js'
import type { Endpoint } from '../v4/endpoint.js'
import { endpoints } from '../v4/endpoints.js'
import { bulkItem, inDialect } from '../v4/orders.js'

/**
 * One call the service received. Contains the name of the key, never the key, a secret or a
 * signature.
 */
export type ReceivedCall = {
  at: number
  method: string
  path: string
  keyName: string | null
  nonce: string | number | null
  /** As sent, if it could be parsed; a very large or deep one only as its length in bytes. */
  body: unknown
  /** Members of the body that had no effect, by name; at most a hundred. */
  ignored: readonly string[]
  outcome: { status: number; executed: boolean; dropped: boolean }
}

const kept = 5000
const largestBody = 20_000
const longestText = 1000

/** A copy: a substring would keep its source in memory. */
function textToKeep(text: string): string {
  return text.length > longestText
    ? `${Buffer.from(text.slice(0, longestText)).toString('utf8')}…`
    : text
}

/** The newest calls, oldest first. */
export class CallRecord {
  private calls: ReceivedCall[] = []

  add(call: ReceivedCall): void {
    const { path, nonce } = call
    this.calls.push({
      ...call,
      path: textToKeep(path),
      nonce: typeof nonce === 'string' ? textToKeep(nonce) : nonce,
    })
    if (this.calls.length >= 2 * kept) this.calls = this.calls.slice(-kept)
  }

  all(): readonly ReceivedCall[] {
    return this.calls.slice(-kept)
  }

  clear(): void {
    this.calls = []
  }
}

/**
 * JSON can be parsed however deep it is nested, but serialised only as deep as the stack allows.
 * This is far deeper than any request.
 */
export const deepestKept = 100

/** Whether lists and objects in a parsed JSON value are nested more than `levels` deep. */
export function isNestedDeeper(value: unknown, levels = deepestKept): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)))
  )
}

/**
 * The part of a body that is recorded: five thousand large ones would not fit into the memory of a
 * small machine.
 */
export function bodyToKeep(body: unknown, bytes: number): unknown {
  return bytes > largestBody || isNestedDeeper(body) ? { bytes } : body
}

type Names = readonly string[]

const always: Names = ['request', 'nonce', 'nonceWindow']

/** What the service reads in addition to the described members. */
const more: Record<string, (dialect: Dialect) => Names> = {
  [endpoints.mainBalance.path]: (dialect) => (dialect === 'live' ? ['ticker'] : []),
  [endpoints.collateralBalances.path]: () => ['ticker'],
  [endpoints.collateralMarketOrder.path]: () => ['stp', 'reduceOnly'],
  [endpoints.collateralLimitOrder.path]: () => ['stp', 'rpi'],
  [endpoints.cancelOrder.path]: () => ['clientOrderId'],
  [endpoints.orderHistory.path]: () => ['status'],
  [endpoints.fixedInvestments.path]: () => ['id', 'ticker'],
  [endpoints.flexInvestments.path]: () => ['ticker', 'plan', 'investment'],
  [endpoints.miningAccounts.path]: () => ['name', 'limit', 'offset'],
}

function described({ shape }: { shape: object }, dialect: Dialect): Names {
  return Object.keys(inDialect(shape, dialect))
}

/** What it reads of each member of `orders`. */
const ofEachOrder: Record<string, (dialect: Dialect) => Names> = {
  [endpoints.bulkLimitOrders.path]: (dialect) => ['stp', ...described(bulkItem, dialect)],
  [endpoints.cancelOrders.path]: () => ['market', 'orderId', 'clientOrderId'],
}

/** Of each call, for the same reason. */
const most = 100
const longestName = 100

function others(value: object, names: Names, before = ''): string[] {
  return Object.keys(value)
    .filter((name) => !names.includes(name))
    .slice(0, most)
    .map((name) => `${before}${name.slice(0, longestName)}`)
}

/**
 * Members of a body that the service does not know. It silently ignores them, like the live
 * service.
 */
export function unknownMembers(
  { path, ask }: Endpoint,
  body: Record<string, unknown>,
  dialect: Dialect,
): string[] {
  const inBody = others(body, [
    ...always,
    ...described(ask, dialect),
    ...(more[path]?.(dialect) ?? []),
  ])
  const known = ofEachOrder[path]?.(dialect)
  const items: unknown[] =
    known !== undefined && Array.isArray(body['orders']) ? body['orders'] : []
  const inItems = items.slice(0, most).flatMap((item, index) => {
    const isOrder = typeof item === 'object' && item !== null && !Array.isArray(item)
    return isOrder ? others(item, known ?? [], `orders[${index}].`) : []
  })
  return [...inBody, ...inItems].slice(0, most)
}
