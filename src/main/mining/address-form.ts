// What a payout address looks like by its own form: Base58Check as legacy addresses have it, Bech32 and Bech32m as segwit ones do
// (BIP 173, BIP 350). It says nothing of whose address it is.
import { createHash } from 'node:crypto'
import { base58, bech32, bech32m } from '@scure/base'
import type { AddressForm } from '../../shared/domain/mining.js'

type Network = Extract<AddressForm, 'bitcoin' | 'bitcoin-test'>

/** First byte of a legacy address: to a key, to a script. */
const versions: ReadonlyMap<number, Network> = new Map([
  [0x00, 'bitcoin'],
  [0x05, 'bitcoin'],
  [0x6f, 'bitcoin-test'],
  [0xc4, 'bitcoin-test'],
])

const prefixes: ReadonlyMap<string, Network> = new Map([
  ['bc', 'bitcoin'],
  ['tb', 'bitcoin-test'],
  ['bcrt', 'bitcoin-test'],
])

const longestSegwit = 90

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

const attempt = <T>(decode: () => T): T | null => {
  try {
    return decode()
  } catch {
    return null
  }
}

const legacyForm = (address: string): AddressForm => {
  const bytes = attempt(() => base58.decode(address))
  // Nothing but an address with a slip in it is as long as this and begins so.
  const looksLegacy = /^[13mn2][A-Za-z0-9]{24,35}$/.test(address)
  if (bytes === null || bytes.length !== 25) return looksLegacy ? 'broken' : 'other'
  const sum = sha256(sha256(bytes.subarray(0, 21))).subarray(0, 4)
  if (!bytes.subarray(21).every((byte, place) => byte === sum[place])) return looksLegacy ? 'broken' : 'other'
  return versions.get(bytes[0] ?? -1) ?? 'other'
}

/** Bytes in the program of each witness version that anybody's wallet makes: key or script, and taproot. */
const programSizes: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [20, 32]],
  [1, [32]],
])

const segwitForm = (address: string, network: Network): AddressForm => {
  const plain = bech32.decodeUnsafe(address, longestSegwit)
  const read = plain ?? bech32m.decodeUnsafe(address, longestSegwit)
  const [version, ...words] = read?.words ?? []
  if (read === undefined || version === undefined || version > 16) return 'broken'
  // Version 0 keeps the first check, all later ones have the second (BIP 350).
  if ((version === 0) !== (plain !== undefined)) return 'broken'
  const program = attempt(() => bech32.fromWords(words))
  if (program === null || program.length < 2 || program.length > 40) return 'broken'
  const sizes = programSizes.get(version)
  // Whatever is paid to a version that has no rules yet, anyone may take.
  if (sizes === undefined) return 'other'
  return sizes.includes(program.length) ? network : version === 0 ? 'broken' : 'other'
}

/** Far longer than any address; decoding takes time with the square of the length. */
const longest = 200

export const addressForm = (address: string): AddressForm => {
  if (address.length > longest) return 'other'
  const lower = address.toLowerCase()
  const network = prefixes.get(lower.slice(0, lower.lastIndexOf('1')))
  if (network !== undefined) return segwitForm(address, network)
  // The mark in the middle is lost or doubled, but nothing else begins like this.
  if (/^(bc|tb|bcrt)1[a-z0-9]{6,87}$/.test(lower)) return 'broken'
  return legacyForm(address)
}
