// The payout destination in words and as a picture, and why it could not be looked up.
import type { AddressForm } from '../../shared/mining/mining.js'
import type { PayoutDestination } from '../../shared/mining/payout.js'
import type { Problem } from '../../shared/problem.js'
import { t } from '../../shared/messages/messages.js'
import type { Tone } from '../components/words.js'
import type { IconName } from '../components/icon-paths.js'

/** An address in groups of four, as people read it to each other. Joined, they are the address. */
export function addressGroups(address: string): string[] {
  // By code point: an invalid address may contain anything.
  const signs = Array.from(address)
  const groups: string[] = []
  for (let at = 0; at < signs.length; at += 4) groups.push(signs.slice(at, at + 4).join(''))
  return groups
}

export function destinationWords({ destination }: Pick<PayoutDestination, 'destination'>): {
  text: string
  known: boolean
} {
  if (destination === 'main_balance') return { text: t('common.main-balance'), known: true }
  if (destination === 'external_address')
    return { text: t('mining.destination.external-address'), known: true }
  return { text: destination, known: false }
}

const formLooks: Record<AddressForm, { tone: Tone; icon: IconName }> = {
  bitcoin: { tone: 'good', icon: 'check' },
  'bitcoin-test': { tone: 'caution', icon: 'warning' },
  broken: { tone: 'danger', icon: 'danger' },
  other: { tone: 'caution', icon: 'warning' },
}

export function formText(form: AddressForm): {
  tone: Tone
  icon: IconName
  text: string
  more: string | null
} {
  return {
    ...formLooks[form],
    text: t(`mining.address.${form}`),
    more: form === 'bitcoin' ? null : t(`mining.address.${form}.more`),
  }
}

/**
 * `unknown-account` the exchange has no account of that name · `not-enabled` the key lacks the
 * permission · `key-refused` the key was rejected for this call · `offline` no response.
 */
export type PayoutTrouble = 'unknown-account' | 'not-enabled' | 'key-refused' | 'offline' | 'other'

export function payoutTrouble({ code, fields }: Problem): PayoutTrouble {
  if (code === 'not-found') return 'unknown-account'
  if (
    code === 'refused' &&
    Object.values(fields ?? {}).some((messages) =>
      messages.some((one) => typeof one === 'string' && /not found/i.test(one)),
    )
  )
    return 'unknown-account'
  if (code === 'no-permission' || code === 'b2b-only') return 'not-enabled'
  if (code === 'bad-key-or-signature' || code === 'key-disabled' || code === 'key-asleep')
    return 'key-refused'
  return code === 'unreachable' || code === 'timeout' ? 'offline' : 'other'
}
