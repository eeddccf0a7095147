// The two families of addresses, and how a message names them.
export type AddressFamily = 'ipv4' | 'ipv6'

const familyNames = { ipv4: 'IPv4', ipv6: 'IPv6' } as const

export function other(family: AddressFamily): AddressFamily {
  return family === 'ipv4' ? 'ipv6' : 'ipv4'
}

/** For a message that names the one that is used, and the other one in place of it. */
export function familyArguments(instead: AddressFamily): { one: string; other: string } {
  return { one: familyNames[other(instead)], other: familyNames[instead] }
}
