// The only place that opens an external address. An address from a server must never start a program.

/** Whether `address` is exactly https on one of `hosts`: no port, no user. */
export const mayOpen = (address: string, hosts: readonly string[]): boolean => {
  // URL parsers tolerate blanks, backslashes and control characters; such an address is refused.
  if (!/^https:\/\/[\x21-\x5b\x5d-\x7e]+$/.test(address) || !URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' && hosts.includes(host)
}

/** Opens a listed address in the system's browser. Anything else is refused and logged, without the address. */
export const createLinks = (parts: {
  hosts: readonly string[]
  openExternal: (address: string) => Promise<void>
  log: (what: string) => void
}) => ({
  open(address: string): boolean {
    const { hosts, openExternal, log } = parts
    if (!mayOpen(address, hosts)) {
      log('a link to an address that is not on the list was refused')
      return false
    }
    openExternal(new URL(address).href).catch(() => log('the system could not open a link'))
    return true
  },
})
