import { readFileSync } from 'node:fs'

/**
 * Whether Linux gave the suite its own network, where outgoing packets can be counted; other
 * systems count everyone's.
 */
export const onlyLoopback = process.env['PLIMSOLL_ONLY_LOOPBACK'] === '1'

/**
 * What left, or tried to leave, this network namespace other than through loopback: unroutable
 * packets, and all datagrams.
 */
export function strayTraffic(): Record<string, string> {
  const [names, values] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Ip:') || line.startsWith('Udp:'))
    .reduce<[string[], string[]]>(
      ([keys, numbers], line, at) => {
        const words = line.split(' ')
        const protocol = words[0] ?? ''
        if (at % 2 === 0) keys.push(...words.slice(1).map((word) => `${protocol}${word}`))
        else numbers.push(...words.slice(1))
        return [keys, numbers]
      },
      [[], []],
    )
  const all = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
  const { 'Ip:OutNoRoutes': unroutable, 'Udp:OutDatagrams': datagrams } = all
  if (unroutable === undefined || datagrams === undefined)
    throw new Error('/proc/net/snmp counts nothing that leaves')
  return { unroutable, datagrams }
}
