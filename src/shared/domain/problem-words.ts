/** What a person reads about a problem: what happened, what it means for their money, and the one next step. */
export type ProblemWords = { title: string; money: string; next: string }

const readOnly = 'Nothing was sent that could move money.'

export const problemWords = {
  // The exchange answered.
  'bad-key-or-signature': {
    title: 'The exchange does not accept this key and secret',
    money: `${readOnly} Plimsoll has stopped asking with this key.`,
    next: 'Copy the key and the secret again from the exchange’s API settings, and enter both.',
  },
  'key-disabled': {
    title: 'This key is switched off, or this address is not on its list',
    money: `${readOnly} The exchange switches a key off when it is used from an address that is not listed, and after 14 unused days.`,
    next: 'In the exchange’s API settings, enable the key and check its trusted addresses.',
  },
  'key-asleep': {
    title: 'This key has probably been put to sleep',
    money: `${readOnly} The exchange does that to keys without an address list after 14 unused days.`,
    next: 'In the exchange’s API settings, enable the key, then try it again here. A key with an address list does not sleep.',
  },
  'no-permission': {
    title: 'This key may not ask that',
    money: readOnly,
    next: 'In the exchange’s API settings, allow this endpoint for the key.',
  },
  'b2b-only': {
    title: 'Open to B2B partners only',
    money: `${readOnly} The rest of Plimsoll works as usual.`,
    next: 'If you are a partner, ask the exchange’s support to enable it for this key.',
  },
  'credit-line-off': {
    title: 'Credit line is not enabled for this key',
    money: `${readOnly} A loan is not affected, but Plimsoll cannot monitor it.`,
    next: 'Ask the exchange’s support to enable it.',
  },
  'no-loan': { title: 'No active loan', money: 'No debt to monitor.', next: 'Nothing to do. Plimsoll keeps checking.' },
  'clock-wrong': {
    title: 'This computer’s clock is off',
    money: `${readOnly} The exchange refuses calls whose time is too far from its own.`,
    next: 'Switch on automatic time in the system settings.',
  },
  'nonce-conflict': {
    title: 'Another program seems to use this key',
    money: `${readOnly} Two programs on one key refuse each other’s calls.`,
    next: 'Make a separate key for Plimsoll on the exchange.',
  },
  'rate-limited': {
    title: 'The exchange asks to slow down',
    money: 'No figure is refreshed meanwhile.',
    next: 'Wait. Plimsoll tries again by itself.',
  },
  refused: {
    title: 'The exchange refused this',
    money: 'What was asked for was not done.',
    next: 'Read the exchange’s words beside each field and correct it.',
  },
  'not-found': {
    title: 'The exchange does not know this address',
    money: 'What was asked for was not done.',
    next: 'Check the address of the profile.',
  },
  'region-unavailable': {
    title: 'Not offered in this region',
    money: 'What was asked for was not done.',
    next: 'Check that the profile’s region is your account’s.',
  },
  'exchange-trouble': {
    title: 'The exchange has trouble of its own',
    money: 'No figure is refreshed meanwhile.',
    next: 'Wait. Plimsoll tries again by itself.',
  },
  maintenance: {
    title: 'The exchange is under maintenance',
    money: 'Your positions and your loan go on, and Plimsoll cannot see them. No figure is refreshed meanwhile.',
    next: 'Wait. Plimsoll tries again by itself.',
  },
  'not-understood': {
    title: 'The answer could not be understood',
    money: 'It was not used, so no wrong figure is shown.',
    next: 'Check that the address really is the exchange. If it stays, report it with the details.',
  },
  // It did not.
  unreachable: {
    title: 'The exchange cannot be reached',
    money: 'Nothing was sent. No figure is refreshed meanwhile.',
    next: 'Check the network connection and the profile’s address.',
  },
  timeout: {
    title: 'The exchange did not answer in time',
    money: 'No figure is refreshed meanwhile.',
    next: 'Wait. Plimsoll tries again by itself.',
  },
  tls: {
    title: 'The connection is not safe',
    money: 'Nothing was sent. The certificate is not the exchange’s.',
    next: 'Leave this network, or check the clock and the address. Plimsoll never goes on past this.',
  },
  'outcome-unknown': {
    title: 'It is not known whether this went through',
    money: 'Do not send it again: it may have been executed.',
    next: 'First compare your positions and balance on the exchange.',
  },
  // This machine.
  'keychain-unavailable': {
    title: 'This computer has no usable keychain',
    money: 'The key was not stored anywhere.',
    next: 'Install or start a keychain service, or use the key for this session only.',
  },
  'keychain-locked': {
    title: 'The keychain gives no key for this profile',
    money: 'It is locked, or the entry is gone. Nothing was deleted. Until it opens, nothing is monitored.',
    next: 'Unlock the keychain and try again, or enter the key anew.',
  },
  'keychain-trouble': {
    title: 'The keychain did not work',
    money: 'Nothing was changed by Plimsoll.',
    next: 'Try again. If it stays, restart the keychain service.',
  },
  'amounts-hidden': {
    title: 'Amounts are hidden',
    money: 'Nothing was sent and nothing was changed.',
    next: 'Show amounts, then try again.',
  },
  'key-locked': { title: 'Plimsoll is locked', money: 'Nothing was sent.', next: 'Unlock Plimsoll and try again.' },
  'store-trouble': {
    title: 'Plimsoll’s own data could not be written or read',
    money: 'Figures from the exchange are still live. Nothing that needs a record will be sent.',
    next: 'Check that the disk has room and is writable, then restart Plimsoll.',
  },
  'system-refused': {
    title: 'The system did not take it',
    money: 'Nothing was changed: your accounts and what is monitored are as they were.',
    next: 'Try again, or set it in the system’s own settings.',
  },
  'bad-input': { title: 'Something in the form does not fit', money: 'Nothing was sent.', next: 'Correct the marked field.' },
  'trading-off': {
    title: 'Orders are off now',
    money: 'Nothing was sent.',
    next: 'Fix what is named above, then preview the order again.',
  },
  'over-limit': {
    title: 'A trading limit holds this back',
    money: 'Nothing was sent.',
    next: 'Make the order smaller, or change the limit in the trading settings.',
  },
  'order-unresolved': {
    title: 'An order has to be resolved first',
    money: 'Nothing was deleted or sent. The order may have been executed.',
    next: 'Resolve it on the Trade screen of its account, then try again.',
  },
  cancelled: {
    title: 'Not confirmed',
    money: 'Nothing was sent or changed.',
    next: 'Ask again if you want it after all.',
  },
  'bad-sender': { title: 'This request did not come from Plimsoll’s own page', money: 'It was ignored.', next: 'Restart Plimsoll.' },
  busy: { title: 'Too much at once', money: 'This request was not carried out.', next: 'Wait a moment and try again.' },
  gone: { title: 'That is no longer there', money: 'Nothing was changed.', next: 'Look at the list again.' },
  internal: {
    title: 'Something went wrong inside Plimsoll',
    money: 'Nothing was sent because of it.',
    next: 'Try again. If it stays, restart Plimsoll and report it with the details.',
  },
} satisfies Record<string, ProblemWords>

export const wordsFor = (code: keyof typeof problemWords): ProblemWords => problemWords[code]

/** What its own message says beyond its title; empty where that is nothing. */
export const beyondTitle = ({ code, message }: { code: keyof typeof problemWords; message: string }): string => {
  const { title } = wordsFor(code)
  return message === title || message === `${title}.` ? '' : message
}
