// The sentences of problems: what happened, in plain words. What it means and what to do next is in shared/domain/problem-words.
import type { ProblemCode } from '../../shared/domain/problem.js'
import type { WireCause } from './http-connection.js'
import type { JsonFault } from './json-strict.js'

const subjects: ReadonlyMap<string, string> = new Map([
  ['ping', 'the liveness check'],
  ['main-balance', 'the main balance'],
  ['flex-history', 'the investment history'],
  ['close-investment', 'closing the investment'],
  ['collateral-market-order', 'the market order'],
  ['bulk-limit-orders', 'the bulk orders'],
  ['open-positions', 'the open positions'],
  ['credit-line', 'the credit line'],
  ['payout-destination', 'the payout destination'],
  ['stream-token', 'the stream token'],
])

export const subjectOf = ({ name }: { name: string }): string => subjects.get(name) ?? name

export const problemText = (code: ProblemCode, subject: string, status: number): string => {
  switch (code) {
    case 'bad-key-or-signature':
      return `The exchange did not accept the key or the signature for ${subject}.`
    case 'key-disabled':
      return 'The exchange says that this key is disabled, or that this address may not use it.'
    case 'no-permission':
      return `The exchange does not let this key ask for ${subject}.`
    case 'b2b-only':
      return `The exchange opens ${subject} to B2B partners only.`
    case 'credit-line-off':
      return 'The exchange has not enabled credit-line information for this key.'
    case 'no-loan':
      return 'The exchange knows of no active loan.'
    case 'clock-wrong':
      return 'The exchange refused the time of the call: this computer’s clock is too far from its own.'
    case 'nonce-conflict':
      return 'The exchange has seen a newer call with this key: another program uses it.'
    case 'rate-limited':
      return 'The exchange asks for fewer calls.'
    case 'not-found':
      return `The exchange knows no address for ${subject}.`
    case 'region-unavailable':
      return `The exchange does not offer ${subject} in this region.`
    case 'exchange-trouble':
      return `The exchange has trouble of its own (HTTP ${status}).`
    default:
      return `The exchange refused ${subject}.`
  }
}

export const jsonFaultTexts: Record<JsonFault | 'WRONG_TYPE', string> = {
  EMPTY: 'it was empty',
  BOM: 'it began with a byte order mark',
  NOT_UTF8: 'it was not UTF-8 text',
  NOT_JSON: 'it was not JSON',
  DUPLICATE_KEY: 'one name in it came twice',
  PROTO_KEY: 'it held a name that no answer has',
  TOO_DEEP: 'it was nested deeper than any answer is',
  TOO_MANY: 'it held more than any answer does',
  WRONG_TYPE: 'it was not marked as JSON',
}

/** No answer at all, by cause. */
export const wireProblems: Record<WireCause, { code: ProblemCode; message: string }> = {
  DNS_FAILED: { code: 'unreachable', message: 'The exchange’s name could not be looked up.' },
  CONNECTION_REFUSED: { code: 'unreachable', message: 'Nothing answers at the exchange’s address.' },
  NO_ROUTE: { code: 'unreachable', message: 'This computer has no way to the exchange.' },
  CONNECT_FAILED: { code: 'unreachable', message: 'No connection to the exchange could be made.' },
  CONNECT_TIMEOUT: { code: 'unreachable', message: 'The exchange did not take the connection in time.' },
  PROXY_FAILED: { code: 'unreachable', message: 'The proxy named in Settings, Connection, did not open the way to the exchange.' },
  TLS_REFUSED: { code: 'tls', message: 'The other side could not prove that it is the exchange.' },
  ADDRESS_REFUSED: { code: 'bad-input', message: 'The profile’s address may not be used.' },
  TOO_MANY_CALLS: { code: 'busy', message: 'Too many calls are under way.' },
  TIMEOUT: { code: 'timeout', message: 'The exchange did not answer in time.' },
  RESET: { code: 'unreachable', message: 'The connection to the exchange broke before an answer came.' },
  REQUEST_TOO_LARGE: { code: 'bad-input', message: 'The request would be larger than any request may be.' },
  TRUNCATED: { code: 'not-understood', message: 'The answer broke off in the middle.' },
  TOO_LARGE: { code: 'not-understood', message: 'The answer was larger than any answer may be.' },
  BAD_ENCODING: { code: 'not-understood', message: 'The answer could not be unpacked.' },
  BAD_HTTP: { code: 'not-understood', message: 'The answer was not HTTP.' },
  CLOSED: { code: 'gone', message: 'Plimsoll closed this connection.' },
  HELD_BACK: { code: 'cancelled', message: 'Trading was disarmed before this left, so it was not sent.' },
}
