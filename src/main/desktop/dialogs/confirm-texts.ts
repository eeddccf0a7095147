// Confirmations outside of trading. Each lets something leave the app, so the page alone must not be able to grant it.
import type { ConfirmRequest } from './confirm-dialog.js'

export const newAddressConfirm = (baseUrl: string): ConfirmRequest => ({
  title: 'Connect to this address?',
  message: `Send the key you typed to ${baseUrl}?`,
  detail:
    'Plimsoll would ask this address for a balance, signed with your key. It is none of the exchange’s own addresses. Go on only where you typed it yourself.',
  confirm: 'Send it there',
})

export const revealTokenConfirm = (profileName: string): ConfirmRequest => ({
  title: 'Show the stream token?',
  message: `Show the stream token of “${profileName}”?`,
  detail: 'Whoever has this token can read the account’s figures as they change.',
  confirm: 'Show the token',
})

export const proxyConfirm = (was: string, is: string): ConfirmRequest => ({
  title: 'Change the proxy?',
  message: is === '' ? 'Connect to the exchange without a proxy?' : `Connect to the exchange through ${is}?`,
  detail: `Now: ${was === '' ? 'no proxy' : was}. A proxy sees when Plimsoll talks with the exchange and can keep it from doing so; it cannot read or change what is said.`,
  confirm: is === '' ? 'Use no proxy' : 'Use this proxy',
})
